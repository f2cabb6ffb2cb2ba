"""A round of Buck Dice with several players: who leaves when, who loses, and how long it takes.

Players take turns in rotation and never disturb each other, so their numbers of
turns until leaving, T_p, are independent.  Imagine that the last player goes on
alone until she leaves too; nothing else changes, and the places are the order of
the pairs (T_p, p), with the players p still in numbered from the one whose turn it is.
Of two who leave with equally many turns the earlier in the rotation was first.
Let L_q be the number of turns q has had before p's t-th turn, which is t if q is
before p and t - 1 if not.  Then

    P(p is place r + 1) = sum over t of P(T_p = t) P(exactly r of the others have T_q <= L_q)
    expected turns      = sum over p and t of P(T_p >= t) (1 - product over q of P(T_q <= L_q))

since a turn is played if its player and at least one other are still in.  The
sums run until what is left out is below ``TAIL``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from math import fsum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..checks import whole
from ..errors import IllegalState
from ..games.buck_dice import PLAYERS, BuckDice
from .turns import Standing, expected_turns, standings

TAIL = 2.0**-60
"""More than all that any of the infinite sums leaves out."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PlayerOdds:
    """The prospects of one player.

    Attributes:
        lose: the probability of losing the round, which is to be the last one in.
        first: the probability of being the first to leave of those who are still in.
        chips: the mean of the chips won, when the loser pays one to each other player.
        places: the probability of each place from the first to leave to the loser;
            None for a player who is out and has a place that is not told.
    """

    lose: float
    first: float
    chips: float
    places: tuple[float, ...] | None


@dataclass(frozen=True)
class Evening:
    """Rounds played until anyone throws a big buck, which wins the evening; this round is the first.

    A player who is out already has left by points, or the evening would be over.

    Attributes:
        expected_turns: the mean number of turns of all players, that with the big buck included.
        expected_rounds: the mean number of rounds, that with the big buck included.
    """

    expected_turns: float
    expected_rounds: float


@dataclass(frozen=True)
class RoundOdds:
    """The prospects of a round, with the players in their own order.

    Attributes:
        players: one entry for each player.
        expected_turns: the mean number of turns until one player is left, of all players together.
        evening: how long it takes if the evening can only be won by a big buck.
    """

    players: tuple[PlayerOdds, ...]
    expected_turns: float
    evening: Evening


def round_odds(rules: BuckDice, scores: Sequence[int], turn: int) -> RoundOdds:
    """The odds of a round in which the players have ``scores`` and player ``turn`` is to throw.

    Players are numbered from 1; a score that equals the goal is a player who is
    out.  Raises IllegalState for a number of players, a score or a turn that the
    rules do not allow, and if fewer than two players are still in.
    """
    check_round(rules, scores, turn)
    in_rotation = _in_rotation(rules, scores, turn)
    race = _race(rules, [scores[player] for player in in_rotation])
    places = dict(zip(in_rotation, _places(race), strict=True))
    return RoundOdds(
        players=tuple(_player_odds(places.get(player), len(scores)) for player in range(len(scores))),
        expected_turns=_turns_played(race.still_in, race.left),
        evening=_evening(rules, race, len(scores)),
    )


def check_round(rules: BuckDice, scores: Sequence[int], turn: int) -> None:
    """Raises IllegalState unless ``scores`` and ``turn`` are those of a round that is not over."""
    if len(scores) not in PLAYERS:
        raise IllegalState(f"{len(scores)} players; expected {PLAYERS[0]} to {PLAYERS[-1]}")
    for player, score in enumerate(scores, start=1):
        if not 0 <= whole(f"the score of player {player}", score) <= rules.goal:
            raise IllegalState(
                f"the score of player {player} is {score};"
                f" expected 0 to {rules.goal - 1}, or {rules.goal} for a player who is out"
            )
    still_in = [player for player, score in enumerate(scores, start=1) if score < rules.goal]
    shown = ",".join("out" if score == rules.goal else str(score) for score in scores)
    if not still_in:
        raise IllegalState(f"scores {shown}: no player is left; expected at least two still in")
    if len(still_in) == 1:
        raise IllegalState(
            f"scores {shown}: player {still_in[0]} is the only one left and has lost;"
            " expected at least two still in"
        )
    if whole("turn", turn) not in still_in:
        why = "that player is out" if 1 <= turn <= len(scores) else "there is no such player"
        raise IllegalState(f"turn is {turn}: {why}; expected one of {', '.join(map(str, still_in))}")


def _in_rotation(rules: BuckDice, scores: Sequence[int], turn: int) -> list[int]:
    """The players still in, numbered from 0, in the order of their turns."""
    order = [(turn - 1 + step) % len(scores) for step in range(len(scores))]
    return [player for player in order if scores[player] < rules.goal]


