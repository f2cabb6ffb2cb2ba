"""Policies: what to do with every roll, in a form that can be followed (omkast.sheet.forward).

A policy belongs to rules, and says for a sheet, a *real* upper total and a budget what is
done with each roll, as a number of omkast.sheet.actions.  It knows no more of a turn than
the recursion does: rerolls left and markers are one budget.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..games.ruleset import Ruleset
from .actions import Actions
from .backward import LevelSolver, Values, stage
from .kernel.decide import TurnTables, decide_lanes, turn_tables
from .kernel.layout import GROUP
from .lattice import SheetLattice

LevelValues = Callable[[int], Values]
"""A level's values in double precision, in the layout of omkast.sheet.lattice."""


class Policy(Protocol):
    """Something that can be followed; it must decide the same way whenever it is asked."""

    @property
    def ruleset(self) -> Ruleset:
        """The rules that it is a plan for."""

    def decisions(self, filled: int, upper_total: int, budgets: int) -> NDArray[np.int16]:
        """int16 [budgets, rolls]: what is done with each roll when so many rerolls are left.

        Rolls are in node order of the keep lattice.  With a budget of 0 every action is a stop.
        """


class BestPlay:
    """Best play for given values; of equal actions the first of omkast.sheet.actions.

    Following it under other rules shows what a plan is worth where it does not belong.

    Args:
        lattice: the sheets that there are values for.
        level_values: their values, from a solve in memory or a table.  Rounded values give
            the best play of rounded values, which differs where options are almost equal.
    """

    def __init__(self, lattice: SheetLattice, level_values: LevelValues) -> None:
        self.lattice = lattice
        self.level_values = level_values
        self.solver = LevelSolver(lattice, register=GROUP * 8)

    @property
    def ruleset(self) -> Ruleset:
        """The rules whose best play it is."""
        return self.lattice.ruleset

    @cached_property
    def tables(self) -> TurnTables:
        """A turn's tables for the kernels."""
        return turn_tables(Actions(self.ruleset), self.solver.layout)

    def decisions(self, filled: int, upper_total: int, budgets: int) -> NDArray[np.int16]:
        """int16 [budgets, rolls], as :class:`Policy` has it.

        Raises ValueError if there are no values for the sheet.
        """
        lattice, solver = self.lattice, self.solver
        upper, level = filled & lattice.upper_mask, filled.bit_count()
        plan = solver.plan(level, upper)
        rank = int(lattice.lower_rank[filled >> lattice.upper_boxes])
        strip, staged = solver.memory(solver.layout.num_vectors * GROUP), solver.memory(plan.staged_values())
        stage(staged, plan, self.level_values(level + 1), rank)
        memory = decision_memory(self.tables, solver.stops.num_rows, budgets)
        lanes = np.full(GROUP, lattice.totals.lane(upper, upper_total), np.int32)
        decide_lanes(
            solver.walk, strip, staged, solver.shape, plan, self.tables, rank, lanes, budgets, *memory
        )
        return np.ascontiguousarray(memory[-1][:, :, 0])


def decision_memory(
    turn: TurnTables, num_rows: int, budgets: int
) -> tuple[Values, Values, Values, NDArray[np.int64], NDArray[np.int16]]:
    """What decide_lanes fills in: rows, values, nodes, chosen, decisions."""
    nodes = (len(turn.below_at) - 1) * GROUP
    return (
        np.zeros((budgets, num_rows * GROUP)),
        np.zeros((budgets, GROUP)),
        np.zeros(nodes),
        np.zeros(nodes, np.int64),
        np.zeros((budgets, len(turn.roll_chances), GROUP), np.int16),
    )
