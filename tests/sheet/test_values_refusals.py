"""What is refused, set aside or done without: unsound tables, places and caches that are closed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from closed_folders import close
from library_calls import (
    MID,
    SAVED,
    Spy,
    ask,
    assert_answer,
    book_folder,
    complete_folder,
    naive_value,
    sheet_folder,
    write_shifted,
)
from omkast.errors import (
    Cancelled,
    CorruptTable,
    MissingTable,
    OmkastWarning,
    StaleTable,
    TableError,
    TruncatedTable,
    UnwritableTable,
)
from omkast.sheet import held
from omkast.sheet.advice import Advisor
from omkast.sheet.lattice import Root, SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.values import Values
from omkast.store.manifest import TableKind, read_manifest
from omkast.store.shards import shard_name
from omkast.store.tables import Table
from omkast.store.writer import TableWriter
from omkast.verify.sheet.solved import solved
from store_tables import edit_manifest, flip_byte

pytestmark = pytest.mark.usefixtures("empty_cache")

Damage = Callable[[Path], object]


def shard(folder: Path) -> Path:
    """The file that holds the answers to MID."""
    return folder / shard_name(MID.level + 1, read_manifest(folder).encoding)


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
        Advisor(Values(SAVED.ruleset, tables, spy, jobs=1)).options(MID, (1, 6), 2)
    assert raised.type is error
    assert spy.solves == 0


@pytest.mark.parametrize(("damage", "error"), DAMAGES)
@pytest.mark.parametrize("kind", ["complete", "book"])
def test_a_damaged_table_is_an_error_of_its_own(
    kind: TableKind, damage: Damage, error: type[TableError], tmp_path: Path
) -> None:
    folder = tmp_path / kind / SAVED.ruleset.slug
    write_shifted(folder, kind, SheetLattice(SAVED.ruleset), 0)
    damage(folder)
    assert_refused(error, tmp_path, folder)


@pytest.mark.parametrize("damage", [damage for damage, _error in DAMAGES])
def test_a_damaged_sheet_is_set_aside_and_made_anew(damage: Damage) -> None:
    ask(MID)
    damage(sheet_folder(MID))
    with pytest.warns(OmkastWarning, match="it is made anew, and the old one is kept as"):
        assert_options(solves=1)
    assert_answer(MID, naive_value(SAVED, MID), solves=0)


def test_a_sheet_that_is_damaged_while_it_is_open_is_set_aside_and_made_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The damage is met in the middle of a turn."""
    ask(MID)
    advisor = Advisor(Values(SAVED.ruleset))
    advisor.value(MID)
    really, reads = Table.read, 0

    def read(table: Table, level: int, start: int, stop: int) -> NDArray[np.floating]:
        nonlocal reads
        reads += level == MID.level + 1 and stop > 1  # else it is being opened
        if reads == 5:
            reads += 1
            raise CorruptTable("block 0 does not have its SHA-256")
        return really(table, level, start, stop)

    monkeypatch.setattr(Table, "read", read)
    with pytest.warns(OmkastWarning, match="block 0 does not have its SHA-256; it is made anew"):
        assert_right_options(advisor)
    assert reads > 5


def assert_options(*, solves: int) -> None:
    """All is well with a question about MID, after so many solves."""
    spy = Spy()
    assert_right_options(Advisor(Values(SAVED.ruleset, None, spy, jobs=1)))
    assert spy.solves == solves


def assert_right_options(advisor: Advisor) -> None:
    """The advisor says the same of MID as one with values solved in memory."""
    expected = Advisor(solved(SAVED.ruleset)).options(MID, (1, 6), 2)
    found = advisor.options(MID, (1, 6), 2)
    assert [option.action for option in found] == [option.action for option in expected]
    for option, right in zip(found, expected, strict=True):
        assert option.expected_total == pytest.approx(right.expected_total, abs=1e-9)


@pytest.mark.parametrize("kind", ["complete", "book"])
@pytest.mark.parametrize("change", [{"solver_version": 0}, {"format": 0}, {"ruleset_hash": "0" * 64}])
def test_a_stale_table_is_an_error_of_its_own(
    kind: TableKind, change: dict[str, object], tmp_path: Path
) -> None:
    folder = tmp_path / kind / SAVED.ruleset.slug
    write_shifted(folder, kind, SheetLattice(SAVED.ruleset), 0)
    edit_manifest(folder, lambda manifest: manifest.update(change))
    assert_refused(StaleTable, tmp_path, folder)


@pytest.mark.parametrize("change", [{"solver_version": 0}, {"format": 0}, {"ruleset_hash": "0" * 64}])
def test_a_stale_sheet_is_solved_again(change: dict[str, object]) -> None:
    """The cache is the program's own: what an older version left there is set aside."""
    ask(MID)
    edit_manifest(sheet_folder(MID), lambda manifest: manifest.update(change))
    with pytest.warns(OmkastWarning, match="it is made anew"):
        assert_answer(MID, naive_value(SAVED, MID), solves=1)
    assert_answer(MID, naive_value(SAVED, MID), solves=0)


