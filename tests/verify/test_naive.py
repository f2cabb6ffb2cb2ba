"""The judge judged: the naive solver against values worked out by hand or published."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from omkast.verify.sheet.naive import (
    NaiveBox,
    NaiveGame,
    NaiveSolver,
    count_faces,
    groups,
    proper_keeps,
    run,
    single_box_value,
    throws,
    total,
)
from omkast.verify.sheet.naive_games import NAIVE_MAXI_YATZY
from omkast.verify.sheet.published import SINGLE_BOXES
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame, naive_solver

ONES = NaiveBox("ones", count_faces(1), 1)
SIXES = NaiveBox("sixes", count_faces(6), 6)
FIRST_SUM = NaiveBox("first-sum", total)
SECOND_SUM = NaiveBox("second-sum", total)


def one_die(
    *boxes: NaiveBox, bonus: tuple[int, int] = (0, 0), rerolls: int = 0, saved: bool = False
) -> NaiveSolver:
    return NaiveSolver(NaiveGame(1, boxes, *bonus, rerolls, saved))


def test_throws_count_ordered_outcomes() -> None:
    assert dict(throws(2))[1, 1] == 1
    assert dict(throws(2))[1, 2] == 2
    assert dict(throws(3))[1, 2, 3] == 6
    assert throws(0) == (((), 1),)
    assert sum(ways for _, ways in throws(6)) == 6**6


def test_proper_keeps() -> None:
    assert set(proper_keeps((1, 1, 2))) == {(), (1,), (2,), (1, 1), (1, 2)}


@pytest.mark.parametrize(
    ("budget", "expected"),
    [(0, Fraction(7, 2)), (1, Fraction(17, 4)), (2, Fraction(14, 3)), (3, Fraction(89, 18))],
)
def test_one_die_for_its_sum(budget: int, expected: Fraction) -> None:
    assert single_box_value(total, 1, budget) == expected


@pytest.mark.parametrize("face", [1, 4, 6])
@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("budget", [0, 1, 2, 5])
def test_counting_a_face_keeps_every_hit(face: int, dice: int, budget: int) -> None:
    missed = Fraction(5, 6) ** (budget + 1)
    assert single_box_value(count_faces(face), dice, budget) == face * dice * (1 - missed)


def test_two_dice_for_a_pair() -> None:
    # At once: each pair has 1/36.  With a reroll: stop on any pair; otherwise
    # keep a 4, 5 or 6 (worth 4/3, 5/3, 2), below that roll both again (7/6).
    assert single_box_value(groups(2), 2, 0) == Fraction(7, 6)
    assert single_box_value(groups(2), 2, 1) == Fraction(271, 108)


def test_two_dice_for_a_run() -> None:
    # With a reroll: done 2/36; exactly one useful die held (18 of 36) then hits 1/6;
    # a pair of ones or twos holds one die too; none (16 of 36) rolls both again.
    once = Fraction(2, 36)
    assert single_box_value(run((1, 2), points=1), 2, 0) == once
    assert single_box_value(run((1, 2), points=1), 2, 1) == (2 + 18 * Fraction(1, 6) + 16 * once) / 36


def test_five_equal_with_two_rerolls() -> None:
    assert single_box_value(groups(5, points=1), 5, 2) == Fraction(347897, 7558272)


@pytest.mark.parametrize(("rerolls", "at"), [(2, 0), (4, 1)])
@pytest.mark.parametrize("box", SINGLE_BOXES)
def test_six_dice_one_open_box(box: str, rerolls: int, at: int) -> None:
    half_a_digit = Fraction(1, 2 * 10**9)
    value = single_box_value(NAIVE_MAXI_YATZY[box], 6, rerolls)
    assert abs(value - Fraction(SINGLE_BOXES[box][at])) <= half_a_digit


def test_striking_can_be_best() -> None:
    # First die d: the sum box leaves sixes (worth 1), sixes leaves the sum (worth 7/2).
    # 1 and 2 go to sixes as a strike, 3 to 5 to the sum, 6 to sixes.
    assert one_die(FIRST_SUM, SIXES).value() == (2 * Fraction(7, 2) + 4 + 5 + 6 + Fraction(19, 2)) / 6


def test_fills_offer_the_score_and_the_strike() -> None:
    fills = one_die(FIRST_SUM, SIXES).fills((), 0, 0, (6,))
    assert fills == {
        ("first-sum", 6): 7,
        ("first-sum", 0): 1,
        ("sixes", 6): Fraction(19, 2),
        ("sixes", 0): Fraction(7, 2),
    }


@pytest.mark.parametrize(
    ("threshold", "expected"),
    [(0, 10 + Fraction(1, 6)), (1, Fraction(11, 6)), (2, Fraction(1, 6))],
)
def test_bonus(threshold: int, expected: Fraction) -> None:
    assert one_die(ONES, bonus=(threshold, 10)).value() == expected


def test_bonus_counts_only_upper_boxes_and_may_be_overshot() -> None:
    solver = one_die(ONES, SIXES, FIRST_SUM, bonus=(2, 10))
    every_box = ("ones", "sixes", "first-sum")
    assert [solver.value(every_box, upper) for upper in (0, 1, 2, 6, 7)] == [0, 0, 10, 10, 10]
    assert solver.value(("ones", "sixes"), 1) == Fraction(7, 2)
    assert solver.value(("ones", "sixes"), 6) == Fraction(27, 2)


def test_what_a_saved_reroll_is_worth() -> None:
    # One reroll a turn.  Stopping at once leaves 14/3 for the other box, rerolling 7/2 + 17/4,
    # so a first die of 4 or more is written down.
    solver = one_die(FIRST_SUM, SECOND_SUM, rerolls=1, saved=True)
    assert solver.value() == (4 + 5 + 6 + 3 * Fraction(14, 3) + 3 * Fraction(31, 4)) / 6
    assert one_die(FIRST_SUM, SECOND_SUM, rerolls=1).value() == 2 * Fraction(17, 4)


def test_markers_are_spent_one_a_reroll_without_limit() -> None:
    solver = one_die(FIRST_SUM, SECOND_SUM, rerolls=2, saved=True)
    for markers in range(5):
        assert solver.value(("first-sum",), 0, markers) == single_box_value(total, 1, 2 + markers)


def test_options_of_a_roll() -> None:
    solver = one_die(FIRST_SUM, SECOND_SUM, rerolls=1, saved=True)
    assert solver.keeps((), 0, 1, (3,)) == {(): Fraction(31, 4)}
    assert solver.keeps((), 0, 0, (3,)) == {}
    assert solver.fills((), 0, 1, (3,))["first-sum", 3] == 3 + Fraction(14, 3)
    assert solver.fills((), 0, 0, (3,))["first-sum", 3] == 3 + Fraction(17, 4)
    assert solver.roll_value((), 0, 1, (3,)) == Fraction(31, 4)
    assert solver.roll_value((), 0, 1, (4,)) == 4 + Fraction(14, 3)


def test_reachable_states() -> None:
    assert one_die(ONES, FIRST_SUM, rerolls=1, saved=True).reachable() == {
        (frozenset(filled), upper, markers)
        for filled, uppers in [
            ((), [0]),
            (("ones",), [0, 1]),
            (("first-sum",), [0]),
            (("ones", "first-sum"), [0, 1]),
        ]
        for upper in uppers
        for markers in range(len(filled) + 1)
    }


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_more_upper_points_or_markers_are_never_worse(game: SmallGame) -> None:
    solver = naive_solver(game)
    by_upper, by_markers = defaultdict(list), defaultdict(list)
    for filled, upper, markers in solver.reachable():
        value = solver.value(filled, upper, markers)
        by_upper[filled, markers].append((upper, value))
        by_markers[filled, upper].append((markers, value))
    for series in (*by_upper.values(), *by_markers.values()):
        values = [value for _, value in sorted(series)]
        assert values == sorted(values)
