"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import isfinite


@dataclass(frozen=True)
class Figure:
    """A published value beside ours.

    Attributes:
        published: the value with the digits its source gives, in plain decimals or as a fraction.
        source: who published it.
        ours: what Omkast computes; a Fraction or an int where that is exact.
        ties: how far it may move when another of several best actions is taken.
    """

    published: str
    source: str
    ours: float | Fraction
    ties: float = 0.0

    @property
    def difference(self) -> float:
        """Ours less the published one, in the figure's unit."""
        return float(self.ours - Fraction(self.published))

    @property
    def agrees(self) -> bool:
        """Whether ours, rounded to the digits published, is the published value.

        A fraction has all digits.
        """
        if not isfinite(self.ours):
            return False
        difference = abs(Fraction(self.ours) - Fraction(self.published))
        return difference <= self._half_a_digit() + Fraction(self.ties)

    def _half_a_digit(self) -> Fraction:
        if "/" in self.published:
            return Fraction(0)
        exponent = Decimal(self.published).as_tuple().exponent
        assert isinstance(exponent, int), self.published
        # The trillionths are for a double that lies just beyond half a digit.
        return Fraction(10) ** exponent / 2 + Fraction(2, 10**12)


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Attributes:
        part: which part of the proof it belongs to.
        what: what was looked at.
        passed: whether it is as it should be.
        note: what was compared, or what is wrong.
        figure: the numbers, if it is a published value.
    """

    part: str
    what: str
    passed: bool
    note: str
    figure: Figure | None = None


BRUTE_FORCE = "Brute force"
PUBLISHED = "Known values"
INDEPENDENT = "an independent program"
"""The source of values found by a program written for this purpose, which shares no code with Omkast."""


def published_finding(
    what: str, value: str, source: str, ours: float | Fraction, ties: float = 0.0
) -> Finding:
    """The finding of a published value; arguments as in :class:`Figure`."""
    # A fraction is shown as one only beside a fraction.
    shown = str(ours) if isinstance(ours, Fraction) and "/" in value else f"{float(ours):.13g}"
    figure = Figure(value, source, ours, ties)
    note = f"{value} by {source}, ours {shown}, difference {figure.difference:.0e}"
    return Finding(PUBLISHED, what, figure.agrees, note, figure)
