"""One turn of Buck Dice, exactly.

Let A_s be the distribution of how a turn ends from score s, with or without
rolls of the turn already made: the rolls before have left no other trace than s.
With w(r) ways of roll r out of N and s' the score after it,

    N A_s = sum over r that end the turn of  w(r) [the turn ends with s']
          + sum over r that go on of         w(r) A_s'
          + sum over void r of               w(r) A_s

A void roll comes back to the same score, so no series is summed: with v void
ways the last line moves to the left and A_s is the rest divided by N - v.  All
other rolls that go on raise the score, so that the equations are solved from the
highest score down, in fractions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from immutabledict import immutabledict

from ..checks import whole
from ..errors import IllegalState
from ..games.buck_dice import BuckDice
from .roll import Roll, RollKind, rolls


@dataclass(frozen=True)
class TurnEnds:
    """How a turn ends; all probabilities together are exactly 1.

    Attributes:
        after: the probability of each score below the goal, from the one before the turn up.
        by_points: the probability of leaving with exactly the goal.
        by_big_buck: the probability of leaving by a big buck.
    """

    after: Mapping[int, Fraction]
    by_points: Fraction
    by_big_buck: Fraction

    @property
    def out(self) -> Fraction:
        """The probability of leaving the round in this turn."""
        return self.by_points + self.by_big_buck


def one_turn(rules: BuckDice, score: int) -> TurnEnds:
    """How a turn that begins with ``score`` ends.

    Raises IllegalState if no turn can begin with that score.
    """
    check_in_play(rules, score)
    return turns_by_score(rules)[score]


def check_in_play(rules: BuckDice, score: int) -> None:
    """Raises IllegalState unless a player with ``score`` is still in the round."""
    if whole("score", score) == rules.goal:
        raise IllegalState(
            f"score is {score}: that player is out and has no turn; expected {_in_play(rules)}"
        )
    if not 0 <= score < rules.goal:
        raise IllegalState(f"score is {score}; expected {_in_play(rules)}")


def _in_play(rules: BuckDice) -> str:
    return f"a whole number from 0 to {rules.goal - 1}"


@cache
def turns_by_score(rules: BuckDice) -> tuple[TurnEnds, ...]:
    """How a turn ends, for every score from 0 to goal - 1 at its beginning."""
    ends: dict[int, _Ends] = {}
    for score in reversed(range(rules.goal)):
        ends[score] = _ends_from(rules, score, ends)
    return tuple(
        TurnEnds(
            immutabledict({after: ends[score][after] for after in range(score, rules.goal)}),
            by_points=ends[score][rules.goal],
            by_big_buck=ends[score][_BIG_BUCK],
        )
        for score in range(rules.goal)
    )


_Ends = dict[int, Fraction]
"""The probability of each end of a turn: a score (the goal too), or ``_BIG_BUCK``."""

_BIG_BUCK = -1


def _ends_from(rules: BuckDice, score: int, higher: Mapping[int, _Ends]) -> _Ends:
    """The equation for A_score, solved with those of the higher scores."""
    weight = dict.fromkeys((*range(score, rules.goal + 1), _BIG_BUCK), Fraction(0))
    counted = 0
    for roll in rolls(rules):
        if _is_void(rules, score, roll):
            continue
        counted += roll.ways
        end = _end(rules, score, roll)
        if end is not None:
            weight[end] += roll.ways
            continue
        for later, probability in higher[score + roll.points].items():
            weight[later] += roll.ways * probability
    return {end: ways / counted for end, ways in weight.items()}


def _is_void(rules: BuckDice, score: int, roll: Roll) -> bool:
    """Whether the roll is thrown again as if it had not been."""
    if score + roll.points <= rules.goal or roll.kind is RollKind.BIG_BUCK:
        return False
    return roll.kind is not RollKind.LITTLE_BUCK or rules.overshoot_little_buck == "reroll"


def _end(rules: BuckDice, score: int, roll: Roll) -> int | None:
    """How a roll that is not void ends the turn; None if another roll follows."""
    after = score + roll.points
    match roll.kind:
        case RollKind.BIG_BUCK:
            return _BIG_BUCK
        case RollKind.NOTHING:
            return score
        case RollKind.LITTLE_BUCK if after > rules.goal:
            return score
        case RollKind.LITTLE_BUCK if rules.little_buck_ends_turn:
            return after
        case _:
            return after if after == rules.goal else None
