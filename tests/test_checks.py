"""Whole numbers are whole, whatever takes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from omkast.buck_dice.odds import round_odds
from omkast.buck_dice.turn import one_turn
from omkast.errors import IllegalState
from omkast.games.buck_dice import BuckDice
from omkast.games.qualify import QUALIFY
from omkast.set_aside.bank import bank_odds
from omkast.set_aside.objectives import reach_turn
from omkast.set_aside.pot import Pot
from omkast.sheet.advice import Advisor
from omkast.sheet.chances import box_chances
from omkast.sheet.position import Position
from omkast.verify.sheet.small_games import SMALL_GAMES
from omkast.verify.sheet.solved import solved

RULES = SMALL_GAMES[0].ruleset
BUCK_DICE = BuckDice()
LEAST_DICE = (1,) * RULES.num_dice


@pytest.mark.parametrize("number", [1.0, 1.5, True, "1", None])
@pytest.mark.parametrize(
    "take",
    [
        lambda number: Position(RULES, {RULES.boxes[0].id: number}),
        lambda number: Position(RULES, markers=number),
        lambda number: Advisor(solved(RULES)).options(Position(RULES), LEAST_DICE, number),
        lambda number: Advisor(solved(RULES)).every_roll(Position(RULES), number),
        lambda number: box_chances(RULES, (), RULES.rerolls, number),
        lambda number: bank_odds(number),
        lambda number: bank_odds(1, number),
        lambda number: reach_turn(QUALIFY, number),
        lambda number: Pot(QUALIFY, "split").seats(number),
        lambda number: one_turn(BUCK_DICE, number),
        lambda number: round_odds(BUCK_DICE, (0, number), 1),
        lambda number: round_odds(BUCK_DICE, (0, 0), number),
    ],
)
def test_a_number_that_is_not_whole_is_refused(take: Callable[[Any], object], number: object) -> None:
    if number is None and "options" in take.__code__.co_names:
        pytest.skip("None stands for all rerolls")
    with pytest.raises(IllegalState, match="expected a whole number"):
        take(number)
