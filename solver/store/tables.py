"""Opening tables, and refusing those that cannot be trusted.

Every problem has its own error, raised before any number is handed out:

    MissingTable     no folder, no manifest, or no file for a level
    StaleTable       another format, solver version or ruleset
    TruncatedTable   a shard is shorter than the manifest says
    UnreadableTable  the manifest may not be read
    CorruptTable     anything else that is not as it must be
"""

from __future__ import annotations

import math
import stat
import threading
from pathlib import Path
from reprlib import repr  # what stands in a manifest may be as long as the manifest
from textwrap import shorten

import numpy as np
from numpy.typing import NDArray

from ..errors import CorruptTable, MissingTable, StaleTable, TruncatedTable
from ..progress import Cancel, never, watched
from ..version import SOLVER_VERSION
from .checkpoint import CHECKPOINT, CHECKPOINT_FILES
from .manifest import ENCODINGS, Contents, Encoding, Manifest, Shard, read_manifest
from .shards import OpenShard, error_bound, least_and_most_bytes, shard_name

PROGRESS = "progress.json"
"""Beside the shards of an unfinished table: which of them are finished."""

MOST_LISTED = 400
"""How many characters of a list of levels a message repeats; those of a sound table fit."""


class Table:
    """The values of a table; made by :func:`open_table`.  Threads may share it.

    Attributes:
        folder: where it lies.
        manifest: what it says about itself.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self._shards = {shard.level: shard for shard in manifest.shards}
        self._open: dict[int, OpenShard] = {}
        self._opening = threading.Lock()

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels that the table holds, ascending."""
        return tuple(self._shards)

    @property
    def encoding(self) -> Encoding:
        """How its values are held (omkast.store.shards)."""
        return self.manifest.encoding

    @property
    def start_value(self) -> float:
        """The first value of its lowest level, as it was solved."""
        return self.manifest.start_value

    def read(self, level: int, start: int, stop: int) -> NDArray[np.floating]:
        """[stop - start], read-only: a part of the level's flat array, NaN where unreachable.

        float64 if the table is in double precision, else float32.  Only the blocks that
        hold these values are read, and checked the first time.

        Raises:
            MissingTable: the table does not hold ``level``, or its file has gone.
            CorruptTable: the file cannot be read, or is not what it must be.
        """
        try:
            opened = self._open.get(level) or self._opened(level)
            return opened.read(start, stop)
        except FileNotFoundError:
            raise _missing(self._path(level)) from None
        except (OSError, ValueError) as error:
            raise CorruptTable(f"{self._path(level)} cannot be used: {error}") from None

    def _opened(self, level: int) -> OpenShard:
        shard = self.shard(level)
        with self._opening:
            if level not in self._open:
                self._open[level] = OpenShard(self._path(level), self.manifest, shard)
            return self._open[level]

    def _path(self, level: int) -> Path:
        return self.folder / shard_name(level, self.encoding)

    def level(self, level: int) -> NDArray[np.floating]:
        """[values of the level], read-only: all of its flat array; see :meth:`read`."""
        return self.read(level, 0, self.shard(level).values)

    def shard(self, level: int) -> Shard:
        """What the manifest says of a level; raises MissingTable if the table does not hold it."""
        if level not in self._shards:
            held = ", ".join(map(str, self.levels))
            raise MissingTable(f"{self.folder} has no level {level}; it holds {held}")
        return self._shards[level]


def open_table(folder: Path, contents: Contents) -> Table:
    """The table in ``folder``, if it holds ``contents`` and was made by this solver.

    All that the manifest says is checked at once, and the sizes of files and the start value;
    the values of a level when they are read; :func:`verify_table` reads them all.

    Raises:
        MissingTable, StaleTable, TruncatedTable, UnreadableTable, CorruptTable: see the module.
    """
    manifest = read_manifest(folder)
    if manifest.solver_version != SOLVER_VERSION:
        raise StaleTable(
            f"{folder} was made by solver version {repr(manifest.solver_version)};"
            f" this is solver version {SOLVER_VERSION}"
        )
    if manifest.ruleset_hash != contents.ruleset_hash:
        raise StaleTable(
            f"{folder} was made for other rules: ruleset hash {manifest.ruleset_hash[:12]},"
            f" expected {contents.ruleset_hash[:12]}"
        )
    _check_manifest(folder, manifest, contents)
    for shard in manifest.shards:
        _check_size(folder / shard_name(shard.level, manifest.encoding), shard.bytes)
    table = Table(folder, manifest)
    _check_start_value(table)
    return table


