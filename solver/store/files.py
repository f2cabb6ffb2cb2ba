"""Reading regular files only, and writing so that a file is either whole and on the disk, or not there."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..errors import UnwritableTable

_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
"""A FIFO must not keep its reader waiting; regular files do not care."""


@dataclass(frozen=True)
class FileFacts:
    """Size and SHA-256 (hexadecimal) of a file."""

    bytes: int
    sha256: str


@contextmanager
def open_regular(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """The file at ``path`` (links are followed), open for reading, and its size in bytes.

    Raises OSError if it cannot be opened, or is a device, a pipe or a folder.
    """
    # Opening a device can have an effect of its own, so it is looked at before and after.
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError(f"{path} is not a regular file")
    with os.fdopen(os.open(path, os.O_RDONLY | _NO_WAIT), "rb") as file:
        facts = os.fstat(file.fileno())
        if not stat.S_ISREG(facts.st_mode):
            raise OSError(f"{path} is not a regular file")
        yield file, facts.st_size


@contextmanager
def write_errors(path: Path) -> Iterator[None]:
    """Turns an OSError on the way to ``path`` into an UnwritableTable that names it."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or error
        raise UnwritableTable(
            f"cannot write {path}: {reason}; expected a place that can be written"
        ) from error


@contextmanager
def new_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes the name ``path`` in one step when all is written and synced.

    Raises:
        UnwritableTable: the file cannot be written.
    """
    temporary = path.with_name(path.name + ".new")
    with write_errors(path):
        try:
            with temporary.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        sync_folder(path.parent)


def write_file(path: Path, pieces: Iterable[bytes]) -> FileFacts:
    """Write ``pieces`` to ``path`` as :func:`new_file` does.

    Raises:
        UnwritableTable: the file cannot be written.
    """
    digest, size = hashlib.sha256(), 0
    with new_file(path) as file:
        for piece in pieces:
            file.write(piece)
            digest.update(piece)
            size += len(piece)
    return FileFacts(size, digest.hexdigest())


def sync_folder(folder: Path) -> None:
    """Make the names in ``folder`` durable; Windows has no call for it and needs none."""
    if os.name != "nt":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
