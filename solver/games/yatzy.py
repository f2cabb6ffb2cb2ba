"""Scandinavian Yatzy: five dice, fifteen boxes, two house rules that differ from family to family."""

from __future__ import annotations

from .ruleset import Bonus, Box, Groups, Ruleset, Run, Sum, box
from .upper import UPPER_BOXES


def yatzy(
    five_equal_as_full_house: bool = False,
    four_equal_as_two_pairs: bool = False,
    saved_rerolls: bool = False,
) -> Ruleset:
    """The Scandinavian ruleset; by default different means different and no rerolls are saved."""
    return Ruleset(
        game="yatzy",
        num_dice=5,
        boxes=UPPER_BOXES + _lower_boxes(five_equal_as_full_house, four_equal_as_two_pairs),
        bonus=Bonus(63, 50),
        rerolls=2,
        saved_rerolls=saved_rerolls,
        options={
            "five_equal_as_full_house": five_equal_as_full_house,
            "four_equal_as_two_pairs": four_equal_as_two_pairs,
        },
    )


def _lower_boxes(five_equal_as_full_house: bool, four_equal_as_two_pairs: bool) -> tuple[Box, ...]:
    two_pairs = Groups((2, 2), same_face=four_equal_as_two_pairs)
    full_house = Groups((3, 2), same_face=five_equal_as_full_house)
    return (
        box("one-pair", Groups((2,)), "ett par", "ett par", "one pair"),
        box("two-pairs", two_pairs, "två par", "to par", "two pairs"),
        box("three-of-a-kind", Groups((3,)), "tretal", "tre like", "three of a kind"),
        box("four-of-a-kind", Groups((4,)), "fyrtal", "fire like", "four of a kind"),
        box("small-straight", Run(((1, 2, 3, 4, 5),), 15), "liten stege", "liten straight", "small straight"),
        box("large-straight", Run(((2, 3, 4, 5, 6),), 20), "stor stege", "stor straight", "large straight"),
        box("full-house", full_house, "kåk", "hus", "full house"),
        box("chance", Sum(), "chans", "sjanse", "chance"),
        box("yatzy", Groups((5,), points=50), "yatzy", "yatzy", "yatzy"),
    )
