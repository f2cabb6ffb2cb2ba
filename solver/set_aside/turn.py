"""Best play of one turn, for any payoff that rises toward the better totals.

With n dice left and a points aside, V is the mean of the payoff with best play:

    V(0, a) = payoff(a)
    V(n, a) = mean over throws t of n dice of max over k = 1 … n of V(n - k, a + best_k(t))

best_k(t) are the points of the k best dice of the throw.  Other choices of k
dice need not be looked at: if the payoff never falls toward the better totals,
neither does V(m, ·), by induction over m; so among all choices of k dice, which
all lead to n - k dice left, the one with the best points aside is best.

V(n, a) is held as an integer over ``unit * 6 ** (n(n+1)/2)``: a turn that sets
aside one die at a time throws n + … + 1 dice, any other throws fewer.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import lcm
from operator import mul

from ..dice import FACES
from ..distribution import Distribution
from ..games.set_aside import SetAsideGame
from .throws import ThrowTree, throw_tree, total_range

SIDES = len(FACES)

# A move is the number of dice to set aside, followed by the points aside after it.
_POINTS_BITS = 7
_MOVE_BITS = 4 + _POINTS_BITS
_POINTS = (1 << _POINTS_BITS) - 1
_MOVE = (1 << _MOVE_BITS) - 1


class SolvedTurn:
    """The solution of one turn.

    Choices of equal value are told apart by one rule: set aside the most dice,
    so that a turn whose outcome is certain ends at once.

    Attributes:
        game: the rules.
        cost: whether the payoff is to be kept low, not high.
    """

    def __init__(
        self, game: SetAsideGame, payoff: Callable[[int], int | Fraction], cost: bool = False
    ) -> None:
        """``payoff`` says what a final total is worth to the player.

        Raises ValueError if a better total is worth less than one that is not as good.
        """
        self.game = game
        self.cost = cost
        totals = total_range(game, game.num_dice)
        payoffs = [Fraction(payoff(total)) for total in totals]
        unit = lcm(*(one.denominator for one in payoffs))
        # A cost is turned round, so that more is better for all that follows.
        self._unit = -unit if cost else unit
        final = [one.numerator * (self._unit // one.denominator) for one in payoffs]
        if any(worse > better for worse, better in pairwise(final[:: -1 if game.low_wins else 1])):
            raise ValueError("the payoff must never fall toward the better totals")
        self._moves: dict[tuple[int, int], list[int]] = {}
        # By dice left, then points aside.  Points that no dice show hold zeros and are never read.
        self._values = [[0] * totals.start + final]
        for left in range(1, game.num_dice + 1):
            self._values.append(self._solve(left))

    def _solve(self, left: int) -> list[int]:
        """V(left, ·) from the values with fewer dice left; notes the moves."""
        tree = throw_tree(self.game, left)
        rows = self._rows(left)
        solved = [0] * len(rows[0])
        for points in total_range(self.game, self.game.num_dice - left):
            best = best_choices(tree, rows, points)
            self._moves[left, points] = [choice & _MOVE for choice in best]
            solved[points] = sum(map(mul, tree.ways, [choice >> _MOVE_BITS for choice in best]))
        return solved

    def _rows(self, left: int) -> list[list[int]]:
        """The choices to set aside k = 1 … left dice, by points aside after it.

        A choice is a value over ``unit * 6 ** (left(left-1)/2)`` and, in the low bits, the move:
        the greatest choice is the one with the greatest value and, among those, with the most dice.
        """
        rows = []
        for count in range(1, left + 1):
            after = left - count
            scale = SIDES ** (_throws_ahead(left - 1) - _throws_ahead(after))
            move = count << _POINTS_BITS
            rows.append(
                [(value * scale << _MOVE_BITS) + move + i for i, value in enumerate(self._values[after])]
            )
        return rows

    def value(self, left: int, points: int) -> Fraction:
        """The mean of the payoff with ``left`` dice to throw and ``points`` aside."""
        return Fraction(self._values[left][points], self._unit * SIDES ** _throws_ahead(left))

    @property
    def start(self) -> Fraction:
        """The value before the first throw."""
        return self.value(self.game.num_dice, 0)

    def choices(self, left: int, points: int) -> tuple[int, ...]:
        """How many of the best dice to set aside, for each throw of ``left`` dice in tree order."""
        return tuple(move >> _POINTS_BITS for move in self._moves[left, points])

    @cached_property
    def totals(self) -> Distribution:
        """The distribution of the final total under best play."""
        dice = self.game.num_dice
        # Weights of states are over 6 ** (dice thrown so far, if they were set aside one by one).
        weights: list[dict[int, int]] = [defaultdict(int) for _ in range(dice + 1)]
        weights[dice][0] = 1
        for left in range(dice, 0, -1):
            all_ways = throw_tree(self.game, left).ways
            skipped = [SIDES ** (_throws_ahead(left - 1) - _throws_ahead(after)) for after in range(left)]
            for points, weight in weights[left].items():
                moves: dict[int, int] = defaultdict(int)
                for move, ways in zip(self._moves[left, points], all_ways, strict=True):
                    moves[move] += ways
                for move, ways in moves.items():
                    after, total = left - (move >> _POINTS_BITS), move & _POINTS
                    weights[after][total] += weight * ways * skipped[after]
        return Distribution(weights[0])


def best_choices(tree: ThrowTree, rows: Sequence[Sequence[int]], points: int) -> list[int]:
    """The greatest choice for each throw.

    ``rows[k - 1]`` holds the choices to set aside k dice, by the points aside
    after it; ``points`` are aside already.
    """
    best = list(tree.depths[0].points(rows[0][points:]))
    for row, depth in zip(rows[1:], tree.depths[1:], strict=True):
        fewer, these = depth.parents(best), depth.points(row[points:])
        best = [one if one > other else other for one, other in zip(fewer, these, strict=True)]
    return best


def _throws_ahead(left: int) -> int:
    """How many single dice are thrown from ``left`` dice on if they are set aside one by one."""
    return left * (left + 1) // 2
