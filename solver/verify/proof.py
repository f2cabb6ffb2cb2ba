"""All parts of the proof, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from ..store.places import places
from . import buck_dice, set_aside, sheet, tables as stored
from .finding import Finding


def proof(quick: bool = False, tables: Path | None = None) -> Iterator[Finding]:
    """Everything that is checked, each finding as soon as it is there.

    Args:
        quick: leave out what takes minutes.
        tables: a folder to look for tables in first.

    Raises MissingTable at once when ``tables`` is no folder of tables.
    """
    places(tables)
    return chain(
        sheet.brute_force.findings(quick),
        set_aside.brute_force.findings(),
        buck_dice.brute_force.findings(),
        sheet.published.findings(quick, tables),
        set_aside.published.findings(),
        buck_dice.published.findings(),
        sheet.invariants.findings(),
        stored.findings(tables),
    )
