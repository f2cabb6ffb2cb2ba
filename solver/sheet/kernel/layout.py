"""The memory of one walk, and the order in which a walk works on it.

A node of the keep lattice is split into its *low* dice (1-3) and its *high* dice (4-6).  All nodes
with the same low dice form a *block*, in which the high dice choose the *cell*.

Layout of a *strip*, the memory of one walk, in vectors of four doubles:

    keeps   one block for each low part, its cells ordered by size, then lexicographic
    rolls   blocks of full rolls, in space reused as soon as their means are taken
    sums    the stop value of the sum boxes for each sum of dice
    rows    the stop rows (omkast.sheet.kernel.stops), filled in by the caller
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations_with_replacement

from ...dice import FACES, Dice, add
from ..keep_lattice import keep_lattice
from .stops import Stops

VECTOR = 4
"""Doubles in a vector: a 256-bit register."""

LOW, HIGH = FACES[:3], FACES[3:]


@dataclass(frozen=True)
class Step:
    """One call of a block function: ``raise`` (keeps), ``roll`` or ``mean`` for one block."""

    kind: str
    low: Dice


class Layout:
    """Where everything lies in a strip, and in which order the blocks are worked on."""

    def __init__(self, stops: Stops) -> None:
        self.stops = stops
        self.dice = dice = stops.ruleset.dice
        self.lows = [low for size in range(dice + 1) for low in combinations_with_replacement(LOW, size)]
        highs = [high for size in range(dice + 1) for high in combinations_with_replacement(HIGH, size)]
        self.highs = {size: [h for h in highs if len(h) == size] for size in range(dice + 1)}
        self.cell = {high: i for i, high in enumerate(highs)}
        self.roll_cell = {high: i for layer in self.highs.values() for i, high in enumerate(layer)}
        self.block: dict[Dice, int] = {}
        at = 0
        for low in self.lows:
            self.block[low] = at
            at += sum(len(self.highs[size]) for size in range(dice - len(low)))
        self.steps = self._order()
        self.roll_block, rolls = self._place_rolls(at)
        self.sums_at = at + rolls
        self.rows_at = self.sums_at + dice * FACES[-1] + 1
        self.num_vectors = self.rows_at + stops.num_rows

    @property
    def doubles(self) -> int:
        """Length of a strip in doubles."""
        return self.num_vectors * VECTOR

    @property
    def num_keeps(self) -> int:
        """How many vectors at the start of a strip hold keeps."""
        return len(keep_lattice(self.dice).above)

    def _order(self) -> list[Step]:
        """All keeps first, then depth first: a mean is taken as soon as all above it is done."""
        order = [Step("raise", low) for low in self.lows if len(low) < self.dice]
        seen: set[Step] = set()

        def visit(step: Step, needs: Iterable[Step]) -> None:
            if step in seen:
                return
            seen.add(step)
            for need in needs:
                visit(need, self._needs(need))
            order.append(step)

        visit(Step("mean", ()), self._needs(Step("mean", ())))
        return order

    def _needs(self, step: Step) -> list[Step]:
        if step.kind == "roll":
            return []
        above = [add(step.low, face) for face in LOW]
        means = [Step("mean", low) for low in above if len(low) < self.dice]
        return means + [Step("roll", low) for low in (step.low, *above)]

    def _place_rolls(self, start: int) -> tuple[dict[Dice, int], int]:
        """Space for each block of rolls, from its step to the last mean that reads it."""
        last: dict[Dice, int] = {}
        for time, step in enumerate(self.steps):
            for need in self._needs(step) if step.kind == "mean" else []:
                if need.kind == "roll":
                    last[need.low] = time
        place: dict[Dice, int] = {}
        top = 0
        for time, step in enumerate(self.steps):
            if step.kind != "roll":
                continue
            size = len(self.highs[self.dice - len(step.low)])
            at = 0
            for low in sorted((p for p in place if last[p] >= time), key=place.__getitem__):
                if at + size <= place[low] - start:
                    break
                at = max(at, place[low] - start + len(self.highs[self.dice - len(low)]))
            place[step.low] = start + at
            top = max(top, at + size)
        return place, top

    def split(self, node: Dice) -> tuple[Dice, Dice]:
        """The low and the high dice of a node."""
        return tuple(d for d in node if d in LOW), tuple(d for d in node if d in HIGH)

    def keep(self, node: Dice) -> int:
        """Vector index of a keep."""
        low, high = self.split(node)
        return self.block[low] + self.cell[high]

    def roll(self, node: Dice) -> int:
        """Vector index of a roll, while its block holds it."""
        low, high = self.split(node)
        return self.roll_block[low] + self.roll_cell[high]
