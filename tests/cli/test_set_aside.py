"""What the commands of Qualify and Threes answer."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from typing import Any

import pytest

from cli_calls import assert_documented, document_of, text_of
from omkast.games.qualify import QUALIFY
from omkast.games.threes import THREES
from omkast.set_aside.bank import session_odds
from omkast.set_aside.objectives import mean_turn, reach_turn
from omkast.set_aside.pot import Challenge, Pot
from omkast.set_aside.strategy import Page, strategy_pages
from omkast.set_aside.turn import SolvedTurn


def assert_all_documented(given: dict[str, Any]) -> None:
    """Every key but the numbers under which distributions are listed."""
    assert_documented(json.loads(re.sub(r'"-?\d+":[^,}]*,?', "", json.dumps(given, separators=(",", ":")))))


# advise


def test_advise_json() -> None:
    given = document_of("qualify", "advise", "66521")
    assert_all_documented(given)
    assert list(given) == ["options", "game", "objective", "dice", "aside"]
    assert (given["game"], given["objective"]) == ("qualify", "mean")
    assert (given["dice"], given["aside"]) == ([1, 2, 5, 6, 6], [])
    best = given["options"][0]
    assert list(best.items()) == [
        ("aside", [6, 6]),
        ("value", float(12 + Fraction("13049/972"))),
        ("value_fraction", str(12 + Fraction("13049/972"))),
        ("loss", 0.0),
    ]
    assert len(given["options"]) == 3 * 2 * 2 * 2 - 1
    for option in given["options"]:
        assert float(Fraction(option["value_fraction"])) == option["value"]
        assert best["value"] - option["value"] == pytest.approx(option["loss"])


@pytest.mark.parametrize("dice", [["6", "5", "1"], ["651"], ["1,5,6"], [" 5 6  1"]])
@pytest.mark.parametrize("aside", ["6,5", "56", "5 6"])
def test_advise_with_dice_aside(dice: list[str], aside: str) -> None:
    given = document_of("qualify", "advise", *dice, "--aside", aside)
    assert (given["dice"], given["aside"]) == ([1, 5, 6], [5, 6])
    assert given["options"][0]["aside"] == [5, 6]
    assert given["options"][0]["value"] == 25.5


def test_advise_for_a_target() -> None:
    given = document_of("qualify", "advise", "431", "--aside", "65", "--objective", "reach")
    assert_all_documented(given)
    assert given["target"] == 25
    assert given["options"][0]["value"] == float(reach_turn(QUALIFY, 25).value(2, 15))
    lower = document_of("qualify", "advise", "431", "--aside", "65", "--objective", "reach", "--target", "19")
    assert lower["options"][0] == {"aside": [1, 3, 4], "value": 1.0, "value_fraction": "1", "loss": 0.0}


def test_advise_for_the_pot() -> None:
    pot = ["--objective", "pot", "--players", "3"]
    first = document_of("qualify", "advise", "66521", *pot, "--seat", "1")
    assert_all_documented(first)
    chosen = {key: first[key] for key in ("players", "seat", "to_beat", "tied", "tie")}
    assert chosen == {"players": 3, "seat": 1, "to_beat": None, "tied": 0, "tie": "split"}
    assert first["options"][0]["value"] == float(Pot(QUALIFY).turn(Challenge(3, 0, 0)).value(3, 12))

    later = [*pot, "--seat", "3", "--to-beat", "24"]
    third = document_of("qualify", "advise", "2", "--aside", "6664", *later)
    assert third["tied"] == 1
    assert third["options"][0]["value"] == 0.5
    tied = document_of("qualify", "advise", "2", "--aside", "6664", *later, "--tied", "2")
    assert tied["options"][0]["value_fraction"] == "1/3"
    replay = document_of("qualify", "advise", "2", "--aside", "6664", *later, "--tie", "replay")
    assert replay["options"][0]["value_fraction"] == str(Pot(QUALIFY, "replay").shares(2)[1])
    assert replay["tie"] == "replay"


def test_the_table_says_what_the_turn_is_worth() -> None:
    first = text_of("qualify", "table", "--objective", "reach").splitlines()[0]
    assert first == "Before the first throw: probability of 25 or more 0.5793"
    assert text_of("threes", "table").startswith("Before the first throw: expected total 6.25\n")


def test_advise_text() -> None:
    printed = text_of("qualify", "advise", "66521")
    assert printed.splitlines()[:4] == [
        "Set aside 6 6: expected total 25.42",
        "",
        "set aside  expected total  loss",
        "6 6                 25.42  0.00",
    ]
    reach = text_of("qualify", "advise", "431", "--aside", "65", "--objective", "reach")
    assert reach.startswith("Set aside 4: probability of 25 or more 0.3565\n")
    last = ["--objective", "pot", "--players", "2", "--seat", "2", "--to-beat", "28"]
    pot = text_of("qualify", "advise", "6", "--aside", "6665", *last)
    assert pot.startswith("Set aside 6: share of the pot 1.0000\n")


def test_threes_advise() -> None:
    given = document_of("threes", "advise", "63521")
    assert_all_documented(given)
    assert (given["game"], given["objective"]) == ("threes", "mean")
    assert given["options"][0]["aside"] == [3]
    assert given["options"][0]["value_fraction"] == "544369/93312"
    best, second = given["options"][:2]
    assert second["loss"] == pytest.approx(second["value"] - best["value"])
    assert second["loss"] > 0
    assert text_of("threes", "advise", "6", "--aside", "3331").startswith(
        "Set aside 6: expected total 7.00\n"
    )


# table

TABLES: list[tuple[list[str], Any]] = [
    (["qualify"], lambda: mean_turn(QUALIFY)),
    (["qualify", "--objective", "reach", "--target", "26"], lambda: reach_turn(QUALIFY, 26)),
    (
        ["qualify", "--objective", "pot", "--players", "3", "--seat", "2", "--to-beat", "25"],
        lambda: Pot(QUALIFY).turn(Challenge(2, 25, 1)),
    ),
    (["threes"], lambda: mean_turn(THREES)),
]

NAMES = [" ".join(arguments) for arguments, _ in TABLES]


@pytest.mark.parametrize(("arguments", "turn"), TABLES, ids=NAMES)
def test_table(arguments: list[str], turn: Any) -> None:
    game, *options = arguments
    solved = turn()
    expected = {
        (page.left, page.least, page.most, throw): aside
        for page in strategy_pages(solved)
        for throw, aside in page.choices.items()
    }
    given = document_of(game, "table", *options)
    assert_all_documented(given)
    assert list(given)[:2] == ["game", "objective"]
    assert (given["value"], given["value_fraction"]) == (float(solved.start), str(solved.start))
    assert given == json.loads(text_of(game, "table", *options, "--format", "json"))
    found = {
        (page["left"], page["least"], page["most"], tuple(throw["dice"])): tuple(throw["aside"])
        for page in given["pages"]
        for throw in page["throws"]
    }
    assert found == expected

    rows = list(csv.DictReader(io.StringIO(text_of(game, "table", *options, "--format", "csv"))))
    assert list(rows[0]) == ["left", "least", "most", "dice", "aside"]
    read = {
        (int(row["left"]), int(row["least"]), int(row["most"]), tuple(map(int, row["dice"]))): tuple(
            map(int, row["aside"])
        )
        for row in rows
    }
    assert read == expected


@pytest.mark.parametrize(("arguments", "turn"), TABLES, ids=NAMES)
def test_a_player_who_goes_by_the_text_plays_as_well_as_can_be(arguments: list[str], turn: Any) -> None:
    game, *options = arguments
    solved, found = turn(), strategy_pages(turn())
    parts = table_in_words(text_of(game, "table", *options))
    assert len(parts) == len(found)
    for (name, usual, listed), page in zip(parts, found, strict=True):
        assert name.startswith(f"{page.left} di")
        assert "aside" not in name or (name.endswith(("aside", "asides")) and str(page.least) in name)
        assert set(listed) <= set(page.choices)
        for thrown, best in page.choices.items():
            told = {listed.get(thrown, usual)} - {None} or set(range(1, page.left + 1))
            for count in told:
                assert worth(solved, page, thrown, count) == worth(solved, page, thrown, len(best))


def worth(turn: SolvedTurn, page: Page, thrown: tuple[int, ...], count: int | None) -> Fraction:
    """What setting aside the best ``count`` of the dice thrown is worth."""
    assert count is not None
    points = sorted((turn.game.face_points[face - 1] for face in thrown), reverse=not turn.game.low_wins)
    return turn.value(page.left - count, page.least + sum(points[:count]))


InWords = tuple[str, int | None, dict[tuple[int, ...], int]]


def table_in_words(text: str) -> list[InWords]:
    """A table as a player reads it: where, how many dice as a rule, and the throws with another number."""
    parts: list[InWords] = []
    _heading, _, lines = text.partition("How many of the best dice of a throw to set aside:\n")
    for line in lines.replace("\n    ", " ").splitlines():
        if line:
            name, rule, *_ = line.split(": ")
            usual = None if rule == "it makes no difference" else int(rule[0])
            groups = re.findall(r"(\d): ((?:\d+ ?)+?)(?= \d:|$)", line[len(name) + 2 :].partition("but ")[2])
            listed = {
                tuple(map(int, dice)): int(count) for count, throws in groups for dice in throws.split()
            }
            assert ("but" in rule) == bool(listed)
            parts.append((name, usual, listed))
    return parts


@pytest.mark.parametrize("arguments", [arguments for arguments, _ in TABLES], ids=NAMES)
def test_a_table_fits_a_page(arguments: list[str]) -> None:
    game, *options = arguments
    lines = text_of(game, "table", *options).splitlines()
    assert len(lines) <= 75
    assert max(map(len, lines)) <= 100


# bank, session, pot


def test_bank_json() -> None:
    given = document_of("qualify", "bank")
    assert_all_documented(given)
    assert list(given)[:6] == ["distribution", "mean", "mean_fraction", "win", "win_fraction", "edge"]
    assert list(given["distribution"]) == [str(total) for total in range(5, 31)]
    assert sum(given["distribution"].values()) == pytest.approx(1)
    assert given["mean_fraction"] == "61187/2592"
    assert given["win_fraction"] == "15269367931/39182082048"
    assert given["edge"] == pytest.approx(1 - 2 * given["win"])
    assert given["sd"] == pytest.approx(2.78675, abs=5e-6)
    other = document_of("qualify", "bank", "--threshold", "10", "--dice", "2")
    assert (other["threshold"], other["dice"]) == (10, 2)
    assert list(other["distribution"])[-1] == "12"


def test_bank_text() -> None:
    printed = text_of("qualify", "bank")
    for text in ("23.61  (61187/2592)", "2.79", "0.3897", "0.2206 of every stake"):
        assert text in printed
    bars = dict(re.findall(r"^ *(\d+)  +[\d.]+  ([█░]+)$", printed, re.MULTILINE))
    assert bars["24"] == "░" * 50
    assert set(bars["25"]) == {"█"}
    assert len(bars["20"]) == round(50 * 0.0605 / 0.1391)
    said = " ".join(printed.split())
    assert "just under 24, which is true (23.61)" in said
    assert "it wins 61 turns in 100 and keeps 22 % of all stakes" in said
    assert "commonly said" not in text_of("qualify", "bank", "--threshold", "24")
    assert "commonly said" not in text_of("qualify", "bank", "--dice", "6", "--threshold", "30")


def test_session() -> None:
    given = document_of("qualify", "session", "--players", "4", "--rotations", "3")
    assert_all_documented(given)
    assert list(given)[:3] == ["players", "rotations", "bets"]
    assert (given["bets"], given["expected"], given["expected_fraction"]) == (9, 0.0, "0")
    expected = session_odds(4, 3)
    assert given["sd"] == expected.chips.sd
    assert given["as_player_fraction"] == str(expected.as_player)
    assert given["distribution"] == {str(chips): float(chance) for chips, chance in expected.chips}
    assert list(given["distribution"]) == [str(chips) for chips in range(-18, 19, 2)]
    printed = text_of("qualify", "session", "--players", "4", "--rotations", "3")
    for text in ("4.14 chips", "-1.99 chips in 9 turns", "+1.99 chips", "0.4048", "0.1904"):
        assert text in printed
    assert re.search(r"^    0       0.1904  █{50}$", printed, re.MULTILINE)


@pytest.mark.parametrize("tie", ["split", "replay"])
def test_pot(tie: str) -> None:
    given = document_of("qualify", "pot", "--players", "3", "--tie", tie)
    assert_all_documented(given)
    seats = Pot(QUALIFY, tie).seats(3)
    assert (given["players"], given["tie"]) == (3, tie)
    for shown, seat in zip(given["seats"], seats, strict=True):
        assert list(shown)[:2] == ["seat", "share"]
        assert (shown["seat"], shown["share"]) == (seat.seat, float(seat.share))
        assert shown["share_fraction"] == str(seat.share)
        assert (shown["aim"], shown["favourite"]) == (seat.aim, seat.favourite)
        assert shown["lead"] == {str(total): float(share) for total, share in seat.lead.items()}
    printed = text_of("qualify", "pot", "--players", "3", "--tie", tie)
    assert f"{float(seats[0].share):.4f}" in printed
    assert re.search(r"^3 .* any lead +any lead$", printed, re.MULTILINE)
    assert "(0.3333)" in printed


def test_pot_splits_ties_unless_told_otherwise() -> None:
    assert document_of("qualify", "pot", "--players", "2")["tie"] == "split"


@pytest.mark.parametrize(
    ("given", "heading"),
    [
        (["--seat", "1"], "A pot of 3 players, seat 1, no total to beat; ties: split."),
        (
            ["--seat", "3", "--to-beat", "25", "--tied", "2", "--tie", "replay"],
            "A pot of 3 players, seat 3, 25 to beat, held by 2; ties: replay.",
        ),
    ],
)
def test_a_table_for_the_pot_says_which(given: list[str], heading: str) -> None:
    printed = text_of("qualify", "table", "--objective", "pot", "--players", "3", *given)
    assert printed.splitlines()[0] == heading
