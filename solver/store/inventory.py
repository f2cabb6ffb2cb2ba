"""Every table that can be found, with what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from omkast.solver.errors import StaleTable, TableError
from omkast.solver.store.cache import SheetCache, parse_sheet_name
from omkast.solver.store.manifest import Kind
from omkast.solver.store.places import Place, PlaceName, places
from omkast.solver.store.writer import LOCK, PARTIAL, REPLACED

Check = Callable[[Path, str], object]
"""omkast.solver.store.tables.open_table, or verify to look at every byte."""


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
    kind: Kind
    ruleset: str
    folder: Path
    bytes: int
    problem: TableError | None


def inventory(hashes: Mapping[str, str], check: Check, tables: Path | None = None) -> list[TableFacts]:
    """All tables, in the order of the places, each checked.

    Args:
        hashes: the ruleset hash of every ruleset there is, by slug.
        check: how to look at a table: open_table or verify.
        tables: a folder to look into first.

    Raises:
        MissingTable: ``tables`` or the folder in OMKAST_TABLES is not a folder.
    """
    return [
        TableFacts(place, kind, slug, folder, _bytes(folder), _problem(folder, slug, hashes, check))
        for place, kind, slug, folder in _found(places(tables))
    ]


def _found(looked: tuple[Place, ...]) -> Iterator[tuple[PlaceName, Kind, str, Path]]:
    kinds: tuple[Kind, ...] = ("complete", "book")
    for place in looked:
        for kind in kinds:
            for folder in _table_folders(place.folder / kind):
                yield place.name, kind, folder.name, folder
        if place.name == "cache":
            for folder in SheetCache().tables():
                if (parsed := parse_sheet_name(folder.name)) is not None:
                    yield place.name, "sheet", parsed[0], folder


def _table_folders(parent: Path) -> list[Path]:
    if not parent.is_dir():
        return []
    unfinished = (PARTIAL, REPLACED, LOCK)
    return sorted(path for path in parent.iterdir() if path.is_dir() and path.suffix not in unfinished)


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


def _problem(folder: Path, slug: str, hashes: Mapping[str, str], check: Check) -> TableError | None:
    if slug not in hashes:
        return StaleTable(f"{folder} is for {slug}; no ruleset has that name")
    try:
        check(folder, hashes[slug])
    except TableError as problem:
        return problem
    return None
