"""The book: the first levels of a ruleset, small enough to ship, made from its complete table."""

from __future__ import annotations

from pathlib import Path

from ..errors import MissingTable
from ..games.ruleset import Ruleset
from ..store.manifest import Manifest
from ..store.places import Place, find_table
from ..store.writer import TableWriter
from .complete import solve_command
from .lattice import SheetLattice
from .tables import contents, table_plan


def make_book(ruleset: Ruleset, tables: Path | None, into: Path) -> Manifest:
    """Write the book of ``ruleset`` into the tables folder ``into``.

    Args:
        ruleset: the rules.
        tables: a folder to look for the complete table in first.
        into: the tables folder that gets the book, made if it is not there.

    Raises:
        MissingTable: there is no complete table.
        TableError: it cannot be trusted, or the book cannot be written.
    """
    lattice = SheetLattice(ruleset)
    complete = find_table(contents(lattice, "complete"), tables)
    if complete is None:
        raise MissingTable(f"no complete table of {ruleset.slug}; make it with: {solve_command(ruleset)}")
    plan = table_plan(lattice, "book", "fixed16", made_by=book_command(ruleset))
    with TableWriter(Place("asked", into).table_folder("book", ruleset.slug), plan) as writer:
        for level in sorted(plan.sizes, reverse=True):
            writer.write_level(level, complete.level(level))
        return writer.finish(complete.start_value)


def book_command(ruleset: Ruleset) -> str:
    """The commands that make the book of ``ruleset``, run in a checkout."""
    return f"{solve_command(ruleset)} && omkast tables book {ruleset.slug} --into tables"
