"""All parts of the proof, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from ..progress import Cancel, never, watched
from ..store.places import places
from . import buck_dice, set_aside, sheet, tables as stored
from .finding import Finding


def proof(quick: bool = False, tables: Path | None = None, cancel: Cancel = never) -> Iterator[Finding]:
    """Everything that is checked, each finding as soon as it is there.

    Args:
        quick: leave out what takes minutes.
        tables: a folder to look for tables in first.
        cancel: looked at several times a second while checks run; they end with Cancelled.

    Raises MissingTable at once when ``tables`` is no folder of tables.
    """
    places(tables)
    found = chain(
        sheet.brute_force.findings(quick, cancel),
        set_aside.brute_force.findings(),
        buck_dice.brute_force.findings(),
        sheet.published.findings(quick, tables, cancel),
        set_aside.published.findings(),
        buck_dice.published.findings(),
        buck_dice.linear.findings(),
        sheet.invariants.findings(cancel),
        stored.findings(tables, cancel),
    )
    return watched(found, cancel)
