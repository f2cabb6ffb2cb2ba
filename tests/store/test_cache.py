"""The cache of sheet tables: found again, bounded, shared."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from omkast.errors import Cancelled, LockedTable, MissingTable, OmkastWarning, TableError, UnwritableTable
from omkast.store import cache as cache_module
from omkast.store.cache import SheetCache, cache_limit, parse_sheet_name
from omkast.store.manifest import MANIFEST, Contents
from omkast.store.tables import Table, open_table
from omkast.store.writer import TableWriter
from store_tables import LEVELS, SLUG, contents, edit_manifest, flip_byte, level_values, table_plan

NO_LIMIT = 10**12


def root(filled: int) -> dict[str, int]:
    """A root; the tests tell roots apart by their filled boxes."""
    return {"filled": filled, "upper_total": 12, "markers": 3}


def sheet(root: dict[str, int]) -> Contents:
    """What the table from a root must hold."""
    return contents("sheet", root)


def store(cache: SheetCache, filled: int) -> Table:
    """Store a small table; every table takes the same room."""
    plan = table_plan("sheet", root=root(filled))
    return cache.store(plan, ((level, level_values(level)) for level in LEVELS))


def last_used(cache: SheetCache, filled: int, seconds: int) -> None:
    """Say when a table was used last."""
    os.utime(cache.table_folder(SLUG, root(filled)) / MANIFEST, (seconds, seconds))


def held(cache: SheetCache) -> list[int]:
    """The filled boxes of all roots."""
    return sorted(r["filled"] for r in cache.roots(SLUG))


@pytest.fixture
def cache(tmp_path: Path) -> SheetCache:
    return SheetCache(tmp_path / "sheets", NO_LIMIT)


@pytest.fixture
def size(tmp_path: Path) -> int:
    """Bytes of one table on disk, its manifest among them."""
    folder = store(SheetCache(tmp_path / "other", NO_LIMIT), 0x10).folder
    return sum(path.stat().st_size for path in folder.iterdir())


def test_empty(cache: SheetCache) -> None:
    assert cache.roots(SLUG) == []
    assert cache.find(sheet(root(1))) is None
    assert not cache.folder.exists()


def test_found_again(cache: SheetCache) -> None:
    stored = store(cache, 0xFF00A)
    found = cache.find(sheet(root(0xFF00A)))
    assert found is not None
    assert found.folder == stored.folder == cache.folder / "some-rules-ff00a-12-3"
    for level in LEVELS:
        np.testing.assert_array_equal(found.level(level), level_values(level).astype(np.float32))
    assert found.manifest.start_value == level_values(0)[0]
    assert cache.roots(SLUG) == [root(0xFF00A)]


def test_other_rules_and_roots_are_not_found(cache: SheetCache) -> None:
    store(cache, 1)
    assert cache.roots("other-rules") == []
    assert cache.find(replace(sheet(root(1)), slug="other-rules")) is None
    assert cache.find(sheet(root(2))) is None
    assert cache.find(sheet(root(1) | {"markers": 4})) is None


@pytest.mark.parametrize(
    ("damage", "text"),
    [
        (lambda folder: edit_manifest(folder, lambda m: m.update(solver_version=0)), "solver version 0"),
        (lambda folder: flip_byte(folder / "level-01.float32", 0), "level-01.float32 cannot be used"),
        (lambda folder: (folder / "level-01.float32").unlink(), "lacks level-01.float32"),
        (lambda folder: (folder / MANIFEST).write_text("{"), "is not JSON"),
        (lambda folder: (folder / MANIFEST).unlink(), "no table in"),
    ],
)
def test_what_cannot_be_trusted_is_set_aside(
    cache: SheetCache, damage: Callable[[Path], object], text: str
) -> None:
    folder = store(cache, 1).folder
    damage(folder)
    with pytest.warns(OmkastWarning, match=f"{text}.*; it is made anew, and the old one is kept as"):
        assert cache.find(sheet(root(1))) is None
    assert [path.name for path in cache.folder.iterdir()] == ["some-rules-1-12-3.set-aside"]
    assert cache.find(sheet(root(1))) is None
    store(cache, 1)
    assert cache.find(sheet(root(1))) is not None


def test_what_was_set_aside_goes_first(cache: SheetCache, size: int) -> None:
    flip_byte(store(cache, 0x11).folder / "level-01.float32", 0)
    with pytest.warns(OmkastWarning):
        cache.find(sheet(root(0x11)))
    cache.limit = 2 * size
    store(cache, 0x12)
    store(cache, 0x13)
    assert held(cache) == [0x12, 0x13]
    assert len(list(cache.folder.iterdir())) == 2


def test_what_a_killed_solve_left_is_removed_at_the_next_use(cache: SheetCache) -> None:
    folder = store(cache, 1).folder
    before = sorted(path.name for path in folder.iterdir())
    for name in ("progress.json", "checkpoint.json", "checkpoint-01.float64", "level-01.float32.new"):
        (folder / name).touch()
    assert cache.find(sheet(root(1))) is not None
    assert sorted(path.name for path in folder.iterdir()) == before


def test_a_cache_of_another_user_is_passed_over(cache: SheetCache, monkeypatch: pytest.MonkeyPatch) -> None:
    store(cache, 1)

    def refused(path: Path) -> Iterator[Path]:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "iterdir", refused)
    with pytest.warns(OmkastWarning, match="sheets cannot be read: Permission denied"):
        assert cache.roots(SLUG) == []


def test_oldest_out_first(cache: SheetCache, size: int) -> None:
    for filled, seconds in ((0x11, 300), (0x12, 100), (0x13, 200), (0x14, 400)):
        store(cache, filled)
        last_used(cache, filled, seconds)
    cache.limit = 3 * size + size // 2
    store(cache, 0x15)
    assert held(cache) == [0x11, 0x14, 0x15]


def test_use_makes_young(cache: SheetCache, size: int) -> None:
    for filled, seconds in ((0x11, 100), (0x12, 200)):
        store(cache, filled)
        last_used(cache, filled, seconds)
    assert cache.find(sheet(root(0x11))) is not None
    cache.limit = 2 * size + size // 2
    store(cache, 0x13)
    assert held(cache) == [0x11, 0x13]


def test_what_fits_stays(cache: SheetCache, size: int) -> None:
    cache.limit = 3 * size
    for filled in (0x11, 0x12, 0x13):
        store(cache, filled)
    assert held(cache) == [0x11, 0x12, 0x13]


def test_new_table_stays_even_alone_above_the_limit(cache: SheetCache) -> None:
    store(cache, 1)
    cache.limit = 0
    with pytest.warns(OmkastWarning, match="more than the 0 MB of OMKAST_CACHE_LIMIT"):
        store(cache, 2)
    assert held(cache) == [2]
    assert [path.name for path in cache.folder.iterdir()] == ["some-rules-2-12-3"]


def test_broken_tables_go_first(cache: SheetCache, size: int) -> None:
    store(cache, 0x11)
    last_used(cache, 0x11, 100)
    (store(cache, 0x12).folder / MANIFEST).unlink()
    cache.limit = 2 * size
    store(cache, 0x13)
    assert held(cache) == [0x11, 0x13]


def test_evicted_table_can_be_read_to_its_end(cache: SheetCache, size: int) -> None:
    table = store(cache, 1)
    cache.limit = size
    store(cache, 2)
    assert not table.folder.exists()
    np.testing.assert_array_equal(table.level(2), level_values(2).astype(np.float32))


def test_table_evicted_while_it_is_looked_for(cache: SheetCache, monkeypatch: pytest.MonkeyPatch) -> None:
    store(cache, 1)

    def evict_then_open(folder: Path, held: Contents) -> Table:
        folder.rename(folder.with_name("evicted-1"))
        return open_table(folder, held)

    monkeypatch.setattr(cache_module, "open_table", evict_then_open)
    assert cache.find(sheet(root(1))) is None


def test_table_replaced_while_it_is_looked_for(cache: SheetCache, monkeypatch: pytest.MonkeyPatch) -> None:
    store(cache, 1)
    calls = 0

    def missing_at_first(folder: Path, held: Contents) -> Table:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise MissingTable("between two renames")
        return open_table(folder, held)

    monkeypatch.setattr(cache_module, "open_table", missing_at_first)
    assert cache.find(sheet(root(1))) is not None


def test_what_dead_processes_left_is_removed(cache: SheetCache) -> None:
    store(cache, 1)
    dead = cache.folder / "some-rules-7-12-3"
    for left in (".partial", ".replaced"):
        dead.with_suffix(left).mkdir()
        (dead.with_suffix(left) / "level-02.npy").touch()
    dead.with_suffix(".lock").touch()
    (cache.folder / "evicted-abc").mkdir()
    store(cache, 2)
    assert sorted(path.name for path in cache.folder.iterdir()) == [
        "some-rules-1-12-3",
        "some-rules-2-12-3",
    ]


def test_work_of_living_processes_stays(cache: SheetCache) -> None:
    plan = table_plan("sheet", root=root(7))
    with TableWriter(cache.table_folder(SLUG, root(7)), plan) as writer:
        for level in LEVELS:
            writer.write_level(level, level_values(level))
        store(cache, 2)
        writer.finish(level_values(0)[0])
    assert held(cache) == [2, 7]


def test_failed_solve_leaves_nothing(cache: SheetCache) -> None:
    def levels() -> Iterator[tuple[int, NDArray[np.float64]]]:
        yield 2, level_values(2)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cache.store(table_plan("sheet", root=root(1)), levels())
    assert list(cache.folder.iterdir()) == []


def test_unwritable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UnwritableTable, match="cannot write"):
        store(SheetCache(tmp_path / "file" / "sheets", NO_LIMIT), 1)


MANY_STORES = """
import os, sys
from pathlib import Path
from test_cache import *
os.fsync = lambda handle: None
cache = SheetCache(Path(sys.argv[1]), int(sys.argv[2]))
for round in range(15):
    for filled in (1, 2, 3):
        table = store(cache, filled)
        found = cache.find(sheet(root(filled))) or table
        for level in LEVELS:
            np.testing.assert_array_equal(found.level(level), level_values(level).astype(np.float32))
