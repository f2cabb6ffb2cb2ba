"""A thousand and more damaged tables: the right answers or an error of its type, and nothing else.

Most damage is what disks and hands do.  The rest is forged: every checksum that covers
what was changed is made to fit, so that only what the rules say of a table can tell.
"""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from library_calls import MID, SAVED, naive_value
from omkast.errors import CorruptTable, MissingTable, StaleTable, TruncatedTable
from omkast.games.ruleset import Bonus
from omkast.sheet.lattice import Root, SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.tables import contents, table_plan
from omkast.sheet.values import Values
from omkast.store.manifest import MANIFEST, Encoding, TableKind, checksum
from omkast.store.shards import error_bound
from omkast.store.tables import verify_table
from omkast.store.writer import TableWriter
from omkast.verify.sheet.solved import solved

ROUNDS = 420
"""For each of three encodings; a quarter of them forged."""

NAMED = (CorruptTable, MissingTable, StaleTable, TruncatedTable)
BEFORE = Position(SAVED.ruleset, {"ones": 1}, 1)

Files = dict[str, bytes]
Mutation = Callable[[random.Random, Files, Files], None]


@dataclass(frozen=True)
class Sample:
    """A sound table, one of the same shape for other rules, and what is right."""

    kind: TableKind
    encoding: Encoding
    sound: Files
    other: Files


@pytest.fixture(scope="module", params=["float32", "float64", "fixed16"])
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sample:
    encoding: Encoding = request.param
    kind: TableKind = "book" if encoding == "fixed16" else "complete"
    tables = []
    for ruleset in (SAVED.ruleset, replace(SAVED.ruleset, bonus=Bonus(14, 30))):
        lattice = SheetLattice(ruleset)
        folder = tmp_path_factory.mktemp("sound") / "table"
        plan = table_plan(lattice, kind, encoding, made_by="the tests")
        with TableWriter(folder, plan) as writer:
            for level in plan.sizes:
                writer.write_level(level, solved(ruleset).levels[level])
            writer.finish(float(solved(ruleset).levels[0][0]))
        tables.append({path.name: path.read_bytes() for path in folder.iterdir()})
    return Sample(kind, encoding, *tables)


# --- damage


def _any_file(draw: random.Random, files: Files) -> str:
    return draw.choice([MANIFEST, *sorted(files)])


def change_bytes(draw: random.Random, files: Files, _other: Files) -> None:
    name = _any_file(draw, files)
    content = bytearray(files[name])
    for _ in range(draw.choice([1, 1, 2, 8])):
        content[draw.randrange(len(content))] = draw.randrange(256)
    files[name] = bytes(content)


def change_digit(draw: random.Random, files: Files, _other: Files) -> None:
    text = bytearray(files[MANIFEST])
    at = draw.choice([i for i, c in enumerate(text) if chr(c) in "0123456789abcdef"])
    text[at] = ord(draw.choice("0123456789"))
    files[MANIFEST] = bytes(text)


def cut_or_lengthen(draw: random.Random, files: Files, _other: Files) -> None:
    name = _any_file(draw, files)
    content = files[name]
    at = draw.randrange(len(content))
    files[name] = draw.choice(
        [content[:at], content[at:], content + content, content + b"\0", content[:at] + content[at + 1 :]]
    )


def remove_file(draw: random.Random, files: Files, _other: Files) -> None:
    del files[_any_file(draw, files)]


def swap_files(draw: random.Random, files: Files, _other: Files) -> None:
    one, two = draw.sample(sorted(files), 2)
    files[one], files[two] = files[two], files[one]


def take_another_rulesets_file(draw: random.Random, files: Files, other: Files) -> None:
    for name in draw.sample(sorted(files), draw.choice([1, 1, 2, len(files)])):
        files[name] = other[name]


# --- forgery


def _forge(files: Files, edit: Callable[[dict[str, Any]], object]) -> None:
    entries = json.loads(files[MANIFEST])
    del entries["sha256"]
    edit(entries)
    files[MANIFEST] = json.dumps(entries | {"sha256": checksum(entries)}).encode()


def forge_number(draw: random.Random, files: Files, _other: Files) -> None:
    value: object = draw.choice(
        [-1, 0, 1, 2, 7, 2**31, 2**63, 2**64, 1e308, 0.5, None, "", True, [], {}, "\0"]
    )
    name = draw.choice(["level", "values", "bytes", "sha256"])
    _forge(files, lambda m: draw.choice(m["shards"]).update({name: value}))


def forge_member(draw: random.Random, files: Files, _other: Files) -> None:
    value: object = draw.choice(
        [-1, 0, 3, float("nan"), float("inf"), 1e300, None, "book", "sheet", "float32", [], {}]
    )

    def edit(manifest: dict[str, Any]) -> None:
        name = draw.choice(sorted(manifest.keys() - {"made_by", "ruleset"}))
        manifest[name] = value

    _forge(files, edit)


def forge_order(draw: random.Random, files: Files, _other: Files) -> None:
    def edit(manifest: dict[str, Any]) -> None:
        shards = manifest["shards"]
        one, two = draw.sample(range(len(shards)), 2)
        names = draw.choice(
            [["level"], ["sha256"], ["sha256", "bytes"], ["level", "values"], list(shards[0])]
        )
        for name in names:
            shards[one][name], shards[two][name] = shards[two][name], shards[one][name]

    _forge(files, edit)
    if draw.random() < 0.5:
        swap_files(draw, files, _other)


def forge_list(draw: random.Random, files: Files, _other: Files) -> None:
    def edit(manifest: dict[str, Any]) -> None:
        shards = manifest["shards"]
        at = draw.randrange(len(shards))
        draw.choice(
            [shards.pop, lambda i: shards.append(shards[i]), lambda i: shards.insert(0, shards.pop(i))]
        )(at)

    _forge(files, edit)


