"""Buck Dice: three dice, one point for each die that shows the target, out at exactly 15."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PLAYERS = range(2, 9)
"""How many can play a round."""

OvershootLittleBuck = Literal["reroll", "void-and-end"]
OVERSHOOT_LITTLE_BUCK: tuple[OvershootLittleBuck, ...] = ("reroll", "void-and-end")
"""What becomes of a little buck that would pass the goal; it does not count in either case."""


@dataclass(frozen=True)
class BuckDice:
    """The rules of one round.

    A roll that shows the target gives a point for each die that does and is
    followed by another roll; the first roll without ends the turn.  A score of
    exactly ``goal`` leaves the round, and so does a *big buck* (all dice show the
    target) from any score.  A *little buck* (all dice show one other face) gives
    ``little_buck`` points.  A roll that would pass the goal does not count and
    is thrown again.  The last player left loses a chip to every other.

    Attributes:
        num_dice: how many dice are thrown, at least 2.
        goal: the score that leaves the round.
        little_buck: points of a little buck.
        little_buck_ends_turn: whether a little buck ends the turn, as it shows no target.
        overshoot_little_buck: whether a little buck that would pass the goal is
            thrown again like any other roll, or ends the turn without points.
    """

    num_dice: int = 3
    goal: int = 15
    little_buck: int = 5
    little_buck_ends_turn: bool = True
    overshoot_little_buck: OvershootLittleBuck = "reroll"

    def __post_init__(self) -> None:
        if self.num_dice < 2 or self.goal < 1 or self.little_buck < 1:
            raise ValueError(f"{self}: expected at least 2 dice and positive points")
        if self.overshoot_little_buck not in OVERSHOOT_LITTLE_BUCK:
            raise ValueError(f"{self}: expected one of {', '.join(OVERSHOOT_LITTLE_BUCK)}")
