"""The thirteen boxes of Yahtzee, without its bonus for further Yahtzees and without jokers.

That game's exact value has been published more than once, so that it is the best
witness that the solver is right.
"""

from __future__ import annotations

from .ruleset import Bonus, Box, Groups, Ruleset, Run, Sum, box
from .upper import UPPER_BOXES

FOUR_IN_A_ROW = ((1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6))
FIVE_IN_A_ROW = ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6))


def yahtzee(five_equal_as_full_house: bool = False, saved_rerolls: bool = False) -> Ruleset:
    """The ruleset of the plain boxes; by default five equal dice are no full house."""
    return Ruleset(
        game="yahtzee",
        num_dice=5,
        boxes=UPPER_BOXES + _lower_boxes(five_equal_as_full_house),
        bonus=Bonus(63, 35),
        rerolls=2,
        saved_rerolls=saved_rerolls,
        options={"five_equal_as_full_house": five_equal_as_full_house},
    )


def _lower_boxes(five_equal_as_full_house: bool) -> tuple[Box, ...]:
    full_house = Groups((3, 2), points=25, same_face=five_equal_as_full_house)
    return (
        box("three-of-a-kind", Groups((3,), whole_roll=True), "tretal", "tre like", "three of a kind"),
        box("four-of-a-kind", Groups((4,), whole_roll=True), "fyrtal", "fire like", "four of a kind"),
        box("full-house", full_house, "kåk", "hus", "full house"),
        box("small-straight", Run(FOUR_IN_A_ROW, 30), "liten stege", "liten straight", "small straight"),
        box("large-straight", Run(FIVE_IN_A_ROW, 40), "stor stege", "stor straight", "large straight"),
        box("chance", Sum(), "chans", "sjanse", "chance"),
        box("yahtzee", Groups((5,), points=50), "yahtzee", "yahtzee", "yahtzee"),
    )
