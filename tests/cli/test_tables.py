"""``omkast tables``: what it says of sound tables, of broken ones and of bad input."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from closed_folders import close
from library_calls import MID, SAVED, ask, sheet_folder, write_shifted
from omkast.cli.main import main
from omkast.cli.tables import tables_group
from omkast.sheet import tables as tables_module
from omkast.sheet.lattice import SheetLattice
from omkast.store import places as places_module
from omkast.store.manifest import MANIFEST, TableKind
from store_tables import edit_manifest, flip_byte

SLUG = SAVED.ruleset.slug


@pytest.fixture(autouse=True)
def no_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user with an empty cache, a product that ships nothing, and a game that is small."""
    monkeypatch.delenv("OMKAST_TABLES", raising=False)
    monkeypatch.delenv("OMKAST_CACHE_LIMIT", raising=False)
    monkeypatch.setenv("OMKAST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(places_module, "shipped_folder", lambda: tmp_path / "shipped")
    monkeypatch.setattr(tables_module, "_rulesets", lambda: {SLUG: SAVED.ruleset})


def write_table(folder: Path, kind: TableKind = "complete") -> Path:
    """A sound table of the game."""
    return write_shifted(folder, kind, SheetLattice(SAVED.ruleset), 0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tables folder with one sound complete table."""
    write_table(tmp_path / "tables" / "complete" / SLUG)
    return tmp_path / "tables"


def run(*arguments: str | Path) -> Result:
    """The outcome of ``omkast tables …``; anything but an exit is an error of the test."""
    result = CliRunner().invoke(main, ["tables", *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result


def document(*arguments: str | Path, status: int = 0) -> Any:
    """What ``omkast tables … --json`` prints."""
    result = run(*arguments, "--json")
    assert result.exit_code == status
    return json.loads(result.stdout)


def lines(result: Result) -> list[list[str]]:
    """The words of every line."""
    return [line.split() for line in result.stdout.splitlines()]


def test_every_command_has_help() -> None:
    assert set(tables_group.commands) == {"list", "verify", "where", "book"}
    assert tables_group.help
    for command in tables_group.commands.values():
        assert command.help
        assert all(p.help for p in command.params if isinstance(p, click.Option))


@pytest.mark.parametrize("command", ["list", "verify"])
def test_a_table_in_the_place_of_another_has_a_problem(command: str, folder: Path) -> None:
    write_table(folder / "book" / SLUG, "complete")
    status = 1 if command == "verify" else 0
    found = document(command, "--tables", folder, status=status)["tables"]
    problems = {table["kind"]: table["problem"] for table in found}
    assert problems["complete"] is None
    assert problems["book"]["error"] == "CorruptTable"


def test_list(folder: Path, tmp_path: Path) -> None:
    ask(MID)
    book = write_table(tmp_path / "shipped" / "book" / SLUG, "book")
    found = document("list", "--tables", folder)["tables"]
    expected = [
        ("complete", "--tables", folder / "complete" / SLUG),
        ("sheet", "cache", sheet_folder(MID)),
        ("book", "shipped", book),
    ]
    assert found == [
        {
            "kind": kind,
            "ruleset": SLUG,
            "place": place,
            "folder": str(where),
            "bytes": sum(path.stat().st_size for path in where.iterdir()),
            "problem": None,
        }
        for kind, place, where in expected
    ]


def test_list_as_text(folder: Path) -> None:
    heading, row = lines(run("list", "--tables", folder))
    assert heading == ["kind", "name", "place", "problem", "size"]
    assert row == ["complete", SLUG, "--tables", "none", "0.0", "MB"]


def test_list_nothing() -> None:
    assert document("list") == {"tables": []}
    assert "No tables found" in run("list").stdout


def test_list_skips_unfinished_tables(folder: Path) -> None:
    for suffix in (".partial", ".replaced"):
        (folder / "complete" / (SLUG + suffix)).mkdir()
    (folder / "complete" / f"{SLUG}.lock").touch()
    assert len(document("list", "--tables", folder)["tables"]) == 1


def test_folder_from_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMKAST_TABLES", str(folder))
    assert [table["place"] for table in document("list")["tables"]] == ["OMKAST_TABLES"]


def test_verify_sound_tables(folder: Path) -> None:
    assert [table["problem"] for table in document("verify", "--tables", folder)["tables"]] == [None]
    assert run("verify", "--tables", folder).exit_code == 0


def test_verify_nothing_is_no_success() -> None:
    assert document("verify", status=1) == {"tables": []}


def delete(table: Path) -> None:
    (table / "level-01.float32").unlink()


def truncate(table: Path) -> None:
    (table / "level-01.float32").write_bytes(b"")


def append(table: Path) -> None:
    (table / "level-01.float32").write_bytes((table / "level-01.float32").read_bytes() + b"\0")


def flip(table: Path) -> None:
    flip_byte(table / "level-01.float32", -1)


def make_old(table: Path) -> None:
    edit_manifest(table, lambda m: m.update(solver_version=0))


def make_other(table: Path) -> None:
    edit_manifest(table, lambda m: m.update(ruleset_hash="0" * 64))


def rename(table: Path) -> None:
    table.rename(table.with_name("maxi-yatzy-of-old"))


def break_manifest(table: Path) -> None:
    (table / MANIFEST).write_text("{")


def remove_manifest(table: Path) -> None:
    (table / MANIFEST).unlink()


DAMAGES = [
    (delete, "MissingTable"),
    (remove_manifest, "MissingTable"),
    (truncate, "TruncatedTable"),
    (append, "CorruptTable"),
    (flip, "CorruptTable"),
    (break_manifest, "CorruptTable"),
    (make_old, "StaleTable"),
    (make_other, "StaleTable"),
    (rename, "StaleTable"),
]


@pytest.mark.parametrize(("damage", "name"), DAMAGES)
def test_verify_names_the_problem(folder: Path, damage: Callable[[Path], None], name: str) -> None:
    damage(folder / "complete" / SLUG)
    (table,) = document("verify", "--tables", folder, status=1)["tables"]
    assert table["problem"]["error"] == name
    assert str(folder) in table["problem"]["message"]
    text = run("verify", "--tables", folder)
    assert text.exit_code == 1
    assert f"{name}: {table['problem']['message']}" in text.stdout


def test_list_leaves_bytes_to_verify(folder: Path) -> None:
    flip(folder / "complete" / SLUG)
    assert document("list", "--tables", folder)["tables"][0]["problem"] is None
    delete(folder / "complete" / SLUG)
    assert document("list", "--tables", folder)["tables"][0]["problem"]["error"] == "MissingTable"


def test_one_broken_table_among_sound_ones(folder: Path) -> None:
    write_table(folder / "book" / SLUG, "book")
    flip(folder / "complete" / SLUG)
    found = document("verify", "--tables", folder, status=1)["tables"]
    assert [table["problem"] is None for table in found] == [False, True]


def test_where(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (folder, tmp_path):
        (place / "book").mkdir(parents=True, exist_ok=True)
    monkeypatch.setenv("OMKAST_TABLES", str(tmp_path))
    monkeypatch.setenv("OMKAST_CACHE_LIMIT", "7")
    assert document("where", "--tables", folder) == {
        "places": [
            {"place": "--tables", "folder": str(folder), "exists": True},
            {"place": "OMKAST_TABLES", "folder": str(tmp_path), "exists": True},
            {"place": "cache", "folder": str(tmp_path / "cache" / "tables"), "exists": False},
            {"place": "shipped", "folder": str(tmp_path / "shipped"), "exists": False},
        ],
        "sheets": {"folder": str(tmp_path / "cache" / "sheets"), "limit_bytes": 7_000_000},
    }


def test_where_as_text(tmp_path: Path) -> None:
    result = run("where")
    heading, cache, shipped, _, sheets = lines(result)
    assert heading == ["place", "exists", "folder"]
    assert cache == ["cache", "no", str(tmp_path / "cache" / "tables")]
    assert shipped == ["shipped", "no", str(tmp_path / "shipped")]
    assert sheets[-1] == str(tmp_path / "cache" / "sheets")


def test_where_and_list_with_a_cache_of_another_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    close(tmp_path / "cache", monkeypatch)
    _, cache, *_ = lines(run("where"))
    assert cache == ["cache", "unreadable", str(tmp_path / "cache" / "tables")]
    assert document("where")["places"][0]["exists"] is False
    listed = run("list")
    assert (listed.exit_code, listed.stderr.count("cache/tables cannot be read")) == (0, 1)


@pytest.mark.parametrize("command", ["list", "verify", "where"])
def test_bad_folders(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    for bad in (tmp_path / "nowhere", tmp_path / "file"):
        result = run(command, "--tables", bad)
        assert result.exit_code == 2
        assert str(bad) in result.stderr
    monkeypatch.setenv("OMKAST_TABLES", str(tmp_path / "nowhere"))
    result = run(command)
    assert result.exit_code == 2
    assert f"OMKAST_TABLES '{tmp_path / 'nowhere'}' does not exist" in result.stderr


def test_verify_a_folder_without_tables(folder: Path) -> None:
    result = run("verify", "--tables", folder / "complete" / SLUG)
    assert result.exit_code == 2
    assert "holds no tables" in result.stderr


def test_bad_cache_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMKAST_CACHE_LIMIT", "lots")
    result = run("where")
    assert result.exit_code == 2
    assert "OMKAST_CACHE_LIMIT is 'lots'" in result.stderr
