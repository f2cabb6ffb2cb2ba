"""Solved levels in memory, for a question whose cache cannot be written."""

from __future__ import annotations

from collections.abc import Generator, Iterable

import numpy as np
from numpy.typing import NDArray

from ..store.manifest import Encoding

Values = NDArray[np.float64]

MOST_BYTES = 256_000_000
"""What may be held beyond the two levels that a question needs."""


class HeldLevels:
    """The levels that a solve passed on, from the first one up to as many as fit.

    Args:
        first_level: the level of the question, which the solve reaches last.
    """

    encoding: Encoding = "float64"

    def __init__(self, first_level: int) -> None:
        self._first = first_level
        self._values: dict[int, Values] = {}

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels that are held, ascending."""
        return tuple(sorted(self._values))

    @property
    def start_value(self) -> float:
        """The first value of the first level."""
        return float(self._values[self._first][0])

    def read(self, level: int, start: int, stop: int) -> Values:
        """float64 [stop - start]: a part of a level's flat array."""
        return self._values[level][start:stop]

    def passed_on(self, levels: Iterable[tuple[int, Values]]) -> Generator[tuple[int, Values]]:
        """The levels as they come, last one first; they are held as well.

        When they grow too large, those that come last in the game go first.
        """
        for level, values in levels:
            self._values[level] = values
            while len(self._values) > 2 and sum(v.nbytes for v in self._values.values()) > MOST_BYTES:
                del self._values[max(self._values)]
            yield level, values
