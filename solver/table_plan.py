"""What a sheet lattice's values are called when they are written to a table."""

from __future__ import annotations

from dataclasses import asdict

from omkast.solver.sheet.sheets import AXES, SheetLattice
from omkast.solver.store.manifest import Encoding, Kind, TablePlan, describe_ruleset, ruleset_hash


def table_plan(lattice: SheetLattice, kind: Kind, encoding: Encoding, made_by: str) -> TablePlan:
    """The plan of a table of ``lattice``; ``made_by`` is the command that makes it."""
    return TablePlan(
        kind=kind,
        ruleset=describe_ruleset(lattice.ruleset),
        ruleset_hash=ruleset_hash(lattice.ruleset),
        root=asdict(lattice.root),
        axes=AXES,
        encoding=encoding,
        made_by=made_by,
    )
