"""Refusing numbers that the rules do not allow."""

from __future__ import annotations

from ..checks import whole
from ..errors import IllegalState
from ..games.qualify import PLAYERS


def check(name: str, number: int, allowed: range, why: str = "") -> None:
    """Raises IllegalState unless ``number`` is a whole number that is ``allowed``.

    ``why`` may say where the bounds come from.
    """
    if whole(name, number) not in allowed:
        bounds = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else f"{allowed[0]}"
        raise IllegalState(f"{name} is {number}; expected {bounds}{why}.")


def check_players(players: int) -> None:
    """Raises IllegalState for a number of players that the rules do not allow."""
    check("players", players, PLAYERS)