def test_a_sheet_in_the_place_of_another_is_not_used() -> None:
    """Same shape, other upper total: only the manifest's root tells."""
    ask(MID)
    other = Position(SAVED.ruleset, {"ones": 2, "step": 9}, 2)
    sheet_folder(MID).rename(sheet_folder(other))
    assert abs(naive_value(SAVED, other) - naive_value(SAVED, MID)) > 0.1
    with pytest.warns(OmkastWarning, match="it is made anew"):
        assert_answer(other, naive_value(SAVED, other), solves=1)


@pytest.mark.parametrize("kind", ["complete", "book"])
def test_a_table_of_another_kind_in_its_place_is_not_used(kind: TableKind, tmp_path: Path) -> None:
    lattice = SheetLattice(SAVED.ruleset, Root.of(MID))
    folder = tmp_path / kind / SAVED.ruleset.slug
    write_shifted(folder, "sheet", lattice, 0)
    with pytest.raises(TableError):
        ask(MID, tmp_path)


def test_a_tables_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(MissingTable, match="does not exist"):
        ask(MID, tmp_path / "nowhere")


def test_a_cache_that_cannot_be_written(empty_cache: Path) -> None:
    """The answer comes from memory, for the rest of the process, with one warning."""
    empty_cache.write_text("a file where the folder should be")
    spy = Spy()
    advisor = Advisor(Values(SAVED.ruleset, progress=spy, jobs=1))
    with pytest.warns(OmkastWarning, match="cannot write .*: OMKAST_CACHE can name another folder"):
        assert advisor.value(MID) == pytest.approx(naive_value(SAVED, MID), abs=1e-9)
    later = replace(MID, scores={**MID.scores, "sixes": 12})
    assert advisor.value(later) == pytest.approx(naive_value(SAVED, later), abs=1e-9)
    assert_right_options(advisor)
    assert spy.solves == 1


@pytest.mark.parametrize("written", range(3))
def test_a_disk_that_is_full_on_the_way(
    written: int, monkeypatch: pytest.MonkeyPatch, empty_cache: Path
) -> None:
    """No level that was solved is solved again."""
    really, left = TableWriter.write_level, written

    def write_level(writer: TableWriter, level: int, values: NDArray[np.float64]) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise UnwritableTable("cannot write: No space left on device")
        really(writer, level, values)

    monkeypatch.setattr(TableWriter, "write_level", write_level)
    spy = Spy()
    with pytest.warns(OmkastWarning, match="No space left .*OMKAST_CACHE"):
        value = Advisor(Values(SAVED.ruleset, progress=spy, jobs=1)).value(MID)
    assert value == pytest.approx(naive_value(SAVED, MID), abs=1e-9)
    assert spy.solves == 1
    assert not list((empty_cache / "sheets").iterdir())


def test_what_is_held_in_memory_is_bounded(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the levels that come first are there: the question's own and the next."""
    empty_cache.write_text("a file where the folder should be")
    monkeypatch.setattr(held, "MOST_BYTES", 0)
    values = Values(SAVED.ruleset, jobs=1)
    with pytest.warns(OmkastWarning):
        assert Advisor(values).value(MID) == pytest.approx(naive_value(SAVED, MID), abs=1e-9)
    levels = [source.values.levels for source in values._sources]
    assert levels == [(MID.level, MID.level + 1)]


def test_a_question_can_be_given_up(empty_cache: Path) -> None:
    spy = Spy()
    with pytest.raises(Cancelled, match="two-dice-saved-saved was given up"):
        Advisor(Values(SAVED.ruleset, progress=spy, jobs=1, cancel=lambda: spy.solves > 0)).value(MID)
    assert not list((empty_cache / "sheets").iterdir())


def test_a_place_that_cannot_be_read_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A complete table of another user in the cache does not hide the book."""
    write_shifted(book_folder(tmp_path, SAVED), "book", SheetLattice(SAVED.ruleset), 0)
    close(complete_folder(tmp_path, SAVED), monkeypatch)
    with pytest.warns(OmkastWarning, match="cannot be read: Permission denied; looking elsewhere"):
        assert_answer(MID, naive_value(SAVED, MID), solves=0, tables=tmp_path, within=0.001)


def test_a_cache_that_cannot_be_written_is_not_missed_where_tables_do(
    empty_cache: Path, tmp_path: Path
) -> None:
    empty_cache.write_text("a file where the folder should be")
    lattice = SheetLattice(SAVED.ruleset)
    write_shifted(complete_folder(tmp_path, SAVED), "complete", lattice, 0)
    assert_answer(MID, naive_value(SAVED, MID), solves=0, tables=tmp_path)
