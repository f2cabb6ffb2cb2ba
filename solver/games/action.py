"""What a player can do with a roll in a game with a sheet, as plain data."""

from __future__ import annotations

from dataclasses import dataclass

from ..dice import Dice


@dataclass(frozen=True)
class Keep:
    """Hold ``dice`` and throw the others again; the empty tuple throws all."""

    dice: Dice


@dataclass(frozen=True)
class Score:
    """Fill ``box`` with ``points``; a strike is 0 points."""

    box: str
    points: int


Action = Keep | Score
