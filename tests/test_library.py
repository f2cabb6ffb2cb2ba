"""Where the library finds values: the order of its sources, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from games_small import SMALL_GAMES, SmallGame, naive_solver
from omkast.solver import book as book_module
from omkast.solver.advice import Advisor
from omkast.solver.book import make_book
from omkast.solver.complete import solve_complete
from omkast.solver.errors import CorruptTable, MissingTable, StaleTable, TableError, TruncatedTable
from omkast.solver.games.ruleset import Bonus
from omkast.solver.library import Library
from omkast.solver.sheet.position import Position
from omkast.solver.sheet.sheets import Root, SheetLattice
from omkast.solver.store.cache import SheetCache
from omkast.solver.store.manifest import Encoding, Kind, read_manifest
from omkast.solver.store.shards import error_bound
from omkast.solver.store.writer import TableWriter
from omkast.solver.table_plan import table_plan
from solved import solved
from store_tables import edit_manifest, flip_byte

pytestmark = pytest.mark.usefixtures("empty_cache")

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
    """The value of ``position``, and how many solves a new library needed for it."""
    spy = Spy()
    value = Advisor(Library(position.ruleset, tables, spy, jobs=1)).value(position)
    return value, spy.solves


def write_shifted(folder: Path, kind: Kind, lattice: SheetLattice, shift: float, last: int) -> Path:
    """A sound table whose values are all too high by ``shift``, up to level ``last``."""
    encoding: Encoding = "fixed16" if kind == "book" else "float32"
    with TableWriter(folder, table_plan(lattice, kind, encoding, made_by="the tests")) as writer:
        values = solved(lattice.ruleset, lattice.root).levels
        for level in range(last, lattice.first_level - 1, -1):
            writer.write_level(level, values[level] + shift)
        writer.finish(float(values[lattice.first_level][0]) + shift)
    return folder


def complete_folder(tables: Path, game: SmallGame) -> Path:
    return tables / "complete" / game.ruleset.slug


def book_folder(tables: Path, game: SmallGame) -> Path:
    return tables / "book" / game.ruleset.slug


def sheet_folder(position: Position) -> Path:
    root = Root.of(position)
    entries = {"filled": root.filled, "upper_total": root.upper_total, "markers": root.markers}
    return SheetCache().table_folder(position.ruleset.slug, entries)


# --- order


def test_every_source_comes_before_the_next(tmp_path: Path) -> None:
    """Each source is there in turn, with values that tell which one was used."""
    whole, part = SheetLattice(SAVED.ruleset), SheetLattice(SAVED.ruleset, Root.of(MID))
    expected = naive_value(SAVED, MID)
    assert ask(MID) == (pytest.approx(expected, abs=1e-4), 1)
    assert ask(MID) == (pytest.approx(expected, abs=1e-4), 0)
    write_shifted(sheet_folder(MID), "sheet", part, 100, part.last_level)
    assert ask(MID) == (pytest.approx(expected + 100, abs=1e-4), 0)
    tables = tmp_path / "tables"
    write_shifted(book_folder(tables, SAVED), "book", whole, 200, MID.level + 1)
    assert ask(MID, tables) == (pytest.approx(expected + 200, abs=1e-3), 0)
    write_shifted(complete_folder(tables, SAVED), "complete", whole, 300, whole.last_level)
    assert ask(MID, tables) == (pytest.approx(expected + 300, abs=1e-4), 0)


def test_the_book_is_used_up_to_its_last_level_and_no_further(tmp_path: Path) -> None:
    write_shifted(book_folder(tmp_path, SAVED), "book", SheetLattice(SAVED.ruleset), 200, 3)
    cards: list[dict[str, int]] = [{}, {"ones": 1}, {"ones": 1, "twos": 2}]
    for card in cards:
        position = Position(SAVED.ruleset, card)
        value, solves = ask(position, tmp_path)
        assert (value, solves) == (pytest.approx(naive_value(SAVED, position) + 200, abs=1e-3), 0)
    position = Position(SAVED.ruleset, {"ones": 1, "twos": 2, "step": 0})
    value, solves = ask(position, tmp_path)
    assert (value, solves) == (pytest.approx(naive_value(SAVED, position), abs=1e-4), 1)


def test_an_incomplete_complete_table_is_not_asked_for_what_it_lacks(tmp_path: Path) -> None:
    write_shifted(complete_folder(tmp_path, SAVED), "complete", SheetLattice(SAVED.ruleset), 300, 2)
    assert ask(MID, tmp_path) == (pytest.approx(naive_value(SAVED, MID), abs=1e-4), 1)


def test_a_real_book_and_what_follows_it(tmp_path: Path) -> None:
    """Six boxes: the book of levels 0 to 5 answers five turns, the last one is solved."""
    solve_complete(UNSAVED.ruleset, tmp_path / "complete", jobs=1)
    manifest = make_book(UNSAVED.ruleset, tmp_path / "complete", tmp_path / "book")
    assert [shard.level for shard in manifest.shards] == [0, 1, 2, 3, 4, 5]
    card: dict[str, int] = {}
    for box, points in [("ones", 2), ("one-pair", 0), ("step", 12), ("fives", 5), ("chance", 9)]:
        position = Position(UNSAVED.ruleset, card)
        value, solves = ask(position, tmp_path / "book")
        assert (value, solves) == (pytest.approx(naive_value(UNSAVED, position), abs=0.001), 0)
        card[box] = points
    position = Position(UNSAVED.ruleset, card)
    assert ask(position, tmp_path / "book") == (pytest.approx(naive_value(UNSAVED, position), abs=1e-4), 1)


def test_a_book_needs_a_complete_table(tmp_path: Path) -> None:
    with pytest.raises(MissingTable, match="no complete table of two-dice-saved"):
        make_book(SAVED.ruleset, None, tmp_path / "book")
    assert not (tmp_path / "book").exists()


# --- values


def position_of(game: SmallGame, filled: frozenset[str], upper_total: int, markers: int) -> Position:
    """A card with these boxes filled whose upper boxes make ``upper_total``; lower boxes are struck."""
    upper = [box for box in game.ruleset.upper if box.id in filled]
    counts = product(range(game.ruleset.dice + 1), repeat=len(upper))
    points = ([(b.upper_face or 0) * n for b, n in zip(upper, c, strict=True)] for c in counts)
    chosen = next(p for p in points if sum(p) == upper_total)
    card = dict.fromkeys(filled, 0) | {b.id: p for b, p in zip(upper, chosen, strict=True)}
    return Position(game.ruleset, card, markers)


def positions(game: SmallGame, every: int) -> list[Position]:
    """Some of the game's reachable positions with a box open."""
    states = sorted(naive_solver(game).reachable(), key=lambda s: (sorted(s[0]), s[1:]))
    states = [s for s in states if len(s[0]) < len(game.ruleset.boxes)]
    return [position_of(game, *state) for state in states[::every]]


