"""What the commands of a game answer, as text, JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from cli_calls import ONLY_CHANCE, RULES, answer, assert_documented, document
from omkast.cli.render import PLAIN_WIDTH
from omkast.cli.sheet import render
from omkast.cli.sheet.texts import TEXTS
from omkast.games.action import Keep, Score
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.ruleset import LANGUAGES, Ruleset
from omkast.progress import Cancel, Progress
from omkast.sheet.advice import Option
from omkast.sheet.complete import Solved
from omkast.store.manifest import Encoding
from omkast.studies.compare import Comparison, Difference, RulesetTotal

pytestmark = pytest.mark.usefixtures("own_cache")

# advise


def test_advise_json() -> None:
    card = ONLY_CHANCE.replace("sixes=0", "sixes=24")
    given = document("advise", "6,6,6,4,2,1", "--card", card, "--markers", "3")
    assert_documented(given)
    options = given.pop("options")
    assert list(given.items()) == [
        ("game", "maxi-yatzy"),
        ("bonus", "alga"),
        ("saved_rerolls", True),
        ("dice", [1, 2, 4, 6, 6, 6]),
        ("rerolls", 2),
        ("markers", 3),
        ("points", 24),
        ("precision", 1e-9),
    ]
    keeps = [option["keep"] for option in options if option["action"] == "keep"]
    assert len({tuple(keep) for keep in keeps}) == len(keeps) == 2 * 2 * 2 * 4 - 1
    assert [] in keeps
    [fill] = [option for option in options if option["action"] == "score"]
    assert (fill["box"], fill["points"], fill["expected_total"]) == ("chance", 25, 49.0)
    losses = [option["loss"] for option in options]
    assert losses == sorted(losses)
    assert losses[0] == 0.0
    assert options[0]["keep"] == [6, 6, 6]
    for option in options:
        assert list(option)[-2:] == ["expected_total", "loss"]
        assert options[0]["expected_total"] - option["expected_total"] == pytest.approx(option["loss"])


def test_rerolls_and_markers_decide_what_can_be_kept() -> None:
    arguments = ("advise", "666421", "--card", ONLY_CHANCE, "--rerolls", "0")
    fill = {
        "action": "score",
        "box": "chance",
        "points": 25,
        "markers_after": 0,
        "expected_total": 25.0,
        "loss": 0.0,
    }
    assert document(*arguments)["options"] == [fill]
    one_marker = document(*arguments, "--markers", "1")["options"]
    assert one_marker[0] == {
        "action": "keep",
        "keep": [4, 6, 6, 6],
        "markers_after": 0,
        "expected_total": pytest.approx(22 + 7),
        "loss": 0.0,
    }


def test_top() -> None:
    arguments = ("advise", "666421", "--card", ONLY_CHANCE)
    assert len(document(*arguments)["options"]) == 32
    assert len(document(*arguments, "--top", "4")["options"]) == 4
    lines = answer(*arguments).splitlines()
    assert len(lines) == 3 + 10 + 2
    assert lines[-2:] == ["", "22 more options; --top 32 shows them."]
    assert "more" not in answer(*arguments, "--top", "10")
    assert "more" not in answer(*arguments, "--rerolls", "0")
    assert answer(*arguments, "--lang", "sv").endswith("\n22 val till; --top 32 visar alla.\n")
    assert len(answer(*arguments, "--top", "4").splitlines()) == 3 + 4
    assert len(answer(*arguments, "--top", "99").splitlines()) == 3 + 32


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["Keep 6 6 6: expected total 30.75", "option expected total loss", "Fill chance with 25"]),
        (
            "sv",
            [
                "Spara 6 6 6: förväntad slutsumma 30,75",
                "val förväntad slutsumma förlust",
                "Skriv 25 på chans",
            ],
        ),
        (
            "nb",
            ["Behold 6 6 6: forventet sluttsum 30,75", "valg forventet sluttsum tap", "Skriv 25 på sjanse"],
        ),
    ],
)
def test_advise_text(lang: str, lines: list[str]) -> None:
    text = answer("advise", "666421", "--card", ONLY_CHANCE, "--lang", lang, "--top", "99")
    for line in lines:
        assert re.search(re.escape(line).replace(r"\ ", " +"), text)
    assert text.replace("\n", "").isprintable(), "no colours"
    assert not set(text) & set("│┃━─┏"), "no box drawing"


def test_texts_of_actions() -> None:
    assert render.action_text(Keep((1, 6)), RULES, "en") == "Keep 1 6"
    assert render.action_text(Keep(()), RULES, "en") == "Keep nothing"
    assert render.action_text(Score("tower", 0), RULES, "sv") == "Stryk torn"
    assert render.action_text(Score("full-house", 28), RULES, "nb") == "Skriv 28 på hytte"
    assert set(TEXTS) == set(LANGUAGES)


# value


@pytest.mark.parametrize(("markers", "expected"), [(0, 28), (2, 30.777777778)])
def test_value(markers: int, expected: float) -> None:
    given = document("value", "--card", ONLY_CHANCE.replace("tower=0", "tower=14"), "--markers", str(markers))
    assert_documented(given)
    assert list(given) == ["points", "value", "expected_total", "precision", "game", "bonus", "saved_rerolls"]
    assert given["points"] == 14
    assert given["value"] == pytest.approx(expected, abs=1e-8)
    assert given["expected_total"] == pytest.approx(14 + expected, abs=1e-8)


@pytest.mark.parametrize(("bonus", "points"), [("alga", 100), ("tactic", 50)])
def test_the_bonus_is_value_until_the_game_ends(bonus: str, points: int) -> None:
    upper = {"ones": 4, "twos": 8, "threes": 12, "fours": 16, "fives": 20, "sixes": 24}
    card = ONLY_CHANCE
    for box, score in upper.items():
        card = card.replace(f"{box}=0", f"{box}={score}")
    given = document("value", "--card", card, "--bonus", bonus, "--no-saved-rerolls")
    assert given["points"] == 84
    assert given["value"] == pytest.approx(28 + points)


def test_value_text() -> None:
    assert answer("value", "--card", ONLY_CHANCE, "--no-saved-rerolls", "--lang", "sv") == (
        "poäng                0\nvärde                28,00\nförväntad slutsumma  28,00\n"
    )


# table

ROLLS = list(combinations_with_replacement(range(1, 7), 6))


def test_table_json() -> None:
    given = document("table", "--card", ONLY_CHANCE, "--rerolls", "1")
    assert_documented(given)
    assert list(given) == [
        *("game", "bonus", "saved_rerolls", "rerolls", "markers", "points", "rolls", "precision")
    ]
    assert [tuple(roll["dice"]) for roll in given["rolls"]] == ROLLS
    for roll in given["rolls"]:
        assert list(roll) == ["dice", "best"]
        high = [face for face in roll["dice"] if face >= 4]
        best = roll["best"]
        assert best["expected_total"] == pytest.approx(sum(high) + 3.5 * (6 - len(high)))
        assert best["loss"] == 0
    assert answer("table", "--card", ONLY_CHANCE, "--rerolls", "1", "--format", "json") == answer(
        "table", "--card", ONLY_CHANCE, "--rerolls", "1", "--json"
    )


def test_table_csv() -> None:
    arguments = ("table", "--card", ONLY_CHANCE, "--rerolls", "1")
    rows = list(csv.DictReader(io.StringIO(answer(*arguments, "--format", "csv"))))
    best = document(*arguments)["rolls"]
    assert list(rows[0]) == ["dice", "action", "keep", "box", "points", "expected_total", "markers_after"]
    for row, roll in zip(rows, best, strict=True):
        option = roll["best"]
        assert row == {
            "dice": "".join(map(str, roll["dice"])),
            "action": option["action"],
            "keep": "".join(map(str, option.get("keep", ()))),
            "box": option.get("box", ""),
            "points": str(option.get("points", "")),
            "expected_total": str(option["expected_total"]),
            "markers_after": str(option["markers_after"]),
        }


@pytest.mark.parametrize("rerolls", ["0", "2"])
def test_table_text(rerolls: str) -> None:
    text = answer("table", "--card", ONLY_CHANCE, "--rerolls", rerolls)
    rolls = re.findall(r"\b[1-6]{6}\b", text)
    assert sorted(rolls) == ["".join(map(str, roll)) for roll in ROLLS]
    totals = [float(total) for total in re.findall(r"expected total ([\d.]+)$", text, re.MULTILINE)]
    assert totals == sorted(totals, reverse=True)
    assert max(map(len, text.splitlines())) <= PLAIN_WIDTH


def test_a_table_says_what_it_is_for() -> None:
    card = ONLY_CHANCE.replace("tower=0", "tower=14")
    heading = answer("table", "--card", card, "--markers", "3", "--rerolls", "1").split("\n\n")[0]
    lines = [" ".join(line.split()) for line in heading.splitlines()]
    assert lines[0] == "rules Maxi Yatzy --bonus alga --saved-rerolls"
    assert lines[1].startswith("card ones 0, twos 0,")
    assert " ".join(lines).endswith("tower 14, maxi yatzy 0 (14 points) markers 3 rerolls left 1")
    empty = answer("table", "--no-saved-rerolls", "--bonus", "tactic", "--lang", "sv").splitlines()[:4]
    assert empty == [
        "regler       Maxi Yatzy --bonus tactic --no-saved-rerolls",
        "protokoll    tomt",
        "markörer     0",
        "omkast kvar  2",
    ]


# solve, compare


@pytest.fixture
def solve_calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What a solve is asked for; the real one takes minutes."""
    calls: list[tuple[object, ...]] = []

    def solve(
        ruleset: Ruleset,
        folder: Path | None,
        jobs: int | None,
        _progress: Progress | None,
        *,
        encoding: Encoding | None,
        again: bool,
        cancel: Cancel,
    ) -> Solved:
        calls.append((ruleset, folder, jobs, encoding, again))
        return Solved(401.25, 1234567, 2.5, Path("some/folder"), was_there=not again)

    monkeypatch.setattr("omkast.solve_complete", solve)
    return calls


