"""Refusing numbers that the rules of a game with a sheet do not allow."""

from __future__ import annotations

from ..errors import IllegalState
from ..games.ruleset import Ruleset


def check_rerolls(ruleset: Ruleset, rerolls: int) -> None:
    """Raises IllegalState for more ordinary rerolls than a turn has, or fewer than none."""
    if not 0 <= rerolls <= ruleset.rerolls:
        raise IllegalState(f"rerolls is {rerolls}; expected 0 to {ruleset.rerolls}")


def check_markers(ruleset: Ruleset, markers: int, level: int) -> None:
    """Raises IllegalState for markers that cannot be held when ``level`` boxes are filled."""
    if markers < 0:
        raise IllegalState(f"markers is {markers}; expected 0 or more")
    if markers and not ruleset.saved_rerolls:
        raise IllegalState(f"markers is {markers}, but saved rerolls are off; expected 0")
    most = ruleset.rerolls * level
    if markers > most:
        raise IllegalState(
            f"markers is {markers}, but with {level} box{'es' * (level != 1)} filled"
            f" at most {most} can have been saved"
        )
