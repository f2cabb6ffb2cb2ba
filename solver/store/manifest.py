"""What a table says about itself: ``manifest.json``.

A *table* is a folder with a manifest and one shard per level.  Its kind is

    complete   every value of a ruleset
    book       the first levels of a ruleset, small enough to ship
    sheet      what can follow one position, solved on demand and kept in the cache

The manifest is written last, so a folder without one is not a table.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, Self, get_args

from ..errors import CorruptTable, StaleTable
from ..games.ruleset import Ruleset
from ..version import SOLVER_VERSION
from .entries import Entries
from .files import write_file

FORMAT = 1
"""Raised whenever manifests or shards change in a way that older code cannot read."""

MANIFEST = "manifest.json"

TableKind = Literal["complete", "book", "sheet"]
Encoding = Literal["float32", "fixed16"]

WHOLE_GAME = {"filled": 0, "upper_total": 0, "markers": 0}
"""The root of a table that starts at the empty sheet."""


@dataclass(frozen=True)
class Shard:
    """The file of one level: its name in the table's folder, its length in values and in bytes."""

    level: int
    file: str
    values: int
    bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class TablePlan:
    """Everything about a table that is known before its values are.

    Attributes:
        kind: ``complete``, ``book`` or ``sheet``.
        ruleset: the rules in words, for people (:func:`describe_ruleset`).
        ruleset_hash: :func:`ruleset_hash` of the rules.
        root: where the table starts: ``filled`` (bit mask of boxes), ``upper_total``, ``markers``.
        axes: the order of the values in a shard, in words.
        encoding: how a shard holds its values (omkast.store.shards).
        made_by: the command that makes the table.
        format: version of the files.
        solver_version: version of the solver that found the values.
    """

    kind: TableKind
    ruleset: dict[str, Any]
    ruleset_hash: str
    root: dict[str, int]
    axes: str
    encoding: Encoding
    made_by: str
    format: int = FORMAT
    solver_version: int = SOLVER_VERSION


@dataclass(frozen=True, kw_only=True)
class Manifest(TablePlan):
    """A finished table: its plan, the first value of its lowest level, and its shards by level."""

    start_value: float
    shards: tuple[Shard, ...]

    @classmethod
    def of(cls, plan: TablePlan, start_value: float, shards: tuple[Shard, ...]) -> Self:
        """The manifest of the table that ``plan`` has become."""
        planned = {field.name: getattr(plan, field.name) for field in fields(TablePlan)}
        return cls(**planned, start_value=start_value, shards=shards)

    @property
    def bytes(self) -> int:
        """Size of all shards."""
        return sum(shard.bytes for shard in self.shards)


def describe_ruleset(ruleset: Ruleset) -> dict[str, Any]:
    """The rules in words, as they stand in a manifest."""
    return {
        "slug": ruleset.slug,
        "game": ruleset.game,
        "options": dict(ruleset.options),
        "saved_rerolls": ruleset.saved_rerolls,
        "rerolls": ruleset.rerolls,
        "dice": ruleset.dice,
        "boxes": [box.id for box in ruleset.boxes],
        "bonus": asdict(ruleset.bonus),
    }


def ruleset_hash(ruleset: Ruleset) -> str:
    """SHA-256 of everything in the rules that decides values or their order; names are not part of it."""
    boxes = [
        {"id": box.id, "pattern": type(box.pattern).__name__, **asdict(box.pattern)} for box in ruleset.boxes
    ]
    decisive = {
        "dice": ruleset.dice,
        "boxes": boxes,
        "bonus": asdict(ruleset.bonus),
        "rerolls": ruleset.rerolls,
        "saved_rerolls": ruleset.saved_rerolls,
    }
    canonical = json.dumps(decisive, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into ``folder`` in one step; raises TableError if that is impossible."""
    text = json.dumps(asdict(manifest), indent=2, ensure_ascii=False) + "\n"
    write_file(folder / MANIFEST, [text.encode()])


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the table in ``folder``.

    Raises:
        MissingTable: there is no such folder, or no manifest in it.
        StaleTable: the manifest is in another format.
        CorruptTable: it cannot be read or does not say what it must.
    """
    entries = Entries.read(folder / MANIFEST)
    found = entries.whole("format")
    if found != FORMAT:
        raise StaleTable(f"{entries.path}: format is {found}; this version of Omkast reads format {FORMAT}")
    return _manifest(entries)


def _manifest(entries: Entries) -> Manifest:
    root = entries.inner("root")
    return Manifest(
        kind=entries.choice("kind", get_args(TableKind)),
        ruleset=entries.inner("ruleset").entries,
        ruleset_hash=entries.text("ruleset_hash"),
        root={name: root.whole(name) for name in WHOLE_GAME},
        axes=entries.text("axes"),
        encoding=entries.choice("encoding", get_args(Encoding)),
        made_by=entries.text("made_by"),
        format=entries.whole("format"),
        solver_version=entries.whole("solver_version"),
        start_value=entries.number("start_value"),
        shards=read_shards(entries),
    )


def read_shards(entries: Entries) -> tuple[Shard, ...]:
    """The member ``shards``, ordered by level; raises CorruptTable if it is not what it must be."""
    shards = tuple(
        Shard(
            level=shard.whole("level"),
            file=shard.file_name("file"),
            values=shard.whole("values"),
            bytes=shard.whole("bytes"),
            sha256=shard.text("sha256"),
        )
        for shard in entries.inners("shards")
    )
    if len({shard.level for shard in shards}) != len(shards):
        raise CorruptTable(f"{entries.path}: two shards have the same level")
    return tuple(sorted(shards, key=lambda shard: shard.level))
