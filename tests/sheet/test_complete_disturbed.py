"""Complete tables whose making is interrupted or killed: never half a table, and then finished."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from library_calls import SAVED as GAME
from omkast.errors import LockedTable, MissingTable, UnwritableTable
from omkast.games.ruleset import Bonus, Ruleset
from omkast.progress import Progress
from omkast.sheet import complete
from omkast.sheet.advice import Advisor
from omkast.sheet.complete import Solved, solve_complete
from omkast.sheet.lattice import SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.tables import contents, open_named
from omkast.sheet.values import Values
from omkast.store.inventory import inventory
from omkast.store.places import find_table
from omkast.store.tables import open_table, verify_table
from omkast.verify.sheet.small_games import naive_solver
from store_tables import files, flip_byte

pytestmark = [
    pytest.mark.usefixtures("empty_cache"),
    # joblib warns of the work that an interrupted solve did not do.
    pytest.mark.filterwarnings("ignore::UserWarning:joblib"),
]

LEVELS = len(GAME.ruleset.boxes)
SLUG = GAME.ruleset.slug
HELD = contents(SheetLattice(GAME.ruleset), "complete")


class Interruption(BaseException):
    """Like KeyboardInterrupt: no code that handles errors expects it."""


class Interrupt:
    """Progress that stops the solve in the middle of a level, and notes how many were to be solved."""

    def __init__(self, at_level: int | None = None) -> None:
        self._at = at_level
        self.levels: list[int] = []

    def start(self, title: str, levels: int) -> None:
        """A solve begins."""
        self.levels.append(levels)

    def update(self, level: int, share: float) -> None:
        """Stop here?"""
        assert 0 < share <= 1
        if level == self._at:
            raise Interruption

    def finish(self) -> None:
        """Ignored."""


class InTheWay(Interrupt):
    """Progress that puts a folder where a file should go."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path

    def update(self, level: int, share: float) -> None:
        """Level 2 is about to be written."""
        self._path.mkdir(exist_ok=True)


def solve(tables: Path, progress: Progress | None = None, ruleset: Ruleset = GAME.ruleset) -> Solved:
    return solve_complete(ruleset, tables, jobs=2, progress=progress)


def interrupt(tables: Path, level: int, ruleset: Ruleset = GAME.ruleset) -> None:
    """A solve that ends while ``level`` is being solved."""
    with pytest.raises(Interruption):
        solve(tables, Interrupt(level), ruleset)


@pytest.fixture
def checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every level is worth a checkpoint, however small."""
    monkeypatch.setattr(complete, "CHECKPOINT_FROM", 0)


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Every file of a tables folder after an undisturbed solve."""
    tables = tmp_path_factory.mktemp("reference")
    solve(tables)
    return files(tables)


def assert_nothing_to_trust(tables: Path) -> None:
    """Nobody takes what lies there for a table."""
    folder = tables / "complete" / SLUG
    with pytest.raises(MissingTable):
        open_table(folder, HELD)
    assert not any(facts.place == "asked" for facts in inventory(open_named, tables))


def test_a_second_solve_replaces_the_table(tmp_path: Path, reference: dict[str, bytes]) -> None:
    folder = solve(tmp_path).folder
    flip_byte(folder / "level-03.float64", 140)
    progress = Interrupt()
    solve_complete(GAME.ruleset, tmp_path, jobs=2, progress=progress, again=True)
    assert progress.levels == [LEVELS]
    assert files(tmp_path) == reference


