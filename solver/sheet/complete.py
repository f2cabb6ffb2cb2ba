"""A ruleset's complete table: every value of the game, solved and written level by level."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ..errors import TableError
from ..games.ruleset import Ruleset
from ..progress import Cancel, Progress, Silent, never
from ..store.manifest import Contents, Encoding
from ..store.places import Place, cache_place
from ..store.tables import Table, open_table
from ..store.writer import TableWriter, remove_leftovers
from .backward import Values
from .lattice import SheetLattice
from .solve import solve_levels
from .tables import table_plan, usual_encoding

CHECKPOINT_FROM = 1_000_000
"""Values of a level from which it is kept for a run that resumes; smaller ones solve in seconds."""


@dataclass(frozen=True)
class Solved:
    """A finished solve.

    Attributes:
        start_value: value of the empty sheet, in points.
        num_states: how many different states the table holds.
        seconds: wall time, of this run only if it resumed an earlier one; 0 if the table was there.
        folder: where the table is.
        was_there: whether the table had been made before, so that nothing was solved.
    """

    start_value: float
    num_states: int
    seconds: float
    folder: Path
    was_there: bool


def solve_complete(
    ruleset: Ruleset,
    folder: Path | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
    *,
    encoding: Encoding | None = None,
    again: bool = False,
    cancel: Cancel = never,
) -> Solved:
    """Solve a whole game and write its table, or finish a run that was interrupted.

    A sound table that is there is left as it is.

    Args:
        ruleset: the rules.
        folder: the tables folder, made if it is not there; None for the user's cache.
        jobs: worker threads; None for all processors.
        progress: told how far the work is.
        encoding: ``float64`` or ``float32``; None for what is usual for the size of the game,
            and for a table that is there whatever it has.
        again: solve again even if there is a sound table.
        cancel: looked at between pieces of work.

    Raises:
        UnwritableTable: the table cannot be written.
        LockedTable: another process is writing it.
        Cancelled: the work was given up; a later call goes on from there.
    """
    started = time.perf_counter()
    place = Place("asked", folder) if folder else cache_place()
    target = place.table_folder("complete", ruleset.slug)
    lattice = SheetLattice(ruleset)
    wanted = encoding or usual_encoding(lattice)
    plan = table_plan(lattice, "complete", wanted, made_by=solve_command(ruleset))
    there = None if again else _sound_table(target, plan)
    if there is not None and encoding in (None, there.encoding):
        return Solved(there.start_value, lattice.num_states(), 0.0, target, was_there=True)
    with TableWriter(target, plan) as writer:
        resume = writer.checkpoint.load()
        start_value = float(resume[1][0]) if resume else float("nan")
        with closing(solve_levels(lattice, progress or Silent(), jobs, resume, cancel)) as levels:
            for values in _written(writer, levels):
                start_value = float(values[0])
        writer.finish(start_value)
    return Solved(start_value, lattice.num_states(), time.perf_counter() - started, target, was_there=False)


def _sound_table(folder: Path, contents: Contents) -> Table | None:
    """The table in ``folder``; None if there is none, or one that should be made anew."""
    try:
        table = open_table(folder, contents)
    except TableError:
        return None
    remove_leftovers(folder)
    return table


def _written(writer: TableWriter, levels: Iterable[tuple[int, Values]]) -> Iterator[Values]:
    """The values of each level, written while the next level is being solved.

    The solve reads them for the next level anyway, so this needs no more memory.
    """

    def write(level: int, values: Values) -> Values:
        writer.write_level(level, values)
        if len(values) >= CHECKPOINT_FROM:
            writer.checkpoint.save(level, values)
        return values

    with ThreadPoolExecutor(max_workers=1) as disk:
        writing: Future[Values] | None = None
        for level, values in levels:
            if writing is not None:
                yield writing.result()
            writing = disk.submit(write, level, values)
        if writing is not None:
            yield writing.result()


def solve_command(ruleset: Ruleset) -> str:
    """The command that makes the complete table of ``ruleset``."""
    chosen = {**ruleset.options, "saved_rerolls": ruleset.saved_rerolls}
    options = [_as_typed(name.replace("_", "-"), value) for name, value in chosen.items()]
    return " ".join(["omkast", ruleset.game, "solve", *options])


def _as_typed(name: str, value: str | bool) -> str:
    if isinstance(value, bool):
        return f"--{name}" if value else f"--no-{name}"
    return f"--{name} {value}"
