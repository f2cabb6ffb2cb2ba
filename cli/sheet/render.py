"""Answers about sheets as text for people."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import click

from omkast import Action, Keep, Option, Score, notation

from ..options import rules_text
from ..render import INDENT, show_columns, show_facts, show_line, show_wrapped
from .documents import chosen_rules
from .texts import TEXTS, Texts

if TYPE_CHECKING:
    from omkast import Comparison, Dice, Game, Position, Ruleset, Solved

FIRST_FEW = 10
"""Options shown when nobody says how many."""


def show_advice(position: Position, options: list[Option], top: int | None, lang: str) -> None:
    """The best option in one line, then the ``top`` best ones with what they are worth.

    None is the first few, with a word on the others.
    """
    texts = TEXTS[lang]
    shown = options[: top or FIRST_FEW]
    columns = [
        (texts.option, [action_text(option.action, position.ruleset, lang) for option in shown]),
        (texts.markers, [_marker_change(position, option) for option in shown]),
        (texts.expected_total, [_points(option.expected_total, texts) for option in shown]),
        (texts.loss, [_points(option.loss, texts) for option in shown]),
    ]
    headings, cells = zip(*((heading, cells) for heading, cells in columns if any(cells)), strict=True)
    show_line(answer_text(position, options[0], lang))
    click.echo()
    show_columns(headings, list(zip(*cells, strict=True)), numbers=len(headings) - 1)
    if top is None and len(options) > len(shown):
        click.echo()
        show_line(texts.more.format(more=len(options) - len(shown), all=len(options)))


def show_value(position: Position, value: float, lang: str) -> None:
    """Points on the sheet, value and expected total."""
    texts = TEXTS[lang]
    show_facts(
        (texts.points, str(position.points)),
        (texts.value, _points(value, texts)),
        (texts.expected_total, _points(position.points + value, texts)),
    )


def show_table(
    game: Game[Ruleset], position: Position, rerolls: int, table: list[tuple[Dice, Option]], lang: str
) -> None:
    """What the table is for, then the rolls under the action that is best for them, best action first.

    An action is worth the same whatever roll it is chosen for, so that one
    number per action says all.
    """
    texts = TEXTS[lang]
    show_facts(
        (texts.rules, rules_text(game, chosen_rules(position.ruleset))),
        (texts.card, _card_text(position, lang)),
        (texts.markers, str(position.markers)),
        (texts.rerolls, str(rerolls)),
    )
    groups: dict[Action, tuple[Option, list[Dice]]] = {}
    for dice, option in table:
        groups.setdefault(option.action, (option, []))[1].append(dice)
    for option, rolls in sorted(groups.values(), key=lambda group: -group[0].expected_total):
        click.echo()
        show_line(answer_text(position, option, lang))
        show_wrapped(" ".join(map(notation.format_dice, rolls)), INDENT)


def table_csv(table: list[tuple[Dice, Option]]) -> str:
    """One line for each roll: dice, action, keep, box, points, expected_total, markers_after."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("dice", "action", "keep", "box", "points", "expected_total", "markers_after"))
    for dice, option in table:
        action = option.action
        if isinstance(action, Keep):
            done = ("keep", notation.format_dice(action.dice), "", "")
        else:
            done = ("score", "", action.box, str(action.points))
        worth = (float(option.expected_total), option.markers_after)
        writer.writerow((notation.format_dice(dice), *done, *worth))
    return text.getvalue()


def show_solved(solved: Solved) -> None:
    """What a complete solution came to."""
    if solved.was_there:
        show_line("The table is there already; --again solves it again.")
        click.echo()
    took = () if solved.was_there else (("seconds", f"{solved.seconds:.1f}"),)
    show_facts(
        ("start value", f"{solved.start_value:.6f}"),
        ("states", f"{solved.num_states:,}"),
        *took,
        ("tables", str(solved.folder)),
    )


def show_comparison(comparison: Comparison, ruleset: Ruleset) -> None:
    """The rulesets side by side, then the first rolls that the bonus makes a difference to."""
    texts = TEXTS["en"]
    show_columns(
        ("bonus", "saved rerolls", texts.expected_total),
        [
            (rules.bonus, "on" if rules.saved_rerolls else "off", _points(rules.expected_total, texts))
            for rules in comparison.rulesets
        ],
        numbers=1,
    )
    click.echo()
    show_line(
        f"First rolls that are played differently (with saved rerolls): {comparison.rolls_that_differ},"
        f" together with probability {comparison.probability:.4f}."
    )
    if comparison.differences:
        show_line(
            "Who fills a box here banks two markers."
            " Loss is what alga's player loses by doing what is best under tactic."
        )
        click.echo()
        show_columns(
            ("roll", "alga", "tactic", texts.loss),
            [
                (
                    notation.format_dice(difference.dice),
                    action_text(difference.alga.action, ruleset, "en"),
                    action_text(difference.tactic.action, ruleset, "en"),
                    _points(difference.loss, texts),
                )
                for difference in comparison.differences
            ],
            numbers=1,
        )


def action_text(action: Action, ruleset: Ruleset, lang: str) -> str:
    """What to do, as an instruction: ``Keep 6 6 6``, ``Fill sixes with 18``, ``Strike tower``."""
    texts = TEXTS[lang]
    if isinstance(action, Keep):
        return texts.keep.format(dice=" ".join(map(str, action.dice))) if action.dice else texts.keep_nothing
    box = ruleset.boxes[ruleset.index(action.box)].name(lang)
    sentence = texts.fill if action.points else texts.strike
    return sentence.format(box=box, points=action.points)


def answer_text(position: Position, option: Option, lang: str) -> str:
    """What to do, what becomes of markers by it, and what it is worth."""
    texts = TEXTS[lang]
    change = _markers_banked(position, option)
    markers = texts.spend if change < 0 else texts.bank[change]
    action = action_text(option.action, position.ruleset, lang) + markers
    return f"{action}: {texts.expected_total} {_points(option.expected_total, texts)}"


def _markers_banked(position: Position, option: Option) -> int:
    """How many markers the option saves, or spends if negative; after the last box they are worth nothing."""
    if isinstance(option.action, Score) and len(position.open_boxes) == 1:
        return 0
    return option.markers_after - position.markers


def _marker_change(position: Position, option: Option) -> str:
    change = _markers_banked(position, option)
    return f"{change:+}" if change else ""


def _card_text(position: Position, lang: str) -> str:
    """The filled boxes and their points, then their sum."""
    texts = TEXTS[lang]
    if not position.scores:
        return texts.empty_card
    boxes = (
        f"{box.name(lang)} {position.scores[box.id]}"
        for box in position.ruleset.boxes
        if box.id in position.scores
    )
    return f"{', '.join(boxes)} ({position.points} {texts.points})"


def _points(number: float, texts: Texts) -> str:
    return f"{number:.2f}".replace(".", texts.decimal)
