"""One turn of Buck Dice, and the turns until leaving: exact values, the naive twin, invariants."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, islice

import pytest

from games_buck import every_option
from omkast.buck_dice.roll import RollKind, rolls
from omkast.buck_dice.turn import one_turn
from omkast.buck_dice.turns import leaving_distribution, leaving_quantile, standings, turns_to_leave
from omkast.errors import IllegalState
from omkast.games.buck_dice import BuckDice, OvershootLittleBuck
from omkast.verify.buck_dice import naive
from omkast.verify.buck_dice.brute_force import both_rules, turn_difference

SCORES = range(15)


def test_rolls_of_three_dice() -> None:
    ways = {(roll.kind, roll.points): roll.ways for roll in rolls(BuckDice())}
    assert ways == {
        (RollKind.NOTHING, 0): 120,
        (RollKind.TARGETS, 1): 75,
        (RollKind.TARGETS, 2): 15,
        (RollKind.LITTLE_BUCK, 5): 5,
        (RollKind.BIG_BUCK, 3): 1,
    }


@pytest.mark.parametrize("dice", [2, 3, 4, 5])
def test_the_ways_of_rolls_add_up(dice: int) -> None:
    assert sum(roll.ways for roll in rolls(BuckDice(num_dice=dice))) == 6**dice


# One turn


@every_option
@pytest.mark.parametrize("goal", [1, 4, 6, 15, 40])
def test_probabilities_of_a_turn_sum_to_exactly_1(
    ends_turn: bool, overshoot: OvershootLittleBuck, goal: int
) -> None:
    rules, _ = both_rules(ends_turn, overshoot, goal)
    for score in range(goal):
        turn = one_turn(rules, score)
        assert sum(turn.after.values()) + turn.out == 1
        assert list(turn.after) == list(range(score, goal))
        assert min(turn.after.values()) > 0


@every_option
@pytest.mark.parametrize("goal", [4, 15])
def test_a_turn_is_that_of_the_naive_twin(ends_turn: bool, overshoot: OvershootLittleBuck, goal: int) -> None:
    assert turn_difference(*both_rules(ends_turn, overshoot, goal)) <= 1e-14


def test_a_turn_from_14_by_hand() -> None:
    """Two targets and little bucks are void: 20 of 216 ways do not count, 75 leave by points."""
    turn = one_turn(BuckDice(), 14)
    assert turn.after == {14: Fraction(120, 196)}
    assert (turn.by_points, turn.by_big_buck) == (Fraction(75, 196), Fraction(1, 196))
    # A void little buck that ends the turn counts as one of the ways to stay.
    turn = one_turn(BuckDice(overshoot_little_buck="void-and-end"), 14)
    assert turn.after == {14: Fraction(125, 201)}
    assert (turn.by_points, turn.by_big_buck) == (Fraction(75, 201), Fraction(1, 201))


def test_a_little_buck_from_10_leaves() -> None:
    """From 10 nothing passes 15: every end is a sum over sequences of ones and twos."""
    one, two = Fraction(75, 216), Fraction(15, 216)
    turn = one_turn(BuckDice(), 10)
    assert turn.after[10] == Fraction(120, 216)
    # From 11 on a little buck is void, so 5 of 216 ways do not count.
    assert turn.after[11] == one * Fraction(120, 211)
    assert turn.after[12] == (one * Fraction(75, 211) + two) * Fraction(120, 211)


def test_far_from_the_goal_one_turn_in_126_has_a_big_buck() -> None:
    assert float(one_turn(BuckDice(goal=200), 0).by_big_buck) == pytest.approx(1 / 126, abs=1e-12)


# Turns until leaving


@pytest.mark.parametrize(
    ("ends_turn", "overshoot", "expected"),
    [
        (True, "reroll", "15.3822"),
        (True, "void-and-end", "15.5450"),
        (False, "reroll", "14.9969"),
        (False, "void-and-end", "15.1597"),
    ],
)
def test_expected_turns_of_an_independent_program(
    ends_turn: bool, overshoot: OvershootLittleBuck, expected: str
) -> None:
    rules, _ = both_rules(ends_turn, overshoot)
    assert f"{float(turns_to_leave(rules, 0).expected):.4f}" == expected


def test_the_exact_fraction_of_an_independent_program() -> None:
    expected = Fraction(35707433564953558911877369, 2321346939161293036191744)
    assert turns_to_leave(BuckDice(), 0).expected == expected


def test_turns_from_14_are_geometric() -> None:
    facts = turns_to_leave(BuckDice(), 14)
    leave = Fraction(76, 196)
    assert facts.expected == 1 / leave
    assert facts.variance == (1 - leave) / leave**2
    assert facts.by_big_buck == Fraction(1, 76)


@every_option
def test_turns_are_those_of_the_naive_twin(ends_turn: bool, overshoot: OvershootLittleBuck) -> None:
    rules, plain = both_rules(ends_turn, overshoot)
    for score in (0, 5, 12):
        leaves = [points + big_buck for points, big_buck in naive.leaving(plain, score)]
        mean = sum(turn * p for turn, p in enumerate(leaves, 1))
        facts = turns_to_leave(rules, score)
        assert float(facts.expected) == pytest.approx(mean, abs=1e-12)
        variance = sum((turn - mean) ** 2 * p for turn, p in enumerate(leaves, 1))
        assert float(facts.variance) == pytest.approx(variance, abs=1e-11)
        big_buck = sum(big_buck for _, big_buck in naive.leaving(plain, score))
        assert float(facts.by_big_buck) == pytest.approx(big_buck, abs=1e-13)
        assert leaving_distribution(rules, score, 60) == pytest.approx(leaves[:60], abs=1e-15)
        left = list(accumulate(leaves))
        for share in (Fraction(1, 20), Fraction(1, 2), Fraction(19, 20)):
            enough = next(turn for turn, p in enumerate(left, 1) if p >= share)
            assert leaving_quantile(rules, score, share) == enough


def test_a_quantile_is_reached_exactly() -> None:
    """From 14 a share of 76/196 has left after one turn; any more takes a second turn."""
    share = Fraction(76, 196)
    assert leaving_quantile(BuckDice(), 14, share) == 1
    assert leaving_quantile(BuckDice(), 14, share + Fraction(1, 10**30)) == 2


def test_standings_sum_to_exactly_1() -> None:
    left = [Fraction(0)] * 15
    for now in islice(standings(BuckDice()), 40):
        left = [before + Fraction(gone, now.scale) for before, gone in zip(left, now.leaving, strict=True)]
        for score in SCORES:
            assert Fraction(now.still_in[score], now.scale) + left[score] == 1
            assert Fraction(now.by_points[score], now.scale) <= left[score]


def test_standings_add_up_to_the_solved_means() -> None:
    facts = turns_to_leave(BuckDice(), 0)
    table = list(islice(standings(BuckDice()), 150))
    assert sum(now.still_in[0] / now.scale for now in table) == pytest.approx(
        float(facts.expected), abs=1e-13
    )
    assert table[-1].by_points[0] / table[-1].scale == pytest.approx(1 - float(facts.by_big_buck), abs=1e-14)


def test_more_points_never_take_more_turns() -> None:
    expected = [turns_to_leave(BuckDice(), score).expected for score in SCORES]
    assert expected == sorted(expected, reverse=True)


@every_option
@pytest.mark.parametrize("goal", [4, 6])
def test_the_evening_of_one_player_is_that_of_the_naive_twin(
    ends_turn: bool, overshoot: OvershootLittleBuck, goal: int
) -> None:
    """Turns of races one after another, until a big buck: the renewal, followed turn by turn."""
    rules, plain = both_rules(ends_turn, overshoot, goal)
    for score in (0, goal - 1):
        turns, waiting = 0.0, {score: 1.0}
        while sum(waiting.values()) > 1e-15:
            later = dict.fromkeys(range(goal), 0.0)
            for now, probability in waiting.items():
                turns += probability
                for end, share in naive.turn(plain, now).items():
                    if end != naive.BIG_BUCK:
                        later[end if isinstance(end, int) else 0] += probability * share
            waiting = later
        assert float(turns_to_leave(rules, score).evening) == pytest.approx(turns, rel=1e-12)


# What an option changes, and what it does not


def test_ending_the_turn_matters_only_where_a_little_buck_falls_short_of_the_goal() -> None:
    ends, goes_on = BuckDice(), BuckDice(little_buck_ends_turn=False)
    for score in SCORES:
        assert (one_turn(ends, score) == one_turn(goes_on, score)) == (score >= 10)


def test_overshooting_matters_only_where_a_little_buck_can_pass_the_goal() -> None:
    reroll, end = BuckDice(), BuckDice(overshoot_little_buck="void-and-end")
    # A void little buck that ends a turn keeps the player where it is; all lower scores hand it on.
    for score in SCORES:
        assert one_turn(end, score).out <= one_turn(reroll, score).out
        assert (one_turn(end, score).after[score] == one_turn(reroll, score).after[score]) == (score <= 10)
    # A little buck of 1 point never passes it.
    assert [one_turn(BuckDice(little_buck=1), score) for score in SCORES] == [
        one_turn(BuckDice(little_buck=1, overshoot_little_buck="void-and-end"), score) for score in SCORES
    ]


@every_option
def test_options_decide_when_turns_end_but_not_how_players_leave(
    ends_turn: bool, overshoot: OvershootLittleBuck
) -> None:
    """The rolls that count follow each other alike; only the turns they fall in differ."""
    rules, _ = both_rules(ends_turn, overshoot)
    for score in SCORES:
        assert turns_to_leave(rules, score).by_big_buck == turns_to_leave(BuckDice(), score).by_big_buck


def test_options_change_the_turns_in_the_expected_direction() -> None:
    for score in SCORES:
        by_option = {
            (ends, overshoot): turns_to_leave(both_rules(ends, overshoot)[0], score).expected
            for ends in (True, False)
            for overshoot in ("reroll", "void-and-end")
        }
        assert by_option[True, "reroll"] < by_option[True, "void-and-end"]
        assert (by_option[False, "reroll"] < by_option[True, "reroll"]) == (score < 10)


# What is refused


@pytest.mark.parametrize("score", [15, 16, -1])
@pytest.mark.parametrize(
    "ask",
    [
        one_turn,
        turns_to_leave,
        lambda rules, score: leaving_distribution(rules, score, 5),
        lambda rules, score: leaving_quantile(rules, score, Fraction(1, 2)),
    ],
)
def test_scores_that_begin_no_turn(ask: object, score: int) -> None:
    assert callable(ask)
    with pytest.raises(IllegalState, match=rf"score is {score}.*expected a whole number from 0 to 14"):
        ask(BuckDice(), score)


@pytest.mark.parametrize(
    "wrong", [{"num_dice": 1}, {"goal": 0}, {"little_buck": 0}, {"overshoot_little_buck": "maybe"}]
)
def test_rules_that_make_no_game(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"expected"):
        BuckDice(**wrong)  # type: ignore[arg-type]
