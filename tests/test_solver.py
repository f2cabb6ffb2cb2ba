"""The exact solver against the naive one, against published values, and its invariants."""

from __future__ import annotations

import numpy as np
import pytest

from omkast.solver.advice import Advisor, Keep, Score
from omkast.solver.dice import keep_lattice
from omkast.solver.games.maxi_yatzy import maxi_yatzy
from omkast.solver.games.ruleset import Ruleset
from omkast.solver.progress import Silent
from omkast.solver.sheet.backward import LevelSolver
from omkast.solver.sheet.position import Position
from omkast.solver.sheet.sheets import Root, SheetLattice
from omkast.solver.sheet.solve import solve_levels
from omkast.solver.verify.small_games import SMALL_GAMES, SmallGame, naive_solver
from omkast.solver.verify.solved import SolvedLattice, solved

SINGLE_BOXES = {
    # Expected points with a budget of 2 and of 4 rerolls, found by an independent program.
    "one-pair": (11.227298289, 11.828149636),
    "two-pairs": (16.537305350, 19.816468198),
    "three-pairs": (6.394991078, 11.983893835),
    "three-of-a-kind": (12.270438445, 15.815155784),
    "four-of-a-kind": (8.195629058, 15.195843464),
    "five-of-a-kind": (3.042224527, 9.339415999),
    "small-straight": (6.558641179, 10.779894103),
    "large-straight": (8.744854906, 14.373192137),
    "full-straight": (4.133410674, 8.752995143),
    "full-house": (15.129136533, 21.696441213),
    "villa": (3.636642808, 9.063355362),
    "tower": (4.309200058, 10.358834203),
    "chance": (28.0, 30.777777778),
    "maxi-yatzy": (2.045289597, 10.641358980),
} | {
    # Each die shows the face sooner or later: 6 dice, three or five throws of each.
    box: (face * 6 * (1 - (5 / 6) ** 3), face * 6 * (1 - (5 / 6) ** 5))
    for face, box in enumerate(("ones", "twos", "threes", "fours", "fives", "sixes"), start=1)
}


def last_box(box: str, ruleset: Ruleset, upper_total: int = 0, markers: int = 0) -> SolvedLattice:
    """The sub-lattice in which only ``box`` is open."""
    filled = (1 << len(ruleset.boxes)) - 1 & ~(1 << ruleset.index(box))
    return solved(ruleset, Root(filled, upper_total, markers))


def bits(ruleset: Ruleset, boxes: frozenset[str]) -> int:
    return sum(1 << ruleset.index(box) for box in boxes)


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_every_reachable_state_agrees_with_the_naive_solver(game: SmallGame) -> None:
    ours, naive = solved(game.ruleset), naive_solver(game)
    states = naive.reachable()
    assert len(states) > 10
    for filled, upper, markers in states:
        value = ours.value(bits(game.ruleset, frozenset(filled)), upper, markers)
        assert value == pytest.approx(float(naive.value(filled, upper, markers)), abs=1e-9)


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_every_option_of_the_first_roll_agrees_with_the_naive_solver(game: SmallGame) -> None:
    naive, rerolls = naive_solver(game), game.ruleset.rerolls
    advisor, position = Advisor(solved(game.ruleset)), Position(game.ruleset)
    for roll in keep_lattice(game.ruleset.dice).rolls:
        options = advisor.options(position, roll, rerolls)
        expected = {Keep(keep): value for keep, value in naive.keeps((), 0, rerolls, roll).items()}
        assert {o.action for o in options if isinstance(o.action, Keep)} == set(expected)
        for option in options:
            if isinstance(option.action, Keep):
                assert option.expected_total == pytest.approx(float(expected[option.action]), abs=1e-9)
        best = float(naive.roll_value((), 0, rerolls, roll))
        assert options[0].expected_total == pytest.approx(best, abs=1e-9)
        assert options[0].loss == 0
        assert [o.loss for o in options] == sorted(o.loss for o in options)


@pytest.mark.parametrize("box", SINGLE_BOXES)
def test_a_single_open_box_has_its_known_value(box: str) -> None:
    # Tactic's bonus of 50 is out of reach from an upper total of 0 with one box open.
    values = last_box(box, maxi_yatzy("tactic"), markers=2)
    filled = values.lattice.root.filled
    two, four = SINGLE_BOXES[box]
    assert values.value(filled, 0, 0) == pytest.approx(two, abs=1e-9)
    assert values.value(filled, 0, 2) == pytest.approx(four, abs=1e-9)


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


@pytest.mark.parametrize(
    ("bonus", "saved", "states"),
    [
        ("alga", False, 29_360_128),
        ("alga", True, 617_349_120),
        ("tactic", False, 32_473_088),
        ("tactic", True, 682_786_816),
    ],
)
def test_the_merged_sheet_states_are_as_many_as_known(bonus: str, saved: bool, states: int) -> None:
    assert SheetLattice(maxi_yatzy(bonus, saved)).states() == states


MID_GAME = Position(
    maxi_yatzy("alga"),
    {"ones": 3, "sixes": 24, "one-pair": 12, "two-pairs": 18, "three-pairs": 0, "chance": 25}
    | {"three-of-a-kind": 15, "villa": 0, "tower": 0, "small-straight": 0, "large-straight": 20}
    | {"four-of-a-kind": 12, "full-straight": 0},
    markers=5,
)


@pytest.fixture(scope="module")
def mid_game() -> SolvedLattice:
    """A position of the real game with seven boxes open, four of them upper ones."""
    return solved(MID_GAME.ruleset, Root.of(MID_GAME))


def test_value_never_falls_with_one_more_marker(mid_game: SolvedLattice) -> None:
    for level, values in mid_game.levels.items():
        for block in mid_game.lattice.blocks(level).values():
            assert (np.diff(block.view(values), axis=1) >= -1e-9).all()


def test_value_never_falls_with_a_higher_upper_total(mid_game: SolvedLattice) -> None:
    for level, values in mid_game.levels.items():
        for block in mid_game.lattice.blocks(level).values():
            assert (np.diff(block.view(values), axis=2) >= -1e-9).all()


def test_unreachable_stays_nan_and_only_that(mid_game: SolvedLattice) -> None:
    padding = 0
    for level, values in mid_game.levels.items():
        reachable = np.zeros(len(values), bool)
        for block in mid_game.lattice.blocks(level).values():
            block.view(reachable)[:] = True
        assert np.array_equal(np.isnan(values), ~reachable)
        padding += int((~reachable).sum())
    assert padding > 0


def test_results_are_bit_identical_for_any_number_of_workers(mid_game: SolvedLattice) -> None:
    for level, values in solve_levels(mid_game.lattice, Silent(), jobs=2):
        assert values.tobytes() == mid_game.levels[level].tobytes()


def test_chunks_of_any_size_give_the_same_values(mid_game: SolvedLattice) -> None:
    solver = LevelSolver(mid_game.lattice)
    level = mid_game.lattice.first_level + 2
    out = np.empty(mid_game.lattice.size(level))
    chunks = list(solver.chunks(level, lane_walks=1))
    assert len(chunks) > len(mid_game.lattice.blocks(level))
    for chunk in chunks:
        solver.solve_chunk(level, chunk, mid_game.levels[level + 1], out)
    assert out.tobytes() == mid_game.levels[level].tobytes()


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
