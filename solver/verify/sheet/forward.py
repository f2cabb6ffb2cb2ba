"""Optimal play of a whole game followed forwards: how often each state is met, what each box brings.

What is done in a state is the product's policy (omkast.sheet.policy).  What that is worth is
judged here, by the plain relation of keeps and rolls (every keep of a roll, every roll of a
keep, with probabilities and scores of the naive solver) in place of the walk of the keep
lattice: every turn is decided anew as well, and both the best play found here and the
play that the policy asks for must be worth what the engine says.  So this is a second solver
for games of the real size, and one that can tell what optimal play looks like:

    P(F + c) = sum over states F of P(F) * P(the turn at F ends by filling c)
    Var(total) = sum over states of P(F) * E[(score + V(F + c) - V(F))^2]

The second line holds because points so far plus V is a martingale under optimal play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.action import Keep
from ...games.yatzy import yatzy
from ...progress import Cancel, never, watched
from ...sheet.actions import Actions
from ...sheet.keep_lattice import keep_lattice
from ...sheet.kernel.compiled import kernel
from ...sheet.lattice import Block, SheetLattice
from ...sheet.policy import BestPlay, Policy
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
        largest_difference: how far the value of such a state, by the turn solved here or by
            what the policy does, lies from the engine's, at most, in points.
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


class Plan(NamedTuple):
    """What a policy does, with its actions in numbers of this file."""

    decisions: NDArray[np.int16]  # [states met, rerolls + 1, rolls] number of the action
    keeps: Indices  # [actions] the keep; -1: fill a box
    boxes: Indices  # [actions] the box that is filled
    counts: Indices  # [actions] dice of the box's face; 0 for a lower box
    points: Floats  # [actions]


class Tally(NamedTuple):
    """What following a level adds to; single numbers are arrays of one."""

    after: Floats  # probability of each state of the next level
    means: Floats  # [boxes] expected points
    variance: Floats
    states: Indices
    difference: Floats


def optimal_play(values: SolvedLattice, game: NaiveGame, cancel: Cancel = never) -> OptimalPlay:
    """Follow the product's best play of ``game``, whose whole solution ``values`` is.

    Raises ValueError for saved rerolls, which this does not follow, and Cancelled if the token asks for it.
    """
    lattice = values.lattice
    if lattice.ruleset.saved_rerolls:
        raise ValueError("optimal play is followed only without saved rerolls")
    relation = _relation(game.num_dice)
    counts, scores = _box_rolls(game)
    policy = BestPlay(lattice, values.levels.__getitem__)
    chances = np.zeros(lattice.size(lattice.first_level))
    chances[0] = 1.0
    tally = Tally(chances, np.zeros(len(game.boxes)), np.zeros(1), np.zeros(1, np.int64), np.zeros(1))
    for level in range(lattice.last_level):
        tally = tally._replace(after=np.zeros(lattice.size(level + 1)))
        for block in watched(lattice.blocks(level).values(), cancel):
            starts, lanes = _starts(lattice, level, block), _lanes(lattice, block, game.num_dice)
            turns = Turns(block.offset, block.width, starts, lanes, counts, scores)
            plan = _plan(policy, lattice, block, chances)
            now, then = values.levels[level], values.levels[level + 1]
            _follow(relation, turns, plan, game.rerolls, now, then, chances, tally)
        chances = tally.after
    last = lattice.blocks(lattice.last_level)[lattice.upper_mask]
    return OptimalPlay(
        box_means={box.name: float(mean) for box, mean in zip(game.boxes, tally.means, strict=True)},
        bonus_probability=float(last.view(chances)[..., lattice.totals.earned()].sum()),
        sd=sqrt(tally.variance[0]),
        states=int(tally.states[0]),
        largest_difference=float(tally.difference[0]),
    )


def _plan(policy: Policy, lattice: SheetLattice, block: Block, chances: Floats) -> Plan:
    """What ``policy`` does in the states of a block that are met, sheet by sheet and lane by lane."""
    ruleset, dice = policy.ruleset, policy.ruleset.num_dice
    order = [keep_lattice(dice).rolls.index(roll) for roll, _ in throws(dice)]
    keeps = {keep: i for i, keep in enumerate(keep for size in range(dice) for keep, _ in throws(size))}
    totals = _a_total_of_each_lane(lattice, block)
    decisions = []
    for sheet, lane in np.argwhere(block.view(chances)[:, 0] > 0.0):
        lower = int(lattice.lowers[block.lower_filled][sheet])
        filled = block.upper | lower << lattice.upper_boxes
        decisions.append(policy.decisions(filled, totals[lane], ruleset.rerolls + 1)[:, order])
    actions = list(Actions(ruleset).number)
    boxes = [-1 if isinstance(action, Keep) else ruleset.index(action.box) for action in actions]
    points = [0 if isinstance(action, Keep) else action.points for action in actions]
    faces = [ruleset.boxes[box].upper_face if box >= 0 else None for box in boxes]
    return Plan(
        decisions=np.array(decisions, np.int16).reshape(-1, ruleset.rerolls + 1, len(order)),
        keeps=np.array([keeps[action.dice] if isinstance(action, Keep) else -1 for action in actions]),
        boxes=np.array(boxes),
        counts=np.array([worth // face if face else 0 for worth, face in zip(points, faces, strict=True)]),
        points=np.array(points, np.float64),
    )


def _a_total_of_each_lane(lattice: SheetLattice, block: Block) -> dict[int, int]:
    """For each lane of a block one of the upper totals that are worth the same."""
    totals: dict[int, int] = {}
    for total in lattice.totals.reached(block.upper):
        totals.setdefault(lattice.totals.lane(block.upper, total), total)
    return totals


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
    relation: Relation, turns: Turns, plan: Plan, rerolls: int, now: Floats, then: Floats, chances: Floats,
    tally: Tally,
) -> None:  # fmt: skip
    """Play the turns of a block and add what comes of them to ``tally``.

    ``chances`` are the probabilities of this level's states; ``now`` and ``then`` are the
    values of this level and of the next.
    """
    rolls = len(relation.first)
    best = np.empty((rerolls + 1, rolls))
    state = 0
    for sheet in range(turns.starts.shape[0]):
        for lane in range(turns.lanes.shape[2]):
            at = turns.offset + sheet * turns.width + lane
            if chances[at] > 0.0:
                decisions = plan.decisions[state]
                state += 1
                _best_boxes(turns, sheet, lane, then, best[0])
                value, played = _decide(relation, best), 0.0
                ends = _roll_on(relation, plan, decisions, chances[at])
                for left in range(rerolls + 1):
                    for roll in range(rolls):
                        action = decisions[left, roll]
                        if ends[left, roll] > 0.0:
                            box, points = plan.boxes[action], plan.points[action]
                            to = turns.starts[sheet, box] + turns.lanes[box, plan.counts[action], lane]
                            played += ends[left, roll] * (points + then[to])
                            tally.after[to] += ends[left, roll]
                            tally.means[box] += ends[left, roll] * points
                            tally.variance[0] += ends[left, roll] * (points + then[to] - now[at]) ** 2
                tally.states[0] += 1
                difference = max(abs(value - now[at]), abs(played / chances[at] - now[at]))
                tally.difference[0] = max(tally.difference[0], difference)


@kernel
def _best_boxes(turns: Turns, sheet: int, lane: int, then: Floats, best: Floats) -> None:
    """What filling the best box is worth for every roll."""
    best[:] = -np.inf
    for box in range(turns.starts.shape[1]):
        start = turns.starts[sheet, box]
        if start >= 0:
            for roll in range(len(best)):
                to = start + turns.lanes[box, turns.counts[box, roll], lane]
                best[roll] = max(best[roll], turns.scores[box, roll] + then[to])


@kernel
def _decide(relation: Relation, best: Floats) -> float:
    """Fill in what every roll is worth for every number of rerolls left; returns the value of the turn."""
    for left in range(1, len(best)):
        worth = np.zeros(relation.num_keeps)
        for pair in range(len(relation.keep)):
            worth[relation.keep[pair]] += relation.chance[pair] * best[left - 1, relation.roll[pair]]
        best[left] = best[0]
        for pair in range(len(relation.keep)):
            roll = relation.roll[pair]
            best[left, roll] = max(best[left, roll], worth[relation.keep[pair]])
    return float(np.sum(relation.first * best[-1]))


@kernel
def _roll_on(relation: Relation, plan: Plan, decisions: Any, chance: float) -> Floats:
    """The probability of ending the turn with each roll and number of rerolls left.

    The turn is met with probability ``chance``.
    """
    ends = np.zeros(decisions.shape)
    thrown = relation.first * chance
    for left in range(len(decisions) - 1, -1, -1):
        kept = np.zeros(relation.num_keeps)
        for roll in range(len(thrown)):
            keep = plan.keeps[decisions[left, roll]]
            if keep < 0:
                ends[left, roll] = thrown[roll]
            else:
                kept[keep] += thrown[roll]
        thrown[:] = 0.0
        for pair in range(len(relation.keep)):
            thrown[relation.roll[pair]] += relation.chance[pair] * kept[relation.keep[pair]]
    return ends
