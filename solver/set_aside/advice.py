"""What a player can do with a throw, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from ..dice import Dice
from ..errors import IllegalState
from ..notation.dice import WrittenDice, parse_dice, parse_some_dice, read_faces
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


def aside_options(turn: SolvedTurn, thrown: WrittenDice, aside: WrittenDice = ()) -> list[AsideOption]:
    """Every different choice among the dice ``thrown``, best first.

    ``aside`` are the dice that were set aside before.  Both are a text (``66521``) or faces, in
    any order.  Of choices with the same value the one with the most dice comes first, then the
    one with the better dice.

    Raises:
        IllegalState: ``thrown`` and ``aside`` are not the dice of the game, with one thrown at least.
        NotationError: a text cannot be read as such dice.

    >>> from omkast import mean_turn, ruleset
    >>> aside_options(mean_turn(ruleset("qualify")), "66521")[0].aside
    (6, 6)
    """
    game = turn.game
    aside = parse_some_dice(aside, game.num_dice - 1) if isinstance(aside, str) else read_faces(aside)
    if isinstance(thrown, str):
        thrown = parse_dice(thrown, game.num_dice - len(aside), " not yet aside")
    else:
        thrown = read_faces(thrown)
    if not thrown or len(thrown) + len(aside) != game.num_dice:
        raise IllegalState(
            f"{list(thrown)} thrown and {list(aside)} aside; expected {game.num_dice} dice in all,"
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
