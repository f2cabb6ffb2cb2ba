"""Every table that can be found, with what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..errors import StaleTable, TableError
from ..games.registry import SHEET_GAMES
from .cache import RootFields, SheetCache, parse_sheet_name
from .manifest import WHOLE_GAME, TableKind, ruleset_hash
from .places import Place, PlaceName, places
from .tables import Table, expect
from .writer import LOCK, PARTIAL, REPLACED

Check = Callable[[Path, str], Table]
"""omkast.store.tables.open_table, or verify to look at every byte."""


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


def known_hashes() -> dict[str, str]:
    """The ruleset hash of every ruleset of every game, by slug."""
    return {ruleset.slug: ruleset_hash(ruleset) for game in SHEET_GAMES for ruleset in game.rulesets()}


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
        TableFacts(
            place, kind, slug, folder, _bytes(folder), _problem(folder, kind, root, hashes.get(slug), check)
        )
        for place, kind, slug, root, folder in _found(places(tables))
    ]


def _found(looked: tuple[Place, ...]) -> Iterator[tuple[PlaceName, TableKind, str, RootFields, Path]]:
    kinds: tuple[TableKind, ...] = ("complete", "book")
    for place in looked:
        for kind in kinds:
            for folder in _table_folders(place.folder / kind):
                yield place.name, kind, folder.name, WHOLE_GAME, folder
        if place.name == "cache":
            for folder in SheetCache().tables():
                if (parsed := parse_sheet_name(folder.name)) is not None:
                    yield place.name, "sheet", *parsed, folder


def _table_folders(parent: Path) -> list[Path]:
    if not parent.is_dir():
        return []
    unfinished = (PARTIAL, REPLACED, LOCK)
    return sorted(path for path in parent.iterdir() if path.is_dir() and path.suffix not in unfinished)


def _bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir() if path.is_file())


def _problem(
    folder: Path, kind: TableKind, root: RootFields, ruleset_hash: str | None, check: Check
) -> TableError | None:
    if ruleset_hash is None:
        return StaleTable(f"{folder} is named for a ruleset that does not exist")
    try:
        expect(check(folder, ruleset_hash), kind, root)
    except TableError as problem:
        return problem
    return None
