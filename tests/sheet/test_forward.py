"""Policies followed forwards: against the naive twin, and what must hold whatever the rules."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from omkast.games.action import Keep, Score
from omkast.games.ruleset import Bonus, Ruleset
from omkast.games.yatzy import yatzy
from omkast.progress import Silent
from omkast.sheet.actions import Actions
from omkast.sheet.forward import Followed, follow_levels
from omkast.sheet.keep_lattice import keep_lattice
from omkast.sheet.lattice import Root, SheetLattice
from omkast.sheet.policy import BestPlay, Policy
from omkast.sheet.position import Position
from omkast.sheet.scores import roll_scores
from omkast.sheet.states import States
from omkast.sheet.statistics import Statistics, statistics
from omkast.sheet.turn import TurnValues
from omkast.verify.sheet.naive import State
from omkast.verify.sheet.naive_forward import NaiveFollower, NaivePlay
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame, naive_solver
from omkast.verify.sheet.solved import solved

SAVED = SMALL_GAMES[0]
UNSAVED = SMALL_GAMES[2]
QUICK = [SAVED, SMALL_GAMES[1], UNSAVED, SMALL_GAMES[5]]
GAMES = [game if game in QUICK else pytest.param(game, marks=pytest.mark.slow) for game in SMALL_GAMES]

every_game = pytest.mark.parametrize("game", GAMES, ids=str)
all_quickly = pytest.mark.parametrize("game", SMALL_GAMES, ids=str)


def best_play(ruleset: Ruleset, root: Root | None = None) -> BestPlay:
    values = solved(ruleset, root)
    return BestPlay(values.lattice, values.levels.__getitem__)


def follow(policy: Policy, ruleset: Ruleset, root: Root | None = None, jobs: int = 1) -> list[Followed]:
    return list(follow_levels(policy, States(ruleset, root), Silent(), jobs))


def stats(policy: Policy, ruleset: Ruleset, root: Root | None = None) -> Statistics:
    return statistics(States(ruleset, root), follow(policy, ruleset, root))


@cache
def of_best_play(ruleset: Ruleset) -> Statistics:
    return stats(best_play(ruleset), ruleset)


@cache
def naive_play(game: SmallGame) -> NaivePlay:
    return NaiveFollower(naive_solver(game)).play()


def chances(states: States, levels: list[Followed]) -> dict[State, float]:
    """The probability of every state that is met, with its boxes by name."""
    found: dict[State, float] = {}
    for level in levels:
        for block in states.blocks(level.level).values():
            view = block.view(level.chances)
            for sheet, marker, at in np.argwhere(view > 0):
                lower = int(states.lattice.lowers[block.lower_filled][sheet])
                filled = block.upper | lower << states.lattice.upper_boxes
                boxes = frozenset(b.id for i, b in enumerate(states.ruleset.boxes) if filled >> i & 1)
                found[boxes, block.totals[at], int(marker)] = float(view[sheet, marker, at])
    return found


# Against the naive twin


@every_game
def test_every_state_has_the_probability_of_the_naive_twin(game: SmallGame) -> None:
    ours = chances(States(game.ruleset), follow(best_play(game.ruleset), game.ruleset))
    exact = naive_play(game).chances
    assert ours.keys() == exact.keys()
    assert max(abs(ours[state] - float(exact[state])) for state in exact) < 1e-14


@every_game
def test_boxes_rolls_and_markers_are_those_of_the_naive_twin(game: SmallGame) -> None:
    play, found = naive_play(game), of_best_play(game.ruleset)
    for box in found.boxes:
        exact: dict[int, Fraction] = {}
        for (_, (name, points)), p in play.fills.items():
            if name == box.box:
                exact[points] = exact.get(points, Fraction(0)) + p
        assert box.points == pytest.approx({points: float(p) for points, p in exact.items()}, abs=1e-13)
        turns = [
            float(sum(p for (t, (name, _)), p in play.fills.items() if (t, name) == (turn, box.box)))
            for turn in range(1, len(found.boxes) + 1)
        ]
        assert box.turns == pytest.approx(turns, abs=1e-13)
    for turn, law in enumerate(found.rolls, 1):
        exactly = [play.rolls.get((turn, rolls), Fraction(0)) for rolls in (1, 2, 3)]
        more = sum(p for (t, rolls), p in play.rolls.items() if t == turn and rolls > 3)
        assert law == pytest.approx([float(p) for p in (*exactly, more)], abs=1e-13)
    mean_rolls = sum(rolls * p for (_, rolls), p in play.rolls.items()) / len(found.boxes)
    assert found.rolls_per_turn == pytest.approx(float(mean_rolls), abs=1e-12)
    if found.saved_rerolls is not None:
        assert found.saved_rerolls.saved == pytest.approx(float(play.saved), abs=1e-12)
        assert found.saved_rerolls.spent == pytest.approx(float(play.spent), abs=1e-12)


@every_game
def test_mean_and_variance_of_the_total_are_those_of_the_naive_twin(game: SmallGame) -> None:
    play, found = naive_play(game), of_best_play(game.ruleset)
    assert found.expected_total == pytest.approx(float(play.mean), abs=1e-11)
    assert found.sd is not None
    assert found.sd**2 == pytest.approx(float(play.mean_square - play.mean**2), abs=1e-9)


# Whatever the rules


@all_quickly
def test_box_means_and_bonus_add_up_to_the_start_value(game: SmallGame) -> None:
    start = solved(game.ruleset).value(0, 0, 0)
    assert of_best_play(game.ruleset).expected_total == pytest.approx(start, abs=1e-9)


@all_quickly
def test_probabilities_of_each_level_sum_to_one(game: SmallGame) -> None:
    for level in follow(best_play(game.ruleset), game.ruleset):
        assert level.chances.sum() == pytest.approx(1.0, abs=1e-12)


@all_quickly
def test_results_are_bit_identical_for_any_number_of_workers(
    game: SmallGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("omkast.sheet.forward.FLOW_BYTES", 1)  # every sheet is a chunk
    policy = best_play(game.ruleset)
    one, two = (follow(policy, game.ruleset, jobs=jobs) for jobs in (1, 2))
    for a, b in zip(one, two, strict=True):
        assert np.array_equal(a.chances, b.chances)
        assert (a.tally is None) == (b.tally is None)
        for x, y in zip(a.tally or (), b.tally or (), strict=True):
            assert np.array_equal(x, y)


@pytest.mark.parametrize("game", [SAVED, UNSAVED], ids=str)
def test_play_from_every_state_of_a_level_is_together_the_whole_game(game: SmallGame) -> None:
    ruleset, policy = game.ruleset, best_play(game.ruleset)
    whole = chances(States(ruleset), follow(policy, ruleset))
    parts: dict[State, float] = {}
    for (boxes, total, markers), p in whole.items():
        if len(boxes) == 2:
            root = Root(sum(1 << ruleset.index(box) for box in boxes), total, markers)
            for state, chance in chances(States(ruleset, root), follow(policy, ruleset, root)).items():
                parts[state] = parts.get(state, 0.0) + p * chance
    assert parts == pytest.approx({s: p for s, p in whole.items() if len(s[0]) >= 2}, abs=1e-14)


@pytest.mark.parametrize("game", [SAVED, UNSAVED], ids=str)
def test_a_root_is_followed_alike_with_its_own_values_and_with_those_of_the_whole_game(
    game: SmallGame,
) -> None:
    root = Root(0b100, 12, 1 if game.ruleset.saved_rerolls else 0)
    if game is UNSAVED:
        root = Root(0b10, 5)
    of_whole, own = (stats(best_play(game.ruleset, r), game.ruleset, root) for r in (None, root))
    assert own.expected_total == pytest.approx(of_whole.expected_total, abs=1e-12)
    assert own.upper_total == pytest.approx(of_whole.upper_total, abs=1e-14)
    start = solved(game.ruleset).value(root.filled, root.upper_total, root.markers)
    assert own.expected_total == pytest.approx(start, abs=1e-9)


def test_markers_of_a_position_are_spent_or_left_over() -> None:
    root = Root(0b11, 3, 4)
    found = stats(best_play(SAVED.ruleset), SAVED.ruleset, root)
    assert found.markers == 4
    assert found.saved_rerolls is not None
    assert found.saved_rerolls.held[0].distribution[4] == 1.0
    left = found.saved_rerolls.left_over
    assert 4 + found.saved_rerolls.saved == pytest.approx(found.saved_rerolls.spent + left, abs=1e-12)


def test_one_more_marker_is_worth_the_difference_of_the_values() -> None:
    ruleset = SAVED.ruleset
    values = solved(ruleset)
    found = of_best_play(ruleset).saved_rerolls
    assert found is not None
    assert found.worth_of_one_more[0] is None  # no marker can be held at the start
    sheets = chances(States(ruleset), follow(best_play(ruleset), ruleset))
    gained = known = 0.0
    for (boxes, total, markers), p in sheets.items():
        if len(boxes) == 2 and markers < 4:
            filled = sum(1 << ruleset.index(box) for box in boxes)
            more = values.value(filled, total, markers + 1) - values.value(filled, total, markers)
            gained, known = gained + p * more, known + p
    assert found.worth_of_one_more[2] == pytest.approx(gained / known, abs=1e-12)


# Plans that belong to other rules


def with_bonus(game: SmallGame, threshold: int, points: int) -> Ruleset:
    return replace(game.ruleset, bonus=Bonus(threshold, points))


@pytest.mark.parametrize("game", [SAVED, SMALL_GAMES[1], UNSAVED], ids=str)
def test_a_plan_for_another_bonus_never_beats_best_play(game: SmallGame) -> None:
    other = with_bonus(game, 6, 90)
    for plan, rules in ((game.ruleset, other), (other, game.ruleset)):
        cross = stats(best_play(plan), rules)
        assert cross.expected_total <= of_best_play(rules).expected_total + 1e-9
        assert cross.sd is None


def test_a_plan_under_another_bonus_earns_what_its_upper_totals_say() -> None:
    other = with_bonus(SAVED, 6, 90)
    cross = stats(best_play(SAVED.ruleset), other)
    assert cross.expected_total < of_best_play(other).expected_total - 0.1
    assert of_best_play(SAVED.ruleset).under(other.bonus) == pytest.approx(cross.expected_total, abs=1e-12)


def test_a_plan_with_markers_can_be_followed_where_they_are_lost() -> None:
    unsaved = replace(SAVED.ruleset, saved_rerolls=False)
    cross = stats(best_play(SAVED.ruleset), unsaved)
    assert cross.saved_rerolls is None
    assert cross.expected_total < of_best_play(unsaved).expected_total


def test_plans_that_cannot_be_followed_are_refused() -> None:
    unsaved = replace(SAVED.ruleset, saved_rerolls=False)
    with pytest.raises(ValueError, match="says nothing about markers"):
        follow(best_play(unsaved), SAVED.ruleset)
    with pytest.raises(ValueError, match="other boxes or dice"):
        follow(best_play(UNSAVED.ruleset), SAVED.ruleset)


class FirstBox:
    """A rule of thumb: never reroll, fill the first open box."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset

    def decisions(self, filled: int, upper_total: int, budgets: int) -> NDArray[np.int16]:
        box = next(b for i, b in enumerate(self.ruleset.boxes) if not filled >> i & 1)
        number = Actions(self.ruleset).number
        row = [number[Score(box.id, points)] for points in roll_scores(box, self.ruleset.num_dice)]
        return np.tile(np.array(row, np.int16), (budgets, 1))


