"""The keep lattice against counting and plain enumeration."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given, strategies as st

from omkast.dice import add, remove, roll_probability
from omkast.sheet.keep_lattice import KeepLattice, keep_lattice
from omkast.verify.sheet.naive import FACES, proper_keeps

ALL_DICE = pytest.mark.parametrize("dice", range(1, 7))


def multisets(size: int) -> int:
    return comb(size + 5, 5)


def test_six_dice_counts() -> None:
    lattice = keep_lattice(6)
    assert lattice.num_keeps == 462
    assert len(lattice.rolls) == 462
    assert lattice.above.size == 2772
    assert sum(len(below) for below in lattice.below) == 2772


@ALL_DICE
def test_nodes_are_numbered_by_size_then_faces(dice: int) -> None:
    lattice = keep_lattice(dice)
    everything = {tuple(sorted(throw)) for size in range(dice + 1) for throw in product(FACES, repeat=size)}
    assert lattice.nodes == sorted(everything, key=lambda node: (len(node), node))
    assert [lattice.number[node] for node in lattice.nodes] == list(range(len(everything)))
    assert lattice.nodes[0] == ()


@ALL_DICE
def test_layers_partition_the_nodes_by_size(dice: int) -> None:
    lattice = keep_lattice(dice)
    for size in range(dice + 1):
        layer = lattice.nodes[lattice.first[size] : lattice.first[size + 1]]
        assert len(layer) == multisets(size)
        assert {len(node) for node in layer} == {size}
    assert lattice.first[-1] == len(lattice.nodes)
    assert layer == lattice.rolls


@ALL_DICE
def test_above_adds_each_face(dice: int) -> None:
    lattice = keep_lattice(dice)
    assert lattice.above.shape == (lattice.num_keeps, 6)
    for keep in range(lattice.num_keeps):
        for face, above in zip(FACES, lattice.above[keep], strict=True):
            assert Counter(lattice.nodes[above]) == Counter([*lattice.nodes[keep], face])


@ALL_DICE
def test_below_is_above_the_other_way_round(dice: int) -> None:
    lattice = keep_lattice(dice)
    up = {(keep, int(node)) for keep in range(lattice.num_keeps) for node in lattice.above[keep]}
    down = [(keep, node) for node, below in enumerate(lattice.below) for keep in below]
    assert len(set(down)) == len(down)
    assert set(down) == up


@pytest.mark.parametrize("dice", range(1, 5))
def test_what_lies_below_a_roll_is_what_can_be_kept(dice: int) -> None:
    lattice = keep_lattice(dice)
    for roll in lattice.rolls:
        waiting, found = list(lattice.below[lattice.number[roll]]), set()
        while waiting:
            node = waiting.pop()
            found.add(lattice.nodes[node])
            waiting.extend(lattice.below[node])
        assert found == set(proper_keeps(roll))


@pytest.mark.parametrize("dice", range(7))
def test_roll_probabilities_sum_to_one(dice: int) -> None:
    assert sum(roll_probability(roll) for roll in KeepLattice(dice).rolls) == 1


@pytest.mark.parametrize("dice", range(1, 5))
def test_roll_probabilities_are_those_of_ordered_outcomes(dice: int) -> None:
    ways = Counter(tuple(sorted(throw)) for throw in product(FACES, repeat=dice))
    lattice = keep_lattice(dice)
    assert {roll: roll_probability(roll) for roll in lattice.rolls} == {
        roll: Fraction(count, 6**dice) for roll, count in ways.items()
    }
    expected = [ways[roll] / 6**dice for roll in lattice.rolls]
    assert lattice.roll_probabilities().tolist() == pytest.approx(expected, rel=1e-15)


@ALL_DICE
def test_one_die_at_a_time_gives_the_roll_probabilities(dice: int) -> None:
    lattice = keep_lattice(dice)
    reach = [Fraction(0)] * len(lattice.nodes)
    reach[0] = Fraction(1)
    for keep in range(lattice.num_keeps):
        for node in lattice.above[keep]:
            reach[node] += reach[keep] / 6
    assert reach[lattice.num_keeps :] == [roll_probability(roll) for roll in lattice.rolls]


def test_the_lattice_is_made_once() -> None:
    assert keep_lattice(5) is keep_lattice(5)


@given(st.lists(st.sampled_from(FACES), max_size=8), st.sampled_from(FACES))
def test_add_then_remove(faces: list[int], face: int) -> None:
    node = tuple(sorted(faces))
    more = add(node, face)
    assert list(more) == sorted([*faces, face])
    assert remove(more, face) == node
