"""Optimal play of a whole game followed forwards: how often each state is met, what each box brings.

Every turn is decided anew from the values of the next level, by the plain relation of
keeps and rolls (every keep of a roll, every roll of a keep, with probabilities and scores
of the naive solver) in place of the walk of the keep lattice.  So this is a second solver
for games of the real size, and one that can tell what optimal play looks like:

    P(F + c) = sum over states F of P(F) * P(the turn at F ends by filling c)
    Var(total) = sum over states of P(F) * E[(score + V(F + c) - V(F))^2]

The second line holds because points so far plus V is a martingale under optimal play.
Of several best actions the one found first is taken: filling before keeping, then the
order of boxes and keeps.  Another order would move means of boxes a little, and no value.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.yatzy import yatzy
from ...progress import Cancel, never, watched
from ...sheet.kernel.compiled import kernel
from ...sheet.lattice import Block, SheetLattice
from .naive import NaiveGame, rerolled, throws
from .naive_games import naive_yatzy
from .solved import SolvedLattice, solved

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class OptimalPlay:
    """What optimal play of a game from the empty sheet comes to.

    Attributes:
        box_means: expected points of each box, by name.
        bonus_probability: probability of the bonus.
        sd: standard deviation of the total, in points.
        states: how many states are met with positive probability before the last level.
        largest_difference: how far the value of such a state, by the turn solved here, lies
            from the engine's, at most, in points.
    """

    box_means: dict[str, float]
    bonus_probability: float
    sd: float
    states: int
    largest_difference: float


class Relation(NamedTuple):
    """Every pair of a keep and a roll that contains it, ordered by keep."""

    keep: Indices
    roll: Indices
    chance: Floats  # probability of the roll when the keep is kept
    first: Floats  # [rolls] probability of the roll when all dice are thrown
    num_keeps: int


class Turns(NamedTuple):
    """The turns of all sheets of a block, and where they lead."""

    offset: int  # of the block in its level
    width: int  # of the block, padding included
    starts: Indices  # [sheets, boxes] where the successor's values start; -1: the box is filled
    lanes: Indices  # [boxes, dice + 1, lanes] lane reached with so many dice of the box's face
    counts: Indices  # [boxes, rolls] dice of the box's face; 0 for a lower box
    scores: Floats  # [boxes, rolls]


class Tally(NamedTuple):
    """What following a level adds to; single numbers are arrays of one."""

    after: Floats  # probability of each state of the next level
    means: Floats  # [boxes] expected points
    variance: Floats
    states: Indices
    difference: Floats


def optimal_play(values: SolvedLattice, game: NaiveGame, cancel: Cancel = never) -> OptimalPlay:
    """Follow optimal play of ``game``, whose whole solution ``values`` is.

    Raises ValueError for saved rerolls, which this does not follow, and Cancelled if the token asks for it.
    """
    lattice = values.lattice
    if lattice.ruleset.saved_rerolls:
        raise ValueError("optimal play is followed only without saved rerolls")
    relation = _relation(game.num_dice)
    counts, scores = _box_rolls(game)
    chances = np.ones(1)
    tally = Tally(chances, np.zeros(len(game.boxes)), np.zeros(1), np.zeros(1, np.int64), np.zeros(1))
    for level in range(lattice.last_level):
        tally = tally._replace(after=np.zeros(lattice.size(level + 1)))
        for block in watched(lattice.blocks(level).values(), cancel):
            starts, lanes = _starts(lattice, level, block), _lanes(lattice, block, game.num_dice)
            turns = Turns(block.offset, block.width, starts, lanes, counts, scores)
            now, then = values.levels[level], values.levels[level + 1]
            _follow(relation, turns, game.rerolls, now, then, chances, tally)
        chances = tally.after
    last = lattice.blocks(lattice.last_level)[lattice.upper_mask]
    return OptimalPlay(
        box_means={box.name: float(mean) for box, mean in zip(game.boxes, tally.means, strict=True)},
        bonus_probability=float(last.view(chances)[..., lattice.totals.earned()].sum()),
        sd=sqrt(tally.variance[0]),
        states=int(tally.states[0]),
        largest_difference=float(tally.difference[0]),
    )


@cache
def optimal_play_of_yatzy(cancel: Cancel = never) -> OptimalPlay:
    """Optimal play of Scandinavian Yatzy; takes some tens of seconds, once."""
    return optimal_play(solved(yatzy(), cancel=cancel), naive_yatzy(False, False), cancel)


@cache
def _relation(num_dice: int) -> Relation:
    keeps = [keep for size in range(num_dice) for keep, _ in throws(size)]
    rolls = {roll: i for i, (roll, _) in enumerate(throws(num_dice))}
    pairs = [
        (number, rolls[roll], ways / 6 ** (num_dice - len(keep)))
        for number, keep in enumerate(keeps)
        for roll, ways in rerolled(keep, num_dice)
    ]
    keep, roll, chance = zip(*pairs, strict=True)
    first = np.array([ways / 6**num_dice for _, ways in throws(num_dice)])
    return Relation(np.array(keep), np.array(roll), np.array(chance), first, len(keeps))


def _box_rolls(game: NaiveGame) -> tuple[Indices, Floats]:
    rolls = [roll for roll, _ in throws(game.num_dice)]
    counts = [
        [roll.count(box.upper_face) if box.upper_face is not None else 0 for roll in rolls]
        for box in game.boxes
    ]
    scores = [[float(box.score(roll)) for roll in rolls] for box in game.boxes]
    return np.array(counts), np.array(scores)


def _starts(lattice: SheetLattice, level: int, block: Block) -> Indices:
    """int64 [sheets, boxes]: where the values of each sheet's successors start in the next level."""
    after = lattice.blocks(level + 1)
    starts = np.full((block.num_sheets, len(lattice.ruleset.boxes)), -1)
    for sheet, lower in enumerate(lattice.lowers[block.lower_filled]):
        filled = block.upper | int(lower) << lattice.upper_boxes
        for box in range(starts.shape[1]):
            if not filled >> box & 1:
                then = filled | 1 << box
                to = after[then & lattice.upper_mask]
                rank = int(lattice.lower_rank[then >> lattice.upper_boxes])
                starts[sheet, box] = to.offset + rank * to.width
    return starts


