"""Plain, slow twins of the solver for games of setting dice aside.

They list ordered throws and every subset of dice positions, use fractions, and
share no code with the product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product

Dice = tuple[int, ...]
Shares = tuple[Fraction, ...]
Payoff = Callable[[int], Fraction]

FACE_VALUE: Dice = (0, 1, 2, 3, 4, 5, 6)
THREES_COUNT_NOTHING: Dice = (0, 1, 2, 0, 4, 5, 6)


def throws(num_dice: int) -> list[Dice]:
    """Every ordered throw."""
    return list(product(range(1, 7), repeat=num_dice))


def subsets(thrown: Dice) -> Iterator[Dice]:
    """The dice at every non-empty set of positions."""
    for size in range(1, len(thrown) + 1):
        for positions in combinations(range(len(thrown)), size):
            yield tuple(thrown[i] for i in positions)


def best_turn(
    num_dice: int, payoff: Payoff, points: Dice = FACE_VALUE, pick: Callable[..., Fraction] = max
) -> Callable[[int, int], Fraction]:
    """The value of (dice left, points aside) when every choice is ``pick`` of the values it can lead to."""

    @cache
    def value(left: int, aside: int) -> Fraction:
        if left == 0:
            return payoff(aside)
        values = [
            pick(
                value(left - len(part), aside + sum(points[face] for face in part))
                for part in subsets(thrown)
            )
            for thrown in throws(left)
        ]
        return sum(values, Fraction(0)) / len(values)

    return value


def forced_totals(num_dice: int) -> dict[int, Fraction]:
    """The distribution of the total when the highest die of every throw is set aside."""
    if num_dice == 0:
        return {0: Fraction(1)}
    found: dict[int, Fraction] = defaultdict(Fraction)
    for total, chance in forced_totals(num_dice - 1).items():
        for thrown in throws(num_dice):
            found[total + max(thrown)] += chance / 6**num_dice
    return dict(found)


def pot_shares(num_dice: int, players: int, at_end: Callable[[list[int]], Shares]) -> Shares:
    """The share of each seat with perfect play of all, over complete histories of totals.

    ``at_end`` says, for the seats (from 0) that hold the highest total at the
    end, what share each of them has.  Among choices that are worth the same to
    the one who chooses this takes the first that was found, with the fewest dice.
    """

    @cache
    def shares(history: Dice) -> Shares:
        """What each seat can expect when these totals have been thrown."""
        seat = len(history)
        if seat == players:
            holders = [i for i in range(players) if history[i] == max(history)]
            result = [Fraction(0)] * players
            for holder, share in zip(holders, at_end(holders), strict=True):
                result[holder] = share
            return tuple(result)

        @cache
        def turn(left: int, aside: int) -> Shares:
            if left == 0:
                return shares((*history, aside))
            results = [
                max(
                    (turn(left - len(part), aside + sum(part)) for part in subsets(thrown)),
                    key=lambda s: s[seat],
                )
                for thrown in throws(left)
            ]
            return tuple(sum(column, Fraction(0)) / len(results) for column in zip(*results, strict=True))

        return turn(num_dice, 0)

    return shares(())