def test_solve_json(solve_calls: list[tuple[object, ...]], tmp_path: Path) -> None:
    folder = tmp_path / "new"
    arguments = ("--bonus", "tactic", "--no-saved-rerolls", "--tables", str(folder), "--jobs", "3", "--again")
    given = document("solve", *arguments)
    assert_documented(given)
    assert list(given.items()) == [
        ("start_value", 401.25),
        ("states", 1234567),
        ("seconds", 2.5),
        ("tables", "some/folder"),
        ("was_there", False),
    ]
    assert solve_calls == [(maxi_yatzy("tactic", saved_rerolls=False), folder, 3, None, True)]


def test_solve_text(solve_calls: list[tuple[object, ...]]) -> None:
    assert answer("solve", "--again", "--precision", "double").splitlines() == [
        "start value  401.250000",
        "states       1,234,567",
        "seconds      2.5",
        "tables       some/folder",
    ]
    assert answer("solve", "--precision", "single").splitlines() == [
        "The table is there already; --again solves it again.",
        "",
        "start value  401.250000",
        "states       1,234,567",
        "tables       some/folder",
    ]
    assert solve_calls == [
        (maxi_yatzy(), None, None, "float64", True),
        (maxi_yatzy(), None, None, "float32", False),
    ]


@pytest.fixture
def _compared(monkeypatch: pytest.MonkeyPatch) -> None:
    totals = (RulesetTotal("alga", True, 470.125), RulesetTotal("tactic", False, 383.3054))
    keep = Option(Keep((6, 6, 6)), 470.5, 0.0, 0)
    fill = Option(Score("sixes", 18), 420.5, 0.0, 2)
    difference = Difference((1, 2, 4, 6, 6, 6), keep, fill, 0.75)
    comparison = Comparison(totals, 0.0125, (difference,))
    monkeypatch.setattr("omkast.compare", lambda _tables, _progress, _cancel: comparison)


