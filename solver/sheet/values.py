"""Where an answer's values come from: a table that is there, or a solve of what matters.

In this order: the ruleset's complete table; the book, which holds the first levels;
a sheet table in the cache whose root leads to the position; and if there is none, the
sub-lattice of the position is solved now and kept in the cache for the rest of the game.
"""

from __future__ import annotations

import threading
import warnings
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import CorruptTable, IllegalState, OmkastWarning, TableError, UnwritableTable
from ..games.ruleset import Ruleset
from ..progress import Cancel, Progress, Silent, never
from ..store.cache import SheetCache
from ..store.manifest import Encoding
from ..store.places import CACHE_VARIABLE, RULESET_KINDS, find_table
from ..store.shards import error_bound
from ..store.tables import Table
from .held import HeldLevels
from .lattice import Root, SheetLattice
from .position import Position
from .scores import most_points
from .tables import contents, table_plan, usual_encoding
from .turn import SheetValues

SOLVER_PRECISION = 1e-9
"""Points by which a value in double precision may be off: rounding in a few hundred turns' sums."""


class LevelValues(Protocol):
    """The values of some levels: a Table, or levels that are held in memory."""

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels, ascending."""

    @property
    def encoding(self) -> Encoding:
        """How exactly the values are held."""

    @property
    def start_value(self) -> float:
        """The first value of the first level, as it was solved."""

    def read(self, level: int, start: int, stop: int) -> NDArray[np.floating]:
        """[stop - start]: a part of a level's flat array."""


@dataclass(frozen=True, eq=False)
class _Source:
    """A lattice and its values; ``cached`` is the folder of one that belongs to the cache."""

    lattice: SheetLattice
    values: LevelValues
    cached: Path | None = None

    def row(self, filled: int, upper_total: int) -> NDArray[np.float64]:
        """float64 [markers]: the values of one sheet; raises CorruptTable if one is not finite."""
        place = self.lattice.place(filled, upper_total)
        level = filled.bit_count()
        found = self.values.read(level, place.start, place.stop)[:: place.step].astype(np.float64)
        if not np.isfinite(found).all():
            raise CorruptTable(f"level {level} of {self.lattice.ruleset.slug} lacks the value of a state")
        return found

    def starts_at(self, position: Position) -> bool:
        """Whether ``position`` is where the lattice starts: that value is kept as it was solved."""
        return position.level == self.lattice.first_level and position.markers == 0

    def value(self, position: Position) -> float:
        """V of a position, in points."""
        if self.starts_at(position):
            return self.values.start_value
        return float(self.row(position.filled, position.upper_total)[position.markers])


