"""Cards as people write them."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import example, given, strategies as st

from box_spellings import spellings
from notation_refusals import read_or_refused, refused
from omkast.errors import IllegalState, NotationError
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.registry import SHEET_GAMES
from omkast.games.ruleset import LANGUAGES, Bonus, Ruleset, Sum, box
from omkast.notation.cards import Card, format_card, parse_card
from omkast.sheet.position import Position
from omkast.sheet.scores import possible_scores

RULES = maxi_yatzy()
IDS = [b.id for b in RULES.boxes]
RULESETS = [rules for game in SHEET_GAMES for rules in game.rulesets()]

CARDS = st.dictionaries(st.sampled_from(IDS), st.integers(-5, 150))


def scores_of(*texts: str) -> dict[str, int]:
    """What is read for the boxes; nothing is said of markers."""
    card = parse_card(RULES, *texts)
    assert card.markers is None
    return dict(card.scores)


@pytest.mark.parametrize(
    "text",
    [
        "sixes=24 one-pair=12 small-straight=0",
        "sixes=24,one pair=12,small straight=0",
        "sexor=24; ett par=12; liten stege=0",
        "Seksere = 24\nEtt par = 12\n\nLiten straight = 0\n",
        "  sixes= 24   one pair =12 \t SMALL_STRAIGHT=+0,",
        "sixes 24 one pair 12 small straight 0",
        "sixes: 24, one pair: 12, small straight:0",
        "Sexor 24\n1 par 12\nLiten stege (1-5) 0",
        "6:or 24 1 par: 12 liten stege 1-2-3-4-5 = 0",
        "small straight 0 1 par 12 6:or 24",
        '{"sixes": 24, "ett par": 12, "Liten stege": 0}',
    ],
)
def test_ways_to_write_a_card(text: str) -> None:
    assert scores_of(text) == {"sixes": 24, "one-pair": 12, "small-straight": 0}


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("two pairs 22 3 of a kind 15", {"two-pairs": 22, "three-of-a-kind": 15}),
        ("ettor 3 par 12", {"ones": 3, "one-pair": 12}),
        ("par 2 2 par 20 3 par 30", {"one-pair": 2, "two-pairs": 20, "three-pairs": 30}),
        ("hus (3+3) 18 torn 4+2 20 kåk 0", {"villa": 18, "tower": 20, "full-house": 0}),
        (
            "3 lika 15 4 lika=16 5 lika: 20",
            {"three-of-a-kind": 15, "four-of-a-kind": 16, "five-of-a-kind": 20},
        ),
    ],
)
def test_names_with_digits_beside_scores(text: str, scores: dict[str, int]) -> None:
    assert scores_of(text) == scores


@pytest.mark.parametrize("text", ["", " ", "\n", "{}", ",;"])
def test_an_empty_card(text: str) -> None:
    assert scores_of(text) == {}


@given(CARDS, st.sampled_from([" ", ", ", ";", "\n", "\r\n", " ; "]), st.sampled_from("=: "), st.data())
def test_text_cards_in_any_language(
    card: dict[str, int], separator: str, sign: str, data: st.DataObject
) -> None:
    names = {
        box_id: data.draw(st.sampled_from(sorted(spellings(name))))
        for box_id in card
        for name in [data.draw(st.sampled_from([box_id, *RULES.boxes[RULES.index(box_id)].names.values()]))]
    }
    text = separator.join(f"{names[box_id]}{sign}{points}" for box_id, points in card.items())
    assert scores_of(text) == card
    assert scores_of(json.dumps({names[box_id]: points for box_id, points in card.items()})) == card


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """A legal position of any ruleset."""
    rules = draw(st.sampled_from(RULESETS))
    boxes = draw(st.lists(st.sampled_from(rules.boxes), unique_by=lambda b: b.id))
    scores = {b.id: draw(st.sampled_from(possible_scores(b, rules.num_dice))) for b in boxes}
    most = rules.rerolls * len(scores) if rules.saved_rerolls else 0
    return Position(rules, scores, draw(st.integers(0, most)))


@given(positions(), st.sampled_from([None, *LANGUAGES]))
def test_a_position_comes_back_from_its_canonical_form(position: Position, language: str | None) -> None:
    assert Position.parse(position.ruleset, position.card) == position
    written = format_card(position.ruleset, position.scores, position.markers, language)
    assert Position.parse(position.ruleset, written) == position
    assert parse_card(position.ruleset, written).scores == position.scores


def test_the_canonical_form() -> None:
    position = Position.parse(RULES, "1 par 12, Sexor: 24", markers=3)
    assert position.card == "sixes=24 one-pair=12 markers=3"
    assert repr(position) == "<Position maxi-yatzy-alga-saved: sixes=24 one-pair=12 markers=3>"
    assert format_card(RULES, position.scores, 3, "nb") == "seksere=24 ett par=12 markers=3"


@pytest.mark.parametrize(
    "text", ["sixes=24 markers=2", "markörer 2, sexor 24", '{"markører": 2, "sixes": 24}']
)
def test_a_card_says_the_markers(text: str) -> None:
    assert parse_card(RULES, text) == Card({"sixes": 24}, 2)
    assert Position.parse(RULES, text).markers == 2
    with pytest.raises(IllegalState, match="markers are given twice, as 2 on the card and as 1"):
        Position.parse(RULES, text, markers=1)


def test_the_parts_of_a_card() -> None:
    assert scores_of("sixes=24", '{"ones": 3}', "") == {"sixes": 24, "ones": 3}
    with refused("sixes is given twice, as 'sixes' and as 'sexor'"):
        scores_of("sixes=24", "sexor=24")


@pytest.mark.parametrize(
    "text",
    ["sixes=24 sixes=24", "sixes=24, sexor=18", '{"sixes": 24, "sixes": 18}', '{"SIXES": 1, "sexor": 1}'],
)
def test_a_box_twice(text: str) -> None:
    with refused("sixes is given twice, as '"):
        scores_of(text)


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
        ('{"sixes": {"ones": 1}}', "'{\"ones\": 1}'"),
        ('{"sixes": 1e999}', "'1e999'"),
        ('{"sixes": 1' + "0" * 9 + "}", "'1000000000'"),
    ],
)
def test_a_score_that_is_no_integer(text: str, echo: str) -> None:
    with refused("the score of 'sixes' is", echo, "expected a whole number") as caught:
        scores_of(text)
    assert caught.value.at == text.index(echo[1:4].rstrip("'"), 6)


@pytest.mark.parametrize("text", ["sixes", "24", "sixes=", "sixes==24", "sixes=24=12", "sixes many", "[]"])
def test_what_is_no_entry(text: str) -> None:
    with refused(f"cannot read {text!r}; expected box=score"):
        scores_of(text)


@pytest.mark.parametrize("text", ["=5", "sixes=24 =5", ",=5", '{"": 5}', ":5"])
def test_an_empty_name_in_a_card(text: str) -> None:
    with refused("'' names no box"):
        scores_of(text)


@pytest.mark.parametrize(
    ("text", "name"), [("foo 3 lika=12", "foo"), ("7 lika 12", "7 lika"), ("a b=1", "a b")]
)
def test_an_unknown_name_ends_where_a_score_first_could_be(text: str, name: str) -> None:
    with refused(f"unknown box {name!r}"):
        scores_of(text)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("sixes=24 sixxes=3", 9),
        ("sixes=24\nsixes 3", 9),
        ("sixes=24; ones: x", 16),
        ("sixes=24 ones", 9),
        ('{"sixes": 24, "sixxes": 3}', 14),
        ('{"sixes": 24, "ones": "three"}', 22),
        ('{"sixes": 24,, "ones": 3}', 13),
    ],
)
def test_the_place_of_a_fault(text: str, at: int) -> None:
    with pytest.raises(NotationError) as caught:
        scores_of("", text)
    assert (caught.value.text, caught.value.at) == (text, at)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.at) == (str(caught.value), at)


@pytest.mark.parametrize("text", ['{"sixes": 24', "{sixes: 24}", '{"sixes": 24} x'])
def test_broken_json(text: str) -> None:
    with refused("is not JSON"):
        scores_of(text)


@pytest.mark.parametrize("text", ['{"a":' + "[" * 100_000, '{"sixes": ' + "9" * 5000 + "}"])
def test_json_beyond_all_measure(text: str) -> None:
    with refused(text[:50], "expected a JSON object of boxes and their scores"):
        scores_of(text)


@given(
    st.text()
    | st.text("sixe=0123, ;:{}\"'\n")
    | st.text("\ud800\udcc3\x00\x1b6=")
    | st.lists(st.sampled_from([*IDS, "markers", "1 par", "=", ":", " ", ",", "12", "3", "x"])).map("".join)
)
@example("{")
@example('{"sixes": 1e999}')
@example('{"sixes": "\ud800"}')
@example("sixes" * 20_000)
@example("1 " * 20_000)
def test_any_text_gives_a_card_or_a_refusal(text: str) -> None:
    card = read_or_refused(lambda written: parse_card(RULES, written), text)
    assert card is None or set(card.scores) <= set(IDS)


def test_a_card_of_another_game() -> None:
    rules = Ruleset("g", 1, (box("chance", Sum(), "a", "b", "c"),), Bonus(1, 1), 2, False)
    assert parse_card(rules, "chance=3").scores == {"chance": 3}
