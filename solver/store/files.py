"""Writing so that a file is either whole and on the disk, or not there."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from ..errors import TableError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@dataclass(frozen=True)
class FileFacts:
    """Size and SHA-256 (hexadecimal) of a file."""

    bytes: int
    sha256: str


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turns an OSError on the way to ``path`` into a TableError that names it."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise TableError(f"cannot write {path}: {reason}; expected a place that can be written") from error


def write_file(path: Path, pieces: Iterable[bytes]) -> FileFacts:
    """Write ``pieces`` to ``path`` in one step: under a temporary name, synced, then put in place.

    Raises:
        TableError: the file cannot be written.
    """
    temporary = path.with_name(path.name + ".new")
    digest, size = hashlib.sha256(), 0
    with write_errors(path):
        try:
            with temporary.open("wb") as file:
                for piece in pieces:
                    file.write(piece)
                    digest.update(piece)
                    size += len(piece)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        sync_folder(path.parent)
    return FileFacts(size, digest.hexdigest())


def sync_folder(folder: Path) -> None:
    """Make the names in ``folder`` durable; Windows has no call for it and needs none."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sha256(path: Path) -> str:
    """SHA-256 of the file at ``path``, hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Lock:
    """A lock that one process holds at a time; it ends with the process, even a killed one.

    A context manager that releases itself.

    Raises:
        TableError: another process holds the lock, or its file cannot be made.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        while True:
            with write_errors(path):
                self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
            try:
                _lock(self._handle)
            except OSError as error:
                os.close(self._handle)
                raise TableError(
                    f"cannot lock {path} ({error.strerror or error}):"
                    " if another process is writing there, wait until it is done"
                ) from None
            if self._is_current():
                return
            os.close(self._handle)

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


if sys.platform == "win32":

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
