"""The bank game: after every throw the best die is set aside, whether one likes it or not.

So a turn with n dice is n independent throws, of n dice, n - 1, … and 1, of
which the best die counts: the total is the sum of their maxima.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add

from ..dice import FACES
from ..distribution import Distribution
from ..games.qualify import QUALIFY, THRESHOLD
from .checks import check, check_players

MAX_DICE = 20
MAX_ROTATIONS = 20


@dataclass(frozen=True)
class Bank:
    """One player's turn against the bank, at even money.

    Attributes:
        num_dice: how many dice are thrown.
        threshold: the least total that wins.
        totals: the distribution of the total.
    """

    num_dice: int
    threshold: int
    totals: Distribution

    @property
    def win(self) -> Fraction:
        """The probability that the player wins."""
        return self.totals.at_least(self.threshold)

    @property
    def edge(self) -> Fraction:
        """What the bank gains on average for each unit staked."""
        return 1 - 2 * self.win


def bank_odds(threshold: int = THRESHOLD, num_dice: int = QUALIFY.num_dice) -> Bank:
    """A turn under the forced rule.

    Raises IllegalState for a number of dice outside 1 to ``MAX_DICE``, or a
    threshold that is no total of them.
    """
    check("dice", num_dice, range(1, MAX_DICE + 1))
    totals = range(num_dice * min(FACES), num_dice * max(FACES) + 1)
    check("threshold", threshold, totals, f", the totals of {num_dice} dice")
    return Bank(num_dice, threshold, reduce(add, map(best_die, range(1, num_dice + 1))))


def best_die(num_dice: int) -> Distribution:
    """The highest die of a throw."""
    return Distribution({face: face**num_dice - (face - 1) ** num_dice for face in FACES})


@dataclass(frozen=True)
class Session:
    """What every player can expect of a session; the same for all, as all are bank equally often.

    Attributes:
        num_players, num_rotations: its size; in a rotation everyone is bank for one round.
        num_bets: how many unit bets a player takes part in on each side: as a player, and as the bank.
        as_player: the mean of the chips won on the player's side (the bank's is its negative).
        chips: the distribution of the chips won less those lost.
    """

    num_players: int
    num_rotations: int
    num_bets: int
    as_player: Fraction
    chips: Distribution


def session_odds(players: int, rotations: int) -> Session:
    """A session of Qualify in which the bank goes round and every stake is one chip.

    In each round all but the bank stake a chip and throw.  A player's own throws
    and those of the others against his bank are independent, so his result is a
    sum of independent bets.

    Raises IllegalState for a number of players or rotations out of range.
    """
    check_players(players)
    check("rotations", rotations, range(1, MAX_ROTATIONS + 1))
    win = bank_odds().win
    wins, losses = win.numerator, win.denominator - win.numerator
    bets = rotations * (players - 1)
    bet = Distribution({1: wins, -1: losses})
    against = Distribution({1: losses, -1: wins})
    return Session(players, rotations, bets, bets * bet.mean, reduce(add, [bet, against] * bets))
