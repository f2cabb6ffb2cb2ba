"""The load limit: what any walk of the six-dice lattice has to pay on this machine.

A walk cannot do without one load-with-add and one load-with-maximum for each of the lattice's
edges.  :func:`limit_ir` does so many of them and nothing else, in independent chains, from a
buffer that stays in the level-1 cache.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit

from omkast.sheet.keep_lattice import keep_lattice
from omkast.sheet.kernel.native import compile_walk
from omkast.sheet.kernel.vector import Vector

DICE = 6
LOADS = 516
READ = 256
ACCUMULATORS = 12
CALLS = 30_000

REFERENCE = Vector("double", 1)
"""The vector of the limit that ratios refer to, whatever the walk uses: four doubles, 256 bits."""


def limit_ir(vector: Vector) -> str:
    """A function that only loads vectors and adds or maximises them, in independent chains."""
    of, size, maximum = vector.ir, vector.bytes, f"@{vector.maximum}"
    lines = [f"declare {of} {maximum}({of}, {of})", "define void @walk(ptr %strip) nounwind {"]
    values = [f"%start{i}" for i in range(ACCUMULATORS)]
    for i, value in enumerate(values):
        lines += [
            f"%first{i} = getelementptr i8, ptr %strip, i64 {size * i}",
            f"{value} = load {of}, ptr %first{i}, align {size}",
        ]
    for load in range(LOADS):
        # Volatile: the compiler must not see that it knows the value already.
        at, i = load % READ, load % ACCUMULATORS
        lines += [
            f"%p{load} = getelementptr i8, ptr %strip, i64 {size * at}",
            f"%x{load} = load volatile {of}, ptr %p{load}, align {size}",
            f"%y{load} = fadd {of} {values[i]}, %x{load}"
            if load % 2
            else f"%y{load} = call nnan nsz {of} {maximum}({of} {values[i]}, {of} %x{load})",
        ]
        values[i] = f"%y{load}"
    for i, value in enumerate(values):  # past what is read, or every call would wait for the one before
        lines += [
            f"%last{i} = getelementptr i8, ptr %strip, i64 {size * (READ + i)}",
            f"store {of} {value}, ptr %last{i}, align {size}",
        ]
    return "\n".join([*lines, "ret void", "}"])


@njit(nogil=True)
def repeat(function: Any, strip: np.ndarray, times: int) -> None:
    """Call a compiled function on a strip, many times."""
    for _ in range(times):
        function(strip.ctypes.data)


def memory(vector: Vector, vectors: int) -> np.ndarray:
    """Aligned memory with values like those of a game."""
    spare = np.random.default_rng(1).uniform(0, 100, (vectors + 1) * vector.lanes).astype(vector.dtype)
    start = -spare.ctypes.data % vector.bytes // vector.dtype.itemsize
    return spare[start : start + vectors * vector.lanes]


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one call in this thread; what others do on the core meanwhile is left out."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def limit(vector: Vector = REFERENCE) -> float:
    """Seconds that the loads of one lane walk take."""
    walk, strip = compile_walk(limit_ir(vector)), memory(vector, READ + ACCUMULATORS)
    edges = 2 * keep_lattice(DICE).above.size
    return seconds(lambda: repeat(walk, strip, CALLS)) / (CALLS * LOADS) * edges / vector.lanes
