"""What a wheel of this project contains."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
PACKAGES = {"solver": "omkast", "cli": "omkast/cli", "tables": "omkast/tables"}
"""The folders of the project and what they are in a wheel."""

BOOK_FILE = "book/some-game/manifest.json"


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
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(PROJECT / file, copy)
    for folder in (*PACKAGES, "tests"):
        shutil.copytree(PROJECT / folder, copy / folder, ignore=shutil.ignore_patterns("__pycache__", "book"))
    # A stand-in for the book, which is large and need not have been made yet.
    (copy / "tables" / BOOK_FILE).parent.mkdir(parents=True)
    (copy / "tables" / BOOK_FILE).write_text("{}")
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
    inside = PROJECT / folder
    found = [path for pattern in ("*.py", "*.pyi", "py.typed") for path in inside.rglob(pattern)]
    return {f"{PACKAGES[folder]}/{path.relative_to(inside).as_posix()}" for path in found}


def test_every_module_on_disk_is_in_the_wheel_and_nothing_else(wheel: set[str]) -> None:
    expected = set().union(*map(modules, PACKAGES)) | {f"omkast/tables/{BOOK_FILE}"}
    assert {"omkast/__init__.py", "omkast/cli/__init__.py", "omkast/py.typed"} <= expected
    assert {name for name in wheel if ".dist-info/" not in name} == expected


def test_every_folder_with_modules_is_a_package() -> None:
    for folder in PACKAGES:
        for module in (PROJECT / folder).rglob("*.py"):
            assert (module.parent / "__init__.py").is_file(), module.parent
