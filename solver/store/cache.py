"""Sheet tables that were solved on demand, kept for the rest of the game and the next one.

The cache is bounded.  When it grows too large, the tables that were not used for the
longest time go first; a table's last use is the time stamp of its manifest.  Tables
appear and vanish by renaming a folder, so several processes can share a cache.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ..errors import MissingTable, TableError
from ..games.ruleset import Ruleset
from .files import Lock, write_errors
from .manifest import MANIFEST, TablePlan, ruleset_hash
from .places import cache_folder
from .shards import Values
from .tables import Table, expect, open_table
from .writer import LOCK, PARTIAL, REPLACED, TableWriter, beside

LIMIT_VARIABLE = "OMKAST_CACHE_LIMIT"
DEFAULT_LIMIT = 2_000
"""Megabytes that the cache may hold if OMKAST_CACHE_LIMIT does not say otherwise."""

_EVICTED = "evicted-"

_NAME = re.compile(r"(.+)-([0-9a-f]+)-([0-9]+)-([0-9]+)")

RootFields = dict[str, int]
"""Where a sheet table starts: the manifest's ``root``."""


class SheetCache:
    """The sheet tables in ``folder``, which need not exist, at most ``limit`` bytes of them."""

    def __init__(self, folder: Path | None = None, limit: int | None = None) -> None:
        self.folder = cache_folder() / "sheets" if folder is None else folder
        self.limit = cache_limit() if limit is None else limit

    def table_folder(self, slug: str, root: RootFields) -> Path:
        """Where the table for ``root`` lies, if there is one."""
        return self.folder / f"{slug}-{root['filled']:x}-{root['upper_total']}-{root['markers']}"

    def roots(self, ruleset: Ruleset) -> list[RootFields]:
        """The roots of all tables for ``ruleset``; they were not looked into."""
        parsed = [parse_sheet_name(folder.name) for folder in self.tables()]
        return [name[1] for name in parsed if name is not None and name[0] == ruleset.slug]

    def find(self, ruleset: Ruleset, root: RootFields) -> Table | None:
        """The table for ``root``, None if there is none; it counts as used now.

        Raises:
            TableError: there is one, with one of the problems that :func:`open_table` finds.
        """
        folder = self.table_folder(ruleset.slug, root)
        try:
            table = expect(_open_whole(folder, ruleset_hash(ruleset)), "sheet", root)
        except MissingTable:
            if not folder.exists():
                return None
            # Another process may just have put a new table there.
            table = expect(_open_whole(folder, ruleset_hash(ruleset)), "sheet", root)
        with suppress(OSError):  # a cache that can only be read is still of use
            os.utime(folder / MANIFEST)
        return table

    def store(self, plan: TablePlan, levels: Iterable[tuple[int, Values]]) -> Table:
        """Keep a table, instead of one with the same root, and make room for it.

        Room is made by removing others: the new table stays even if it alone exceeds the limit.

        Args:
            plan: the table's plan; its kind is ``sheet``.
            levels: (level, flat array) for every level, the lowest one last.

        Raises:
            TableError: the cache cannot be written, or another process is storing this table.
        """
        folder = self.table_folder(plan.ruleset["slug"], plan.root)
        with TableWriter(folder, plan) as writer:
            try:
                start_value = float("nan")
                for level, values in levels:
                    writer.write_level(level, values)
                    start_value = float(values[0])
                writer.finish(start_value)
            except BaseException:
                writer.discard()
                raise
            table = _open_whole(folder, plan.ruleset_hash)  # before others may evict it
        with write_errors(self.folder):
            self._make_room(folder)
        return table

    def tables(self) -> list[Path]:
        """The folders of all tables, by name."""
        if not self.folder.is_dir():
            return []
        return sorted(path for path in self.folder.iterdir() if parse_sheet_name(path.name))

    def _make_room(self, new: Path) -> None:
        """Remove what killed processes left behind, then the oldest tables until the rest fits."""
        for path in list(self.folder.iterdir()):
            if path.name.startswith(_EVICTED):
                shutil.rmtree(path, ignore_errors=True)
            elif path.suffix in (PARTIAL, REPLACED, LOCK):
                _remove_abandoned(path.with_suffix(""))
        tables = [(_last_use(folder), _size(folder), folder) for folder in self.tables()]
        total = sum(size for _, size, _ in tables)
        for _, size, folder in sorted(tables):
            if total > self.limit and folder != new:
                _evict(folder)
                total -= size


def cache_limit() -> int:
    """Bytes that the cache may hold: OMKAST_CACHE_LIMIT (in megabytes), or the default.

    Raises:
        TableError: the variable is not a whole number from 0.
    """
    text = os.environ.get(LIMIT_VARIABLE, str(DEFAULT_LIMIT))
    if not (text.isascii() and text.isdigit()):
        raise TableError(f"{LIMIT_VARIABLE} is {text!r}; expected a whole number of megabytes")
    return int(text) * 10**6


def parse_sheet_name(name: str) -> tuple[str, RootFields] | None:
    """The ruleset's slug and the root in the name of a sheet table's folder; None for other names."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    slug, filled, upper_total, markers = match.groups()
    return slug, {"filled": int(filled, 16), "upper_total": int(upper_total), "markers": int(markers)}


def _open_whole(folder: Path, hash_of_rules: str) -> Table:
    """The table with every level opened, so that it stays of use if another process evicts it."""
    table = open_table(folder, hash_of_rules)
    for level in table.levels:
        table.level(level)
    return table


def _remove_abandoned(table: Path) -> None:
    """Remove what a killed process left beside ``table``; a living one holds the lock."""
    with suppress(TableError), Lock(beside(table, LOCK)):
        for suffix in (PARTIAL, REPLACED):
            shutil.rmtree(beside(table, suffix), ignore_errors=True)


def _evict(folder: Path) -> None:
    """Remove a table: out of sight in one step, then file by file; not if it is being written."""
    with suppress(TableError), Lock(beside(folder, LOCK)):
        away = Path(tempfile.mkdtemp(prefix=_EVICTED, dir=folder.parent))
        with suppress(FileNotFoundError):  # another process was faster
            os.replace(folder, away / folder.name)
        shutil.rmtree(away, ignore_errors=True)


def _last_use(folder: Path) -> int:
    """When the table was last used; tables without a manifest are the oldest of all."""
    try:
        return (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        return 0


def _size(folder: Path) -> int:
    try:
        return sum(path.stat().st_size for path in folder.iterdir())
    except OSError:
        return 0