@all_quickly
def test_a_rule_of_thumb_can_be_followed(game: SmallGame) -> None:
    found = stats(FirstBox(game.ruleset), game.ruleset)
    chance = keep_lattice(game.ruleset.num_dice).roll_probabilities()
    for turn, box in enumerate(game.ruleset.boxes):
        assert found.boxes[turn].mean == pytest.approx(
            float(chance @ roll_scores(box, game.ruleset.num_dice))
        )
        assert found.boxes[turn].mean_turn == pytest.approx(turn + 1)
    assert found.rolls_per_turn == pytest.approx(1)
    if found.saved_rerolls is not None:
        assert found.saved_rerolls.left_over == pytest.approx(game.ruleset.rerolls * len(game.ruleset.boxes))


# Best play's decisions


def test_no_decision_of_best_play_loses_anything() -> None:
    ruleset, values = SAVED.ruleset, solved(SAVED.ruleset)
    position = Position(ruleset, {"ones": 1, "one-pair": 0}, 3)
    turn = TurnValues(position, values.sheet_values(position), 5)
    lattice, actions = keep_lattice(ruleset.num_dice), Actions(ruleset)
    order = list(actions.number)
    decisions = best_play(ruleset).decisions(position.filled, 1, 6)
    for budget in range(6):
        for roll, action in enumerate(decisions[budget]):
            match order[action]:
                case Keep(dice):
                    worth = turn.keep[budget - 1, lattice.number[dice]]
                case Score(box, points):
                    assert points == roll_scores(ruleset.boxes[ruleset.index(box)], ruleset.num_dice)[roll]
                    worth = turn.stop[budget, ruleset.index(box), roll]
            assert worth == pytest.approx(turn.best[budget, roll], abs=1e-9)


