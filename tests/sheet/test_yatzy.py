"""The five-dice games: scores, rulesets, published values, and the commands that come with a game."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from cli_calls import assert_documented, run
from omkast.games.registry import MAXI_YATZY, YAHTZEE, YATZY, Choice, Switch
from omkast.games.ruleset import Ruleset
from omkast.games.yahtzee import yahtzee
from omkast.games.yatzy import yatzy
from omkast.sheet.keep_lattice import keep_lattice
from omkast.sheet.position import Position
from omkast.sheet.scores import roll_scores
from omkast.verify.sheet.naive import NaiveGame
from omkast.verify.sheet.naive_games import naive_yahtzee, naive_yatzy
from omkast.verify.sheet.published import MID_GAME, START_VALUES
from omkast.verify.sheet.solved import solved

FORMS: list[tuple[Ruleset, NaiveGame]] = [
    *((yatzy(five, four), naive_yatzy(five, four)) for five in (False, True) for four in (False, True)),
    *((yahtzee(five), naive_yahtzee(five)) for five in (False, True)),
]
forms = pytest.mark.parametrize(("ruleset", "naive"), [pytest.param(*f, id=f[0].slug) for f in FORMS])


def points(ruleset: Ruleset, box: str, text: str) -> int:
    """What ``box`` scores for a roll."""
    lattice = keep_lattice(ruleset.num_dice)
    at = lattice.number[tuple(sorted(map(int, text)))] - lattice.num_keeps
    return roll_scores(ruleset.boxes[ruleset.index(box)], ruleset.num_dice)[at]


@forms
def test_every_box_scores_every_roll_as_the_naive_one(ruleset: Ruleset, naive: NaiveGame) -> None:
    assert [(b.id, b.upper_face) for b in ruleset.boxes] == [(b.name, b.upper_face) for b in naive.boxes]
    assert (ruleset.bonus.threshold, ruleset.bonus.points) == (naive.bonus_threshold, naive.bonus_points)
    for box, naive_box in zip(ruleset.boxes, naive.boxes, strict=True):
        expected = [naive_box.score(roll) for roll in keep_lattice(5).rolls]
        assert list(roll_scores(box, 5)) == expected, box.id


@pytest.mark.parametrize(
    ("text", "box", "expected"),
    [
        ("12245", "two-pairs", 0),
        ("66666", "two-pairs", 0),
        ("66661", "two-pairs", 0),
        ("66551", "two-pairs", 22),
        ("23453", "small-straight", 0),
        ("54321", "small-straight", 15),
        ("54326", "large-straight", 20),
        ("33366", "full-house", 21),
        ("66633", "full-house", 24),
        ("33333", "full-house", 0),
        ("33333", "four-of-a-kind", 12),
        ("33333", "yatzy", 50),
        ("33334", "yatzy", 0),
        ("66555", "one-pair", 12),
    ],
)
def test_scandinavian_scores(text: str, box: str, expected: int) -> None:
    assert points(yatzy(), box, text) == expected


@pytest.mark.parametrize(
    ("text", "box", "expected"),
    [
        ("33365", "three-of-a-kind", 20),
        ("33331", "four-of-a-kind", 13),
        ("33366", "full-house", 25),
        ("33333", "full-house", 0),
        ("12343", "small-straight", 30),
        ("13456", "small-straight", 30),
        ("12356", "small-straight", 0),
        ("65432", "large-straight", 40),
        ("12346", "large-straight", 0),
        ("11111", "yahtzee", 50),
    ],
)
def test_yahtzee_scores(text: str, box: str, expected: int) -> None:
    assert points(yahtzee(), box, text) == expected


def test_house_rules_change_their_box_and_nothing_else() -> None:
    plain = yatzy()
    for ruleset, box, text, expected in [
        (yatzy(five_equal_as_full_house=True), "full-house", "33333", 15),
        (yatzy(four_equal_as_two_pairs=True), "two-pairs", "66661", 24),
        (yatzy(four_equal_as_two_pairs=True), "two-pairs", "66666", 24),
    ]:
        assert points(ruleset, box, text) == expected
        changed = [a.id for a, b in zip(plain.boxes, ruleset.boxes, strict=True) if a != b]
        assert changed == [box]
        assert (ruleset.bonus, ruleset.rerolls) == (plain.bonus, plain.rerolls)
    assert points(yahtzee(five_equal_as_full_house=True), "full-house", "33333") == 25


@pytest.mark.parametrize(
    ("name", "ruleset", "value", "source"), [pytest.param(*v, id=f"{v[0]} {v[3]}") for v in START_VALUES]
)
def test_the_start_value_is_the_published_one(name: str, ruleset: Ruleset, value: str, source: str) -> None:
    decimals = len(value.partition(".")[2])
    assert solved(ruleset).value(0, 0, 0) == pytest.approx(float(value), abs=0.5 * 10**-decimals + 1e-12)


def test_every_five_dice_ruleset_has_a_value_known_to_ten_decimals() -> None:
    known = {ruleset.slug for _, ruleset, value, _ in START_VALUES if len(value.partition(".")[2]) == 10}
    assert known == {ruleset.slug for ruleset, _ in FORMS}


@pytest.mark.parametrize(("scores", "value"), MID_GAME)
def test_a_mid_game_value_is_the_known_one(scores: dict[str, int], value: str) -> None:
    position = Position(yatzy(), scores)
    ours = solved(yatzy()).value(position.filled, position.upper_total, 0)
    assert ours == pytest.approx(float(value), abs=1e-8)


def test_saved_rerolls_are_worth_having() -> None:
    """Never spending a marker is allowed, so the value without them is a lower bound."""
    saved, plain = solved(yatzy(saved_rerolls=True)), solved(yatzy())
    assert saved.value(0, 0, 0) > plain.value(0, 0, 0) + 1
    # The last box with two markers is worth what it is with four rerolls.
    filled = (1 << 15) - 1 & ~(1 << yatzy().index("chance"))
    assert saved.value(filled, 0, 0) == pytest.approx(23 + 1 / 3, abs=1e-12)
    assert saved.value(filled, 0, 0) == plain.value(filled, 0, 0)
    assert saved.value(filled, 0, 2) > saved.value(filled, 0, 1) > saved.value(filled, 0, 0)


# Rules as data


def test_slugs_say_what_is_chosen() -> None:
    assert [ruleset.slug for ruleset in YATZY.rulesets()][:4] == [
        "yatzy",
        "yatzy-saved",
        "yatzy-four-equal-as-two-pairs",
        "yatzy-four-equal-as-two-pairs-saved",
    ]
    assert [ruleset.slug for ruleset in YAHTZEE.rulesets()] == [
        "yahtzee",
        "yahtzee-saved",
        "yahtzee-five-equal-as-full-house",
        "yahtzee-five-equal-as-full-house-saved",
    ]


@pytest.mark.parametrize("game", [MAXI_YATZY, YATZY, YAHTZEE], ids=lambda game: game.id)
def test_the_first_ruleset_of_a_game_is_the_default_one(game: object) -> None:
    assert isinstance(game, type(YATZY))
    assert game.rulesets()[0] == game.ruleset()
    for choice in game.choices:
        assert isinstance(choice, Choice | Switch)
        assert choice.values[0] == choice.default


# Commands


def test_the_first_question_solves_and_the_next_is_answered_from_the_cache(empty_cache: Path) -> None:
    printed = [run("yatzy", "advise", "66642", "--json") for _ in range(2)]
    assert [result.exit_code for result in printed] == [0, 0]
    sheets = list((empty_cache / "sheets").iterdir())
    assert len([path for path in sheets if path.is_dir()]) == 1
    first, second = (json.loads(result.stdout) for result in printed)
    assert first == second
    assert_documented(first)
    assert list(first)[:4] == ["game", "five_equal_as_full_house", "four_equal_as_two_pairs", "saved_rerolls"]
    best = first["options"][0]
    assert (best["action"], best["keep"]) == ("keep", [6, 6, 6])
    # The value at the start of a turn is the mean over the 252 rolls of the best option.
    table = json.loads(run("yatzy", "table", "--json").stdout)
    assert len(table["rolls"]) == 252
    assert_documented(table)
    value = json.loads(run("yatzy", "value", "--json").stdout)
    assert value["expected_total"] == pytest.approx(248.4399893779, abs=3e-5)
    rows = list(csv.DictReader(io.StringIO(run("yatzy", "table", "--format", "csv").stdout)))
    assert len(rows) == 252


def test_solve_writes_a_table_that_answers(empty_cache: Path, tmp_path: Path) -> None:
    where = str(tmp_path / "tables")
    done = run("yahtzee", "solve", "--five-equal-as-full-house", "--tables", where, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["start_value"] == pytest.approx(245.9047283707, abs=1e-8)
    answer = run("yahtzee", "value", "--five-equal-as-full-house", "--tables", where)
    assert "245.90" in answer.stdout
    assert not (empty_cache / "sheets").exists()


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("666421",), "'666421': 6 dice; expected 5 dice, each from 1 to 6, as in 66642"),
        (("66640",), "'0' is not a face of a die"),
        (("66642", "--card", "villa=18"), "unknown box 'villa'"),
        (("66642", "--card", "yatzy=100"), "yatzy cannot score 100; it can score: 0, 50"),
        (("66642", "--card", "hus=6"), "full-house cannot score 6"),
        (("66642", "--markers", "1"), "markers is 1, but saved rerolls are off"),
        (("66642", "--bonus", "alga"), "No such option"),
    ],
)
def test_refusals(arguments: tuple[str, ...], expected: str) -> None:
    result = run("yatzy", "advise", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert expected in result.stderr


@pytest.mark.usefixtures("own_cache")
def test_a_house_rule_is_asked_for_by_name() -> None:
    only_full_house = " ".join(f"{b.id}=0" for b in yatzy().boxes if b.id != "full-house")
    house_rule = ["--five-equal-as-full-house"]
    for options, expected in (([], "Strike full house"), (house_rule, "Fill full house with 15")):
        result = run("yatzy", "advise", "33333", "--rerolls", "0", "--card", only_full_house, *options)
        assert result.exit_code == 0, result.output
        assert result.stdout.startswith(expected)


@pytest.mark.usefixtures("own_cache")
def test_help_shows_dice_of_the_game() -> None:
    assert "DICE is written 66642, 6 6 6 4 2 or 6,6,6,4,2." in run("yatzy", "advise", "--help").stdout
    assert "666421, 6 6 6 4 2 1" in run("maxi-yatzy", "advise", "--help").stdout
