"""The memory of one walk, and the order in which a walk works on it.

A node of the keep lattice is split into its *low* dice (1-3) and its *high* dice (4-6).  All nodes
with the same low dice form a *block*, in which the high dice choose the *cell*.

Layout of a *strip*, the memory of one walk, in vectors of as many lanes as the walk takes at once:

    keeps   one block for each low part, its cells ordered by size, then lexicographic
    rolls   blocks of full rolls, in space reused as soon as their means are taken
    sums    the stop value of the sum boxes for each sum of dice
    rows    the stop rows (omkast.sheet.kernel.stops), filled in by the caller
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

from ...dice import FACES, Dice, add, remove
from ..keep_lattice import keep_lattice
from .stops import Stops

GROUP = 4
"""Lanes of a sheet that stay together: a sheet's lanes are padded to whole groups."""

BELOW = "below"
"""How the names of blocks with a low die less begin (:meth:`Layout.operands`)."""

LOW, HIGH = FACES[:3], FACES[3:]


@dataclass(frozen=True)
class RaiseKeeps:
    """The best of what lies below, for the keeps of a block."""

    low: Dice


@dataclass(frozen=True)
class RaiseRolls:
    """The best of what lies below, for the rolls of a block."""

    low: Dice


@dataclass(frozen=True)
class Mean:
    """The mean of what lies above, for the keeps of a block."""

    low: Dice


Step = RaiseKeeps | RaiseRolls | Mean
"""What a walk does to the block whose low dice are ``low``."""


class Layout:
    """Where everything lies in a strip, and in which order the blocks are worked on."""

    def __init__(self, stops: Stops) -> None:
        self.stops = stops
        self.num_dice = num_dice = stops.ruleset.num_dice
        self.lows = [low for size in range(num_dice + 1) for low in combinations_with_replacement(LOW, size)]
        highs = [high for size in range(num_dice + 1) for high in combinations_with_replacement(HIGH, size)]
        self.highs = {size: [h for h in highs if len(h) == size] for size in range(num_dice + 1)}
        self.cell = {high: i for i, high in enumerate(highs)}
        self.roll_cell = {high: i for layer in self.highs.values() for i, high in enumerate(layer)}
        self.block: dict[Dice, int] = {}
        at = 0
        for low in self.lows:
            self.block[low] = at
            at += self.cells(RaiseKeeps(low))
        self.steps = self._order()
        self.roll_block, rolls = self._place_rolls(at)
        self.sums_at = at + rolls
        self.rows_at = self.sum(num_dice * FACES[-1]) + 1
        self.num_vectors = self.rows_at + stops.num_rows

    @property
    def num_keeps(self) -> int:
        """How many vectors at the start of a strip hold keeps."""
        return len(keep_lattice(self.num_dice).above)

    def _order(self) -> list[Step]:
        """All keeps first; then block by block, most low dice first: a mean reads what is above.

        Blocks with equally many low dice are ordered by the last die first: rolls are then done with sooner.
        """
        order: list[Step] = [RaiseKeeps(low) for low in self.lows if len(low) < self.num_dice]
        for low in sorted(self.lows, key=lambda low: (-len(low), low[::-1])):
            order.append(RaiseRolls(low))
            if len(low) < self.num_dice:
                order.append(Mean(low))
        return order

    def _raised(self, low: Dice) -> list[Dice]:
        """The low dice of the blocks that one more low die leads to."""
        return [add(low, face) for face in LOW]

    def _rolls_of(self, mean: Mean) -> list[Dice]:
        """The low dice of the blocks of rolls that a mean reads."""
        return [mean.low, *self._raised(mean.low)]

    def _place_rolls(self, start: int) -> tuple[dict[Dice, int], int]:
        """Space for each block of rolls, from its step to the last mean that reads it."""
        last = {
            low: time
            for time, step in enumerate(self.steps)
            if isinstance(step, Mean)
            for low in self._rolls_of(step)
        }
        place: dict[Dice, int] = {}
        top = 0
        for time, step in enumerate(self.steps):
            if not isinstance(step, RaiseRolls):
                continue
            size = self.cells(step)
            at = 0
            for low in sorted((p for p in place if last[p] >= time), key=place.__getitem__):
                if at + size <= place[low] - start:
                    break
                at = max(at, place[low] - start + self.cells(RaiseRolls(low)))
            place[step.low] = start + at
            top = max(top, at + size)
        return place, top

    def cells(self, step: Step) -> int:
        """How many nodes a step works on."""
        high_dice = self.num_dice - len(step.low)
        if isinstance(step, RaiseRolls):
            return len(self.highs[high_dice])
        return sum(len(self.highs[size]) for size in range(high_dice))

    def operands(self, step: Step) -> dict[str, int]:
        """The vectors at which the blocks of a step start, by the names its function gives them.

        Steps of one shape have the same names in the same order: this is the only place that states it.
        """
        low = step.low
        own = {"block": self.block[low]} if len(low) < self.num_dice else {}
        below = {f"{BELOW}{i}": self.block[remove(low, face)] for i, face in enumerate(sorted(set(low)))}
        match step:
            case RaiseKeeps():
                return own | below
            case RaiseRolls():
                return own | below | {"rolls": self.roll_block[low], "sums": self.sum(sum(low))}
            case Mean():
                above = list(zip(LOW, self._raised(low), strict=True))
                keeps = {f"keeps{face}": self.block[a] for face, a in above if len(a) < self.num_dice}
                rolls = {f"rolls{face}": self.roll_block[a] for face, a in above}
                return own | {"rolls": self.roll_block[low]} | keeps | rolls

    def split(self, node: Dice) -> tuple[Dice, Dice]:
        """The low and the high dice of a node."""
        return tuple(d for d in node if d in LOW), tuple(d for d in node if d in HIGH)

    def keep(self, node: Dice) -> int:
        """Vector index of a keep."""
        low, high = self.split(node)
        return self.block[low] + self.cell[high]

    def sum(self, total: int) -> int:
        """Vector index of the stop value of the sum boxes for a sum of dice."""
        return self.sums_at + total - self.num_dice

    def roll(self, node: Dice) -> int:
        """Vector index of a roll, while its block holds it."""
        low, high = self.split(node)
        return self.roll_block[low] + self.roll_cell[high]
