"""All parts of the proof, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain as one_after_the_other
from pathlib import Path

from omkast.solver.store.places import places
from omkast.solver.verify import chain, set_aside, sheet
from omkast.solver.verify import tables as stored
from omkast.solver.verify.finding import Finding


def proof(quick: bool = False, tables: Path | None = None) -> Iterator[Finding]:
    """Everything that is checked, each finding as soon as it is there.

    Args:
        quick: leave out what takes minutes.
        tables: a folder to look for tables in first.

    Raises MissingTable at once when ``tables`` is no folder of tables.
    """
    places(tables)
    return one_after_the_other(
        sheet.brute_force.findings(quick),
        set_aside.brute_force.findings(),
        chain.brute_force.findings(),
        sheet.published.findings(quick, tables),
        set_aside.published.findings(),
        chain.published.findings(),
        sheet.invariants.findings(),
        stored.findings(tables),
    )
