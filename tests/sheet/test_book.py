"""The book that ships: whole, small, and right, as far as its own levels can tell."""

from __future__ import annotations

import shlex
from functools import cache
from itertools import pairwise

import click
import numpy as np
import pytest
from numpy.typing import NDArray

from omkast.cli.main import main
from omkast.games.registry import MAXI_YATZY
from omkast.games.ruleset import Ruleset
from omkast.sheet.book import book_command
from omkast.sheet.lattice import AXES, SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.tables import LAST_OF_BOOK, contents, verify_named
from omkast.sheet.turn import TurnValues
from omkast.store.manifest import WHOLE_GAME
from omkast.store.places import Place, shipped_folder
from omkast.store.shards import STEP, shard_name
from omkast.store.tables import Table, open_table

RULESETS = {ruleset.slug: ruleset for ruleset in MAXI_YATZY.rulesets()}

START_VALUES = {
    # Found by an independent program; tactic without saved rerolls is also published (383.3054).
    "maxi-yatzy-alga-saved": 496.6332603702398,
    "maxi-yatzy-tactic": 383.30540268,
}


@cache
def book(slug: str) -> tuple[SheetLattice, Table]:
    """The book of a ruleset and what it is a book of."""
    ruleset = RULESETS[slug]
    lattice = SheetLattice(ruleset)
    folder = Place("shipped", shipped_folder()).table_folder("book", slug)
    return lattice, open_table(folder, contents(lattice, "book"))


rulesets = pytest.mark.parametrize("slug", RULESETS)
levels = pytest.mark.parametrize("level", range(LAST_OF_BOOK + 1))


def test_there_are_four() -> None:
    assert len(RULESETS) == 4
    assert sorted(path.name for path in (shipped_folder() / "book").iterdir()) == sorted(RULESETS)


def test_it_is_small_enough_to_ship() -> None:
    shipped = [path for path in shipped_folder().rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in shipped) <= 24_000_000


@rulesets
def test_it_is_whole(slug: str) -> None:
    lattice, table = book(slug)
    verify_named(table.folder, "book", slug, WHOLE_GAME)
    manifest = table.manifest
    assert (manifest.kind, manifest.axes) == ("book", AXES)
    assert table.levels == (0, 1, 2, 3, 4, 5)
    assert [shard.values for shard in manifest.shards] == [lattice.size(level) for level in table.levels]
    assert {path.name for path in table.folder.iterdir()} == {
        "manifest.json",
        *(shard_name(level, manifest.encoding) for level in table.levels),
    }


@rulesets
def test_it_names_the_commands_that_make_it(slug: str) -> None:
    """They are commands that exist, with options that exist, for this ruleset."""
    made_by = book(slug)[1].manifest.made_by
    assert made_by == book_command(RULESETS[slug])
    solve, make = (parsed(command) for command in made_by.split(" && "))
    assert solve["bonus"] == RULESETS[slug].options["bonus"]
    assert solve["saved_rerolls"] == RULESETS[slug].saved_rerolls
    assert make["slugs"] == (slug,)


def parsed(line: str) -> dict[str, object]:
    """The parameters of an ``omkast`` command, parsed but not run."""
    program, *words = shlex.split(line)
    assert program == "omkast"
    command: click.Command = main
    name = program
    while isinstance(command, click.Group):
        found = command.resolve_command(click.Context(command), words)
        assert found[1] is not None
        name, command, words = found[0] or "", found[1], found[2]
    return dict(command.make_context(name, words).params)


@pytest.mark.parametrize("slug", START_VALUES)
def test_start_values(slug: str) -> None:
    table = book(slug)[1]
    assert table.manifest.start_value == pytest.approx(START_VALUES[slug], abs=1e-8)
    assert table.level(0)[0] == pytest.approx(START_VALUES[slug], abs=0.001)


@rulesets
@levels
def test_unreachable_is_nan_and_only_that(slug: str, level: int) -> None:
    lattice, table = book(slug)
    reachable = np.zeros(lattice.size(level), bool)
    for block in lattice.blocks(level).values():
        block.view(reachable)[:] = True
    assert np.array_equal(np.isnan(table.level(level)), ~reachable)


@rulesets
@levels
def test_more_markers_or_a_higher_total_are_never_worth_less(slug: str, level: int) -> None:
    """Rounding keeps the order, but for values that are equal up to the solver's last digits."""
    lattice, table = book(slug)
    for block in lattice.blocks(level).values():
        values = block.view(table.level(level))
        for axis in (1, 2):
            assert (np.diff(values, axis=axis) >= -STEP).all()


@rulesets
@levels
def test_values_lie_between_nothing_and_everything(slug: str, level: int) -> None:
    values = book(slug)[1].level(level)
    most = {"alga": 649, "tactic": 599}[str(RULESETS[slug].options["bonus"])]
    assert np.nanmin(values) > 0
    assert np.nanmax(values) < most


CARDS: list[dict[str, int]] = [
    {},
    {"sixes": 24},
    {"maxi-yatzy": 100},
    {"twos": 10, "chance": 26},
    {"small-straight": 15, "villa": 0},
    {"ones": 3, "one-pair": 12, "full-house": 28},
    {"fours": 24, "fives": 30, "sixes": 36},
    {"threes": 12, "two-pairs": 18, "tower": 22, "large-straight": 0},
    {"ones": 0, "twos": 0, "threes": 0, "fours": 4},
]


def one_turn(ruleset: Ruleset, card: dict[str, int], markers: int) -> tuple[float, float]:
    """The stored value of a card, and the one that a turn gives from the next level's stored values."""
    lattice, table = book(ruleset.slug)
    position = Position(ruleset, card, markers)
    following = table.level(position.level + 1)

    def row(filled: int, upper_total: int) -> NDArray[np.float64]:
        return lattice.row(following, filled, upper_total)

    budget = ruleset.rerolls + markers
    computed = float(TurnValues(position, row, budget).keep[budget, 0])
    stored = lattice.row(table.level(position.level), position.filled, position.upper_total)[markers]
    return float(stored), computed


@rulesets
def test_the_start_value_follows_from_level_1(slug: str) -> None:
    """One turn averages the rounding of level 1 away; the manifest has the exact start value."""
    _, computed = one_turn(RULESETS[slug], {}, 0)
    assert computed == pytest.approx(book(slug)[1].manifest.start_value, abs=0.0005)


@rulesets
@pytest.mark.parametrize("card", CARDS, ids=lambda card: "+".join(card) or "empty")
def test_every_level_follows_from_the_next(slug: str, card: dict[str, int]) -> None:
    ruleset = RULESETS[slug]
    most = ruleset.rerolls * len(card) if ruleset.saved_rerolls else 0
    for markers in {0, most // 2, most}:
        stored, computed = one_turn(ruleset, card, markers)
        assert computed == pytest.approx(stored, abs=0.001 + STEP / 4)


def test_the_cards_above_reach_every_level() -> None:
    assert {len(card) for card in CARDS} == set(range(LAST_OF_BOOK))
    assert all(a <= b for a, b in pairwise(len(card) for card in CARDS))
