"""Scores of Buck Dice as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from notation_refusals import read_or_refused, refused
from omkast.notation.scores import format_scores, parse_scores

GOAL = 15


@given(st.lists(st.integers(0, GOAL), min_size=2, max_size=8))
def test_scores_come_back_from_their_canonical_form(scores: list[int]) -> None:
    assert parse_scores(format_scores(scores, GOAL), len(scores), GOAL) == scores


@pytest.mark.parametrize("text", ["12,7,0,out", " 12 7 0 OUT", "12, 7 ,0 15"])
def test_ways_to_write_scores(text: str) -> None:
    assert parse_scores(text, 4, GOAL) == [12, 7, 0, 15]


@pytest.mark.parametrize(
    ("text", "part", "at"),
    [
        ("12,x", "'x' is not a score", 3),
        ("12,,7", "'' is not a score", 3),
        ("12,7", "2 scores; expected 3 scores", 0),
        ("", "'' is not a score", 0),
    ],
)
def test_what_are_no_scores(text: str, part: str, at: int) -> None:
    with refused(part) as caught:
        parse_scores(text, 3, GOAL)
    assert caught.value.at == at


@given(st.text() | st.text("0123, out\udcc3"))
def test_any_text_gives_scores_or_a_refusal(text: str) -> None:
    scores = read_or_refused(lambda written: parse_scores(written, 2, GOAL), text)
    assert scores is None or len(scores) == 2
