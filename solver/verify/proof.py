"""All parts of the proof, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from omkast.solver.store.places import places
from omkast.solver.verify.brute_force import brute_force
from omkast.solver.verify.finding import Finding
from omkast.solver.verify.invariants import invariants
from omkast.solver.verify.published_chain import published_chain
from omkast.solver.verify.published_set_aside import published_set_aside
from omkast.solver.verify.published_sheets import published_sheets
from omkast.solver.verify.tables import tables_present


def proof(quick: bool = False, tables: Path | None = None) -> Iterator[Finding]:
    """Everything that is checked, each finding as soon as it is there.

    Args:
        quick: leave out what takes minutes.
        tables: a folder to look for tables in first.

    Raises MissingTable at once when ``tables`` is no folder of tables.
    """
    places(tables)
    return chain(
        brute_force(),
        published_sheets(quick, tables),
        published_set_aside(),
        published_chain(),
        invariants(),
        tables_present(tables),
    )
