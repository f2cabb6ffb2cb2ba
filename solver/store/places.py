"""Where tables are looked for.

In this order: the folder that was asked for, the folder in OMKAST_TABLES, the user's
cache, and the shipped folder.  In each, a ruleset's table is ``<kind>/<slug>/``.
Sheets are only in the cache, in a folder beside its tables.
"""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Literal

import platformdirs

from ..errors import PATH_LENGTH, MissingTable, OmkastWarning, UnreadableTable, quoted
from .manifest import Contents, TableKind
from .tables import Table, open_table
from .writer import remove_leftovers

TABLES_VARIABLE = "OMKAST_TABLES"
CACHE_VARIABLE = "OMKAST_CACHE"

PlaceName = Literal["asked", "environment", "cache", "shipped"]
RULESET_KINDS: tuple[TableKind, ...] = ("complete", "book")
"""The kinds of tables that lie in a place; sheets are in the cache only."""


@dataclass(frozen=True)
class Place:
    """A folder in which tables are looked for, and why it is one."""

    name: PlaceName
    folder: Path

    def table_folder(self, kind: TableKind, slug: str) -> Path:
        """Where this place has the table of that kind for the ruleset ``slug``, if it has one."""
        return self.folder / kind / slug


def places(tables: Path | None = None) -> tuple[Place, ...]:
    """Every place, in the order in which they are looked into.

    Args:
        tables: a folder that was asked for.

    Raises:
        MissingTable: ``tables`` or the folder in OMKAST_TABLES is not a folder.
    """
    found = []
    if tables is not None:
        found.append(Place("asked", _folder(tables, "the tables folder")))
    if variable := os.environ.get(TABLES_VARIABLE):
        found.append(Place("environment", _folder(Path(variable).expanduser(), TABLES_VARIABLE)))
    found.append(cache_place())
    found.append(Place("shipped", shipped_folder()))
    return tuple(found)


def cache_place() -> Place:
    """The user's own tables, in the cache folder; it need not exist."""
    return Place("cache", cache_folder() / "tables")


def find_table(contents: Contents, tables: Path | None = None) -> Table | None:
    """The table with ``contents`` from the first place that has one; None if no place has.

    A table that cannot be trusted is an error; the places after it are not tried.  What may
    not even be looked into is passed over with an OmkastWarning, the same for all kinds of
    tables if it is the place itself.

    Args:
        contents: what the table must hold; its kind is ``complete`` or ``book``.
        tables: a folder to look into first.

    Raises:
        MissingTable: ``tables`` or OMKAST_TABLES is not a folder.
        TableError: the table has one of the problems that :func:`open_table` finds.
    """
    for place in places(tables):
        folder = place.table_folder(contents.kind, contents.slug)
        try:
            if is_there(place.folder) and is_there(folder):
                table = open_table(folder, contents)
                remove_leftovers(folder)
                return table
        except UnreadableTable as problem:
            warnings.warn(f"{problem}; looking elsewhere", OmkastWarning, stacklevel=2)
    return None


def is_there(path: Path) -> bool:
    """Whether there is a folder at ``path``; raises UnreadableTable if it may not be looked into."""
    try:
        os.stat(os.path.join(path, os.curdir))
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise UnreadableTable(f"{path} cannot be read: {error.strerror or error}") from None
    return True


def cache_folder() -> Path:
    """The user's cache folder for Omkast, or the folder in OMKAST_CACHE; it need not exist."""
    variable = os.environ.get(CACHE_VARIABLE)
    return Path(variable).expanduser() if variable else platformdirs.user_cache_path("omkast")


def shipped_folder() -> Path:
    """The folder ``tables`` that ships with the product.

    It is the package omkast.tables, which holds nothing but data.
    """
    return Path(str(files("omkast.tables")))


def _folder(path: Path, what: str) -> Path:
    try:
        if not path.is_dir():
            problem = "is not a folder" if path.exists() else "does not exist"
        elif not any((path / kind).is_dir() for kind in RULESET_KINDS):
            problem = "holds no tables"
        else:
            return path
    except PermissionError:
        return path  # whoever looks into it will pass it over, and say so
    expected = " or ".join(f"{kind}/" for kind in RULESET_KINDS)
    raise MissingTable(
        f"{what} {quoted(str(path), PATH_LENGTH)} {problem}; expected a folder with {expected} in it"
    )
