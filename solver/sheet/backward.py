"""One level of the backward recursion: V of a level from V of the next.

For every sheet F of the level, with the values of all sheets F + c at hand,

    stop_b(d) = max over open boxes c of  score(c, d) + V(F + c, u', b)
    W_b(d)    = max(stop_b(d), max over keeps k of d of E_{b-1}(k)),   W_0 = stop_0
    E_b(k)    = mean over the six faces f of E_b(k + f),               E_b(d) = W_b(d) for rolls
    V(F, u, s) = E_{s + rerolls}(no dice)

One pass b = 0, 1, ... gives V for every number of markers s: an extra marker is one
more walk of the keep lattice (omkast.sheet.kernel.walk), not a new problem.  Without
saved rerolls the successors' value does not depend on b, and only the last pass counts.
The recursion for Yatzy without markers is Verhoeff's (Optimal Solitaire Yahtzee
Strategies, 1999); the budget formulation for saved rerolls is this project's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .kernel.compiled import kernel
from .kernel.layout import GROUP, Layout
from .kernel.native import compile_walk, register_bytes
from .kernel.stops import Stops
from .kernel.vector import Precision, Vector
from .kernel.walk import walk_ir
from .lattice import Block, SheetLattice
from .objective import MEAN, Objective

Values = NDArray[Any]
"""float64, or float32 in single precision; in points."""

CACHE_LINE = 64
"""Bytes; also the size of the largest vector."""

_GROUP = np.uintp(GROUP)


class StripShape(NamedTuple):
    """What the kernel needs to know of a strip, in vectors, and of the turn."""

    groups: int  # in a vector
    centred: bool  # walks work on differences from a whole number of points
    num_keeps: int
    rows_at: int
    num_counts: int
    rerolls: int
    saved: bool


class BlockPlan(NamedTuple):
    """One block of a level, its successors in the next level's array, and their staging."""

    offset: int
    num_markers: int
    width: int
    num_lanes: int
    num_markers_after: int
    lower_offset: int  # the block that filling a lower box leads to
    lower_rows: NDArray[np.int32]  # [lower boxes] row fed by each lower box
    lower_ranks: NDArray[np.int32]  # [sheets, lower boxes] successor's place; -1: filled
    lower_staged: NDArray[np.int64]  # [lower boxes] where the successor is staged
    upper_rows: NDArray[np.int32]  # [open upper boxes] first row fed by each
    upper_offsets: NDArray[np.int64]  # [open upper boxes] successor block
    upper_widths: NDArray[np.int64]  # [open upper boxes] its width
    upper_lanes: NDArray[np.uint32]  # [open upper boxes, counts, width] successor's lane
    upper_staged: NDArray[np.int64]  # [open upper boxes] where the successor is staged

    def staged_values(self) -> int:
        """Length of the staging memory."""
        lower = len(self.lower_rows) * self.width
        return (lower + int(self.upper_widths.sum())) * self.num_markers_after


@dataclass(frozen=True)
class Chunk:
    """A piece of work: sheets ``first`` to ``last`` (excluded) of a block."""

    upper: int
    first: int
    last: int
    lane_walks: int


@kernel
def _solve_sheets(
    walk: Any, strip: Values, staged: Values, shape: StripShape, plan: BlockPlan, after: Values, out: Values,
    sheets: Any,
) -> None:  # fmt: skip
    """Fill ``out`` for the sheets ``sheets`` = (first, last) of a block.

    A sheet's lanes are whole groups, and a walk takes as many groups as its vectors hold, from
    one sheet or from several.  ``staged`` has room for the successors of that many sheets.
    In single precision a group works on differences from a whole number of points, its base:
    smaller numbers have finer steps.
    """
    budgets = plan.num_markers + shape.rerolls if shape.saved else shape.rerolls + 1
    lanes = shape.groups * GROUP
    each = plan.width // GROUP  # groups of a sheet
    end = sheets[1] * each
    next_sheet = sheets[0]
    bases = np.zeros(shape.groups, strip.dtype)
    for first in range(sheets[0] * each, end, shape.groups):
        last = min(first + shape.groups, end)
        while next_sheet * each < last:
            stage(staged[next_sheet % shape.groups], plan, after, next_sheet)
            next_sheet += 1
        if shape.centred:
            for group in range(first, last):
                sheet, lane = group // each, group % each * GROUP
                bases[group - first] = _base(staged[sheet % shape.groups], plan, sheet, lane)
        strip[: shape.num_keeps * lanes] = -np.inf
        strip[shape.rows_at * lanes :] = -np.inf
        for budget in range(budgets):
            if shape.saved or budget == 0:
                for group in range(first, last):
                    sheet, lane = group // each, group % each * GROUP
                    column = strip[(group - first) * GROUP :]
                    base = bases[group - first]
                    _fill_rows(column, staged[sheet % shape.groups], shape, plan, sheet, lane, budget, base)
            walk(strip.ctypes.data)
            if budget >= shape.rerolls:
                marker = budget - shape.rerolls if shape.saved else 0
                for group in range(first, last):
                    sheet, lane = group // each, group % each * GROUP
                    to = plan.offset + (sheet * plan.num_markers + marker) * plan.width + lane
                    for i in range(GROUP):
                        value = strip[(group - first) * GROUP + i] + bases[group - first]
                        out[to + i] = value if lane + i < plan.num_lanes else np.nan


