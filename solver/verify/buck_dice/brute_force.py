"""Buck Dice against a plain twin: turns roll by roll, and rounds as one chain over all scores."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from ...buck_dice.odds import round_odds
from ...buck_dice.turn import one_turn
from ...games.buck_dice import OVERSHOOT_LITTLE_BUCK, BuckDice, OvershootLittleBuck
from ..finding import BRUTE_FORCE, Finding
from . import naive

WITHIN = 1e-12
"""How far a probability or a mean may lie from the twin's, which are in double precision."""

ROUNDS = [(15, (14, 12)), (6, (0, 0)), (4, (0, 3, 1))]
"""Goal and scores of races that are short enough for the joint chain; player 2 is to throw."""


def both_rules(
    ends_turn: bool, overshoot: OvershootLittleBuck, goal: int = BuckDice.goal
) -> tuple[BuckDice, naive.NaiveRules]:
    """The same rules for the product and for the twin."""
    return (
        BuckDice(goal=goal, little_buck_ends_turn=ends_turn, overshoot_little_buck=overshoot),
        naive.NaiveRules(goal, ends_turn, overshoot),
    )


def findings() -> Iterator[Finding]:
    """Two findings for each of the four rulesets."""
    for ends_turn, overshoot in product((True, False), OVERSHOOT_LITTLE_BUCK):
        name = f"buck-dice, little buck {'ends' if ends_turn else 'goes on'}, {overshoot}"
        largest = turn_difference(*both_rules(ends_turn, overshoot))
        yield _finding(name, "a turn from every score", largest)
        largest = max(
            round_difference(*both_rules(ends_turn, overshoot, goal), scores, 2) for goal, scores in ROUNDS
        )
        yield _finding(name, f"{len(ROUNDS)} short rounds", largest)


def turn_difference(rules: BuckDice, plain: naive.NaiveRules) -> float:
    """How far the probability of an end of a turn lies from the twin's, at most, over all scores."""
    return max(_one_turn_difference(rules, plain, score) for score in range(rules.goal))


def _one_turn_difference(rules: BuckDice, plain: naive.NaiveRules, score: int) -> float:
    turn = one_turn(rules, score)
    out = [(naive.OUT, turn.by_points), (naive.BIG_BUCK, turn.by_big_buck)]
    ours: dict[naive.End, Fraction] = dict([*turn.after.items(), *out])
    theirs = naive.turn(plain, score)
    return max(abs(float(ours.get(end, 0)) - theirs.get(end, 0.0)) for end in ours.keys() | theirs.keys())


def round_difference(rules: BuckDice, plain: naive.NaiveRules, scores: tuple[int, ...], turn: int) -> float:
    """How far places, probabilities and expected turns of a round lie from the joint chain's, at most."""
    odds = round_odds(rules, scores, turn)
    at_table = tuple(naive.OUT if score == rules.goal else score for score in scores)
    joint = naive.played_round(plain, at_table, turn - 1)
    next_place = 1 + scores.count(rules.goal)
    differences = [abs(odds.expected_turns - joint.turns)]
    for player, places in joint.places.items():
        facts = odds.players[player]
        expected = [places.get(place, 0.0) for place in range(1, len(scores) + 1)]
        pairs = [*zip(facts.places or (), expected, strict=True)]
        pairs += [(facts.lose, expected[-1]), (facts.first, expected[next_place - 1])]
        differences += [abs(ours - theirs) for ours, theirs in pairs]
    return max(differences)


def _finding(name: str, compared: str, largest: float) -> Finding:
    return Finding(BRUTE_FORCE, name, largest <= WITHIN, f"{compared}, largest difference {largest:.0e}")
