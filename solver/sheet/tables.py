"""What a sheet lattice's values are called when they are written to a table."""

from __future__ import annotations

from dataclasses import asdict

from ..store.manifest import Encoding, TableKind, TablePlan, describe_ruleset, ruleset_hash
from .lattice import AXES, SheetLattice


def table_plan(lattice: SheetLattice, kind: TableKind, encoding: Encoding, made_by: str) -> TablePlan:
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
