"""What one roll of Buck Dice can be, in ways out of 6^dice."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from math import comb

from ..dice import FACES
from ..games.buck_dice import BuckDice


class RollKind(Enum):
    """The kinds of rolls that the rules tell apart."""

    NOTHING = auto()
    TARGETS = auto()
    LITTLE_BUCK = auto()
    BIG_BUCK = auto()


@dataclass(frozen=True)
class Roll:
    """Rolls that mean the same: ``ways`` of the 6^dice ordered throws, worth ``points`` each.

    A big buck leaves the round whatever the score, so its points do not matter.
    """

    kind: RollKind
    points: int
    ways: int


@cache
def rolls(rules: BuckDice) -> tuple[Roll, ...]:
    """Every roll there is; the ways add up to 6^dice."""
    others = len(FACES) - 1
    return (
        Roll(RollKind.NOTHING, 0, others**rules.num_dice - others),
        *(
            Roll(RollKind.TARGETS, count, comb(rules.num_dice, count) * others ** (rules.num_dice - count))
            for count in range(1, rules.num_dice)
        ),
        Roll(RollKind.LITTLE_BUCK, rules.little_buck, others),
        Roll(RollKind.BIG_BUCK, rules.num_dice, 1),
    )
