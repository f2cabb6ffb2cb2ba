"""What a player can do with a throw, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from ..dice import FACES, Dice
from ..errors import IllegalState
from .throws import faces_best_first, points_of
from .turn import SolvedTurn


@dataclass(frozen=True)
class AsideOption:
    """One choice of dice to set aside.

    Attributes:
        aside: those dice, ascending.
        value: what the turn is worth after it, with best play from then on.
        loss: how much worse that is than the best choice; never negative.
    """

    aside: Dice
    value: Fraction
    loss: Fraction


def aside_options(turn: SolvedTurn, thrown: Dice, aside: Dice = ()) -> list[AsideOption]:
    """Every different choice among the dice ``thrown``, best first.

    ``aside`` are the dice that were set aside before.  Of choices with the same
    value the one with the most dice comes first, then the one with the better dice.

    Raises IllegalState unless ``thrown`` and ``aside`` are the dice of the game, with one thrown at least.
    """
    game = turn.game
    if not thrown or len(thrown) + len(aside) != game.dice or not {*thrown, *aside} <= {*FACES}:
        raise IllegalState(
            f"{list(thrown)} thrown and {list(aside)} aside; expected {game.dice} dice in all,"
            " each from 1 to 6, and at least one of them thrown."
        )
    rank = faces_best_first(game).index
    points = points_of(game, aside)

    def value(choice: Dice) -> Fraction:
        return turn.value(len(thrown) - len(choice), points + points_of(game, choice))

    # combinations() of dice that stand best first come best first themselves; dict drops repetitions.
    by_rank = sorted(thrown, key=rank)
    choices = dict.fromkeys(
        choice for size in range(len(thrown), 0, -1) for choice in combinations(by_rank, size)
    )
    values = {choice: value(choice) for choice in choices}
    best = min(values.values()) if turn.cost else max(values.values())
    found = [
        AsideOption(tuple(sorted(choice)), values[choice], abs(values[choice] - best)) for choice in choices
    ]
    return sorted(found, key=lambda option: option.loss)
