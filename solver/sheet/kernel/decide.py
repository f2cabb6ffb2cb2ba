"""What best play does with every roll: the walk's maxima once more, with what attained them.

The emitted walk (omkast.sheet.kernel.walk) knows what the best action is worth, not which
it is.  Here the same score closure is lifted up the keep lattice, four lanes side by side,
as pairs of a value and an action's number (omkast.sheet.actions).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...games.action import Keep
from ..actions import TIE, Actions
from ..keep_lattice import keep_lattice
from .compiled import kernel
from .layout import GROUP, Layout
from .vectors import offer_vector, raise_vector

Floats = NDArray[np.float64]
Numbers = NDArray[np.int32]
Words = NDArray[np.int64]
Decisions = NDArray[np.int16]
"""[budgets, rolls, four lanes]: the number of the action."""


class TurnTables(NamedTuple):
    """A turn of a ruleset in numbers.  Nodes are those of the keep lattice."""

    num_stops: int
    num_keeps: int
    above: Numbers  # [keeps * 6] the node with one die more, for each face
    below_at: Numbers  # [nodes + 1] where the nodes below start in ``below``
    below: Numbers
    offer_vectors: Numbers  # [offers] vector of the strip with the value that follows: a keep or a row
    offer_nodes: Numbers  # [offers] whatever contains this node can take the offer
    offer_points: Floats  # [offers] points that it brings, less its charge for ties
    offer_actions: Words  # [offers]
    action_keeps: Numbers  # [actions] the keep; -1 for a stop
    roll_chances: Floats  # [rolls] probability when all dice are thrown
    stop_boxes: Numbers  # [stops]
    stop_rows: Numbers  # [stops] row of the value after filling the box in this way
    stop_counts: Numbers  # [stops] dice of the box's face; 0 for a lower box
    stop_points: Floats  # [stops]


def turn_tables(actions: Actions, layout: Layout) -> TurnTables:
    """The tables of the actions of ``layout``'s ruleset."""
    ruleset, stops = actions.ruleset, layout.stops
    lattice, number = keep_lattice(ruleset.num_dice), actions.number
    action_keeps = [lattice.number[a.dice] if isinstance(a, Keep) else -1 for a in number]
    boxes = [ruleset.index(stop.box) for stop in actions.stops]
    counts = [
        stop.points // (ruleset.boxes[box].upper_face or stop.points + 1)
        for box, stop in zip(boxes, actions.stops, strict=True)
    ]
    rows = [stops.row(box, stop.points) for box, stop in zip(boxes, actions.stops, strict=True)]
    offers = _offers(actions, layout)
    return TurnTables(
        num_stops=len(actions.stops),
        num_keeps=lattice.num_keeps,
        above=lattice.above.ravel(),
        below_at=np.cumsum([0, *map(len, lattice.below)], dtype=np.int32),
        below=np.array([node for below in lattice.below for node in below], np.int32),
        offer_vectors=np.array([offer.vector for offer in offers], np.int32),
        offer_nodes=np.array([offer.node for offer in offers], np.int32),
        offer_points=np.array([offer.points - TIE * offer.action for offer in offers]),
        offer_actions=np.array([offer.action for offer in offers], np.int64),
        action_keeps=np.array(action_keeps, np.int32),
        roll_chances=lattice.roll_probabilities(),
        stop_boxes=np.array(boxes, np.int32),
        stop_rows=np.array(rows, np.int32),
        stop_counts=np.array(counts, np.int32),
        stop_points=np.array([stop.points for stop in actions.stops], np.float64),
    )


class _Offer(NamedTuple):
    vector: int
    node: int
    points: int
    action: int


def _offers(actions: Actions, layout: Layout) -> list[_Offer]:
    """Every keep, every placement, and the boxes of all dice for every roll."""
    ruleset, stops = actions.ruleset, layout.stops
    lattice, number = keep_lattice(ruleset.num_dice), actions.number
    # A row belongs to one box, so row and points tell the action.
    of_score = {(stops.row(ruleset.index(s.box), s.points), s.points): number[s] for s in actions.stops}
    keeps = [_Offer(layout.keep(k.dice), lattice.number[k.dice], 0, number[k]) for k in actions.keeps]
    placed = [(p.node, p.row, p.points) for p in stops.placements]
    sums = [(lattice.number[roll], row, sum(roll)) for row in stops.sum_rows for roll in lattice.rolls]
    return keeps + [
        _Offer(layout.rows_at + row, node, points, of_score[row, points])
        for node, row, points in placed + sums
    ]


