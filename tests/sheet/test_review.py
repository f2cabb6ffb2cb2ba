"""Reviews: luck and loss account for every point of a recorded game."""

from __future__ import annotations

from random import Random

import pytest

from game_records import random_record, roll
from omkast.games.action import Keep
from omkast.sheet.advice import Advisor
from omkast.sheet.record import Record, RecordedTurn, Throw
from omkast.sheet.review import review
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame
from omkast.verify.sheet.solved import solved


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
@pytest.mark.parametrize("seed", range(8))
def test_total_is_start_value_and_luck_less_losses(game: SmallGame, seed: int) -> None:
    record = random_record(game.ruleset, seed)
    for player, found in enumerate(review(record, solved(game.ruleset))):
        balance = found.start_value + found.luck - found.loss + found.unrecorded
        assert balance == pytest.approx(found.total, abs=1e-9)
        assert all(decision.loss >= 0 for _, decision in found.decisions)
        if found.finished:
            assert found.total == record.total(player)


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_best_play_loses_nothing_and_its_luck_is_level_in_the_mean(game: SmallGame) -> None:
    values = solved(game.ruleset)
    advisor, rng = Advisor(values), Random(5)
    lucks = []
    for _ in range(200):
        record = Record.new(game.ruleset, ("A",))
        while record.to_throw is not None:
            position = record.position(0)
            throws, budget = (
                [Throw((), roll(game.ruleset.num_dice, rng))],
                game.ruleset.rerolls + position.markers,
            )
            while True:
                rerolls = min(budget, game.ruleset.rerolls)
                now = type(position)(game.ruleset, position.scores, budget - rerolls)
                action = advisor.options(now, throws[-1].roll, rerolls)[0].action
                if not isinstance(action, Keep):
                    break
                throws.append(Throw(action.dice, roll(game.ruleset.num_dice - len(action.dice), rng)))
                budget -= 1
            record = record.with_turn(0, RecordedTurn(tuple(throws), action))
        (found,) = review(record, values)
        assert found.loss == 0
        assert found.start_value + found.luck == pytest.approx(found.total, abs=1e-9)
        lucks.append(found.luck)
    mean = sum(lucks) / len(lucks)
    variance = sum((luck - mean) ** 2 for luck in lucks) / (len(lucks) - 1)
    assert abs(mean) < 3 * (variance / len(lucks)) ** 0.5