def forge_another_rulesets_shard(draw: random.Random, files: Files, other: Files) -> None:
    """With its entry from there, so that nothing but the shard itself can tell."""
    theirs = json.loads(other[MANIFEST])["shards"]
    name = draw.choice([name for name in sorted(files) if name != MANIFEST])
    level = int(name[6:8])
    files[name] = other[name]
    _forge(files, lambda m: m["shards"][level].update(theirs[level]))


def forge_head(draw: random.Random, files: Files, _other: Files) -> None:
    """Another byte in a shard's head, whose digest in the manifest is made to fit."""
    name = draw.choice([name for name in sorted(files) if name != MANIFEST])
    level, content = int(name[6:8]), bytearray(files[name])
    size = content.index(b"}\n") + 2 + 36
    content[draw.randrange(size)] ^= 1 << draw.randrange(8)
    files[name] = bytes(content)
    digest = hashlib.sha256(content[: -(-size // 64) * 64]).hexdigest()
    _forge(files, lambda m: m["shards"][level].update(sha256=digest))


DAMAGE: list[Mutation] = [
    change_bytes,
    change_bytes,
    change_digit,
    cut_or_lengthen,
    remove_file,
    swap_files,
    take_another_rulesets_file,
]
FORGERIES: list[Mutation] = [
    forge_number,
    forge_member,
    forge_order,
    forge_list,
    forge_another_rulesets_shard,
    forge_head,
]


# --- the trial


def ask(tables: Path, position: Position) -> tuple[float, float]:
    """The value of a position, and the best of a box to fill after it, straight from the rows."""
    values = Values(SAVED.ruleset, tables, NoSolve())
    row = values.sheet_values(position)
    box = SAVED.ruleset.index("sixes")
    return values.value_of(position), float(row(position.filled | 1 << box, position.upper_total)[0])


class NoSolve:
    """Progress that nothing must be solved for: a table that is there is never passed over."""

    def start(self, title: str, levels: int) -> None:
        """Not wanted."""
        raise AssertionError("a table was passed over in silence")

    def update(self, level: int, share: float) -> None:
        """Not wanted."""

    def finish(self) -> None:
        """Not wanted."""


@pytest.mark.usefixtures("empty_cache")
def test_no_damage_ever_gives_a_wrong_number(sample: Sample, tmp_path: Path) -> None:
    draw = random.Random(sample.encoding)
    lattice = SheetLattice(SAVED.ruleset)
    held = contents(lattice, sample.kind)
    folder = tmp_path / sample.kind / SAVED.ruleset.slug
    right = [(position, expected(position)) for position in (Position(SAVED.ruleset), BEFORE, MID)]
    seen: dict[str, int] = {}
    for round_ in range(ROUNDS):
        mutation = draw.choice(FORGERIES if round_ % 4 == 0 else DAMAGE)
        files = dict(sample.sound)
        mutation(draw, files, sample.other)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, content in files.items():
            (folder / name).write_bytes(content)
        outcome = "right"
        for position, answer in right:
            try:
                found = ask(tmp_path, position)
            except NAMED as error:
                outcome = type(error).__name__
            else:
                np.testing.assert_allclose(
                    found,
                    answer,
                    rtol=0,
                    atol=error_bound(sample.encoding, 512) + 1e-9,
                    err_msg=mutation.__name__,
                )
        try:
            verify_table(folder, held)
        except NAMED as error:
            outcome = type(error).__name__
        else:
            assert outcome == "right", "verify finds all that a question finds"
            assert files.keys() == sample.sound.keys()
        seen[outcome] = seen.get(outcome, 0) + 1
    assert seen.keys() >= {"right", "CorruptTable", "MissingTable", "StaleTable", "TruncatedTable"}
    assert seen["right"] < ROUNDS / 4, "damage is damage"


def expected(position: Position) -> tuple[float, float]:
    """What :func:`ask` must say, by the naive solver."""
    filled, upper = position.scores.keys() | {"sixes"}, position.upper_total
    card = {**position.scores, "sixes": 0}
    assert filled == card.keys()
    assert upper == Position(SAVED.ruleset, card).upper_total
    return naive_value(SAVED, position), naive_value(SAVED, Position(SAVED.ruleset, card, 0))


@pytest.mark.usefixtures("empty_cache")
def test_a_sheet_of_another_root_is_none_of_this_one(tmp_path: Path) -> None:
    """The same rules, the same levels: the shard says where its lattice starts."""
    roots = [Root.of(MID), replace(Root.of(MID), upper_total=0)]
    plans = [
        table_plan(SheetLattice(SAVED.ruleset, root), "sheet", "float64", made_by="the tests")
        for root in roots
    ]
    for plan, root, name in zip(plans, roots, "ab", strict=True):
        with TableWriter(tmp_path / name, plan) as writer:
            levels = solved(SAVED.ruleset, root).levels
            for level in plan.sizes:
                writer.write_level(level, levels[level])
            writer.finish(float(levels[MID.level][0]))
    assert plans[0].sizes == plans[1].sizes
    for path in (tmp_path / "b").glob("level-*"):
        shutil.copy(path, tmp_path / "a" / path.name)
    theirs = json.loads((tmp_path / "b" / MANIFEST).read_bytes())
    files = {MANIFEST: (tmp_path / "a" / MANIFEST).read_bytes()}
    _forge(files, lambda m: m.update(shards=theirs["shards"], start_value=theirs["start_value"]))
    (tmp_path / "a" / MANIFEST).write_bytes(files[MANIFEST])
    with pytest.raises(CorruptTable, match="belongs to another table or level"):
        verify_table(tmp_path / "a", plans[0])
