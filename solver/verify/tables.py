"""Every table on this machine, byte by byte."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from ..progress import Cancel, never
from ..sheet.tables import verify_named
from ..store.inventory import inventory
from .finding import Finding

PART = "Tables on this machine"


def findings(tables: Path | None = None, cancel: Cancel = never) -> Iterator[Finding]:
    """One finding for each table; a failed one if there is none.

    Raises MissingTable when a folder that was asked for is none.
    """
    found = inventory(partial(verify_named, cancel=cancel), tables)
    for facts in found:
        what = f"{facts.kind} of {facts.ruleset} ({facts.place})"
        note = str(facts.problem) if facts.problem else f"{facts.bytes / 1e6:,.1f} MB as the manifest says"
        yield Finding(PART, what, facts.problem is None, note)
    if not found:
        yield Finding(PART, "tables", False, "there are none; expected the books that ship with Omkast")
