"""Where values are found: in the right order, the right ones, and without solving twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from library_calls import (
    LANES,
    MID,
    SAVED,
    UNSAVED,
    Spy,
    ask,
    assert_answer,
    book_folder,
    complete_folder,
    naive_value,
    sheet_folder,
    write_shifted,
)
from omkast.errors import IllegalState, MissingTable, OmkastWarning
from omkast.games.ruleset import Bonus
from omkast.sheet import tables as tables_module
from omkast.sheet.advice import Advisor
from omkast.sheet.book import make_book
from omkast.sheet.complete import solve_complete
from omkast.sheet.lattice import Root, SheetLattice
from omkast.sheet.position import Position
from omkast.sheet.scores import most_points
from omkast.sheet.turn import TurnValues
from omkast.sheet.values import Values
from omkast.store.manifest import Encoding
from omkast.store.shards import error_bound
from omkast.store.tables import Table
from omkast.verify.sheet.small_games import SmallGame, naive_solver
from omkast.verify.sheet.solved import solved

pytestmark = pytest.mark.usefixtures("empty_cache")


def test_every_source_comes_before_the_next(tmp_path: Path) -> None:
    """Each source is there in turn, with values that tell which one was used."""
    whole, part = SheetLattice(SAVED.ruleset), SheetLattice(SAVED.ruleset, Root.of(MID))
    expected = naive_value(SAVED, MID)
    assert_answer(MID, expected, solves=1)
    assert_answer(MID, expected, solves=0)
    write_shifted(sheet_folder(MID), "sheet", part, 100)
    assert_answer(MID, expected + 100, solves=0)
    tables = tmp_path / "tables"
    write_shifted(book_folder(tables, SAVED), "book", whole, 200)
    assert_answer(MID, expected + 200, solves=0, tables=tables, within=1e-3)
    write_shifted(complete_folder(tables, SAVED), "complete", whole, 300)
    assert_answer(MID, expected + 300, solves=0, tables=tables)


def test_the_book_is_used_up_to_its_last_level_and_no_further(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At its last level it has the value of a sheet, but not those of the boxes to choose from."""
    monkeypatch.setattr(tables_module, "LAST_OF_BOOK", 2)
    write_shifted(book_folder(tmp_path, SAVED), "book", SheetLattice(SAVED.ruleset), 200)
    cards: list[dict[str, int]] = [{}, {"ones": 1}, {"ones": 1, "twos": 2}]
    for card in cards:
        position = Position(SAVED.ruleset, card)
        assert_answer(position, naive_value(SAVED, position) + 200, solves=0, tables=tmp_path, within=1e-3)
    spy = Spy()
    values = Values(SAVED.ruleset, tmp_path, spy, jobs=1)
    last = Position(SAVED.ruleset, cards[-1])
    assert Advisor(values).options(last, (6, 6), 2)[0].expected_total < 200
    assert spy.solves == 1
    position = Position(SAVED.ruleset, {"ones": 1, "twos": 0, "step": 0})
    assert_answer(position, naive_value(SAVED, position), solves=1, tables=tmp_path)


def test_a_real_book_and_what_follows_it(tmp_path: Path) -> None:
    """Six boxes: the book of levels 0 to 5 answers five turns and the value of the last sheet."""
    solve_complete(UNSAVED.ruleset, tmp_path / "complete", jobs=1)
    manifest = make_book(UNSAVED.ruleset, tmp_path / "complete", tmp_path / "book")
    assert [shard.level for shard in manifest.shards] == [0, 1, 2, 3, 4, 5]
    card: dict[str, int] = {}
    for box, points in [("ones", 2), ("one-pair", 0), ("step", 12), ("fives", 5), ("chance", 9)]:
        position = Position(UNSAVED.ruleset, card)
        assert_answer(
            position, naive_value(UNSAVED, position), solves=0, tables=tmp_path / "book", within=0.001
        )
        card[box] = points
    position = Position(UNSAVED.ruleset, card)
    book = tmp_path / "book"
    assert_answer(position, naive_value(UNSAVED, position), solves=0, tables=book, within=0.001)
    spy = Spy()
    assert Advisor(Values(UNSAVED.ruleset, book, spy, jobs=1)).options(position, (1, 1), 0)
    assert spy.solves == 1


def test_a_book_needs_a_complete_table(tmp_path: Path) -> None:
    with pytest.raises(MissingTable, match="no complete table of two-dice-saved"):
        make_book(SAVED.ruleset, None, tmp_path / "book")
    assert not (tmp_path / "book").exists()


# --- values


def position_of(game: SmallGame, filled: frozenset[str], upper_total: int, markers: int) -> Position:
    """A card with these boxes filled whose upper boxes make ``upper_total``; lower boxes are struck."""
    upper = [box for box in game.ruleset.upper if box.id in filled]
    counts = product(range(game.ruleset.num_dice + 1), repeat=len(upper))
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
    monkeypatch.setattr(tables_module, "LAST_OF_BOOK", len(game.ruleset.boxes))
    solve_complete(game.ruleset, tmp_path / "single", jobs=1, encoding="float32")
    solve_complete(game.ruleset, tmp_path / "double", jobs=1, encoding="float64")
    make_book(game.ruleset, tmp_path / "single", tmp_path / "book")
    ask(Position(game.ruleset))  # now the cache has a sheet table of the whole game
    sources: list[tuple[Path | None, Encoding]] = [
        (tmp_path / "single", "float32"),
        (tmp_path / "double", "float64"),
        (tmp_path / "book", "fixed16"),
        (None, "float64"),
    ]
    some = positions(game, every=11)
    assert len({position.level for position in some}) == len(game.ruleset.boxes)
    for tables, encoding in sources:
        spy = Spy()
        values = Values(game.ruleset, tables, spy, jobs=1)
        advisor = Advisor(values)
        for position in some:
            expected = naive_value(game, position)
            bound = error_bound(encoding, most_points(game.ruleset)) + 1e-9
            assert values.precision(position) == bound
            assert values.value_precision(position) in (bound, 1e-9)
            found = values.value_of(position)
            assert found == pytest.approx(expected, abs=values.value_precision(position))
            assert advisor.value(position) == found
            budget = game.ruleset.rerolls + position.markers
            turn = TurnValues(position, values.sheet_values(position), budget)
            assert turn.keep[budget, 0] == pytest.approx(expected, abs=bound), (tables, position)
        assert spy.solves == 0


