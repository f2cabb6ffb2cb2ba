"""How many turns a player of Buck Dice takes to leave the round, exactly.

A player's scores at the beginning of the turns are a Markov chain that ends by
leaving.  A score never falls, so its matrix is triangular, and the means

    E_s   = 1 + sum over s' of P(s to s') E_s'                    turns
    M_s   = 1 + sum over s' of P(s to s') (2 E_s' + M_s')         squares of turns

are solved from the highest score down, in fractions.  Distributions are powers
of the same matrix, in whole numbers over a common denominator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from math import lcm, sqrt

from ..games.buck_dice import BuckDice
from .turn import TurnEnds, check_in_play, turns_by_score


@dataclass(frozen=True)
class TurnsToLeave:
    """The number of turns until a player leaves the round, the one in which she leaves included.

    Attributes:
        expected: its mean.
        variance: its variance.
        by_big_buck: the probability that it is a big buck with which she leaves.
        evening: the mean number of turns until she throws a big buck, when she begins
            again from 0 each time that she leaves by points.
    """

    expected: Fraction
    variance: Fraction
    by_big_buck: Fraction
    evening: Fraction

    @property
    def sd(self) -> float:
        """The standard deviation, in turns."""
        return sqrt(self.variance)


def turns_to_leave(rules: BuckDice, score: int) -> TurnsToLeave:
    """The turns that a player with ``score`` still takes, this one included.

    Raises IllegalState if no turn can begin with that score.
    """
    check_in_play(rules, score)
    return _turns_to_leave(rules)[score]


@cache
def _turns_to_leave(rules: BuckDice) -> tuple[TurnsToLeave, ...]:
    expected = expected_turns(rules)
    squares = _solve(rules, lambda turn: 1 + 2 * _mean_after(turn, expected))
    big_buck = _solve(rules, lambda turn: turn.by_big_buck)
    # From 0 the evening is E_0 turns and, if they ended by points, an evening more.
    evening_from_0 = expected[0] / big_buck[0]
    return tuple(
        TurnsToLeave(
            expected=expected[score],
            variance=squares[score] - expected[score] ** 2,
            by_big_buck=big_buck[score],
            evening=expected[score] + (1 - big_buck[score]) * evening_from_0,
        )
        for score in range(rules.goal)
    )


@cache
def expected_turns(rules: BuckDice) -> tuple[Fraction, ...]:
    """The mean number of turns until leaving, for every score from 0 to goal - 1."""
    return _solve(rules, lambda _: Fraction(1))


def _solve(rules: BuckDice, gain: Callable[[TurnEnds], Fraction]) -> tuple[Fraction, ...]:
    """x_s = gain of a turn from s + sum over s' of P(s to s') x_s', for every score s."""
    turns = turns_by_score(rules)
    solved = [Fraction(0)] * rules.goal
    for score in reversed(range(rules.goal)):
        turn = turns[score]
        # solved[score] is still 0, so the mean is that over the higher scores.
        solved[score] = (gain(turn) + _mean_after(turn, solved)) / (1 - turn.after[score])
    return tuple(solved)


def _mean_after(turn: TurnEnds, values: Sequence[Fraction]) -> Fraction:
    return sum((probability * values[score] for score, probability in turn.after.items()), Fraction(0))


@dataclass(frozen=True)
class Standing:
    """Where players stand after some turns, by their score before them; probabilities times ``scale``.

    Attributes:
        still_in: the player has not left.
        leaving: she has left in the last of these turns.
        by_points: she has left by points, in any of them; the rest has left by a big buck.
        scale: what the numbers are to be divided by.
    """

    still_in: tuple[int, ...]
    leaving: tuple[int, ...]
    by_points: tuple[int, ...]
    scale: int


def standings(rules: BuckDice) -> Iterator[Standing]:
    """The exact standing after 0, 1, 2, … turns, without end.

    Dividing whole numbers rounds once, so that every double made of them is the nearest one.
    """
    turns = turns_by_score(rules)
    unit = lcm(*(p.denominator for turn in turns for p in (*turn.after.values(), turn.by_points)))
    moves = [{after: int(p * unit) for after, p in turn.after.items()} for turn in turns]
    points = [int(turn.by_points * unit) for turn in turns]
    none = (0,) * rules.goal
    now = Standing((1,) * rules.goal, none, none, 1)
    while True:
        yield now
        still_in = tuple(_step(move, now.still_in) for move in moves)
        now = Standing(
            still_in,
            leaving=tuple(
                before * unit - after for before, after in zip(now.still_in, still_in, strict=True)
            ),
            by_points=tuple(
                left * now.scale + _step(move, now.by_points)
                for left, move in zip(points, moves, strict=True)
            ),
            scale=now.scale * unit,
        )


def _step(move: dict[int, int], later: tuple[int, ...]) -> int:
    return sum(ways * later[after] for after, ways in move.items())


def leaving_distribution(rules: BuckDice, score: int, horizon: int) -> list[float]:
    """The probability of leaving in exactly the 1st, 2nd, … turn, up to ``horizon`` turns.

    Each is the double nearest to the exact probability.  Raises IllegalState if no
    turn can begin with ``score``.
    """
    check_in_play(rules, score)
    return [now.leaving[score] / now.scale for now in islice(standings(rules), 1, horizon + 1)]


def leaving_quantile(rules: BuckDice, score: int, share: Fraction) -> int:
    """The fewest turns within which a player with ``score`` leaves with probability ``share`` or more.

    ``share`` is less than 1.  Raises IllegalState if no turn can begin with ``score``.
    """
    check_in_play(rules, score)
    return next(
        count
        for count, standing in enumerate(standings(rules))
        if standing.still_in[score] <= (1 - share) * standing.scale
    )
