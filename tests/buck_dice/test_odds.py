"""A round of Buck Dice: the joint chain of all players, play with its own bookkeeping, invariants."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt
from random import Random
from statistics import fmean, stdev

import pytest

from games_buck import every_option
from omkast.buck_dice.odds import round_odds
from omkast.errors import IllegalState
from omkast.games.buck_dice import BuckDice, OvershootLittleBuck
from omkast.verify.buck_dice import naive
from omkast.verify.buck_dice.brute_force import both_rules, round_difference

ROUNDS: list[tuple[int, tuple[int, ...], int]] = [
    (15, (12, 13), 1),
    (15, (9, 14), 2),
    (15, (13, 12, 14), 1),
    (15, (11, 14, 14), 3),
    (15, (15, 12, 13), 3),
    (15, (14, 15, 12, 15, 13), 3),
    (6, (0, 0), 2),
    (4, (0, 0, 0), 2),
    (4, (0, 4, 0, 1), 4),
]
"""Goal, scores, whose turn: short races, in which the joint chain stays small."""


def at_table(scores: tuple[int, ...], goal: int) -> naive.Scores:
    return tuple(naive.OUT if score == goal else score for score in scores)


@every_option
@pytest.mark.parametrize(("goal", "scores", "turn"), ROUNDS)
def test_odds_are_those_of_the_joint_chain(
    ends_turn: bool, overshoot: OvershootLittleBuck, goal: int, scores: tuple[int, ...], turn: int
) -> None:
    rules, plain = both_rules(ends_turn, overshoot, goal)
    assert round_difference(rules, plain, scores, turn) <= 1e-12


@every_option
@pytest.mark.parametrize(("goal", "scores", "turn"), ROUNDS)
def test_chips_follow_from_losing_and_those_who_are_out_have_theirs(
    ends_turn: bool, overshoot: OvershootLittleBuck, goal: int, scores: tuple[int, ...], turn: int
) -> None:
    """A chip from the loser, or one to everybody else."""
    rules, _ = both_rules(ends_turn, overshoot, goal)
    for score, facts in zip(scores, round_odds(rules, scores, turn).players, strict=True):
        if score == goal:
            assert (facts.lose, facts.first, facts.chips, facts.places) == (0, 0, 1, None)
        else:
            expected = (1 - facts.lose) - (len(scores) - 1) * facts.lose
            assert facts.chips == pytest.approx(expected, abs=1e-14)


@every_option
@pytest.mark.parametrize(
    ("goal", "scores", "turn"), [(6, (0, 0), 1), (6, (5, 2), 2), (4, (0, 3, 1), 3), (3, (0, 3, 1), 1)]
)
def test_the_evening_is_that_of_the_joint_chain(
    ends_turn: bool, overshoot: OvershootLittleBuck, goal: int, scores: tuple[int, ...], turn: int
) -> None:
    rules, plain = both_rules(ends_turn, overshoot, goal)
    evening = round_odds(rules, scores, turn).evening
    turns, rounds = naive.played_evening(plain, at_table(scores, goal), turn - 1)
    assert evening.expected_turns == pytest.approx(turns, rel=1e-12)
    assert evening.expected_rounds == pytest.approx(rounds, rel=1e-12)


# Play


@pytest.mark.parametrize(
    ("ends_turn", "overshoot", "scores", "turn", "seed"),
    [
        (True, "reroll", (12, 7, 0, 15), 1, 1),
        (True, "void-and-end", (3, 14, 9), 3, 2),
        (False, "reroll", (0, 0, 0, 0, 0), 2, 3),
    ],
)
def test_odds_are_those_of_play(
    ends_turn: bool, overshoot: OvershootLittleBuck, scores: tuple[int, ...], turn: int, seed: int
) -> None:
    rules, plain = both_rules(ends_turn, overshoot)
    odds = round_odds(rules, scores, turn)
    random = Random(seed)
    played = [naive.play(plain, list(scores), turn - 1, random) for _ in range(4000)]
    assert_within_three_errors(odds.expected_turns, [one.turns for one in played])
    for player, facts in enumerate(odds.players):
        if scores[player] == 15:
            continue
        assert_within_three_errors(facts.lose, [one.loser == player for one in played])
        assert_within_three_errors(facts.first, [one.left[0] == player for one in played])
        pays = 1 - len(scores)
        assert_within_three_errors(facts.chips, [pays if one.loser == player else 1 for one in played])
        assert facts.places is not None
        out = scores.count(15)
        place = sum(at * p for at, p in enumerate(facts.places, 1))
        finals = [out + [*one.left, one.loser].index(player) + 1 for one in played]
        assert_within_three_errors(place, finals)


def assert_within_three_errors(expected: float, seen: list[int] | list[bool]) -> None:
    assert abs(fmean(seen) - expected) < 3 * stdev(seen) / sqrt(len(seen))


# Invariants


@pytest.mark.parametrize("scores", [(0,) * 8, (14,) * 8, (12, 7, 0, 15), (0, 14), (0, 1, 2, 3, 4, 5, 6, 7)])
def test_probabilities_of_a_round_sum_to_1(scores: tuple[int, ...]) -> None:
    odds = round_odds(BuckDice(), scores, 1)
    places = [facts.places for facts in odds.players if facts.places is not None]
    for row in places:
        assert sum(row) == pytest.approx(1, abs=1e-14)
    out = scores.count(15)
    for place, column in enumerate(zip(*places, strict=True)):
        assert sum(column) == pytest.approx(1 if place >= out else 0, abs=1e-14)
    assert sum(facts.lose for facts in odds.players) == pytest.approx(1, abs=1e-14)
    assert sum(facts.first for facts in odds.players) == pytest.approx(1, abs=1e-14)
    assert sum(facts.chips for facts in odds.players) == pytest.approx(0, abs=1e-13)


def test_seats_do_not_matter_but_the_order_of_turns_does() -> None:
    """Turning the table together with the turn turns the odds, and nothing else."""
    scores = (12, 15, 7, 0, 3)
    odds = round_odds(BuckDice(), scores, 3)
    for shift in range(1, 5):
        turned = round_odds(BuckDice(), scores[shift:] + scores[:shift], (2 - shift) % 5 + 1)
        assert turned.players == odds.players[shift:] + odds.players[:shift]
        assert turned.expected_turns == odds.expected_turns


def test_who_is_out_only_takes_a_place_and_a_chip() -> None:
    alone = round_odds(BuckDice(), (9, 4), 1)
    beside = round_odds(BuckDice(), (9, 15, 4), 1)
    assert beside.expected_turns == alone.expected_turns
    for two, three in zip(alone.players, (beside.players[0], beside.players[2]), strict=True):
        assert (two.lose, two.first) == (three.lose, three.first)
        assert two.places is not None
        assert three.places == (0.0, *two.places)
        assert three.chips == 1 - 3 * three.lose


def test_who_throws_earlier_loses_less() -> None:
    loses = [facts.lose for facts in round_odds(BuckDice(), (0,) * 4, 1).players]
    assert all(before < after for before, after in pairwise(loses))


def test_more_points_lose_less() -> None:
    loses = [round_odds(BuckDice(), (score, 7, 7), 1).players[0].lose for score in range(15)]
    assert loses == sorted(loses, reverse=True)


@pytest.mark.parametrize("player", range(8))
def test_eight_players_one_point_short_in_closed_form(player: int) -> None:
    """Each leaves in a turn with p = 76/196, so the sums are geometric series; correct to the last digits.

    Player p (from 0) is last if, before her t-th turn, p others have left within t turns
    and 7 - p within t - 1; expand both powers and sum over t.
    """
    leave = Fraction(76, 196)
    stay = 1 - leave
    exact = sum(
        (-1) ** (i + j) * comb(player, i) * comb(7 - player, j) * stay**i * leave / (1 - stay ** (1 + i + j))
        for i in range(player + 1)
        for j in range(8 - player)
    )
    assert round_odds(BuckDice(), (14,) * 8, 1).players[player].lose == pytest.approx(float(exact), rel=1e-15)


def test_options_reach_every_part_of_the_odds() -> None:
    scores = (0, 4, 8)
    plain = round_odds(BuckDice(), scores, 1)
    for rules in (BuckDice(little_buck_ends_turn=False), BuckDice(overshoot_little_buck="void-and-end")):
        other = round_odds(rules, scores, 1)
        assert other.expected_turns != pytest.approx(plain.expected_turns, rel=1e-4)
        assert other.evening.expected_turns != pytest.approx(plain.evening.expected_turns, rel=1e-4)
        assert other.players[0].lose != pytest.approx(plain.players[0].lose, rel=1e-4)


def test_the_option_about_little_bucks_that_count_is_silent_where_none_can() -> None:
    """From 11 up no little buck counts; only the evening goes on to other scores."""
    ends, goes_on = (
        round_odds(BuckDice(little_buck_ends_turn=ends), (11, 13, 14), 2) for ends in (True, False)
    )
    assert ends.players == goes_on.players
    assert ends.expected_turns == goes_on.expected_turns


# What is refused


@pytest.mark.parametrize(
    ("scores", "turn", "message"),
    [
        ((0,), 1, "1 players; expected 2 to 8"),
        ((0,) * 9, 1, "9 players; expected 2 to 8"),
        ((0, 16), 1, "the score of player 2 is 16; expected 0 to 14, or 15 for a player who is out"),
        ((-1, 0), 1, "the score of player 1 is -1; expected 0 to 14"),
        ((15, 15, 15), 1, "scores out,out,out: no player is left; expected at least two still in"),
        ((15, 3, 15), 2, "scores out,3,out: player 2 is the only one left and has lost"),
        ((15, 3, 0), 1, "turn is 1: that player is out; expected one of 2, 3"),
        ((0, 3, 0), 4, "turn is 4: there is no such player; expected one of 1, 2, 3"),
        ((0, 3, 0), 0, "turn is 0: there is no such player"),
    ],
)
def test_rounds_that_cannot_be(scores: tuple[int, ...], turn: int, message: str) -> None:
    with pytest.raises(IllegalState, match="^" + message):
        round_odds(BuckDice(), scores, turn)