@kernel
def decide(strip: Floats, turn: TurnTables, nodes: Floats, chosen: Words, decisions: Decisions) -> None:
    """Fill ``decisions`` [rolls, 4] for one budget.

    Of the arguments:

        strip: holds E of every keep for one reroll less, and the rows; minus infinity for what
            cannot be done.
        nodes, chosen: working memory, [nodes * 4] each.
    """
    nodes[:] = -np.inf
    _offer(strip, turn.offer_vectors, turn.offer_nodes, turn.offer_points, turn.offer_actions, nodes, chosen)
    _raise(turn.below_at, turn.below, nodes, chosen)
    rolls_at = turn.num_keeps * GROUP
    for roll in range(len(decisions)):
        for i in range(GROUP):
            decisions[roll, i] = chosen[rolls_at + roll * GROUP + i]


# A loop gets the arrays that it needs instead of the tables: numba counts references of a
# tuple's arrays wherever it is read, which inside a loop takes longer than the loop.


@kernel
def _offer(
    strip: Floats, vectors: Numbers, at_nodes: Numbers, points: Floats, actions: Words, nodes: Floats,
    chosen: Words,
) -> None:  # fmt: skip
    for i in range(len(vectors)):
        offer_vector(nodes, chosen, at_nodes[i] * GROUP, strip, vectors[i] * GROUP, points[i], actions[i])


@kernel
def _raise(below_at: Numbers, below: Numbers, nodes: Floats, chosen: Words) -> None:
    for node in range(1, len(below_at) - 1):
        raise_vector(nodes, chosen, node * GROUP, below, below_at[node], below_at[node + 1])


@kernel
def decide_lanes(
    walk: Any, strip: Floats, staged: Floats, shape: Any, plan: Any, turn: TurnTables, sheet: int,
    lanes: Numbers, budgets: int, rows: Floats, values: Floats, nodes: Floats, chosen: Words,
    decisions: Decisions,
) -> None:  # fmt: skip
    """The decisions of four lanes of a sheet for budgets from 0 to ``budgets`` (excluded).

    Of the arguments:

        staged: the values of the sheet's successors, as omkast.sheet.backward.stage leaves them.
        lanes: [4] which lanes of the sheet.
        rows: [budgets, rows * 4], filled in: the values after filling a box.
        values: [budgets, 4], filled in: E of the empty keep.
        decisions: [budgets, rolls, 4], filled in.
    """
    strip[: shape.num_keeps * GROUP] = -np.inf
    strip[shape.rows_at * GROUP :] = -np.inf
    for budget in range(budgets):
        marker = budget if shape.saved else 0
        _fill_rows(strip, staged, shape, plan, sheet, lanes, marker)
        rows[budget] = strip[shape.rows_at * GROUP :]
        decide(strip, turn, nodes, chosen, decisions[budget])
        walk(strip.ctypes.data)
        values[budget] = strip[:GROUP]


@kernel
def _fill_rows(
    strip: Floats, staged: Floats, shape: Any, plan: Any, sheet: int, lanes: Numbers, marker: int
) -> None:
    """As omkast.sheet.backward fills them, for lanes that need not lie side by side."""
    for box in range(len(plan.lower_rows)):
        if plan.lower_ranks[sheet, box] >= 0:
            to = (shape.rows_at + plan.lower_rows[box]) * GROUP
            at = plan.lower_staged[box] + marker * plan.width
            for i in range(GROUP):
                strip[to + i] = staged[at + lanes[i]]
    for box in range(len(plan.upper_rows)):
        at = plan.upper_staged[box] + marker * plan.upper_widths[box]
        for count in range(shape.num_counts):
            to = (shape.rows_at + plan.upper_rows[box] + count) * GROUP
            for i in range(GROUP):
                strip[to + i] = staged[at + plan.upper_lanes[box, count, lanes[i]]]