@pytest.mark.parametrize("game", [SAVED, UNSAVED, LANES], ids=str)
def test_every_source_has_the_right_values(
    game: SmallGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(book_module, "LAST_LEVEL", len(game.ruleset.boxes))
    solve_complete(game.ruleset, tmp_path / "complete", jobs=1)
    make_book(game.ruleset, tmp_path / "complete", tmp_path / "book")
    ask(Position(game.ruleset))  # now the cache has a sheet table of the whole game
    sources: list[tuple[Path | None, Encoding]] = [
        (tmp_path / "complete", "float32"),
        (tmp_path / "book", "fixed16"),
        (None, "float32"),
    ]
    some = positions(game, every=11)
    assert len({position.level for position in some}) == len(game.ruleset.boxes)
    for tables, encoding in sources:
        spy = Spy()
        advisor = Advisor(Library(game.ruleset, tables, spy, jobs=1))
        for position in some:
            expected = naive_value(game, position)
            bound = error_bound(encoding, 256) + 1e-9
            assert advisor.value(position) == pytest.approx(expected, abs=bound), (tables, position)
        assert spy.solves == 0


# --- one solve for the rest of the game


def test_one_solve_answers_the_rest_of_the_game() -> None:
    spy = Spy()
    library = Library(SAVED.ruleset, progress=spy, jobs=1)
    Advisor(library).value(MID)
    assert spy.solves == 1
    later: list[tuple[dict[str, int], int]] = [
        ({}, 0),
        ({}, 1),
        ({"sixes": 12}, 0),
        ({"one-pair": 10}, 4),
        ({"twos": 4, "one-pair": 0}, 6),
        ({"twos": 0, "sixes": 6}, 3),
    ]
    for more, markers in later:
        position = Position(SAVED.ruleset, {**MID.scores, **more}, markers)
        for asked in (Advisor(library), Advisor(Library(SAVED.ruleset, progress=spy, jobs=1))):
            assert asked.value(position) == pytest.approx(naive_value(SAVED, position), abs=1e-4)
            assert asked.options(position, (6, 6), 2)
            assert len(asked.table(position, 0)) == 21
    assert spy.solves == 1


def test_what_does_not_follow_is_solved_for_itself() -> None:
    """More markers than can be held then, a box that was filled, an upper total of no lane."""
    ask(MID)
    others = [
        replace(MID, markers=3),
        Position(SAVED.ruleset, {"ones": 1, "twos": 2}, 2),
        Position(SAVED.ruleset, {"ones": 1}, 0),
        Position(SAVED.ruleset, {"ones": 2, "step": 9}, 2),
    ]
    for other in others:
        assert ask(other) == (pytest.approx(naive_value(SAVED, other), abs=1e-4), 1)


@pytest.mark.parametrize(
    ("game", "box", "first", "second", "solves"),
    [
        # Twos and sixes are open and make even sums: from 0 as from 1 the bonus at 14 takes 14.
        (SAVED, "ones", 1, 0, 0),
        (SAVED, "ones", 1, 2, 1),
        # Fours are open: the bonus at 20 is out of reach from 0 and 6, and takes 8 or 4 from 12 or 18.
        (LANES, "sixes", 6, 0, 0),
        (LANES, "sixes", 12, 18, 1),
        (LANES, "sixes", 0, 12, 1),
    ],
)
def test_upper_totals_share_a_solve_if_they_share_a_lane(
    game: SmallGame, box: str, first: int, second: int, solves: int
) -> None:
    ask(Position(game.ruleset, {box: first}, 1))
    position = Position(game.ruleset, {box: second}, 1)
    assert ask(position) == (pytest.approx(naive_value(game, position), abs=1e-4), solves)


def test_another_upper_total_of_the_same_lane_plays_on() -> None:
    ask(Position(SAVED.ruleset, {"ones": 1}, 2))
    for sixes, twos in product((0, 6, 12), (0, 2, 4)):
        for card in ({"sixes": sixes}, {"twos": twos}, {"sixes": sixes, "twos": twos}):
            position = Position(SAVED.ruleset, {"ones": 0, **card}, 3)
            assert ask(position) == (pytest.approx(naive_value(SAVED, position), abs=1e-4), 0)


def test_rules_with_the_same_name_do_not_share_sheets() -> None:
    ask(MID)
    changed = replace(SAVED.ruleset, bonus=Bonus(14, 30))
    assert changed.slug == SAVED.ruleset.slug
    position = replace(MID, ruleset=changed)
    expected = solved(changed).value(MID.filled, MID.upper_total, MID.markers)
    assert ask(position) == (pytest.approx(expected, abs=1e-4), 1)
    assert expected - naive_value(SAVED, MID) > 0.1


# --- tables that cannot be trusted

Damage = Callable[[Path], object]


def shard(folder: Path) -> Path:
    """The file that holds the answers to MID."""
    return next(folder / s.file for s in read_manifest(folder).shards if s.level == MID.level + 1)


def cut_off(folder: Path) -> None:
    path = shard(folder)
    path.write_bytes(path.read_bytes()[:-1])


DAMAGES: list[tuple[Damage, type[TableError]]] = [
    (cut_off, TruncatedTable),
    (lambda folder: flip_byte(shard(folder), 0), CorruptTable),
    (lambda folder: shard(folder).unlink(), MissingTable),
    (lambda folder: (folder / "manifest.json").unlink(), MissingTable),
    (lambda folder: (folder / "manifest.json").write_text("{"), CorruptTable),
]


def assert_refused(error: type[TableError], tables: Path | None, folder: Path) -> None:
    """Exactly ``error``, naming the table, and no solve instead."""
    spy = Spy()
    with pytest.raises(error, match=folder.name) as raised:
        Advisor(Library(SAVED.ruleset, tables, spy, jobs=1)).value(MID)
    assert raised.type is error
    assert spy.solves == 0


@pytest.mark.parametrize(("damage", "error"), DAMAGES)
@pytest.mark.parametrize("kind", ["complete", "book"])
def test_a_damaged_table_is_an_error_of_its_own(
    kind: Kind, damage: Damage, error: type[TableError], tmp_path: Path
) -> None:
    folder = tmp_path / kind / SAVED.ruleset.slug
    write_shifted(folder, kind, SheetLattice(SAVED.ruleset), 0, len(SAVED.ruleset.boxes))
    damage(folder)
    assert_refused(error, tmp_path, folder)


@pytest.mark.parametrize(("damage", "error"), DAMAGES)
def test_a_damaged_sheet_is_an_error_of_its_own(damage: Damage, error: type[TableError]) -> None:
    ask(MID)
    damage(sheet_folder(MID))
    assert_refused(error, None, sheet_folder(MID))


@pytest.mark.parametrize("kind", ["complete", "book"])
@pytest.mark.parametrize("change", [{"solver_version": 0}, {"format": 0}, {"ruleset_hash": "0" * 64}])
def test_a_stale_table_is_an_error_of_its_own(kind: Kind, change: dict[str, object], tmp_path: Path) -> None:
    folder = tmp_path / kind / SAVED.ruleset.slug
    write_shifted(folder, kind, SheetLattice(SAVED.ruleset), 0, len(SAVED.ruleset.boxes))
    edit_manifest(folder, lambda manifest: manifest.update(change))
    assert_refused(StaleTable, tmp_path, folder)


@pytest.mark.parametrize("change", [{"solver_version": 0}, {"format": 0}, {"ruleset_hash": "0" * 64}])
def test_a_stale_sheet_is_solved_again(change: dict[str, object]) -> None:
    """The cache is the program's own: what an older version left there is replaced."""
    ask(MID)
    edit_manifest(sheet_folder(MID), lambda manifest: manifest.update(change))
    assert ask(MID) == (pytest.approx(naive_value(SAVED, MID), abs=1e-4), 1)
    assert ask(MID) == (pytest.approx(naive_value(SAVED, MID), abs=1e-4), 0)


def test_a_sheet_in_the_place_of_another_is_not_used() -> None:
    """Same shape, other upper total: only the manifest's root tells."""
    ask(MID)
    other = Position(SAVED.ruleset, {"ones": 2, "step": 9}, 2)
    sheet_folder(MID).rename(sheet_folder(other))
    assert abs(naive_value(SAVED, other) - naive_value(SAVED, MID)) > 0.1
    with pytest.raises(TableError):
        ask(other)


@pytest.mark.parametrize("kind", ["complete", "book"])
def test_a_table_of_another_kind_in_its_place_is_not_used(kind: Kind, tmp_path: Path) -> None:
    lattice = SheetLattice(SAVED.ruleset, Root.of(MID))
    folder = tmp_path / kind / SAVED.ruleset.slug
    write_shifted(folder, "sheet", lattice, 0, len(SAVED.ruleset.boxes))
    with pytest.raises(TableError):
        ask(MID, tmp_path)


def test_a_tables_folder_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(MissingTable, match="does not exist"):
        ask(MID, tmp_path / "nowhere")


def test_a_cache_that_cannot_be_written(empty_cache: Path) -> None:
    """It is told before the work is done, not after."""
    empty_cache.write_text("a file where the folder should be")
    spy = Spy()
    with pytest.raises(TableError, match="cannot write") as raised:
        Advisor(Library(SAVED.ruleset, progress=spy, jobs=1)).value(MID)
    assert raised.type is TableError
    assert str(empty_cache) in str(raised.value)
    assert spy.solves == 0


def test_a_cache_that_cannot_be_written_is_not_missed_where_tables_do(
    empty_cache: Path, tmp_path: Path
) -> None:
    empty_cache.write_text("a file where the folder should be")
    lattice = SheetLattice(SAVED.ruleset)
    write_shifted(complete_folder(tmp_path, SAVED), "complete", lattice, 0, lattice.last_level)
    assert ask(MID, tmp_path) == (pytest.approx(naive_value(SAVED, MID), abs=1e-4), 0)
