"""The proof itself: it passes for the product, and notices each kind of fault."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from cli_calls import assert_documented, run
from omkast.buck_dice.turns import TurnsToLeave, turns_to_leave
from omkast.errors import Cancelled
from omkast.games.buck_dice import BuckDice
from omkast.games.ruleset import Bonus, Ruleset, Sum
from omkast.progress import Cancel, never
from omkast.sheet.lattice import Root
from omkast.store.places import shipped_folder
from omkast.verify import buck_dice, proof, set_aside, sheet, tables
from omkast.verify.buck_dice import linear
from omkast.verify.finding import Figure, Finding
from omkast.verify.sheet import brute_force, forward, invariants, published as published_sheets
from omkast.verify.sheet.naive import total
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame, lower, small_game
from omkast.verify.sheet.solved import SolvedLattice, solved

pytestmark = pytest.mark.usefixtures("own_cache")

UNSAVED = [game for game in SMALL_GAMES if not game.ruleset.saved_rerolls]
SAVED = next(game for game in SMALL_GAMES if game.name == "three-dice-saved")


def spoiled(values: SolvedLattice, spoil: Callable[[np.ndarray], None], level: int = 1) -> SolvedLattice:
    """A copy with one level spoiled."""
    copy = SolvedLattice.__new__(SolvedLattice)
    copy.lattice, copy.ruleset = values.lattice, values.ruleset
    copy.levels = {number: array.copy() for number, array in values.levels.items()}
    spoil(copy.levels[level])
    return copy


# The whole proof


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(lambda: brute_force.findings(quick=True), id="brute-force-sheets"),
        pytest.param(lambda: set_aside.brute_force.findings(), id="brute-force-set-aside"),
        pytest.param(lambda: buck_dice.brute_force.findings(), id="brute-force-buck-dice"),
        pytest.param(lambda: published_sheets.findings(quick=True), id="published-sheets"),
        pytest.param(lambda: set_aside.published.findings(), id="published-set-aside"),
        pytest.param(lambda: buck_dice.published.findings(), id="published-buck-dice"),
        pytest.param(lambda: buck_dice.linear.findings(), id="linear-buck-dice"),
        pytest.param(lambda: invariants.findings(), id="invariants"),
        pytest.param(lambda: tables.findings(), id="tables"),
    ],
)
def test_the_product_passes(part: Callable[[], Iterator[Finding]]) -> None:
    found = list(part())
    assert len(found) >= 4
    assert [finding for finding in found if not finding.passed] == []


@pytest.mark.slow
def test_optimal_play_of_yatzy_is_the_published_one() -> None:
    found = list(published_sheets.yatzy_play())
    assert len(found) == 18
    found.append(list(brute_force.findings(quick=False))[-1])
    assert found[-1].note.startswith("387794 states")
    assert [finding for finding in found if not finding.passed] == []


# Figures


@pytest.mark.parametrize(
    ("text", "ours", "agrees"),
    [
        ("248.44", 248.4399893779, True),
        ("248.44", 248.4350000001, True),
        ("248.44", 248.4349, False),
        ("248.4399894", 248.4399893779, True),
        ("248.4399894", 248.4399892, False),
        ("28", 28.0, True),
        ("28", 28.51, False),
        ("29360128", 29360129, False),
        ("61187/2592", Fraction(61187, 2592), True),
        ("61187/2592", Fraction(61188, 2592), False),
        ("1", float("inf"), False),
        ("1", float("nan"), False),
    ],
)
def test_a_figure_agrees_to_the_digits_that_were_published(text: str, ours: float, agrees: bool) -> None:
    assert Figure(text, "somebody", ours).agrees is agrees


def test_ties_may_move_a_figure_so_far_and_no_further() -> None:
    assert Figure("5.66554", "somebody", 5.66556, ties=1e-4).agrees
    assert not Figure("5.66554", "somebody", 5.66556).agrees
    assert not Figure("5.66554", "somebody", 5.66574, ties=1e-4).agrees


# Faults are noticed


def test_brute_force_notices_a_wrong_value(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(ruleset: Ruleset, root: Root | None = None, cancel: Cancel = never) -> SolvedLattice:
        def spoil(level: np.ndarray) -> None:
            level[0] += 1e-6

        return spoiled(solved(ruleset, root), spoil)

    monkeypatch.setattr(brute_force, "solved", wrong)
    assert not any(finding.passed for finding in brute_force.findings(quick=True))


def test_brute_force_notices_an_option_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = brute_force.naive_options

    def fewer(*arguments: object) -> dict[object, float]:
        options = complete(*arguments)  # type: ignore[arg-type]
        return dict(list(options.items())[1:])

    monkeypatch.setattr(brute_force, "naive_options", fewer)
    assert max(brute_force.option_differences(SAVED)) == float("inf")


def test_published_values_notice_a_wrong_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    right = solved

    def other_bonus(ruleset: Ruleset, root: Root | None = None, cancel: Cancel = never) -> SolvedLattice:
        return right(replace(ruleset, bonus=Bonus(ruleset.bonus.threshold + 1, 50)), root)

    monkeypatch.setattr(published_sheets, "solved", other_bonus)
    wrong = {finding.what for finding in published_sheets.findings(quick=True) if not finding.passed}
    assert wrong == {name for name, *_ in published_sheets.START_VALUES} | {
        what for what in wrong if what.startswith("yatzy after")
    }
    assert len([what for what in wrong if what.startswith("yatzy after")]) == len(published_sheets.MID_GAME)


def _falls(level: np.ndarray) -> None:
    level *= -1


def _holed(level: np.ndarray) -> None:
    level[0] = np.nan


def _nudged(level: np.ndarray) -> None:
    level[0] = np.nextafter(level[0], np.inf)


def _filled_padding(level: np.ndarray) -> None:
    level[np.isnan(level)] = 0.0


@pytest.mark.parametrize(
    ("holds", "spoil"),
    [
        (invariants.never_falls_with_one_more_marker, _falls),
        (invariants.never_falls_with_a_higher_upper_total, _falls),
        (invariants.unreachable_is_nan_and_nothing_else, _holed),
        (invariants.unreachable_is_nan_and_nothing_else, _filled_padding),
        (invariants.identical_for_any_number_of_workers, _nudged),
    ],
)
def test_an_invariant_that_is_broken_is_noticed(
    holds: Callable[[SolvedLattice], bool], spoil: Callable[[np.ndarray], None]
) -> None:
    values = solved(SAVED.ruleset)
    assert holds(values)
    # In level 3 some sheets have several upper totals, and some padding.
    assert not holds(spoiled(values, spoil, level=3))


def test_probabilities_that_do_not_fit_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert invariants.probabilities_sum_to_one(3)
    monkeypatch.setattr(invariants, "roll_probability", lambda roll: Fraction(1, 56))
    assert not invariants.probabilities_sum_to_one(3)


def test_a_corrupt_table_is_noticed(empty_cache: Path) -> None:
    folder = empty_cache / "tables" / "book" / "maxi-yatzy-tactic"
    folder.mkdir(parents=True)
    for file in (shipped_folder() / "book" / "maxi-yatzy-tactic").iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    level = next(file for file in folder.iterdir() if file.name.startswith("level-03"))
    level.write_bytes(level.read_bytes()[:-1] + b"\0")
    found = {finding.what: finding for finding in tables.findings()}
    assert not found["book of maxi-yatzy-tactic (cache)"].passed
    assert found["book of maxi-yatzy-tactic (shipped)"].passed
    result = run("verify", "--quick", "--help")
    assert result.exit_code == 0


def test_no_table_at_all_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "inventory", lambda *_: [])
    assert [finding.passed for finding in tables.findings()] == [False]


def test_a_missing_book_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(published_sheets, "find_table", lambda *_: None)
    wrong = [finding for finding in published_sheets.findings(quick=True) if not finding.passed]
    assert [finding.what for finding in wrong] == ["maxi-yatzy-tactic, in the book"]


# Optimal play, followed forwards


@pytest.mark.parametrize("game", UNSAVED, ids=str)
def test_boxes_and_bonus_bring_the_start_value(game: SmallGame) -> None:
    values = solved(game.ruleset)
    play = forward.optimal_play(values, game.naive)
    mean = sum(play.box_means.values()) + game.naive.bonus_points * play.bonus_probability
    assert mean == pytest.approx(values.value(0, 0, 0), abs=1e-11)
    assert play.largest_difference < 1e-12
    assert play.states > 10


@pytest.mark.parametrize("game", UNSAVED, ids=str)
def test_the_bonus_probability_lies_between_the_one_sided_slopes_of_the_value(game: SmallGame) -> None:
    """The value is convex in the bonus, and its slope is the probability of earning it."""
    bonus = game.ruleset.bonus
    less, same, more = (
        solved(replace(game.ruleset, bonus=Bonus(bonus.threshold, points))).value(0, 0, 0)
        for points in (bonus.points - 1, bonus.points, bonus.points + 1)
    )
    chance = forward.optimal_play(solved(game.ruleset), game.naive).bonus_probability
    assert same - less - 1e-12 <= chance <= more - same + 1e-12


def test_the_variance_of_one_box_by_hand() -> None:
    """Sum of one die with one reroll: 4, 5 and 6 stay, the rest is thrown again."""
    chance = lower("chance", Sum(), total)
    game = small_game("one-die", 1, [chance], bonus=(1, 0), rerolls=1, saved=False)
    play = forward.optimal_play(solved(game.ruleset), game.naive)
    square = (16 + 25 + 36) / 6 + (1 / 2) * (91 / 6)
    assert play.box_means == {"chance": pytest.approx(4.25, abs=1e-12)}
    assert play.sd**2 == pytest.approx(square - 4.25**2, abs=1e-12)


def test_saved_rerolls_are_not_followed() -> None:
    with pytest.raises(ValueError, match="without saved rerolls"):
        forward.optimal_play(solved(SAVED.ruleset), SAVED.naive)


# The command


FIGURE = Figure("248.44", "dlangk/yatzy", 248.4399893779)
GOOD = Finding("Known values", "yatzy", True, "248.44 by dlangk/yatzy", FIGURE)
BAD = Finding("Invariants", "a value never falls", False, "small games")


def shown(monkeypatch: pytest.MonkeyPatch, *findings: Finding) -> Callable[..., tuple[int, str]]:
    def fixed(quick: bool, folder: Path | None, cancel: Cancel) -> Iterator[Finding]:
        yield from findings

    monkeypatch.setattr("omkast.proof", fixed)

    def command(*options: str) -> tuple[int, str]:
        result = run("verify", *options)
        return result.exit_code, result.stdout

    return command


def test_what_passes_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    status, printed = shown(monkeypatch, GOOD)("--quick")
    assert status == 0
    assert printed.splitlines()[:3] == ["", "Known values", f"ok    {'yatzy':<44} 248.44 by dlangk/yatzy"]
    assert printed.splitlines()[-1].startswith("All 1 checks passed in ")


def test_what_fails_is_named_and_the_exit_status_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    status, printed = shown(monkeypatch, GOOD, BAD)()
    assert status == 1
    assert "\nInvariants\nWRONG a value never falls" in printed
    assert printed.endswith("\n1 of 2 checks failed: a value never falls.\n")


def test_json(monkeypatch: pytest.MonkeyPatch) -> None:
    status, printed = shown(monkeypatch, GOOD, BAD)("--json")
    document = json.loads(printed)
    assert status == 1
    assert_documented(document)
    assert document["passed"] is False
    assert list(document["findings"][0]) == [
        *("part", "what", "passed", "note", "published", "source", "ours", "difference")
    ]
    assert list(document["findings"][1]) == ["part", "what", "passed", "note"]


def test_a_folder_without_tables_is_refused(tmp_path: Path) -> None:
    result = run("verify", "--quick", "--tables", str(tmp_path))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert str(tmp_path) in result.stderr


def test_the_proof_has_all_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [sheet.brute_force, set_aside.brute_force, buck_dice.brute_force]
    parts += [sheet.published, set_aside.published, buck_dice.published]
    parts += [buck_dice.linear, sheet.invariants, tables]
    for part in parts:
        finding = Finding(part.__name__, "", True, "")
        monkeypatch.setattr(part, "findings", lambda *_, f=finding: iter([f]))
    assert [finding.part for finding in proof.proof(quick=True)] == [part.__name__ for part in parts]


# Giving up


def always() -> bool:
    """The token of somebody who has had enough."""
    return True


@pytest.mark.filterwarnings("ignore::UserWarning:joblib")
@pytest.mark.parametrize(
    "check",
    [
        lambda: list(proof.proof(cancel=always)),
        lambda: list(sheet.brute_force.findings(True, always)),
        lambda: brute_force.option_differences(SAVED, always),
        lambda: forward.optimal_play(solved(SMALL_GAMES[-1].ruleset), SMALL_GAMES[-1].naive, always),
        lambda: list(sheet.published.findings(True, None, always)),
        lambda: published_sheets.single_box("ones", 2, always),
        lambda: list(sheet.invariants.findings(always)),
        lambda: invariants.identical_for_any_number_of_workers(solved(SAVED.ruleset), always),
        lambda: list(tables.findings(None, always)),
    ],
)
def test_what_takes_long_is_given_up_when_the_token_asks(check: Callable[[], object]) -> None:
    with pytest.raises(Cancelled):
        check()


def test_the_linear_system_of_buck_dice_notices_a_wrong_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    right = turns_to_leave

    def wrong(rules: BuckDice, score: int) -> TurnsToLeave:
        found = right(rules, score)
        return replace(found, expected=found.expected + Fraction(1, 10**9)) if score == 7 else found

    monkeypatch.setattr(linear, "turns_to_leave", wrong)
    assert not any(finding.passed for finding in linear.findings())
