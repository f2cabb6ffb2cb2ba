"""Everything that can be done with a roll, numbered in the order in which ties are decided.

Of two actions worth the same the one with the lower number is taken: ending the turn
before rerolling, scoring before striking, the earlier box on the sheet, the keep with more
dice (and of equally many the one with the lower faces).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..games.action import Action, Keep, Score
from ..games.ruleset import Ruleset
from .keep_lattice import keep_lattice
from .scores import possible_scores

TIE = 2.0**-39
"""What an action is charged for every action numbered before it, in points (1.8e-12).

Values that are equal but for rounding (some 1e-13) are thus decided by the order, and no
choice is made that costs more than the number of actions times this, about 1e-9.
"""


@dataclass(frozen=True)
class Actions:
    """The actions of a ruleset by number: first the scores and strikes, then the keeps."""

    ruleset: Ruleset

    @cached_property
    def stops(self) -> tuple[Score, ...]:
        """Every way to fill a box: those that score in the order of the sheet, then the strikes."""
        scores = [
            Score(box.id, points)
            for box in self.ruleset.boxes
            for points in possible_scores(box, self.ruleset.num_dice)
            if points
        ]
        return (*scores, *(Score(box.id, 0) for box in self.ruleset.boxes))

    @cached_property
    def keeps(self) -> tuple[Keep, ...]:
        """Every keep, those with more dice first."""
        lattice = keep_lattice(self.ruleset.num_dice)
        nodes = lattice.nodes[: lattice.num_keeps]
        return tuple(Keep(node) for node in sorted(nodes, key=lambda node: (-len(node), node)))

    @cached_property
    def number(self) -> dict[Action, int]:
        """The number of every action."""
        actions: tuple[Action, ...] = (*self.stops, *self.keeps)
        return {action: i for i, action in enumerate(actions)}
