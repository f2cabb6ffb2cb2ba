"""A policy followed through turns: the walk of the keep lattice differentiated backwards.

The adjoint of a mean sends a sixth of a keep's mass to each node above it; the adjoint of a
maximum sends a roll's mass to whatever was decided: a keep with one reroll less, or a box.
One sweep of the budget from high to low serves all numbers of markers, because a turn that
starts with s of them enters it at budget s + rerolls.

Real upper totals of a lane are decided alike and followed four side by side.  With saved
rerolls turns of different lengths meet at a budget, so a further sweep of the lane's whole
mass keeps them apart: its four columns are the rolls thrown so far, the last one for four
or more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...dice import FACES
from ..backward import stage
from .compiled import kernel
from .decide import Decisions, Floats, Numbers, TurnTables, Words, decide_lanes
from .layout import GROUP
from .vectors import move_vector, share_vector

LEAST_MASS = 1e-20
"""A state less likely than this is not followed."""


class Sheets(NamedTuple):
    """The sheets of a block of the occupancy, and where they lead."""

    offset: int  # of the block in its level
    num_markers: int
    num_totals: int
    rerolls: int
    saved: bool  # whether rerolls that are left become markers
    lane_at: Numbers  # [lanes + 1] the first of the block's totals in each lane of the plan
    ranks: Numbers  # [sheets] place of the sheet in the plan's block
    starts: NDArray[np.int64]  # [sheets, boxes] successor in the next level; -1: filled
    widths: Numbers  # [boxes] totals of the successor's block
    totals: Numbers  # [boxes, dice + 1, totals] place of the total after filling the box


class Tally(NamedTuple):
    """What following a level adds up to."""

    stops: Floats  # [stops] probability of each way to fill a box
    rolls: Floats  # [4] probability of a turn of 1, 2, 3 and of 4 or more rolls
    squares: Floats  # [2] mean of (points + value after)^2 and of value before^2
    worth: Floats  # [2] mean of what one marker more is worth; probability of states where it is known
    dropped: Floats  # [1] probability of states not followed


class Memory(NamedTuple):
    """Working memory of a chunk."""

    rows: Floats  # [budgets, rows * 4]
    values: Floats  # [budgets, 4]
    nodes: Floats  # [nodes * 4]
    chosen: Words  # [nodes * 4]
    decisions: Decisions  # [budgets, rolls, 4]
    masses: Floats  # [nodes * 4]
    ended: Floats  # [stops * 4]


@kernel
def follow_sheets(
    walk: Any, strip: Floats, staged: Floats, shape: Any, plan: Any, after: Floats, turn: TurnTables,
    sheets: Sheets, chances: Floats, part: Any, memory: Memory, tally: Tally,
    met: Any, out: Floats,
) -> None:  # fmt: skip
    """Follow best play of a plan through the sheets ``part`` = (first, last) of a block.

    Of the arguments:

        chances: the level's probabilities (omkast.sheet.states).
        met: [sheets of the part], filled in: whether play meets the sheet.
        out: [sheets of the part, boxes, markers after * widest], filled in: what reaches
            each successor.
    """
    budgets_of = np.empty(len(sheets.lane_at) - 1, np.int32)
    lanes = np.zeros(GROUP, np.int32)
    for sheet in range(part[0], part[1]):
        at = sheets.offset + sheet * sheets.num_markers * sheets.num_totals
        mass = chances[at : at + sheets.num_markers * sheets.num_totals]
        mass = mass.reshape(sheets.num_markers, sheets.num_totals)
        if not _budgets(mass, sheets.lane_at, sheets.rerolls, budgets_of, tally.dropped):
            continue
        met[sheet - part[0]] = True
        rank = sheets.ranks[sheet]
        stage(staged, plan, after, rank)
        lane = 0
        while lane < len(budgets_of):
            found, budgets = 0, 0
            while lane < len(budgets_of) and found < GROUP:
                if budgets_of[lane]:
                    lanes[found] = lane
                    budgets = max(budgets, budgets_of[lane])
                    found += 1
                lane += 1
            if sheets.saved:  # one more shows what one more marker is worth
                budgets = min(budgets + 1, plan.num_markers + sheets.rerolls)
            decide_lanes(
                walk, strip, staged, shape, plan, turn, rank, lanes, budgets,
                memory.rows, memory.values, memory.nodes, memory.chosen, memory.decisions,
            )  # fmt: skip
            for i in range(found):
                first, last = sheets.lane_at[lanes[i]], sheets.lane_at[lanes[i] + 1]
                own = mass[:, first:last]
                flow = out[sheet - part[0]]
                follow_lane(turn, sheets, own, first, i, budgets_of[lanes[i]], memory, tally, flow)
                known = budgets if sheets.saved else 0
                _add_values(own, sheets.rerolls, memory.values, i, known, tally.squares, tally.worth)


@kernel
def _budgets(mass: Floats, lane_at: Numbers, rerolls: int, budgets: Numbers, dropped: Floats) -> bool:
    """How many budgets the states of each lane need; whether any does."""
    any_mass = False
    for lane in range(len(budgets)):
        budgets[lane] = 0
        for marker in range(mass.shape[0]):
            for total in range(lane_at[lane], lane_at[lane + 1]):
                if mass[marker, total] >= LEAST_MASS:
                    budgets[lane] = marker + rerolls + 1
                    any_mass = True
                else:
                    dropped[0] += mass[marker, total]
    return any_mass


@kernel
def follow_lane(
    turn: TurnTables, sheets: Sheets, mass: Floats, first: int, lane: int, budgets: int,
    memory: Memory, tally: Tally, out: Floats,
) -> None:  # fmt: skip
    """Follow the decisions of column ``lane`` for the totals of ``mass`` [markers, totals]."""
    rolls_at = turn.num_keeps * GROUP
    masses, ended = memory.masses, memory.ended
    for group in range(0, mass.shape[1], GROUP):
        masses[:] = 0.0
        columns = min(GROUP, mass.shape[1] - group)
        for budget in range(budgets - 1, -1, -1):
            _throw(turn.above, masses)
            if budget >= sheets.rerolls:
                entering = mass[budget - sheets.rerolls, group : group + columns]
                _enter_group(entering, turn.roll_chances, rolls_at, masses)
            _choose(memory.decisions[budget], lane, turn.action_keeps, False, rolls_at, masses, ended)
            _count_stops(ended, turn.stop_points, turn.stop_rows, memory.rows[budget], lane, tally.stops,
                tally.squares)  # fmt: skip
            marker = budget if sheets.saved else 0
            _send(ended, turn.stop_boxes, turn.stop_counts, sheets.totals, sheets.widths, marker,
                first + group, columns, out)  # fmt: skip
            if not sheets.saved:
                tally.rolls[sheets.rerolls - budget] += ended.sum()
    if sheets.saved:
        masses[:] = 0.0
        for budget in range(budgets - 1, -1, -1):
            _throw(turn.above, masses)
            if budget >= sheets.rerolls:
                _enter(turn.roll_chances, _mass_of(mass, budget - sheets.rerolls), rolls_at, masses)
            _choose(memory.decisions[budget], lane, turn.action_keeps, True, rolls_at, masses, ended)
            _add_columns(ended, tally.rolls)


@kernel
def _enter_group(entering: Floats, roll_chances: Floats, rolls_at: int, masses: Floats) -> None:
    for column in range(len(entering)):
        if entering[column] >= LEAST_MASS:
            _enter(roll_chances, entering[column], rolls_at + column, masses)


# As in omkast.sheet.kernel.decide, loops get the arrays that they need instead of the tables.


@kernel
def _throw(above: Numbers, masses: Floats) -> None:
    """Throw the dice that are not kept: mass of keeps goes up to the rolls."""
    for keep in range(len(above) // len(FACES)):
        at = keep * GROUP
        if masses[at] + masses[at + 1] + masses[at + 2] + masses[at + 3] > 0.0:
            share_vector(masses, at, above, keep * len(FACES))


@kernel
def _enter(roll_chances: Floats, mass: float, at: int, masses: Floats) -> None:
    """Start a turn: throw all dice.  ``at`` is the first roll's column."""
    for roll in range(len(roll_chances)):
        masses[at + roll * GROUP] += roll_chances[roll] * mass


