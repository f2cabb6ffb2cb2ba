"""What a policy's play looks like: exact statistics from the probabilities of its states.

The expected total is the sum of the boxes' means and of the bonus times its probability.
The variance needs no distribution of the total, because under best play the points so far
plus the value V are a martingale, and the variances of its steps add up:

    Var(total) = sum over turns of E[(points + V(after))^2] - E[V(before)^2]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import isnan, sqrt

import numpy as np
from numpy.typing import NDArray

from ..games.ruleset import Bonus, Ruleset
from .actions import Actions
from .forward import Followed
from .kernel.follow import Tally
from .states import States

Law = tuple[float, ...]
"""A probability for each of a row of numbers."""


@dataclass(frozen=True)
class BoxStatistics:
    """What a box brings.

    Attributes:
        box: its id.
        mean: expected points.
        strike: probability of 0 points.
        points: probability of each score; those that do not happen are left out.
        turns: probability that it is filled in each turn, from the position's turn on.
        mean_turn: the mean of the turn's number; the first turn of a game is 1.
    """

    box: str
    mean: float
    strike: float
    points: dict[int, float]
    turns: Law
    mean_turn: float


@dataclass(frozen=True)
class HeldMarkers:
    """How many markers are held when a turn starts: the mean, and a probability for 0, 1, ..."""

    turn: int
    mean: float
    distribution: Law


@dataclass(frozen=True)
class MarkerStatistics:
    """What becomes of saved rerolls, from the position to the end of the game.

    Attributes:
        held: for every turn.
        saved, spent, left_over: expected numbers; markers of the position count neither as saved
            nor otherwise until they are spent or left over.
        worth_of_one_more: for every turn, what one marker more would be worth in points, in the
            mean over the states for which that is known: all but those with the most markers
            that can be held.  None if there are no others, or if the policy is another rules' plan.
    """

    held: tuple[HeldMarkers, ...]
    saved: float
    spent: float
    left_over: float
    worth_of_one_more: tuple[float | None, ...]


@dataclass(frozen=True)
class Statistics:
    """What a policy's play comes to from a position.

    Attributes:
        ruleset: the rules it was played under.
        points: points on the sheet at the position.
        markers: markers held there.
        first_turn: the number of the position's turn.
        expected_total: the mean of the final total, bonus included.
        sd: its standard deviation in points; None if the policy is not best play for these rules.
        bonus_probability: that of earning the bonus.
        upper_total: the probability of each upper total at the end.
        boxes: the boxes that the position leaves open, in the order of the sheet.
        saved_rerolls: None where rerolls are not saved.
        rolls: for every turn the probability of 1, 2, 3 and of 4 or more rolls.
        rolls_per_turn: the mean.
        dropped: the probability of all states that were not followed because each is less
            likely than omkast.sheet.kernel.follow.LEAST_MASS.  What is said of a turn can be
            off by the most that a game can bring times this.
    """

    ruleset: Ruleset
    points: int
    markers: int
    first_turn: int
    expected_total: float
    sd: float | None
    bonus_probability: float
    upper_total: dict[int, float]
    boxes: tuple[BoxStatistics, ...]
    saved_rerolls: MarkerStatistics | None
    rolls: tuple[Law, ...]
    rolls_per_turn: float
    dropped: float

    def under(self, bonus: Bonus) -> float:
        """The expected total of the same play where ``bonus`` is paid instead."""
        return self._without_bonus + bonus.points * _at_least(self.upper_total, bonus.threshold)

    @property
    def _without_bonus(self) -> float:
        return self.points + sum(box.mean for box in self.boxes)


def statistics(states: States, followed: Iterable[Followed], points: int = 0) -> Statistics:
    """The statistics of a policy followed through ``states``, with ``points`` on the sheet at the root."""
    ruleset, root = states.ruleset, states.root
    tallies: list[Tally] = []
    held: list[NDArray[np.float64]] = []
    upper: dict[int, float] = {}
    for level in followed:
        held.append(_markers(states, level))
        if level.tally is None:
            upper = _upper_totals(states, level)
        else:
            tallies.append(level.tally)
    stops = np.array([tally.stops for tally in tallies])
    boxes = tuple(
        _box(ruleset, box, stops, states.levels.start + 1)
        for box in range(len(ruleset.boxes))
        if not root.filled >> box & 1
    )
    bonus = _at_least(upper, ruleset.bonus.threshold)
    variance = sum(float(tally.squares[0] - tally.squares[1]) for tally in tallies)
    rolls = np.array([tally.rolls for tally in tallies])
    left, turns = _mean(held[-1]), len(tallies)
    rerolls = ruleset.rerolls * turns + root.markers - left
    if not ruleset.saved_rerolls:
        rerolls = float(rolls.sum(0) @ np.arange(rolls.shape[1]))
    return Statistics(
        ruleset=ruleset,
        points=points,
        markers=root.markers,
        first_turn=states.levels.start + 1,
        expected_total=points + sum(box.mean for box in boxes) + ruleset.bonus.points * bonus,
        sd=None if isnan(variance) else sqrt(max(variance, 0.0)),
        bonus_probability=bonus,
        upper_total=upper,
        boxes=boxes,
        saved_rerolls=_saved(states, tallies, held) if ruleset.saved_rerolls else None,
        rolls=tuple(_law(row) for row in rolls),
        rolls_per_turn=1 + rerolls / turns,
        dropped=sum(float(tally.dropped[0]) for tally in tallies),
    )


def _markers(states: States, level: Followed) -> NDArray[np.float64]:
    """float64 [markers]: the probability of each number of markers."""
    laws = [block.view(level.chances).sum(axis=(0, 2)) for block in states.blocks(level.level).values()]
    return np.asarray(np.sum(laws, axis=0), np.float64)


def _upper_totals(states: States, level: Followed) -> dict[int, float]:
    (block,) = states.blocks(level.level).values()
    law = block.view(level.chances).sum(axis=(0, 1))
    return {total: float(p) for total, p in zip(block.totals, law, strict=True) if p > 0.0}


def _box(ruleset: Ruleset, box: int, stops: NDArray[np.float64], first_turn: int) -> BoxStatistics:
    """``stops`` is [turns, stops]."""
    box_id = ruleset.boxes[box].id
    own = [(i, stop.points) for i, stop in enumerate(Actions(ruleset).stops) if stop.box == box_id]
    points = {score: float(stops[:, i].sum()) for i, score in sorted(own, key=lambda pair: pair[1])}
    turns = stops[:, [i for i, _ in own]].sum(axis=1)
    return BoxStatistics(
        box=box_id,
        mean=sum(score * p for score, p in points.items()),
        strike=points[0],
        points={score: p for score, p in points.items() if p > 0.0},
        turns=_law(turns),
        mean_turn=first_turn + _mean(turns),
    )


def _saved(states: States, tallies: list[Tally], held: list[NDArray[np.float64]]) -> MarkerStatistics:
    rerolls, first = states.ruleset.rerolls, states.levels.start + 1
    unused = np.maximum(rerolls - np.arange(len(tallies[0].rolls)), 0)
    saved = sum(float(tally.rolls @ unused) for tally in tallies)
    left = _mean(held[-1])
    return MarkerStatistics(
        held=tuple(HeldMarkers(first + i, _mean(law), _law(law)) for i, law in enumerate(held[:-1])),
        saved=saved,
        spent=states.root.markers + saved - left,
        left_over=left,
        worth_of_one_more=tuple(_worth(tally) for tally in tallies),
    )


def _worth(tally: Tally) -> float | None:
    gained, known = map(float, tally.worth)
    return gained / known if known > 0.0 else None


def _at_least(law: dict[int, float], least: int) -> float:
    return sum(p for number, p in law.items() if number >= least)


def _mean(law: NDArray[np.float64]) -> float:
    return float(law @ np.arange(len(law)))


def _law(law: NDArray[np.float64]) -> Law:
    return tuple(float(p) for p in law)
