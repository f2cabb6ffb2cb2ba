"""Dice as people write them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from notation_refusals import read_or_refused, refused
from omkast.dice import FACES
from omkast.errors import IllegalState, NotationError
from omkast.notation.dice import format_dice, parse_dice, parse_some_dice, read_dice

FACE = st.sampled_from(FACES)
SIX_DICE = st.lists(FACE, min_size=6, max_size=6)


@pytest.mark.parametrize("written", ["666421", "6 6 6 4 2 1", "6,6,6,4,2,1", "6, 6, 6 ,4,2 , 1", " 126664\n"])
def test_ways_to_write_dice(written: str) -> None:
    assert parse_dice(written, 6) == (1, 2, 4, 6, 6, 6)


@given(SIX_DICE, st.sampled_from(["", " ", ",", ", ", "  ", "\t"]))
def test_dice_come_back_sorted(faces: list[int], separator: str) -> None:
    assert parse_dice(separator.join(map(str, faces)), 6) == tuple(sorted(faces))


@given(st.lists(FACE, max_size=9), st.integers(1, 6))
def test_the_number_of_dice_is_checked(faces: list[int], count: int) -> None:
    written = " ".join(map(str, faces))
    if len(faces) == count:
        assert parse_dice(written, count) == tuple(sorted(faces))
    else:
        found, expected = ("1 die" if number == 1 else f"{number} dice" for number in (len(faces), count))
        with refused(repr(written), f"{found}; expected {expected}"):
            parse_dice(written, count)


@given(SIX_DICE, st.integers(0, 5), st.sampled_from("0789xI٣½６-"))
def test_what_is_no_face(faces: list[int], at: int, wrong: str) -> None:
    symbols = [*map(str, faces)]
    symbols[at] = wrong
    for written in ("".join(symbols), " ".join(symbols)):
        with refused(repr(written), f"{wrong!r} is not a face of a die; expected 6 dice, each from 1 to 6"):
            parse_dice(written, 6)


@pytest.mark.parametrize(
    "written",
    ["", " ", "666 421", "66 6421", "6,,6,6,4,2", "6;6;6;4;2;1", "12 3 4 5 6", "+1 2 3 4 5 6", "6.0"],
)
def test_other_ways_are_refused(written: str) -> None:
    with refused(repr(written), "expected 6 dice"):
        parse_dice(written, 6)


@given(st.text() | st.text("0123456, \ud800\udcc3"))
def test_any_text_gives_dice_or_a_refusal(text: str) -> None:
    dice = read_or_refused(lambda written: parse_dice(written, 6), text)
    assert dice is None or (len(dice) == 6 and set(dice) <= set(FACES))
    some = read_or_refused(lambda written: parse_some_dice(written, 4), text)
    assert some is None or len(some) <= 4


@given(st.lists(FACE, min_size=1, max_size=9).map(sorted).map(tuple))
def test_dice_come_back_from_their_canonical_form(dice: tuple[int, ...]) -> None:
    assert parse_dice(format_dice(dice), len(dice)) == dice
    assert parse_some_dice(format_dice(dice), 9) == dice


def test_no_dice_come_back_from_their_canonical_form() -> None:
    assert format_dice(()) == ""
    assert parse_some_dice("", 5) == ()


def test_the_place_of_what_is_no_face() -> None:
    for written, at in (("66x421", 2), ("6, 6, x,4 2 1", 6), ("  66642x", 7)):
        with pytest.raises(NotationError) as caught:
            parse_dice(written, 6)
        assert (caught.value.text, caught.value.at) == (written, at)


@pytest.mark.parametrize(
    "dice", ["666421", [6, 6, 6, 4, 2, 1], (1, 2, 4, 6, 6, 6), range(1, 7), np.array([6, 5, 4, 3, 2, 1])]
)
def test_dice_for_the_library_are_a_text_or_faces(dice: str) -> None:
    found = read_dice(dice, 6)
    assert found in ((1, 2, 4, 6, 6, 6), (1, 2, 3, 4, 5, 6))
    assert {type(face) for face in found} == {int}


@pytest.mark.parametrize(
    "faces", [[], [6], [6] * 7, [0, 1, 2, 3, 4, 5], [7, 6, 6, 6, 6, 6], [1.0] * 6, [True] * 6, ["6"] * 6]
)
def test_faces_that_are_not_the_dice_of_the_game(faces: list[int]) -> None:
    with pytest.raises(IllegalState, match=r"^dice .*expected .* 1 to 6"):
        read_dice(faces, 6)
