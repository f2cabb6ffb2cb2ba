"""Threes: five dice, threes count nothing, the lowest total wins."""

from __future__ import annotations

from .set_aside import SetAsideGame

THREES = SetAsideGame(
    id="threes",
    title="Threes",
    num_dice=5,
    face_points=(1, 2, 0, 4, 5, 6),
    low_wins=True,
    objectives=("mean",),
)


def threes() -> SetAsideGame:
    """The rules of Threes, which leave no choice."""
    return THREES
