"""Dice: their faces, dice as values, and how likely a throw is."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import factorial, prod

FACES = (1, 2, 3, 4, 5, 6)
"""The faces of a die.  Every game here uses six-sided dice."""

Dice = tuple[int, ...]
"""Dice as a sorted tuple of faces."""


def add(node: Dice, face: int) -> Dice:
    """``node`` with one more die showing ``face``."""
    return tuple(sorted((*node, face)))


def remove(node: Dice, face: int) -> Dice:
    """``node`` without one of its dice showing ``face``."""
    at = node.index(face)
    return node[:at] + node[at + 1 :]


def roll_ways(roll: Dice) -> int:
    """How many ordered throws of its dice show ``roll``, in whatever order it is written."""
    return factorial(len(roll)) // prod(factorial(c) for c in Counter(roll).values())


def roll_probability(roll: Dice) -> Fraction:
    """The exact probability of throwing ``roll`` with all of its dice."""
    return Fraction(roll_ways(roll), len(FACES) ** len(roll))
