"""How long a question takes: as a cold command, and in one process that holds the values open.

    python bench/questions.py [--complete FOLDER]

The book is the one that ships.  The complete table is that of the ruleset with the largest
one in FOLDER (else of the places that omkast looks into); without any, Maxi Yatzy without
markers is solved into a temporary folder first, which takes a minute or two.  Each figure
is the median and the worst of its rounds, in milliseconds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.registry import MAXI_YATZY
from omkast.games.ruleset import Ruleset
from omkast.sheet.advice import Advisor
from omkast.sheet.complete import solve_complete
from omkast.sheet.lattice import SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.scores import possible_scores
from omkast.sheet.tables import contents
from omkast.sheet.values import Values
from omkast.store.places import find_table

COMMANDS = 5
SHEETS = 60
ROLL = (1, 2, 4, 6, 6, 6)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--complete", type=Path, metavar="FOLDER")
    folder = parser.parse_args().complete
    with tempfile.TemporaryDirectory() as temporary:
        ruleset = _with_a_complete_table(folder)
        if ruleset is None:
            folder, ruleset = Path(temporary), maxi_yatzy("tactic", saved_rerolls=False)
            solve_complete(ruleset, folder)
        print(f"complete table: {ruleset.slug}\n{'':<44}{'median':>9}{'worst':>9}  ms")
        _cold("cold command, book", maxi_yatzy(), None, range(5))
        _cold("cold command, complete table", ruleset, folder, range(0, 20, 2))
        _held("book", maxi_yatzy(), None, range(5))
        _held("complete table", ruleset, folder, range(20))


def _with_a_complete_table(folder: Path | None) -> Ruleset | None:
    rulesets = sorted(MAXI_YATZY.rulesets(), key=lambda r: -SheetLattice(r).num_states())
    return next((r for r in rulesets if find_table(contents(SheetLattice(r), "complete"), folder)), None)


def _cold(what: str, ruleset: Ruleset, tables: Path | None, levels: range) -> None:
    arguments = ["--bonus", str(ruleset.options["bonus"])]
    arguments += [] if ruleset.saved_rerolls else ["--no-saved-rerolls"]
    arguments += [] if tables is None else ["--tables", str(tables)]
    command = [sys.executable, "-m", "omkast", ruleset.game, "advise", "666421", *arguments]

    def ask(position: Position) -> Callable[[], object]:
        card = ",".join(f"{box}={points}" for box, points in position.scores.items())
        return lambda: subprocess.run([*command, "--card", card], check=True, capture_output=True)

    draw = random.Random(1)
    asked = [ask(_position(ruleset, level, draw)) for level in levels for _ in range(COMMANDS)]
    _show(what, [_milliseconds(question) for question in asked])


def _held(what: str, ruleset: Ruleset, tables: Path | None, levels: range) -> None:
    """A warm-up at every level opens its file; after that sheets are new, and then asked about again."""
    draw = random.Random(2)
    advisor = Advisor(Values(ruleset, tables))
    for level in levels:
        advisor.options(_position(ruleset, level, draw), ROLL, 2)
    positions = [_position(ruleset, levels[i % len(levels)], draw) for i in range(SHEETS)]
    new, again = [], []
    for position in positions:
        ask = partial(advisor.options, position, ROLL, 2)
        new.append(_milliseconds(ask))
        again.append(_milliseconds(ask))
    _show(f"new sheet, {what} open", new)
    _show(f"same sheet again, {what} open", again)


def _position(ruleset: Ruleset, level: int, draw: random.Random) -> Position:
    """A card with ``level`` boxes filled, and half the markers that it can have, up to four."""
    boxes = draw.sample(ruleset.boxes, level)
    scores = {box.id: draw.choice(possible_scores(box, ruleset.num_dice)) for box in boxes}
    return Position(ruleset, scores, min(4, level) if ruleset.saved_rerolls else 0)


def _milliseconds(question: Callable[[], object]) -> float:
    started = time.perf_counter()
    question()
    return 1000 * (time.perf_counter() - started)


def _show(what: str, figures: list[float]) -> None:
    print(f"{what:<44}{statistics.median(figures):>9.2f}{max(figures):>9.2f}", flush=True)


if __name__ == "__main__":
    main()
