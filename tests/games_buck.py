"""The rule options of Buck Dice, for the product and for its naive twin."""

from __future__ import annotations

from itertools import product

import pytest

from naive_buck_dice import NaiveRules
from omkast.solver.games.buck_dice import OVERSHOOT_LITTLE_BUCK, BuckDice

OPTIONS = list(product((True, False), OVERSHOOT_LITTLE_BUCK))
every_option = pytest.mark.parametrize(("ends_turn", "overshoot"), OPTIONS)
"""Both rule options, in all four combinations."""


def both_rules(ends_turn: bool, overshoot: str, goal: int = 15) -> tuple[BuckDice, NaiveRules]:
    """The same rules for the product and for the naive twin."""
    known = next(option for option in OVERSHOOT_LITTLE_BUCK if option == overshoot)
    return (
        BuckDice(goal=goal, little_buck_ends_turn=ends_turn, overshoot_little_buck=known),
        NaiveRules(goal, ends_turn, overshoot),
    )
