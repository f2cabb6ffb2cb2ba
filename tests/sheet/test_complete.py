"""Complete tables: the right values, and the same bytes for any number of workers."""

from __future__ import annotations

from pathlib import Path

import pytest

from library_calls import SAVED, UNSAVED, Spy
from omkast.errors import TableError
from omkast.games.registry import MAXI_YATZY
from omkast.sheet import complete
from omkast.sheet.complete import solve_complete
from omkast.sheet.lattice import SheetLattice
from omkast.store.manifest import read_manifest, ruleset_hash
from omkast.store.places import find_table
from omkast.store.tables import open_table, verify_table
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame, naive_solver
from store_tables import files

pytestmark = pytest.mark.usefixtures("empty_cache")


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_the_table_holds_the_values_of_the_game(game: SmallGame, tmp_path: Path) -> None:
    made = solve_complete(game.ruleset, tmp_path, jobs=1)
    assert made.folder == tmp_path / "complete" / game.ruleset.slug
    verify_table(made.folder, ruleset_hash(game.ruleset))
    table = open_table(made.folder, ruleset_hash(game.ruleset))
    assert table.levels == tuple(range(len(game.ruleset.boxes) + 1))
    naive, lattice = naive_solver(game), SheetLattice(game.ruleset)
    assert made.start_value == table.manifest.start_value == pytest.approx(float(naive.value()), abs=1e-9)
    assert made.num_states == lattice.num_states()
    assert made.seconds > 0
    for boxes, upper, markers in naive.reachable():
        filled = sum(1 << game.ruleset.index(box) for box in boxes)
        value = lattice.row(table.level(len(boxes)), filled, upper)[markers]
        assert value == pytest.approx(float(naive.value(boxes, upper, markers)), abs=3e-5)


def test_the_table_says_what_it_is(tmp_path: Path) -> None:
    manifest = read_manifest(solve_complete(SAVED.ruleset, tmp_path, jobs=1).folder)
    assert (manifest.kind, manifest.encoding) == ("complete", "float32")
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
    found = find_table("complete", SAVED.ruleset)
    assert found is not None
    assert found.folder == made.folder


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    spy = Spy()
    with pytest.raises(TableError, match="cannot write"):
        solve_complete(SAVED.ruleset, tmp_path / "file" / "tables", jobs=1, progress=spy)
    assert spy.solves == 0
