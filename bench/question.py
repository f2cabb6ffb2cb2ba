"""What the first question after five filled boxes costs: solving all that can follow the position.

    python bench/question.py [--precision single|double] [--jobs N]

The ten positions are from simulated games of Maxi Yatzy with the alga bonus and saved rerolls,
played best, and hold what best play holds.
"""

from __future__ import annotations

import argparse
import statistics
import time

from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.progress import Silent
from omkast.sheet.kernel.vector import Precision
from omkast.sheet.lattice import Root, SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.solve import solve_levels

POSITIONS: list[tuple[dict[str, int], int]] = [
    ({"one-pair": 10, "threes": 9, "ones": 3, "tower": 28, "small-straight": 15}, 7),
    ({"three-pairs": 16, "tower": 32, "fours": 16, "two-pairs": 18, "one-pair": 12}, 4),
    ({"three-pairs": 18, "fours": 16, "two-pairs": 18, "ones": 2, "one-pair": 12}, 8),
    ({"one-pair": 12, "full-house": 22, "chance": 26, "twos": 6, "ones": 3}, 8),
    ({"fours": 16, "one-pair": 12, "two-pairs": 20, "ones": 3, "chance": 28}, 8),
    ({"full-straight": 21, "one-pair": 12, "fives": 20, "full-house": 22, "two-pairs": 16}, 2),
    ({"tower": 24, "ones": 3, "chance": 27, "full-house": 28, "threes": 9}, 5),
    ({"twos": 6, "two-pairs": 20, "fours": 16, "three-of-a-kind": 12, "full-house": 27}, 7),
    ({"full-house": 23, "ones": 2, "three-pairs": 22, "large-straight": 20, "one-pair": 12}, 8),
    ({"threes": 9, "chance": 27, "one-pair": 12, "maxi-yatzy": 100, "fives": 20}, 3),
]
"""Scores and markers held."""


def solve(position: Position, precision: Precision, jobs: int | None) -> tuple[float, float]:
    """Core-seconds and seconds of a solve."""
    core, wall = time.process_time(), time.perf_counter()
    for _ in solve_levels(
        SheetLattice(position.ruleset, Root.of(position)), Silent(), jobs, precision=precision
    ):
        pass
    return time.process_time() - core, time.perf_counter() - wall


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="The first question after five filled boxes.")
    parser.add_argument("--precision", choices=("single", "double"), default="single")
    parser.add_argument("--jobs", type=int, default=None)
    asked = parser.parse_args()
    solve(Position(maxi_yatzy(), {box.id: 0 for box in maxi_yatzy().boxes[:-1]}), asked.precision, asked.jobs)
    taken = [solve(Position(maxi_yatzy(), *of), asked.precision, asked.jobs) for of in POSITIONS]
    for what, figures in zip(("core-seconds", "seconds"), zip(*taken, strict=True), strict=True):
        print(f"{what}: {statistics.mean(figures):.1f} in the mean, {min(figures):.1f} to {max(figures):.1f}")


if __name__ == "__main__":
    main()
