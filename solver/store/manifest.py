"""What a table says about itself: ``manifest.json``.

A *table* is a folder with a manifest and one shard per level.  Its kind is

    complete   every value of a ruleset
    book       the first levels of a ruleset, small enough to ship
    sheet      what can follow one position, solved on demand and kept in the cache

The manifest is written last, so a folder without one is not a table.  It ends with a
checksum of everything else in it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from reprlib import repr
from typing import Any, Literal, Self, get_args

from ..errors import CorruptTable, StaleTable
from ..version import SOLVER_VERSION
from .entries import Entries
from .files import write_file

FORMAT = 2
"""Raised whenever manifests or shards change in a way that older code cannot read."""

MANIFEST = "manifest.json"

TableKind = Literal["complete", "book", "sheet"]
Encoding = Literal["float32", "float64", "fixed16"]

ENCODINGS: dict[TableKind, tuple[Encoding, ...]] = {
    "complete": ("float32", "float64"),
    "book": ("fixed16",),
    "sheet": ("float32", "float64"),
}
"""How the values of each kind of table may be held (omkast.store.shards)."""

WHOLE_GAME = {"filled": 0, "upper_total": 0, "markers": 0}
"""The root of a table that starts at the empty sheet."""

RootFields = dict[str, int]
"""Where a table starts: the members of :data:`WHOLE_GAME`."""


@dataclass(frozen=True)
class Shard:
    """The file of one level: its length in values and in bytes, and the SHA-256 of its head."""

    level: int
    values: int
    bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class Contents:
    """What a table must hold, as whoever knows the rules says.

    Attributes:
        kind: ``complete``, ``book`` or ``sheet``.
        slug: short name of the rules, for folders.
        ruleset_hash: SHA-256 (hexadecimal) of all that decides values and their order.
        root: where the table starts: ``filled`` (bit mask of boxes), ``upper_total``, ``markers``.
        axes: the order of the values in a level, in words.
        sizes: the number of values of every level, by level, ascending.
    """

    kind: TableKind
    slug: str
    ruleset_hash: str
    root: RootFields
    axes: str
    sizes: Mapping[int, int]


@dataclass(frozen=True, kw_only=True)
class TablePlan(Contents):
    """Everything about a table that is known before its values are.

    Attributes:
        ruleset: the rules in words, for people.
        encoding: how a shard holds its values (omkast.store.shards).
        made_by: the command that makes the table.
        format: version of the files.
        solver_version: version of the solver that found the values.
    """

    ruleset: dict[str, Any]
    encoding: Encoding
    made_by: str
    format: int = FORMAT
    solver_version: int = SOLVER_VERSION

    def document(self) -> dict[str, Any]:
        """The plan as JSON members; the sizes stand with the shards, the slug among the rules."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(TablePlan)
            if field.name not in ("sizes", "slug")
        }


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What a finished table says: its plan, the first value of its lowest level, its shards by level.

    The attributes are those of :class:`TablePlan`.
    """

    kind: TableKind
    ruleset: dict[str, Any]
    ruleset_hash: str
    root: RootFields
    axes: str
    encoding: Encoding
    made_by: str
    format: int
    solver_version: int
    start_value: float
    shards: tuple[Shard, ...]

    @classmethod
    def of(cls, plan: TablePlan, start_value: float, shards: tuple[Shard, ...]) -> Self:
        """The manifest of the table that ``plan`` has become."""
        return cls(**plan.document(), start_value=start_value, shards=shards)

    @property
    def bytes(self) -> int:
        """Size of all shards."""
        return sum(shard.bytes for shard in self.shards)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into ``folder`` in one step; raises UnwritableTable if that is impossible."""
    entries = asdict(manifest)
    text = json.dumps(entries | {"sha256": checksum(entries)}, indent=2, ensure_ascii=False) + "\n"
    write_file(folder / MANIFEST, [text.encode()])


def checksum(entries: Mapping[str, Any]) -> str:
    """SHA-256 (hexadecimal) of a manifest's members, in whatever order and spacing they are written."""
    return hashlib.sha256(json.dumps(entries, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read_manifest(folder: Path) -> Manifest:
    """The manifest of the table in ``folder``.

    Raises:
        MissingTable: there is no such folder, or no manifest in it.
        StaleTable: the manifest is in another format.
        UnreadableTable: it may not be read.
        CorruptTable: it cannot be read or does not say what it must.
    """
    entries = Entries.read(folder / MANIFEST)
    found = entries.whole("format")
    if found != FORMAT:
        raise StaleTable(
            f"{entries.path}: format is {repr(found)}; this version of Omkast reads format {FORMAT}"
        )
    stated = entries.digest("sha256")
    if checksum({name: entries.entries[name] for name in entries.entries if name != "sha256"}) != stated:
        raise CorruptTable(f"{entries.path} does not have the SHA-256 that it ends with: it was changed")
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
    """The member ``shards``, in the order of levels; raises CorruptTable if it is not what it must be."""
    shards = tuple(
        Shard(
            level=shard.whole("level"),
            values=shard.whole("values"),
            bytes=shard.whole("bytes"),
            sha256=shard.digest("sha256"),
        )
        for shard in entries.inners("shards")
    )
    if len({shard.level for shard in shards}) != len(shards):
        raise CorruptTable(f"{entries.path}: two shards have the same level")
    return tuple(sorted(shards, key=lambda shard: shard.level))