def test_a_disk_that_fails_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Levels are written while the next one is solved: an error must still come out."""
    unwritable = tmp_path / "complete" / f"{SLUG}.partial" / "level-02.float64"
    with pytest.raises(UnwritableTable, match=r"cannot write .*level-02\.float64"):
        solve(tmp_path, InTheWay(unwritable))
    assert_nothing_to_trust(tmp_path)


# --- interrupted


@pytest.mark.usefixtures("checkpoints")
@pytest.mark.parametrize("level", range(LEVELS))
def test_an_interrupted_solve_goes_on_at_the_last_finished_level(
    level: int, tmp_path: Path, reference: dict[str, bytes]
) -> None:
    interrupt(tmp_path, level)
    assert_nothing_to_trust(tmp_path)
    progress = Interrupt()
    made = solve(tmp_path, progress)
    assert progress.levels == [level + 1]  # levels 0 to the one that was not finished
    assert made.start_value == pytest.approx(float(naive_solver(GAME).value()), abs=1e-9)
    assert files(tmp_path) == reference


@pytest.mark.usefixtures("checkpoints")
def test_a_solve_that_is_interrupted_again_and_again(tmp_path: Path, reference: dict[str, bytes]) -> None:
    for level in reversed(range(LEVELS)):
        interrupt(tmp_path, level)
        assert_nothing_to_trust(tmp_path)
    solve(tmp_path)
    assert files(tmp_path) == reference


def test_levels_that_are_not_worth_a_checkpoint_are_solved_again(
    tmp_path: Path, reference: dict[str, bytes]
) -> None:
    interrupt(tmp_path, 1)
    progress = Interrupt()
    solve(tmp_path, progress)
    assert progress.levels == [LEVELS]
    assert files(tmp_path) == reference


@pytest.mark.usefixtures("checkpoints")
def test_half_a_table_answers_nothing(tmp_path: Path) -> None:
    interrupt(tmp_path, 0)
    assert find_table(HELD, tmp_path) is None
    progress = Interrupt()
    value = Advisor(Values(GAME.ruleset, tmp_path, progress, jobs=1)).value(Position(GAME.ruleset))
    assert value == pytest.approx(float(naive_solver(GAME).value()), abs=1e-9)
    assert progress.levels == [LEVELS]


@pytest.mark.usefixtures("checkpoints")
@pytest.mark.parametrize("damaged", ["checkpoint-02.float64", "checkpoint.json", "progress.json"])
def test_a_damaged_checkpoint_is_not_used(damaged: str, tmp_path: Path, reference: dict[str, bytes]) -> None:
    interrupt(tmp_path, 1)
    flip_byte(tmp_path / "complete" / f"{SLUG}.partial" / damaged, 3)
    progress = Interrupt()
    solve(tmp_path, progress)
    assert progress.levels == [LEVELS]
    assert files(tmp_path) == reference


@pytest.mark.usefixtures("checkpoints")
def test_work_under_other_rules_of_the_same_name_is_not_used(
    tmp_path: Path, reference: dict[str, bytes]
) -> None:
    other = replace(GAME.ruleset, bonus=Bonus(14, 30))
    assert other.slug == SLUG
    interrupt(tmp_path, 1, other)
    progress = Interrupt()
    solve(tmp_path, progress)
    assert progress.levels == [LEVELS]
    assert files(tmp_path) == reference


def test_an_interrupted_solve_leaves_the_table_before_it(tmp_path: Path, reference: dict[str, bytes]) -> None:
    folder = solve(tmp_path).folder
    with pytest.raises(Interruption):
        solve_complete(GAME.ruleset, tmp_path, jobs=2, progress=Interrupt(1), again=True)
    verify_table(folder, HELD)
    solve_complete(GAME.ruleset, tmp_path, jobs=2, again=True)
    assert files(tmp_path) == reference


# --- killed

CHILD = """
import sys, time
from pathlib import Path
from omkast.sheet import complete
from test_complete_disturbed import GAME, Interrupt

class Wait(Interrupt):
    def update(self, level, share):
        if level == int(sys.argv[2]):
            print("there", flush=True)
            time.sleep(60)

complete.CHECKPOINT_FROM = 0
complete.solve_complete(GAME.ruleset, Path(sys.argv[1]), jobs=2, progress=Wait())
"""


def wait_for_checkpoint(tables: Path, level: int) -> None:
    """Levels are written while the next one is solved; wait until ``level`` is on the disk."""
    path = tables / "complete" / f"{SLUG}.partial" / "checkpoint.json"
    for _ in range(1000):
        if path.exists() and json.loads(path.read_text())["level"] == level:
            return
        time.sleep(0.01)
    raise AssertionError(f"level {level} was not written")


@pytest.mark.usefixtures("checkpoints")
@pytest.mark.parametrize("level", [LEVELS - 2, 0])
def test_a_killed_solve_goes_on_at_the_last_finished_level(
    level: int, tmp_path: Path, reference: dict[str, bytes]
) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(tmp_path), str(level)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, Path(__file__).parents[:2]))},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "there\n"
        with pytest.raises(LockedTable, match=rf"another process \({child.pid}\)"):
            solve(tmp_path)
        wait_for_checkpoint(tmp_path, level + 1)
    finally:
        child.send_signal(signal.SIGKILL)
        child.wait()
    assert_nothing_to_trust(tmp_path)
    progress = Interrupt()
    solve(tmp_path, progress)
    assert progress.levels == [level + 1]
    assert files(tmp_path) == reference