"""


def test_two_processes_at_once(cache: SheetCache, size: int) -> None:
    command = [sys.executable, "-W", "error", "-c", MANY_STORES, str(cache.folder), str(2 * size)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, Path(__file__).parents[:2]))}
    both = [subprocess.Popen(command, env=env) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    for filled in held(cache):
        assert cache.find(sheet(root(filled))) is not None


def levels_never_asked_for() -> Iterator[tuple[int, NDArray[np.float64]]]:
    """A solve that must not begin."""
    raise AssertionError
    yield


def test_the_second_waits_and_uses_what_the_first_has_stored(cache: SheetCache) -> None:
    """The wait is announced after a second, with the owner's number."""
    going, stored = threading.Event(), []

    def first() -> Iterator[tuple[int, NDArray[np.float64]]]:
        going.set()
        time.sleep(1.3)
        yield from ((level, level_values(level)) for level in LEVELS)

    plan = table_plan("sheet", root=root(1))
    thread = threading.Thread(target=lambda: stored.append(cache.store(plan, first())))
    thread.start()
    going.wait()
    with pytest.warns(OmkastWarning, match=rf"waiting for another process \({os.getpid()}\)"):
        table = cache.store(plan, levels_never_asked_for())
    thread.join()
    np.testing.assert_array_equal(table.level(1), level_values(1).astype(np.float32))
    assert len(stored) == 1


