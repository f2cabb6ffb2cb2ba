"""JSON documents; docs/json.md describes them.  Key order is part of the format."""

from __future__ import annotations

import json
from typing import Any

import click

Document = dict[str, Any]


def print_json(document: Document) -> None:
    """Print the document on one line, without needless spaces, in ASCII for any encoding there may be."""
    click.echo(json.dumps(document, separators=(",", ":")))
