"""What a finished game is worth: the objective that play aims at.

An objective is a payoff of the final total (bonus included) that never falls.  With f the
payoff, u the upper total and p the points so far, the end of the recursion is

    V(full, u, p) = f(p + bonus if it is earned)

For the mean f(p + x) = p + f(x), so a score can be added to the value of what follows
and p need not be carried.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Objective(Protocol):
    """The worth of a finished game; implementations are immutable and hashable."""

    @property
    def name(self) -> str:
        """The word for it at the prompt and in documents."""

    @property
    def carries_points(self) -> bool:
        """Whether what a score adds depends on the points so far."""

    def payoff(self, total: int) -> float:
        """The worth of ending with ``total``; never less for a higher total."""


@dataclass(frozen=True)
class Mean:
    """A final total is worth itself: best play has the highest expected total."""

    name: str = "mean"
    carries_points: bool = False

    def payoff(self, total: int) -> float:
        """The total, in points."""
        return float(total)


MEAN = Mean()
