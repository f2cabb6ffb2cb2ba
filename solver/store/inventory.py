"""Every table that can be found, with what is wrong with it."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ..errors import OmkastWarning, TableError, UnreadableTable
from .cache import SheetCache, parse_sheet_name
from .manifest import WHOLE_GAME, RootFields, TableKind
from .places import RULESET_KINDS, Place, PlaceName, is_there, places
from .writer import LOCK, PARTIAL, REPLACED

Check = Callable[[Path, TableKind, str, RootFields], object]
"""Looks at a table by its folder, and the kind, slug and root that this is named for; raises TableError."""


@dataclass(frozen=True)
class TableFacts:
    """A table as it was found.

    Attributes:
        place: what made it looked for there.
        kind: ``complete``, ``book`` or ``sheet``.
        ruleset: the slug of its rules, as its folder's name has it.
        folder: where it is.
        bytes: what its files take on disk.
        problem: why it cannot be used; None if it can.
    """

    place: PlaceName
    kind: TableKind
    ruleset: str
    folder: Path
    bytes: int
    problem: TableError | None


def inventory(check: Check, tables: Path | None = None) -> list[TableFacts]:
    """All tables, in the order of the places, each checked.

    Args:
        check: how to look at a table (omkast.sheet.tables).
        tables: a folder to look into first.

    Raises:
        MissingTable: ``tables`` or the folder in OMKAST_TABLES is not a folder.
    """
    return [
        TableFacts(place, kind, slug, folder, _bytes(folder), _problem(folder, kind, slug, root, check))
        for place, kind, slug, root, folder in _found(places(tables))
    ]


def _found(looked: tuple[Place, ...]) -> Iterator[tuple[PlaceName, TableKind, str, RootFields, Path]]:
    for place in looked:
        for kind in RULESET_KINDS if _may_be_read(place.folder) else ():
            for folder in _table_folders(place.folder / kind):
                yield place.name, kind, folder.name, WHOLE_GAME, folder
        if place.name == "cache":
            for folder in SheetCache().tables():
                if (parsed := parse_sheet_name(folder.name)) is not None:
                    yield place.name, "sheet", *parsed, folder


def _may_be_read(place: Path) -> bool:
    try:
        is_there(place)
    except UnreadableTable as problem:
        warnings.warn(f"{problem}; passed over", OmkastWarning, stacklevel=2)
        return False
    return True


def _table_folders(parent: Path) -> list[Path]:
    unfinished = (PARTIAL, REPLACED, LOCK)
    try:
        return sorted(path for path in parent.iterdir() if path.is_dir() and path.suffix not in unfinished)
    except (FileNotFoundError, NotADirectoryError):
        return []
    except OSError as error:
        text = f"{parent} cannot be read: {error.strerror or error}; passed over"
        warnings.warn(text, OmkastWarning, stacklevel=2)
        return []


def _bytes(folder: Path) -> int:
    try:
        return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    except OSError:
        return 0


def _problem(folder: Path, kind: TableKind, slug: str, root: RootFields, check: Check) -> TableError | None:
    try:
        check(folder, kind, slug, root)
    except TableError as problem:
        return problem
    return None
