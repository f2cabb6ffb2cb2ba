"""Dice and cards as people write them."""

from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path

import click
import pytest
from hypothesis import example, given, strategies as st

from omkast.cli.parse import parse_dice
from omkast.cli.sheet.card import ALSO_CALLED, BoxNames, normal_name, parse_card
from omkast.dice import FACES
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.registry import SHEET_GAMES, Game
from omkast.games.ruleset import Bonus, Box, Groups, Ruleset, Sum, box

RULES = maxi_yatzy()
IDS = [b.id for b in RULES.boxes]

FACE = st.sampled_from(FACES)
SIX_DICE = st.lists(FACE, min_size=6, max_size=6)


def refused(*texts: str) -> pytest.RaisesExc[click.BadParameter]:
    """The input is refused with a message in which every one of ``texts`` occurs."""
    return pytest.raises(
        click.BadParameter, check=lambda error: all(text in error.format_message() for text in texts)
    )


# Dice


@pytest.mark.parametrize("written", ["666421", "6 6 6 4 2 1", "6,6,6,4,2,1", "6, 6, 6 ,4,2 , 1", " 126664\n"])
def test_ways_to_write_dice(written: str) -> None:
    assert parse_dice(written, 6) == (1, 2, 4, 6, 6, 6)


@given(SIX_DICE, st.sampled_from(["", " ", ",", ", ", "  ", "\t"]))
def test_dice_come_back_sorted(faces: list[int], separator: str) -> None:
    assert parse_dice(separator.join(map(str, faces)), 6) == tuple(sorted(faces))


@given(st.lists(FACE, max_size=9), st.integers(1, 6))
def test_the_number_of_dice_is_checked(faces: list[int], count: int) -> None:
    written = " ".join(map(str, faces))
    if len(faces) == count:
        assert parse_dice(written, count) == tuple(sorted(faces))
    else:
        found, expected = ("1 die" if number == 1 else f"{number} dice" for number in (len(faces), count))
        with refused(repr(written), f"{found}; expected {expected}"):
            parse_dice(written, count)


@given(SIX_DICE, st.integers(0, 5), st.sampled_from("0789xI٣½６-"))
def test_what_is_no_face(faces: list[int], at: int, wrong: str) -> None:
    symbols = [*map(str, faces)]
    symbols[at] = wrong
    for written in ("".join(symbols), " ".join(symbols)):
        with refused(repr(written), f"{wrong!r} is not a face of a die; expected 6 dice, each from 1 to 6"):
            parse_dice(written, 6)


@pytest.mark.parametrize(
    "written",
    ["", " ", "666 421", "66 6421", "6,,6,6,4,2", "6;6;6;4;2;1", "12 3 4 5 6", "+1 2 3 4 5 6", "6.0"],
)
def test_other_ways_are_refused(written: str) -> None:
    with refused(repr(written), "expected 6 dice"):
        parse_dice(written, 6)


@given(st.text())
def test_any_text_gives_dice_or_a_refusal(text: str) -> None:
    try:
        dice = parse_dice(text, 6)
    except click.BadParameter as error:
        assert "expected 6 dice" in error.message
    else:
        assert len(dice) == 6
        assert set(dice) <= set(FACES)


# Names of boxes


def spellings(name: str) -> set[str]:
    """Ways in which people may write a name."""
    bare = name.replace("å", "a").replace("ä", "a").replace("ö", "o").replace("ø", "o")
    digraphs = name.replace("å", "aa").replace("ä", "ae").replace("ö", "oe").replace("ø", "oe")
    basic = {name, bare, digraphs, unicodedata.normalize("NFD", name)}
    parted = {re.sub("[ -]", gap, word) for word in basic for gap in (" ", "-", "_", "", "  ")}
    return parted | {word.upper() for word in parted} | {word.title() for word in parted}


@pytest.mark.parametrize("b", RULES.boxes, ids=IDS)
def test_names_in_every_spelling(b: Box) -> None:
    names = BoxNames(RULES)
    for name in (b.id, *b.names.values()):
        for spelling in spellings(name):
            assert names.find(spelling) == b.id


