"""The emitted walk against the plain turn, lane by lane and budget by budget."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from numba import njit
from numpy.typing import NDArray

from omkast.dice import FACES
from omkast.games.ruleset import Bonus, Box, Count, Groups, Pattern, Ruleset, Run, Sum, box
from omkast.sheet.keep_lattice import keep_lattice
from omkast.sheet.kernel.layout import Layout
from omkast.sheet.kernel.native import compile_walk
from omkast.sheet.kernel.stops import Stops
from omkast.sheet.kernel.vector import Precision, Vector
from omkast.sheet.kernel.walk import walk_ir
from omkast.sheet.position import Position
from omkast.sheet.turn import SheetValues, TurnValues

BUDGETS = 4
VECTORS = [Vector("double", 1), Vector("double", 2), Vector("single", 2), Vector("single", 4)]
LANES = max(vector.lanes for vector in VECTORS)


@cache
def game(dice: int) -> Ruleset:
    """A game of ``dice`` dice with every kind of box; with few dice some can only be struck."""

    def named(name: str, pattern: Pattern) -> Box:
        return box(name, pattern, name, name, name)

    return Ruleset(
        game=f"{dice}-dice",
        num_dice=dice,
        boxes=(
            *(named(f"face-{face}", Count(face)) for face in FACES),
            named("pair", Groups((2,))),
            named("two-pairs", Groups((2, 2), same_face=True)),
            named("full-house", Groups((3, 2))),
            named("straight", Run(((1, 2, 3, 4), (3, 4, 5, 6)), 15)),
            named("chance", Sum()),
            named("odd-chance", Sum()),
            named("all", Groups((dice,), points=50)),
        ),
        bonus=Bonus(20, 30),
        rerolls=2,
        saved_rerolls=True,
    )


@dataclass(frozen=True)
class Lane:
    """A sheet and made-up values of all that can follow it."""

    position: Position
    sheet_values: SheetValues


@cache
def lanes(dice: int) -> list[Lane]:
    """Different sheets: the first with one box open, then ever fewer boxes filled."""
    ruleset, random = game(dice), np.random.default_rng(dice)
    made = []
    for lane in range(LANES):
        order = list(random.permutation(len(ruleset.boxes)))
        filled = order[min(lane, len(order)) + 1 :]
        position = Position(ruleset, {ruleset.boxes[i].id: 0 for i in filled})
        worth = random.uniform(0, 300, (len(ruleset.boxes), BUDGETS))
        # More points on the upper section are never worth less.
        rising = np.cumsum(random.uniform(0, 4, (6 * dice + 1, BUDGETS)), axis=0)
        made.append(Lane(position, _values(position.filled, worth, rising)))
    return made


def _values(before: int, worth: NDArray[np.float64], rising: NDArray[np.float64]) -> SheetValues:
    def values(filled: int, upper_total: int) -> NDArray[np.float64]:
        box = (filled & ~before).bit_length() - 1
        return np.asarray(worth[box] + rising[upper_total])

    return values


@njit
def call(walk: Any, strip: Any) -> None:
    walk(strip.ctypes.data)


@cache
def walked(dice: int, vector: Vector) -> NDArray[np.floating]:
    """[budget, keep, lane]: E of every keep, by the emitted walk."""
    layout = Layout(Stops(game(dice)))
    walk = compile_walk(walk_ir(layout, vector))
    size = layout.num_vectors * vector.lanes
    spare = np.full(size + vector.lanes, -np.inf, vector.dtype)
    start = -spare.ctypes.data % vector.bytes // vector.dtype.itemsize
    strip = spare[start : start + size].reshape(layout.num_vectors, vector.lanes)
    keeps = [layout.keep(node) for node in keep_lattice(dice).nodes[: layout.num_keeps]]
    results = []
    for budget in range(BUDGETS):
        for lane, of in enumerate(lanes(dice)[: vector.lanes]):
            _fill_rows(strip[layout.rows_at :, lane], layout.stops, of, budget)
        call(walk, strip)
        results.append(strip[keeps].copy())
    return np.array(results)


def _fill_rows(rows: NDArray[np.floating], stops: Stops, lane: Lane, budget: int) -> None:
    filled, total = lane.position.filled, lane.position.upper_total
    for i, of in enumerate(stops.ruleset.boxes):
        if not filled >> i & 1:
            for points in range(
                0, 6 * stops.ruleset.num_dice + 1, of.upper_face or 6 * stops.ruleset.num_dice + 1
            ):
                if of.upper_face is None or points <= of.upper_face * stops.ruleset.num_dice:
                    after = lane.sheet_values(filled | 1 << i, total + (points if of.upper_face else 0))
                    rows[stops.row(i, points)] = after[budget]


@pytest.mark.parametrize("vector", VECTORS, ids=str)
@pytest.mark.parametrize("dice", range(1, 7))
def test_every_keep_is_worth_what_the_plain_turn_says(dice: int, vector: Vector) -> None:
    values = walked(dice, vector)
    within = 1e-11 if vector.precision == "double" else 2e-4
    for lane, of in enumerate(lanes(dice)[: vector.lanes]):
        turn = TurnValues(of.position, of.sheet_values, BUDGETS - 1)
        np.testing.assert_allclose(values[:, :, lane], turn.keep, rtol=0, atol=within)


@pytest.mark.parametrize("dice", range(1, 7))
def test_a_lane_has_the_same_bits_in_vectors_of_any_width(dice: int) -> None:
    narrow, wide = walked(dice, Vector("double", 1)), walked(dice, Vector("double", 2))
    assert (narrow == wide[:, :, : narrow.shape[2]]).all()


@pytest.mark.parametrize(("precision", "lanes"), [("double", 4), ("single", 8)])
def test_a_vector_fills_a_register(precision: Precision, lanes: int) -> None:
    assert Vector.filling(32, precision).lanes == lanes
    assert Vector.filling(64, precision).lanes == 2 * lanes
    assert Vector.filling(32, precision).bytes == 32
