"""Run as a script: writes the same table again and again, dying at every step in turn.

    python store_crashes.py FOLDER

Run n works in FOLDER/n, as a process of its own that ends without any clean-up just
before its n-th change of the disk.  What FOLDER/start holds is there when a run begins.
"""

from __future__ import annotations

import os
import shutil
import sys
from itertools import count
from pathlib import Path
from typing import Any

from omkast.store.writer import TableWriter
from store_tables import LEVELS, level_values, table_plan

DEAD = 9
STEPS = ("replace", "unlink", "rmdir", "mkdir", "fsync")


def solve(table: Path) -> list[int]:
    """Write the table, from the checkpoint on if there is one; returns the levels that were written."""
    written = []
    with TableWriter(table, table_plan()) as writer:
        resume = writer.checkpoint.load()
        for level in LEVELS:
            if resume is None or level < resume[0]:
                writer.write_level(level, level_values(level))
                writer.checkpoint.save(level, level_values(level))
                written.append(level)
        writer.finish(level_values(0)[0])
    return written


def die_before(step: int) -> None:
    """End the process just before its ``step``-th change of the disk; nothing is synced, to save time."""
    steps = count()

    def counted(change: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            if next(steps) == step:
                os._exit(DEAD)
            return None if change is sync else change(*args, **named)

        return call

    sync = os.fsync
    for name in STEPS:
        setattr(os, name, counted(getattr(os, name)))


def main(folder: Path) -> None:
    """Crash at step 0, 1, … until a run gets through."""
    for step in count():
        here = folder / str(step)
        shutil.copytree(folder / "start", here)
        child = os.fork()
        if child == 0:
            die_before(step)
            solve(here / "table")
            os._exit(0)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if status == 0:
            return
        if status != DEAD:
            raise SystemExit(f"run {step} ended with status {status}")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
