"""What the answers of a game with a sheet say of markers, and the short form of the question."""

from __future__ import annotations

import re

import pytest

from cli_calls import ONLY_CHANCE, RULES, answer, document, text_of
from omkast.cli.sheet import render
from omkast.cli.sheet.texts import TEXTS
from omkast.games.action import Keep, Score
from omkast.games.registry import SHEET_GAMES
from omkast.sheet.advice import Option
from omkast.sheet.position import Position

pytestmark = pytest.mark.usefixtures("own_cache")

TWO_OPEN = ONLY_CHANCE.replace("sixes=0", "")


@pytest.mark.parametrize(
    ("lang", "fill", "keep"),
    [
        ("en", "Fill sixes with 24 and bank two markers: ", "Keep 6 6 6 6, spending a marker: "),
        ("sv", "Skriv 24 på sexor och ta två markörer: ", "Spara 6 6 6 6 och använd en markör: "),
        ("nb", "Skriv 24 på seksere og ta to markører: ", "Behold 6 6 6 6 og bruk en markør: "),
    ],
)
def test_the_answer_says_what_becomes_of_markers(lang: str, fill: str, keep: str) -> None:
    position = Position(RULES, {}, 0)
    best = Option(Score("sixes", 24), 400.0, 0.0, 2)
    assert render.answer_text(position, best, lang).startswith(fill)
    held = Position(RULES, {"ones": 0, "twos": 0}, 3)
    assert render.answer_text(held, Option(Keep((6, 6, 6, 6)), 400.0, 0.0, 2), lang).startswith(keep)
    assert "mark" not in render.answer_text(held, Option(Keep((6, 6, 6, 6)), 400.0, 0.0, 3), lang)


def test_without_rerolls_left_a_keep_takes_a_marker_and_a_box_none() -> None:
    arguments = ("advise", "666421", "--card", TWO_OPEN, "--markers", "3", "--rerolls", "0", "--top", "99")
    changes = {" ".join(line.split()) for line in answer(*arguments).splitlines()[3:]}
    assert any(re.match(r"Keep 6 6 6 -1 \d", line) for line in changes)
    assert any(re.match(r"Fill sixes with 18 \d", line) for line in changes)
    after = {option["action"]: option["markers_after"] for option in document(*arguments)["options"]}
    assert after == {"keep": 2, "score": 3}


@pytest.mark.parametrize(("rerolls", "banked"), [("0", 3), ("1", 4), ("2", 5)])
def test_a_box_saves_the_rerolls_that_are_left(rerolls: str, banked: int) -> None:
    arguments = ("advise", "666421", "--card", TWO_OPEN, "--markers", "3", "--rerolls", rerolls)
    after = {option["action"]: option["markers_after"] for option in document(*arguments)["options"]}
    assert after == {"keep": 3 if rerolls != "0" else 2, "score": banked}


def test_nothing_is_said_of_markers_where_they_are_worth_nothing() -> None:
    unsaved = ("advise", "666421", "--card", TWO_OPEN, "--no-saved-rerolls")
    assert "marker" not in answer(*unsaved)
    assert {option["markers_after"] for option in document(*unsaved)["options"]} == {0}
    assert "marker" not in answer("advise", "666421", "--card", ONLY_CHANCE, "--top", "99")


def test_there_are_words_for_the_markers_that_a_turn_of_any_game_can_bank() -> None:
    most = max(rules.rerolls for game in SHEET_GAMES for rules in game.rulesets())
    assert all(len(texts.bank) == most + 1 for texts in TEXTS.values())


def test_the_short_form_asks_about_maxi_yatzy() -> None:
    arguments = ("advise", "666421", "--card", ONLY_CHANCE, "--lang", "sv")
    assert text_of(*arguments) == answer(*arguments)
