"""Exact distributions of whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt

from immutabledict import immutabledict


@dataclass(frozen=True, eq=False)
class Distribution:
    """A distribution of a whole number: integer weights, so that sums need no fractions.

    Iterating gives (outcome, probability) in ascending order.

    Attributes:
        weights: proportional to the probabilities, by outcome in ascending order; none is 0.
            They may be given in any order, and with zeros.

    >>> two_dice = Distribution(dict.fromkeys(range(1, 7), 1)) + Distribution(dict.fromkeys(range(1, 7), 1))
    >>> two_dice.probability(7), two_dice.at_least(11)
    (Fraction(1, 6), Fraction(1, 12))
    """

    weights: Mapping[int, int]

    def __post_init__(self) -> None:
        weights = {outcome: weight for outcome, weight in sorted(self.weights.items()) if weight}
        object.__setattr__(self, "weights", immutabledict(weights))

    @cached_property
    def _whole(self) -> int:
        return sum(self.weights.values())

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        return ((outcome, Fraction(weight, self._whole)) for outcome, weight in self.weights.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and dict(self) == dict(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __add__(self, other: Distribution) -> Distribution:
        """The distribution of the sum with an independent number."""
        weights: dict[int, int] = {}
        for mine, weight in self.weights.items():
            for theirs, times in other.weights.items():
                weights[mine + theirs] = weights.get(mine + theirs, 0) + weight * times
        return Distribution(weights)

    def probability(self, outcome: int) -> Fraction:
        """The probability of ``outcome``."""
        return Fraction(self.weights.get(outcome, 0), self._whole)

    def at_least(self, least: int) -> Fraction:
        """The probability of ``least`` or more."""
        return Fraction(sum(w for outcome, w in self.weights.items() if outcome >= least), self._whole)

    def below(self, bound: int) -> Fraction:
        """The probability of less than ``bound``."""
        return 1 - self.at_least(bound)

    @property
    def mean(self) -> Fraction:
        """The mean."""
        return Fraction(sum(outcome * w for outcome, w in self.weights.items()), self._whole)

    @property
    def variance(self) -> Fraction:
        """The mean squared distance from the mean."""
        squares = Fraction(sum(outcome**2 * w for outcome, w in self.weights.items()), self._whole)
        return squares - self.mean**2

    @property
    def sd(self) -> float:
        """The standard deviation, rounded to a float."""
        return sqrt(self.variance)
