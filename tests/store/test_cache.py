"""The cache of sheet tables: found again, bounded, shared."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from omkast.errors import CorruptTable, MissingTable, StaleTable, TableError
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.ruleset import Ruleset
from omkast.store import cache as cache_module
from omkast.store.cache import SheetCache, cache_limit, parse_sheet_name
from omkast.store.manifest import MANIFEST
from omkast.store.tables import Table, open_table
from omkast.store.writer import TableWriter
from store_tables import LEVELS, RULESET, edit_manifest, flip_byte, level_values, table_plan

NO_LIMIT = 10**12


def root(filled: int) -> dict[str, int]:
    """A root; the tests tell roots apart by their filled boxes."""
    return {"filled": filled, "upper_total": 12, "markers": 3}


def store(cache: SheetCache, filled: int) -> Table:
    """Store a small table; every table takes the same room."""
    plan = table_plan("sheet", root=root(filled))
    return cache.store(plan, ((level, level_values(level)) for level in LEVELS))


def last_used(cache: SheetCache, filled: int, seconds: int) -> None:
    """Say when a table was used last."""
    os.utime(cache.table_folder(RULESET.slug, root(filled)) / MANIFEST, (seconds, seconds))


def held(cache: SheetCache) -> list[int]:
    """The filled boxes of all roots."""
    return sorted(r["filled"] for r in cache.roots(RULESET))


@pytest.fixture
def cache(tmp_path: Path) -> SheetCache:
    return SheetCache(tmp_path / "sheets", NO_LIMIT)


@pytest.fixture
def size(tmp_path: Path) -> int:
    """Bytes of one table on disk, its manifest among them."""
    folder = store(SheetCache(tmp_path / "other", NO_LIMIT), 0x10).folder
    return sum(path.stat().st_size for path in folder.iterdir())


def test_empty(cache: SheetCache) -> None:
    assert cache.roots(RULESET) == []
    assert cache.find(RULESET, root(1)) is None
    assert not cache.folder.exists()


def test_found_again(cache: SheetCache) -> None:
    stored = store(cache, 0xFF00A)
    found = cache.find(RULESET, root(0xFF00A))
    assert found is not None
    assert found.folder == stored.folder == cache.folder / "maxi-yatzy-alga-saved-ff00a-12-3"
    for level in LEVELS:
        np.testing.assert_array_equal(found.level(level), level_values(level).astype(np.float32))
    assert found.manifest.start_value == level_values(0)[0]
    assert cache.roots(RULESET) == [root(0xFF00A)]


@pytest.mark.parametrize("other", [maxi_yatzy("alga", saved_rerolls=False), maxi_yatzy("tactic")])
def test_other_rules_and_roots_are_not_found(cache: SheetCache, other: Ruleset) -> None:
    store(cache, 1)
    assert cache.roots(other) == []
    assert cache.find(other, root(1)) is None
    assert cache.find(RULESET, root(2)) is None
    assert cache.find(RULESET, root(1) | {"markers": 4}) is None


def test_damage_is_reported(cache: SheetCache) -> None:
    folder = store(cache, 1).folder
    edit_manifest(folder, lambda m: m.update(solver_version=0))
    with pytest.raises(StaleTable):
        cache.find(RULESET, root(1))
    flip_byte(store(cache, 1).folder / "level-01.npy", 0)
    with pytest.raises(CorruptTable):
        cache.find(RULESET, root(1))


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
    assert cache.find(RULESET, root(0x11)) is not None
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
    store(cache, 2)
    assert held(cache) == [2]
    assert [path.name for path in cache.folder.iterdir()] == ["maxi-yatzy-alga-saved-2-12-3"]


def test_broken_tables_go_first(cache: SheetCache, size: int) -> None:
    store(cache, 0x11)
    last_used(cache, 0x11, 100)
    (store(cache, 0x12).folder / MANIFEST).unlink()
    cache.limit = 2 * size
    store(cache, 0x13)
    assert held(cache) == [0x11, 0x13]


def test_evicted_table_can_be_read_to_its_end(cache: SheetCache) -> None:
    table = store(cache, 1)
    cache.limit = 0
    store(cache, 2)
    assert not table.folder.exists()
    np.testing.assert_array_equal(table.level(2), level_values(2).astype(np.float32))


def test_table_evicted_while_it_is_looked_for(cache: SheetCache, monkeypatch: pytest.MonkeyPatch) -> None:
    store(cache, 1)

    def evict_then_open(folder: Path, hash_of_rules: str) -> Table:
        folder.rename(folder.with_name("evicted-1"))
        return open_table(folder, hash_of_rules)

    monkeypatch.setattr(cache_module, "open_table", evict_then_open)
    assert cache.find(RULESET, root(1)) is None


def test_table_replaced_while_it_is_looked_for(cache: SheetCache, monkeypatch: pytest.MonkeyPatch) -> None:
    store(cache, 1)
    calls = 0

    def missing_at_first(folder: Path, hash_of_rules: str) -> Table:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise MissingTable("between two renames")
        return open_table(folder, hash_of_rules)

    monkeypatch.setattr(cache_module, "open_table", missing_at_first)
    assert cache.find(RULESET, root(1)) is not None


def test_what_dead_processes_left_is_removed(cache: SheetCache) -> None:
    store(cache, 1)
    dead = cache.folder / "maxi-yatzy-alga-saved-7-12-3"
    for left in (".partial", ".replaced"):
        dead.with_suffix(left).mkdir()
        (dead.with_suffix(left) / "level-02.npy").touch()
    dead.with_suffix(".lock").touch()
    (cache.folder / "evicted-abc").mkdir()
    store(cache, 2)
    assert sorted(path.name for path in cache.folder.iterdir()) == [
        "maxi-yatzy-alga-saved-1-12-3",
        "maxi-yatzy-alga-saved-2-12-3",
    ]


def test_work_of_living_processes_stays(cache: SheetCache) -> None:
    plan = table_plan("sheet", root=root(7))
    with TableWriter(cache.table_folder(RULESET.slug, root(7)), plan) as writer:
        writer.write_level(0, level_values(0))
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
    with pytest.raises(TableError, match="cannot write"):
        store(SheetCache(tmp_path / "file" / "sheets", NO_LIMIT), 1)


MANY_STORES = """
import os, sys
from pathlib import Path
from test_cache import *
os.fsync = lambda handle: None
cache = SheetCache(Path(sys.argv[1]), int(sys.argv[2]))
for round in range(15):
    for filled in (1, 2, 3):
        try:
            table = store(cache, filled)
        except TableError as error:
            assert "another process" in str(error), error
            continue
        found = cache.find(RULESET, root(filled)) or table
        for level in LEVELS:
            np.testing.assert_array_equal(found.level(level), level_values(level).astype(np.float32))
"""


def test_two_processes_at_once(cache: SheetCache, size: int) -> None:
    command = [sys.executable, "-c", MANY_STORES, str(cache.folder), str(2 * size)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, Path(__file__).parents[:2]))}
    both = [subprocess.Popen(command, env=env) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    for filled in held(cache):
        assert cache.find(RULESET, root(filled)) is not None


def test_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMKAST_CACHE_LIMIT", raising=False)
    assert cache_limit() == 2_000_000_000
    monkeypatch.setenv("OMKAST_CACHE_LIMIT", "50")
    assert cache_limit() == 50_000_000


@pytest.mark.parametrize("text", ["", "-1", "2GB", "1.5", "٣"])
def test_limit_that_is_no_number(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("OMKAST_CACHE_LIMIT", text)
    with pytest.raises(TableError, match="expected a whole number of megabytes"):
        cache_limit()


@pytest.mark.parametrize("name", ["x-1-2", "x-1-2-3.partial", "x-g-2-3", "evicted-1", "1-2-3"])
def test_other_names(name: str) -> None:
    assert parse_sheet_name(name) is None
