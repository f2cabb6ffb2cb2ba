"""``omkast buck-dice``: answers as text and JSON, rule options, refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from cli_calls import assert_documented, assert_refused, document_of, heavy_imports, run, text_of
from omkast.buck_dice.odds import round_odds
from omkast.buck_dice.turn import one_turn
from omkast.buck_dice.turns import leaving_distribution, turns_to_leave
from omkast.games.buck_dice import BuckDice

RULES = {"little_buck_ends_turn": True, "overshoot_little_buck": "reroll"}
COMMANDS = ("turn", "turns", "odds --players 3")


def text(command: str) -> str:
    """What the command prints."""
    return text_of("buck-dice", *command.split())


def document(command: str) -> dict[str, Any]:
    """The JSON document that the command prints."""
    return document_of("buck-dice", *command.split())


# turn


def test_turn_json() -> None:
    given = document("turn --score 12")
    assert list(given) == ["score", "after", "big_buck", "rules"]
    assert given["score"] == 12
    assert list(given["after"]) == ["12", "13", "14", "out"]
    assert sum(given["after"].values()) == pytest.approx(1, abs=1e-15)
    turn = one_turn(BuckDice(), 12)
    assert given["after"]["out"] == float(turn.out)
    assert given["after"]["13"] == float(turn.after[13])
    assert given["big_buck"] == float(turn.by_big_buck)
    assert given["rules"] == RULES
    assert_documented({**given, "after": None})


def test_turn_text() -> None:
    assert text("turn --score 14") == (
        "A turn from 14 leaves the round with probability 0.3878 (0.0051 by a big buck).\n"
        "\n"
        "after it  probability\n"
        "14             0.6122\n"
        "out            0.3878\n"
    )


def test_a_turn_begins_from_0_unless_said() -> None:
    assert document("turn")["score"] == 0
    assert list(document("turn")["after"]) == [*map(str, range(15)), "out"]


# turns


def test_turns_json() -> None:
    given = document("turns --score 14 --horizon 4")
    assert list(given) == [
        *("expected", "expected_fraction", "sd", "variance_fraction", "score", "quantiles"),
        *("distribution", "big_buck", "evening", "rules"),
    ]
    facts = turns_to_leave(BuckDice(), 14)
    assert given["expected"] == pytest.approx(49 / 19)
    assert given["expected_fraction"] == "49/19"
    assert Fraction(given["variance_fraction"]) == facts.variance
    assert given["sd"] ** 2 == pytest.approx(float(facts.variance))
    assert given["quantiles"] == {"0.05": 1, "0.25": 1, "0.5": 2, "0.75": 3, "0.95": 7}
    assert given["distribution"] == leaving_distribution(BuckDice(), 14, 4)
    assert given["big_buck"] == pytest.approx(1 / 76)
    assert list(given["evening"]) == ["expected", "expected_fraction"]
    assert Fraction(given["evening"]["expected_fraction"]) == facts.evening
    assert given["evening"]["expected"] == float(facts.evening)
    assert (given["score"], given["rules"]) == (14, RULES)
    assert_documented({**given, "quantiles": None})


def test_turns_of_a_whole_game() -> None:
    given = document("turns")
    assert given["expected_fraction"] == "35707433564953558911877369/2321346939161293036191744"
    assert given["distribution"] == []
    assert sum(document("turns --horizon 300")["distribution"]) == pytest.approx(1, abs=1e-14)


def test_turns_text() -> None:
    printed = text("turns --score 14 --horizon 2").splitlines()
    assert printed[0] == "turns to leave       2.5789"
    assert printed[1] == "exactly              49/19"
    assert "95% have left        within 7 turns" in printed
    assert printed[-3:] == ["turn  leaves in it", "1         0.387755", "2         0.237401"]
    assert "leaves in it" not in text("turns")


# odds


def test_odds_json() -> None:
    given = document("odds --players 4 --scores 12,7,0,out --turn 2")
    assert list(given) == ["players", "expected_turns", "turn", "evening", "rules"]
    odds = round_odds(BuckDice(), (12, 7, 0, 15), 2)
    for number, (player, facts) in enumerate(zip(given["players"], odds.players, strict=True), start=1):
        assert list(player.items()) == [
            ("player", number),
            ("lose", facts.lose),
            ("first", facts.first),
            ("chips", facts.chips),
            ("score", (12, 7, 0, 15)[number - 1]),
            ("places", facts.places and list(facts.places)),
        ]
    assert given["expected_turns"] == odds.expected_turns
    assert given["turn"] == 2
    assert given["evening"] == {
        "expected_turns": odds.evening.expected_turns,
        "expected_rounds": odds.evening.expected_rounds,
    }
    assert given["rules"] == RULES
    assert_documented(given)


def test_odds_text() -> None:
    printed = text("odds --players 3 --scores 14,out,14").splitlines()
    assert printed[0].startswith("Player 1 is to throw.")
    assert [line.split() for line in printed[2:6]] == [
        ["player", "score", "1st", "2nd", "loses", "chips"],
        ["1", "14", "0.0000", "0.6203", "0.3797", "-0.1392"],
        ["2", "out", "-", "-", "-", "+1.0000"],
        ["3", "14", "0.0000", "0.3797", "0.6203", "-0.8608"],
    ]
    # Two players at 14: each turn leaves with 76/196, and the first to leave ends the round.
    assert printed[7] == "Until one player is left: 2.5789 turns of all players together."


def test_ways_to_say_the_same_round() -> None:
    plain = document("odds --players 4 --scores 12,7,0,out --turn 1")
    for scores in ("12,7,0,15", "12,7,0,OUT"):
        assert document(f"odds --players 4 --scores {scores}") == plain
    spaced = run("buck-dice", "odds", "--players", "4", "--scores", " 12, 7 0 out", "--json")
    assert json.loads(spaced.stdout) == plain
    assert document("odds --players 3") == document("odds --players 3 --scores 0,0,0 --turn 1")


def test_the_first_player_still_in_throws_unless_said() -> None:
    assert document("odds --players 4 --scores out,out,7,3")["turn"] == 3


# Rule options


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("option", "rules"),
    [
        ("--no-little-buck-ends-turn", RULES | {"little_buck_ends_turn": False}),
        ("--overshoot-little-buck void-and-end", RULES | {"overshoot_little_buck": "void-and-end"}),
    ],
)
def test_every_command_takes_the_rule_options(command: str, option: str, rules: dict[str, object]) -> None:
    plain, other = document(command), document(f"{command} {option}")
    assert (plain.pop("rules"), other.pop("rules")) == (RULES, rules)
    assert plain != other


def test_rule_options_arrive_where_they_should() -> None:
    assert document("turns --no-little-buck-ends-turn")["expected"] == pytest.approx(14.9969, abs=5e-5)
    assert document("turns --overshoot-little-buck void-and-end")["expected"] == pytest.approx(
        15.5450, abs=5e-5
    )


# Refusals and help


@pytest.mark.parametrize(
    ("command", "texts"),
    [
        ("turn --score 15", ["score is 15: that player is out", "from 0 to 14"]),
        ("turn --score 16", ["score is 16; expected a whole number from 0 to 14"]),
        ("turn --score -1", ["score is -1; expected a whole number from 0 to 14"]),
        ("turn --score many", ["'many'"]),
        ("turn 12", ["12"]),
        ("turns --score 15", ["score is 15: that player is out"]),
        ("turns --score 16", ["score is 16", "from 0 to 14"]),
        ("turns --horizon 301", ["301", "expected a whole number from 0 to 300"]),
        ("turns --horizon -1", ["-1", "expected a whole number from 0 to 300"]),
        ("odds", ["--players"]),
        ("odds --players 1", ["1", "expected a whole number from 2 to 8"]),
        ("odds --players 9", ["9", "expected a whole number from 2 to 8"]),
        ("odds --players two", ["'two'"]),
        ("odds --players 3 --scores 12,7", ["--scores", "'12,7': 2 scores; expected 3 scores"]),
        ("odds --players 2 --scores 12,7,0", ["'12,7,0': 3 scores; expected 2 scores"]),
        ("odds --players 3 --scores 12,seven,0", ["'12,seven,0': 'seven' is not a score", "or 'out'"]),
        ("odds --players 3 --scores 12,,0", ["'12,,0': '' is not a score"]),
        ("odds --players 3 --scores 1.5,2,0", ["'1.5' is not a score"]),
        ("odds --players 3 --scores ٣,2,0", ["'٣' is not a score"]),
        ("odds --players 3 --scores 12,16,0", ["player 2 is 16", "0 to 14, or 15"]),
        ("odds --players 3 --scores 12,-1,0", ["player 2 is -1", "0 to 14"]),
        ("odds --players 3 --scores out,out,15", ["out,out,out: no player is left"]),
        ("odds --players 3 --scores out,7,out", ["out,7,out: player 2 is the only one left and has lost"]),
        ("odds --players 3 --scores out,7,0 --turn 1", ["turn is 1: that player is out", "one of 2, 3"]),
        ("odds --players 3 --turn 4", ["turn is 4: there is no such player", "one of 1, 2, 3"]),
        ("odds --players 3 --turn 0", ["turn is 0: there is no such player"]),
        ("odds --players 3 --turn me", ["'me'"]),
        ("play", ["'play'"]),
        *((f"{command} --overshoot-little-buck void", ["'void'", "'reroll'"]) for command in COMMANDS),
        *((f"{command} --dice 4", ["--dice"]) for command in COMMANDS),
    ],
)
def test_bad_input(command: str, texts: list[str]) -> None:
    assert_refused(run("buck-dice", *command.split()), texts)


@pytest.mark.parametrize("command", ["turn", "turns", "odds"])
def test_help_starts_without_heavy_modules(command: str) -> None:
    assert heavy_imports("buck-dice", command, "--help") == []


def test_the_odds_need_no_compiler() -> None:
    assert set(heavy_imports("buck-dice", "odds", "--players", "8")) <= {"numpy"}