def test_best_play_of_yatzy_looks_as_known() -> None:
    found = of_best_play(yatzy())
    assert found.expected_total == pytest.approx(248.4399893779, abs=1e-9)
    assert found.bonus_probability == pytest.approx(0.898065, abs=5e-7)
    assert found.sd == pytest.approx(38.4964, abs=5e-5)
    assert found.dropped < 1e-15
    means = (2.17887, 5.66554, 9.28987, 12.80036, 16.24313, 19.97271, 11.18521, 19.38572, 15.50396)
    more = (13.66744, 3.94510, 9.72828, 21.46052, 23.09017, 19.41987)
    assert [box.mean for box in found.boxes] == pytest.approx((*means, *more), abs=2e-3)


def test_a_lattice_with_markers_to_spare_tells_what_one_more_is_worth_from_the_first_turn() -> None:
    ruleset, root = SAVED.ruleset, Root(markers=1)
    policy = BestPlay(SheetLattice(ruleset, root), solved(ruleset, root).levels.__getitem__)
    found = stats(policy, ruleset).saved_rerolls
    assert found is not None
    more = solved(ruleset, root).value(0, 0, 1) - solved(ruleset).value(0, 0, 0)
    assert found.worth_of_one_more[0] == pytest.approx(more, abs=1e-12)
