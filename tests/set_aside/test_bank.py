"""The bank game of Qualify and sessions of it."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from statistics import mean, stdev

import pytest

from omkast.errors import IllegalState
from omkast.set_aside.bank import bank_odds, session_odds
from omkast.verify.set_aside.naive import forced_totals


def test_known_values() -> None:
    """From a program written separately for this project."""
    game = bank_odds()
    assert game.totals.mean == Fraction(61187, 2592)
    assert game.totals.sd == pytest.approx(2.78675, abs=5e-6)
    assert game.win == Fraction(15269367931, 39182082048)
    assert game.edge == 1 - 2 * game.win


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_totals_against_all_ordered_throws(dice: int) -> None:
    totals = forced_totals(dice)
    assert dict(bank_odds(dice, dice).totals) == totals
    for threshold in range(dice, 6 * dice + 1):
        expected = sum(chance for total, chance in totals.items() if total >= threshold)
        assert bank_odds(threshold, dice).win == expected


@pytest.mark.parametrize(
    ("threshold", "dice", "message"),
    [
        (4, 5, "threshold is 4; expected 5 to 30"),
        (31, 5, "threshold is 31; expected 5 to 30"),
        (25, 4, "threshold is 25; expected 4 to 24"),
        (25, 0, "dice is 0; expected 1 to 20"),
        (25, 21, "dice is 21; expected 1 to 20"),
    ],
)
def test_a_bank_that_cannot_be(threshold: int, dice: int, message: str) -> None:
    with pytest.raises(IllegalState, match=message):
        bank_odds(threshold, dice)


def test_play_against_the_bank() -> None:
    draw = random.Random(25)
    results = []
    for _ in range(40_000):
        total = sum(max(draw.choices(range(1, 7), k=dice)) for dice in range(5, 0, -1))
        results.append(1 if total > 24 else -1)
    assert abs(mean(results) + float(bank_odds().edge)) < 3 * stdev(results) / len(results) ** 0.5


@pytest.mark.parametrize(("players", "rotations"), [(2, 1), (2, 3), (3, 2), (4, 1)])
def test_a_session_against_every_outcome_of_its_bets(players: int, rotations: int) -> None:
    win = bank_odds().win
    bets = [win] * rotations * (players - 1) + [1 - win] * rotations * (players - 1)
    expected: dict[int, Fraction] = {}
    for outcome in product((True, False), repeat=len(bets)):
        chance = Fraction(1)
        for won, probability in zip(outcome, bets, strict=True):
            chance *= probability if won else 1 - probability
        chips = 2 * sum(outcome) - len(bets)
        expected[chips] = expected.get(chips, Fraction(0)) + chance
    found = session_odds(players, rotations)
    assert dict(found.chips) == expected
    assert found.num_bets == rotations * (players - 1)
    assert found.as_player == -found.num_bets * bank_odds().edge


@pytest.mark.parametrize("players", range(2, 9))
def test_nobody_has_an_advantage_in_a_session(players: int) -> None:
    chips = session_odds(players, 3).chips
    assert chips.mean == 0
    win = bank_odds().win
    assert chips.variance == 2 * 3 * (players - 1) * 4 * win * (1 - win)
    assert all(chips.probability(won) == chips.probability(-won) for won, _ in chips)


def test_a_session_round_by_round() -> None:
    """Four players, three rotations, with every chip passed from hand to hand."""
    draw = random.Random(3)
    weights = [float(bank_odds().win), float(1 - bank_odds().win)]
    ends: list[int] = []
    for _ in range(2_000):
        chips = [0, 0, 0, 0]
        for banker in [0, 1, 2, 3] * 3:
            for player in range(4):
                if player != banker:
                    [won] = draw.choices([1, -1], weights)
                    chips[player] += won
                    chips[banker] -= won
        assert sum(chips) == 0
        ends.append(chips[1])
    expected = session_odds(4, 3).chips
    assert abs(mean(ends)) < 3 * expected.sd / len(ends) ** 0.5
    assert stdev(ends) == pytest.approx(expected.sd, rel=0.06)


@pytest.mark.parametrize(
    ("players", "rotations", "message"),
    [
        (1, 3, "players is 1; expected 2 to 8"),
        (9, 3, "players is 9; expected 2 to 8"),
        (4, 0, "rotations is 0; expected 1 to 20"),
        (4, 21, "rotations is 21; expected 1 to 20"),
    ],
)
def test_a_session_that_cannot_be(players: int, rotations: int, message: str) -> None:
    with pytest.raises(IllegalState, match=message):
        session_odds(players, rotations)
