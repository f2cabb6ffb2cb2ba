"""A policy followed through all states of a game: how often each is met, and what happens there.

With P(state) the probability of a state at the start of a turn,

    P(F + c, u', s') = sum over states of P(F, u, s) * P(the turn ends by filling c, leaving s')

which is the backward recursion differentiated: P(state) = dV(root) / dV(state).  Within a
turn mass flows from the empty keep to the rolls and from a roll to what the policy does
with it (omkast.sheet.kernel.follow).  Levels go from first to last and two are in memory.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from joblib import Parallel, delayed
from numpy.typing import NDArray

from ..errors import Cancelled
from ..games.ruleset import Ruleset
from ..progress import Cancel, Progress, never
from .actions import Actions
from .kernel.decide import turn_tables
from .kernel.follow import LEAST_MASS, Memory, Sheets, Tally, add_flows, follow_lane, follow_sheets
from .kernel.layout import GROUP, Layout
from .kernel.stops import Stops
from .policy import BestPlay, Policy, decision_memory
from .states import Chances, StateBlock, States

FLOW_BYTES = 1 << 25
"""How much memory a chunk's flows may take, about; two or so are there for each worker."""


@dataclass(frozen=True)
class Followed:
    """A level that was followed.

    Attributes:
        level: how many boxes are filled.
        chances: the probability of every state at the start of the turn (omkast.sheet.states);
            not to be changed.
        tally: what happens in the turn, with NaN for what rests on values if the policy is not
            best play for the rules followed; None for the full sheets of the last level.
    """

    level: int
    chances: Chances
    tally: Tally | None


@dataclass(frozen=True)
class _Part:
    """Sheets ``first`` to ``last`` (excluded) of a block."""

    block: StateBlock
    first: int
    last: int


def follow_levels(
    policy: Policy,
    states: States,
    progress: Progress,
    jobs: int | None = None,
    cancel: Cancel = never,
) -> Generator[Followed]:
    """Follow a policy from the root of ``states`` through every level, first to last.

    The rules are those of ``states``; the policy may be a plan for others with the same boxes.
    Results are bit-identical for any number of workers: what a chunk sends on is added in
    the order of the chunks.

    Args:
        policy: what is done.
        states: what can be met.
        progress: told after every chunk.
        jobs: worker threads; None for all processors.
        cancel: looked at after every chunk.

    Raises:
        Cancelled: the work was given up.
        ValueError: the policy is for other boxes, dice or rerolls, or does not know what to do
            with markers that these rules give.
    """
    _check(policy.ruleset, states.ruleset)
    follower = _Follower(policy, states)
    chances = states.start()
    sizes = {level: states.size(level) for level in states.levels}
    done, whole = 0, sum(sizes.values()) or 1
    progress.start(f"Following {policy.ruleset.slug}", len(states.levels))
    try:
        with _threads(jobs) as parallel:
            for level in states.levels:
                then = np.zeros(states.size(level + 1))
                tally = follower.no_tally()
                parts = list(follower.parts(level))
                work = (delayed(follower.follow)(level, part, chances) for part in parts)
                for part, (flows, met, of_part) in zip(parts, parallel(work), strict=True):
                    follower.add(level, part, flows, met, then)
                    for field, more in zip(tally, of_part, strict=True):
                        field += more
                    done += (part.last - part.first) * part.block.num_markers * len(part.block.totals)
                    progress.update(level, done / whole)
                    if cancel():
                        raise Cancelled(f"following {policy.ruleset.slug} was given up")
                if not follower.own_values:
                    tally.squares[:] = tally.worth[:] = np.nan
                yield Followed(level, chances, tally)
                chances = then
        yield Followed(states.lattice.last_level, chances, None)
    finally:
        progress.finish()


def _threads(jobs: int | None) -> Parallel:
    return Parallel(n_jobs=jobs or -1, prefer="threads", return_as="generator")


