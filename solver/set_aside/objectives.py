"""What best play can aim at when nobody else is thought of.  For the pot see :mod:`pot`."""

from __future__ import annotations

from ..games.set_aside import SetAsideGame
from .checks import check
from .throws import total_range
from .turn import SolvedTurn


def mean_turn(game: SetAsideGame) -> SolvedTurn:
    """The turn with the best mean of the total: the least where low totals win, else the greatest."""
    return SolvedTurn(game, lambda total: total, cost=game.low_wins)


def reach_turn(game: SetAsideGame, target: int) -> SolvedTurn:
    """The turn that is most likely to end with ``target`` or better.

    Raises IllegalState if no total is ``target``.
    """
    totals = total_range(game, game.num_dice)
    check("target", target, totals, f", the totals of {game.num_dice} dice")
    return SolvedTurn(game, lambda total: int(total <= target if game.low_wins else total >= target))
