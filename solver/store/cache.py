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
import warnings
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from ..errors import MissingTable, OmkastWarning, TableError, UnreadableTable, quoted
from ..progress import Cancel, never
from .files import write_errors
from .lock import Lock
from .manifest import MANIFEST, Contents, RootFields, TablePlan
from .places import cache_folder
from .shards import Values
from .tables import Table, open_table
from .writer import LOCK, PARTIAL, REPLACED, TableWriter, beside, remove_leftovers

LIMIT_VARIABLE = "OMKAST_CACHE_LIMIT"
DEFAULT_LIMIT = 2_000
"""Megabytes that the cache may hold if OMKAST_CACHE_LIMIT does not say otherwise."""

MOST_DIGITS = 9
"""Of OMKAST_CACHE_LIMIT: a larger number of megabytes is a slip of the hand."""

PATIENCE = 1800.0
"""Seconds to wait for another process that solves the same position."""

SET_ASIDE = ".set-aside"
"""Suffix of a table that was found unsound; it is looked into by people only."""

_EVICTED = "evicted-"

_NAME = re.compile(r"(.+)-([0-9a-f]+)-([0-9]+)-([0-9]+)")


class SheetCache:
    """The sheet tables in ``folder``, which need not exist, at most ``limit`` bytes of them."""

    def __init__(self, folder: Path | None = None, limit: int | None = None) -> None:
        self.folder = cache_folder() / "sheets" if folder is None else folder
        self.limit = cache_limit() if limit is None else limit

    def table_folder(self, slug: str, root: RootFields) -> Path:
        """Where the table for ``root`` lies, if there is one."""
        return self.folder / f"{slug}-{root['filled']:x}-{root['upper_total']}-{root['markers']}"

    def roots(self, slug: str) -> list[RootFields]:
        """The roots of all tables for the ruleset ``slug``; they were not looked into."""
        parsed = [parse_sheet_name(folder.name) for folder in self.tables()]
        return [name[1] for name in parsed if name is not None and name[0] == slug]

    def find(self, contents: Contents) -> Table | None:
        """The table with ``contents``, None if there is none; it counts as used now.

        One that cannot be trusted is set aside with an OmkastWarning, and counts as none.
        """
        folder = self.table_folder(contents.slug, contents.root)
        try:
            table = self._open(folder, contents)
        except UnreadableTable as problem:
            warnings.warn(f"{problem}; passed over", OmkastWarning, stacklevel=2)
            return None
        except TableError as problem:
            self.set_aside(folder, problem)
            return None
        if table is not None:
            remove_leftovers(folder)
            with suppress(OSError):  # a cache that can only be read is still of use
                os.utime(folder / MANIFEST)
        return table

    def _open(self, folder: Path, contents: Contents) -> Table | None:
        try:
            return _open_whole(folder, contents)
        except MissingTable:
            # Another process may just have put a new table there.
            return _open_whole(folder, contents) if folder.exists() else None

    def set_aside(self, folder: Path, problem: TableError) -> None:
        """Move a table that cannot be trusted out of the way, and say so in an OmkastWarning."""
        aside = beside(folder, SET_ASIDE)
        text = f"{problem}; it is made anew"
        with suppress(OSError):
            shutil.rmtree(aside, ignore_errors=True)
            os.replace(folder, aside)
            text += f", and the old one is kept as {aside.name}"
        warnings.warn(text, OmkastWarning, stacklevel=3)

    def store(self, plan: TablePlan, levels: Iterable[tuple[int, Values]], cancel: Cancel = never) -> Table:
        """Keep a table and make room for it; one that another process has just stored is used instead.

        Room is made by removing others: the new table stays even if it alone exceeds the limit.

        Args:
            plan: the table's plan; its kind is ``sheet``.
            levels: (level, flat array) for every level, the lowest one last.
            cancel: ends the wait for another process that is storing this table.

        Raises:
            UnwritableTable: the cache cannot be written.
            LockedTable: another process is still storing this table.
            Cancelled: the wait was given up.
        """
        folder = self.table_folder(plan.slug, plan.root)
        with TableWriter(folder, plan, PATIENCE, cancel) as writer:
            try:
                if (found := self.find(plan)) is not None:
                    writer.discard()
                    return found
                start_value = float("nan")
                for level, values in levels:
                    writer.write_level(level, values)
                    start_value = float(values[0])
                writer.finish(start_value)
            except BaseException:
                with suppress(TableError):  # what failed first is what is told
                    writer.discard()
                raise
            table = _open_whole(folder, plan)  # before others may evict it
        with write_errors(self.folder):
            self._make_room(folder)
        return table

    def tables(self) -> list[Path]:
        """The folders of all tables, by name."""
        try:
            return sorted(path for path in self.folder.iterdir() if parse_sheet_name(path.name))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            text = f"{self.folder} cannot be read: {error.strerror or error}; passed over"
            warnings.warn(text, OmkastWarning, stacklevel=2)
            return []

    def _make_room(self, new: Path) -> None:
        """Remove what killed processes left behind, then the oldest tables until the rest fits."""
        for path in list(self.folder.iterdir()):
            if path.name.startswith(_EVICTED):
                shutil.rmtree(path, ignore_errors=True)
            elif path.suffix in (PARTIAL, REPLACED, LOCK):
                _remove_abandoned(path.with_suffix(""))
        aside = [path for path in self.folder.iterdir() if path.suffix == SET_ASIDE]
        held = [(_last_use(folder), _size(folder), folder) for folder in self.tables()]
        held += [(0, _size(folder), folder) for folder in aside]
        total = sum(size for _, size, _ in held)
        for _, size, folder in sorted(held):
            if folder == new and size > self.limit:
                text = (
                    f"the new table takes {size / 1e6:.1f} MB, more than the {self.limit / 1e6:.0f} MB of"
                    f" {LIMIT_VARIABLE}; it goes when the next one is stored"
                )
                warnings.warn(text, OmkastWarning, stacklevel=3)
            elif total > self.limit and folder != new:
                _evict(folder)
                total -= size


def cache_limit() -> int:
    """Bytes that the cache may hold: OMKAST_CACHE_LIMIT (in megabytes), or the default.

    Raises:
        TableError: the variable is not a whole number from 0 with at most nine digits.
    """
    text = os.environ.get(LIMIT_VARIABLE) or str(DEFAULT_LIMIT)
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise TableError(
            f"{LIMIT_VARIABLE} is {quoted(text)}; expected a whole number of megabytes"
            f" with at most {MOST_DIGITS} digits"
        )
    return int(text) * 10**6


def parse_sheet_name(name: str) -> tuple[str, RootFields] | None:
    """The ruleset's slug and the root in the name of a sheet table's folder; None for other names."""
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    slug, filled, upper_total, markers = match.groups()
    return slug, {"filled": int(filled, 16), "upper_total": int(upper_total), "markers": int(markers)}


def _open_whole(folder: Path, contents: Contents) -> Table:
    """The table with every level opened, so that it stays of use if another process evicts it."""
    table = open_table(folder, contents)
    for level in table.levels:
        table.read(level, 0, 1)
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