# --- one solve for the rest of the game


def test_one_solve_answers_the_rest_of_the_game() -> None:
    spy = Spy()
    values = Values(SAVED.ruleset, progress=spy, jobs=1)
    Advisor(values).value(MID)
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
        for asked in (Advisor(values), Advisor(Values(SAVED.ruleset, progress=spy, jobs=1))):
            assert asked.value(position) == pytest.approx(naive_value(SAVED, position), abs=1e-4)
            assert asked.options(position, (6, 6), 2)
            assert len(asked.strategy(position, 0)) == 21
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
        assert_answer(other, naive_value(SAVED, other), solves=1)


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
    assert_answer(position, naive_value(game, position), solves=solves)


def test_another_upper_total_of_the_same_lane_plays_on() -> None:
    ask(Position(SAVED.ruleset, {"ones": 1}, 2))
    for sixes, twos in product((0, 6, 12), (0, 2, 4)):
        for card in ({"sixes": sixes}, {"twos": twos}, {"sixes": sixes, "twos": twos}):
            position = Position(SAVED.ruleset, {"ones": 0, **card}, 3)
            assert_answer(position, naive_value(SAVED, position), solves=0)


def test_rules_with_the_same_name_do_not_share_sheets() -> None:
    ask(MID)
    changed = replace(SAVED.ruleset, bonus=Bonus(14, 30))
    assert changed.slug == SAVED.ruleset.slug
    position = replace(MID, ruleset=changed)
    expected = solved(changed).value(MID.filled, MID.upper_total, MID.markers)
    with pytest.warns(OmkastWarning, match="made for other rules"):
        assert_answer(position, expected, solves=1)
    assert expected - naive_value(SAVED, MID) > 0.1


# --- held open


def test_a_sheet_that_was_asked_about_is_not_looked_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for another roll, other rerolls or fewer markers, and no table is opened twice."""
    solve_complete(SAVED.ruleset, tmp_path, jobs=1)
    advisor = Advisor(Values(SAVED.ruleset, tmp_path))
    answers = [advisor.options(MID, (1, 6), 2), advisor.options(replace(MID, markers=1), (2, 2), 1)]
    monkeypatch.setattr(Table, "read", None)
    assert answers == [advisor.options(MID, (1, 6), 2), advisor.options(replace(MID, markers=1), (2, 2), 1)]


def test_more_markers_than_were_asked_about_are_looked_up(tmp_path: Path) -> None:
    solve_complete(SAVED.ruleset, tmp_path, jobs=1)
    held = Advisor(Values(SAVED.ruleset, tmp_path))
    for markers in (0, 2, 1, 4):
        position = replace(MID, markers=markers)
        fresh = Advisor(Values(SAVED.ruleset, tmp_path))
        assert held.options(position, (1, 6), 1) == fresh.options(position, (1, 6), 1)


def test_threads_share_values(tmp_path: Path) -> None:
    solve_complete(LANES.ruleset, tmp_path, jobs=1)
    some = positions(LANES, every=5)
    expected = [Advisor(Values(LANES.ruleset, tmp_path)).value(position) for position in some]
    shared = Values(LANES.ruleset, tmp_path)
    advisors = [Advisor(shared), Advisor(shared)]
    with ThreadPoolExecutor(8) as pool:
        found = pool.map(lambda i: advisors[i % 2].value(some[i % len(some)]), range(8 * len(some)))
        assert list(found) == expected * 8


def test_one_solve_serves_all_threads(tmp_path: Path) -> None:
    spy = Spy()
    advisor = Advisor(Values(SAVED.ruleset, progress=spy, jobs=1))
    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(lambda _i: advisor.value(MID), range(8)))) == 1
    assert spy.solves == 1


def test_a_position_of_other_rules_is_refused(tmp_path: Path) -> None:
    values = Values(SAVED.ruleset)
    other = Position(UNSAVED.ruleset)
    for question in (values.sheet_values, values.value_of, values.precision, values.value_precision):
        with pytest.raises(IllegalState, match="is one of two-dice-six-boxes; expected"):
            question(other)


def test_a_start_value_is_as_it_was_solved(tmp_path: Path) -> None:
    """The empty sheet of a book: its manifest has the value in double precision."""
    solve_complete(SAVED.ruleset, tmp_path / "complete", jobs=1)
    make_book(SAVED.ruleset, tmp_path / "complete", tmp_path / "book")
    values, start = Values(SAVED.ruleset, tmp_path / "book"), Position(SAVED.ruleset)
    assert values.value_of(start) == pytest.approx(naive_value(SAVED, start), abs=1e-9)
    assert values.value_precision(start) == 1e-9