def verify_table(folder: Path, contents: Contents, cancel: Cancel = never) -> Table:
    """The table in ``folder``, after every byte was checked.

    Raises:
        MissingTable, StaleTable, TruncatedTable, UnreadableTable, CorruptTable: see the module;
            CorruptTable, too, if a killed solve left files in the folder.
        Cancelled: the token, which is looked at before each level, asked for it.
    """
    table = open_table(folder, contents)
    for level in watched(table.levels, cancel):
        table.level(level)
    if left := leftovers(folder):
        names = ", ".join(path.name for path in left)
        raise CorruptTable(
            f"{folder} is sound, but a solve that was killed left {names} in it;"
            " the next question or solve will remove that"
        )
    return table


def leftovers(folder: Path) -> list[Path]:
    """What a solve that was killed just before its end left in a finished table."""
    return sorted(
        path for pattern in (PROGRESS, CHECKPOINT, CHECKPOINT_FILES, "*.new") for path in folder.glob(pattern)
    )


def _check_manifest(folder: Path, manifest: Manifest, contents: Contents) -> None:
    """Raises CorruptTable if the manifest does not say what ``contents`` says it must."""
    if (manifest.kind, manifest.root) != (contents.kind, contents.root):
        raise CorruptTable(
            f"{folder} is a {manifest.kind} table from {repr(manifest.root)};"
            f" expected a {contents.kind} table from {contents.root}"
        )
    if manifest.encoding not in ENCODINGS[contents.kind]:
        expected = " or ".join(ENCODINGS[contents.kind])
        raise CorruptTable(f"{folder} has encoding {manifest.encoding}; expected {expected}")
    if manifest.axes != contents.axes:
        raise CorruptTable(f"{folder} has axes {repr(manifest.axes)}; expected {contents.axes!r}")
    found = {shard.level: shard.values for shard in manifest.shards}
    if found != contents.sizes:
        raise CorruptTable(
            f"{folder} has levels of these sizes: {_listed(found)}; expected {_listed(dict(contents.sizes))}"
        )
    for shard in manifest.shards:
        least, most = least_and_most_bytes(manifest, shard.level, shard.values)
        if not least <= shard.bytes <= most:
            raise CorruptTable(
                f"{folder}: level {shard.level} has {repr(shard.bytes)} bytes; expected {least} to {most}"
            )
    if not math.isfinite(manifest.start_value):
        raise CorruptTable(f"{folder}: the start value is {manifest.start_value}; expected a finite number")


def _listed(sizes: dict[int, int]) -> str:
    listed = ", ".join(f"{level}: {size}" for level, size in sizes.items()) or "none"
    return shorten(listed, MOST_LISTED, placeholder=" ...")


def _check_size(path: Path, expected: int) -> None:
    try:
        facts = path.stat()
    except FileNotFoundError:
        raise _missing(path) from None
    except OSError as error:
        raise CorruptTable(f"{path} cannot be read: {error.strerror or error}") from None
    size = facts.st_size
    if not stat.S_ISREG(facts.st_mode):
        raise CorruptTable(f"{path} is not a regular file")
    if size < expected:
        raise TruncatedTable(f"{path} has {size} bytes, expected {expected}: it was cut off")
    if size > expected:
        raise CorruptTable(f"{path} has {size} bytes, expected {expected}")


def _check_start_value(table: Table) -> None:
    level = table.levels[0]
    first = float(table.read(level, 0, 1)[0])
    if not abs(first - table.start_value) <= error_bound(table.encoding, table.start_value):
        path = table.folder / shard_name(level, table.encoding)
        raise CorruptTable(f"{path} starts with {first}, but the start value is {table.start_value}")


def _missing(path: Path) -> MissingTable:
    return MissingTable(f"{path.parent} lacks {path.name}")
