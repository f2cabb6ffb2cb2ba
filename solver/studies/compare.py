"""The four Maxi Yatzy rulesets side by side, and where the bonus rule changes the first decision."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ..dice import Dice, roll_probability
from ..games.maxi_yatzy import maxi_yatzy
from ..games.registry import MAXI_YATZY
from ..games.ruleset import Ruleset
from ..progress import Cancel, Progress, never
from ..sheet.advice import Advisor, Option
from ..sheet.position import Position
from ..sheet.values import Values


@dataclass(frozen=True)
class RulesetTotal:
    """What best play scores under a ruleset, in points."""

    bonus: str
    saved_rerolls: bool
    expected_total: float


@dataclass(frozen=True)
class Difference:
    """A first roll that is played differently.

    ``loss`` is what Alga's player loses, in points, by doing what is best under Tactic.
    """

    dice: Dice
    alga: Option
    tactic: Option
    loss: float


@dataclass(frozen=True)
class Comparison:
    """The rulesets' totals, and the first rolls (with saved rerolls) whose best play differs.

    ``probability`` is that of throwing one of those rolls.
    """

    rulesets: tuple[RulesetTotal, ...]
    probability: float
    differences: tuple[Difference, ...]

    @property
    def rolls_that_differ(self) -> int:
        """How many of the rolls are played differently."""
        return len(self.differences)


def compare(
    tables: Path | None = None, progress: Progress | None = None, cancel: Cancel = never
) -> Comparison:
    """Compare the rulesets, with values found as omkast.sheet.values finds them; arguments as there."""
    advisors = {
        ruleset: Advisor(Values(ruleset, tables, progress, cancel=cancel))
        for ruleset in MAXI_YATZY.rulesets()
    }
    totals = tuple(
        RulesetTotal(str(ruleset.options["bonus"]), ruleset.saved_rerolls, advisor.value(Position(ruleset)))
        for ruleset, advisor in advisors.items()
    )
    differences = _first_roll_differences(advisors)
    probability = sum((roll_probability(difference.dice) for difference in differences), Fraction(0))
    return Comparison(totals, float(probability), differences)


def _first_roll_differences(advisors: Mapping[Ruleset, Advisor]) -> tuple[Difference, ...]:
    alga, tactic = (
        advisors[ruleset].every_roll(Position(ruleset), ruleset.rerolls)
        for ruleset in (maxi_yatzy("alga"), maxi_yatzy("tactic"))
    )
    differences = []
    for roll, options in alga.items():
        best, other = options[0], tactic[roll][0]
        if best.action != other.action:
            loss = next(option.loss for option in options if option.action == other.action)
            differences.append(Difference(roll, best, other, loss))
    return tuple(differences)
