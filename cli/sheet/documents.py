"""Answers about sheets as the JSON documents that docs/json.md describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from omkast import Keep

from ..documents import Document

if TYPE_CHECKING:
    from omkast import Comparison, Dice, Option, Position, Ruleset, Solved


def option_document(option: Option) -> Document:
    """An option: what is done, what it is worth, what it loses against the best one."""
    action = option.action
    done: Document
    if isinstance(action, Keep):
        done = {"action": "keep", "keep": list(action.dice)}
    else:
        done = {"action": "score", "box": action.box, "points": action.points}
    return done | {
        "markers_after": option.markers_after,
        "expected_total": float(option.expected_total),
        "loss": float(option.loss),
    }


def chosen_rules(ruleset: Ruleset) -> dict[str, str | bool]:
    """The ruleset's value for each choice that its game gives."""
    return {**ruleset.options, "saved_rerolls": ruleset.saved_rerolls}


def _rules(position: Position) -> Document:
    return {"game": position.ruleset.game, **chosen_rules(position.ruleset)}


def advise_document(position: Position, dice: Dice, rerolls: int, options: list[Option]) -> Document:
    """What ``advise`` answers."""
    return _rules(position) | {
        "dice": list(dice),
        "rerolls": rerolls,
        "markers": position.markers,
        "points": position.points,
        "options": [option_document(option) for option in options],
    }


def value_document(position: Position, value: float) -> Document:
    """What ``value`` answers."""
    return {
        "points": position.points,
        "value": float(value),
        "expected_total": float(position.points + value),
    } | _rules(position)


def table_document(position: Position, rerolls: int, table: list[tuple[Dice, Option]]) -> Document:
    """What ``table`` answers."""
    return _rules(position) | {
        "rerolls": rerolls,
        "markers": position.markers,
        "points": position.points,
        "rolls": [{"dice": list(dice), "best": option_document(option)} for dice, option in table],
    }


def solve_document(solved: Solved) -> Document:
    """What ``solve`` reports."""
    return {
        "start_value": float(solved.start_value),
        "states": solved.num_states,
        "seconds": float(solved.seconds),
        "tables": str(solved.folder),
    }


def compare_document(comparison: Comparison) -> Document:
    """What ``compare`` answers."""
    return {
        "rulesets": [
            {
                "bonus": rules.bonus,
                "saved_rerolls": rules.saved_rerolls,
                "expected_total": float(rules.expected_total),
            }
            for rules in comparison.rulesets
        ],
        "first_roll": {
            "rolls_that_differ": int(comparison.rolls_that_differ),
            "probability": float(comparison.probability),
            "differences": [
                {
                    "dice": list(difference.dice),
                    "alga": option_document(difference.alga),
                    "tactic": option_document(difference.tactic),
                    "loss": float(difference.loss),
                }
                for difference in comparison.differences
            ],
        },
    }
