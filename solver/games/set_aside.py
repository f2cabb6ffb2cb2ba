"""What a game of setting dice aside consists of, as plain data.

A turn starts with a throw of all dice.  After every throw at least one of the
dice just thrown is set aside for good and the others are thrown again, until
none is left; the total of all dice is the result.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SetAsideGame:
    """The rules of one game.

    Attributes:
        id: the game's name in commands and documents.
        title: the game's name for people.
        num_dice: how many dice are thrown.
        face_points: what each face counts, for the faces 1 to 6 in this order; never negative.
        low_wins: whether the lowest total wins instead of the highest.
        objectives: what best play can aim at, the usual one first.
    """

    id: str
    title: str
    num_dice: int
    face_points: tuple[int, ...]
    low_wins: bool
    objectives: tuple[str, ...]
