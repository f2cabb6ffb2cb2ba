"""Small games, each written twice: as a ruleset of the product and as a game of the naive solver.

Between them they have every kind of box, bonus thresholds that are easy, hard,
met only by a perfect upper section and out of reach, markers on and off, one to
three rerolls, and two to four dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from ...games.ruleset import Bonus, Box, Count, Groups, Pattern, Ruleset, Run, Sum, box
from .naive import NaiveBox, NaiveGame, NaiveSolver, Score, count_faces, groups, run, total


@dataclass(frozen=True)
class SmallGame:
    """One game in both forms; boxes have the same names in both."""

    name: str
    ruleset: Ruleset
    naive: NaiveGame

    def __str__(self) -> str:
        return self.name


@cache
def naive_solver(game: SmallGame) -> NaiveSolver:
    """The naive solver of ``game``, shared by all tests so that it works only once."""
    return NaiveSolver(game.naive)


TwoForms = tuple[Box, NaiveBox]


def upper(name: str, face: int) -> TwoForms:
    """An upper box in both forms."""
    return box(name, Count(face), name, name, name), NaiveBox(name, count_faces(face), face)


def lower(name: str, pattern: Pattern, score: Score) -> TwoForms:
    """A lower box in both forms."""
    return box(name, pattern, name, name, name), NaiveBox(name, score)


def small_game(
    name: str, num_dice: int, boxes: list[TwoForms], *, bonus: tuple[int, int], rerolls: int, saved: bool
) -> SmallGame:
    """A game in both forms; ``bonus`` is (threshold, points)."""
    ruleset = Ruleset(
        game=name,
        num_dice=num_dice,
        boxes=tuple(product_box for product_box, _ in boxes),
        bonus=Bonus(*bonus),
        rerolls=rerolls,
        saved_rerolls=saved,
    )
    naive = NaiveGame(num_dice, tuple(naive_box for _, naive_box in boxes), *bonus, rerolls, saved)
    return SmallGame(name, ruleset, naive)


SMALL_GAMES: tuple[SmallGame, ...] = (
    small_game(
        "two-dice-saved",
        2,
        [
            upper("ones", 1),
            upper("twos", 2),
            upper("sixes", 6),
            lower("one-pair", Groups((2,)), groups(2)),
            lower("step", Run(((1, 2), (5, 6)), 9), run((1, 2), (5, 6), points=9)),
        ],
        bonus=(14, 25),  # both sixes and at least two points besides
        rerolls=2,
        saved=True,
    ),
    small_game(
        "two-dice-upper-only",
        2,
        [upper("twos", 2), upper("threes", 3), upper("fours", 4), upper("sixes", 6)],
        bonus=(30, 40),  # nothing less than all dice in every box
        rerolls=3,
        saved=True,
    ),
    small_game(
        "two-dice-six-boxes",
        2,
        [
            upper("ones", 1),
            upper("fives", 5),
            lower("one-pair", Groups((2,), points=17), groups(2, points=17)),
            lower("two-faces", Groups((1, 1)), groups(1, 1)),
            lower("step", Run(((3, 4),), 12), run((3, 4), points=12)),
            lower("chance", Sum(), total),
        ],
        bonus=(5, 11),  # one five is enough
        rerolls=1,
        saved=False,
    ),
    small_game(
        "three-dice-saved",
        3,
        [
            upper("fours", 4),
            upper("sixes", 6),
            lower("full-house", Groups((2, 1)), groups(2, 1)),
            lower("three-of-a-kind", Groups((3,), points=30), groups(3, points=30)),
            lower("chance", Sum(), total),
        ],
        bonus=(20, 35),
        rerolls=2,
        saved=True,
    ),
    small_game(
        "three-dice-joker",
        3,
        [
            upper("threes", 3),
            upper("fives", 5),
            lower("pair-all-dice", Groups((2,), whole_roll=True), groups(2, whole_roll=True)),
            lower("full-house", Groups((2, 1), same_face=True), groups(2, 1, same_face=True)),
            lower(
                "straight",
                Run(((1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6)), 18),
                run((1, 2, 3), (2, 3, 4), (3, 4, 5), (4, 5, 6), points=18),
            ),
        ],
        bonus=(60, 100),  # out of reach
        rerolls=3,
        saved=False,
    ),
    small_game(
        "three-dice-no-upper",
        3,
        [
            lower("one-pair", Groups((2,)), groups(2)),
            lower(
                "full-house-fixed",
                Groups((2, 1), points=25, same_face=True),
                groups(2, 1, points=25, same_face=True),
            ),
            lower("straight", Run(((1, 2, 3), (4, 5, 6)), 20), run((1, 2, 3), (4, 5, 6), points=20)),
            lower("chance", Sum(), total),
        ],
        bonus=(1, 50),
        rerolls=1,
        saved=True,
    ),
    small_game(
        "four-dice-saved",
        4,
        [
            upper("sixes", 6),
            lower("two-pairs", Groups((2, 2)), groups(2, 2)),
            lower("tower", Groups((3, 1)), groups(3, 1)),
        ],
        bonus=(12, 20),
        rerolls=2,
        saved=True,
    ),
    small_game(
        "four-dice-unsaved",
        4,
        [
            upper("twos", 2),
            lower("two-pairs", Groups((2, 2), same_face=True), groups(2, 2, same_face=True)),
            lower("three-all-dice", Groups((3,), whole_roll=True), groups(3, whole_roll=True)),
            lower("straight", Run(((2, 3, 4, 5),), 24), run((2, 3, 4, 5), points=24)),
            lower("chance", Sum(), total),
        ],
        bonus=(4, 13),
        rerolls=2,
        saved=False,
    ),
)
