"""Turns in which dice are set aside: published values, a plain twin, and the choices themselves."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from statistics import mean, stdev

import pytest

from omkast.distribution import Distribution
from omkast.errors import IllegalState
from omkast.games.qualify import QUALIFY
from omkast.games.set_aside import SetAsideGame
from omkast.games.threes import THREES
from omkast.set_aside.advice import AsideOption, aside_options
from omkast.set_aside.objectives import mean_turn, reach_turn
from omkast.set_aside.strategy import strategy_pages
from omkast.set_aside.turn import SolvedTurn
from omkast.verify.set_aside.brute_force import same_as_naive
from omkast.verify.set_aside.naive import THREES_COUNT_NOTHING
from omkast.verify.set_aside.published import MEANS

Dice = tuple[int, ...]


def dice_of(game: SetAsideGame, dice: int) -> SetAsideGame:
    return replace(game, num_dice=dice)


@pytest.mark.parametrize(("game", "dice", "value", "source"), MEANS)
def test_best_mean(game: SetAsideGame, dice: int, value: str, source: str) -> None:
    assert mean_turn(dice_of(game, dice)).start == Fraction(value), source


def test_totals_of_the_highest_mean() -> None:
    totals = mean_turn(QUALIFY).totals
    assert totals.sd == pytest.approx(2.79006, abs=5e-6)
    assert float(totals.at_least(25)) == pytest.approx(0.530211, abs=5e-7)


def test_all_threes() -> None:
    assert mean_turn(THREES).totals.probability(0) == Fraction(4857964416, 470184984576)


@pytest.mark.parametrize(("target", "value"), [(24, 0.713034), (25, 0.579312), (26, 0.430587)])
def test_reach(target: int, value: float) -> None:
    turn = reach_turn(QUALIFY, target)
    assert float(turn.start) == pytest.approx(value, abs=5e-7)
    assert turn.totals.at_least(target) == turn.start


def test_reach_25_to_the_last_digit() -> None:
    assert reach_turn(QUALIFY, 25).start == Fraction(272383603573, 470184984576)


# Against the plain twin


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_means_against_every_subset_of_ordered_throws(dice: int) -> None:
    assert same_as_naive(mean_turn(dice_of(QUALIFY, dice)), Fraction)
    assert same_as_naive(mean_turn(dice_of(THREES, dice)), Fraction, THREES_COUNT_NOTHING)


@pytest.mark.parametrize(("dice", "targets"), [(1, (1, 4, 6)), (2, (2, 9, 12)), (3, (3, 14)), (4, (20,))])
def test_reach_against_every_subset_of_ordered_throws(dice: int, targets: Dice) -> None:
    for target in targets:

        def high(total: int, least: int = target) -> Fraction:
            return Fraction(total >= least)

        def low(total: int, most: int = target) -> Fraction:
            return Fraction(total <= most)

        assert same_as_naive(reach_turn(dice_of(QUALIFY, dice), target), high)
        assert same_as_naive(reach_turn(dice_of(THREES, dice), target), low, THREES_COUNT_NOTHING)


def test_any_rising_payoff_against_every_subset_of_ordered_throws() -> None:
    draw = random.Random(4)
    for _ in range(20):
        steps = [Fraction(draw.randint(0, 3), draw.randint(1, 5)) for _ in range(19)]

        def payoff(total: int, steps: list[Fraction] = steps) -> Fraction:
            return sum(steps[: total + 1], Fraction(0)) - 2

        assert same_as_naive(SolvedTurn(dice_of(QUALIFY, 3), payoff), payoff)


def test_a_payoff_that_falls_is_refused() -> None:
    with pytest.raises(ValueError, match="never fall"):
        SolvedTurn(QUALIFY, lambda total: int(total == 20))
    with pytest.raises(ValueError, match="never fall"):
        SolvedTurn(THREES, lambda total: total)
    SolvedTurn(THREES, lambda total: -total)


# Distributions


@pytest.mark.parametrize("turn", [mean_turn(QUALIFY), reach_turn(QUALIFY, 26), mean_turn(THREES)])
def test_the_totals_of_best_play_bear_out_its_value(turn: SolvedTurn) -> None:
    assert sum(chance for _, chance in turn.totals) == 1
    if turn.start < 1:
        assert turn.totals.at_least(26) == turn.start
    else:
        assert turn.totals.mean == turn.start


def test_distribution() -> None:
    die = Distribution({6: 2, 1: 1, 3: 0})
    assert list(die) == [(1, Fraction(1, 3)), (6, Fraction(2, 3))]
    assert die == Distribution({1: 4, 6: 8})
    assert die != Distribution({1: 1, 6: 1})
    assert dict(die + die) == {2: Fraction(1, 9), 7: Fraction(4, 9), 12: Fraction(4, 9)}
    assert [die.mean, die.variance] == [Fraction(13, 3), Fraction(50, 9)]
    assert [die.at_least(2), die.at_least(1), die.below(7), die.below(1)] == [Fraction(2, 3), 1, 1, 0]
    assert [die.probability(6), die.probability(3)] == [Fraction(2, 3), 0]


# Choices


def test_options_are_all_choices_best_first() -> None:
    found = aside_options(mean_turn(QUALIFY), (6, 6, 5, 2, 1))
    assert len({option.aside for option in found}) == len(found) == 3 * 2 * 2 * 2 - 1
    assert found[0].aside == (6, 6)
    assert found[0].value == 12 + Fraction("13049/972")
    losses = [option.loss for option in found]
    assert losses == sorted(losses)
    assert losses[0] == 0
    for option in found:
        assert found[0].value - option.value == option.loss


def test_options_count_what_is_aside() -> None:
    [option] = aside_options(mean_turn(QUALIFY), (4,), aside=(6, 6, 5, 1))
    assert option == AsideOption((4,), Fraction(22), Fraction(0))
    assert aside_options(mean_turn(THREES), (6,), aside=(3, 3, 3, 1))[0].value == 7
    low = aside_options(mean_turn(THREES), (3, 1, 6, 6, 6))
    assert low[0].aside == (3,)
    assert low[1].value - low[0].value == low[1].loss > 0


def test_options_agree_with_the_choices_of_the_turn() -> None:
    for turn in (mean_turn(QUALIFY), mean_turn(THREES), reach_turn(QUALIFY, 25)):
        for page in strategy_pages(turn):
            aside = some_dice(turn, turn.game.num_dice - page.left, page.most)
            for thrown, best in page.choices.items():
                assert aside_options(turn, thrown, aside)[0].aside == best, (page.left, aside, thrown)


def some_dice(turn: SolvedTurn, dice: int, points: int) -> Dice:
    """Some dice that count ``points`` together."""
    if dice == 0:
        return ()
    for face, worth in enumerate(turn.game.face_points, 1):
        rest = points - worth
        if (dice - 1) * min(turn.game.face_points) <= rest <= (dice - 1) * max(turn.game.face_points):
            return (face, *some_dice(turn, dice - 1, rest))
    raise AssertionError((dice, points))


@pytest.mark.parametrize(
    ("thrown", "aside"),
    [
        ((6, 6), (5,)),
        ((6, 6, 6, 6, 6), (1,)),
        ((), (1, 2, 3, 4, 5)),
        ((7, 1), (1, 2, 3)),
        ((1, 1), (0, 2, 3)),
    ],
)
def test_dice_that_are_not_those_of_the_game(thrown: Dice, aside: Dice) -> None:
    with pytest.raises(IllegalState, match=r"expected 5 dice in all|expected faces from 1 to 6"):
        aside_options(mean_turn(QUALIFY), thrown, aside)


@pytest.mark.parametrize("target", [4, 31, -1])
def test_a_target_that_is_no_total(target: int) -> None:
    with pytest.raises(IllegalState, match=f"target is {target}; expected 5 to 30, the totals of 5 dice"):
        reach_turn(QUALIFY, target)


def test_pages_cover_every_throw_and_merge_equal_ones() -> None:
    by_mean = strategy_pages(mean_turn(QUALIFY))
    assert [(page.left, page.least, page.most) for page in by_mean] == [
        (5, 0, 0),
        (4, 1, 6),
        (3, 2, 12),
        (2, 3, 18),
        (1, 4, 24),
    ]
    assert [len(page.choices) for page in by_mean] == [252, 126, 56, 21, 6]
    assert by_mean[3].choices[3, 5] == (5,)
    assert by_mean[3].choices[4, 5] == (4, 5)
    by_reach = strategy_pages(reach_turn(QUALIFY, 25))
    for left in range(1, 6):
        covered = [p for page in by_reach if page.left == left for p in range(page.least, page.most + 1)]
        assert covered == list(range(5 - left, 6 * (5 - left) + 1))
    for one, other in pairwise(by_reach):
        assert one.left != other.left or one.choices != other.choices


def test_throws_for_which_it_makes_no_difference() -> None:
    lost, nearly = (
        page for page in strategy_pages(reach_turn(QUALIFY, 25)) if page.left == 2 and page.least in (3, 18)
    )
    assert lost.indifferent == set(lost.choices)
    # With 18 aside 66 has won; of 12 the 1 is thrown again, in hope of a five or a six.
    assert (6, 6) in nearly.indifferent
    assert (1, 2) not in nearly.indifferent
    by_mean = strategy_pages(mean_turn(QUALIFY))
    assert by_mean[0].indifferent == frozenset()
    assert by_mean[-1].indifferent == set(by_mean[-1].choices)


def test_when_nothing_matters_any_more_all_dice_are_set_aside() -> None:
    turn = reach_turn(QUALIFY, 25)
    assert set(turn.choices(2, 12)) == {2}
    assert set(turn.choices(3, 6)) == {3}
    assert set(reach_turn(QUALIFY, 5).choices(5, 0)) == {5}


# Play


@pytest.mark.parametrize("game", [QUALIFY, THREES], ids=lambda game: game.id)
def test_play_by_the_table_averages_to_the_value(game: SetAsideGame) -> None:
    turn = mean_turn(game)
    table = {
        (page.left, thrown): aside for page in strategy_pages(turn) for thrown, aside in page.choices.items()
    }
    draw = random.Random(20)
    totals = []
    for _ in range(20_000):
        on_the_side: list[int] = []
        while len(on_the_side) < 5:
            thrown = sorted(draw.choices(range(1, 7), k=5 - len(on_the_side)))
            on_the_side += table[len(thrown), tuple(thrown)]
        totals.append(sum(on_the_side) - (3 * on_the_side.count(3) if game is THREES else 0))
    assert abs(mean(totals) - float(turn.start)) < 3 * stdev(totals) / len(totals) ** 0.5
    assert stdev(totals) == pytest.approx(turn.totals.sd, rel=0.03)
