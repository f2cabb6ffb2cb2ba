"""What the library refuses: tables that cannot be trusted, and a cache that cannot be written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from library_calls import (
    MID,
    SAVED,
    Spy,
    ask,
    assert_answer,
    complete_folder,
    naive_value,
    sheet_folder,
    write_shifted,
)
from omkast.errors import CorruptTable, MissingTable, StaleTable, TableError, TruncatedTable
from omkast.sheet.advice import Advisor
from omkast.sheet.lattice import Root, SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.values import Library
from omkast.store.manifest import TableKind, read_manifest
from store_tables import edit_manifest, flip_byte

pytestmark = pytest.mark.usefixtures("empty_cache")

Damage = Callable[[Path], object]


def shard(folder: Path) -> Path:
    """The file that holds the answers to MID."""
    return next(folder / s.file for s in read_manifest(folder).shards if s.level == MID.level + 1)


def cut_off(folder: Path) -> None:
    path = shard(folder)
    path.write_bytes(path.read_bytes()[:-1])


DAMAGES: list[tuple[Damage, type[TableError]]] = [
    (cut_off, TruncatedTable),
    (lambda folder: flip_byte(shard(folder), 0), CorruptTable),
    (lambda folder: shard(folder).unlink(), MissingTable),
    (lambda folder: (folder / "manifest.json").unlink(), MissingTable),
    (lambda folder: (folder / "manifest.json").write_text("{"), CorruptTable),
]


def assert_refused(error: type[TableError], tables: Path | None, folder: Path) -> None:
    """Exactly ``error``, naming the table, and no solve instead."""
    spy = Spy()
    with pytest.raises(error, match=folder.name) as raised:
        Advisor(Library(SAVED.ruleset, tables, spy, jobs=1)).value(MID)
    assert raised.type is error
    assert spy.solves == 0


@pytest.mark.parametrize(("damage", "error"), DAMAGES)
@pytest.mark.parametrize("kind", ["complete", "book"])
def test_a_damaged_table_is_an_error_of_its_own(
    kind: TableKind, damage: Damage, error: type[TableError], tmp_path: Path
) -> None:
    folder = tmp_path / kind / SAVED.ruleset.slug
    write_shifted(folder, kind, SheetLattice(SAVED.ruleset), 0, len(SAVED.ruleset.boxes))
    damage(folder)
    assert_refused(error, tmp_path, folder)


@pytest.mark.parametrize(("damage", "error"), DAMAGES)
def test_a_damaged_sheet_is_an_error_of_its_own(damage: Damage, error: type[TableError]) -> None:
    ask(MID)
    damage(sheet_folder(MID))
    assert_refused(error, None, sheet_folder(MID))


@pytest.mark.parametrize("kind", ["complete", "book"])
@pytest.mark.parametrize("change", [{"solver_version": 0}, {"format": 0}, {"ruleset_hash": "0" * 64}])
def test_a_stale_table_is_an_error_of_its_own(
    kind: TableKind, change: dict[str, object], tmp_path: Path
) -> None:
    folder = tmp_path / kind / SAVED.ruleset.slug
    write_shifted(folder, kind, SheetLattice(SAVED.ruleset), 0, len(SAVED.ruleset.boxes))
    edit_manifest(folder, lambda manifest: manifest.update(change))
    assert_refused(StaleTable, tmp_path, folder)


@pytest.mark.parametrize("change", [{"solver_version": 0}, {"format": 0}, {"ruleset_hash": "0" * 64}])
def test_a_stale_sheet_is_solved_again(change: dict[str, object]) -> None:
    """The cache is the program's own: what an older version left there is replaced."""
    ask(MID)
    edit_manifest(sheet_folder(MID), lambda manifest: manifest.update(change))
    assert_answer(MID, naive_value(SAVED, MID), solves=1)
    assert_answer(MID, naive_value(SAVED, MID), solves=0)


def test_a_sheet_in_the_place_of_another_is_not_used() -> None:
    """Same shape, other upper total: only the manifest's root tells."""
    ask(MID)
    other = Position(SAVED.ruleset, {"ones": 2, "step": 9}, 2)
    sheet_folder(MID).rename(sheet_folder(other))
    assert abs(naive_value(SAVED, other) - naive_value(SAVED, MID)) > 0.1
    with pytest.raises(TableError):
        ask(other)


@pytest.mark.parametrize("kind", ["complete", "book"])
def test_a_table_of_another_kind_in_its_place_is_not_used(kind: TableKind, tmp_path: Path) -> None:
    lattice = SheetLattice(SAVED.ruleset, Root.of(MID))
    folder = tmp_path / kind / SAVED.ruleset.slug
    write_shifted(folder, "sheet", lattice, 0, len(SAVED.ruleset.boxes))
    with pytest.raises(TableError):
        ask(MID, tmp_path)


def test_a_tables_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(MissingTable, match="does not exist"):
        ask(MID, tmp_path / "nowhere")


def test_a_cache_that_cannot_be_written(empty_cache: Path) -> None:
    """It is told before the work is done, not after."""
    empty_cache.write_text("a file where the folder should be")
    spy = Spy()
    with pytest.raises(TableError, match="cannot write") as raised:
        Advisor(Library(SAVED.ruleset, progress=spy, jobs=1)).value(MID)
    assert raised.type is TableError
    assert str(empty_cache) in str(raised.value)
    assert spy.solves == 0


def test_a_cache_that_cannot_be_written_is_not_missed_where_tables_do(
    empty_cache: Path, tmp_path: Path
) -> None:
    empty_cache.write_text("a file where the folder should be")
    lattice = SheetLattice(SAVED.ruleset)
    write_shifted(complete_folder(tmp_path, SAVED), "complete", lattice, 0, lattice.last_level)
    assert_answer(MID, naive_value(SAVED, MID), solves=0, tables=tmp_path)
