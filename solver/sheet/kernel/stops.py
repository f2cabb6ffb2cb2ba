"""Where a turn can stop: every box's placements on the keep lattice, and the rows that feed them.

A *row* is the value after filling a box, for all upper totals of a sheet side
by side.  A lower box has one row; an upper box has one for each count of its
face, because the count moves the upper total.  A :class:`Placement` says that a
roll containing a node can stop there for the row's value plus some points.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ...games.ruleset import Ruleset, Sum
from ..keep_lattice import keep_lattice
from ..scores import closure


@dataclass(frozen=True)
class Placement:
    """``points`` plus the value in ``row``, for every roll that contains ``node``."""

    node: int
    row: int
    points: int


@dataclass(frozen=True)
class Stops:
    """All placements of a ruleset, and the numbering of rows."""

    ruleset: Ruleset

    @property
    def num_counts(self) -> int:
        """Rows of an upper box: one for 0, 1, ... dice of its face."""
        return self.ruleset.num_dice + 1

    @property
    def num_rows(self) -> int:
        """Number of rows: those of the upper boxes, then one for each lower box."""
        return len(self.ruleset.upper) * self.num_counts + len(self.ruleset.lower)

    def row(self, box: int, points: int) -> int:
        """The row used when the box numbered ``box`` is filled with ``points``."""
        face = self.ruleset.boxes[box].upper_face
        if face is not None:
            return box * self.num_counts + points // face
        upper = len(self.ruleset.upper)
        return upper * self.num_counts + box - upper

    @cached_property
    def sum_rows(self) -> tuple[int, ...]:
        """Rows of the boxes that score the sum of all dice; a roll's sum decides, not its node."""
        return tuple(self.row(i, 0) for i, b in enumerate(self.ruleset.boxes) if isinstance(b.pattern, Sum))

    @cached_property
    def placements(self) -> tuple[Placement, ...]:
        """The placements of all other boxes, in node order."""
        return tuple(
            sorted(
                (
                    Placement(node, self.row(i, points), points)
                    for i, b in enumerate(self.ruleset.boxes)
                    if not isinstance(b.pattern, Sum)
                    for node, points in closure(b, self.ruleset.num_dice)
                ),
                key=lambda p: (p.node, p.row),
            )
        )

    def on_keeps(self) -> list[Placement]:
        """The placements on fewer than all dice."""
        return [p for p in self.placements if p.node < keep_lattice(self.ruleset.num_dice).num_keeps]

    def on_rolls(self) -> list[Placement]:
        """The placements that need all dice."""
        return [p for p in self.placements if p.node >= keep_lattice(self.ruleset.num_dice).num_keeps]
