"""What ``omkast buck-dice`` answers, as the JSON documents that docs/json.md describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from ..documents import Document

if TYPE_CHECKING:
    from omkast import BuckDice, RoundOdds, TurnEnds, TurnsToLeave


def turn_document(rules: BuckDice, score: int, turn: TurnEnds) -> Document:
    """What ``turn`` answers."""
    return {
        "score": score,
        "after": {str(after): float(probability) for after, probability in turn.after.items()}
        | {"out": float(turn.out)},
        "big_buck": float(turn.by_big_buck),
        "rules": _rules(rules),
    }


def turns_document(
    rules: BuckDice,
    score: int,
    facts: TurnsToLeave,
    quantiles: Mapping[Fraction, int],
    distribution: Sequence[float],
) -> Document:
    """What ``turns`` answers."""
    return {
        "expected": float(facts.expected),
        "expected_fraction": str(facts.expected),
        "sd": facts.sd,
        "variance_fraction": str(facts.variance),
        "score": score,
        "quantiles": {str(float(share)): turns for share, turns in quantiles.items()},
        "distribution": list(distribution),
        "big_buck": float(facts.by_big_buck),
        "evening": {"expected": float(facts.evening), "expected_fraction": str(facts.evening)},
        "rules": _rules(rules),
    }


def odds_document(rules: BuckDice, scores: Sequence[int], turn: int, odds: RoundOdds) -> Document:
    """What ``odds`` answers."""
    return {
        "players": [
            {
                "player": number,
                "lose": player.lose,
                "first": player.first,
                "chips": player.chips,
                "score": score,
                "places": None if player.places is None else list(player.places),
            }
            for number, (score, player) in enumerate(zip(scores, odds.players, strict=True), start=1)
        ],
        "expected_turns": odds.expected_turns,
        "turn": turn,
        "evening": {
            "expected_turns": odds.evening.expected_turns,
            "expected_rounds": odds.evening.expected_rounds,
        },
        "rules": _rules(rules),
    }


def _rules(rules: BuckDice) -> Document:
    return {
        "little_buck_ends_turn": rules.little_buck_ends_turn,
        "overshoot_little_buck": rules.overshoot_little_buck,
    }
