"""On a terminal of any width every number, path and word is shown whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli_calls import ONLY_CHANCE, text_of
from omkast.cli import render

pytestmark = pytest.mark.usefixtures("own_cache")

WIDTHS = (40, 60, 80, 200)

FIRST_HEADINGS = {"option", "valg", "kind", "place", "setting", "set", "aside"}
"""Headings that a block for each row does without: its first cell speaks for itself."""

TWO_OPEN = ONLY_CHANCE.replace("three-of-a-kind=0", "")

ANSWERS = [
    ["maxi-yatzy", "advise", "666421"],
    [
        "maxi-yatzy",
        "advise",
        "666421",
        "--lang",
        "nb",
        "--card",
        TWO_OPEN,
        "--markers",
        "3",
        "--rerolls",
        "0",
    ],
    ["maxi-yatzy", "value", "--lang", "sv"],
    ["maxi-yatzy", "table", "--card", TWO_OPEN],
    ["maxi-yatzy", "odds"],
    ["maxi-yatzy", "odds", "666421", "--lang", "nb"],
    ["maxi-yatzy", "compare"],
    ["review", str(Path(__file__).parents[2] / "docs" / "game.txt")],
    ["buck-dice", "turn", "--score", "12"],
    ["buck-dice", "turns", "--horizon", "3"],
    ["buck-dice", "odds", "--players", "8"],
    ["qualify", "advise", "66521"],
    ["qualify", "advise", "431", "--aside", "65", "--objective", "reach", "--target", "25"],
    ["qualify", "table"],
    ["qualify", "bank"],
    ["qualify", "session", "--players", "4", "--rotations", "3"],
    ["qualify", "pot", "--players", "3"],
    ["threes", "advise", "63521"],
    ["threes", "table"],
    ["tables", "list"],
    ["tables", "where"],
    ["settings", "show"],
    ["settings", "where"],
]


@pytest.mark.parametrize("arguments", ANSWERS, ids=lambda arguments: " ".join(arguments)[:40])
def test_no_terminal_is_too_narrow(arguments: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    piped = text_of(*arguments)
    for width in WIDTHS:
        monkeypatch.setattr(render, "terminal_width", lambda width=width: width)
        shown = text_of(*arguments)
        assert words(piped) - words(shown) <= FIRST_HEADINGS
        for line in shown.splitlines():
            assert len(line) <= width or len(line.split()) == 1, f"{width}: {line}"


def words(text: str) -> set[str]:
    """What is printed, in any layout; bars are as long as there is room for them."""
    return {word for word in re.split(r",?\s+", text) if word.strip("█░")}


def test_what_fits_is_a_table_and_what_does_not_is_a_block_for_each_row(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = {}
    for width in (80, 50, 30):
        monkeypatch.setattr(render, "terminal_width", lambda width=width: width)
        answer = text_of("maxi-yatzy", "advise", "666421", "--top", "1")
        lines[width] = answer.split("\n\n")[1].splitlines()
    assert lines == {
        80: [
            "option                        markers  expected total  loss",
            "Fill three of a kind with 18       +2          500.91  0.00",
        ],
        50: [
            "                                     expected",
            "option                       markers    total loss",
            "Fill three of a kind with 18      +2   500.91 0.00",
        ],
        30: [
            "Fill three of a kind with 18",
            "    markers +2",
            "    expected total 500.91",
            "    loss 0.00",
        ],
    }
