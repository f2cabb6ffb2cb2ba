"""What a wheel of this project contains."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path, PurePosixPath

import pytest

PROJECT = Path(__file__).resolve().parent.parent
FOLDERS = ("solver", "cli")
BOOK_FILE = "tables/book/some-game/manifest.json"


def isolation() -> list[str]:
    """Build with the setuptools that is installed, offline; if it is too old, let pip fetch one."""
    try:
        recent = int(version("setuptools").split(".")[0]) >= 77
    except PackageNotFoundError:
        recent = False
    return ["--no-build-isolation"] if recent else []


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names in a wheel built from a copy, so that no earlier build/ leaks into it."""
    copy = tmp_path_factory.mktemp("project")
    for file in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(PROJECT / file, copy)
    for folder in (*FOLDERS, "tests"):
        shutil.copytree(PROJECT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__"))
    # A stand-in for the book, which is large and need not have been made yet.
    (copy / BOOK_FILE).parent.mkdir(parents=True)
    (copy / BOOK_FILE).write_text("{}")
    built = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", *isolation()]
    done = subprocess.run(
        [*command, "--wheel-dir", str(built), str(copy)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (archive_path,) = built.glob("omkast-*.whl")
    with zipfile.ZipFile(archive_path) as archive:
        return set(archive.namelist())


def modules(folder: str) -> set[str]:
    """The modules on disk under ``folder``, by the path they should have in a wheel."""
    return {f"omkast/{path.relative_to(PROJECT).as_posix()}" for path in (PROJECT / folder).rglob("*.py")}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_module_on_disk_is_in_the_wheel(wheel: set[str], folder: str) -> None:
    expected = modules(folder)
    assert f"omkast/{folder}/__init__.py" in expected
    assert {name for name in wheel if name.startswith(f"omkast/{folder}/")} == expected


def test_every_subpackage_is_one() -> None:
    for folder in FOLDERS:
        for module in (PROJECT / folder).rglob("*.py"):
            assert (module.parent / "__init__.py").is_file(), module.parent


def test_nothing_but_omkast_at_the_top(wheel: set[str]) -> None:
    top = {PurePosixPath(name).parts[0] for name in wheel}
    assert {name for name in top if not name.endswith(".dist-info")} == {"omkast"}
    assert len(top) == 2


def test_only_code_and_the_book_are_in_omkast(wheel: set[str]) -> None:
    inside = {PurePosixPath(name).parts[1] for name in wheel if name.startswith("omkast/")}
    assert inside == {"solver", "cli", "tables"}
    assert {name for name in wheel if name.startswith("omkast/tables/")} == {f"omkast/{BOOK_FILE}"}
