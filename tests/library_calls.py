"""Questions about small games, for the tests that ask them."""

from __future__ import annotations

from pathlib import Path

import pytest

from omkast.sheet.advice import Advisor
from omkast.sheet.lattice import Root, SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.tables import table_plan
from omkast.sheet.values import Values
from omkast.store.cache import SheetCache
from omkast.store.manifest import Encoding, TableKind
from omkast.store.writer import TableWriter
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame, naive_solver
from omkast.verify.sheet.solved import solved

GAMES = {game.name: game for game in SMALL_GAMES}
SAVED = GAMES["two-dice-saved"]
UNSAVED = GAMES["two-dice-six-boxes"]
LANES = GAMES["three-dice-saved"]

MID = Position(SAVED.ruleset, {"ones": 1, "step": 9}, 2)


class Spy:
    """Progress that counts the solves."""

    def __init__(self) -> None:
        self.solves = 0

    def start(self, title: str, levels: int) -> None:
        """A solve begins."""
        self.solves += 1

    def update(self, level: int, share: float) -> None:
        """Ignored."""

    def finish(self) -> None:
        """Ignored."""


def naive_value(game: SmallGame, position: Position) -> float:
    """The value of ``position`` by the naive solver."""
    filled = frozenset(position.scores)
    return float(naive_solver(game).value(filled, position.upper_total, position.markers))


def ask(position: Position, tables: Path | None = None) -> tuple[float, int]:
    """The value of ``position``, and how many solves new Values needed for it."""
    spy = Spy()
    value = Advisor(Values(position.ruleset, tables, spy, jobs=1)).value(position)
    return value, spy.solves


def assert_answer(
    position: Position, value: float, *, solves: int, tables: Path | None = None, within: float = 1e-4
) -> None:
    """New Values say ``value``, after so many solves."""
    found, needed = ask(position, tables)
    assert found == pytest.approx(value, abs=within)
    assert needed == solves


def write_shifted(folder: Path, kind: TableKind, lattice: SheetLattice, shift: float) -> Path:
    """A sound table whose values are all too high by ``shift``."""
    encoding: Encoding = "fixed16" if kind == "book" else "float32"
    plan = table_plan(lattice, kind, encoding, made_by="the tests")
    with TableWriter(folder, plan) as writer:
        values = solved(lattice.ruleset, lattice.root).levels
        for level in plan.sizes:
            writer.write_level(level, values[level] + shift)
        writer.finish(float(values[lattice.first_level][0]) + shift)
    return folder


def complete_folder(tables: Path, game: SmallGame) -> Path:
    """Where the game's complete table lies."""
    return tables / "complete" / game.ruleset.slug


def book_folder(tables: Path, game: SmallGame) -> Path:
    """Where its book lies."""
    return tables / "book" / game.ruleset.slug


def sheet_folder(position: Position) -> Path:
    """Where the cache has the sheet table of ``position``."""
    root = Root.of(position)
    entries = {"filled": root.filled, "upper_total": root.upper_total, "markers": root.markers}
    return SheetCache().table_folder(position.ruleset.slug, entries)
