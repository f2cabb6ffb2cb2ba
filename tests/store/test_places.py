"""Where tables are looked for: in the right order, in a checkout and installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import platformdirs
import pytest

from closed_folders import close
from omkast.errors import MissingTable, OmkastWarning, StaleTable
from omkast.store import places as places_module
from omkast.store.inventory import inventory
from omkast.store.places import Place, cache_folder, find_table, places, shipped_folder
from store_tables import SLUG, contents, edit_manifest, write_table

BOOK = contents("book")
PROJECT = Path(__file__).parents[2]


@pytest.fixture
def four_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Place, ...]:
    """One folder for every place, asked for and set up."""
    for name in ("asked/book", "environment/book", "shipped", "cache/tables"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.setenv("OMKAST_TABLES", str(tmp_path / "environment"))
    monkeypatch.setenv("OMKAST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(places_module, "shipped_folder", lambda: tmp_path / "shipped")
    return places(tmp_path / "asked")


def test_order(four_places: tuple[Place, ...]) -> None:
    assert [place.name for place in four_places] == ["asked", "environment", "cache", "shipped"]
    assert [place.folder.name for place in four_places] == ["asked", "environment", "tables", "shipped"]


def test_only_two_places_without_wishes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMKAST_TABLES", raising=False)
    monkeypatch.delenv("OMKAST_CACHE", raising=False)
    cache = platformdirs.user_cache_path("omkast") / "tables"
    assert places() == (Place("cache", cache), Place("shipped", shipped_folder()))


def test_first_table_is_taken(four_places: tuple[Place, ...]) -> None:
    asked = four_places[0].folder
    assert find_table(BOOK, asked) is None
    for place in reversed(four_places):
        folder = write_table(place.folder / "book" / SLUG, "fixed16")
        table = find_table(BOOK, asked)
        assert table is not None
        assert table.folder == folder == place.table_folder("book", SLUG)


def test_kind_and_ruleset_matter(four_places: tuple[Place, ...]) -> None:
    write_table(four_places[2].table_folder("book", SLUG), "fixed16")
    assert find_table(BOOK) is not None
    assert find_table(contents("complete")) is None
    assert find_table(replace(BOOK, slug="other-rules")) is None


def test_table_that_cannot_be_trusted_is_not_passed_over(four_places: tuple[Place, ...]) -> None:
    for place in four_places:
        write_table(place.table_folder("book", SLUG), "fixed16")
    edit_manifest(four_places[1].table_folder("book", SLUG), lambda m: m.update(solver_version=0))
    assert find_table(BOOK, four_places[0].folder) is not None
    with pytest.raises(StaleTable):
        find_table(BOOK)


@pytest.mark.parametrize(("name", "problem"), [("nowhere", "does not exist"), ("file", "is not a folder")])
def test_folder_that_is_none(
    tmp_path: Path, name: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(MissingTable, match=rf"the tables folder '.*{name}' {problem}"):
        places(tmp_path / name)
    monkeypatch.setenv("OMKAST_TABLES", str(tmp_path / name))
    with pytest.raises(MissingTable, match=rf"OMKAST_TABLES '.*{name}' {problem}"):
        places()


def test_a_place_of_another_user_is_passed_over_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same line for all kinds of tables, however the place came to be one."""
    monkeypatch.setenv("OMKAST_TABLES", str(tmp_path))
    close(tmp_path, monkeypatch)
    for kind in ("complete", "book"):
        with pytest.warns(OmkastWarning) as noted:
            assert find_table(replace(contents(kind), slug="other-rules")) is None
        texts = [str(one.message) for one in noted]
        assert texts == [f"{tmp_path} cannot be read: Permission denied; looking elsewhere"]
    with pytest.warns(OmkastWarning, match="cannot be read: Permission denied; passed over") as noted:
        assert all(facts.place != "environment" for facts in inventory(lambda *_: None))
    assert len(noted) == 1


def test_cache_folder_can_be_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMKAST_CACHE", str(tmp_path / "not there yet"))
    assert cache_folder() == tmp_path / "not there yet"
    assert places()[0].folder == tmp_path / "not there yet" / "tables"


def test_shipped_folder_of_a_checkout() -> None:
    shipped = shipped_folder() / "__init__.py"
    assert shipped.samefile(PROJECT / "tables" / "__init__.py")


def test_shipped_folder_when_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed, as test_packaging finds it in a wheel, the book stands beside omkast."""
    monkeypatch.delenv("OMKAST_TABLES", raising=False)
    monkeypatch.setenv("OMKAST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(Path(__file__).parents[1])]))
    shutil.copytree(PROJECT / "solver", tmp_path / "omkast")
    (tmp_path / "omkast" / "tables").mkdir()
    shutil.copy(PROJECT / "tables" / "__init__.py", tmp_path / "omkast" / "tables")
    write_table(tmp_path / "omkast" / "tables" / "book" / SLUG, "fixed16")
    ask = (
        "from store_tables import contents; from omkast.store.places import find_table;"
        "print(find_table(contents('book')).folder)"
    )
    answer = subprocess.run(
        [sys.executable, "-c", ask], check=True, capture_output=True, text=True, cwd=tmp_path
    )
    assert Path(answer.stdout.strip()) == tmp_path / "omkast" / "tables" / "book" / SLUG
