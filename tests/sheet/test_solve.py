"""The exact solver against the naive one, against published values, and its invariants."""

from __future__ import annotations

import numpy as np
import pytest

from omkast.games.action import Score
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.ruleset import Ruleset
from omkast.progress import Silent
from omkast.sheet.advice import Advisor
from omkast.sheet.backward import LevelSolver, Values
from omkast.sheet.lattice import Root
from omkast.sheet.position import Position
from omkast.sheet.solve import solve_levels
from omkast.verify.sheet.brute_force import option_differences, state_differences
from omkast.verify.sheet.invariants import (
    MAXI_YATZY_POSITION as MID_GAME,
    identical_for_any_number_of_workers,
    never_falls_with_a_higher_upper_total,
    never_falls_with_one_more_marker,
    unreachable_is_nan_and_nothing_else,
)
from omkast.verify.sheet.published import single_box
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame
from omkast.verify.sheet.solved import SolvedLattice, solved


def last_box(box: str, ruleset: Ruleset, upper_total: int = 0, markers: int = 0) -> SolvedLattice:
    """The sub-lattice in which only ``box`` is open."""
    filled = (1 << len(ruleset.boxes)) - 1 & ~(1 << ruleset.index(box))
    return solved(ruleset, Root(filled, upper_total, markers))


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_every_reachable_state_agrees_with_the_naive_solver(game: SmallGame) -> None:
    differences = state_differences(game)
    assert len(differences) > 10
    assert max(differences) <= 1e-9


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_every_option_of_the_first_roll_agrees_with_the_naive_solver(game: SmallGame) -> None:
    differences = option_differences(game)
    assert len(differences) > 100
    assert max(differences) <= 1e-9


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_options_come_best_first(game: SmallGame) -> None:
    advisor, position = Advisor(solved(game.ruleset)), Position(game.ruleset)
    for options in advisor.every_roll(position, game.ruleset.rerolls).values():
        assert options[0].loss == 0
        assert [o.loss for o in options] == sorted(o.loss for o in options)


@pytest.mark.parametrize("rerolls", [2, 4])
@pytest.mark.parametrize("face", range(1, 7))
def test_an_upper_box_alone_has_its_value_in_closed_form(face: int, rerolls: int) -> None:
    # Each of six dice shows the face sooner or later, with one throw and the rerolls.
    box = maxi_yatzy().boxes[face - 1].id
    expected = face * 6 * (1 - (5 / 6) ** (rerolls + 1))
    assert single_box(box, rerolls) == pytest.approx(expected, abs=1e-9)


def test_chance_alone_is_28_exactly() -> None:
    values = last_box("chance", maxi_yatzy("alga", saved_rerolls=False))
    assert values.value(values.lattice.root.filled, 0, 0) == pytest.approx(28, abs=1e-12)


@pytest.mark.parametrize(("bonus", "points"), [("alga", 100), ("tactic", 50)])
def test_the_bonus_is_paid_from_its_threshold_on(bonus: str, points: int) -> None:
    ruleset = maxi_yatzy(bonus, saved_rerolls=False)
    threshold = ruleset.bonus.threshold
    for total, expected in ((threshold - 1, 28), (threshold, 28 + points)):
        values = last_box("chance", ruleset, total)
        assert values.value(values.lattice.root.filled, total, 0) == pytest.approx(expected, abs=1e-12)


@pytest.fixture(scope="module")
def mid_game() -> SolvedLattice:
    """A position of the real game with seven boxes open, four of them upper ones."""
    return solved(MID_GAME.ruleset, Root.of(MID_GAME))


def test_value_never_falls_with_one_more_marker(mid_game: SolvedLattice) -> None:
    assert never_falls_with_one_more_marker(mid_game)


def test_value_never_falls_with_a_higher_upper_total(mid_game: SolvedLattice) -> None:
    assert never_falls_with_a_higher_upper_total(mid_game)


def test_unreachable_stays_nan_and_only_that(mid_game: SolvedLattice) -> None:
    assert unreachable_is_nan_and_nothing_else(mid_game)
    assert any(np.isnan(level).any() for level in mid_game.levels.values())


def test_results_are_bit_identical_for_any_number_of_workers(mid_game: SolvedLattice) -> None:
    assert identical_for_any_number_of_workers(mid_game)


