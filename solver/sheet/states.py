"""The states that play can meet, with real upper totals, and where their probabilities lie.

Values merge upper totals that are worth the same (omkast.sheet.totals); probabilities must
not, or the law of the upper total would be lost.  A level is one flat float64 array of
blocks, ordered as in omkast.sheet.lattice, each

    [sheet, marker, upper total]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..games.ruleset import Ruleset
from .lattice import Root, SheetLattice

Chances = NDArray[np.float64]


@dataclass(frozen=True)
class StateBlock:
    """The states of one level whose filled upper boxes are the bit mask ``upper``."""

    upper: int
    lower_filled: int
    offset: int
    num_sheets: int
    num_markers: int
    totals: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many states there are."""
        return self.num_sheets * self.num_markers * len(self.totals)

    def view(self, chances: Chances) -> Chances:
        """The block's part of a level's array, as [sheet, marker, upper total]."""
        flat = chances[self.offset : self.offset + self.size]
        return flat.reshape(self.num_sheets, self.num_markers, len(self.totals))


class States:
    """All states that can follow a root under the rules."""

    def __init__(self, ruleset: Ruleset, root: Root | None = None) -> None:
        self.lattice = SheetLattice(ruleset, root)
        self.ruleset = ruleset
        self.root = self.lattice.root

    @property
    def levels(self) -> range:
        """The levels in which a turn is played."""
        return range(self.lattice.first_level, self.lattice.last_level)

    @lru_cache  # noqa: B019  (a dozen levels)
    def blocks(self, level: int) -> dict[int, StateBlock]:
        """The blocks of a level by their upper bit mask, in the order of the array."""
        blocks: dict[int, StateBlock] = {}
        offset = 0
        for upper, block in self.lattice.blocks(level).items():
            totals = tuple(self.lattice.totals.reached(upper))
            blocks[upper] = StateBlock(
                upper, block.lower_filled, offset, block.num_sheets, block.num_markers, totals
            )
            offset += blocks[upper].size
        return blocks

    def size(self, level: int) -> int:
        """Length of a level's array."""
        return sum(block.size for block in self.blocks(level).values())

    def start(self) -> Chances:
        """The root's level: the root itself has probability 1."""
        chances = np.zeros(self.size(self.lattice.first_level))
        (block,) = self.blocks(self.lattice.first_level).values()
        block.view(chances)[0, self.root.markers if self.ruleset.saved_rerolls else 0, 0] = 1.0
        return chances
