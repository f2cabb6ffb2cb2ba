"""Bad input and other trouble: exit status 2, a message that echoes the input, no traceback."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli_calls import FULL_CARD, ONLY_CHANCE, RULES, assert_refused, document, run
from omkast.errors import MissingTable

pytestmark = pytest.mark.usefixtures("own_cache")

SHEET_COMMANDS = [["advise", "666421"], ["value"], ["table"]]

BAD_SHEETS: list[tuple[list[str], list[str]]] = [
    (["--card", "sixses=24"], ["unknown box 'sixses', did you mean 'sixes'?", "expected the name of a box"]),
    (["--card", "sixes=24 sixes=24"], ["sixes is given twice, as 'sixes' and as 'sixes'"]),
    (["--card", "sixes=24 SEXOR=24"], ["sixes is given twice, as 'sixes' and as 'SEXOR'"]),
    (["--card", "sixes=25"], ["sixes cannot score 25; it can score: 0, 6, 12, 18, 24, 30, 36"]),
    (["--card", "small-straight=-15"], ["small-straight cannot score -15; it can score: 0, 15"]),
    (["--card", "sixes=many"], ["'many'", "whole number"]),
    (["--card", "sixes"], ["'sixes'", "box=score"]),
    (["--card", "bonus=100"], ["'bonus' is no box: it is added at the end"]),
    (["--card", "sixes=24", "--card", "sexor=24"], ["sixes is given twice"]),
    (["--card", "sixes=24 markers=1", "--markers", "1"], ["markers are given twice"]),
    (["--markers", "0", "--markers", "0"], ["--markers is given twice"]),
    (["--card", "=24"], ["'' names no box"]),
    (["--card", FULL_CARD], ["all 20 boxes of the card are filled"]),
    (["--card", "@no/such/card"], ["'no/such/card'", "No such file"]),
    (["--card", "@."], ["'.'", "Is a directory"]),
    (["--markers", "1"], ["markers is 1", "at most 0"]),
    (["--markers", "5", "--card", "ones=3 twos=6"], ["markers is 5", "at most 4"]),
    (["--markers", "-1"], ["markers is -1"]),
    (["--markers", "two"], ["'two'"]),
    (["--markers", "1", "--card", "ones=3", "--no-saved-rerolls"], ["markers is 1", "saved rerolls are off"]),
    (["--bonus", "algae"], ["'algae'", "'alga'", "'tactic'"]),
    (["--lang", "da"], ["'da'", "'sv'"]),
    (["--tables", "no/such/folder"], ["'no/such/folder'", "does not exist"]),
    (["--tables", __file__], [__file__, "is a file"]),
    (["--colour"], ["--colour"]),
]

BAD_CALLS: list[tuple[list[str], list[str]]] = [
    *(([*command, *bad], texts) for command in SHEET_COMMANDS for bad, texts in BAD_SHEETS),
    (["advise"], ["DICE"]),
    (["advise", ""], ["''", "expected 6 dice"]),
    (["advise", "66642"], ["'66642': 5 dice; expected 6 dice, each from 1 to 6, as in 666421"]),
    (["advise", "6664211"], ["'6664211': 7 dice; expected 6 dice"]),
    (["advise", "6", "6", "6", "4", "2"], ["'6 6 6 4 2': 5 dice"]),
    (["advise", "666420"], ["'666420': '0' is not a face"]),
    (["advise", "6,6,6,4,2,7"], ["'6,6,6,4,2,7': '7' is not a face"]),
    (["advise", "abcdef"], ["'abcdef': 'a' is not a face"]),
    (["advise", "-1"], ["-1"]),
    (["advise", "666421", "--rerolls", "3"], ["3", "expected a whole number from 0 to 2"]),
    (["advise", "666421", "--rerolls", "-1"], ["-1", "expected a whole number from 0 to 2"]),
    (["table", "--rerolls", "one"], ["'one'"]),
    (["advise", "666421", "--top", "0"], ["0", "expected a whole number from 1"]),
    (["advise", "666421", "--top", "99999999999"], ["'99999999999': expected a whole number from 1 to 1000"]),
    (
        ["value", "--markers", "99999999999"],
        ["'99999999999': expected a whole number of at most nine digits"],
    ),
    (["table", "--format", "csv", "--json"], ["--format csv and --json contradict each other"]),
    (["table", "--json", "--format", "text"], ["--format text and --json contradict each other"]),
    (["table", "--format", "xml"], ["'xml'", "'csv'"]),
    (["value", "666421"], ["666421"]),
    (["solve", "--jobs", "0"], ["0", "expected a whole number from 1"]),
    (["solve", "--jobs", "all"], ["'all'"]),
    (["solve", "--jobs", "65"], ["'65': expected a whole number from 1 to 64"]),
    (["solve", "--jobs", "2147483648"], ["'2147483648': expected a whole number from 1 to 64"]),
    (["solve", "--tables", ""], ["'': expected the path of a folder"]),
    (["value", "--tables", ""], ["'': expected the path of a folder"]),
    (["value", "--markers", "٢"], ["'٢': expected a whole number"]),
    (["value", "--markers", "1_0"], ["'1_0': expected a whole number"]),
    (["advise", "666421", "--top", "٣"], ["'٣': expected a whole number from 1 to 1000"]),
    (["advise", "666421", "--rerolls", "1.0"], ["'1.0': expected a whole number from 0 to 2"]),
    (["solve", "--tables", __file__], [__file__, "is a file"]),
    (["solve", "--bonus", "algae"], ["'algae'"]),
    (["compare", "alga"], ["alga"]),
    (["compare", "--tables", "no/such/folder"], ["'no/such/folder'", "does not exist"]),
    (["play"], ["'play'"]),
]


@pytest.mark.parametrize(("arguments", "texts"), BAD_CALLS, ids=lambda part: " ".join(part)[:60])
def test_bad_input(arguments: list[str], texts: list[str]) -> None:
    assert_refused(run("maxi-yatzy", *arguments), texts)


def test_a_card_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "card.json"
    file.write_text('{"sixes": 24, "sixes": 24}')
    assert_refused(run("maxi-yatzy", "value", "--card", f"@{file}"), ["sixes is given twice"])
    file.write_text('{"sixes": 24')
    assert_refused(run("maxi-yatzy", "value", "--card", f"@{file}"), ["is not JSON"])
    file.write_bytes(b"\xff")
    assert_refused(run("maxi-yatzy", "value", "--card", f"@{file}"), [str(file), "not UTF-8"])
    file.write_text(json.dumps({b.names["sv"]: 0 for b in RULES.boxes if b.id != "chance"}))
    assert document("value", "--card", f"@{file}", "--no-saved-rerolls")["value"] == pytest.approx(
        28, abs=1e-9
    )


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (MissingTable("no table in 'x'"), "Error: no table in 'x'\n"),
        (PermissionError(13, "Permission denied", "x/y"), "Error: [Errno 13] Permission denied: 'x/y'\n"),
    ],
)
def test_errors_from_below(monkeypatch: pytest.MonkeyPatch, error: Exception, message: str) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("omkast.sheet.advice.Advisor.value", fail)
    result = run("maxi-yatzy", "value")
    assert_refused(result, [])
    assert result.stderr == message


@pytest.mark.parametrize(
    ("variable", "text", "message"),
    [
        ("OMKAST_CACHE_LIMIT", "much", "OMKAST_CACHE_LIMIT is 'much'; expected a whole number"),
        ("OMKAST_TABLES", "no/such/folder", "OMKAST_TABLES 'no/such/folder' does not exist"),
        ("OMKAST_TABLES", __file__, f"OMKAST_TABLES '{__file__}' is not a folder"),
    ],
)
def test_bad_surroundings(monkeypatch: pytest.MonkeyPatch, variable: str, text: str, message: str) -> None:
    monkeypatch.setenv(variable, text)
    assert_refused(run("maxi-yatzy", "advise", "666421", "--card", ONLY_CHANCE), [message])


def test_a_cache_that_cannot_be_written_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMKAST_CACHE", __file__)
    result = run("maxi-yatzy", "value", "--card", ONLY_CHANCE)
    assert result.exit_code == 0
    assert "expected total" in result.stdout
    assert result.stderr.startswith(f"Note: cannot write {__file__}")
    assert "OMKAST_CACHE" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_tables_folder_that_cannot_be_written() -> None:
    folder = Path(__file__) / "tables"
    assert_refused(run("maxi-yatzy", "solve", "--tables", str(folder)), [f"cannot write {folder}"])


def test_interrupting(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("omkast.sheet.advice.Advisor.value", interrupt)
    result = run("maxi-yatzy", "value")
    assert result.exit_code == 130
    assert (result.stdout, result.stderr) == ("", "\nInterrupted.\n")
