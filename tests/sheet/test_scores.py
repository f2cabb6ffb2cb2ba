"""Scores of boxes, the scores a box can hold, and the score closure."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.ruleset import Box, Count, Groups, Pattern, Run, Sum
from omkast.sheet.keep_lattice import keep_lattice
from omkast.sheet.scores import closure, possible_scores, roll_scores, score
from omkast.verify.sheet.naive import FACES, Dice, throws
from omkast.verify.sheet.naive_games import NAIVE_MAXI_YATZY
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame

MAXI_YATZY = maxi_yatzy()

SIX_DICE_CASES = [
    ("333666", "full-house", 24),
    ("444422", "full-house", 16),
    ("333551", "full-house", 19),
    ("555551", "full-house", 0),
    ("122345", "small-straight", 15),
    ("233456", "large-straight", 20),
    ("654321", "full-straight", 21),
    ("654321", "small-straight", 15),
    ("654321", "large-straight", 20),
    ("666666", "five-of-a-kind", 30),
    ("666666", "tower", 0),
    ("666666", "villa", 0),
    ("666666", "three-pairs", 0),
    ("666666", "two-pairs", 0),
    ("666666", "full-house", 0),
    ("666666", "maxi-yatzy", 100),
    ("333555", "three-of-a-kind", 15),
    ("433343", "three-pairs", 0),
    ("433343", "tower", 20),  # four 3s and a pair of 4s, in any order
    ("433343", "villa", 0),
    ("666633", "tower", 30),
    ("666633", "four-of-a-kind", 24),
    ("666633", "sixes", 24),
    ("666633", "two-pairs", 18),
    ("666633", "three-pairs", 0),
    ("333311", "tower", 14),
    ("333311", "four-of-a-kind", 12),
    ("333311", "threes", 12),
    ("112233", "three-pairs", 12),
    ("112233", "two-pairs", 10),
    ("112233", "one-pair", 6),
    ("555222", "villa", 21),
]

FIVE_DICE_CASES: list[tuple[str, Pattern, int]] = [
    ("12245", Groups((2, 2)), 0),
    ("66666", Groups((2, 2)), 0),
    ("66666", Groups((2, 2), same_face=True), 24),
    ("23453", Run(((1, 2, 3, 4, 5),), 15), 0),
    ("23451", Run(((1, 2, 3, 4, 5),), 15), 15),
    ("33366", Groups((3, 2)), 21),
    ("33333", Groups((3, 2)), 0),
    ("33333", Groups((3, 2), same_face=True), 15),
    ("33333", Groups((3, 2), points=25, same_face=True), 25),
    ("33366", Groups((3, 2), points=25), 25),
    ("33365", Groups((3,), whole_roll=True), 20),
    ("33265", Groups((3,), whole_roll=True), 0),
    ("33365", Count(3), 9),
    ("33365", Sum(), 20),
]

ALL_BOXES = [
    pytest.param(b, game.num_dice, id=f"{name}-{b.id}")
    for name, game in [("maxi-yatzy", MAXI_YATZY), *((g.name, g.ruleset) for g in SMALL_GAMES)]
    for b in game.boxes
]


def dice_of(text: str) -> Dice:
    return tuple(sorted(map(int, text)))


def maxi_yatzy_box(box_id: str) -> Box:
    return MAXI_YATZY.boxes[MAXI_YATZY.index(box_id)]


@pytest.mark.parametrize(("text", "box_id", "points"), SIX_DICE_CASES)
def test_six_dice(text: str, box_id: str, points: int) -> None:
    assert score(maxi_yatzy_box(box_id).pattern, dice_of(text)) == points
    assert NAIVE_MAXI_YATZY[box_id](dice_of(text)) == points


@pytest.mark.parametrize(("text", "pattern", "points"), FIVE_DICE_CASES)
def test_five_dice(text: str, pattern: Pattern, points: int) -> None:
    assert score(pattern, dice_of(text)) == points


def test_every_box_of_maxi_yatzy_has_a_naive_score() -> None:
    assert [b.id for b in MAXI_YATZY.boxes] == list(NAIVE_MAXI_YATZY)


@pytest.mark.parametrize("box_id", NAIVE_MAXI_YATZY)
def test_maxi_yatzy_scores_all_rolls_as_the_naive_ones(box_id: str) -> None:
    rolls = list(combinations_with_replacement(FACES, 6))
    assert len(rolls) == 462
    expected = [NAIVE_MAXI_YATZY[box_id](roll) for roll in rolls]
    assert list(roll_scores(maxi_yatzy_box(box_id), 6)) == expected


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_small_games_score_all_rolls_as_the_naive_ones(game: SmallGame) -> None:
    rolls = list(combinations_with_replacement(FACES, game.ruleset.num_dice))
    for b, naive_box in zip(game.ruleset.boxes, game.naive.boxes, strict=True):
        assert (b.id, b.upper_face) == (naive_box.name, naive_box.upper_face)
        assert list(roll_scores(b, game.ruleset.num_dice)) == [naive_box.score(roll) for roll in rolls], b.id


@pytest.mark.parametrize(("b", "dice"), ALL_BOXES)
def test_closure_returns_the_score_of_every_roll(b: Box, dice: int) -> None:
    lattice = keep_lattice(dice)
    pairs = [(Counter(lattice.nodes[node]), points) for node, points in closure(b, dice)]
    for roll, points in zip(lattice.rolls, roll_scores(b, dice), strict=True):
        contained = [worth for node, worth in pairs if node <= Counter(roll)]
        assert max(contained) == points, roll


@pytest.mark.parametrize(("b", "dice"), ALL_BOXES)
def test_closure_has_the_strike_and_no_needless_pair(b: Box, dice: int) -> None:
    pairs = closure(b, dice)
    assert len(dict(pairs)) == len(pairs) <= len(keep_lattice(dice).rolls)
    assert ((0, 0) in pairs) == (min(roll_scores(b, dice)) == 0)


def test_closure_puts_a_score_at_its_pattern() -> None:
    lattice = keep_lattice(6)

    def nodes(box_id: str) -> dict[Dice, int]:
        return {lattice.nodes[node]: points for node, points in closure(maxi_yatzy_box(box_id), 6)}

    assert nodes("one-pair") == {(): 0} | {(f, f): 2 * f for f in FACES}
    assert nodes("small-straight") == {(): 0, (1, 2, 3, 4, 5): 15}
    assert nodes("twos") == {(2,) * count: 2 * count for count in range(7)}


def test_possible_scores() -> None:
    def possible(box_id: str) -> tuple[int, ...]:
        return possible_scores(maxi_yatzy_box(box_id), 6)

    assert possible("sixes") == (0, 6, 12, 18, 24, 30, 36)
    assert possible("one-pair") == (0, 2, 4, 6, 8, 10, 12)
    assert possible("three-pairs") == (0, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
    assert possible("villa") == (0, 9, 12, 15, 18, 21, 24, 27, 30, 33)
    assert possible("large-straight") == (0, 20)
    assert possible("chance") == (0, *range(6, 37))
    assert possible("maxi-yatzy") == (0, 100)


@pytest.mark.parametrize("box_id", NAIVE_MAXI_YATZY)
def test_possible_scores_are_the_strike_and_what_rolls_give(box_id: str) -> None:
    given = {NAIVE_MAXI_YATZY[box_id](roll) for roll, _ in throws(6)}
    assert possible_scores(maxi_yatzy_box(box_id), 6) == tuple(sorted(given | {0}))


@pytest.mark.parametrize(("bonus", "largest"), [("alga", 649), ("tactic", 599)])
def test_largest_possible_total(bonus: str, largest: int) -> None:
    ruleset = maxi_yatzy(bonus)
    assert sum(possible_scores(b, 6)[-1] for b in ruleset.upper) >= ruleset.bonus.threshold
    best = sum(possible_scores(b, 6)[-1] for b in ruleset.boxes)
    assert best + ruleset.bonus.points == largest
