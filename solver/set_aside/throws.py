"""Throws of dice, best die first, as a tree.

Depth k of the tree holds every possible k best dice; a node's parent is the
node without its worst die.  A throw is a leaf, its ancestors are the choices
to set aside its one, two, … best dice.  Throws that share their best dice
share those nodes: for five dice 461 nodes stand for 252 x 5 choices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations_with_replacement
from operator import itemgetter

from ..dice import FACES, Dice, roll_ways
from ..games.set_aside import SetAsideGame


def points_of(game: SetAsideGame, dice: Dice) -> int:
    """What ``dice`` count together."""
    return sum(game.face_points[face - 1] for face in dice)


def total_range(game: SetAsideGame, num_dice: int) -> range:
    """The totals of that many dice, from the least to the greatest, with any gaps between them."""
    return range(num_dice * min(game.face_points), num_dice * max(game.face_points) + 1)


def faces_best_first(game: SetAsideGame) -> Dice:
    """The faces of a die, the one that everybody hopes for first."""
    return tuple(sorted(FACES, key=lambda face: game.face_points[face - 1], reverse=not game.low_wins))


@dataclass(frozen=True)
class Depth:
    """The nodes with the same number of dice.

    Attributes:
        parents: picks each node's parent from a sequence over the depth before.
        points: picks what is at the points of each node's dice from a sequence by points.
    """

    parents: Callable[[Sequence[int]], tuple[int, ...]]
    points: Callable[[Sequence[int]], tuple[int, ...]]


@dataclass(frozen=True)
class ThrowTree:
    """The throws of some dice.

    Attributes:
        throws: every throw, its best die first: the nodes of the last depth.
        ways: for each throw, how many of the ``6 ** num_dice`` ordered throws show it.
        best: for each throw, the points of its one, two, … best dice.
        depths: depths 1 to ``num_dice``.
    """

    throws: tuple[Dice, ...]
    ways: tuple[int, ...]
    best: tuple[tuple[int, ...], ...]
    depths: tuple[Depth, ...]


@cache
def throw_tree(game: SetAsideGame, num_dice: int) -> ThrowTree:
    """The tree of the throws of ``num_dice`` dice, made once."""
    faces = faces_best_first(game)
    before: list[Dice] = [()]
    depths = []
    for size in range(1, num_dice + 1):
        nodes = list(combinations_with_replacement(faces, size))
        number = {node: i for i, node in enumerate(before)}
        parents = itemgetter(*(number[node[:-1]] for node in nodes))
        depths.append(Depth(parents, itemgetter(*(points_of(game, node) for node in nodes))))
        before = nodes
    return ThrowTree(
        throws=tuple(before),
        ways=tuple(map(roll_ways, before)),
        best=tuple(tuple(accumulate(points_of(game, (face,)) for face in throw)) for throw in before),
        depths=tuple(depths),
    )
