"""Tables: what is read back is what was written, and every kind of damage has its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omkast.errors import CorruptTable, MissingTable, StaleTable, TableError, TruncatedTable
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.registry import MAXI_YATZY
from omkast.games.ruleset import Bonus, Ruleset, box
from omkast.store.manifest import MANIFEST, Encoding, read_manifest, ruleset_hash
from omkast.store.shards import error_bound
from omkast.store.tables import open_table, verify_table
from omkast.store.writer import TableWriter
from omkast.version import SOLVER_VERSION
from store_tables import (
    HASH,
    LEVELS,
    RULESET,
    edit_manifest,
    files,
    flip_byte,
    level_values,
    table_plan,
    write_table,
)

ENCODINGS: tuple[Encoding, ...] = ("float32", "fixed16")


@pytest.fixture(params=ENCODINGS)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of a sound table."""
    return write_table(tmp_path / "table", request.param)


def last_shard(folder: Path) -> Path:
    """The file of the last level."""
    return folder / read_manifest(folder).shards[-1].file


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_was_written_is_read(tmp_path: Path, encoding: Encoding) -> None:
    table = open_table(write_table(tmp_path / "table", encoding), HASH)
    assert table.levels == (0, 1, 2)
    for level in LEVELS:
        values, written = table.level(level), level_values(level)
        assert values.dtype == np.float32
        assert not values.flags.writeable
        np.testing.assert_array_equal(np.isnan(values), np.isnan(written))
        np.testing.assert_allclose(values, written, rtol=0, atol=error_bound(encoding, 400))
    assert table.level(1) is table.level(1)


def test_manifest_says_it_all(table: Path) -> None:
    manifest = read_manifest(table)
    plan = table_plan(encoding=manifest.encoding)
    for name in ("kind", "ruleset", "ruleset_hash", "root", "axes", "encoding", "made_by", "solver_version"):
        assert getattr(manifest, name) == getattr(plan, name)
    assert manifest.start_value == level_values(0)[0]
    assert [shard.values for shard in manifest.shards] == [len(level_values(level)) for level in (0, 1, 2)]
    assert manifest.bytes == sum((table / s.file).stat().st_size for s in manifest.shards)


def test_same_values_same_bytes(table: Path) -> None:
    again = write_table(table.with_name("again"), read_manifest(table).encoding)
    assert files(again) == files(table)


def test_nothing_but_the_table_is_left(table: Path) -> None:
    assert [path.name for path in table.parent.iterdir()] == ["table"]
    assert set(files(table)) == {MANIFEST, *(shard.file for shard in read_manifest(table).shards)}


def test_float32_shards_are_mapped_npy_files(tmp_path: Path) -> None:
    folder = write_table(tmp_path / "table", "float32")
    values = open_table(folder, HASH).level(2)
    assert isinstance(values, np.memmap)
    np.testing.assert_array_equal(np.load(last_shard(folder)), values)


def test_a_level_that_the_table_does_not_hold(table: Path) -> None:
    with pytest.raises(MissingTable, match="no level 3; it holds 0, 1, 2"):
        open_table(table, HASH).level(3)


def assert_both_raise(error: type[TableError], folder: Path, text: str, hash_of_rules: str = HASH) -> None:
    """Opening and verifying raise exactly ``error``, with ``text`` in the message."""
    for check in (open_table, verify_table):
        with pytest.raises(error, match=re.escape(text)) as raised:
            check(folder, hash_of_rules)
        assert raised.type is error


def test_sound(table: Path) -> None:
    verify_table(table, HASH)


def test_no_folder(tmp_path: Path) -> None:
    assert_both_raise(MissingTable, tmp_path / "nowhere", "no table in")


def test_file_instead_of_folder(tmp_path: Path) -> None:
    (tmp_path / "table").write_text("not a folder")
    assert_both_raise(MissingTable, tmp_path / "table", "no table in")


def test_no_manifest(table: Path) -> None:
    (table / MANIFEST).unlink()
    assert_both_raise(MissingTable, table, MANIFEST)


def test_lost_shard(table: Path) -> None:
    lost = last_shard(table)
    lost.unlink()
    assert_both_raise(MissingTable, table, lost.name)


def test_shard_lost_after_opening(table: Path) -> None:
    opened = open_table(table, HASH)
    last_shard(table).unlink()
    with pytest.raises(MissingTable, match="lacks level-02"):
        opened.level(2)


@pytest.mark.parametrize("left", [0, 5, -1])
def test_truncated_shard(table: Path, left: int) -> None:
    shard = last_shard(table)
    shard.write_bytes(shard.read_bytes()[:left])
    assert_both_raise(TruncatedTable, table, shard.name)


def test_lengthened_shard(table: Path) -> None:
    shard = last_shard(table)
    shard.write_bytes(shard.read_bytes() + b"\0")
    assert_both_raise(CorruptTable, table, shard.name)


def test_verify_finds_any_flipped_byte(table: Path) -> None:
    shard = last_shard(table)
    for at in range(shard.stat().st_size):
        flip_byte(shard, at)
        with pytest.raises(CorruptTable, match=shard.name):
            verify_table(table, HASH)
        flip_byte(shard, at)
    verify_table(table, HASH)