class _Race(NamedTuple):
    """Players in the order of their turns (rows), after 0, 1, 2, … turns each (columns).

    Every number is the double nearest to the exact probability.

    Attributes:
        still_in: float64 [players, turns + 1], the probability to be still in.
        left: to have left.
        leaving: to have left in the last of the turns.
        by_points: to have left by points.
    """

    still_in: Floats
    left: Floats
    leaving: Floats
    by_points: Floats


def _race(rules: BuckDice, scores: Sequence[int]) -> _Race:
    """The race of players with ``scores``."""
    return _Race(*(column[list(scores)] for column in _race_from_every_score(rules)))


@cache
def _race_from_every_score(rules: BuckDice) -> _Race:
    """The race of one player with each score from 0 up, as far as the sums need it."""
    race = [*takewhile(lambda now: not _is_over(rules, now), standings(rules))]

    def column(counts: Callable[[Standing], Iterable[int]]) -> Floats:
        return np.array([[count / now.scale for count in counts(now)] for now in race]).T

    return _Race(
        still_in=column(lambda now: now.still_in),
        left=column(lambda now: (now.scale - count for count in now.still_in)),
        leaving=column(lambda now: now.leaving),
        by_points=column(lambda now: now.by_points),
    )


def _is_over(rules: BuckDice, standing: Standing) -> bool:
    """Whether sums may end here.

    A player who is still in leaves later with probability 1 and takes at most
    max E_s more turns in the mean.  So what a sum over probabilities leaves out is
    at most the probability of being still in, a sum over turns at most that
    times max E_s for each player.
    """
    most = max(standing.still_in) / standing.scale
    return most * PLAYERS[-1] * float(max(expected_turns(rules))) < TAIL


def _before(column: Floats, player: int) -> Floats:
    """float64 [others, turns]: ``column`` of the other players just before each turn of ``player``."""
    return np.array(
        [row[1:] if other < player else row[:-1] for other, row in enumerate(column) if other != player]
    )


def _places(race: _Race) -> list[Floats]:
    """For each player the probability of each place among those in the race."""
    return [
        _how_many(_before(race.left, player), _before(race.still_in, player)) @ leaving[1:]
        for player, leaving in enumerate(race.leaving)
    ]


def _how_many(happens: Floats, fails: Floats) -> Floats:
    """float64 [events + 1, turns]: the probability that 0, 1, … of independent events happen."""
    counts = np.ones((1, happens.shape[1]))
    for one, none in zip(happens, fails, strict=True):
        counts = np.pad(counts * none, ((0, 1), (0, 0))) + np.pad(counts * one, ((1, 0), (0, 0)))
    return counts


def _player_odds(places: Floats | None, players: int) -> PlayerOdds:
    """The odds that follow from the places among those still in; None is a player who is out."""
    if places is None:
        return PlayerOdds(lose=0.0, first=0.0, chips=1.0, places=None)
    taken = players - len(places)
    lose = float(places[-1])
    # One chip from the loser, or one to each of the others.
    chips = 1 - players * lose
    return PlayerOdds(lose, float(places[0]), chips, (0.0,) * taken + tuple(places.tolist()))


def _turns_played(still_in: Floats, left: Floats) -> float:
    """The mean number of turns in which the player and another are still in.

    ``left`` may also be a part of those who have left, by points for one: then
    only turns count before which nobody has left in another way.
    """
    turns = 0.0
    for player, own in enumerate(still_in):
        others_left = _before(left, player)
        nobody_else_left = np.prod(others_left + _before(still_in, player), axis=0)
        turns += float(own[:-1] @ (nobody_else_left - np.prod(others_left, axis=0)))
    return turns


def _evening(rules: BuckDice, race: _Race, players: int) -> Evening:
    """This round up to its first big buck, and if it has none, fresh rounds of all players.

    The mean length of a fresh round does not depend on who begins.
    """
    fresh = _race(rules, [0] * players)
    without = _without_big_buck(race)
    more_rounds = without / (1 - _without_big_buck(fresh))
    return Evening(
        expected_turns=_turns_played(race.still_in, race.by_points)
        + more_rounds * _turns_played(fresh.still_in, fresh.by_points),
        expected_rounds=1 + more_rounds,
    )


def _without_big_buck(race: _Race) -> float:
    """The probability that all but the loser leave by points."""
    # Exactly rounded: from Python 3.12 on, sum() adds doubles in a way of its own.
    return fsum(
        float(np.prod(_before(race.by_points, player), axis=0) @ leaving[1:])
        for player, leaving in enumerate(race.leaving)
    )
