"""The omkast command as its users meet it."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from omkast.cli import render
from omkast.cli.main import main
from omkast.cli.progress import ProgressBar
from omkast.cli.texts import TEXTS
from omkast.solver.advice import Keep, Option, Score
from omkast.solver.compare import Comparison, Difference, RulesetTotal
from omkast.solver.complete import Solved
from omkast.solver.errors import MissingTable
from omkast.solver.games.catalogue import GAMES
from omkast.solver.games.maxi_yatzy import maxi_yatzy
from omkast.solver.games.ruleset import LANGUAGES, Ruleset
from omkast.solver.progress import Progress

RULES = maxi_yatzy()
FULL_CARD = " ".join(f"{b.id}=0" for b in RULES.boxes)
ONLY_CHANCE = FULL_CARD.replace("chance=0", "")
"""With one open box nothing is left to look up, so that these tests are fast and exact."""

JSON_PAGE = Path(__file__).parents[1] / "docs" / "json.md"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeps the user's tables out of the tests, and the tests out of the user's cache."""
    monkeypatch.setenv("OMKAST_CACHE", str(tmp_path_factory.getbasetemp() / "omkast-cache"))
    monkeypatch.delenv("OMKAST_TABLES", raising=False)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def answer(*arguments: str) -> str:
    """What the command prints; it must succeed."""
    result = run("maxi-yatzy", *arguments)
    assert result.exit_code == 0, result.output
    return result.stdout


def document(*arguments: str) -> dict[str, Any]:
    printed = answer(*arguments, "--json")
    assert printed.count("\n") == 1
    loaded = json.loads(printed)
    assert isinstance(loaded, dict)
    return loaded


def assert_documented(part: object) -> None:
    """Every key of a document stands in docs/json.md."""
    if isinstance(part, dict):
        for key, inner in part.items():
            assert re.search(rf"`(\S*\.)?{key}`", JSON_PAGE.read_text()), key
            assert_documented(inner)
    elif isinstance(part, list):
        for inner in part:
            assert_documented(inner)


# Help


def commands(command: click.Command, *path: str) -> Iterator[tuple[str, click.Command]]:
    """Every command and group under ``command``, with its full name."""
    yield " ".join(path), command
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from commands(inner, *path, name)


COMMANDS = dict(commands(main, "omkast"))


