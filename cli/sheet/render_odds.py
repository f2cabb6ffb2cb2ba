"""The chances of boxes as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from omkast import Keep

from ..render import show_columns, show_line, show_wrapped
from .render import action_text
from .texts import TEXTS, Texts

if TYPE_CHECKING:
    from omkast import BoxChances, Dice, Ruleset


def show_odds(ruleset: Ruleset, dice: Dice, rerolls: int, boxes: Sequence[BoxChances], lang: str) -> None:
    """The chance to make each box, with what to keep if there is a choice, then the scores one by one.

    ``rerolls`` are the ordinary ones and the markers together.
    """
    texts = TEXTS[lang]
    names = {box.id: box.name(lang) for box in ruleset.boxes}
    sentence = texts.odds if dice else texts.odds_of_first_throw
    show_line(sentence.format(dice=" ".join(map(str, dice)), rerolls=rerolls))
    click.echo()
    is_choice = bool(dice) and rerolls > 0
    show_columns(
        (texts.box, *[texts.option] * is_choice, texts.probability),
        [
            (
                names[chances.box],
                *[action_text(Keep(chances.made.keep), ruleset, lang)] * is_choice,
                _probability(chances.made.probability, texts),
            )
            for chances in boxes
        ],
        numbers=1,
    )
    click.echo()
    show_line(texts.at_least)
    for chances in boxes:
        scores = _scores(chances, texts)
        if len(chances.at_least) > 1 and scores:
            click.echo(names[chances.box])
            show_wrapped("  ".join(scores), indent="    ")


def _scores(chances: BoxChances, texts: Texts) -> list[str]:
    """``points:probability`` for each score that is possible.

    Of those that look equally likely only the highest.
    """
    points_of = {
        _probability(chance.probability, texts): points
        for points, chance in chances.at_least.items()
        if chance.probability
    }
    return [f"{points}:{probability}" for probability, points in points_of.items()]


def _probability(probability: Fraction, texts: Texts) -> str:
    """Four decimals; only what is certain is shown as 1, only what is impossible as 0."""
    shown = f"{float(probability):.4f}"
    if probability > 0 and float(shown) == 0:
        shown = "<0.0001"
    elif probability < 1 and float(shown) == 1:
        shown = ">0.9999"
    return shown.replace(".", texts.decimal)
