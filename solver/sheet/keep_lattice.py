"""Rolls and keeps of n dice, and the lattice that connects them.

A *keep* is a multiset of fewer than n dice, a *roll* one of exactly n.  Both
are nodes of the keep lattice, numbered by size and then lexicographically, so
node 0 is the empty keep and the rolls come last.  Two nodes are joined by an
edge when one is the other plus one die.  Throwing the missing dice one at a
time walks down the edges (a keep's value is the mean of the six nodes above
it); choosing what to keep walks up them (a roll can keep whatever lies below).
This replaces a transition matrix of 462 x 462 by 2 x 2772 edges for six dice.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
from numpy.typing import NDArray

from ..dice import FACES, Dice, add, remove, roll_probability


class KeepLattice:
    """The keeps and rolls of ``num_dice`` dice.

    Attributes:
        nodes: every keep and roll as a sorted tuple of faces, by node number.
        number: the node number of a sorted tuple.
        first: ``first[k]`` is the first node with k dice; ``first[num_dice + 1]`` the total.
        above: int32 [keeps, 6], the node reached by adding each face to a keep.
        below: for every node, the nodes reached by removing one die of each face it shows.
        below_table: int32 [nodes, 6], the same, the last one repeated to fill the row; the empty
            keep, which has none, stands for itself.
    """

    def __init__(self, num_dice: int) -> None:
        self.num_dice = num_dice
        self.nodes: list[Dice] = [
            node for size in range(num_dice + 1) for node in combinations_with_replacement(FACES, size)
        ]
        self.number: dict[Dice, int] = {node: i for i, node in enumerate(self.nodes)}
        sizes = Counter(len(node) for node in self.nodes)
        self.first = [sum(sizes[j] for j in range(k)) for k in range(num_dice + 2)]
        self.above: NDArray[np.int32] = np.array(
            [[self.number[add(node, f)] for f in FACES] for node in self.nodes[: self.num_keeps]], np.int32
        )
        self.below: list[list[int]] = [
            [self.number[remove(node, f)] for f in sorted(set(node))] for node in self.nodes
        ]
        rows = [(below + below[-1:] * len(FACES))[: len(FACES)] for below in self.below[1:]]
        self.below_table: NDArray[np.int32] = np.array([[0] * len(FACES), *rows], np.int32)

    @property
    def num_keeps(self) -> int:
        """How many keeps there are; also the number of the first roll."""
        return self.first[self.num_dice]

    @property
    def rolls(self) -> list[Dice]:
        """The rolls, in node order."""
        return self.nodes[self.num_keeps :]

    def roll_probabilities(self) -> NDArray[np.float64]:
        """float64 [rolls]: the probability of each roll when all dice are thrown."""
        return np.array([float(roll_probability(roll)) for roll in self.rolls])


@cache
def keep_lattice(num_dice: int) -> KeepLattice:
    """The keep lattice of ``num_dice`` dice, made once."""
    return KeepLattice(num_dice)


def keeps_of(roll: Dice) -> list[Dice]:
    """Every distinct keep that a roll contains, the empty one first, the whole roll excluded."""
    faces = sorted(set(roll))
    counts = product(*(range(roll.count(face) + 1) for face in faces))
    keeps = (tuple(f for f, n in zip(faces, c, strict=True) for _ in range(n)) for c in counts)
    return sorted((k for k in keeps if len(k) < len(roll)), key=lambda k: (len(k), k))
