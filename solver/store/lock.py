"""A lock that one process holds at a time, and others can wait for."""

from __future__ import annotations

import os
import sys
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Self

from ..errors import Cancelled, LockedTable, OmkastWarning
from ..progress import Cancel, never
from .files import write_errors

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

ANNOUNCED_AFTER = 1.0
"""Seconds of waiting after which it is said whom one waits for."""

_LOOK_EVERY = 0.05
_AT = 1 << 30  # Windows lets nobody read what is locked, so that must not be the owner's number


class Lock:
    """A lock that ends with its process, even a killed one; its file holds the owner's process id.

    A context manager that releases itself.

    Args:
        path: the lock's file, made if it is not there.
        patience: seconds to wait for another process.
        cancel: ends the wait.

    Raises:
        LockedTable: another process still holds the lock.
        Cancelled: the wait was given up.
        UnwritableTable: the file cannot be made.
    """

    def __init__(self, path: Path, patience: float = 0.0, cancel: Cancel = never) -> None:
        self._path = path
        started, announced = time.monotonic(), False
        while not self._taken():
            waited = time.monotonic() - started
            if cancel():
                raise Cancelled(f"the wait for {path} was given up")
            if waited >= patience:
                raise LockedTable(f"{_owner(path)} is writing there: {path}; wait until it is done")
            if waited >= ANNOUNCED_AFTER and not announced:
                announced = True
                warnings.warn(f"waiting for {_owner(path)}, which is at the same work", OmkastWarning, 2)
            time.sleep(_LOOK_EVERY)

    def _taken(self) -> bool:
        with write_errors(self._path):
            self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(self._handle)
        except OSError:
            os.close(self._handle)
            return False
        if not self._is_current():
            os.close(self._handle)
            return self._taken()
        with suppress(OSError):  # on a full disk the owner stays unknown, and the lock holds
            os.ftruncate(self._handle, 0)
            os.write(self._handle, str(os.getpid()).encode())
        return True

    def _is_current(self) -> bool:
        # Whoever held the lock before may have removed the file after it was opened here.
        try:
            return os.path.samestat(os.fstat(self._handle), os.stat(self._path))
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Give the lock up and remove its file."""
        with suppress(OSError):  # Windows keeps a file that is open; it does no harm
            self._path.unlink()
        os.close(self._handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()


def _owner(path: Path) -> str:
    """The process that holds the lock, in words."""
    with suppress(OSError), path.open("rb") as file:
        number = file.read(20)
        if number.isdigit():
            return f"another process ({int(number)})"
    return "another process"


if sys.platform == "win32":

    def _lock(handle: int) -> None:
        os.lseek(handle, _AT, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        os.lseek(handle, 0, os.SEEK_SET)

else:

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
