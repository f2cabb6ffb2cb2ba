"""Where an answer's values come from: a table that is there, or a solve of what matters.

In this order: the ruleset's complete table; the book, which holds the first levels;
a sheet table in the cache whose root leads to the position; and if there is none, the
sub-lattice of the position is solved now and kept in the cache for the rest of the game.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import StaleTable
from ..games.ruleset import Ruleset
from ..progress import Progress, Silent
from ..store.cache import SheetCache
from ..store.places import RulesetKind, find_table
from ..store.tables import Table
from .lattice import Root, SheetLattice
from .position import Position
from .tables import table_plan
from .turn import SheetValues


class Library:
    """The values of one ruleset.

    Args:
        ruleset: the rules.
        tables: a folder to look into first.
        progress: told about a solve, if one is needed.
        jobs: worker threads of such a solve; None for all processors.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        tables: Path | None = None,
        progress: Progress | None = None,
        jobs: int | None = None,
    ) -> None:
        self.ruleset = ruleset
        self._tables = tables
        self._progress = progress or Silent()
        self._jobs = jobs
        self._cache = SheetCache()

    def sheet_values(self, position: Position) -> SheetValues:
        """The values of all sheets with one more box filled than ``position``.

        Raises:
            TableError: a table that should have them cannot be trusted, or the cache cannot
                be written.
        """
        level = position.level + 1
        lattice, table = self._ruleset_table(level) or self._sheet_table(position)
        values = table.level(level)

        def row(filled: int, upper_total: int) -> NDArray[np.float64]:
            return lattice.row(values, filled, upper_total)

        return row

    def _ruleset_table(self, level: int) -> tuple[SheetLattice, Table] | None:
        """The complete table, or the book if it reaches ``level``."""
        kinds: tuple[RulesetKind, ...] = ("complete", "book")
        for kind in kinds:
            table = find_table(kind, self.ruleset, self._tables)
            if table is not None and level in table.levels:
                return SheetLattice(self.ruleset), table
        return None

    def _sheet_table(self, position: Position) -> tuple[SheetLattice, Table]:
        """A sheet table that leads to ``position``: one from the cache, or a new one."""
        for entries in self._cache.roots(self.ruleset):
            root = Root(**entries)
            if root.filled & position.filled == root.filled:
                lattice = SheetLattice(self.ruleset, root)
                table = self._cached(root) if lattice.reaches(position) else None
                if table is not None:
                    return lattice, table
        return self._solve(position)

    def _cached(self, root: Root) -> Table | None:
        try:
            return self._cache.find(self.ruleset, asdict(root))
        except StaleTable:
            return None  # an older version of Omkast left it; a solve will replace it

    def _solve(self, position: Position) -> tuple[SheetLattice, Table]:
        from .solve import solve_levels  # slow to import, seldom needed

        lattice = SheetLattice(self.ruleset, Root.of(position))
        plan = table_plan(lattice, "sheet", "float32", made_by="a question about this position")
        with closing(solve_levels(lattice, self._progress, self._jobs)) as levels:
            return lattice, self._cache.store(plan, levels)
