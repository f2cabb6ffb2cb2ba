"""Following best play against solving: core-seconds and memory, in the same run.

    python bench/forward.py RULESET ... [--jobs N] [--double FOLDER]

A ruleset is named as its table: maxi-yatzy-tactic, maxi-yatzy-alga-saved, yatzy.
Values stay in memory, or with --double in files there: a game with saved rerolls needs 5 GB
for them.  Peaks are the whole process's so far, files that are looked into among them.
"""

from __future__ import annotations

import argparse
import resource
import time
from pathlib import Path

import numpy as np

from omkast.games.registry import GAMES
from omkast.games.ruleset import Ruleset
from omkast.progress import Silent
from omkast.sheet.backward import Values
from omkast.sheet.forward import follow_levels
from omkast.sheet.lattice import SheetLattice
from omkast.sheet.policy import BestPlay
from omkast.sheet.solve import solve_levels
from omkast.sheet.states import States
from omkast.sheet.statistics import statistics


def kept(level: int, values: Values, folder: Path | None) -> Values:
    """The values of a level, in a file if there is a folder."""
    if folder is None:
        return values
    path = folder / f"level-{level:02}.npy"
    np.save(path, values)
    loaded: Values = np.load(path, mmap_mode="r")
    return loaded


def measure(ruleset: Ruleset, jobs: int | None, folder: Path | None) -> None:
    """Solve, follow, and print what each took."""
    lattice = SheetLattice(ruleset)
    start = time.process_time()
    levels = {level: kept(level, values, folder) for level, values in solve_levels(lattice, Silent(), jobs)}
    solved, peak = time.process_time(), gigabytes()
    states = States(ruleset)
    followed = follow_levels(BestPlay(lattice, levels.__getitem__), states, Silent(), jobs)
    found = statistics(states, followed)
    solve, follow = solved - start, time.process_time() - solved
    print(
        f"{ruleset.slug}: solve {solve:.1f} core-seconds, {peak:.1f} GB; follow {follow:.1f}"
        f" ({follow / solve:.2f} x solve), {gigabytes():.1f} GB; expected total {found.expected_total:.10f},"
        f" off by {found.expected_total - float(levels[0][0]):.0e}, sd {found.sd:.6f},"
        f" bonus {found.bonus_probability:.8f}, not followed {found.dropped:.0e}",
        flush=True,
    )


def gigabytes() -> float:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6


def main() -> None:
    """Measure the rulesets asked for; the first solve of a small game compiles everything."""
    known = {ruleset.slug: ruleset for game in GAMES for ruleset in game.rulesets()}
    parser = argparse.ArgumentParser(description="Following best play against solving.")
    parser.add_argument(
        "rulesets", nargs="*", default=["maxi-yatzy-tactic"], choices=known, metavar="RULESET"
    )
    parser.add_argument("--jobs", type=int, help="worker threads")
    parser.add_argument("--double", type=Path, metavar="FOLDER", help="keep values in files there")
    asked = parser.parse_args()
    for slug in asked.rulesets:
        measure(known[slug], asked.jobs, asked.double)


if __name__ == "__main__":
    main()
