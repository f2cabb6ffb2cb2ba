"""Merged upper totals: which totals of a sheet have the same value.

For the open upper boxes only the sums that they can still reach matter: two
totals that need the same next reachable sum for the bonus are worth the same.
They are merged into one *lane*; no value is lost.  Lanes are ordered by upper
total, so a higher lane is never worth less.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ..games.ruleset import Ruleset

NEVER = 1 << 30
"""The sum that stands for a bonus out of reach."""


@dataclass(frozen=True)
class Lanes:
    """The lanes of the sheets whose filled upper boxes are the bit mask ``upper``.

    ``need[i]`` is the sum that lane i still needs from the open upper boxes: a
    reachable one, 0 when the bonus is earned, NEVER when it is lost; descending.
    """

    upper: int
    need: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.need)


class UpperTotals:
    """The lanes of every set of upper boxes that can follow a given one.

    Args:
        ruleset: the rules.
        upper: bit mask of the upper boxes filled at the root.
        total: the upper total at the root.
    """

    def __init__(self, ruleset: Ruleset, upper: int = 0, total: int = 0) -> None:
        self._ruleset = ruleset
        self._faces = [face for b in ruleset.upper if (face := b.upper_face) is not None]
        self._full = (1 << len(self._faces)) - 1
        self._root = upper
        self._root_total = total
        self.lanes = {mask: self._lanes(mask) for mask in range(self._full + 1) if mask & upper == upper}

    @lru_cache  # noqa: B019  (64 short lists)
    def _sums(self, mask: int) -> list[int]:
        """Every sum that the upper boxes in ``mask`` can hold together, ascending."""
        sums = {0}
        for i, face in enumerate(self._faces):
            if mask >> i & 1:
                sums = {s + face * n for s in sums for n in range(self._ruleset.num_dice + 1)}
        return sorted(sums)

    def _need(self, mask: int, total: int) -> int:
        missing = self._ruleset.bonus.threshold - total
        return next((s for s in self._sums(self._full & ~mask) if s >= missing), NEVER)

    def _lanes(self, mask: int) -> Lanes:
        needs = {self._need(mask, self._root_total + s) for s in self._sums(mask & ~self._root)}
        return Lanes(mask, tuple(sorted(needs, reverse=True)))

    def reached(self, mask: int) -> list[int]:
        """Every upper total that there can be when the boxes in ``mask`` are filled, ascending."""
        return [self._root_total + s for s in self._sums(mask & ~self._root)]

    def lane(self, mask: int, total: int) -> int:
        """The lane of upper total ``total`` when the boxes in ``mask`` are filled.

        Raises ValueError if there is none: the total does not follow from the root, nor is
        it worth the same as one that does.
        """
        return self.lanes[mask].need.index(self._need(mask, total))

    def has(self, mask: int, total: int) -> bool:
        """Whether there is a lane for ``total`` when the boxes in ``mask`` are filled."""
        return self._need(mask, total) in self.lanes[mask].need

    def earned(self) -> NDArray[np.bool_]:
        """Whether the bonus is earned in each lane, once all upper boxes are filled; bool [lanes]."""
        return np.array([need == 0 for need in self.lanes[self._full].need])

    def step(self, mask: int, box: int) -> NDArray[np.int32]:
        """int32 [dice + 1, lanes]: the lane reached by filling upper box ``box`` with n of its face."""
        after = mask | 1 << box
        lane_after = {need: i for i, need in enumerate(self.lanes[after].need)}
        sums = self._sums(self._full & ~after)

        def lane(need: int, count: int) -> int:
            left = need - self._faces[box] * count
            return lane_after[next((s for s in sums if s >= left), NEVER)]

        return np.array(
            [
                [lane(need, count) for need in self.lanes[mask].need]
                for count in range(self._ruleset.num_dice + 1)
            ],
            np.int32,
        )
