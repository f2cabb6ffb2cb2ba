"""Turns until leaving as a linear system, solved by SciPy: a third way beside fractions and lists of rolls.

With Q the probabilities of going from a score to a score within the round in one turn, and b
those of leaving by a big buck, the turns T until leaving have

    (I - Q) E[T] = 1        (I - Q) E[T^2] = 1 + 2 Q E[T]        (I - Q) P(by a big buck) = b

(Kemeny and Snell, Finite Markov Chains, 1960).
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.sparse import csc_array, eye_array
from scipy.sparse.linalg import splu

from ...buck_dice.turn import turns_by_score
from ...buck_dice.turns import turns_to_leave
from ...games.buck_dice import BuckDice
from ...games.registry import BUCK_DICE
from ..finding import Finding

PART = "Linear systems"

CLOSE = 1e-11
"""How far means and variances may be off, relative to the greater of them and 1."""


def findings() -> Iterator[Finding]:
    """One finding for each set of rules."""
    for rules in BUCK_DICE.rulesets():
        difference = linear_difference(rules)
        ends = "ends" if rules.little_buck_ends_turn else "goes on"
        yield Finding(
            PART,
            f"buck-dice, little buck {ends}, {rules.overshoot_little_buck}",
            difference < CLOSE,
            f"mean, variance and big bucks from every score, largest difference {difference:.0e}",
        )


def linear_difference(rules: BuckDice) -> float:
    """How far the mean, the variance and the share of big bucks of any score lie from the solution here."""
    turns = turns_by_score(rules)
    stay = csc_array([[float(turn.after.get(score, 0)) for score in range(rules.goal)] for turn in turns])
    solve = splu(csc_array(eye_array(rules.goal) - stay)).solve
    mean = solve(np.ones(rules.goal))
    square = solve(1 + 2 * (stay @ mean))
    big_buck = solve(np.array([float(turn.by_big_buck) for turn in turns]))
    found = np.array([mean, square - mean**2, big_buck]).T
    ours = [turns_to_leave(rules, score) for score in range(rules.goal)]
    expected = np.array([(float(o.expected), float(o.variance), float(o.by_big_buck)) for o in ours])
    return float(np.max(np.abs(found - expected) / np.maximum(1, expected)))
