"""Writing tables: whatever happens, no reader is misled and no finished level is lost."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import store_crashes
from omkast.errors import CorruptTable, LockedTable, MissingTable, StaleTable, UnwritableTable
from omkast.store.checkpoint import CHECKPOINT, Checkpoint
from omkast.store.files import write_file
from omkast.store.manifest import TablePlan
from omkast.store.tables import open_table, verify_table
from omkast.store.writer import TableWriter
from store_crashes import solve
from store_tables import contents, edit_manifest, files, flip_byte, level_values, table_plan, write_table

OTHER_PLANS = [
    replace(table_plan(), ruleset_hash="0" * 64),
    replace(table_plan(), root={"filled": 1, "upper_total": 0, "markers": 0}),
    replace(table_plan(), solver_version=99),
    replace(table_plan(), encoding="float64"),
]


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Where a table is to be written."""
    return tmp_path / "place" / "table"


def leave_unfinished(table: Path, plan: TablePlan | None = None) -> Path:
    """A solve that ended after levels 2 and 1; returns its partial folder."""
    with TableWriter(table, plan or table_plan()) as writer:
        for level in (2, 1):
            writer.write_level(level, level_values(level))
            writer.checkpoint.save(level, level_values(level))
    return table.with_name("table.partial")


def listed_levels(partial: Path) -> set[int]:
    """The levels that a partial folder lists as finished."""
    try:
        progress = json.loads((partial / "progress.json").read_text())
    except FileNotFoundError:
        return set()
    return {shard["level"] for shard in progress["shards"]}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.parametrize("before", ["nothing", "a stale table", "an unfinished table", "a sound table"])