@kernel
def _choose(
    decisions: Decisions, lane: int, action_keeps: Numbers, count_rolls: bool, rolls_at: int, masses: Floats,
    ended: Floats,
) -> None:  # fmt: skip
    """Send the mass of every roll to the keep or the stop decided on.

    ``count_rolls`` moves it a column to the right with every reroll, up to the last.
    """
    ended[:] = 0.0
    for roll in range(len(decisions)):
        at = rolls_at + roll * GROUP
        action = decisions[roll, lane]
        keep = action_keeps[action]
        if keep < 0:
            move_vector(ended, action * GROUP, masses, at)
        elif count_rolls:
            for i in range(GROUP):
                masses[keep * GROUP + min(i + 1, GROUP - 1)] += masses[at + i]
                masses[at + i] = 0.0
        else:
            move_vector(masses, keep * GROUP, masses, at)


@kernel
def _count_stops(
    ended: Floats, points: Floats, stop_rows: Numbers, rows: Floats, lane: int, stops: Floats, squares: Floats
) -> None:
    """Add what ended the turn to a tally's ``stops`` and ``squares``."""
    square = 0.0
    for stop in range(len(points)):
        at = stop * GROUP
        mass = ended[at] + ended[at + 1] + ended[at + 2] + ended[at + 3]
        if mass > 0.0:
            stops[stop] += mass
            worth = points[stop] + rows[stop_rows[stop] * GROUP + lane]
            square += mass * worth * worth
    squares[0] += square


