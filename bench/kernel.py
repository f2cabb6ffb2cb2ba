"""How near a solve is to the load limit of this machine (bench/limit.py).

    python bench/kernel.py [--threads N] [--rounds N] [--record]

Measured in processor time per *lane walk*, one walk of the six-dice lattice for one upper total:

    walk     the walk alone, on memory of its own
    single   the same in single precision
    chunk    a chunk of sheets, with staging and stop rows; chunks follow each other as in a solve
    solve    Maxi Yatzy with the tactic bonus and without markers, from the last level to the first

Machines drift and are shared, so every measurement stands between two of the limit, on as many
threads, and is quoted as a ratio to their mean.  ``--record`` adds the ratios to history.csv.
"""

from __future__ import annotations

import argparse
import csv
import datetime
import itertools
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import llvmlite.binding as llvm
import numpy as np
from limit import limit, memory, repeat, seconds

from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.progress import Silent
from omkast.sheet.backward import Chunk, LevelSolver
from omkast.sheet.kernel.layout import Layout
from omkast.sheet.kernel.native import compile_walk, register_bytes
from omkast.sheet.kernel.stops import Stops
from omkast.sheet.kernel.vector import Precision, Vector
from omkast.sheet.kernel.walk import walk_ir
from omkast.sheet.lattice import SheetLattice
from omkast.sheet.solve import solve_levels
from omkast.version import __version__

HISTORY = Path(__file__).parent / "history.csv"
WALKS = 6_000
LEVEL = 10
"""Of the chunks: the largest level with staging from a level far larger than any cache."""

Measure = Callable[[int], float]
"""Number of threads -> seconds of processor time per lane walk."""


@dataclass
class Taken:
    """What was measured of one thing: seconds per lane walk and the ratio to the limit around it."""

    seconds: list[float] = field(default_factory=list)
    ratios: list[float] = field(default_factory=list)


def on_each(threads: int, measure: Callable[[], float]) -> float:
    """The mean of a measurement taken on all threads at once."""
    with ThreadPoolExecutor(threads) as pool:
        return statistics.mean(pool.map(lambda _: measure(), range(threads)))


def walk(precision: Precision) -> Measure:
    """The bare walk."""
    layout = Layout(Stops(maxi_yatzy()))
    vector = Vector.filling(register_bytes(), precision)
    function = compile_walk(walk_ir(layout, vector))

    def of_thread() -> float:
        strip = memory(vector, layout.num_vectors)
        return seconds(lambda: repeat(function, strip, WALKS)) / WALKS / vector.lanes

    return lambda threads: on_each(threads, of_thread)


def chunk() -> Measure:
    """Chunks of one level, in the order of a solve."""
    solver = LevelSolver(SheetLattice(maxi_yatzy()))
    after, out = solver.empty(LEVEL + 1), solver.empty(LEVEL)
    after[:] = np.random.default_rng(1).uniform(0, 300, len(after))
    chunks = itertools.cycle(list(solver.chunks(LEVEL)))

    def solve(chunk: Chunk) -> float:
        return seconds(lambda: solver.solve_chunk(LEVEL, chunk, after, out)) / chunk.lane_walks

    def of_threads(threads: int) -> float:
        with ThreadPoolExecutor(threads) as pool:
            return statistics.mean(pool.map(solve, itertools.islice(chunks, threads)))

    return of_threads


def solve() -> Measure:
    """A whole game in memory."""
    lattice = SheetLattice(maxi_yatzy("tactic", saved_rerolls=False))
    solver = LevelSolver(lattice)
    lane_walks = sum(
        chunk.lane_walks
        for level in range(lattice.first_level, lattice.last_level)
        for chunk in solver.chunks(level)
    )

    def of_threads(threads: int) -> float:
        start = time.process_time()
        for _ in solve_levels(lattice, Silent(), threads):
            pass
        return (time.process_time() - start) / lane_walks

    return of_threads


def measured(threads: int, rounds: int) -> tuple[Taken, dict[str, Taken]]:
    """The limit, and everything else with the limit before and after it."""
    of_limit: Measure = lambda threads: on_each(threads, limit)  # noqa: E731
    plan: dict[str, tuple[Measure, int]] = {
        "walk": (walk("double"), 10 * rounds),
        "single": (walk("single"), 10 * rounds),
        "chunk": (chunk(), 5 * rounds),
        "solve": (solve(), rounds),
    }
    limits, taken = Taken(), {name: Taken() for name in plan}
    for measure in (of_limit, *(plan[name][0] for name in ("walk", "single", "chunk"))):
        measure(threads)  # compiles
    before = of_limit(threads)
    for name, (measure, times) in plan.items():
        for _ in range(times):
            now, after = measure(threads), of_limit(threads)
            taken[name].seconds.append(now)
            taken[name].ratios.append(2 * now / (before + after))
            limits.seconds.append(after)
            limits.ratios.append(2 * after / (before + after))
            before = after
    return limits, taken


def record(threads: int, taken: dict[str, Taken]) -> None:
    """Add a line to the history: the median ratios."""
    ratios = {name: f"{statistics.median(of.ratios):.2f}" for name, of in taken.items()}
    line = {
        "date": datetime.date.today().isoformat(),
        "version": __version__,
        "processor": llvm.get_host_cpu_name(),
        "threads": threads,
        **ratios,
    }
    new = not HISTORY.exists()
    with HISTORY.open("a", newline="") as file:
        writer = csv.DictWriter(file, list(line), lineterminator="\n")
        if new:
            writer.writeheader()
        writer.writerow(line)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A solve against the load limit.")
    parser.add_argument("--threads", type=int, default=2, help="run everything on N threads at once")
    parser.add_argument("--rounds", type=int, default=3, help="whole solves")
    parser.add_argument("--record", action="store_true", help=f"add the ratios to {HISTORY.name}")
    asked = parser.parse_args()
    limits, taken = measured(asked.threads, asked.rounds)
    print(f"{llvm.get_host_cpu_name()}, {asked.threads} thread(s), per lane walk")
    print(f"{'':8}{'ns best':>9}{'median':>9}{'x limit best':>15}{'median':>9}")
    for name, of in {"limit": limits, **taken}.items():
        best, middle = min(of.seconds) * 1e9, statistics.median(of.seconds) * 1e9
        low, median = min(of.ratios), statistics.median(of.ratios)
        print(f"{name:8}{best:9.0f}{middle:9.0f}{low:15.2f}{median:9.2f}")
    if asked.record:
        record(asked.threads, taken)


if __name__ == "__main__":
    main()