@kernel
def stage(staged: Values, plan: BlockPlan, after: Values, sheet: int) -> None:
    """Copy the successors of a sheet side by side, each one whole.

    They lie far apart in a level of up to a gigabyte.  Reading each in one go lets the
    processor fetch ahead; reading them row by row, as the budgets need them, waits for
    memory twice as long as the walks take.
    """
    for box in range(len(plan.lower_rows)):
        if plan.lower_ranks[sheet, box] >= 0:
            size = plan.num_markers_after * plan.width
            at = plan.lower_offset + plan.lower_ranks[sheet, box] * size
            staged[plan.lower_staged[box] : plan.lower_staged[box] + size] = after[at : at + size]
    for box in range(len(plan.upper_rows)):
        size = plan.num_markers_after * plan.upper_widths[box]
        at = plan.upper_offsets[box] + sheet * size
        staged[plan.upper_staged[box] : plan.upper_staged[box] + size] = after[at : at + size]


@kernel
def _fill_rows(
    column: Values, staged: Values, shape: StripShape, plan: BlockPlan, sheet: int, lane: int, marker: int,
    base: Any,
) -> None:  # fmt: skip
    """The rows of all open boxes for one group of lanes, at its place in every vector.

    A lower box leaves the lane as it is, an upper box leads to the lane of the total with its points.
    ``base`` is taken off.
    """
    lanes = shape.groups * GROUP
    # Unsigned indices: numba then leaves out the test for negative ones.
    i: Any  # unsigned like the end of its range, which type checkers do not see
    for box in range(len(plan.lower_rows)):
        if plan.lower_ranks[sheet, box] >= 0:
            to = np.uintp((shape.rows_at + plan.lower_rows[box]) * lanes)
            at = np.uintp(plan.lower_staged[box] + marker * plan.width + lane)
            for i in range(_GROUP):
                column[to + i] = staged[at + i] - base
    for box in range(len(plan.upper_rows)):
        at = np.uintp(plan.upper_staged[box] + marker * plan.upper_widths[box])
        for count in range(shape.num_counts):
            to = np.uintp((shape.rows_at + plan.upper_rows[box] + count) * lanes)
            for i in range(_GROUP):
                column[to + i] = staged[at + plan.upper_lanes[box, count, np.uintp(lane) + i]] - base


@kernel
def _base(staged: Values, plan: BlockPlan, sheet: int, lane: int) -> Any:
    """A whole number of points near the values of a group: the best successor's, with half the markers."""
    marker = plan.num_markers_after // 2
    best = staged.dtype.type(0)
    for box in range(len(plan.lower_rows)):
        if plan.lower_ranks[sheet, box] >= 0:
            best = max(best, staged[plan.lower_staged[box] + marker * plan.width + lane])
    for box in range(len(plan.upper_rows)):
        at = plan.upper_staged[box] + marker * plan.upper_widths[box]
        best = max(best, staged[at + plan.upper_lanes[box, 0, lane]])
    return np.floor(best)


