"""Maxi Yatzy as a game of the naive solver; too large for it to solve, but it knows the scores."""

from __future__ import annotations

from naive import NaiveBox, NaiveGame, Score, count_faces, groups, run, total

UPPER_FACES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}

NAIVE_MAXI_YATZY: dict[str, Score] = {
    **{box: count_faces(face) for box, face in UPPER_FACES.items()},
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
    boxes = tuple(NaiveBox(name, score, UPPER_FACES.get(name)) for name, score in NAIVE_MAXI_YATZY.items())
    return NaiveGame(6, boxes, *NAIVE_BONUSES[bonus], 2, saved_rerolls)