def test_a_wait_has_an_end(cache: SheetCache, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "PATIENCE", 0.1)
    plan = table_plan("sheet", root=root(1))
    with (
        TableWriter(cache.table_folder(SLUG, root(1)), plan),
        pytest.raises(LockedTable, match=rf"another process \({os.getpid()}\) is writing there"),
    ):
        cache.store(plan, levels_never_asked_for())


def test_a_wait_can_be_given_up(cache: SheetCache) -> None:
    plan = table_plan("sheet", root=root(1))
    with TableWriter(cache.table_folder(SLUG, root(1)), plan), pytest.raises(Cancelled):
        cache.store(plan, levels_never_asked_for(), cancel=lambda: True)


def test_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMKAST_CACHE_LIMIT", raising=False)
    assert cache_limit() == 2_000_000_000
    monkeypatch.setenv("OMKAST_CACHE_LIMIT", "50")
    assert cache_limit() == 50_000_000
    monkeypatch.setenv("OMKAST_CACHE_LIMIT", "")
    assert cache_limit() == 2_000_000_000


@pytest.mark.parametrize("text", ["-1", "2GB", "1.5", "٣", "1" * 10, "9" * 5000])
def test_limit_that_is_no_number(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("OMKAST_CACHE_LIMIT", text)
    with pytest.raises(TableError, match=r"OMKAST_CACHE_LIMIT is .*; expected a whole number") as raised:
        cache_limit()
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize(
    "name", ["x-1-2", "x-1-2-3.partial", "x-1-2-3.set-aside", "x-g-2-3", "evicted-1", "1-2-3"]
)
def test_other_names(name: str) -> None:
    assert parse_sheet_name(name) is None
