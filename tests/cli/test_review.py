"""``omkast review``: luck and loss of a recorded game, and records that are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from cli_calls import assert_documented, assert_refused, document_of, run, text_of
from omkast import parse_record
from omkast.cli.main import main
from omkast.cli.sheet.documents import record_document
from omkast.cli.sheet.render_review import REVIEW_TEXTS, loss_text
from omkast.games.ruleset import LANGUAGES
from omkast.sheet.review import MARKS

pytestmark = pytest.mark.usefixtures("empty_cache")

GAME = (Path(__file__).parents[2] / "docs" / "game.txt").read_text(encoding="utf-8")


@pytest.fixture
def game(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text(GAME, encoding="utf-8")
    return str(file)


def test_json(game: str) -> None:
    given = document_of("review", game)
    assert_documented(given)
    for player in given["players"]:
        balance = player["start_value"] + player["luck"] - player["loss"] + player["unrecorded"]
        assert balance == pytest.approx(player["total"], abs=1e-9)
        decisions = [decision for turn in player["turns"] for decision in turn["decisions"]]
        assert len(decisions) == player["decisions"]
        assert sum(decision["loss"] for decision in decisions) == pytest.approx(player["loss"])
        for decision in decisions:
            assert decision["mark"] == next((mark for least, mark in MARKS if decision["loss"] >= least), "")
            assert decision["best"]["loss"] == 0.0
            assert decision["chosen"]["loss"] == decision["loss"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_text_in_every_language(game: str, lang: str) -> None:
    text = text_of("review", game, "--lang", lang)
    assert text.startswith("Anna: ")
    assert "\nBo: " in text
    assert REVIEW_TEXTS[lang].dearest in text
    assert "0.00 luck" not in text


def test_from_standard_input() -> None:
    result = CliRunner().invoke(main, ["review", "-", "--lang", "en"], input=GAME)
    assert result.exit_code == 0
    assert result.stdout.startswith("Anna: Expected total so far: ")


def test_a_turn_without_throws_is_counted_as_such(tmp_path: Path) -> None:
    (tmp_path / "old").write_text('[Players "Bo"]\n= chance 24\n123456 = full-straight 21\n')
    text = text_of("review", str(tmp_path / "old"), "--lang", "en")
    assert "in turns written down without their throws (1)" in text
    (player,) = document_of("review", str(tmp_path / "old"))["players"]
    assert player["turns"][0]["decisions"] == []
    assert player["turns"][0]["unrecorded"] == pytest.approx(player["unrecorded"])


def test_a_loss_that_is_not_zero_is_never_shown_as_zero() -> None:
    assert [loss_text(loss, "en") for loss in (0.0, 1e-9, 0.0049, 0.0051)] == [
        "0.00",
        "<0.01",
        "<0.01",
        "0.01",
    ]
    assert loss_text(0.001, "sv") == "<0,01"


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        ("A 666421 (6666) 33 = tower 30", ["line 1", "6666", "expected"]),
        ("A 666421 = tower 30", ["line 1", "tower 30", "expected 0"]),
        (
            "A 666421 = chance 25\nA 123456 = chance 21",
            ["line 2", "chance is filled already, with 25", "expected"],
        ),
        ('[Game "chess"]', ["line 1", "chess", "maxi-yatzy"]),
    ],
)
def test_records_that_cannot_be(tmp_path: Path, text: str, problems: list[str]) -> None:
    (tmp_path / "bad").write_text(text)
    assert_refused(run("review", str(tmp_path / "bad")), ["FILE", *problems])


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert_refused(run("review", str(tmp_path / "none")), ["none", "expected a file with a recorded game"])
    assert_refused(run("review", str(tmp_path)), ["cannot read"])
    (tmp_path / "large").write_bytes(b" " * 2_000_000)
    assert_refused(run("review", str(tmp_path / "large")), ["more than 1024 KB", "a recorded game"])


def test_a_record_as_a_document() -> None:
    given = record_document(parse_record(GAME))
    assert given["players"][0]["player"] == "Anna"
    assert given["players"][0]["turns"][0]["throws"][1] == {"kept": [6, 6, 6], "thrown": [3, 3, 6]}
