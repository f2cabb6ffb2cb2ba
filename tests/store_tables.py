"""Small tables for the tests of the store."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.store.manifest import (
    MANIFEST,
    WHOLE_GAME,
    Encoding,
    TableKind,
    TablePlan,
    describe_ruleset,
    ruleset_hash,
)
from omkast.store.writer import TableWriter

RULESET = maxi_yatzy("alga", saved_rerolls=True)
HASH = ruleset_hash(RULESET)
LEVELS = (2, 1, 0)
"""The levels of the test tables, in the order in which they are solved."""


def level_values(level: int) -> NDArray[np.float64]:
    """float64: the values of a level, made up: rows of rising values that end in NaN."""
    rows: NDArray[np.float64] = (
        300.0 - 40 * level + np.add.outer(np.arange(3.0 * level + 1) / 7, np.arange(8) ** 1.5)
    )
    rows[:, 6:] = np.nan
    return rows.ravel()


def table_plan(
    kind: TableKind = "complete", encoding: Encoding = "float32", root: dict[str, int] = WHOLE_GAME
) -> TablePlan:
    """A plan for :data:`RULESET`."""
    return TablePlan(
        kind=kind,
        ruleset=describe_ruleset(RULESET),
        ruleset_hash=HASH,
        root=root,
        axes="[row, lane]",
        encoding=encoding,
        made_by="the tests",
    )


def write_table(folder: Path, encoding: Encoding = "float32", kind: TableKind = "complete") -> Path:
    """A sound table in ``folder``."""
    with TableWriter(folder, table_plan(kind, encoding)) as writer:
        for level in LEVELS:
            writer.write_level(level, level_values(level))
        writer.finish(level_values(0)[0])
    return folder


def edit_manifest(folder: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    """Let ``edit`` change the manifest's JSON."""
    entries = json.loads((folder / MANIFEST).read_text())
    edit(entries)
    (folder / MANIFEST).write_text(json.dumps(entries))


def flip_byte(path: Path, at: int) -> None:
    """Change one byte of a file."""
    content = bytearray(path.read_bytes())
    content[at] ^= 0x10
    path.write_bytes(content)


def files(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` with its content."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
