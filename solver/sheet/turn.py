"""One turn of one sheet, in NumPy: what every keep and every box is worth.

The same recursion as omkast.sheet.backward, for a single sheet and without
compiled code, so that an answer from a table needs no compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from ..games.ruleset import Ruleset
from .keep_lattice import KeepLattice, keep_lattice
from .position import Position
from .scores import roll_scores

SheetValues = Callable[[int, int], NDArray[np.float64]]
"""(filled boxes, upper total) -> float64 [markers], the value V of that sheet in points."""


class TurnValues:
    """The values within one turn, for budgets 0 to ``budget``.

    Args:
        position: the sheet at the start of the turn.
        sheet_values: V of every sheet with one more box filled.
        budget: ordinary rerolls plus markers that can be spent.

    Attributes:
        stop: float64 [budget + 1, boxes, rolls], points plus the value that follows when a
            box is filled; minus infinity for filled boxes.
        keep: float64 [budget + 1, keeps], E_b of every keep: the dice still to be thrown are
            thrown, after which b rerolls are left.
        best: float64 [budget + 1, rolls], W_b of every roll.
    """

    def __init__(self, position: Position, sheet_values: SheetValues, budget: int) -> None:
        ruleset = position.ruleset
        lattice = keep_lattice(ruleset.num_dice)
        self.stop = _stop_values(position, sheet_values, budget)
        self.keep = np.empty((budget + 1, lattice.num_keeps))
        self.best = np.empty((budget + 1, len(lattice.rolls)))
        keeps = np.full(lattice.num_keeps, -np.inf)
        for b in range(budget + 1):
            self.best[b] = np.maximum(self.stop[b].max(axis=0), _best_keep(lattice, keeps))
            keeps = self.keep[b] = _means(lattice, self.best[b])


def _stop_values(position: Position, sheet_values: SheetValues, budget: int) -> NDArray[np.float64]:
    ruleset = position.ruleset
    scores = score_matrix(ruleset)
    stop = np.full((budget + 1, *scores.shape), -np.inf)
    filled, upper_total = position.filled, position.upper_total
    budgets = budget + 1 if ruleset.saved_rerolls else 1
    for i, box in enumerate(ruleset.boxes):
        if filled >> i & 1:
            continue
        if box.upper_face is None:
            stop[:, i] = scores[i] + sheet_values(filled | 1 << i, upper_total)[:budgets, None]
            continue
        for points in np.unique(scores[i]):
            after = sheet_values(filled | 1 << i, upper_total + int(points))[:budgets, None]
            stop[:, i, scores[i] == points] = points + after
    return stop


@cache
def score_matrix(ruleset: Ruleset) -> NDArray[np.int64]:
    """int64 [boxes, rolls]: what every box scores for every roll, in points."""
    return np.array([roll_scores(box, ruleset.num_dice) for box in ruleset.boxes])


def _best_keep(lattice: KeepLattice, keeps: NDArray[np.float64]) -> NDArray[np.float64]:
    """float64 [rolls]: the best keep contained in each roll, by one walk up the lattice."""
    best = np.concatenate([keeps, np.full(len(lattice.rolls), -np.inf)])
    for size in range(1, lattice.num_dice + 1):
        layer = slice(lattice.first[size], lattice.first[size + 1])
        best[layer] = np.maximum(best[layer], best[lattice.below_table[layer]].max(axis=1))
    return best[lattice.num_keeps :]


def _means(lattice: KeepLattice, rolls: NDArray[np.float64]) -> NDArray[np.float64]:
    """float64 [keeps]: the mean over the dice still to be thrown, by one walk down the lattice."""
    values = np.concatenate([np.empty(lattice.num_keeps), rolls])
    for size in reversed(range(lattice.num_dice)):
        layer = slice(lattice.first[size], lattice.first[size + 1])
        values[layer] = values[lattice.above[layer]].mean(axis=1)
    return values[: lattice.num_keeps]
