"""Perfect play for the pot put to the test: deviations never gain, and games come out as computed.

The evaluator here takes any way of playing for every seat, follows it through
all throws, and shares no code with the solver; it asks the solver for choices only.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from statistics import mean, stdev

import pytest

from omkast.games.qualify import QUALIFY, TIES
from omkast.set_aside.pot import Challenge, Pot
from omkast.set_aside.strategy import strategy_pages

Dice = tuple[int, ...]
Seen = tuple[int, int]
"""The highest total so far and how many have it."""
Spot = tuple[int, Seen, int, int, Dice]
"""Seat (from 0), what it has seen, dice left, points aside, the dice thrown, ascending."""
Play = Callable[[Spot], Dice]
"""What to set aside."""

PLAYERS = 3


@cache
def throws(dice: int) -> dict[Dice, int]:
    ways: dict[Dice, int] = defaultdict(int)
    for thrown in product(range(1, 7), repeat=dice):
        ways[tuple(sorted(thrown))] += 1
    return dict(ways)


class Table:
    """What the solver would do at every spot of a game."""

    def __init__(self, tie: str, players: int = PLAYERS) -> None:
        self.players = players
        self.pot = Pot(QUALIFY, tie)
        self.shares = self.pot.shares(players)
        self._choices: dict[tuple[int, Seen], dict[tuple[int, int], Mapping[Dice, Dice]]] = {}

    def __call__(self, spot: Spot) -> Dice:
        seat, seen, left, aside, thrown = spot
        if (seat, seen) not in self._choices:
            turn = self.pot.turn(Challenge(self.players - seat, *seen))
            self._choices[seat, seen] = {
                (page.left, points): page.choices
                for page in strategy_pages(turn)
                for points in range(page.least, page.most + 1)
            }
        return self._choices[seat, seen][left, aside][thrown]


class Evaluator:
    """Shares of the pot when the seats play as ``play`` says."""

    def __init__(self, play: Play, pot: Pot) -> None:
        self.play = play
        self.pot = pot
        self._totals: dict[tuple[int, Seen], dict[int, Fraction]] = {}

    def totals(self, seat: int, seen: Seen) -> dict[int, Fraction]:
        """The distribution of the total of a turn."""
        if (seat, seen) not in self._totals:
            self._totals[seat, seen] = follow(lambda *where: self.play((seat, seen, *where)))
        return self._totals[seat, seen]

    def shares(self) -> list[Fraction]:
        shares = [Fraction(0)] * PLAYERS
        games: dict[tuple[int, Dice], Fraction] = {(0, ()): Fraction(1)}
        for seat in range(PLAYERS):
            following: dict[tuple[int, Dice], Fraction] = defaultdict(Fraction)
            for (highest, holders), chance in games.items():
                for total, probability in self.totals(seat, (highest, len(holders))).items():
                    if total > highest:
                        following[total, (seat,)] += chance * probability
                    elif total == highest:
                        following[highest, (*holders, seat)] += chance * probability
                    else:
                        following[highest, holders] += chance * probability
            games = following
        for (_, holders), chance in games.items():
            for place, seat in enumerate(holders):
                shares[seat] += chance * self.part(len(holders), place)
        return shares

    def part(self, holders: int, place: int) -> Fraction:
        if holders == 1 or self.pot.tie == "split":
            return Fraction(1, holders)
        return self.pot.shares(holders)[place]


def follow(choose: Callable[[int, int, Dice], Dice]) -> dict[int, Fraction]:
    """The distribution of the total when ``choose(left, aside, thrown)`` is set aside every time."""
    reached: list[dict[int, Fraction]] = [defaultdict(Fraction) for _ in range(6)]
    reached[5][0] = Fraction(1)
    for left in range(5, 0, -1):
        for aside, chance in reached[left].items():
            moved: dict[tuple[int, int], int] = defaultdict(int)
            for thrown, ways in throws(left).items():
                chosen = choose(left, aside, thrown)
                moved[left - len(chosen), aside + sum(chosen)] += ways
            for (after, points), ways in moved.items():
                reached[after][points] += chance * Fraction(ways, 6**left)
    return dict(reached[0])


@pytest.fixture(scope="module", params=TIES)
def table(request: pytest.FixtureRequest) -> Table:
    return Table(request.param)


def test_the_strategies_give_the_shares(table: Table) -> None:
    shares = Evaluator(table, table.pot).shares()
    assert shares == list(table.shares)


def test_one_deviation_never_gains(table: Table) -> None:
    draw = random.Random(6)
    perfect = Evaluator(table, table.pot)
    perfect.shares()
    lost = 0
    for _ in range(40):
        spot, instead = some_deviation(draw)

        def play(at: Spot, spot: Spot = spot, instead: Dice = instead) -> Dice:
            return instead if at == spot else table(at)

        deviant = Evaluator(play, table.pot)
        deviant._totals = {turn: totals for turn, totals in perfect._totals.items() if turn != spot[:2]}
        share = deviant.shares()[spot[0]]
        assert share <= table.shares[spot[0]], (spot, instead)
        lost += share < table.shares[spot[0]]
    assert lost > 15


def some_deviation(draw: random.Random) -> tuple[Spot, Dice]:
    """Any spot that a game can come to, and any choice there."""
    seat = draw.randrange(PLAYERS)
    seen = (draw.randint(20, 28), draw.randint(1, seat)) if seat else (0, 0)
    left = draw.choice((5, 5, 4, 3, 2))
    aside = sum(draw.choices((4, 5, 6), k=5 - left))
    thrown = tuple(sorted(draw.choices(range(1, 7), k=left)))
    instead = tuple(sorted(draw.sample(thrown, draw.randint(1, left))))
    return (seat, seen, left, aside, thrown), instead


@pytest.mark.parametrize("seat", range(PLAYERS))
def test_playing_differently_throughout_never_gains(table: Table, seat: int) -> None:
    draw = random.Random(7)

    def one_die(spot: Spot) -> Dice:
        return spot[4][-1:]

    def fives_and_sixes(spot: Spot) -> Dice:
        return tuple(face for face in spot[4] if face > 4) or spot[4][-1:]

    def now_and_then_something_else(spot: Spot) -> Dice:
        thrown = spot[4]
        return thrown[-draw.randint(1, len(thrown)) :] if draw.random() < 0.02 else table(spot)

    for other in (one_die, fives_and_sixes, now_and_then_something_else):

        def play(spot: Spot, other: Play = other) -> Dice:
            return other(spot) if spot[0] == seat else table(spot)

        shares = Evaluator(play, table.pot).shares()
        assert sum(shares) == 1
        assert shares[seat] < table.shares[seat]


def test_games_played_by_the_strategies(table: Table) -> None:
    """Chips from hand to hand: everyone stakes one, ties are split or played again."""
    draw = random.Random(8)
    tables = {PLAYERS: table, 2: Table(table.pot.tie, players=2)}

    def turn(players: int, seat: int, seen: Seen) -> int:
        on_the_side: list[int] = []
        while len(on_the_side) < 5:
            thrown = tuple(sorted(draw.choices(range(1, 7), k=5 - len(on_the_side))))
            on_the_side += tables[players]((seat, seen, len(thrown), sum(on_the_side), thrown))
        return sum(on_the_side)

    def winners(seats: list[int]) -> list[int]:
        ends: list[int] = []
        for place in range(len(seats)):
            highest = max(ends, default=0)
            ends.append(turn(len(seats), place, (highest, ends.count(highest))))
        best = [seat for seat, end in zip(seats, ends, strict=True) if end == max(ends)]
        return best if len(best) == 1 or table.pot.tie == "split" else winners(best)

    won: list[list[float]] = [[], [], []]
    for _ in range(6_000):
        best = winners([0, 1, 2])
        for seat in range(PLAYERS):
            won[seat].append(seat in best and 1 / len(best))
    for seat in range(PLAYERS):
        error = stdev(won[seat]) / len(won[seat]) ** 0.5
        assert abs(mean(won[seat]) - float(table.shares[seat])) < 3 * error
