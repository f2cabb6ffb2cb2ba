"""Tables: what is read back is what was written, and every kind of damage has its name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from omkast.errors import CorruptTable, MissingTable, StaleTable, TableError, TruncatedTable
from omkast.store.manifest import FORMAT, MANIFEST, Contents, Encoding, read_manifest
from omkast.store.shards import BLOCK, error_bound, shard_name
from omkast.store.tables import open_table, verify_table
from omkast.store.writer import TableWriter
from omkast.version import SOLVER_VERSION
from store_tables import (
    LEVELS,
    contents,
    edit_manifest,
    files,
    flip_byte,
    kind_of,
    level_values,
    table_plan,
    write_table,
)

ENCODINGS: tuple[Encoding, ...] = ("float32", "float64", "fixed16")


@pytest.fixture(params=ENCODINGS)
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of a sound table."""
    return write_table(tmp_path / "table", request.param)


def held(folder: Path) -> Contents:
    """What the table must hold, by its own word for its kind."""
    return contents(kind_of(read_manifest(folder).encoding))


def last_shard(folder: Path) -> Path:
    """The file of the last level."""
    return folder / shard_name(max(LEVELS), read_manifest(folder).encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_was_written_is_read(tmp_path: Path, encoding: Encoding) -> None:
    table = open_table(write_table(tmp_path / "table", encoding), contents(kind_of(encoding)))
    assert table.levels == (0, 1, 2)
    for level in LEVELS:
        values, written = table.level(level), level_values(level)
        assert values.dtype == (np.float64 if encoding == "float64" else np.float32)
        assert not values.flags.writeable
        np.testing.assert_array_equal(np.isnan(values), np.isnan(written))
        np.testing.assert_allclose(values, written, rtol=0, atol=error_bound(encoding, 400))
        for start, stop in [(0, 1), (3, 8), (7, len(written))]:
            np.testing.assert_array_equal(table.read(level, start, stop), values[start:stop])


def test_manifest_says_it_all(table: Path) -> None:
    manifest = read_manifest(table)
    plan = table_plan(kind_of(manifest.encoding), manifest.encoding)
    for name in ("kind", "ruleset", "ruleset_hash", "root", "axes", "encoding", "made_by", "solver_version"):
        assert getattr(manifest, name) == getattr(plan, name)
    assert manifest.start_value == level_values(0)[0]
    assert [shard.values for shard in manifest.shards] == [len(level_values(level)) for level in (0, 1, 2)]
    assert manifest.bytes == sum(path.stat().st_size for path in table.glob("level-*"))


def test_same_values_same_bytes(table: Path) -> None:
    again = write_table(table.with_name("again"), read_manifest(table).encoding)
    assert files(again) == files(table)


def test_nothing_but_the_table_is_left(table: Path) -> None:
    assert [path.name for path in table.parent.iterdir()] == ["table"]
    encoding = read_manifest(table).encoding
    assert set(files(table)) == {MANIFEST, *(shard_name(level, encoding) for level in LEVELS)}


def test_a_level_that_the_table_does_not_hold(table: Path) -> None:
    with pytest.raises(MissingTable, match="no level 3; it holds 0, 1, 2"):
        open_table(table, held(table)).level(3)


def assert_both_raise(
    error: type[TableError], folder: Path, text: str, expected: Contents | None = None
) -> None:
    """Opening and verifying raise exactly ``error``, with ``text`` in the message."""
    encoding: Encoding = "fixed16" if list(folder.glob("*.fixed16")) else "float32"
    for check in (open_table, verify_table):
        with pytest.raises(error, match=re.escape(text)) as raised:
            check(folder, expected or contents(kind_of(encoding)))
        assert raised.type is error


def test_sound(table: Path) -> None:
    verify_table(table, held(table))


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
    opened = open_table(table, held(table))
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
            verify_table(table, held(table))
        flip_byte(shard, at)
    verify_table(table, held(table))


def test_a_head_that_cannot_be_trusted(table: Path) -> None:
    opened = open_table(table, held(table))
    flip_byte(last_shard(table), 0)
    with pytest.raises(CorruptTable, match="level-02"):
        opened.read(2, 0, 1)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_only_the_blocks_that_are_asked_for_are_looked_at(tmp_path: Path, encoding: Encoding) -> None:
    """Damage at the end of a level is no matter for its beginning, and is found when it is."""
    size = BLOCK[encoding]
    values = np.arange(3 * size) % 1000 / 4  # multiples of 1/4 are exact in all encodings
    plan = replace(table_plan(kind_of(encoding), encoding), sizes={0: len(values)})
    folder = tmp_path / "table"
    with TableWriter(folder, plan) as writer:
        writer.write_level(0, values)
        writer.finish(values[0])
    shard = folder / shard_name(0, encoding)
    flip_byte(shard, shard.stat().st_size - 9)
    table = open_table(folder, plan)
    for start, stop in [(0, 1), (size - 2, size + 2), (0, 2 * size), (2 * size - 1, 2 * size)]:
        np.testing.assert_array_equal(table.read(0, start, stop), values[start:stop])
    for start, stop in [(2 * size, 2 * size + 1), (2 * size - 1, 3 * size), (3 * size - 1, 3 * size)]:
        with pytest.raises(CorruptTable, match="block 2 does not have its SHA-256"):
            table.read(0, start, stop)
    with pytest.raises(CorruptTable, match="block 2"):
        verify_table(folder, plan)


def test_a_shard_of_another_table_is_refused(table: Path) -> None:
    """Even with a manifest that was made to fit: a shard says inside what it belongs to."""
    encoding = read_manifest(table).encoding
    plan = replace(table_plan(kind_of(encoding), encoding), ruleset_hash="0" * 64)
    other = table.with_name("other")
    with TableWriter(other, plan) as writer:
        for level in LEVELS:
            writer.write_level(level, level_values(level) + (level == 2))
        writer.finish(level_values(0)[0])
    last_shard(other).replace(last_shard(table))
    forged = read_manifest(other).shards[2]
    edit_manifest(table, lambda m: m["shards"][2].update(bytes=forged.bytes, sha256=forged.sha256))
    with pytest.raises(CorruptTable, match="belongs to another table or level"):
        open_table(table, held(table)).read(2, 0, 1)


def test_levels_that_changed_places_are_refused(tmp_path: Path) -> None:
    """Levels of the same size, with a manifest that was made to fit."""
    plan = replace(table_plan(), sizes={0: 8, 1: 24, 2: 24})
    folder = tmp_path / "table"
    with TableWriter(folder, plan) as writer:
        for level, size in plan.sizes.items():
            writer.write_level(level, np.arange(float(size)))
        writer.finish(0.0)
    first, second = (folder / shard_name(level, "float32") for level in (1, 2))
    first.rename(folder / "away")
    second.rename(first)
    (folder / "away").rename(second)

    def swap(manifest: dict[str, Any]) -> None:
        one, two = manifest["shards"][1:]
        one["sha256"], two["sha256"] = two["sha256"], one["sha256"]

    edit_manifest(folder, swap)
    table = open_table(folder, plan)
    for level in (1, 2):
        with pytest.raises(CorruptTable, match="belongs to another table or level"):
            table.level(level)


def test_a_manifest_that_was_changed_by_hand(table: Path) -> None:
    path = table / MANIFEST
    path.write_text(path.read_text().replace("the tests", "the pests"))
    assert_both_raise(CorruptTable, table, "it was changed")


def test_how_a_manifest_is_spaced_does_not_matter(table: Path) -> None:
    edit_manifest(table, lambda _manifest: None)
    verify_table(table, held(table))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
@pytest.mark.parametrize("name", [MANIFEST, "level-00.float32", "level-02.float32"])
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, name: str) -> None:
    folder = write_table(tmp_path / "table")
    (folder / name).unlink()
    for make in (os.mkfifo, os.mkdir, lambda path: os.symlink("/dev/zero", path)):
        make(folder / name)
        with pytest.raises(TableError, match=name):
            verify_table(folder, contents())
        (folder / name).rmdir() if (folder / name).is_dir() else (folder / name).unlink()


