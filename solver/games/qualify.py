"""Qualify: five dice, against the bank or for the pot."""

from __future__ import annotations

from .set_aside import SetAsideGame

QUALIFY = SetAsideGame(
    id="qualify",
    title="Qualify",
    num_dice=5,
    face_points=(1, 2, 3, 4, 5, 6),
    low_wins=False,
    objectives=("mean", "reach", "pot"),
)


def qualify() -> SetAsideGame:
    """The rules of Qualify, which leave no choice."""
    return QUALIFY


THRESHOLD = 25
"""The least total that wins against the bank."""

PLAYERS = range(2, 9)
"""How many can play for a pot, or in a session."""

TIES = ("split", "replay")
"""What becomes of a pot that several players tie for, the usual rule first.

``split``: they share it.  ``replay``: they alone play again for it, in the same order.
"""
