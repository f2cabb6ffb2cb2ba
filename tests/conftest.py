"""Fixtures for several test files."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def session_cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A cache folder for tests that only want one that is not the user's."""
    return str(tmp_path_factory.mktemp("omkast-cache"))


@pytest.fixture
def own_cache(session_cache: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the user's tables out of a test, and the test out of the user's cache."""
    monkeypatch.setenv("OMKAST_CACHE", session_cache)
    monkeypatch.delenv("OMKAST_TABLES", raising=False)