@pytest.mark.parametrize("game", SHEET_GAMES, ids=lambda game: game.id)
def test_no_name_stands_for_two_boxes(game: Game[Ruleset]) -> None:
    for saved_rerolls in (True, False):
        rules = game.ruleset(saved_rerolls=saved_rerolls)
        owners: dict[str, set[str]] = {}
        for b in rules.boxes:
            for name in (b.id, *b.names.values()):
                for spelling in spellings(name):
                    owners.setdefault(normal_name(spelling), set()).add(b.id)
        assert {name: boxes for name, boxes in owners.items() if len(boxes) > 1} == {}
        assert "" not in owners
        BoxNames(rules)


@pytest.mark.parametrize(
    ("name", "box_id"),
    [
        ("hus", "villa"),
        ("kåk", "full-house"),
        ("hytte", "full-house"),
        ("ettor", "ones"),
        ("ett par", "one-pair"),
        ("tvaaor", "twos"),
        ("TVÅ PAR", "two-pairs"),
        ("to par", "two-pairs"),
        ("treor", "threes"),
        ("treere", "threes"),
        ("tre like", "three-of-a-kind"),
        ("taarn", "tower"),
        ("Small_Straight", "small-straight"),
        ("maxiyatzy", "maxi-yatzy"),
        ("par", "one-pair"),
        ("Triss", "three-of-a-kind"),
        ("fullt hus", "full-house"),
    ],
)
def test_names_that_are_easily_confused(name: str, box_id: str) -> None:
    assert BoxNames(RULES).find(name) == box_id


def test_other_names_are_those_of_boxes() -> None:
    known = {b.id for game in SHEET_GAMES for rules in game.rulesets() for b in rules.boxes}
    assert set(ALSO_CALLED) <= known


def test_a_ruleset_with_an_ambiguous_name() -> None:
    first = box("villa", Groups((3, 3)), "hus", "hus", "villa")
    second = box("full-house", Groups((3, 2)), "kåk", "HUS", "full house")
    rules = Ruleset("game", 6, (first, second), Bonus(1, 1), 2, False)
    with pytest.raises(ValueError, match="'HUS' could be villa or full-house"):
        BoxNames(rules)


def test_an_unknown_name_is_answered_with_close_ones() -> None:
    with refused("unknown box 'sixxes', did you mean 'sixes'", "ones, twos, threes", "maxi-yatzy"):
        BoxNames(RULES).find("sixxes")
    with refused("unknown box 'storre stege'", "'stor stege'"):
        BoxNames(RULES).find("storre stege")
    with refused("unknown box 'qqq'; expected one of: ones"):
        BoxNames(RULES).find("qqq")


@pytest.mark.parametrize("name", ["", " ", "-", "!?"])
def test_an_empty_name_is_no_box(name: str) -> None:
    with refused(f"{name!r} names no box; expected one of: ones"):
        BoxNames(RULES).find(name)


# Cards

CARDS = st.dictionaries(st.sampled_from(IDS), st.integers(-5, 150))


@pytest.mark.parametrize(
    "text",
    [
        "sixes=24 one-pair=12 small-straight=0",
        "sixes=24,one pair=12,small straight=0",
        "sexor=24; ett par=12; liten stege=0",
        "Seksere = 24\nEtt par = 12\n\nLiten straight = 0\n",
        "  sixes= 24   one pair =12 \t SMALL_STRAIGHT=+0,",
        '{"sixes": 24, "ett par": 12, "Liten stege": 0}',
    ],
)
def test_ways_to_write_a_card(text: str, tmp_path: Path) -> None:
    expected = {"sixes": 24, "one-pair": 12, "small-straight": 0}
    assert parse_card(text, RULES) == expected
    file = tmp_path / "my card.txt"
    for encoding in ("utf-8", "utf-8-sig"):
        file.write_text(text, encoding=encoding)
        assert parse_card(f"@{file}", RULES) == expected


@pytest.mark.parametrize("text", ["", " ", "\n", "{}", ",;"])
def test_an_empty_card(text: str) -> None:
    assert parse_card(text, RULES) == {}


@given(CARDS, st.sampled_from([" ", ", ", ";", "\n", "\r\n", " ; "]), st.data())
def test_text_cards_in_any_language(card: dict[str, int], separator: str, data: st.DataObject) -> None:
    names = {
        box_id: data.draw(st.sampled_from(sorted(spellings(name))))
        for box_id in card
        for name in [data.draw(st.sampled_from([box_id, *RULES.boxes[RULES.index(box_id)].names.values()]))]
    }
    text = separator.join(f"{names[box_id]}={points}" for box_id, points in card.items())
    assert parse_card(text, RULES) == card
    assert parse_card(json.dumps({names[box_id]: points for box_id, points in card.items()}), RULES) == card


