"""Known values of Buck Dice, beside ours."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ...buck_dice.roll import RollKind, rolls
from ...buck_dice.turns import expected_turns
from ...games.buck_dice import BuckDice
from ..finding import INDEPENDENT, Finding, published_finding

ROLLS: list[tuple[RollKind, int, str]] = [
    (RollKind.NOTHING, 0, "120/216"),
    (RollKind.LITTLE_BUCK, 5, "5/216"),
    (RollKind.TARGETS, 1, "75/216"),
    (RollKind.TARGETS, 2, "15/216"),
    (RollKind.BIG_BUCK, 3, "1/216"),
]
"""Kind of a roll, its points, and its probability."""

TURNS: list[tuple[str, BuckDice, str]] = [
    ("", BuckDice(), "35707433564953558911877369/2321346939161293036191744"),
    (", void little buck ends", BuckDice(overshoot_little_buck="void-and-end"), "15.5450"),
    (", little buck goes on", BuckDice(little_buck_ends_turn=False), "14.9969"),
    (", both", BuckDice(little_buck_ends_turn=False, overshoot_little_buck="void-and-end"), "15.1597"),
]
"""Rule options, and the expected turns from 0 until leaving."""


def findings() -> Iterator[Finding]:
    """One finding for each known value."""
    ways = {(roll.kind, roll.points): roll.ways for roll in rolls(BuckDice())}
    for kind, points, value in ROLLS:
        what = f"buck-dice, {kind.name.lower().replace('_', ' ')}, {points} points"
        ours = Fraction(ways[kind, points], sum(ways.values()))
        yield published_finding(what, value, INDEPENDENT, ours)
    for name, rules, value in TURNS:
        yield published_finding(f"buck-dice{name}, turns", value, INDEPENDENT, expected_turns(rules)[0])
