"""Small files that people write: cards, recorded games, settings."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MOST_BYTES = 64 * 1024
"""The largest that is read if nothing else is said; a card or the settings take a few hundred bytes."""


def read_small(path: str | Path, most_bytes: int = MOST_BYTES) -> bytes:
    """What is in the file at ``path``, but no more than ``most_bytes`` + 1 bytes of it.

    Raises OSError, with a text in ``strerror``, if it cannot be opened, or is a device, a pipe or a
    folder; ValueError if there can be no file of that name.
    """
    # Opening a pipe must not wait for somebody to write into it.
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as file:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is no regular file", path)
        return file.read(most_bytes + 1)