def test_links_to_files_are_followed(table: Path) -> None:
    """An editable install links to every file of the book."""
    linked = table.with_name("linked")
    linked.mkdir()
    for path in table.iterdir():
        (linked / path.name).symlink_to(path)
    verify_table(linked, held(table))


def test_a_manifest_without_an_end(table: Path) -> None:
    with (table / MANIFEST).open("wb") as file:
        file.truncate(10**10)
    assert_both_raise(CorruptTable, table, "expected at most")


def test_what_a_killed_solve_left_is_told(table: Path) -> None:
    (table / "checkpoint-00.float64").touch()
    open_table(table, held(table))
    with pytest.raises(CorruptTable, match=r"is sound, but a solve that was killed left checkpoint-00"):
        verify_table(table, held(table))


def test_wrong_start_value(table: Path) -> None:
    edit_manifest(table, lambda m: m.update(start_value=m["start_value"] + 0.01))
    assert_both_raise(CorruptTable, table, "the start value is")


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_start_value_that_is_not_finite(table: Path, value: str) -> None:
    edit_manifest(table, lambda m: m.update(start_value=float(value)))
    assert_both_raise(CorruptTable, table, MANIFEST)


def test_other_rules(table: Path) -> None:
    other = replace(held(table), ruleset_hash="0" * 64)
    assert_both_raise(StaleTable, table, "other rules", other)


