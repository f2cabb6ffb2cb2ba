"""All sheets that can follow a root, and where their values lie.

A level's values are one flat float64 array.  It is made of *blocks*, one for each
set of filled upper boxes, ordered by that set as a bit mask; a block is

    [sheet, marker, lane]

with its sheets ordered by the bit mask of the filled lower boxes, markers from 0 to
the most that can be held at this level, and lanes (merged upper totals) padded to
whole groups.  Padding holds NaN.  With the empty sheet as the root this is the whole
game; any other root gives the sub-lattice that matters to a player who is there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ..games.ruleset import Ruleset
from .kernel.layout import GROUP
from .position import Position
from .totals import UpperTotals

AXES = (
    f"blocks by filled upper boxes (bit mask, ascending); in each block [sheet by filled lower boxes"
    f" (bit mask, ascending), markers from 0, merged upper totals ascending, padded with NaN to a"
    f" multiple of {GROUP}]"
)
"""The order of a level's values, in words."""


@dataclass(frozen=True)
class Root:
    """Where a sub-lattice starts: filled boxes (bit mask), upper total and markers held."""

    filled: int = 0
    upper_total: int = 0
    markers: int = 0

    @classmethod
    def of(cls, position: Position) -> Root:
        """The root at ``position``."""
        return cls(position.filled, position.upper_total, position.markers)


@dataclass(frozen=True)
class Block:
    """The sheets of one level that share their filled upper boxes (``upper``)."""

    upper: int
    lower_filled: int
    offset: int
    num_sheets: int
    num_markers: int
    num_lanes: int

    @property
    def width(self) -> int:
        """Lanes with their padding."""
        return -(-self.num_lanes // GROUP) * GROUP

    @property
    def size(self) -> int:
        """Length of the block in a level's array, padding included."""
        return self.num_sheets * self.num_markers * self.width

    def view(self, level_values: NDArray[np.floating]) -> NDArray[np.floating]:
        """The block's part of a level's array, as [sheet, marker, lane] without padding."""
        flat = level_values[self.offset : self.offset + self.size]
        return flat.reshape(self.num_sheets, self.num_markers, self.width)[:, :, : self.num_lanes]


class SheetLattice:
    """The sheets that can follow ``root`` under ``ruleset``, in levels."""

    def __init__(self, ruleset: Ruleset, root: Root | None = None) -> None:
        self.ruleset = ruleset
        self.root = root = root or Root()
        if root.filled >> len(ruleset.boxes):
            raise ValueError(f"filled is {root.filled:b}; {ruleset.slug} has {len(ruleset.boxes)} boxes")
        self.upper_boxes = len(ruleset.upper)
        self.lower_boxes = len(ruleset.lower)
        self.upper_mask = (1 << self.upper_boxes) - 1
        self.totals = UpperTotals(ruleset, root.filled & self.upper_mask, root.upper_total)
        self.first_level = root.filled.bit_count()
        self.last_level = len(ruleset.boxes)
        self._root_lower = root.filled >> self.upper_boxes
        self._blocks: dict[int, dict[int, Block]] = {}

    @cached_property
    def lowers(self) -> dict[int, NDArray[np.int64]]:
        """By number of filled lower boxes: the bit masks of those boxes, ascending."""
        masks = np.arange(1 << self.lower_boxes)
        masks = masks[masks & self._root_lower == self._root_lower]
        counts = np.bitwise_count(masks)
        return {int(n): masks[counts == n] for n in np.unique(counts)}

    @cached_property
    def lower_rank(self) -> NDArray[np.int32]:
        """int32 [2 ** lower boxes]: the place of a lower bit mask in its list of :attr:`lowers`."""
        rank = np.full(1 << self.lower_boxes, -1, np.int32)
        for masks in self.lowers.values():
            rank[masks] = np.arange(len(masks))
        return rank

    def num_markers(self, level: int) -> int:
        """How many numbers of markers (0 included) a sheet of ``level`` has values for."""
        if not self.ruleset.saved_rerolls:
            return 1
        return self.root.markers + self.ruleset.rerolls * (level - self.first_level) + 1

    def blocks(self, level: int) -> dict[int, Block]:
        """The blocks of a level by their upper bit mask, in the order of the array."""
        if level not in self._blocks:
            self._blocks[level] = self._make_blocks(level)
        return self._blocks[level]

    def _make_blocks(self, level: int) -> dict[int, Block]:
        blocks: dict[int, Block] = {}
        offset = 0
        for upper, lanes in self.totals.lanes.items():
            lower = level - upper.bit_count()
            if lower in self.lowers:
                sheets = len(self.lowers[lower])
                blocks[upper] = Block(upper, lower, offset, sheets, self.num_markers(level), len(lanes))
                offset += blocks[upper].size
        return blocks

    def size(self, level: int) -> int:
        """Length of a level's array, padding included."""
        return sum(b.size for b in self.blocks(level).values())

    def num_states(self, level: int | None = None) -> int:
        """How many different states of a turn's start a level has, or all levels together.

        That is the size without the padding.
        """
        levels = range(self.first_level, self.last_level + 1) if level is None else (level,)
        return sum(
            b.num_sheets * b.num_markers * b.num_lanes for at in levels for b in self.blocks(at).values()
        )

    def reaches(self, position: Position) -> bool:
        """Whether the lattice has a value for ``position``."""
        upper = position.filled & self.upper_mask
        return (
            position.filled & self.root.filled == self.root.filled
            and position.markers < self.num_markers(position.level)
            and self.totals.has(upper, position.upper_total)
        )

    def place(self, filled: int, upper_total: int) -> slice:
        """Where the values of one sheet, for every number of markers, lie in its level's array.

        Raises ValueError if the sheet does not follow from the root.
        """
        upper, lower = filled & self.upper_mask, filled >> self.upper_boxes
        if filled & self.root.filled != self.root.filled:
            raise ValueError(f"sheet {filled:b} does not follow from {self.root.filled:b}")
        block = self.blocks(filled.bit_count())[upper]
        first = block.offset + int(self.lower_rank[lower]) * block.num_markers * block.width
        start = first + self.totals.lane(upper, upper_total)
        return slice(start, start + (block.num_markers - 1) * block.width + 1, block.width)

    def row(self, level_values: NDArray[np.floating], filled: int, upper_total: int) -> NDArray[np.float64]:
        """float64 [markers]: the values of one sheet for every number of markers.

        ``level_values`` is the array of the sheet's level; raises ValueError if the
        sheet does not follow from the root.
        """
        return np.asarray(level_values[self.place(filled, upper_total)], np.float64)
