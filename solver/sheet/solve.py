"""The whole backward recursion: every level of a sheet lattice, in parallel."""

from __future__ import annotations

from collections.abc import Generator

from joblib import Parallel, delayed

from ..errors import Cancelled
from ..progress import Cancel, Progress, never
from .backward import Chunk, LevelSolver, Values
from .kernel.vector import Precision
from .lattice import SheetLattice
from .objective import MEAN, Objective


def solve_levels(
    lattice: SheetLattice,
    progress: Progress,
    jobs: int | None = None,
    resume: tuple[int, Values] | None = None,
    cancel: Cancel = never,
    precision: Precision = "double",
    objective: Objective = MEAN,
) -> Generator[tuple[int, Values]]:
    """Solve all levels, last to first, and yield each with its values when it is finished.

    Within a level all sheets are independent, and a chunk is a pure function of the
    next level, so results are bit-identical for any number of workers.

    Args:
        lattice: the sheets to solve.
        progress: told after every chunk.
        jobs: worker threads; None for all processors.
        resume: a level that is solved already and its values; it is not yielded again.
        cancel: looked at after every chunk.
        precision: of all values; "single" takes half the time.
        objective: what a finished game is worth.

    Yields:
        The level and its values, float64 (float32 in single precision) in the layout of omkast.sheet.lattice.
        They must not be changed: the level before is solved from them.

    Raises:
        Cancelled: the work was given up.
    """
    solver = LevelSolver(lattice, precision, objective)
    chunks = {level: list(solver.chunks(level)) for level in range(lattice.first_level, lattice.last_level)}
    solved, values = resume or (lattice.last_level, solver.final_values())
    if resume is None:
        yield solved, values
    work = {level: sum(chunk.lane_walks for chunk in chunks[level]) for level in chunks}
    total = sum(work.values())
    done = sum(work[level] for level in work if level >= solved)
    progress.start(f"Solving {lattice.ruleset.slug}", solved - lattice.first_level)
    try:
        with _threads(jobs) as parallel:
            for level in reversed(range(lattice.first_level, solved)):
                after, values = values, solver.empty(level)
                tasks = (
                    delayed(_solve_chunk)(solver, level, chunk, after, values) for chunk in chunks[level]
                )
                for lane_walks in parallel(tasks):
                    done += lane_walks
                    progress.update(level, done / total)
                    if cancel():
                        raise Cancelled(f"solving {lattice.ruleset.slug} was given up")
                del after
                yield level, values
    finally:
        progress.finish()


def _threads(jobs: int | None) -> Parallel:
    return Parallel(n_jobs=jobs or -1, prefer="threads", return_as="generator_unordered")


def _solve_chunk(solver: LevelSolver, level: int, chunk: Chunk, after: Values, out: Values) -> int:
    solver.solve_chunk(level, chunk, after, out)
    return chunk.lane_walks