@pytest.mark.usefixtures("_compared")
def test_compare_json() -> None:
    given = document("compare")
    assert_documented(given)
    assert json.dumps(given) == json.dumps(
        {
            "rulesets": [
                {"bonus": "alga", "saved_rerolls": True, "expected_total": 470.125},
                {"bonus": "tactic", "saved_rerolls": False, "expected_total": 383.3054},
            ],
            "first_roll": {
                "rolls_that_differ": 1,
                "probability": 0.0125,
                "differences": [
                    {
                        "dice": [1, 2, 4, 6, 6, 6],
                        "alga": {
                            "action": "keep",
                            "keep": [6, 6, 6],
                            "markers_after": 0,
                            "expected_total": 470.5,
                            "loss": 0.0,
                        },
                        "tactic": {
                            "action": "score",
                            "box": "sixes",
                            "points": 18,
                            "markers_after": 2,
                            "expected_total": 420.5,
                            "loss": 0.0,
                        },
                        "loss": 0.75,
                    }
                ],
            },
        }
    )


@pytest.mark.usefixtures("_compared")
def test_compare_text() -> None:
    lines = [re.sub(" +", " ", line) for line in answer("compare").splitlines()]
    assert lines[:3] == ["bonus saved rerolls expected total", "alga on 470.12", "tactic off 383.31"]
    assert (
        "First rolls that are played differently (with saved rerolls): 1, together with probability 0.0125."
        in lines
    )
    assert lines[-2:] == ["roll alga tactic loss", "124666 Keep 6 6 6 Fill sixes with 18 0.75"]
