"""What the tables of sheet lattices must hold, and how they are called.

omkast.store keeps files and knows no game; everything that it must know of one is said here.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import CorruptTable, StaleTable
from ..games.registry import SHEET_GAMES
from ..games.ruleset import Ruleset
from ..progress import Cancel, never, watched
from ..store import tables as store
from ..store.manifest import Contents, Encoding, RootFields, TableKind, TablePlan
from .lattice import AXES, Root, SheetLattice

LAST_OF_BOOK = 5
"""The book's last level: levels 0 to 5 are enough to answer the first five turns."""

DOUBLE_UP_TO = 50_000_000
"""Bytes up to which a table is kept in double precision, if nobody says otherwise."""


def contents(lattice: SheetLattice, kind: TableKind) -> Contents:
    """What a table of ``lattice`` must hold."""
    last = min(LAST_OF_BOOK, lattice.last_level) if kind == "book" else lattice.last_level
    return Contents(
        kind=kind,
        slug=lattice.ruleset.slug,
        ruleset_hash=ruleset_hash(lattice.ruleset),
        root=asdict(lattice.root),
        axes=AXES,
        sizes={level: lattice.size(level) for level in range(lattice.first_level, last + 1)},
    )


def table_plan(lattice: SheetLattice, kind: TableKind, encoding: Encoding, made_by: str) -> TablePlan:
    """The plan of a table of ``lattice``; ``made_by`` is the command that makes it."""
    held = contents(lattice, kind)
    return TablePlan(
        kind=held.kind,
        slug=held.slug,
        ruleset_hash=held.ruleset_hash,
        root=held.root,
        axes=held.axes,
        sizes=held.sizes,
        ruleset=describe_ruleset(lattice.ruleset),
        encoding=encoding,
        made_by=made_by,
    )


def usual_encoding(lattice: SheetLattice) -> Encoding:
    """Double precision for what is small, single for what would take gigabytes."""
    held = contents(lattice, "complete")
    return "float64" if 8 * sum(held.sizes.values()) <= DOUBLE_UP_TO else "float32"


def open_named(folder: Path, kind: TableKind, slug: str, root: RootFields) -> store.Table:
    """The table in ``folder``, which is named for these rules and this root.

    Raises:
        StaleTable: there is no such ruleset or root.
        TableError: as omkast.store.tables.open_table.
    """
    return store.open_table(folder, contents(_named(folder, slug, root), kind))


def verify_named(
    folder: Path, kind: TableKind, slug: str, root: RootFields, cancel: Cancel = never
) -> store.Table:
    """Like :func:`open_named`, after every byte was checked, and that there is a value for every state.

    Raises:
        CorruptTable: there is a state without a finite value, or a value where no state is.
        StaleTable, TableError: as :func:`open_named`.
        Cancelled: the token, which is looked at before each level, asked for it.
    """
    lattice = _named(folder, slug, root)
    table = store.verify_table(folder, contents(lattice, kind), cancel)
    for level in watched(table.levels, cancel):
        values = table.level(level)
        for block in lattice.blocks(level).values():
            if not np.isfinite(block.view(values)).all():
                raise CorruptTable(f"{folder}: level {level} lacks the value of a state")
        if int(np.isnan(values).sum()) != lattice.size(level) - lattice.num_states(level):
            raise CorruptTable(f"{folder}: level {level} has a value where no state is")
    return table


def _named(folder: Path, slug: str, root: RootFields) -> SheetLattice:
    ruleset = _rulesets().get(slug)
    if ruleset is None:
        raise StaleTable(f"{folder} is named for a ruleset that does not exist")
    try:
        return SheetLattice(ruleset, Root(**root))
    except ValueError as error:
        raise StaleTable(f"{folder} is named for a sheet that does not exist: {error}") from None


@cache
def _rulesets() -> dict[str, Ruleset]:
    return {ruleset.slug: ruleset for game in SHEET_GAMES for ruleset in game.rulesets()}


def describe_ruleset(ruleset: Ruleset) -> dict[str, Any]:
    """The rules in words, as they stand in a manifest."""
    return {
        "slug": ruleset.slug,
        "game": ruleset.game,
        "options": dict(ruleset.options),
        "saved_rerolls": ruleset.saved_rerolls,
        "rerolls": ruleset.rerolls,
        "dice": ruleset.num_dice,
        "boxes": [box.id for box in ruleset.boxes],
        "bonus": asdict(ruleset.bonus),
    }


def ruleset_hash(ruleset: Ruleset) -> str:
    """SHA-256 of everything in the rules that decides values or their order; names are not part of it."""
    boxes = [
        {"id": box.id, "pattern": type(box.pattern).__name__, **asdict(box.pattern)} for box in ruleset.boxes
    ]
    decisive = {
        "dice": ruleset.num_dice,
        "boxes": boxes,
        "bonus": asdict(ruleset.bonus),
        "rerolls": ruleset.rerolls,
        "saved_rerolls": ruleset.saved_rerolls,
    }
    canonical = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
