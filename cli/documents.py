"""JSON documents; docs/json.md describes them.  Key order is part of the format."""

from __future__ import annotations

import json
from typing import Any

Document = dict[str, Any]


def to_json(document: Document) -> str:
    """The document on one line, without needless spaces."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))
