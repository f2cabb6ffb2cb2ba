"""Recorded games: the text of a game, and what the rules do not allow."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from game_records import random_record
from omkast.errors import NotationError
from omkast.games.action import Score
from omkast.games.registry import SHEET_GAMES
from omkast.sheet.record import Record
from omkast.sheet.record_text import format_record, parse_record

RULESETS = [ruleset for game in SHEET_GAMES for ruleset in game.rulesets()]

GAME = """\
[Game "maxi-yatzy"] [Bonus "alga"] [SavedRerolls "on"] [Players "A, B"]
1. A  666421 (666) 633 = tower 30           {one reroll left: a marker}
   B  113345 (11) 1256 (111) 115 = fives 5  {never again}
2. A  123456 = full-straight 21
   B  = chance 24                           {throws not written down}
"""


def test_a_game_as_one_writes_it_with_a_pencil() -> None:
    record = parse_record(GAME)
    assert record.players == ("A", "B")
    assert record.position(0).scores == {"tower": 30, "full-straight": 21}
    assert record.position(1).scores == {"fives": 5, "chance": 24}
    assert [position.markers for position in record.positions(0)] == [0, 1, 3]
    assert [position.markers for position in record.positions(1)] == [0, 0, 0]
    assert record.turns[1][0].comment == "never again"
    assert record.to_throw == 0
    assert [record.total(player) for player in (0, 1)] == [51, 29]


def test_the_canonical_form() -> None:
    assert format_record(parse_record(GAME)) == (
        '[Game "maxi-yatzy"]\n[Bonus "alga"]\n[SavedRerolls "on"]\n[Players "A, B"]\n\n'
        "1. A  124666 (666) 336 = tower 30 {one reroll left: a marker}\n"
        "   B  113345 (11) 1256 (111) 115 = fives 5 {never again}\n"
        "2. A  123456 = full-straight 21\n"
        "   B  = chance 24 {throws not written down}\n"
    )


@given(st.sampled_from(RULESETS), st.integers(0, 10**6))
def test_parse_gives_back_what_format_wrote(ruleset: object, seed: int) -> None:
    record = random_record(ruleset, seed)  # type: ignore[arg-type]
    text = format_record(record)
    again = parse_record(text)
    assert again == record
    assert again.ruleset.options == record.ruleset.options
    assert format_record(again) == text


@given(st.text() | st.text(alphabet='123456()={}[]" abAB.,\n'))
def test_any_text_is_read_or_refused_by_name(text: str) -> None:
    try:
        record = parse_record(text)
    except NotationError as error:
        assert "expected" in str(error)
    else:
        assert parse_record(format_record(record)) == record


@pytest.mark.parametrize(
    ("line", "problems"),
    [
        ("A 666421 (6666) 33 = tower 30", ["line 2", "6666", "666421"[::-1]]),
        ("A 666421 (666) 63 = tower 30", ["line 2", "666", "6 dice"]),
        ("A 666421 (666) 633 = tower 24", ["line 2", "tower 24", "expected 30"]),
        ("A 666421 (666) 421 (666) 421 (666) 421 = sixes 18", ["line 2", "reroll 3", "at most 2"]),
        ("A 666421 (666) 633", None),
        ("A 666427 = chance 31", ["line 2", "666427", "1 to 6"]),
        ("A 66642 = chance 24", ["line 2", "6 dice"]),
        ("A 666421 = towr 30", ["line 2", "towr", "tower"]),
        ("A 666421 =", ["line 2", "expected a box"]),
        ("A 666421 (666 633 = tower 30", ["line 2", "brackets"]),
        ("A = chance", ["line 2", "points"]),
        ("A = chance 24 markers=3", ["line 2", "markers=3", "0 to 2"]),
        ("C 666421 = chance 25", ["line 2", "'C'", "A, B"]),
        ("2. A 666421 = chance 25", ["line 2", "turn 2", "turn 1"]),
        ("A 666421 = chance 25 {why", ["line 2", "{why", "}"]),
        ("A 666421 = chance 25\nA 666421 = chance 25", ["line 3", "chance", "expected an open box"]),
        ("A 666421\nA 666421 = chance 25", ["line 3", "unfinished"]),
        ("A (66) 6421 = chance 25", ["line 2", "6 dice"]),
    ],
)
def test_what_the_rules_do_not_allow_is_refused_with_its_line(line: str, problems: list[str] | None) -> None:
    text = f'[Players "A, B"]\n{line}\n'
    if problems is None:
        parse_record(text)
        return
    with pytest.raises(NotationError) as refused:
        parse_record(text)
    for problem in problems:
        assert problem in str(refused.value)


def test_old_sheets_have_only_boxes_and_points() -> None:
    record = parse_record("= sexor 24\n= hus 0\n= chans = 21\n= 3 lika 15\n")
    assert record.position(0).scores == {"sixes": 24, "villa": 0, "chance": 21, "three-of-a-kind": 15}
    assert record.turns[0][0].score == Score("sixes", 24)


def test_a_turn_can_be_taken_back() -> None:
    record = parse_record(GAME)
    assert record.without_last_turn(0).with_turn(0, record.turns[0][-1]) == record
    assert Record.new(record.ruleset, record.players).to_throw == 0