def test_chunks_of_any_size_give_the_same_values(mid_game: SolvedLattice) -> None:
    solver = LevelSolver(mid_game.lattice)
    level = mid_game.lattice.first_level + 2
    out = np.empty(mid_game.lattice.size(level))
    chunks = list(solver.chunks(level, lane_walks=1))
    assert len(chunks) > len(mid_game.lattice.blocks(level))
    for chunk in chunks:
        solver.solve_chunk(level, chunk, mid_game.levels[level + 1], out)
    assert out.tobytes() == mid_game.levels[level].tobytes()


@pytest.fixture(scope="module")
def in_single(mid_game: SolvedLattice) -> dict[int, Values]:
    """The levels of the same position in single precision."""
    return dict(solve_levels(mid_game.lattice, Silent(), precision="single"))


def test_single_precision_is_right_to_a_ten_thousandth_of_a_point(
    mid_game: SolvedLattice, in_single: dict[int, Values]
) -> None:
    for level, values in mid_game.levels.items():
        assert in_single[level].dtype == np.float32
        np.testing.assert_allclose(in_single[level], values, rtol=0, atol=1e-4)


def test_single_precision_is_used(mid_game: SolvedLattice, in_single: dict[int, Values]) -> None:
    first = mid_game.lattice.first_level
    assert (in_single[first] != mid_game.levels[first].astype(np.float32)).any()


def test_chunks_of_any_size_give_the_same_values_in_single_precision(
    mid_game: SolvedLattice, in_single: dict[int, Values]
) -> None:
    solver = LevelSolver(mid_game.lattice, "single")
    level = mid_game.lattice.first_level + 3
    out = solver.empty(level)
    for chunk in solver.chunks(level, lane_walks=1):
        solver.solve_chunk(level, chunk, in_single[level + 1], out)
    assert out.tobytes() == in_single[level].tobytes()


def test_a_sub_lattice_has_the_values_of_a_larger_one(mid_game: SolvedLattice) -> None:
    later = Position(MID_GAME.ruleset, {**MID_GAME.scores, "fives": 20, "five-of-a-kind": 0}, markers=4)
    part = solved(later.ruleset, Root.of(later))
    for markers in range(5):
        key = (later.filled, later.upper_total, markers)
        assert part.value(*key) == mid_game.value(*key)


def test_merged_upper_totals_lose_nothing(mid_game: SolvedLattice) -> None:
    """Every upper total, solved from a root of its own, agrees with its lane."""
    filled = MID_GAME.filled | 1 << MID_GAME.ruleset.index("fives")
    boxes = {b.id for i, b in enumerate(MID_GAME.ruleset.boxes) if filled >> i & 1}
    assert len(boxes) == MID_GAME.level + 1
    for fives in range(7):
        total = MID_GAME.upper_total + 5 * fives
        alone = solved(MID_GAME.ruleset, Root(filled, total, 3))
        assert alone.value(filled, total, 3) == mid_game.value(filled, total, 3)


def test_the_advisor_agrees_with_the_compiled_walk(mid_game: SolvedLattice) -> None:
    value = Advisor(mid_game).value(MID_GAME)
    expected = mid_game.value(MID_GAME.filled, MID_GAME.upper_total, MID_GAME.markers)
    assert value == pytest.approx(expected, abs=1e-10)


def test_filling_a_box_at_once_banks_the_rerolls(mid_game: SolvedLattice) -> None:
    roll = (5, 5, 5, 5, 5, 5)
    options = Advisor(mid_game).options(MID_GAME, roll, 2)
    maxi = next(o for o in options if o.action == Score("maxi-yatzy", 100))
    filled = MID_GAME.filled | 1 << MID_GAME.ruleset.index("maxi-yatzy")
    banked = mid_game.value(filled, MID_GAME.upper_total, MID_GAME.markers + 2)
    assert maxi.expected_total == pytest.approx(MID_GAME.points + 100 + banked, abs=1e-9)


@pytest.mark.slow
def test_tactic_without_markers_has_the_published_value(tactic_unsaved: SolvedLattice) -> None:
    # jokkebk/maxiyatzy publishes 383.3054, and 383.305389 in single precision.
    assert tactic_unsaved.value(0, 0, 0) == pytest.approx(383.3054, abs=5e-5)