def _check(plan: Ruleset, rules: Ruleset) -> None:
    def turn(ruleset: Ruleset) -> tuple[object, ...]:
        return ruleset.boxes, ruleset.num_dice, ruleset.rerolls

    if turn(plan) != turn(rules):
        raise ValueError(f"a plan for {plan.slug} cannot be followed in {rules.slug}: other boxes or dice")
    if rules.saved_rerolls and not plan.saved_rerolls:
        raise ValueError(
            f"a plan for {plan.slug} says nothing about markers; follow it without saved rerolls:"
            f" whoever never spends a marker scores the same"
        )
    if rules.rerolls >= GROUP:
        raise ValueError(f"{rules.slug} has {rules.rerolls} rerolls; expected at most {GROUP - 1}")


class _Follower:
    """Follows a policy through parts of a level."""

    def __init__(self, policy: Policy, states: States) -> None:
        self._policy = policy
        self._states = states
        stops = Stops(states.ruleset)
        self._num_rows = stops.num_rows
        self._turn = turn_tables(Actions(states.ruleset), Layout(stops))

    @property
    def own_values(self) -> bool:
        """Whether the policy has the values of what is played."""
        return isinstance(self._policy, BestPlay) and self._policy.ruleset == self._states.ruleset

    def no_tally(self) -> Tally:
        """A tally of nothing."""
        sizes = (self._turn.num_stops, GROUP, 2, 2, 1)
        return Tally(*(np.zeros(size) for size in sizes))

    def parts(self, level: int) -> Iterator[_Part]:
        """The work of a level in pieces."""
        for block in self._states.blocks(level).values():
            step = max(
                1, FLOW_BYTES // (8 * self._flow_shape(level, block)[0] * self._flow_shape(level, block)[1])
            )
            for first in range(0, block.num_sheets, step):
                yield _Part(block, first, min(first + step, block.num_sheets))

    def _flow_shape(self, level: int, block: StateBlock) -> tuple[int, int]:
        """What one sheet sends on: boxes, and states of the largest successor."""
        widest = int(self._sheets(level, block.upper).widths.max())
        return len(self._states.ruleset.boxes), self._states.lattice.num_markers(level + 1) * widest

    def follow(self, level: int, part: _Part, chances: Chances) -> tuple[Chances, NDArray[np.bool_], Tally]:
        """What a part's sheets send on to their successors, which are met, and what happens there."""
        sheets, tally, num_sheets = (
            self._sheets(level, part.block.upper),
            self.no_tally(),
            part.last - part.first,
        )
        flows = np.zeros((num_sheets, *self._flow_shape(level, part.block)))
        met = np.zeros(num_sheets, np.bool_)
        if isinstance(self._policy, BestPlay):
            self._follow_best_play(self._policy, level, part, chances, sheets, tally, met, flows)
        else:
            self._follow_any(part, chances, sheets, tally, met, flows)
        return flows, met, tally

    def add(self, level: int, part: _Part, flows: Chances, met: NDArray[np.bool_], then: Chances) -> None:
        """Add what a part sends on to the next level."""
        sheets = self._sheets(level, part.block.upper)
        markers = self._states.lattice.num_markers(level + 1)
        add_flows(flows, met, sheets, (part.first, part.last), markers, then)

    def _follow_best_play(
        self, policy: BestPlay, level: int, part: _Part, chances: Chances, sheets: Sheets, tally: Tally,
        met: NDArray[np.bool_], flows: Chances,
    ) -> None:  # fmt: skip
        solver = policy.solver
        plan = solver.plan(level, part.block.upper)
        strip, staged = solver.memory(solver.layout.num_vectors * GROUP), solver.memory(plan.staged_values())
        after = policy.level_values(level + 1)
        memory = self._memory(part.block)
        follow_sheets(
            solver.walk, strip, staged, solver.shape, plan, after, self._turn, sheets, chances,
            (part.first, part.last), memory, tally, met, flows,
        )  # fmt: skip

    def _follow_any(
        self, part: _Part, chances: Chances, sheets: Sheets, tally: Tally, met: NDArray[np.bool_],
        flows: Chances,
    ) -> None:  # fmt: skip
        memory, lattice = self._memory(part.block), self._states.lattice
        view = part.block.view(chances)
        lowers = lattice.lowers[part.block.lower_filled]
        for sheet in range(part.first, part.last):
            tally.dropped[0] += view[sheet][view[sheet] < LEAST_MASS].sum()
            filled = part.block.upper | int(lowers[sheet]) << lattice.upper_boxes
            for at, total in enumerate(part.block.totals):
                markers = np.flatnonzero(view[sheet, :, at] >= LEAST_MASS)
                if len(markers):
                    budgets = int(markers[-1]) + sheets.rerolls + 1
                    memory.decisions[:budgets, :, 0] = self._policy.decisions(filled, total, budgets)
                    mass = view[sheet, :, at : at + 1]
                    flow = flows[sheet - part.first]
                    follow_lane(self._turn, sheets, mass, at, 0, budgets, memory, tally, flow)
                    met[sheet - part.first] = True

    def _memory(self, block: StateBlock) -> Memory:
        budgets = block.num_markers + self._states.ruleset.rerolls + 1
        of_decisions = decision_memory(self._turn, self._num_rows, budgets)
        nodes = len(of_decisions[2])
        return Memory(*of_decisions, np.zeros(nodes), np.zeros(self._turn.num_stops * GROUP))

    @lru_cache(maxsize=128)  # noqa: B019  (a follower lives as long as its work)
    def _sheets(self, level: int, upper: int) -> Sheets:
        states, lattice = self._states, self._states.lattice
        ruleset, block = states.ruleset, states.blocks(level)[upper]
        boxes, after = range(len(ruleset.boxes)), states.blocks(level + 1)
        starts = np.full((block.num_sheets, len(boxes)), -1, np.int64)
        widths = np.zeros(len(boxes), np.int32)
        totals = np.tile(np.arange(len(block.totals), dtype=np.int32), (len(boxes), ruleset.num_dice + 1, 1))
        masks = lattice.lowers[block.lower_filled]
        for box in boxes:
            then = upper | 1 << box & lattice.upper_mask
            if (box < lattice.upper_boxes and upper >> box & 1) or then not in after:
                continue
            to, bit = after[then], 1 << box >> lattice.upper_boxes
            open_ = (masks & bit) == 0
            ranks = lattice.lower_rank[masks | bit].astype(np.int64)
            size = to.num_markers * len(to.totals)
            starts[:, box] = np.where(open_, to.offset + ranks * size, -1)
            widths[box] = len(to.totals)
            if (face := ruleset.boxes[box].upper_face) is not None:
                for count in range(ruleset.num_dice + 1):
                    totals[box, count] = np.searchsorted(to.totals, np.array(block.totals) + face * count)
        return Sheets(
            offset=block.offset,
            num_markers=block.num_markers,
            num_totals=len(block.totals),
            rerolls=ruleset.rerolls,
            saved=ruleset.saved_rerolls,
            lane_at=self._lanes(block),
            ranks=self._ranks(masks),
            starts=starts,
            widths=widths,
            totals=totals,
        )

    def _lanes(self, block: StateBlock) -> NDArray[np.int32]:
        """Where the totals of each lane of the plan start; every total by itself for other policies."""
        if not isinstance(self._policy, BestPlay):
            return np.arange(len(block.totals) + 1, dtype=np.int32)
        totals = self._policy.lattice.totals
        lanes = [totals.lane(block.upper, total) for total in block.totals]
        return np.searchsorted(lanes, np.arange(len(totals.lanes[block.upper]) + 1)).astype(np.int32)

    def _ranks(self, masks: NDArray[np.int64]) -> NDArray[np.int32]:
        if not isinstance(self._policy, BestPlay):
            return np.arange(len(masks), dtype=np.int32)
        return self._policy.lattice.lower_rank[masks]
