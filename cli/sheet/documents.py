"""Answers about sheets as the JSON documents that docs/json.md describes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from omkast import Keep

from ..documents import Document

if TYPE_CHECKING:
    from omkast import (
        BoxChances,
        Comparison,
        Dice,
        Option,
        PlayerReview,
        Position,
        Record,
        RecordedTurn,
        Ruleset,
        Solved,
        TurnReview,
    )


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


def _rules(ruleset: Ruleset) -> Document:
    return {"game": ruleset.game, **chosen_rules(ruleset)}


def advise_document(
    position: Position, dice: Dice, rerolls: int, options: list[Option], precision: float
) -> Document:
    """What ``advise`` answers."""
    return _rules(position.ruleset) | {
        "dice": list(dice),
        "rerolls": rerolls,
        "markers": position.markers,
        "points": position.points,
        "options": [option_document(option) for option in options],
        "precision": precision,
    }


def value_document(position: Position, value: float, precision: float) -> Document:
    """What ``value`` answers."""
    return {
        "points": position.points,
        "value": float(value),
        "expected_total": float(position.points + value),
        "precision": precision,
    } | _rules(position.ruleset)


def table_document(
    position: Position, rerolls: int, table: list[tuple[Dice, Option]], precision: float
) -> Document:
    """What ``table`` answers."""
    return _rules(position.ruleset) | {
        "rerolls": rerolls,
        "markers": position.markers,
        "points": position.points,
        "rolls": [{"dice": list(dice), "best": option_document(option)} for dice, option in table],
        "precision": precision,
    }


def odds_document(
    ruleset: Ruleset, dice: Dice, rerolls: int, markers: int, boxes: Iterable[BoxChances]
) -> Document:
    """What ``odds`` answers."""
    return _rules(ruleset) | {
        "dice": list(dice),
        "rerolls": rerolls,
        "markers": markers,
        "boxes": [
            {
                "box": chances.box,
                "chance": float(chances.made.probability),
                "chance_fraction": str(chances.made.probability),
                "at_least": {
                    str(points): float(chance.probability) for points, chance in chances.at_least.items()
                },
                "keep": list(chances.made.keep),
            }
            for chances in boxes
        ],
    }


def solve_document(solved: Solved) -> Document:
    """What ``solve`` reports."""
    return {
        "start_value": float(solved.start_value),
        "states": solved.num_states,
        "seconds": float(solved.seconds),
        "tables": str(solved.folder),
        "was_there": solved.was_there,
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


def record_document(record: Record) -> Document:
    """A recorded game: the rules, and every player's turns as they were written down."""
    return _rules(record.ruleset) | {
        "tags": dict(record.tags),
        "players": [
            {"player": player, "turns": [_recorded_turn(turn) for turn in turns]}
            for player, turns in zip(record.players, record.turns, strict=True)
        ],
    }


def _recorded_turn(turn: RecordedTurn) -> Document:
    score = turn.score
    return {
        "throws": [{"kept": list(throw.kept), "thrown": list(throw.thrown)} for throw in turn.throws],
        "box": score.box if score else None,
        "points": score.points if score else None,
        "comment": turn.comment,
    }


def review_document(record: Record, players: Sequence[PlayerReview], precision: float) -> Document:
    """What ``review`` answers."""
    return _rules(record.ruleset) | {
        "players": [_player_review(player) for player in players],
        "precision": precision,
    }


def _player_review(player: PlayerReview) -> Document:
    return {
        "player": player.player,
        "total": float(player.total),
        "finished": player.finished,
        "start_value": float(player.start_value),
        "luck": player.luck,
        "loss": player.loss,
        "unrecorded": player.unrecorded,
        "luck_adjusted_total": player.luck_adjusted_total,
        "decisions": len(player.decisions),
        "unforced": player.unforced,
        "loss_per_unforced_decision": player.loss_per_unforced_decision,
        "loss_by_fault": dict(player.loss_by_fault),
        "turns": [_turn_review(turn) for turn in player.turns],
    }


def _turn_review(turn: TurnReview) -> Document:
    return {
        "turn": turn.number,
        "box": turn.score.box if turn.score else None,
        "points": turn.score.points if turn.score else None,
        "luck": turn.luck,
        "loss": turn.loss,
        "unrecorded": turn.unrecorded,
        "decisions": [
            {
                "dice": list(decision.dice),
                "rerolls": decision.rerolls,
                "markers": decision.markers,
                "luck": decision.luck,
                "chosen": option_document(decision.chosen),
                "best": option_document(decision.best),
                "loss": decision.loss,
                "mark": decision.mark,
            }
            for decision in turn.decisions
        ],
    }