def test_the_command_tree() -> None:
    assert {"omkast maxi-yatzy", "omkast tables"} <= set(COMMANDS)
    for name in ("advise", "value", "table", "solve", "compare"):
        assert f"omkast maxi-yatzy {name}" in COMMANDS
    for name in ("list", "verify", "where"):
        assert f"omkast tables {name}" in COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    command = COMMANDS[name]
    assert command.help
    assert command.get_short_help_str(200).endswith((".", "?"))
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.opts
        else:
            assert parameter.human_readable_name in command.help
    result = run(*name.split()[1:], "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith("Usage:")


def test_version() -> None:
    assert re.fullmatch(r"omkast, version \d+\.\d+\.\d+\n", run("--version").stdout)


def test_help_starts_without_heavy_modules() -> None:
    script = (
        "import sys\n"
        "from omkast.cli.main import main\n"
        "main(['maxi-yatzy', 'advise', '--help'], standalone_mode=False)\n"
        "print(sorted({'numpy', 'numba', 'scipy', 'joblib', 'rich'} & set(sys.modules)))\n"
    )
    assert printed_by(script).splitlines()[-1] == "[]"


def printed_by(script: str) -> str:
    """What a Python script prints when it is run in a process of its own."""
    command = [sys.executable, "-c", script]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_known_sheet_is_answered_without_a_compiler() -> None:
    arguments = ["maxi-yatzy", "advise", "666421", "--card", ONLY_CHANCE]
    assert run(*arguments).exit_code == 0
    script = (
        "import sys\n"
        "from omkast.cli.main import main\n"
        f"main({arguments!r}, standalone_mode=False)\n"
        "print(sorted({'numba', 'scipy', 'joblib', 'rich'} & set(sys.modules)))\n"
    )
    assert printed_by(script).splitlines()[-1] == "[]"


# Bad input


SHEET_COMMANDS = [["advise", "666421"], ["value"], ["table"]]

BAD_SHEETS: list[tuple[list[str], list[str]]] = [
    (["--card", "sixses=24"], ["unknown box 'sixses'", "'sixes'", "maxi-yatzy"]),
    (["--card", "sixes=24 sixes=24"], ["sixes is given twice, as 'sixes' and as 'sixes'"]),
    (["--card", "sixes=24 SEXOR=24"], ["sixes is given twice, as 'sixes' and as 'SEXOR'"]),
    (["--card", "sixes=25"], ["sixes cannot score 25; it can score: 0, 6, 12, 18, 24, 30, 36"]),
    (["--card", "small-straight=-15"], ["small-straight cannot score -15; it can score: 0, 15"]),
    (["--card", "sixes=many"], ["'many'", "whole number"]),
    (["--card", "sixes"], ["'sixes'", "box=score"]),
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
    (["advise", "666421", "--rerolls", "3"], ["3", "0<=x<=2"]),
    (["advise", "666421", "--rerolls", "-1"], ["-1", "0<=x<=2"]),
    (["table", "--rerolls", "one"], ["'one'"]),
    (["advise", "666421", "--top", "0"], ["0", "x>=1"]),
    (["table", "--format", "xml"], ["'xml'", "'csv'"]),
    (["value", "666421"], ["666421"]),
    (["solve", "--jobs", "0"], ["0", "x>=1"]),
    (["solve", "--jobs", "all"], ["'all'"]),
    (["solve", "--tables", __file__], [__file__, "is a file"]),
    (["solve", "--bonus", "algae"], ["'algae'"]),
    (["compare", "alga"], ["alga"]),
    (["compare", "--tables", "no/such/folder"], ["'no/such/folder'", "does not exist"]),
    (["play"], ["'play'"]),
]


def assert_refused(result: Result, texts: list[str]) -> None:
    """Exit status 2 and a message that says ``texts``; no traceback, no answer."""
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    message = result.stderr[result.stderr.index("Error: ") :]
    for text in texts:
        assert text in message


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

    monkeypatch.setattr("omkast.solver.advice.Advisor.value", fail)
    result = run("maxi-yatzy", "value")
    assert_refused(result, [])
    assert result.stderr == message


@pytest.mark.parametrize(
    ("variable", "text", "message"),
    [
        ("OMKAST_CACHE", __file__, f"cannot write {__file__}"),
        ("OMKAST_CACHE_LIMIT", "much", "OMKAST_CACHE_LIMIT is 'much'; expected a whole number"),
        ("OMKAST_TABLES", "no/such/folder", "OMKAST_TABLES 'no/such/folder' does not exist"),
        ("OMKAST_TABLES", __file__, f"OMKAST_TABLES '{__file__}' is not a folder"),
    ],
)
def test_bad_surroundings(monkeypatch: pytest.MonkeyPatch, variable: str, text: str, message: str) -> None:
    monkeypatch.setenv(variable, text)
    assert_refused(run("maxi-yatzy", "advise", "666421", "--card", ONLY_CHANCE), [message])


def test_a_tables_folder_that_cannot_be_written() -> None:
    folder = Path(__file__) / "tables"
    assert_refused(run("maxi-yatzy", "solve", "--tables", str(folder)), [f"cannot write {folder}"])


def test_interrupting(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("omkast.solver.advice.Advisor.value", interrupt)
    result = run("maxi-yatzy", "value")
    assert result.exit_code == 130
    assert (result.stdout, result.stderr) == ("", "\nInterrupted.\n")


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
    fill = {"action": "score", "box": "chance", "points": 25, "expected_total": 25.0, "loss": 0.0}
    assert document(*arguments)["options"] == [fill]
    one_marker = document(*arguments, "--markers", "1")["options"]
    assert one_marker[0] == {
        "action": "keep",
        "keep": [4, 6, 6, 6],
        "expected_total": pytest.approx(22 + 7),
        "loss": 0.0,
    }


def test_top() -> None:
    arguments = ("advise", "666421", "--card", ONLY_CHANCE)
    assert len(document(*arguments)["options"]) == 32
    assert len(document(*arguments, "--top", "4")["options"]) == 4
    assert len(answer(*arguments).splitlines()) == 3 + 10
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
    assert list(given) == ["points", "value", "expected_total"]
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
    assert list(given) == ["game", "bonus", "saved_rerolls", "rerolls", "markers", "points", "rolls"]
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
    assert list(rows[0]) == ["dice", "action", "keep", "box", "points", "expected_total"]
    for row, roll in zip(rows, best, strict=True):
        option = roll["best"]
        assert row == {
            "dice": "".join(map(str, roll["dice"])),
            "action": option["action"],
            "keep": "".join(map(str, option.get("keep", ()))),
            "box": option.get("box", ""),
            "points": str(option.get("points", "")),
            "expected_total": str(option["expected_total"]),
        }


@pytest.mark.parametrize("rerolls", ["0", "2"])
def test_table_text(rerolls: str) -> None:
    text = answer("table", "--card", ONLY_CHANCE, "--rerolls", rerolls)
    rolls = re.findall(r"\b[1-6]{6}\b", text)
    assert sorted(rolls) == ["".join(map(str, roll)) for roll in ROLLS]
    totals = [float(total) for total in re.findall(r"expected total ([\d.]+)$", text, re.MULTILINE)]
    assert totals == sorted(totals, reverse=True)
    assert max(map(len, text.splitlines())) <= render.PLAIN_WIDTH


# solve, compare


@pytest.fixture
def solve_calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[object, ...]]:
    """What a solve is asked for; the real one takes minutes."""
    calls: list[tuple[object, ...]] = []

    def solve(ruleset: Ruleset, folder: Path | None, jobs: int | None, _progress: Progress | None) -> Solved:
        calls.append((ruleset, folder, jobs))
        return Solved(start_value=401.25, states=1234567, seconds=2.5, folder=Path("some/folder"))

    monkeypatch.setattr("omkast.solver.complete.solve_complete", solve)
    return calls


def test_solve_json(solve_calls: list[tuple[object, ...]], tmp_path: Path) -> None:
    folder = tmp_path / "new"
    arguments = ("--bonus", "tactic", "--no-saved-rerolls", "--tables", str(folder), "--jobs", "3")
    given = document("solve", *arguments)
    assert_documented(given)
    assert list(given.items()) == [
        ("start_value", 401.25),
        ("states", 1234567),
        ("seconds", 2.5),
        ("tables", "some/folder"),
    ]
    assert solve_calls == [(maxi_yatzy("tactic", saved_rerolls=False), folder, 3)]


def test_solve_text(solve_calls: list[tuple[object, ...]]) -> None:
    assert answer("solve").splitlines() == [
        "start value  401.250000",
        "states       1,234,567",
        "seconds      2.5",
        "tables       some/folder",
    ]
    assert solve_calls == [(maxi_yatzy(), None, None)]


@pytest.fixture
def _compared(monkeypatch: pytest.MonkeyPatch) -> None:
    totals = (RulesetTotal("alga", True, 470.125), RulesetTotal("tactic", False, 383.3054))
    keep = Option(Keep((6, 6, 6)), 470.5, 0.0)
    fill = Option(Score("sixes", 18), 420.5, 0.0)
    difference = Difference((1, 2, 4, 6, 6, 6), keep, fill, 0.75)
    comparison = Comparison(totals, 0.0125, (difference,))
    monkeypatch.setattr("omkast.solver.compare.compare", lambda _tables, _progress: comparison)


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
                        "alga": {"action": "keep", "keep": [6, 6, 6], "expected_total": 470.5, "loss": 0.0},
                        "tactic": {
                            "action": "score",
                            "box": "sixes",
                            "points": 18,
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


# How it is shown


def test_a_terminal_gets_a_rich_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    render.show_columns(("option", "loss"), [("Keep [6]", "1.25")], numbers=1)
    printed = capsys.readouterr().out
    assert "━" in printed
    assert "Keep [6]" in printed


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_progress_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = FakeTerminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setenv("COLUMNS", "120")
    with ProgressBar() as progress:
        progress.start("Solving [alga]", 15)
        for level, share in ((19, 0.05), (18, 0.1), (18, 0.25)):
            progress.update(level, share)
        progress.start("Again", 5)
        progress.update(3, 0.5)
    progress.finish()
    for text in ("Solving [alga]", "level 18 (2 of 15)", "25%", "Again", "level 3 (1 of 5)", "50%"):
        assert text in terminal.getvalue()


def test_no_progress_bar_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    with ProgressBar() as progress:
        progress.start("Solving", 20)
        progress.update(12, 0.25)
    assert capsys.readouterr() == ("", "")


def test_games_have_different_names() -> None:
    assert len({game.id for game in GAMES}) == len(GAMES)
