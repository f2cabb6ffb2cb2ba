"""Folders of another user, also for tests that run as root, to whom every folder is open."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest


def close(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes ``folder``, if it is there or not, one that may not be looked into."""
    really = os.stat

    def stat(path: Any, **more: Any) -> os.stat_result:
        if not isinstance(path, int) and os.fspath(path).startswith(f"{folder}{os.sep}"):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
        return really(path, **more)

    monkeypatch.setattr(os, "stat", stat)
