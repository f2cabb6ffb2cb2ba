"""A lattice solved in memory."""

from __future__ import annotations

from functools import cache

from ...games.ruleset import Ruleset
from ...progress import Cancel, Silent, never
from ...sheet.lattice import Root, SheetLattice
from ...sheet.position import Position
from ...sheet.solve import solve_levels
from ...sheet.turn import SheetValues


class SolvedLattice:
    """All levels of a lattice in memory; a source of values for the advisor."""

    def __init__(self, lattice: SheetLattice, jobs: int | None = None, cancel: Cancel = never) -> None:
        self.lattice = lattice
        self.ruleset = lattice.ruleset
        self.levels = dict(solve_levels(lattice, Silent(), jobs, cancel=cancel))

    def value(self, filled: int, upper_total: int, markers: int) -> float:
        """The value of one state, in points."""
        row = self.lattice.row(self.levels[filled.bit_count()], filled, upper_total)
        return float(row[markers])

    def value_of(self, position: Position) -> float:
        """The value of ``position``, in points."""
        return self.value(position.filled, position.upper_total, position.markers)

    def precision(self, _position: Position) -> float:
        """By how many points at most values are off: rounding in double precision."""
        return 1e-9

    def sheet_values(self, position: Position) -> SheetValues:
        """The values of all sheets with one more box filled than ``position``."""
        level = self.levels[position.level + 1]
        return lambda filled, upper_total: self.lattice.row(level, filled, upper_total)


@cache
def solved(ruleset: Ruleset, root: Root | None = None, cancel: Cancel = never) -> SolvedLattice:
    """The solved lattice of ``ruleset`` from ``root`` on, solved once for all checks that share a token."""
    return SolvedLattice(SheetLattice(ruleset, root), cancel=cancel)
