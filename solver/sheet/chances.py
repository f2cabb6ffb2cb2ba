"""The chance to make each box in one turn, if one goes for nothing else.

To make a box with at least x points is to end the turn with a roll of the set T of
rolls that score so much.  With b rerolls left, going for T alone,

    W_0(d) = 1 if d is in T, else 0
    W_b(d) = max( W_0(d), max over keeps k in d of E_{b-1}(k) )
    E_b(k) = mean over the six faces f of E_b(k + f)                  E_b(d) = W_b(d) for a roll

the recursion of a turn (omkast.sheet.turn) with the payoff 1 for T.  Whether a reroll is
an ordinary one or paid for with a marker makes no difference, so b counts both.

Everything is a whole number here.  With t throws to come the W and E of n dice are counted in
ways, of 6**(n t) in all, so that a mean of six becomes a sum.  As long as that fits a machine
word (four throws of five or six dice) the arrays hold int64.  Beyond that they hold Python's
whole numbers, and each reroll adds a little more work than the one before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from immutabledict import immutabledict
from numpy.typing import NDArray

from ..checks import whole
from ..dice import FACES, Dice
from ..games.ruleset import Ruleset
from ..notation.dice import WrittenDice, read_dice
from .checks import check_markers, check_rerolls
from .keep_lattice import KeepLattice, keep_lattice, keeps_of
from .scores import possible_scores, roll_scores

Hits = NDArray[np.bool_]
"""[rolls, targets]: whether a roll reaches a target, a box with at least so many points."""

Ways = NDArray[Any]
"""Whole numbers: int64, or Python's own in an array of objects."""


@dataclass(frozen=True)
class Chance:
    """The chance to reach something with the best play for it.

    Attributes:
        probability: exact, 0 to 1.
        keep: the dice to hold for it, ascending; all of them to throw none, and none if all are
            still to be thrown.  Of equally good keeps it is the one with most dice, then the one
            with the higher faces.
    """

    probability: Fraction
    keep: Dice


@dataclass(frozen=True)
class BoxChances:
    """The chances of one box.

    Attributes:
        box: its id.
        at_least: the chance of at least so many points, for each score above 0 that the box can
            give, ascending; each with its own best play.
    """

    box: str
    at_least: Mapping[int, Chance]

    @property
    def made(self) -> Chance:
        """The chance to make the box at all, with any score above 0."""
        return next(iter(self.at_least.values()))


def box_chances(
    ruleset: Ruleset, dice: WrittenDice = (), rerolls: int | None = None, markers: int = 0
) -> tuple[BoxChances, ...]:
    """The chances of every box in one turn for a player who goes for that box alone.

    Args:
        ruleset: the rules in force.
        dice: the roll on the table, a text or faces in any order; none if the first throw is to come.
        rerolls: ordinary rerolls left; None for as many as a turn has.
        markers: saved rerolls held, at most as many as can be held when a turn begins: those of
            all turns but the last.  This bounds the work: 38 markers in Maxi Yatzy, two for each box
            but one, take some seconds, since fractions grow with every reroll.

    Raises:
        IllegalState: dice, rerolls or markers that the rules do not allow.
        NotationError: the dice are a text that cannot be read.
    """
    rerolls = ruleset.rerolls if rerolls is None else whole("rerolls", rerolls)
    markers = whole("markers", markers)
    check_rerolls(ruleset, rerolls)
    check_markers(ruleset, markers, level=len(ruleset.boxes) - 1)
    targets = [
        (box, points) for box in ruleset.boxes for points in possible_scores(box, ruleset.num_dice) if points
    ]
    hits: Hits = np.array(
        [np.array(roll_scores(box, ruleset.num_dice)) >= points for box, points in targets]
    ).T
    lattice = keep_lattice(ruleset.num_dice)
    if dice:
        roll = read_dice(dice, ruleset.num_dice)
        found = _best(lattice, [roll, *keeps_of(roll)], hits, rerolls + markers)
    else:
        found = _best(lattice, [()], hits, 1 + rerolls + markers)
    at_least: dict[str, dict[int, Chance]] = {}
    for (box, points), chance in zip(targets, found, strict=True):
        at_least.setdefault(box.id, {})[points] = chance
    return tuple(BoxChances(box, immutabledict(chances)) for box, chances in at_least.items())


def _best(lattice: KeepLattice, nodes: list[Dice], hits: Hits, throws: int) -> list[Chance]:
    """For each target the best of ``nodes`` to hold, a whole roll being held for good."""
    by_preference = sorted(nodes, key=lambda node: (len(node), node[::-1]), reverse=True)
    ways = _ways(lattice, hits, throws)[[lattice.number[node] for node in by_preference]]
    whole_ways = _all_ways(lattice, throws)
    return [
        Chance(Fraction(int(column[at]), whole_ways), by_preference[at])
        for column, at in zip(ways.T, ways.argmax(axis=0), strict=True)
    ]


def _ways(lattice: KeepLattice, hits: Hits, throws: int) -> Ways:
    """[nodes, targets]: in how many ways each target is reached from a node with ``throws`` to come.

    For a keep that is E, the first of the throws being of the dice not held, and 0 if there is
    no throw.  A roll is held for good.
    """
    fits = _all_ways(lattice, throws) <= np.iinfo(np.int64).max
    stop: Ways = hits.astype(np.int64).astype(np.int64 if fits else object)
    keeps: Ways = np.zeros_like(stop, shape=(lattice.num_keeps, stop.shape[1]))
    for thrown in range(throws):
        keeps = _sums(lattice, _best_contained(lattice, keeps, stop * _all_ways(lattice, thrown)))
    return np.concatenate([keeps, stop * _all_ways(lattice, throws)])


def _all_ways(lattice: KeepLattice, throws: int) -> int:
    """How many ways ``throws`` throws of all dice can go."""
    ways: int = len(FACES) ** (lattice.num_dice * throws)
    return ways


def _best_contained(lattice: KeepLattice, keeps: Ways, stop: Ways) -> Ways:
    """[rolls, targets]: W of each roll, by one walk up the lattice."""
    best = np.concatenate([keeps, stop])
    for size in range(1, lattice.num_dice + 1):
        layer = slice(lattice.first[size], lattice.first[size + 1])
        best[layer] = np.maximum(best[layer], best[lattice.below_table[layer]].max(axis=1))
    return best[lattice.num_keeps :]


def _sums(lattice: KeepLattice, rolls: Ways) -> Ways:
    """[keeps, targets]: E of each keep, in the ways of one throw of all dice more, by one walk down."""
    ways = np.concatenate([np.zeros_like(rolls, shape=(lattice.num_keeps, rolls.shape[1])), rolls])
    for size in reversed(range(lattice.num_dice)):
        layer = slice(lattice.first[size], lattice.first[size + 1])
        ways[layer] = ways[lattice.above[layer]].sum(axis=1)
    # As the dice held might as well have been thrown, every one stands for six ways.
    for size in range(1, lattice.num_dice):
        ways[lattice.first[size] : lattice.first[size + 1]] *= len(FACES) ** size
    return ways[: lattice.num_keeps]
