"""The code stands as docs/architecture.md draws it: rooms, which way imports go, packages, tests."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
PAGE = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
FOLDERS = ("solver", "cli", "tables")
MODULES = sorted(path.relative_to(PROJECT) for folder in FOLDERS for path in (PROJECT / folder).rglob("*.py"))
FACE = Path("solver/__init__.py")
"""``import omkast``: the public names, and all that the command uses of the library."""
DOOR = Path("solver/__main__.py")
"""``python -m omkast``: the one module of the library that knows the command."""

Import = tuple[int, str]
"""How many folders up an import looks, 0 if it is not relative, and the name it looks for there."""


def stated() -> dict[str, set[str]]:
    """The rooms of the table in docs/architecture.md, and the rooms that each imports from."""
    (table,) = re.findall(r"^\| room \| .*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    rows = [row.strip("|").split("|") for row in table.splitlines()]
    return {name.strip(" `"): set(re.findall(r"`(.+?)`", imports)) for name, _, imports in rows}


ROOMS = stated()


def imports(module: Path) -> list[Import]:
    """Every import of a module, wherever it stands in it; ``from a import b`` looks for ``a.b``."""
    found: list[Import] = []
    for node in ast.walk(ast.parse((PROJECT / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [(0, name.name) for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = f"{node.module}." if node.module else ""
            found += [(node.level, start + name.name) for name in node.names]
    return found


def imported_modules(module: Path) -> Iterator[Path]:
    """The modules of the project that a module imports; a name of ``omkast`` is one of the face."""
    for level, name in imports(module):
        if level:
            names, folder = name.split("."), module.parents[level - 1]
        elif name.split(".")[0] == "omkast":
            yield FACE
            continue
        else:
            continue
        # The last name may be that of a module, or stand in one.
        ways = [folder.joinpath(*names), folder.joinpath(*names[:-1])]
        files = [way for stem in ways for way in (stem.with_suffix(".py"), stem / "__init__.py")]
        yield next(file for file in files if (PROJECT / file).is_file())


def room(module: Path) -> str:
    """The room that a module stands in."""
    return f"{module.parent.as_posix()}/"


def test_the_rooms_of_the_page_are_the_folders() -> None:
    assert set(ROOMS) == {room(module) for module in MODULES}


@pytest.mark.parametrize("name", ROOMS)
def test_a_room_imports_from_the_rooms_that_the_page_says(name: str) -> None:
    inside = [module for module in MODULES if room(module) == name and module != DOOR]
    used = {room(other) for module in inside for other in imported_modules(module)}
    assert used - {name} == ROOMS[name]


def test_no_module_needs_itself() -> None:
    graph = {module: set(imported_modules(module)) - {FACE} for module in MODULES if module != DOOR}
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph)


@pytest.mark.parametrize("module", MODULES, ids=str)
def test_imports_are_relative_inside_a_folder(module: Path) -> None:
    """So that every editor and every tool that reads imports can follow them without configuration."""
    own = {"cli": "omkast.cli", "tables": "omkast.tables", "solver": "omkast"}[module.parts[0]]
    for level, name in imports(module):
        assert level < len(module.parts), f"{name} is outside {module.parts[0]}/"
        if module != DOOR and not level:
            assert not f"{name}.".startswith(f"{own}."), name


def test_the_command_uses_what_omkast_exports() -> None:
    import omkast

    for module in MODULES:
        if module.parts[0] == "cli":
            for level, name in imports(module):
                if not level and name.split(".")[0] == "omkast":
                    assert name.removeprefix("omkast.") in {*dir(omkast), "omkast"}, f"{module}: {name}"


@pytest.mark.parametrize("module", [module for module in MODULES if module.stem.startswith("naive")], ids=str)
def test_a_plain_twin_shares_no_code_with_the_engine(module: Path) -> None:
    """The naive solvers use the standard library only, and each other."""
    for level, name in imports(module):
        if level:
            assert name.startswith("naive"), name
        else:
            assert name.split(".")[0] in sys.stdlib_module_names, name


def test_every_package_is_listed() -> None:
    setup = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {folder: name for name, folder in setup["package-dir"].items()}
    packages = sorted(
        ".".join((folders[module.parts[0]], *module.parent.parts[1:]))
        for module in MODULES
        if module.name == "__init__.py"
    )
    assert setup["packages"] == packages


def test_tests_lie_where_their_rooms_do() -> None:
    mirrored = {Path(name).relative_to("solver") for name in ROOMS if name.startswith("solver/")} | {
        Path(name) for name in ROOMS if name.startswith("cli/")
    }
    for test in (PROJECT / "tests").rglob("test_*.py"):
        assert test.parent.relative_to(PROJECT / "tests") in mirrored, test


@pytest.mark.parametrize("page", sorted((PROJECT / "docs").glob("*.md")), ids=lambda page: str(page.name))
def test_files_that_the_pages_name_exist(page: Path) -> None:
    """Paths written in code spans from the project's folder on, such as ``solver/dice.py``."""
    for name in re.findall(r"`((?:solver|cli|tables|tests|bench|docs)/[\w./]*)`", page.read_text("utf-8")):
        assert (PROJECT / name).exists(), name
