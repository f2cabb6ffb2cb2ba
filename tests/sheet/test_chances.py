"""The chance to make a box: against brute force, known values, other reasoning, and invariants."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb

import pytest

from omkast.dice import FACES, Dice, roll_probability
from omkast.errors import IllegalState
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.ruleset import Bonus, Ruleset, Run, box
from omkast.games.yahtzee import yahtzee
from omkast.games.yatzy import yatzy
from omkast.sheet.chances import BoxChances, Chance, box_chances
from omkast.verify.sheet.naive import NaiveBox, NaiveGame, NaiveSolver, Score, proper_keeps
from omkast.verify.sheet.published import SINGLE_BOXES
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame

MAXI_YATZY = maxi_yatzy()
GAMES = [MAXI_YATZY, yatzy(saved_rerolls=True), yahtzee()]


def of(box_id: str, chances: tuple[BoxChances, ...]) -> BoxChances:
    [found] = [one for one in chances if one.box == box_id]
    return found


def rolls_of(dice: int) -> Iterator[Dice]:
    return combinations_with_replacement(FACES, dice)


# Brute force


def indicator(score: Score, points: int) -> Score:
    return lambda dice: int(score(dice) >= points)


def naive_chance(solver: NaiveSolver, roll: Dice, rerolls: int) -> Chance:
    """The best of all subsets of the dice, in fractions; of equal ones as the docstring has it."""
    hit = solver.game.boxes[0].score
    worth = {roll: Fraction(hit(roll)), **solver.keeps((), 0, rerolls, roll)}
    best = max(worth, key=lambda keep: (worth[keep], len(keep), sorted(keep, reverse=True)))
    return Chance(worth[best], best)


@pytest.mark.parametrize("game", SMALL_GAMES, ids=str)
def test_small_games_have_the_chances_and_keeps_of_brute_force(game: SmallGame) -> None:
    dice, ordinary = game.ruleset.num_dice, game.ruleset.rerolls
    markers = 2 if game.ruleset.saved_rerolls else 0
    found = {
        (roll, spare): box_chances(game.ruleset, roll, rerolls, spare - rerolls)
        for roll in [(), *rolls_of(dice)]
        for spare in range(ordinary + markers + 1)
        for rerolls in [min(spare, ordinary)]
    }
    for at, naive_box in enumerate(game.naive.boxes):
        scores = {naive_box.score(roll) for roll in rolls_of(dice)} - {0}
        assert {tuple(chances[at].at_least) for chances in found.values()} == {tuple(sorted(scores))}
        for points in scores:
            hit = NaiveBox("hit", indicator(naive_box.score, points))
            for spare in range(ordinary + markers + 1):
                solver = NaiveSolver(NaiveGame(dice, (hit,), 0, 0, spare, saved_rerolls=False))
                assert found[(), spare][at].at_least[points] == Chance(solver.value(), ())
                for roll in rolls_of(dice):
                    expected = naive_chance(solver, roll, spare)
                    assert found[roll, spare][at].at_least[points] == expected, (naive_box.name, roll, spare)


def test_brute_force_beyond_a_machine_word() -> None:
    step = box("step", Run(((1, 2), (5, 6)), 9), "steg", "steg", "step")
    rules = Ruleset("two-dice", 2, (step,), Bonus(0, 0), rerolls=15, saved_rerolls=False)
    hit = NaiveBox("hit", lambda roll: int(roll in [(1, 2), (5, 6)]))
    for rerolls in range(10, 16):
        solver = NaiveSolver(NaiveGame(2, (hit,), 0, 0, rerolls, saved_rerolls=False))
        assert box_chances(rules, (), rerolls)[0].made.probability == solver.value()


# Known values

BOZO = "exact values of the Brazilian game Bozó, in which Fú is 3 + 2 and Seguida five in a row"

FIVE_DICE = [
    ("yahtzee", Fraction(347897, 7558272), "OEIS A096256"),
    ("full-house", Fraction(5485535, 15116544), BOZO),
    ("large-straight", Fraction(319695199, 1224440064), BOZO),
    ("small-straight", Fraction(753572225, 1224440064), "tests of Dice Destiny's policy tables"),
]
"""Yahtzee: the probability from an empty table with two rerolls, going for nothing else."""


@pytest.mark.parametrize(("box_id", "probability", "_source"), FIVE_DICE)
def test_published_probabilities_of_five_dice(box_id: str, probability: Fraction, _source: str) -> None:
    assert of(box_id, box_chances(yahtzee())).made.probability == probability


FIXED_SCORES = {"small-straight": 15, "large-straight": 20, "full-straight": 21, "maxi-yatzy": 100}


@pytest.mark.parametrize(("box_id", "points"), FIXED_SCORES.items())
def test_a_fixed_score_is_worth_its_points_times_its_chance(box_id: str, points: int) -> None:
    for rerolls, worth in zip((2, 4), SINGLE_BOXES[box_id], strict=True):
        chance = of(box_id, box_chances(MAXI_YATZY, rerolls=2, markers=rerolls - 2)).made
        assert round(float(points * chance.probability), 9) == float(worth)


def test_published_probability_of_a_small_straight_from_one_and_four_sixes() -> None:
    # Tests of Dice Destiny's policy tables.
    made = of("small-straight", box_chances(yahtzee(), (1, 6, 6, 6, 6))).made
    assert made == Chance(Fraction(259367, 629856), ())


# Other reasoning


@pytest.mark.parametrize(
    ("ruleset", "throws"),
    [
        (ruleset, throws)
        for ruleset in GAMES
        for throws in ([1, 2, 3, 4, 5, 8] if ruleset.saved_rerolls else [3])
    ],
    ids=repr,
)
def test_faces_of_one_kind_are_independent_dice(ruleset: Ruleset, throws: int) -> None:
    rerolls = min(throws - 1, ruleset.rerolls)
    chances = box_chances(ruleset, (), rerolls, throws - 1 - rerolls)
    shows = 1 - Fraction(5, 6) ** throws
    for upper in ruleset.upper:
        assert upper.upper_face is not None
        for points, chance in of(upper.id, chances).at_least.items():
            least = points // upper.upper_face
            ways = range(least, ruleset.num_dice + 1)
            binomial = (
                comb(ruleset.num_dice, n) * shows**n * (1 - shows) ** (ruleset.num_dice - n) for n in ways
            )
            assert chance.probability == sum(binomial)
    assert of("chance", chances).at_least[6 * ruleset.num_dice].probability == shows**ruleset.num_dice


def group_chain(dice: int) -> dict[int, dict[int, Fraction]]:
    """Where throwing all but the largest group of equal dice leads: sizes of that group, and how likely."""
    chain: dict[int, dict[int, Fraction]] = {}
    for size in range(dice):
        after = chain.setdefault(size, {})
        for throw in product(FACES, repeat=dice - size):
            own = size + throw.count(1)
            largest = max(own, *(throw.count(face) for face in FACES[1:]))
            after[largest] = after.get(largest, Fraction(0)) + Fraction(1, 6 ** (dice - size))
    chain[dice] = {dice: Fraction(1)}
    return chain


def all_equal(dice: int, throws: int) -> Fraction:
    """The probability that the largest group is all dice after so many throws, by that chain."""
    chain = group_chain(dice)
    state = {0: Fraction(1)}
    for _ in range(throws):
        after: dict[int, Fraction] = {}
        for size, probability in state.items():
            for larger, share in chain[size].items():
                after[larger] = after.get(larger, Fraction(0)) + probability * share
        state = after
    return state.get(dice, Fraction(0))


@pytest.mark.parametrize("ruleset", GAMES[:2], ids=repr)
def test_all_equal_is_a_chain_of_the_largest_group(ruleset: Ruleset) -> None:
    for rerolls, markers in [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (2, 4)]:
        chances = box_chances(ruleset, (), rerolls, markers)
        assert chances[-1].made.probability == all_equal(ruleset.num_dice, 1 + rerolls + markers)


def test_chances_are_exact_with_as_many_markers_as_can_be_held() -> None:
    chances = box_chances(yatzy(saved_rerolls=True), markers=2 * 14)
    assert of("yatzy", chances).made.probability == all_equal(5, 1 + 2 + 2 * 14)


# Invariants


@pytest.mark.parametrize("ruleset", GAMES[1:], ids=repr)
@pytest.mark.parametrize("rerolls", [0, 2])
def test_an_empty_table_is_the_mean_of_the_rolls(ruleset: Ruleset, rerolls: int) -> None:
    means = {(one.box, points): Fraction(0) for one in box_chances(ruleset) for points in one.at_least}
    for roll in rolls_of(ruleset.num_dice):
        for one in box_chances(ruleset, roll, rerolls):
            for points, chance in one.at_least.items():
                means[one.box, points] += roll_probability(roll) * chance.probability
    for one in box_chances(ruleset, (), rerolls):
        for points, chance in one.at_least.items():
            assert chance.probability == means[one.box, points]


@pytest.mark.parametrize("dice", [(), (1, 2, 4, 6, 6, 6), (1, 1, 2, 2, 3, 3)])
def test_a_chance_never_falls_with_a_reroll_more_and_never_rises_with_more_points(dice: Dice) -> None:
    fewer: dict[tuple[str, int], Fraction] = {}
    for rerolls, markers in [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (2, 12)]:
        chances = box_chances(MAXI_YATZY, dice, rerolls, markers)
        now = {(one.box, points): c.probability for one in chances for points, c in one.at_least.items()}
        assert all(now[target] >= probability for target, probability in fewer.items())
        fewer = now
        for one in chances:
            probabilities = [chance.probability for chance in one.at_least.values()]
            assert probabilities == sorted(probabilities, reverse=True)
            assert all(0 <= probability <= 1 for probability in probabilities)


def test_a_marker_is_as_good_as_an_ordinary_reroll() -> None:
    assert box_chances(MAXI_YATZY, (), 0, 2) == box_chances(MAXI_YATZY)
    roll = (1, 2, 3, 3, 5, 6)
    assert box_chances(MAXI_YATZY, roll, 1, 2) == box_chances(MAXI_YATZY, roll, 2, 1)


def test_what_lies_on_the_table_is_certain_and_nothing_is_thrown() -> None:
    roll = (3, 3, 3, 5, 5, 6)
    chances = box_chances(MAXI_YATZY, roll)
    certain = {"threes": 9, "fives": 10, "one-pair": 10, "two-pairs": 16, "full-house": 19, "chance": 25}
    for box_id, points in certain.items():
        assert of(box_id, chances).at_least[points] == Chance(Fraction(1), roll)
    assert of("villa", chances).made.probability < 1


def test_without_rerolls_the_roll_decides() -> None:
    roll = (3, 3, 3, 5, 5, 6)
    for one in box_chances(MAXI_YATZY, roll, rerolls=0):
        assert {chance.probability for chance in one.at_least.values()} <= {0, 1}
        assert {chance.keep for chance in one.at_least.values()} == {roll}


def test_chance_is_always_made() -> None:
    for ruleset in GAMES:
        assert of("chance", box_chances(ruleset)).made == Chance(Fraction(1), ())


def test_it_is_always_possible_to_keep_what_is_said() -> None:
    for roll in [(1, 2, 3, 4, 5, 6), (1, 1, 2, 2, 6, 6), (4, 4, 4, 4, 4, 5)]:
        for one in box_chances(MAXI_YATZY, roll[::-1]):
            for chance in one.at_least.values():
                assert chance.keep in {roll, *proper_keeps(roll)}


def test_house_rules_count() -> None:
    plain, house = yatzy(), yatzy(five_equal_as_full_house=True, four_equal_as_two_pairs=True)
    for box_id in ("full-house", "two-pairs"):
        without, with_it = (of(box_id, box_chances(rules)).made.probability for rules in (plain, house))
        assert without < with_it


def test_chances_are_immutable_values() -> None:
    chances = box_chances(yahtzee())
    assert pickle.loads(pickle.dumps(chances)) == chances
    assert hash(chances) == hash(box_chances(yahtzee(), rerolls=2))
    with pytest.raises(TypeError):
        chances[0].at_least[1] = Chance(Fraction(1), ())  # type: ignore[index]


# Refusals


@pytest.mark.parametrize(
    ("dice", "rerolls", "markers", "message"),
    [
        ((6, 6, 6), 2, 0, "dice '6 6 6': expected 6 dice with faces 1 to 6"),
        ((0, 1, 2, 3, 4, 5), 2, 0, "expected faces from 1 to 6"),
        ((), 3, 0, "rerolls is 3; expected 0 to 2"),
        ((), -1, 0, "rerolls is -1; expected 0 to 2"),
        ((), 1.0, 0, "rerolls is 1.0; expected a whole number"),
        ((), 2, -1, "markers is -1; expected 0 or more"),
        ((), 2, 39, "markers is 39, but with 19 boxes filled at most 38 can have been saved"),
        ((), 2, True, "markers is True; expected a whole number"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(dice: Dice, rerolls: int, markers: int, message: str) -> None:
    with pytest.raises(IllegalState, match=message):
        box_chances(MAXI_YATZY, dice, rerolls, markers)


def test_markers_without_saved_rerolls_are_refused() -> None:
    with pytest.raises(IllegalState, match="markers is 1, but saved rerolls are off; expected 0"):
        box_chances(yatzy(), markers=1)
