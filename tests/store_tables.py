"""Small tables for the tests of the store."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omkast.store.manifest import (
    MANIFEST,
    WHOLE_GAME,
    Contents,
    Encoding,
    RootFields,
    TableKind,
    TablePlan,
    checksum,
)
from omkast.store.writer import TableWriter

SLUG = "some-rules"
HASH = "c0ffee" * 10 + "cafe"
LEVELS = (2, 1, 0)
"""The levels of the test tables, in the order in which they are solved."""


def level_values(level: int) -> NDArray[np.float64]:
    """float64: the values of a level, made up: rows of rising values that end in NaN."""
    rows: NDArray[np.float64] = (
        300.0 - 40 * level + np.add.outer(np.arange(3.0 * level + 1) / 7, np.arange(8) ** 1.5)
    )
    rows[:, 6:] = np.nan
    return rows.ravel()


def contents(kind: TableKind = "complete", root: RootFields = WHOLE_GAME) -> Contents:
    """What the test tables must hold."""
    return table_plan(kind, root=root)


def table_plan(
    kind: TableKind = "complete", encoding: Encoding = "float32", root: RootFields = WHOLE_GAME
) -> TablePlan:
    """A plan for made-up rules."""
    return TablePlan(
        kind=kind,
        slug=SLUG,
        ruleset={"slug": SLUG},
        ruleset_hash=HASH,
        root=root,
        axes="[row, lane]",
        sizes={level: len(level_values(level)) for level in sorted(LEVELS)},
        encoding=encoding,
        made_by="the tests",
    )


def kind_of(encoding: Encoding) -> TableKind:
    """A kind of table that may have this encoding."""
    return "book" if encoding == "fixed16" else "complete"


def write_table(folder: Path, encoding: Encoding = "float32", kind: TableKind | None = None) -> Path:
    """A sound table in ``folder``."""
    with TableWriter(folder, table_plan(kind or kind_of(encoding), encoding)) as writer:
        for level in LEVELS:
            writer.write_level(level, level_values(level))
        writer.finish(level_values(0)[0])
    return folder


def edit_manifest(folder: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    """Let ``edit`` change the manifest's JSON, with the checksum that then belongs to it."""
    entries = json.loads((folder / MANIFEST).read_text())
    del entries["sha256"]
    edit(entries)
    (folder / MANIFEST).write_text(json.dumps(entries | {"sha256": checksum(entries)}))


def flip_byte(path: Path, at: int) -> None:
    """Change one byte of a file."""
    content = bytearray(path.read_bytes())
    content[at] ^= 0x10
    path.write_bytes(content)


def files(folder: Path) -> dict[str, bytes]:
    """Every file below ``folder`` with its content."""
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
