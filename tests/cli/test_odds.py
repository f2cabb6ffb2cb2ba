"""The odds command: its document, its text in every language, and what it refuses."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from cli_calls import (
    RULES,
    answer,
    assert_documented,
    assert_refused,
    document,
    document_of,
    heavy_imports,
    run,
)
from omkast.cli.render import PLAIN_WIDTH
from omkast.games.ruleset import LANGUAGES
from omkast.sheet.chances import box_chances
from omkast.sheet.scores import possible_scores

pytestmark = pytest.mark.usefixtures("own_cache")


def test_odds_json() -> None:
    given = document("odds", "6,6,6,4,2,1", "--bonus", "tactic", "--rerolls", "1", "--markers", "3")
    boxes = given.pop("boxes")
    assert_documented(given)
    assert list(given.items()) == [
        ("game", "maxi-yatzy"),
        ("bonus", "tactic"),
        ("saved_rerolls", True),
        ("dice", [1, 2, 4, 6, 6, 6]),
        ("rerolls", 1),
        ("markers", 3),
    ]
    exact = box_chances(RULES, (1, 2, 4, 6, 6, 6), 1, 3)
    for one, chances, box in zip(boxes, exact, RULES.boxes, strict=True):
        assert list(one) == ["box", "chance", "chance_fraction", "at_least", "keep"]
        assert one["box"] == box.id
        assert Fraction(one["chance_fraction"]) == chances.made.probability
        assert one["chance"] == float(chances.made.probability) == next(iter(one["at_least"].values()))
        assert list(one["at_least"]) == [str(points) for points in possible_scores(box, 6) if points]
        assert one["at_least"] == {str(x): float(c.probability) for x, c in chances.at_least.items()}
        assert tuple(one["keep"]) == chances.made.keep
        assert_documented(dict.fromkeys(one))


def test_an_empty_table() -> None:
    given = document_of("yahtzee", "odds")
    assert (given["dice"], given["rerolls"], given["markers"]) == ([], 2, 0)
    last = given["boxes"][-1]
    assert last == {
        "box": "yahtzee",
        "chance": 347897 / 7558272,
        "chance_fraction": "347897/7558272",
        "at_least": {"50": 347897 / 7558272},
        "keep": [],
    }


def test_house_rules_are_told() -> None:
    given = document_of("yatzy", "odds", "--four-equal-as-two-pairs", "--rerolls", "0", "22222")
    assert given["four_equal_as_two_pairs"] is True
    chance = {one["box"]: one["chance_fraction"] for one in given["boxes"]}
    assert (chance["two-pairs"], chance["full-house"]) == ("1", "0")


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        (
            "en",
            [
                "All for one box, from 1 2 4 6 6 6. Rerolls left: 3.",
                "box option probability",
                "chance Keep 1 2 4 6 6 6 1.0000",
                "maxi yatzy Keep 6 6 6 0.0748",
                "At least so many points:",
                "18:1.0000 24:0.8062 30:0.3829 36:0.0748",
            ],
        ),
        (
            "sv",
            [
                "Allt på en ruta, från 1 2 4 6 6 6. Omkast kvar: 3.",
                "ruta val sannolikhet",
                "maxi yatzy Spara 6 6 6 0,0748",
                "Minst så många poäng:",
            ],
        ),
        (
            "nb",
            [
                "Alt på én rute, fra 1 2 4 6 6 6. Omkast igjen: 3.",
                "rute valg sannsynlighet",
                "maxi yatzy Behold 6 6 6 0,0748",
                "Minst så mange poeng:",
            ],
        ),
    ],
)
def test_text(lang: str, lines: list[str]) -> None:
    text = answer("odds", "666421", "--markers", "1", "--lang", lang)
    shown = [re.sub(" +", " ", line.strip()) for line in text.splitlines()]
    for line in lines:
        assert line in shown
    assert max(map(len, text.splitlines())) <= PLAIN_WIDTH


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_said_of_keeps_when_there_is_no_choice(lang: str) -> None:
    for arguments in (["odds"], ["odds", "666421", "--rerolls", "0"]):
        heading = answer(*arguments, "--lang", lang).splitlines()[2]
        assert len(heading.split()) == 2


def test_only_what_is_certain_is_shown_as_one_and_only_what_is_impossible_as_zero() -> None:
    text = answer("odds", "--rerolls", "0")
    assert re.search(r"^maxi yatzy +0\.0001$", text, re.MULTILINE)
    assert "30:0.0007  36:<0.0001" in text
    text = answer("odds", "--markers", "10")
    assert re.search(r"^one pair +>0\.9999$", text, re.MULTILINE)
    assert re.search(r"^chance +1\.0000$", text, re.MULTILINE)
    text = answer("odds", "333356", "--rerolls", "0")
    assert re.search(r"^twos +0\.0000$", text, re.MULTILINE)
    scores = text[text.index("At least") :]
    assert "twos" not in scores
    assert "threes\n    12:1.0000\n" in scores


BAD_CALLS: list[tuple[list[str], list[str]]] = [
    ([""], ["''", "expected 6 dice"]),
    (["66642"], ["'66642': 5 dice; expected 6 dice, each from 1 to 6, as in 666421"]),
    (["666420"], ["'666420': '0' is not a face"]),
    (["--rerolls", "3"], ["'3': expected a whole number from 0 to 2"]),
    (["--markers", "39"], ["markers is 39, but with 19 boxes filled at most 38 can have been saved"]),
    (["--markers", "-1"], ["markers is -1; expected 0 or more"]),
    (["--markers", "two"], ["'two': expected a whole number"]),
    (["--markers", "1", "--no-saved-rerolls"], ["markers is 1, but saved rerolls are off; expected 0"]),
    (["--bonus", "algae"], ["'algae'", "'alga'", "'tactic'"]),
    (["--lang", "da"], ["'da'", "'sv'"]),
    (["--card", "sixes=24"], ["--card"]),
]


@pytest.mark.parametrize(("arguments", "texts"), BAD_CALLS, ids=lambda part: " ".join(part)[:60])
def test_bad_input(arguments: list[str], texts: list[str]) -> None:
    assert_refused(run("maxi-yatzy", "odds", *arguments), texts)


def test_no_more_is_imported_than_needed() -> None:
    assert heavy_imports("maxi-yatzy", "odds", "--help") == []
    assert heavy_imports("maxi-yatzy", "odds") == ["numpy"]