@kernel
def _send(
    ended: Floats, boxes: Numbers, counts: Numbers, totals: Numbers, widths: Numbers, marker: int, first: int,
    columns: int, out: Floats,
) -> None:  # fmt: skip
    """Fill boxes: send what ended the turn on to the successors."""
    for stop in range(len(boxes)):
        at = stop * GROUP
        if ended[at] + ended[at + 1] + ended[at + 2] + ended[at + 3] > 0.0:
            box = boxes[stop]
            for i in range(columns):
                to = marker * widths[box] + totals[box, counts[stop], first + i]
                out[box, to] += ended[at + i]


@kernel
def _add_columns(ended: Floats, into: Floats) -> None:
    for i in range(len(ended)):
        into[i % GROUP] += ended[i]


@kernel
def _add_values(
    mass: Floats, rerolls: int, values: Floats, lane: int, known: int, squares: Floats, worth: Floats
) -> None:
    """Add V of a lane's states, and what a marker more is worth.

    That is known where it takes fewer than ``known`` budgets.
    """
    for marker in range(mass.shape[0]):
        whole = _mass_of(mass, marker)
        if whole > 0.0:
            budget = marker + rerolls
            squares[1] += whole * values[budget, lane] ** 2
            if budget + 1 < known:
                worth[0] += whole * (values[budget + 1, lane] - values[budget, lane])
                worth[1] += whole


@kernel
def _mass_of(mass: Floats, marker: int) -> float:
    """What is followed of a lane's states with so many markers."""
    whole = 0.0
    for total in range(mass.shape[1]):
        if mass[marker, total] >= LEAST_MASS:
            whole += mass[marker, total]
    return whole


@kernel
def add_flows(flows: Floats, met: Any, sheets: Sheets, part: Any, num_markers: int, into: Floats) -> None:
    """Add what reaches each successor of a part's sheets, sheet by sheet and box by box."""
    for sheet in range(part[0], part[1]):
        for box in range(flows.shape[1]):
            start = sheets.starts[sheet, box]
            if met[sheet - part[0]] and start >= 0:
                size = num_markers * sheets.widths[box]
                into[start : start + size] += flows[sheet - part[0], box, :size]
