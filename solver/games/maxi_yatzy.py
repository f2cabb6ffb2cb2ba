"""Maxi Yatzy: six dice, twenty boxes, bonus after Alga or Tactic, saved rerolls."""

from __future__ import annotations

from .ruleset import Bonus, Groups, Ruleset, Run, Sum, box
from .upper import UPPER_BOXES

LOWER_BOXES = (
    box("one-pair", Groups((2,)), "ett par", "ett par", "one pair"),
    box("two-pairs", Groups((2, 2)), "två par", "to par", "two pairs"),
    box("three-pairs", Groups((2, 2, 2)), "tre par", "tre par", "three pairs"),
    box("three-of-a-kind", Groups((3,)), "tretal", "tre like", "three of a kind"),
    box("four-of-a-kind", Groups((4,)), "fyrtal", "fire like", "four of a kind"),
    box("five-of-a-kind", Groups((5,)), "femtal", "fem like", "five of a kind"),
    box("small-straight", Run(((1, 2, 3, 4, 5),), 15), "liten stege", "liten straight", "small straight"),
    box("large-straight", Run(((2, 3, 4, 5, 6),), 20), "stor stege", "stor straight", "large straight"),
    box("full-straight", Run(((1, 2, 3, 4, 5, 6),), 21), "full stege", "full straight", "full straight"),
    box("full-house", Groups((3, 2)), "kåk", "hytte", "full house"),
    box("villa", Groups((3, 3)), "hus", "hus", "villa"),
    box("tower", Groups((4, 2)), "torn", "tårn", "tower"),
    box("chance", Sum(), "chans", "sjanse", "chance"),
    box("maxi-yatzy", Groups((6,), points=100), "maxi yatzy", "maxi yatzy", "maxi yatzy"),
)

BONUSES = {"alga": Bonus(84, 100), "tactic": Bonus(75, 50)}
"""The two bonus rules in use, by the publisher whose sheet prints them."""


def maxi_yatzy(bonus: str = "alga", saved_rerolls: bool = True) -> Ruleset:
    """The Maxi Yatzy ruleset with bonus ``alga`` or ``tactic``.

    Raises KeyError for another bonus name.
    """
    return Ruleset(
        game="maxi-yatzy",
        num_dice=6,
        boxes=UPPER_BOXES + LOWER_BOXES,
        bonus=BONUSES[bonus],
        rerolls=2,
        saved_rerolls=saved_rerolls,
        options={"bonus": bonus},
    )
