"""Positions: what is read off a card, and which cards are refused."""

from __future__ import annotations

import re

import pytest

from omkast.errors import IllegalState, OmkastError
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.sheet.position import Position

SAVED = maxi_yatzy("alga", saved_rerolls=True)
UNSAVED = maxi_yatzy("alga", saved_rerolls=False)


def refused(text: str) -> pytest.RaisesExc[IllegalState]:
    return pytest.raises(IllegalState, match=re.escape(text))


def test_empty_card() -> None:
    position = Position(SAVED)
    assert (position.level, position.filled, position.upper_total, position.points) == (0, 0, 0, 0)
    assert position.open_boxes == SAVED.boxes


def test_what_a_card_says() -> None:
    position = Position(SAVED, {"sixes": 24, "one-pair": 12, "ones": 3}, markers=5)
    assert position.level == 3
    assert position.filled == 1 << 0 | 1 << 5 | 1 << 6
    assert position.upper_total == 27
    assert position.points == 39


def test_a_struck_box_is_filled() -> None:
    position = Position(SAVED, {"chance": 0, "sixes": 0})
    assert position.level == 2
    assert {b.id for b in SAVED.boxes} - {b.id for b in position.open_boxes} == {"chance", "sixes"}
    assert position.points == 0


def test_points_leave_out_the_bonus() -> None:
    upper = {"ones": 4, "twos": 8, "threes": 12, "fours": 16, "fives": 20, "sixes": 24}
    position = Position(SAVED, upper)
    assert position.upper_total == position.points == 84


def test_a_full_card() -> None:
    position = Position(SAVED, {b.id: 0 for b in SAVED.boxes}, markers=40)
    assert position.filled == 2**20 - 1
    assert position.open_boxes == ()


@pytest.mark.parametrize("box_id", ["", "sevens", "Ones", "one pair"])
def test_unknown_box(box_id: str) -> None:
    with refused(f"unknown box {box_id!r}; expected one of: ones, twos, ") as caught:
        Position(SAVED, {box_id: 0})
    assert "maxi-yatzy" in str(caught.value)
    assert isinstance(caught.value, OmkastError)


@pytest.mark.parametrize(
    ("box_id", "points", "possible"),
    [
        ("sixes", 25, "0, 6, 12, 18, 24, 30, 36"),
        ("sixes", -6, "0, 6, 12, 18, 24, 30, 36"),
        ("one-pair", 14, "0, 2, 4, 6, 8, 10, 12"),
        ("small-straight", 20, "0, 15"),
        ("maxi-yatzy", 50, "0, 100"),
        ("chance", 5, "0, 6, 7, 8, "),
    ],
)
def test_impossible_score(box_id: str, points: int, possible: str) -> None:
    with refused(f"{box_id} cannot score {points}; it can score: {possible}"):
        Position(SAVED, {box_id: points})


def test_one_bad_score_among_good_ones() -> None:
    with refused("tower cannot score 3"):
        Position(SAVED, {"ones": 3, "tower": 3, "chance": 20})


@pytest.mark.parametrize("level", [0, 1, 3])
def test_markers_are_at_most_two_a_filled_box(level: int) -> None:
    scores = {b.id: 0 for b in SAVED.boxes[:level]}
    assert Position(SAVED, scores, markers=2 * level).markers == 2 * level
    boxes = "box" if level == 1 else "boxes"
    with refused(f"markers is {2 * level + 1}, but with {level} {boxes} filled at most {2 * level}"):
        Position(SAVED, scores, markers=2 * level + 1)


def test_negative_markers() -> None:
    for ruleset in (SAVED, UNSAVED):
        with refused("markers is -1; expected 0 or more"):
            Position(ruleset, markers=-1)


def test_markers_without_saved_rerolls() -> None:
    scores = {"ones": 3, "twos": 6}
    assert Position(UNSAVED, scores).markers == 0
    with refused("markers is 1, but saved rerolls are off; expected 0"):
        Position(UNSAVED, scores, markers=1)
