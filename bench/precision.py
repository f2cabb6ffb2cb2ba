"""How far values in single precision are from those in double precision.

    python bench/precision.py [--positions N] [--least-filled N] [--jobs N]

Draws positions of Maxi Yatzy with the alga bonus and saved rerolls, any boxes filled and any number
of markers that can be held, solves the sub-lattice of each in both precisions and compares: the
start, and every value of every level.  The last box is told apart: with it come the most markers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.progress import Silent
from omkast.sheet.lattice import Root, SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.scores import possible_scores
from omkast.sheet.solve import solve_levels


def positions(number: int, least_filled: int) -> Iterator[Position]:
    """Random positions, the same ones every time."""
    random, ruleset = np.random.default_rng(17), maxi_yatzy()
    for _ in range(number):
        filled = int(random.integers(least_filled, len(ruleset.boxes)))
        boxes = [ruleset.boxes[i] for i in random.permutation(len(ruleset.boxes))[:filled]]
        scores = {box.id: int(random.choice(possible_scores(box, ruleset.num_dice))) for box in boxes}
        yield Position(ruleset, scores, int(random.integers(2 * filled + 1)))


def differences(position: Position, jobs: int | None) -> tuple[float, float, float]:
    """How far single precision is off, in points: at the start, anywhere before the last box, in it."""
    lattice = SheetLattice(position.ruleset, Root.of(position))
    double = solve_levels(lattice, Silent(), jobs)
    single = solve_levels(lattice, Silent(), jobs, precision="single")
    start, before, last = 0.0, 0.0, 0.0
    for (level, exact), (_, values) in zip(double, single, strict=True):
        most = float(np.nanmax(np.abs(values - exact)))
        if level < lattice.last_level - 1:
            before = max(before, most)
        else:
            last = max(last, most)
        if level == lattice.first_level:
            filled, total, markers = position.filled, position.upper_total, position.markers
            pair = [lattice.row(of, filled, total)[markers] for of in (values, exact)]
            start = abs(float(pair[0] - pair[1]))
    return start, before, last


def main() -> None:
    """Compare and print."""
    parser = argparse.ArgumentParser(description="Single against double precision.")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--least-filled", type=int, default=6, help="boxes; with 5 a position takes seconds")
    parser.add_argument("--jobs", type=int, default=None)
    asked = parser.parse_args()
    found = [differences(p, asked.jobs) for p in positions(asked.positions, asked.least_filled)]
    for what, off in zip(
        ("the start", "any value before the last box", "in it"), np.array(found).T, strict=True
    ):
        print(f"{len(off)} positions, {what}: at most {off.max():.1e} points, in the mean {off.mean():.1e}")


if __name__ == "__main__":
    main()