def test_other_solver_version(table: Path) -> None:
    edit_manifest(table, lambda m: m.update(solver_version=SOLVER_VERSION + 1))
    assert_both_raise(StaleTable, table, f"solver version {SOLVER_VERSION + 1}")


def test_other_format_is_stale_whatever_else_it_holds(table: Path) -> None:
    (table / MANIFEST).write_text(f'{{"format": {FORMAT + 1}}}')
    assert_both_raise(StaleTable, table, f"format is {FORMAT + 1}")


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
        (lambda m: m.update(shards=[]), "has levels of these sizes: none"),
        (lambda m: m["shards"].pop(), "has levels of these sizes"),
        (lambda m: m["shards"][2].update(level=3), "has levels of these sizes"),
        (lambda m: m["shards"][2].update(values=55), "has levels of these sizes"),
        (lambda m: m["shards"][2].update(bytes=2**63), "level 2 has 9223372036854775808 bytes"),
        (lambda m: m["shards"][2].update(sha256="0"), "expected 64 hexadecimal digits"),
        (lambda m: m.update(axes="[lane, row]"), "has axes '[lane, row]'"),
        (lambda m: m.update(kind="sheet"), "is a sheet table"),
        (lambda m: m["root"].update(filled=1), "expected a"),
        (lambda m: m.update(encoding="fixed16" if m["kind"] == "complete" else "float32"), "has encoding"),
        (lambda m: m["shards"].append(m["shards"][0]), "the same level"),
        (lambda m: m["shards"][0].update(bytes=1.5), "'bytes' is 1.5"),
    ],
)
def test_manifest_that_does_not_say_what_it_must(
    table: Path, edit: Callable[[dict[str, Any]], object], text: str
) -> None:
    edit_manifest(table, edit)
    assert_both_raise(CorruptTable, table, text)


def test_a_member_that_stands_twice(table: Path) -> None:
    path = table / MANIFEST
    path.write_text(path.read_text().replace('"kind"', '"kind": "atlas", "kind"'))
    assert_both_raise(CorruptTable, table, "a member twice")


def test_finish_wants_every_level_and_the_first_value(tmp_path: Path) -> None:
    with TableWriter(tmp_path / "table", table_plan()) as writer:
        with pytest.raises(ValueError, match=r"levels \[0, 1, 2\] .* were not written"):
            writer.finish(1.0)
        for level in LEVELS:
            writer.write_level(level, level_values(level))
        with pytest.raises(ValueError, match=r"start value is 1\.0"):
            writer.finish(1.0)
    assert not (tmp_path / "table").exists()


@pytest.mark.parametrize(("level", "size"), [(3, 8), (0, 16)])
def test_only_planned_levels_are_written(tmp_path: Path, level: int, size: int) -> None:
    with (
        TableWriter(tmp_path / "table", table_plan()) as writer,
        pytest.raises(ValueError, match=f"level {level} has {size} values"),
    ):
        writer.write_level(level, np.zeros(size))


@pytest.mark.parametrize(
    "member",
    [
        {"axes": "x" * 100_000},
        {"format": 10**4000},
        {"solver_version": 10**4000},
        {"start_value": [0] * 10_000},
        {"encoding": "x" * 100_000},
        {"root": {"filled": 10**4000, "upper_total": 0, "markers": 0}},
        {"shards": [{"level": i, "values": 1, "bytes": 1, "sha256": "0" * 64} for i in range(5_000)]},
        {"shards": "x" * 100_000},
    ],
    ids=lambda member: ", ".join(member),
)
def test_what_a_manifest_says_is_repeated_in_a_line_or_two_only(table: Path, member: dict[str, Any]) -> None:
    expected = held(table)
    edit_manifest(table, lambda entries: entries.update(member))
    with pytest.raises(TableError) as raised:
        open_table(table, expected)
    assert len(str(raised.value)) < 800