def test_dying_at_any_step(tmp_path: Path, before: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fsync", lambda _handle: None)  # hundreds of them would take seconds
    start = tmp_path / "start"
    start.mkdir()
    if before in ("a stale table", "a sound table"):
        write_table(start / "table")
    if before == "a stale table":
        edit_manifest(start / "table", lambda m: m.update(solver_version=0))
    if before == "an unfinished table":
        leave_unfinished(start / "table")
    subprocess.run([sys.executable, store_crashes.__file__, tmp_path], check=True)
    reference = files(write_table(tmp_path / "reference"))
    crashed = [folder for folder in tmp_path.iterdir() if folder.name.isdigit()]
    assert len(crashed) > 20
    for folder in crashed:
        try:
            open_table(folder / "table", contents())
            verify_table(folder / "table", contents())
        except MissingTable:
            pass
        except StaleTable:
            assert before == "a stale table"
        except CorruptTable as problem:
            assert "is sound, but a solve that was killed left" in str(problem)  # noqa: PT017
        finished = listed_levels(folder / "table.partial")
        again = set(solve(folder / "table")) & finished
        assert len(again) <= 1, "more than the last level was solved twice"
        assert files(folder) == {f"table/{name}": content for name, content in reference.items()}


def test_a_file_is_synced_before_it_gets_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []
    really: dict[str, Callable[..., Any]] = {"fsync": os.fsync, "replace": os.replace}
    for name in really:

        def call(*args: Any, name: str = name) -> None:
            calls.append(name)
            really[name](*args)

        monkeypatch.setattr(os, name, call)
    write_file(tmp_path / "file", [b"some", b"thing"])
    assert calls == ["fsync", "replace", "fsync"]
    assert files(tmp_path) == {"file": b"something"}


def test_resuming_solves_only_what_is_left(table: Path) -> None:
    leave_unfinished(table)
    with pytest.raises(MissingTable):
        open_table(table, contents())
    assert solve(table) == [0]
    assert files(table) == files(write_table(table.with_name("reference")))


def test_checkpoint_is_exact(table: Path) -> None:
    leave_unfinished(table)
    with TableWriter(table, table_plan()) as writer:
        resume = writer.checkpoint.load()
    assert resume is not None
    assert resume[0] == 1
    assert resume[1].dtype == np.float64
    assert resume[1].tobytes() == level_values(1).tobytes()


def test_checkpoint_replaces_the_one_before(table: Path) -> None:
    partial = leave_unfinished(table)
    assert [path.name for path in partial.glob("checkpoint-*")] == ["checkpoint-01.float64"]


def test_checkpoint_without_a_shard(table: Path) -> None:
    with TableWriter(table, table_plan()) as writer:
        writer.checkpoint.save(2, level_values(2))
    with TableWriter(table, table_plan()) as writer:
        resume = writer.checkpoint.load()
    assert resume is not None
    assert resume[0] == 2


def test_cleared_checkpoint(table: Path) -> None:
    partial = leave_unfinished(table)
    checkpoint = Checkpoint(partial, table_plan())
    checkpoint.clear()
    checkpoint.clear()
    assert checkpoint.load() is None
    assert not list(partial.glob("checkpoint*"))


@pytest.mark.parametrize("plan", OTHER_PLANS)
def test_work_for_another_plan_is_not_used(table: Path, plan: TablePlan) -> None:
    leave_unfinished(table, plan)
    assert solve(table) == [2, 1, 0]
    verify_table(table, contents())
    assert files(table) == files(write_table(table.with_name("reference")))


@pytest.mark.parametrize("plan", OTHER_PLANS[:3])
def test_checkpoint_of_another_solve_is_ignored(table: Path, plan: TablePlan) -> None:
    assert Checkpoint(leave_unfinished(table), plan).load() is None


@pytest.mark.parametrize(
    "damage",
    [
        lambda partial: (partial / "level-02.float32").unlink(),
        lambda partial: (partial / "level-02.float32").write_bytes(b"short"),
        lambda partial: (partial / "progress.json").write_text("{"),
        lambda partial: (partial / "progress.json").unlink(),
        lambda partial: flip_byte(partial / "checkpoint-01.float64", 40),
        lambda partial: (partial / "checkpoint-01.float64").write_bytes(b"short"),
        lambda partial: (partial / "checkpoint-01.float64").unlink(),
        lambda partial: (partial / CHECKPOINT).write_text('{"level": 1}'),
        lambda partial: (partial / CHECKPOINT).unlink(),
    ],
)
def test_damaged_work_is_not_used(table: Path, damage: Callable[[Path], object]) -> None:
    damage(leave_unfinished(table))
    assert solve(table) == [2, 1, 0]
    verify_table(table, contents())


def test_checkpoint_of_another_length(table: Path) -> None:
    partial = leave_unfinished(table)
    facts = write_file(partial / "checkpoint-01.float64", [level_values(1)[:-1].tobytes()])
    entries = json.loads((partial / CHECKPOINT).read_text())
    (partial / CHECKPOINT).write_text(json.dumps(entries | {"sha256": facts.sha256}))
    assert solve(table) == [2, 1, 0]


def test_failing_values_leave_earlier_levels(table: Path) -> None:
    with TableWriter(table, table_plan("book", "fixed16")) as writer:
        for level in (2, 1):
            writer.write_level(level, level_values(level))
        with pytest.raises(ValueError, match="fixed16 cannot hold"):
            writer.write_level(0, np.full(8, 1e9))
        writer.write_level(0, level_values(0))
        writer.finish(level_values(0)[0])
    assert open_table(table, contents("book")).levels == (0, 1, 2)


def test_one_writer_at_a_time(table: Path) -> None:
    with TableWriter(table, table_plan()) as writer:
        writer.write_level(0, level_values(0))
        with pytest.raises(LockedTable, match=rf"another process \({os.getpid()}\) is writing there"):
            TableWriter(table, table_plan())
    with TableWriter(table, table_plan()):
        pass


def test_lock_file_of_a_dead_process(table: Path) -> None:
    table.parent.mkdir()
    table.with_name("table.lock").touch()
    assert solve(table) == [2, 1, 0]
    assert [path.name for path in table.parent.iterdir()] == ["table"]


def test_readers_keep_the_table_that_is_replaced(table: Path) -> None:
    write_table(table)
    opened = open_table(table, contents())
    values = opened.level(2)
    write_table(table)
    np.testing.assert_allclose(values, level_values(2), rtol=1e-6)


def test_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UnwritableTable, match=r"cannot write .*table"):
        TableWriter(tmp_path / "file" / "table", table_plan())


def test_full_disk(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    partial = leave_unfinished(table)
    before = files(partial)

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with TableWriter(table, table_plan()) as writer:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(UnwritableTable, match=r"cannot write .*level-00\.float32: No space left"):
            writer.write_level(0, level_values(0))
    assert files(partial) == before


def test_discarded_work(table: Path) -> None:
    partial = leave_unfinished(table)
    with TableWriter(table, table_plan()) as writer:
        writer.discard()
    assert not partial.exists()
