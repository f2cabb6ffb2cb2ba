"""The whole strategy of a turn: what to set aside from every throw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby, product

from immutabledict import immutabledict

from ..dice import Dice
from .throws import throw_tree
from .turn import SolvedTurn


@dataclass(frozen=True)
class Page:
    """The best choices that hold for some number of dice left and points aside.

    Attributes:
        left: how many dice are thrown.
        least, most: the points aside for which this page holds, both included.
        choices: for every throw the dice to set aside, both ascending.
        indifferent: throws for which it makes no difference how many of the best dice are set
            aside; ``choices`` has all of them.
    """

    left: int
    least: int
    most: int
    choices: Mapping[Dice, Dice]
    indifferent: frozenset[Dice]


def strategy_pages(turn: SolvedTurn) -> list[Page]:
    """The strategy, all dice first; neighbouring points aside with the same choices share a page."""
    return [page for left in range(turn.game.num_dice, 0, -1) for page in _pages(turn, left)]


def _pages(turn: SolvedTurn, left: int) -> list[Page]:
    throws = throw_tree(turn.game, left).throws
    found = []
    for counts, same in groupby(_possible_points(turn, left), lambda points: turn.choices(left, points)):
        run = list(same)
        choices = {
            tuple(sorted(throw)): tuple(sorted(throw[:count]))
            for throw, count in zip(throws, counts, strict=True)
        }
        indifferent = frozenset(
            tuple(sorted(throw))
            for throw, best in zip(throws, throw_tree(turn.game, left).best, strict=True)
            if all(_makes_no_difference(turn, left, points, best) for points in run)
        )
        found.append(Page(left, run[0], run[-1], immutabledict(sorted(choices.items())), indifferent))
    return found


def _makes_no_difference(turn: SolvedTurn, left: int, points: int, best: tuple[int, ...]) -> bool:
    """Whether setting aside 1, 2, … of the best dice, which count ``best``, is worth the same."""
    worth = {turn.value(left - count, points + counted) for count, counted in enumerate(best, start=1)}
    return len(worth) == 1


def _possible_points(turn: SolvedTurn, left: int) -> list[int]:
    """What the dice set aside can count together when ``left`` are left, ascending."""
    return sorted(
        {sum(points) for points in product(turn.game.face_points, repeat=turn.game.num_dice - left)}
    )