def _lanes(lattice: SheetLattice, block: Block, num_dice: int) -> Indices:
    """int64 [boxes, dice + 1, lanes]: the lane that filling a box leads to."""
    lanes = np.tile(np.arange(block.num_lanes), (len(lattice.ruleset.boxes), num_dice + 1, 1))
    for box in range(lattice.upper_boxes):
        if not block.upper >> box & 1:
            lanes[box] = lattice.totals.step(block.upper, box)
    return lanes


@kernel
def _follow(
    relation: Relation, turns: Turns, rerolls: int, now: Floats, then: Floats, chances: Floats, tally: Tally
) -> None:
    """Play the turns of a block and add what comes of them to ``tally``.

    ``chances`` are the probabilities of this level's states; ``now`` and ``then`` are the
    values of this level and of the next.
    """
    rolls = len(relation.first)
    best = np.empty((rerolls + 1, rolls))
    choice = np.empty((rerolls + 1, rolls), np.int64)  # the keep; -1: fill a box
    box_of = np.empty(rolls, np.int64)
    for sheet in range(turns.starts.shape[0]):
        for lane in range(turns.lanes.shape[2]):
            at = turns.offset + sheet * turns.width + lane
            if chances[at] > 0.0:
                _best_boxes(turns, sheet, lane, then, best[0], box_of)
                value = _decide(relation, best, choice)
                ends = _roll_on(relation, choice, chances[at])
                for roll in range(rolls):
                    box = box_of[roll]
                    to = turns.starts[sheet, box] + turns.lanes[box, turns.counts[box, roll], lane]
                    gain = turns.scores[box, roll] + then[to] - now[at]
                    tally.after[to] += ends[roll]
                    tally.means[box] += ends[roll] * turns.scores[box, roll]
                    tally.variance[0] += ends[roll] * gain**2
                tally.states[0] += 1
                tally.difference[0] = max(tally.difference[0], abs(value - now[at]))


@kernel
def _best_boxes(turns: Turns, sheet: int, lane: int, then: Floats, best: Floats, box_of: Indices) -> None:
    """The best box for every roll, and what filling it is worth."""
    best[:] = -np.inf
    for box in range(turns.starts.shape[1]):
        start = turns.starts[sheet, box]
        if start >= 0:
            for roll in range(len(best)):
                to = start + turns.lanes[box, turns.counts[box, roll], lane]
                worth = turns.scores[box, roll] + then[to]
                if worth > best[roll]:
                    best[roll] = worth
                    box_of[roll] = box


@kernel
def _decide(relation: Relation, best: Floats, choice: Indices) -> float:
    """The best keep of every roll for every number of rerolls left; returns the value of the turn."""
    choice[0] = -1
    for left in range(1, len(best)):
        worth = np.zeros(relation.num_keeps)
        for pair in range(len(relation.keep)):
            worth[relation.keep[pair]] += relation.chance[pair] * best[left - 1, relation.roll[pair]]
        best[left] = best[0]
        choice[left] = -1
        for pair in range(len(relation.keep)):
            keep, roll = relation.keep[pair], relation.roll[pair]
            if worth[keep] > best[left, roll]:
                best[left, roll] = worth[keep]
                choice[left, roll] = keep
    return float(np.sum(relation.first * best[-1]))


@kernel
def _roll_on(relation: Relation, choice: Indices, chance: float) -> Floats:
    """The probability of ending the turn with each roll, when it is met with probability ``chance``."""
    ends = np.zeros(len(relation.first))
    thrown = relation.first * chance
    for left in range(len(choice) - 1, -1, -1):
        kept = np.zeros(relation.num_keeps)
        for roll in range(len(thrown)):
            if choice[left, roll] < 0:
                ends[roll] += thrown[roll]
            else:
                kept[choice[left, roll]] += thrown[roll]
        thrown[:] = 0.0
        for pair in range(len(relation.keep)):
            thrown[relation.roll[pair]] += relation.chance[pair] * kept[relation.keep[pair]]
    return ends