def test_a_shard_that_cannot_be_parsed(table: Path) -> None:
    flip_byte(last_shard(table), 0)
    opened = open_table(table, HASH)
    with pytest.raises(CorruptTable, match="level-02"):
        opened.level(2)


def test_fixed16_notices_damage_without_verify(tmp_path: Path) -> None:
    folder = write_table(tmp_path / "table", "fixed16")
    flip_byte(last_shard(folder), -6)
    with pytest.raises(CorruptTable, match="level-02"):
        open_table(folder, HASH).level(2)


def test_shard_that_holds_another_number_of_values(table: Path) -> None:
    edit_manifest(table, lambda m: m["shards"][2].update(values=55))
    with pytest.raises(CorruptTable, match="expected 55 values"):
        open_table(table, HASH).level(2)


def test_wrong_start_value(table: Path) -> None:
    edit_manifest(table, lambda m: m.update(start_value=m["start_value"] + 0.01))
    assert_both_raise(CorruptTable, table, "the start value is")


def test_start_value_that_is_no_number(table: Path) -> None:
    edit_manifest(table, lambda m: m.update(start_value=float("nan")))
    assert_both_raise(CorruptTable, table, "the start value is nan")


def test_other_rules(table: Path) -> None:
    assert_both_raise(StaleTable, table, "other rules", ruleset_hash(maxi_yatzy("tactic")))


def test_other_solver_version(table: Path) -> None:
    edit_manifest(table, lambda m: m.update(solver_version=SOLVER_VERSION + 1))
    assert_both_raise(StaleTable, table, f"solver version {SOLVER_VERSION + 1}")


def test_other_format_is_stale_whatever_else_it_holds(table: Path) -> None:
    (table / MANIFEST).write_text('{"format": 2}')
    assert_both_raise(StaleTable, table, "format is 2")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"format":1', "\0", "[" * 100_000])
def test_manifest_that_is_no_json_object(table: Path, text: str) -> None:
    (table / MANIFEST).write_text(text)
    assert_both_raise(CorruptTable, table, MANIFEST)


def test_manifest_that_is_no_text(table: Path) -> None:
    (table / MANIFEST).write_bytes(b"\xff\xfe\x00")
    assert_both_raise(CorruptTable, table, MANIFEST)


@pytest.mark.parametrize(
    ("edit", "text"),
    [
        (lambda m: m.pop("axes"), "'axes' is None"),
        (lambda m: m.update(format="1"), "'format' is '1'"),
        (lambda m: m.update(format=True), "'format' is True"),
        (lambda m: m.update(kind="atlas"), "'kind' is 'atlas'; expected complete or book or sheet"),
        (lambda m: m.update(encoding="float16"), "'encoding' is 'float16'"),
        (lambda m: m.update(root={"filled": 0, "upper_total": -1, "markers": 0}), "'upper_total' is -1"),
        (lambda m: m.update(start_value="much"), "'start_value' is 'much'"),
        (lambda m: m.update(start_value=10**400), "'start_value' has too many digits"),
        (lambda m: m.update(shards={}), "'shards' is {}"),
        (lambda m: m.update(shards=[1]), "expected a list of objects"),
        (lambda m: m.update(shards=[]), "holds no levels"),
        (lambda m: m["shards"].append(m["shards"][0]), "the same level"),
        (lambda m: m["shards"][0].update(file="../level-00.npy"), "without a folder"),
        (lambda m: m["shards"][0].update(bytes=1.5), "'bytes' is 1.5"),
    ],
)
def test_manifest_that_does_not_say_what_it_must(
    table: Path, edit: Callable[[dict[str, Any]], object], text: str
) -> None:
    edit_manifest(table, edit)
    assert_both_raise(CorruptTable, table, text)


def test_finish_wants_the_first_value(tmp_path: Path) -> None:
    with TableWriter(tmp_path / "table", table_plan()) as writer:
        with pytest.raises(ValueError, match="no level"):
            writer.finish(1.0)
        writer.write_level(0, level_values(0))
        with pytest.raises(ValueError, match=r"start value is 1\.0"):
            writer.finish(1.0)
    assert not (tmp_path / "table").exists()


def test_ruleset_hash_tells_rules_apart() -> None:
    rules = [
        *MAXI_YATZY.rulesets(),
        replace(RULESET, rerolls=3),
        replace(RULESET, dice=5),
        replace(RULESET, bonus=Bonus(84, 50)),
        replace(RULESET, boxes=RULESET.boxes[:-1]),
        replace(RULESET, boxes=(*RULESET.boxes[:-2], RULESET.boxes[-1], RULESET.boxes[-2])),
    ]
    assert len({ruleset_hash(ruleset) for ruleset in rules}) == len(rules)


def test_ruleset_hash_ignores_names() -> None:
    boxes = tuple(box(b.id, b.pattern, "ny", "ny", "new") for b in RULESET.boxes)
    renamed: Ruleset = replace(RULESET, game="other", boxes=boxes, options={})
    assert ruleset_hash(renamed) == HASH
