"""Opening tables, and refusing those that cannot be trusted.

Every problem has its own error, raised before any number is handed out:

    MissingTable     no folder, no manifest, or no file for a level
    StaleTable       another format, solver version or ruleset
    TruncatedTable   a shard is shorter than the manifest says
    CorruptTable     anything else that is not as the manifest says
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ..errors import CorruptTable, MissingTable, StaleTable, TruncatedTable
from ..version import SOLVER_VERSION
from .files import sha256
from .manifest import Manifest, Shard, TableKind, read_manifest
from .shards import decode, error_bound


class Table:
    """The values of a table, one flat array per level; made by :func:`open_table`.

    Attributes:
        folder: where it lies.
        manifest: what it says about itself.
    """

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest
        self._shards = {shard.level: shard for shard in manifest.shards}
        self._read: dict[int, NDArray[np.float32]] = {}

    @property
    def levels(self) -> tuple[int, ...]:
        """The levels that the table holds, ascending."""
        return tuple(self._shards)

    def level(self, level: int) -> NDArray[np.float32]:
        """float32 [values of the level], read-only: the level's flat array, NaN where unreachable.

        It is read the first time it is asked for, memory-mapped if the encoding allows.

        Raises:
            MissingTable: the table does not hold ``level``, or its file has gone.
            CorruptTable: the file cannot be read, or does not have its SHA-256.
        """
        if level not in self._shards:
            held = ", ".join(map(str, self.levels))
            raise MissingTable(f"{self.folder} has no level {level}; it holds {held}")
        if level not in self._read:
            self._read[level] = self._decode(self._shards[level])
        return self._read[level]

    def _decode(self, shard: Shard) -> NDArray[np.float32]:
        path = self.folder / shard.file
        try:
            found = sha256(path)
            if found != shard.sha256:
                raise CorruptTable(f"{path} has SHA-256 {found[:12]}…, expected {shard.sha256[:12]}…")
            return decode(path, self.manifest.encoding, shard.values)
        except FileNotFoundError:
            raise _missing(path) from None
        except (OSError, ValueError) as error:
            raise CorruptTable(f"{path} cannot be read: {error}") from None


def open_table(folder: Path, ruleset_hash: str) -> Table:
    """The table in ``folder``, if it is one for these rules and this solver.

    Sizes and the start value are checked at once, the bytes of a level when it is read;
    :func:`verify_table` reads them all.

    Args:
        folder: the table's folder.
        ruleset_hash: what omkast.store.manifest.ruleset_hash says of the rules.

    Raises:
        MissingTable, StaleTable, TruncatedTable, CorruptTable: see the module.
    """
    manifest = read_manifest(folder)
    if manifest.solver_version != SOLVER_VERSION:
        raise StaleTable(
            f"{folder} was made by solver version {manifest.solver_version};"
            f" this is solver version {SOLVER_VERSION}"
        )
    if manifest.ruleset_hash != ruleset_hash:
        raise StaleTable(
            f"{folder} was made for other rules: ruleset hash {manifest.ruleset_hash[:12]},"
            f" expected {ruleset_hash[:12]}"
        )
    if not manifest.shards:
        raise CorruptTable(f"{folder} holds no levels")
    for shard in manifest.shards:
        _check_size(folder / shard.file, shard.bytes)
    table = Table(folder, manifest)
    _check_start_value(table)
    return table


def expect(table: Table, kind: TableKind, root: Mapping[str, int]) -> Table:
    """``table``, if it is of this kind and starts at this root.

    Raises:
        CorruptTable: it is another one that has come to lie in its place.
    """
    manifest = table.manifest
    if manifest.kind != kind or manifest.root != root:
        raise CorruptTable(
            f"{table.folder} is a {manifest.kind} table from {manifest.root};"
            f" expected a {kind} table from {dict(root)}"
        )
    return table


def verify_table(folder: Path, ruleset_hash: str) -> Table:
    """The table in ``folder``, after every byte was checked against its manifest.

    Raises:
        MissingTable, StaleTable, TruncatedTable: as :func:`open_table`.
        CorruptTable: likewise, or a file does not have its SHA-256.
    """
    table = open_table(folder, ruleset_hash)
    for level in table.levels:
        table.level(level)
    return table


def _check_size(path: Path, expected: int) -> None:
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise _missing(path) from None
    except OSError as error:
        raise CorruptTable(f"{path} cannot be read: {error.strerror or error}") from None
    if size < expected:
        raise TruncatedTable(f"{path} has {size} bytes, expected {expected}: it was cut off")
    if size > expected:
        raise CorruptTable(f"{path} has {size} bytes, expected {expected}")


def _check_start_value(table: Table) -> None:
    first = float(table.level(table.levels[0])[0])
    stated = table.manifest.start_value
    if not abs(first - stated) <= error_bound(table.manifest.encoding, stated):
        path = table.folder / table.manifest.shards[0].file
        raise CorruptTable(f"{path} starts with {first}, but the start value is {stated}")


def _missing(path: Path) -> MissingTable:
    return MissingTable(f"{path.parent} lacks {path.name}")
