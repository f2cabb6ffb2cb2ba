"""Exact distributions of whole numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt


class Distribution:
    """A distribution of a whole number: integer weights, so that sums need no fractions.

    Iterating gives (outcome, probability) in ascending order.

    Attributes:
        weights: proportional to the probabilities, by outcome in ascending order; none is 0.
    """

    def __init__(self, weights: Mapping[int, int]) -> None:
        """``weights`` may stand in any order; those that are 0 are left out."""
        self.weights: Mapping[int, int] = {
            outcome: weights[outcome] for outcome in sorted(weights) if weights[outcome]
        }
        self._whole = sum(self.weights.values())

    def __iter__(self) -> Iterator[tuple[int, Fraction]]:
        return ((outcome, Fraction(weight, self._whole)) for outcome, weight in self.weights.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distribution) and dict(self) == dict(other)

    __hash__ = None  # type: ignore[assignment]

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