class LevelSolver:
    """Solves the levels of one sheet lattice; holds the compiled walk of its ruleset.

    Args:
        lattice: the sheets to solve.
        precision: of all values, "double" for float64 or "single" for float32, which takes
            about half the time.
        objective: what a finished game is worth.  Scores are added to values here, so it must
            be one that needs no points carried along; ValueError for another.
        register: bytes of a vector register; None for this processor's.
    """

    def __init__(
        self,
        lattice: SheetLattice,
        precision: Precision = "double",
        objective: Objective = MEAN,
        register: int | None = None,
    ) -> None:
        if objective.carries_points:
            raise ValueError(f"{objective.name} depends on the points so far; expected mean")
        self.lattice = lattice
        self._objective = objective
        self.stops = Stops(lattice.ruleset)
        self.layout = Layout(self.stops)
        self.vector = Vector.filling(register or register_bytes(), precision)
        self.walk = compile_walk(walk_ir(self.layout, self.vector))
        self.shape = StripShape(
            groups=self.vector.groups,
            centred=precision == "single",
            num_keeps=self.layout.num_keeps,
            rows_at=self.layout.rows_at,
            num_counts=self.stops.num_counts,
            rerolls=lattice.ruleset.rerolls,
            saved=lattice.ruleset.saved_rerolls,
        )

    def final_values(self) -> Values:
        """V of the full sheet: what the bonus is worth if it is earned; markers are worthless."""
        level = self.lattice.last_level
        values = self.empty(level)
        values[:] = np.nan
        with_bonus = self._objective.payoff(self.lattice.ruleset.bonus.points)
        without = self._objective.payoff(0)
        for block in self.lattice.blocks(level).values():
            block.view(values)[:] = np.where(self.lattice.totals.earned(), with_bonus, without)
        return values

    def empty(self, level: int) -> Values:
        """Memory for the values of a level."""
        return np.empty(self.lattice.size(level), self.vector.dtype)

    def chunks(self, level: int, lane_walks: int = 200_000) -> Iterator[Chunk]:
        """The work of a level in pieces of about ``lane_walks`` walked lanes each."""
        for block in self.lattice.blocks(level).values():
            each = self.lane_walks(block)
            step = max(1, lane_walks // each)
            for first in range(0, block.num_sheets, step):
                last = min(first + step, block.num_sheets)
                yield Chunk(block.upper, first, last, (last - first) * each)

    def lane_walks(self, block: Block) -> int:
        """Lanes walked for one sheet of a block, over all budgets."""
        return block.width * (block.num_markers + self.shape.rerolls)

    def solve_chunk(self, level: int, chunk: Chunk, after: Values, out: Values) -> None:
        """Fill the chunk's part of ``out``; ``after`` holds the next level's values."""
        plan = self.plan(level, chunk.upper)
        strip = self.memory(self.layout.num_vectors * self.vector.lanes)
        staged = self.memory(self.vector.groups * plan.staged_values()).reshape(self.vector.groups, -1)
        sheets = (chunk.first, chunk.last)
        _solve_sheets(self.walk, strip, staged, self.shape, plan, after, out, sheets)

    def memory(self, numbers: int) -> Values:
        """Room for so many lanes, starting at a cache line."""
        spare = np.empty(numbers * self.vector.dtype.itemsize + CACHE_LINE, np.uint8)
        start = -spare.ctypes.data % CACHE_LINE
        return spare[start : start + numbers * self.vector.dtype.itemsize].view(self.vector.dtype)

    @lru_cache(maxsize=64)  # noqa: B019  (a solver lives as long as its solve)
    def plan(self, level: int, upper: int) -> BlockPlan:
        """The plan of a block of a level."""
        lattice = self.lattice
        block, after = lattice.blocks(level)[upper], lattice.blocks(level + 1)
        lower_boxes = range(lattice.lower_boxes)
        upper_boxes = [b for b in range(lattice.upper_boxes) if not upper >> b & 1]
        widths = np.array([after[upper | 1 << b].width for b in upper_boxes], np.int64)
        markers = lattice.num_markers(level + 1)
        lower_size = markers * block.width
        return BlockPlan(
            offset=block.offset,
            num_markers=block.num_markers,
            width=block.width,
            num_lanes=block.num_lanes,
            num_markers_after=markers,
            lower_offset=after[upper].offset if upper in after else 0,
            lower_rows=np.array([self.stops.row(lattice.upper_boxes + i, 0) for i in lower_boxes], np.int32),
            lower_ranks=self._lower_ranks(block),
            lower_staged=lower_size * np.arange(lattice.lower_boxes),
            upper_rows=np.array([self.stops.row(b, 0) for b in upper_boxes], np.int32),
            upper_offsets=np.array([after[upper | 1 << b].offset for b in upper_boxes], np.int64),
            upper_widths=widths,
            upper_lanes=self._upper_lanes(block, upper_boxes),
            upper_staged=lower_size * lattice.lower_boxes + markers * (np.cumsum(widths) - widths),
        )

    def _lower_ranks(self, block: Block) -> NDArray[np.int32]:
        masks = self.lattice.lowers[block.lower_filled][:, None]
        bits = 1 << np.arange(self.lattice.lower_boxes)
        return np.where(masks & bits, -1, self.lattice.lower_rank[masks | bits]).astype(np.int32)

    def _upper_lanes(self, block: Block, boxes: list[int]) -> NDArray[np.uint32]:
        lanes = np.zeros((len(boxes), self.stops.num_counts, block.width), np.uint32)
        for i, box in enumerate(boxes):
            lanes[i, :, : block.num_lanes] = self.lattice.totals.step(block.upper, box)
        return lanes
