"""The pot game: the highest total of several players takes it.

The players throw one after the other and know the totals before them.  All
that matters to the player to move is the *challenge*: how many are still to
throw, the total to beat, and how many hold it.  A final total below the total
to beat leaves it as it is, an equal one adds a holder, a higher one makes a new
sole holder; so the payoff of a total is what a holder can expect of the
players still to come, and every challenge is solved from those with fewer of
them (backward induction, giving a subgame-perfect solution).

Who holds a total when all have thrown shares the pot (``split``), or plays
again with the other holders in the same order (``replay``): holder j of m then
has the share V(m, j) of seat j in a game of m.  V(m, .) of fewer players is
known beforehand.  A tie of all n players leads back to V(n, .) itself, and only
challenges in which nobody has fallen behind yet depend on it.  For a fixed way
of playing the shares are linear in it, V(n, j) = A(j) + p V(n, j) with the
probability p of a tie of all; so choose best play for an assumed V, solve for
the V of that play, and repeat until V comes out as it was assumed.  Then every
choice is best against the very shares that it leads to, exactly.

Between choices that are worth the same to the one who chooses, the turn sets
aside the most dice.  Such choices could differ for the others; for 2 to 8
players of Qualify they do not (setting aside the fewest gives the same shares).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from immutabledict import immutabledict

from ..errors import IllegalState
from ..games.qualify import PLAYERS, TIES
from ..games.set_aside import SetAsideGame
from .checks import check, check_players
from .throws import total_range
from .turn import SolvedTurn

Shares = tuple[Fraction, ...]


class Challenge(NamedTuple):
    """What the player to move finds.

    Attributes:
        to_come: players who have yet to throw, the player to move among them.
        to_beat: the highest total so far; 0 if nobody has thrown.
        holders: how many have that total.
    """

    to_come: int
    to_beat: int
    holders: int

    @property
    def in_play(self) -> int:
        """How many players can still win."""
        return self.to_come + self.holders

    def after(self, total: int) -> Challenge:
        """The challenge when the player to move ends with ``total``."""
        to_come = self.to_come - 1
        if total > self.to_beat:
            return Challenge(to_come, total, 1)
        return Challenge(to_come, self.to_beat, self.holders + (total == self.to_beat))


@dataclass(frozen=True)
class Seat:
    """What a seat can expect.

    Attributes:
        seat: the player's place in the order, from 1.
        share: the share of the pot with perfect play of all.
        lead: for each total, the share that is left to a player who alone holds it after this seat's turn.
        aim: the least total whose lead is worth at least an equal share of the pot.
        favourite: the least total whose lead is worth at least half the pot.
    """

    seat: int
    share: Fraction
    lead: Mapping[int, Fraction]
    aim: int
    favourite: int


class Pot:
    """Perfect play for the pot.  Solves challenges when they are asked for, and each only once."""

    def __init__(self, game: SetAsideGame, tie: str = TIES[0]) -> None:
        """Raises ValueError if low totals win, or for a rule of ties that is not in ``TIES``."""
        if game.low_wins or tie not in TIES:
            raise ValueError(f"no pot for {game.id} with ties {tie!r}")
        self.game = game
        self.tie = tie
        self._turns: dict[Challenge, SolvedTurn] = {}
        self._holders: dict[Challenge, Shares] = {}
        # replay: V(n, .), final for all n solved so far and assumed for the one being solved
        self._shares: dict[int, Shares] = {}

    def shares(self, players: int) -> Shares:
        """The share of each seat in a game of ``players``, the first seat first."""
        if self.tie == "split":
            return self._played(players)[0]
        for fewer in range(PLAYERS[0], players + 1):
            if fewer not in self._shares:
                self._settle(fewer, (Fraction(1, fewer),) * fewer)
        return self._shares[players]

    def seats(self, players: int) -> list[Seat]:
        """What each seat of a game of ``players`` can expect.

        Raises IllegalState for a number of players that the rules do not allow.
        """
        check_players(players)
        return [self._seat(players, seat, share) for seat, share in enumerate(self.shares(players), 1)]

    def _seat(self, players: int, seat: int, share: Fraction) -> Seat:
        totals = total_range(self.game, self.game.num_dice)
        lead = {total: self._holder_shares(Challenge(players - seat, total, 1))[0] for total in totals}
        return Seat(
            seat=seat,
            share=share,
            lead=immutabledict(lead),
            aim=min(total for total in totals if lead[total] >= Fraction(1, players)),
            favourite=min(total for total in totals if lead[total] >= Fraction(1, 2)),
        )

    def turn(self, challenge: Challenge) -> SolvedTurn:
        """Best play of the player to move; its values are shares of the pot."""
        if self.tie == "replay":
            self.shares(challenge.in_play)
        return self._turn(challenge)

    def _turn(self, challenge: Challenge) -> SolvedTurn:
        if challenge not in self._turns:

            def payoff(total: int) -> Fraction:
                if total < challenge.to_beat:
                    return Fraction(0)
                return self._holder_shares(challenge.after(total))[-1]

            self._turns[challenge] = SolvedTurn(self.game, payoff)
        return self._turns[challenge]

    def _holder_shares(self, challenge: Challenge) -> Shares:
        """The share of each holder, in the order in which they threw."""
        if challenge not in self._holders:
            self._holders[challenge] = self._hold(challenge)
        return self._holders[challenge]

    def _hold(self, challenge: Challenge) -> Shares:
        holders = challenge.holders
        if challenge.to_come == 0:
            if holders == 1:
                return (Fraction(1),)
            return (Fraction(1, holders),) * holders if self.tie == "split" else self._shares[holders]
        totals = self._turn(challenge).totals
        stays, ties = totals.below(challenge.to_beat), totals.probability(challenge.to_beat)
        alone = self._holder_shares(challenge.after(challenge.to_beat - 1))
        joined = self._holder_shares(challenge.after(challenge.to_beat))
        return tuple(stays * a + ties * b for a, b in zip(alone, joined, strict=False))

    def _settle(self, players: int, assumed: Shares) -> None:
        """Finds V(players, .), starting from an assumed one; those of fewer players are known."""
        while True:
            self._shares[players] = assumed
            shares, all_tie = self._played(players)
            solved = tuple(
                (share - all_tie * guess) / (1 - all_tie)
                for share, guess in zip(shares, assumed, strict=True)
            )
            if solved == assumed:
                return
            assumed = solved
            self._forget(players)

    def _forget(self, in_play: int) -> None:
        """Drops the solutions that rest on an assumed V(in_play, .)."""
        for solutions in (self._turns, self._holders):
            for challenge in [one for one in solutions if one.in_play == in_play]:
                del solutions[challenge]

    def _played(self, players: int) -> tuple[Shares, Fraction]:
        """The share of each seat, and the probability that all tie."""
        shares = []
        weights = {Challenge(players, 0, 0): 1}
        for _ in range(players):
            following: dict[Challenge, int] = {}
            share = Fraction(0)
            for challenge, weight in weights.items():
                turn = self._turn(challenge)
                share += weight * turn.start
                for total, ways in turn.totals.weights.items():
                    after = challenge.after(total)
                    following[after] = following.get(after, 0) + weight * ways
            shares.append(share / sum(weights.values()))
            weights = following
        all_tie = sum(weight for end, weight in weights.items() if end.holders == players)
        return tuple(shares), Fraction(all_tie, sum(weights.values()))


def challenge_at(
    game: SetAsideGame, players: int, seat: int, to_beat: int | None = None, tied: int | None = None
) -> Challenge:
    """The challenge that ``seat`` (from 1) finds when ``tied`` players before it hold ``to_beat``.

    Raises IllegalState if there is no such seat or challenge.
    """
    check_players(players)
    check("seat", seat, range(1, players + 1), f", as there are {players} players")
    if seat == 1:
        for name, given in (("to-beat", to_beat), ("tied", tied)):
            if given is not None:
                raise IllegalState(f"{name} is {given}; seat 1 throws first and has no total to beat.")
        return Challenge(players, 0, 0)
    totals = total_range(game, game.num_dice)
    if to_beat is None:
        raise IllegalState(
            f"seat {seat} has a total to beat; expected to-beat, the highest total before it,"
            f" {totals[0]} to {totals[-1]}."
        )
    check("to-beat", to_beat, totals, f", the totals of {game.num_dice} dice")
    holders = 1 if tied is None else tied
    # Nobody can have less than the lowest total, so all before hold it.
    fewest, why = 1, f", as {seat - 1} throw before seat {seat}"
    if to_beat == totals[0]:
        fewest, why = seat - 1, f"{why} and none can have less than {to_beat}"
    check("tied", holders, range(fewest, seat), why)
    return Challenge(players - seat + 1, to_beat, holders)
