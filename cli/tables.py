"""``omkast tables``: which tables there are, where they are looked for, and whether they are sound."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from omkast import SHEET_GAMES

from .command import Group
from .documents import Document, print_json
from .options import Folder, json_option, tables_option

if TYPE_CHECKING:
    from omkast import Place, PlaceName, TableError, TableFacts

PLACE_TEXTS: dict[PlaceName, str] = {
    "asked": "--tables",
    "environment": "OMKAST_TABLES",
    "cache": "cache",
    "shipped": "shipped",
}
"""What makes tables looked for in a place, as the user knows it."""


@click.group("tables", cls=Group)
def tables_group() -> None:
    """Look after tables: files with values that were solved before."""


@tables_group.command("list")
@tables_option
@json_option
def list_command(tables: Path | None, as_json: bool) -> None:
    """List every table that can be found.

    Sizes and start values are checked; 'verify' looks at every byte.
    """
    from omkast import inventory, open_named

    _show_tables(inventory(open_named, tables), as_json)


@tables_group.command("verify")
@tables_option
@json_option
@click.pass_context
def verify_command(context: click.Context, tables: Path | None, as_json: bool) -> None:
    """Check every byte of every table against its manifest.

    The exit status is 1 if a table has a problem, or if there is no table at all.
    """
    from omkast import MissingTable, inventory, verify_named

    found = inventory(verify_named, tables)
    if tables is not None and not any(facts.place == "asked" for facts in found):
        raise MissingTable(f"no table in {tables}; expected folders like complete/RULESET or book/RULESET")
    _show_tables(found, as_json)
    if not found or any(facts.problem for facts in found):
        context.exit(1)


@tables_group.command("where")
@tables_option
@json_option
def where_command(tables: Path | None, as_json: bool) -> None:
    """Show the folders in which tables are looked for, in order."""
    from omkast import SheetCache, places

    looked = places(tables)
    sheets = SheetCache()
    if as_json:
        cache = {"folder": str(sheets.folder), "limit_bytes": sheets.limit}
        print_json({"places": [_place_document(place) for place in looked], "sheets": cache})
        return
    from .render import show_columns, show_line

    rows = [(PLACE_TEXTS[place.name], _is_there(place.folder), str(place.folder)) for place in looked]
    show_columns(("place", "exists", "folder"), rows, numbers=0)
    click.echo()
    show_line(f"Sheets solved on demand (at most {_megabytes(sheets.limit)}): {sheets.folder}")


@tables_group.command("book")
@click.argument("slugs", nargs=-1, metavar="[RULESET]...")
@tables_option
@click.option(
    "--into",
    type=Folder(),
    required=True,
    metavar="DIR",
    help="Tables folder that gets the books, made if it is not there.",
)
def book_command(slugs: tuple[str, ...], tables: Path | None, into: Path) -> None:
    """Make the book of each RULESET from its complete table.

    A RULESET is named as the folder of its table, maxi-yatzy-alga-saved for one. A book holds the
    values of the first levels and ships with Omkast.
    """
    from omkast import make_book

    rulesets = {ruleset.slug: ruleset for game in SHEET_GAMES for ruleset in game.rulesets()}
    if not slugs or set(slugs) - set(rulesets):
        raise click.BadParameter(f"got {' '.join(slugs)!r}; expected one or more of: {', '.join(rulesets)}")
    for slug in slugs:
        manifest = make_book(rulesets[slug], tables, into)
        click.echo(f"{slug}: {_megabytes(manifest.bytes)}")


def _show_tables(found: list[TableFacts], as_json: bool) -> None:
    if as_json:
        print_json({"tables": [_table_document(facts) for facts in found]})
        return
    from .render import show_columns, show_line

    if not found:
        show_line("No tables found; 'omkast tables where' says where they are looked for.")
        return

    rows = [
        (
            facts.kind,
            facts.folder.name,
            PLACE_TEXTS[facts.place],
            type(facts.problem).__name__ if facts.problem else "none",
            _megabytes(facts.bytes),
        )
        for facts in found
    ]
    show_columns(("kind", "name", "place", "problem", "size"), rows, numbers=1)
    for facts in found:
        if facts.problem:
            click.echo()
            show_line(f"{type(facts.problem).__name__}: {facts.problem}")


def _table_document(facts: TableFacts) -> Document:
    return {
        "kind": facts.kind,
        "ruleset": facts.ruleset,
        "place": PLACE_TEXTS[facts.place],
        "folder": str(facts.folder),
        "bytes": facts.bytes,
        "problem": _problem_document(facts.problem),
    }


def _problem_document(problem: TableError | None) -> Document | None:
    return {"error": type(problem).__name__, "message": str(problem)} if problem else None


def _place_document(place: Place) -> Document:
    return {
        "place": PLACE_TEXTS[place.name],
        "folder": str(place.folder),
        "exists": os.path.isdir(place.folder),
    }


def _is_there(folder: Path) -> str:
    try:
        return "yes" if folder.is_dir() else "no"
    except PermissionError:
        return "unreadable"


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
