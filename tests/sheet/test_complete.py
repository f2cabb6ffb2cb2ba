"""Complete tables: the right values, and the same bytes for any number of workers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from library_calls import SAVED, UNSAVED, Spy
from omkast.errors import TableError
from omkast.games.registry import MAXI_YATZY
from omkast.sheet import complete
from omkast.sheet.complete import solve_complete
from omkast.sheet.lattice import SheetLattice
from omkast.sheet.tables import contents
from omkast.store.manifest import read_manifest
from omkast.store.places import find_table
from omkast.store.tables import verify_table
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame, naive_solver
from store_tables import files

pytestmark = pytest.mark.usefixtures("empty_cache")


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_the_table_holds_the_values_of_the_game(game: SmallGame, tmp_path: Path) -> None:
    made = solve_complete(game.ruleset, tmp_path, jobs=1)
    assert made.folder == tmp_path / "complete" / game.ruleset.slug
    table = verify_table(made.folder, contents(SheetLattice(game.ruleset), "complete"))
    assert table.levels == tuple(range(len(game.ruleset.boxes) + 1))
    naive, lattice = naive_solver(game), SheetLattice(game.ruleset)
    assert made.start_value == table.manifest.start_value == pytest.approx(float(naive.value()), abs=1e-9)
    assert made.num_states == lattice.num_states()
    assert made.seconds > 0
    assert not made.was_there
    for boxes, upper, markers in naive.reachable():
        filled = sum(1 << game.ruleset.index(box) for box in boxes)
        value = lattice.row(table.level(len(boxes)), filled, upper)[markers]
        assert value == pytest.approx(float(naive.value(boxes, upper, markers)), abs=1e-9)


def test_the_table_says_what_it_is(tmp_path: Path) -> None:
    manifest = read_manifest(solve_complete(SAVED.ruleset, tmp_path, jobs=1).folder)
    assert (manifest.kind, manifest.encoding) == ("complete", "float64")
    assert manifest.ruleset["slug"] == SAVED.ruleset.slug
    assert manifest.made_by == "omkast two-dice-saved solve --saved-rerolls"
    assert set(manifest.root.values()) == {0}


def test_the_command_that_makes_a_table_names_its_options() -> None:
    assert [complete.solve_command(ruleset) for ruleset in MAXI_YATZY.rulesets()] == [
        f"omkast maxi-yatzy solve --bonus {bonus} --{saved}"
        for bonus in ("alga", "tactic")
        for saved in ("saved-rerolls", "no-saved-rerolls")
    ]


@pytest.mark.parametrize("game", [SAVED, UNSAVED, SMALL_GAMES[-1]], ids=str)
def test_one_worker_or_two_write_the_same_bytes(game: SmallGame, tmp_path: Path) -> None:
    for jobs in (1, 2):
        solve_complete(game.ruleset, tmp_path / str(jobs), jobs=jobs)
    assert files(tmp_path / "1") == files(tmp_path / "2")


def test_the_cache_gets_the_table_if_no_folder_is_named(empty_cache: Path) -> None:
    made = solve_complete(SAVED.ruleset, jobs=1)
    assert made.folder == empty_cache / "tables" / "complete" / SAVED.ruleset.slug
    found = find_table(contents(SheetLattice(SAVED.ruleset), "complete"))
    assert found is not None
    assert found.folder == made.folder


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    spy = Spy()
    with pytest.raises(TableError, match="cannot write"):
        solve_complete(SAVED.ruleset, tmp_path / "file" / "tables", jobs=1, progress=spy)
    assert spy.solves == 0


def test_a_table_that_is_there_is_left_as_it_is(tmp_path: Path) -> None:
    made = solve_complete(SAVED.ruleset, tmp_path, jobs=1)
    before, spy = files(tmp_path), Spy()
    found = solve_complete(SAVED.ruleset, tmp_path, jobs=1, progress=spy)
    assert found == replace(made, seconds=0.0, was_there=True)
    assert spy.solves == 0
    again = solve_complete(SAVED.ruleset, tmp_path, jobs=1, progress=spy, again=True)
    assert not again.was_there
    assert spy.solves == 1
    assert files(tmp_path) == before


def test_another_precision_is_solved_when_it_is_asked_for(tmp_path: Path) -> None:
    encodings = []
    for encoding in ("float32", None, "float64", None, "float64"):
        found = solve_complete(SAVED.ruleset, tmp_path, jobs=1, encoding=encoding)
        encodings.append((found.was_there, read_manifest(found.folder).encoding))
    assert encodings == [
        (False, "float32"),
        (True, "float32"),
        (False, "float64"),
        (True, "float64"),
        (True, "float64"),
    ]


def test_a_table_that_cannot_be_trusted_is_solved_again(tmp_path: Path) -> None:
    made = solve_complete(SAVED.ruleset, tmp_path, jobs=1)
    before = files(tmp_path)
    (made.folder / "level-03.float64").write_bytes(b"short")
    assert not solve_complete(SAVED.ruleset, tmp_path, jobs=1).was_there
    assert files(tmp_path) == before