@pytest.mark.parametrize(
    "text",
    ["sixes=24 sixes=24", "sixes=24, sexor=18", '{"sixes": 24, "sixes": 18}', '{"SIXES": 1, "sexor": 1}'],
)
def test_a_box_twice(text: str) -> None:
    with refused("sixes is given twice, as '", "--card"):
        parse_card(text, RULES)


@pytest.mark.parametrize(
    ("text", "echo"),
    [
        ("sixes=x", "'x'"),
        ("sixes=2.5", "'2.5'"),
        ("sixes=1_0", "'1_0'"),
        ("sixes=２", "'２'"),
        ("sixes=" + "9" * 5000, "'" + "9" * 57 + "...'"),
        ('{"sixes": 24.0}', "'24.0'"),
        ('{"sixes": "24"}', "'\"24\"'"),
        ('{"sixes": true}', "'true'"),
        ('{"sixes": null}', "'null'"),
        ('{"sixes": {"ones": 1}}', "'an object'"),
        ('{"sixes": 1e999}', "'Infinity'"),
        ('{"sixes": 1' + "0" * 9 + "}", "'1000000000'"),
    ],
)
def test_a_score_that_is_no_integer(text: str, echo: str) -> None:
    with refused("the score of 'sixes' is", echo, "expected a whole number"):
        parse_card(text, RULES)


@pytest.mark.parametrize(
    "text", ["sixes", "sixes 24", "24", "sixes=", "sixes==24", "sixes=24=12", "sixes: 24", "[]"]
)
def test_what_is_no_entry(text: str) -> None:
    with refused(f"cannot read {text!r}; expected box=score"):
        parse_card(text, RULES)


@pytest.mark.parametrize("text", ["=5", "sixes=24 =5", ",=5", '{"": 5}'])
def test_an_empty_name_in_a_card(text: str) -> None:
    with refused("'' names no box"):
        parse_card(text, RULES)


@pytest.mark.parametrize("text", ['{"sixes": 24', "{sixes: 24}", '{"sixes": 24} x'])
def test_broken_json(text: str) -> None:
    with refused("is not JSON"):
        parse_card(text, RULES)


@pytest.mark.parametrize("text", ['{"a":' + "[" * 100_000, '{"sixes": ' + "9" * 5000 + "}"])
def test_json_beyond_all_measure(text: str) -> None:
    with refused(text[:50], "expected a JSON object of boxes and their scores"):
        parse_card(text, RULES)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"
    with refused(f"cannot read '{missing}': No such file"):
        parse_card(f"@{missing}", RULES)
    with refused(f"cannot read '{tmp_path}': Is a directory"):
        parse_card(f"@{tmp_path}", RULES)
    with refused("'@' names no file; expected @FILE"):
        parse_card("@", RULES)
    with refused("cannot read 'a\\x00b'"):
        parse_card("@a\0b", RULES)
    binary = tmp_path / "card.bin"
    binary.write_bytes(b"\xff\xfe\x00")
    with refused(f"cannot read '{binary}': it is not UTF-8 text"):
        parse_card(f"@{binary}", RULES)


def test_a_file_named_in_a_file_is_not_followed(tmp_path: Path) -> None:
    file = tmp_path / "card.txt"
    file.write_text(f"@{file}")
    with refused("cannot read '@"):
        parse_card(f"@{file}", RULES)


@given(st.text() | st.text("sixe=0123, ;{}\"':\n"))
@example("{")
@example('{"sixes": 1e999}')
def test_any_text_gives_a_card_or_a_refusal(text: str) -> None:
    try:
        card = parse_card(text.removeprefix("@"), RULES)
    except click.BadParameter as error:
        assert error.message
    else:
        assert set(card) <= set(IDS)


def test_dice_of_other_games() -> None:
    assert parse_dice("54321", 5) == (1, 2, 3, 4, 5)
    assert parse_card(
        "chance=3", Ruleset("g", 1, (box("chance", Sum(), "a", "b", "c"),), Bonus(1, 1), 2, False)
    ) == {"chance": 3}
