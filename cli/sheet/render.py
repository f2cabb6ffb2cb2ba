"""Answers about sheets as text for people."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import click

from omkast.sheet.advice import Action, Keep, Option

from ..render import dice_run, show_columns, show_facts, show_wrapped
from .texts import TEXTS, Texts

if TYPE_CHECKING:
    from omkast.dice import Dice
    from omkast.games.ruleset import Ruleset
    from omkast.sheet.complete import Solved
    from omkast.sheet.position import Position
    from omkast.studies.compare import Comparison

FIRST_FEW = 10
"""Options shown when nobody says how many."""


def show_advice(position: Position, options: list[Option], top: int | None, lang: str) -> None:
    """The best option in one line, then the ``top`` best ones with what they are worth.

    None is the first few, with a word on the others.
    """
    texts = TEXTS[lang]
    names = [action_text(option.action, position.ruleset, lang) for option in options[: top or FIRST_FEW]]
    click.echo(_answer(names[0], options[0].expected_total, texts) + "\n")
    show_columns(
        (texts.option, texts.expected_total, texts.loss),
        [
            (name, _points(option.expected_total, texts), _points(option.loss, texts))
            for name, option in zip(names, options, strict=False)
        ],
        numbers=2,
    )
    if top is None and len(options) > len(names):
        click.echo("\n" + texts.more.format(more=len(options) - len(names), all=len(options)))


def show_value(position: Position, value: float, lang: str) -> None:
    """Points on the sheet, value and expected total."""
    texts = TEXTS[lang]
    show_facts(
        (texts.points, str(position.points)),
        (texts.value, _points(value, texts)),
        (texts.expected_total, _points(position.points + value, texts)),
    )


def show_table(position: Position, table: list[tuple[Dice, Option]], lang: str) -> None:
    """The rolls under the action that is best for them, best action first.

    An action is worth the same whatever roll it is chosen for, so that one
    number per action says all.
    """
    groups: dict[Action, tuple[float, list[Dice]]] = {}
    for dice, option in table:
        groups.setdefault(option.action, (option.expected_total, []))[1].append(dice)
    for action, (total, rolls) in sorted(groups.items(), key=lambda group: -group[1][0]):
        click.echo(_answer(action_text(action, position.ruleset, lang), total, TEXTS[lang]))
        show_wrapped(" ".join(map(dice_run, rolls)), indent="    ")


def table_csv(table: list[tuple[Dice, Option]]) -> str:
    """One line for each roll: dice, action, keep, box, points, expected_total."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("dice", "action", "keep", "box", "points", "expected_total"))
    for dice, option in table:
        action = option.action
        if isinstance(action, Keep):
            done = ("keep", dice_run(action.dice), "", "")
        else:
            done = ("score", "", action.box, str(action.points))
        writer.writerow((dice_run(dice), *done, float(option.expected_total)))
    return text.getvalue()


def show_solved(solved: Solved) -> None:
    """What a complete solution came to."""
    if solved.was_there:
        click.echo("The table is there already; --again solves it again.\n")
    took = () if solved.was_there else (("seconds", f"{solved.seconds:.1f}"),)
    show_facts(
        ("start value", f"{solved.start_value:.6f}"),
        ("states", f"{solved.states:,}"),
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
    click.echo(
        f"\nFirst rolls that are played differently (with saved rerolls): {comparison.rolls_that_differ},"
        f" together with probability {comparison.probability:.4f}."
    )
    if comparison.differences:
        click.echo("Loss is what alga's player loses by doing what is best under tactic.\n")
        show_columns(
            ("roll", "alga", "tactic", texts.loss),
            [
                (
                    dice_run(difference.dice),
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


def _answer(action: str, expected_total: float, texts: Texts) -> str:
    return f"{action}: {texts.expected_total} {_points(expected_total, texts)}"


def _points(number: float, texts: Texts) -> str:
    return f"{number:.2f}".replace(".", texts.decimal)
