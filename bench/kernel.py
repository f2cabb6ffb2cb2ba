"""How near the lattice walk is to the load limit of this machine.

    python bench/kernel.py [--threads N]

The limit is the time of the loads that a walk cannot do without: one load-with-add and
one load-with-maximum for each of the lattice's edges, from a buffer that stays in the
level-1 cache, in code that does nothing else.  Reported per *lane walk*: one walk of the
six-dice lattice for one upper total.  Limit, walk and whole chunk (with staging and stop
rows) are measured in turn, many times; machines drift, so quote the ratios.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import llvmlite.binding as llvm
import numpy as np
from numba import njit

from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.sheet.backward import LevelSolver
from omkast.sheet.keep_lattice import keep_lattice
from omkast.sheet.kernel.layout import VECTOR, Layout
from omkast.sheet.kernel.native import NativeWalk, compile_walk
from omkast.sheet.kernel.stops import Stops
from omkast.sheet.kernel.walk import walk_ir
from omkast.sheet.lattice import SheetLattice

ROUNDS = 40
LOADS = 516
ACCUMULATORS = 12
CALLS = 30_000
LEVEL = 10


def limit_ir() -> str:
    """A function that only loads vectors and adds or maximises them, in independent chains."""
    vector = f"<{VECTOR} x double>"
    maximum = f"@llvm.maxnum.v{VECTOR}f64"
    lines = [f"declare {vector} {maximum}({vector}, {vector})", "define void @walk(ptr %strip) nounwind {"]
    values = [f"%start{i}" for i in range(ACCUMULATORS)]
    for i, value in enumerate(values):
        lines += [
            f"%first{i} = getelementptr i8, ptr %strip, i64 {8 * VECTOR * i}",
            f"{value} = load {vector}, ptr %first{i}, align {8 * VECTOR}",
        ]
    for load in range(LOADS):
        # Volatile: the compiler must not see that it knows the value already.
        at, i = load % 256, load % ACCUMULATORS
        lines += [
            f"%p{load} = getelementptr i8, ptr %strip, i64 {8 * VECTOR * at}",
            f"%x{load} = load volatile {vector}, ptr %p{load}, align {8 * VECTOR}",
            f"%y{load} = fadd {vector} {values[i]}, %x{load}"
            if load % 2
            else f"%y{load} = call nnan nsz {vector} {maximum}({vector} {values[i]}, {vector} %x{load})",
        ]
        values[i] = f"%y{load}"
    for i, value in enumerate(values):  # past what is read, or every call would wait for the one before
        lines += [
            f"%last{i} = getelementptr i8, ptr %strip, i64 {8 * VECTOR * (256 + i)}",
            f"store {vector} {value}, ptr %last{i}, align {8 * VECTOR}",
        ]
    return "\n".join([*lines, "ret void", "}"])


@njit(nogil=True)
def repeat(function: NativeWalk, strip: np.ndarray, times: int) -> None:
    """Call a compiled function on a strip, many times."""
    for _ in range(times):
        function(strip.ctypes.data)


def strip(doubles: int) -> np.ndarray:
    """Aligned memory with values like those of a game."""
    spare = np.random.default_rng(1).uniform(0, 100, doubles + 8)
    start = -spare.ctypes.data % 64 // 8
    return spare[start : start + doubles]


def seconds(work: Callable[[], None]) -> float:
    """Wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measurements() -> dict[str, Callable[[], float]]:
    """What is measured: a function for each that returns nanoseconds per lane walk."""
    solver = LevelSolver(SheetLattice(maxi_yatzy()))
    layout = Layout(Stops(maxi_yatzy()))
    walk, limit = compile_walk(walk_ir(layout)), compile_walk(limit_ir())
    edges = 2 * keep_lattice(layout.dice).above.size
    after = np.random.default_rng(1).uniform(0, 300, solver.lattice.size(LEVEL + 1))
    out = np.empty(solver.lattice.size(LEVEL))
    chunks = [chunk for chunk in solver.chunks(LEVEL, 20_000) if chunk.lane_walks > 15_000]
    picked = iter(np.random.default_rng(1).permutation(len(chunks) * 50) % len(chunks))

    def of_limit() -> float:
        buffer = strip((256 + ACCUMULATORS) * VECTOR)
        return seconds(lambda: repeat(limit, buffer, CALLS)) / (CALLS * LOADS) * edges / VECTOR

    def of_walk() -> float:
        memory = strip(layout.doubles)
        return seconds(lambda: repeat(walk, memory, CALLS // 10)) / (CALLS // 10) / VECTOR

    def of_chunk() -> float:
        chunk = chunks[next(picked)]
        return seconds(lambda: solver.solve_chunk(LEVEL, chunk, after, out)) / chunk.lane_walks

    return {"limit": of_limit, "walk": of_walk, "chunk": of_chunk}


def main() -> None:
    """Measure and print; with two threads, every measurement runs on both at once."""
    parser = argparse.ArgumentParser(description="The lattice walk against the load limit.")
    parser.add_argument("--threads", type=int, default=1, help="run each measurement N times at once")
    threads = parser.parse_args().threads
    taken: dict[str, list[float]] = {}
    measured = measurements()
    with ThreadPoolExecutor(threads) as pool:
        for name, measure in measured.items():  # compiles
            measure()
            taken[name] = []
        for _ in range(ROUNDS):
            for name, measure in measured.items():
                taken[name] += pool.map(lambda _, m=measure: m(), range(threads))
    print(f"{llvm.get_host_cpu_name()}, {threads} thread(s), nanoseconds per lane walk")
    for name, times in taken.items():
        best, middle = min(times) * 1e9, statistics.median(times) * 1e9
        print(
            f"{name:6} best {best:5.0f} ({min(times) / min(taken['limit']):.2f} x limit)"
            f"   median {middle:5.0f} ({middle / 1e9 / statistics.median(taken['limit']):.2f} x limit)"
        )


if __name__ == "__main__":
    main()