class Values:
    """The values of one ruleset, held open: what was looked up once is at hand from then on.

    Tables are opened when a question needs them, each file of theirs is read block by block, and
    each block is checked before a number of it is used.  Threads may share an object; one of
    them at a time looks something up.

    Args:
        ruleset: the rules.
        tables: a folder to look into first.
        progress: told about a solve, if one is needed.
        jobs: worker threads of such a solve; None for all processors.
        cancel: looked at during such a solve, and while another process is waited for.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        tables: Path | None = None,
        progress: Progress | None = None,
        jobs: int | None = None,
        cancel: Cancel = never,
    ) -> None:
        self.ruleset = ruleset
        self._tables = tables
        self._progress = progress or Silent()
        self._jobs = jobs
        self._cancel = cancel
        self._cache = SheetCache()
        self._whole = SheetLattice(ruleset)
        self._looked = 0
        self._sources: list[_Source] = []
        self._lock = threading.RLock()

    def sheet_values(self, position: Position) -> SheetValues:
        """The values of all sheets with one more box filled than ``position``.

        Raises:
            IllegalState: the position is one of other rules, or the card is full.
            TableError: a table that should have them cannot be trusted; so does what is returned.
            Cancelled: a solve was given up.
        """
        self._check(position)
        if not position.open_boxes:
            raise IllegalState("the card is full: every box is filled, so nothing follows")
        level = position.level + 1
        source = self._source(position, level)

        def row(filled: int, upper_total: int) -> NDArray[np.float64]:
            nonlocal source
            try:
                return source.row(filled, upper_total)
            except TableError as problem:
                source = self._instead(source, position, problem)
            return source.row(filled, upper_total)

        return row

    def value_of(self, position: Position) -> float:
        """V: the mean of the points still to come at the start of a turn, the bonus included.

        Raises as :meth:`sheet_values`.
        """
        self._check(position)
        source = self._source(position, position.level)
        try:
            return source.value(position)
        except TableError as problem:
            return self._instead(source, position, problem).value(position)

    def precision(self, position: Position) -> float:
        """By how many points at most the numbers of an answer about ``position``'s turn are off.

        Raises as :meth:`sheet_values`.
        """
        self._check(position)
        return self._precision(self._source(position, position.level + 1))

    def value_precision(self, position: Position) -> float:
        """By how many points at most the value of ``position`` is off; raises as :meth:`sheet_values`."""
        self._check(position)
        source = self._source(position, position.level)
        return SOLVER_PRECISION if source.starts_at(position) else self._precision(source)

    def _precision(self, source: _Source) -> float:
        return error_bound(source.values.encoding, most_points(self.ruleset)) + SOLVER_PRECISION

    def _check(self, position: Position) -> None:
        if position.ruleset != self.ruleset:
            raise IllegalState(
                f"the position is one of {position.ruleset.slug}; expected one of {self.ruleset.slug}"
            )

    def _source(self, position: Position, level: int) -> _Source:
        """The source that has ``level`` for ``position``; solved now if none has."""
        with self._lock:
            return self._known(position, level) or self._solve(position)

    def _instead(self, source: _Source, position: Position, problem: TableError) -> _Source:
        """Another source for ``position``: a sheet table of the cache is set aside and made anew.

        Raises ``problem`` if the source is none of the cache's.
        """
        if source.cached is None:
            raise problem
        with self._lock:
            if source in self._sources:
                self._sources.remove(source)
                self._cache.set_aside(source.cached, problem)
            return self._source(position, position.level + 1)

    def _known(self, position: Position, level: int) -> _Source | None:
        """The first source that has ``level`` for ``position``; places are looked into when needed."""
        while True:
            for source in self._sources:
                if level in source.values.levels and source.lattice.reaches(position):
                    return source
            if self._looked == len(RULESET_KINDS):
                return self._cached(position)
            table = find_table(contents(self._whole, RULESET_KINDS[self._looked]), self._tables)
            self._looked += 1
            if table is not None:
                self._sources.append(_Source(self._whole, table))

    def _cached(self, position: Position) -> _Source | None:
        """A sheet table in the cache that leads to ``position``."""
        for entries in self._cache.roots(self.ruleset.slug):
            root = Root(**entries)
            if root.filled & position.filled == root.filled:
                lattice = SheetLattice(self.ruleset, root)
                if lattice.reaches(position):
                    table = self._cache.find(contents(lattice, "sheet"))
                    if table is not None:
                        return self._keep(_Source(lattice, table, table.folder))
        return None

    def _keep(self, source: _Source) -> _Source:
        self._sources.append(source)
        return source

    def _solve(self, position: Position) -> _Source:
        """The sub-lattice of ``position``, solved now and kept; in memory if the cache cannot be written."""
        from .solve import solve_levels  # slow to import, seldom needed

        lattice = SheetLattice(self.ruleset, Root.of(position))
        plan = table_plan(lattice, "sheet", usual_encoding(lattice), made_by="a question about this position")
        solve = solve_levels(lattice, self._progress, self._jobs, cancel=self._cancel)
        held = HeldLevels(position.level)
        with closing(solve), closing(held.passed_on(solve)) as levels:
            try:
                table: Table = self._cache.store(plan, levels, self._cancel)
            except UnwritableTable as problem:
                text = f"{problem}; the answer is not kept: {CACHE_VARIABLE} can name another folder"
                warnings.warn(text, OmkastWarning, stacklevel=2)
                for _ in levels:
                    pass
                return self._keep(_Source(lattice, held))
        return self._keep(_Source(lattice, table, table.folder))
