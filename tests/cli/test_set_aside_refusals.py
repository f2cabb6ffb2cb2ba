"""Bad input to the commands of Qualify and Threes: exit status 2 and a message that helps."""

from __future__ import annotations

import pytest

from cli_calls import assert_refused, heavy_imports, run

POT = ["--objective", "pot", "--players", "4"]

BAD_DICE: list[tuple[list[str], list[str]]] = [
    ([], ["DICE"]),
    ([""], ["''", "expected 5 dice"]),
    (["6652"], ["'6652': 4 dice; expected 5 dice not yet aside, each from 1 to 6, as in 66642"]),
    (["665211"], ["'665211': 6 dice; expected 5 dice"]),
    (["66520"], ["'66520': '0' is not a face of a die"]),
    (["6", "6", "5", "2", "x"], ["'6 6 5 2 x': 'x' is not a face"]),
    (["66521", "--aside", "6"], ["'66521': 5 dice; expected 4 dice not yet aside"]),
    (["66", "--aside", "6665"], ["'66': 2 dice; expected 1 die not yet aside"]),
    (["6", "--aside", "66655"], ["'--aside'", "'66655': 5 dice; expected at most 4 dice"]),
    (["6652", "--aside", "7"], ["'--aside'", "'7' is not a face of a die", "at most 4 dice"]),
    (["6652", "--aside", "6;5"], ["'6;5'", "';' is not a face"]),
    (["66521", "--top", "3"], ["--top"]),
]

BAD_OBJECTIVES: list[tuple[list[str], list[str]]] = [
    (["--objective", "win"], ["'win'", "'mean', 'reach', 'pot'"]),
    (["--target", "25"], ["--target 25 does not go with --objective mean", "expected --objective reach"]),
    ([*POT, "--seat", "1", "--target", "25"], ["--target 25 does not go with --objective pot"]),
    (["--players", "4"], ["--players 4 does not go with --objective mean", "expected --objective pot"]),
    (["--objective", "reach", "--seat", "1"], ["--seat 1 does not go with --objective reach"]),
    (["--objective", "reach", "--to-beat", "25"], ["--to-beat 25 does not go with"]),
    (["--tied", "1"], ["--tied 1 does not go with"]),
    (["--tie", "split"], ["--tie split does not go with --objective mean"]),
    (["--objective", "reach", "--target", "31"], ["target is 31; expected 5 to 30, the totals of 5 dice"]),
    (["--objective", "reach", "--target", "4"], ["target is 4; expected 5 to 30, the totals of 5 dice"]),
    (["--objective", "reach", "--target", "many"], ["'many'"]),
    (["--objective", "pot"], ["--objective pot needs --players"]),
    (POT, ["--objective pot needs --seat"]),
    (["--objective", "pot", "--players", "9", "--seat", "1"], ["players is 9; expected 2 to 8"]),
    ([*POT, "--seat", "5"], ["seat is 5; expected 1 to 4"]),
    ([*POT, "--seat", "0"], ["seat is 0; expected 1 to 4"]),
    ([*POT, "--seat", "1", "--to-beat", "25"], ["to-beat is 25; seat 1 throws first"]),
    ([*POT, "--seat", "1", "--tied", "1"], ["tied is 1; seat 1 throws first"]),
    ([*POT, "--seat", "3"], ["seat 3 has a total to beat; expected to-beat"]),
    ([*POT, "--seat", "3", "--to-beat", "31"], ["to-beat is 31; expected 5 to 30"]),
    ([*POT, "--seat", "3", "--to-beat", "25", "--tied", "3"], ["tied is 3; expected 1 to 2"]),
    ([*POT, "--seat", "3", "--to-beat", "25", "--tie", "toss"], ["'toss'", "'split', 'replay'"]),
]

BAD_CALLS: list[tuple[list[str], list[str]]] = [
    *((["qualify", "advise", *bad], texts) for bad, texts in BAD_DICE),
    *((["threes", "advise", *bad], texts) for bad, texts in BAD_DICE),
    *((["qualify", "advise", "66521", *bad], texts) for bad, texts in BAD_OBJECTIVES),
    *((["qualify", "table", *bad], texts) for bad, texts in BAD_OBJECTIVES),
    (["qualify", "table", "66521"], ["66521"]),
    (["qualify", "table", "--format", "xml"], ["'xml'", "'csv'"]),
    (["threes", "table", "--objective", "mean"], ["--objective"]),
    (["threes", "advise", "66521", "--target", "3"], ["--target"]),
    (["threes", "bank"], ["'bank'"]),
    (["qualify", "bank", "--threshold", "31"], ["threshold is 31; expected 5 to 30, the totals of 5 dice"]),
    (["qualify", "bank", "--threshold", "4"], ["threshold is 4; expected 5 to 30"]),
    (["qualify", "bank", "--dice", "4"], ["--dice 4 needs --threshold"]),
    (
        ["qualify", "bank", "--dice", "4", "--threshold", "25"],
        ["threshold is 25; expected 4 to 24, the totals"],
    ),
    (["qualify", "bank", "--dice", "0"], ["'0': expected a whole number from 1 to 20"]),
    (["qualify", "bank", "--dice", "1000000"], ["'1000000': expected a whole number from 1 to 20"]),
    (["qualify", "bank", "--threshold", "x"], ["'x'"]),
    (["qualify", "bank", "66521"], ["66521"]),
    (["qualify", "session", "--rotations", "3"], ["--players"]),
    (["qualify", "session", "--players", "4"], ["--rotations"]),
    (["qualify", "session", "--players", "1", "--rotations", "3"], ["players is 1; expected 2 to 8"]),
    (
        ["qualify", "session", "--players", "4", "--rotations", "0"],
        ["'0': expected a whole number from 1 to 20"],
    ),
    (
        ["qualify", "session", "--players", "4", "--rotations", "21"],
        ["'21': expected a whole number from 1 to 20"],
    ),
    (["qualify", "pot"], ["--players"]),
    (["qualify", "pot", "--players", "1"], ["players is 1; expected 2 to 8"]),
    (["qualify", "pot", "--players", "9"], ["players is 9; expected 2 to 8"]),
    (["qualify", "pot", "--players", "4", "--tie", "toss"], ["'toss'", "'split', 'replay'"]),
    (["qualify", "pot", "--players", "two"], ["'two'"]),
    (["qualify", "play"], ["'play'"]),
]


@pytest.mark.parametrize(("arguments", "texts"), BAD_CALLS, ids=lambda part: " ".join(part)[:60])
def test_bad_input(arguments: list[str], texts: list[str]) -> None:
    assert_refused(run(*arguments), texts)


@pytest.mark.parametrize(
    "arguments",
    [
        ["qualify", "advise", "--help"],
        ["qualify", "advise", "66520"],
        ["qualify", "pot", "--help"],
        ["threes", "advise", "6652"],
    ],
    ids=" ".join,
)
def test_help_and_refusals_come_without_heavy_modules(arguments: list[str]) -> None:
    assert heavy_imports(*arguments) == []
