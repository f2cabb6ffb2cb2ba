"""The whole backward recursion: every level of a sheet lattice, in parallel."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from joblib import Parallel, delayed

from omkast.solver.progress import Progress
from omkast.solver.sheet.backward import LevelSolver, Values
from omkast.solver.sheet.sheets import SheetLattice


def solve_levels(
    lattice: SheetLattice,
    on_level: Callable[[int, Values], None],
    progress: Progress,
    jobs: int | None = None,
    resume: tuple[int, Values] | None = None,
) -> None:
    """Solve all levels, last to first, handing each finished one to ``on_level``.

    Within a level all sheets are independent, and a chunk is a pure function of the
    next level, so results are bit-identical for any number of workers.

    Args:
        lattice: the sheets to solve.
        on_level: called with the level and its values, float64 in the layout of
            omkast.solver.sheet.sheets; the array must not be changed.
        progress: told after every chunk; the caller starts and finishes it.
        jobs: worker threads; None for all processors.
        resume: a level that is solved already and its values.
    """
    solver = LevelSolver(lattice)
    level, values = resume or (lattice.last_level, solver.final_values())
    if resume is None:
        on_level(level, values)
    todo = range(level - 1, lattice.first_level - 1, -1)
    chunks = {level: list(solver.chunks(level)) for level in range(lattice.last_level)[lattice.first_level :]}
    work = sum(chunk.lane_walks for level_chunks in chunks.values() for chunk in level_chunks)
    done = work - sum(chunk.lane_walks for level in todo for chunk in chunks[level])
    with Parallel(n_jobs=jobs or -1, prefer="threads", return_as="generator_unordered") as parallel:
        for level in todo:
            after, values = values, np.empty(lattice.size(level))

            def solve(level: int, i: int, after: Values, out: Values) -> int:
                solver.solve_chunk(level, chunks[level][i], after, out)
                return chunks[level][i].lane_walks

            tasks = (delayed(solve)(level, i, after, values) for i in range(len(chunks[level])))
            for walks in parallel(tasks):
                done += walks
                progress.update(level, done / work)
            on_level(level, values)
