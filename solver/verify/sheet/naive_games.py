"""The real games in the words of the naive solver; too large for it to solve, but it knows the scores."""

from __future__ import annotations

from .naive import NaiveBox, NaiveGame, Score, count_faces, groups, run, total

UPPER_FACES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}

_UPPER: dict[str, Score] = {box: count_faces(face) for box, face in UPPER_FACES.items()}

NAIVE_MAXI_YATZY: dict[str, Score] = {
    **_UPPER,
    "one-pair": groups(2),
    "two-pairs": groups(2, 2),
    "three-pairs": groups(2, 2, 2),
    "three-of-a-kind": groups(3),
    "four-of-a-kind": groups(4),
    "five-of-a-kind": groups(5),
    "small-straight": run((1, 2, 3, 4, 5), points=15),
    "large-straight": run((2, 3, 4, 5, 6), points=20),
    "full-straight": run((1, 2, 3, 4, 5, 6), points=21),
    "full-house": groups(3, 2),
    "villa": groups(3, 3),
    "tower": groups(4, 2),
    "chance": total,
    "maxi-yatzy": groups(6, points=100),
}

NAIVE_BONUSES = {"alga": (84, 100), "tactic": (75, 50)}
"""Threshold and points."""


def naive_maxi_yatzy(bonus: str, saved_rerolls: bool) -> NaiveGame:
    """The rules of Maxi Yatzy."""
    return NaiveGame(6, _boxes(NAIVE_MAXI_YATZY), *NAIVE_BONUSES[bonus], 2, saved_rerolls)


def naive_yatzy(
    five_equal_as_full_house: bool, four_equal_as_two_pairs: bool, saved_rerolls: bool = False
) -> NaiveGame:
    """The rules of Scandinavian Yatzy."""
    scores: dict[str, Score] = {
        **_UPPER,
        "one-pair": groups(2),
        "two-pairs": groups(2, 2, same_face=four_equal_as_two_pairs),
        "three-of-a-kind": groups(3),
        "four-of-a-kind": groups(4),
        "small-straight": run((1, 2, 3, 4, 5), points=15),
        "large-straight": run((2, 3, 4, 5, 6), points=20),
        "full-house": groups(3, 2, same_face=five_equal_as_full_house),
        "chance": total,
        "yatzy": groups(5, points=50),
    }
    return NaiveGame(5, _boxes(scores), 63, 50, 2, saved_rerolls)


def naive_yahtzee(five_equal_as_full_house: bool, saved_rerolls: bool = False) -> NaiveGame:
    """The rules of the plain Yahtzee boxes."""
    scores: dict[str, Score] = {
        **_UPPER,
        "three-of-a-kind": groups(3, whole_roll=True),
        "four-of-a-kind": groups(4, whole_roll=True),
        "full-house": groups(3, 2, points=25, same_face=five_equal_as_full_house),
        "small-straight": run((1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6), points=30),
        "large-straight": run((1, 2, 3, 4, 5), (2, 3, 4, 5, 6), points=40),
        "chance": total,
        "yahtzee": groups(5, points=50),
    }
    return NaiveGame(5, _boxes(scores), 63, 35, 2, saved_rerolls)


def _boxes(scores: dict[str, Score]) -> tuple[NaiveBox, ...]:
    return tuple(NaiveBox(name, score, UPPER_FACES.get(name)) for name, score in scores.items())
