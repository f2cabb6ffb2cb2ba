"""Fixtures for several test files."""

from __future__ import annotations

from pathlib import Path

import pytest

from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.sheet.lattice import SheetLattice
from omkast.verify.sheet.solved import SolvedLattice


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the user's settings and language out of every test."""
    monkeypatch.setenv("OMKAST_SETTINGS", str(Path(__file__).with_name("no-such-settings.toml")))
    monkeypatch.delenv("OMKAST_LANG", raising=False)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture(scope="session")
def session_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A cache folder for tests that only want one that is not the user's."""
    return str(tmp_path_factory.mktemp("omkast-cache"))


@pytest.fixture
def own_cache(session_cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the user's tables out of a test, and the test out of the user's cache."""
    monkeypatch.setenv("OMKAST_CACHE", session_cache)
    monkeypatch.delenv("OMKAST_TABLES", raising=False)


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of the test's own, and no tables but those that ship."""
    monkeypatch.setenv("OMKAST_CACHE", str(tmp_path / "cache"))
    monkeypatch.delenv("OMKAST_TABLES", raising=False)
    monkeypatch.delenv("OMKAST_CACHE_LIMIT", raising=False)
    return tmp_path / "cache"


@pytest.fixture(scope="session")
def tactic_unsaved() -> SolvedLattice:
    """The whole game under Tactic's bonus without saved rerolls: about 45 core-seconds, 290 MB."""
    return SolvedLattice(SheetLattice(maxi_yatzy("tactic", saved_rerolls=False)))
