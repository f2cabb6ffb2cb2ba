"""Advice and tables of the games of setting dice aside, as text for people."""

from __future__ import annotations

import csv
import io
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from omkast import notation

from ..render import INDENT, show_columns, show_line, show_wrapped

if TYPE_CHECKING:
    from omkast import AsideOption, Dice, Page, SolvedTurn

    from .options import Objective


def probability(number: Fraction) -> str:
    """A probability, or a share of a whole, with four decimals."""
    return f"{float(number):.4f}"


def points(number: Fraction) -> str:
    """Points, or chips, with two decimals."""
    return f"{float(number):.2f}"


HEADINGS = {
    "mean": "expected total",
    "reach": "probability of {target} or more",
    "pot": "share of the pot",
}
"""What the values of each objective are."""


def show_advice(objective: Objective, options: list[AsideOption]) -> None:
    """The best choice in one line, then all of them with what they are worth."""
    heading = HEADINGS[objective.name].format(**objective.given)
    best = options[0]
    show_line(f"Set aside {_spaced(best.aside)}: {heading} {_worth(objective, best.value)}")
    click.echo()
    show_columns(
        ("set aside", heading, "loss"),
        [
            (_spaced(option.aside), _worth(objective, option.value), _worth(objective, option.loss))
            for option in options
        ],
        numbers=2,
    )


def _worth(objective: Objective, value: Fraction) -> str:
    return points(value) if objective.name == "mean" else probability(value)


def _spaced(dice: Dice) -> str:
    return " ".join(map(str, dice))


def show_table(objective: Objective, turn: SolvedTurn, pages: list[Page]) -> None:
    """What the turn is worth, then the throws of each page under the number of dice to set aside.

    The dice themselves need no telling, they are the best of the throw; the largest
    group needs no list, it is every other throw; and where it makes no difference any will do.
    """
    heading = HEADINGS[objective.name].format(**objective.given)
    if objective.name == "pot":
        show_line(_pot_text(**objective.given))
    show_line(f"Before the first throw: {heading} {_worth(objective, turn.start)}")
    show_line("How many of the best dice of a throw to set aside:")
    shared = Counter(page.left for page in pages)
    before = 0
    for page in pages:
        dice = "1 die" if page.left == 1 else f"{page.left} dice"
        where = "" if shared[page.left] == 1 else f", {_range(page)}"
        if page.left != before:
            click.echo()
        before = page.left
        _show_page(f"{dice} left{where}", page)


def _pot_text(players: int, seat: int, to_beat: int | None, tied: int, tie: str) -> str:
    """Which pot a table is for."""
    holders = "" if tied < 2 else f", held by {tied}"
    beaten = "no total to beat" if to_beat is None else f"{to_beat} to beat{holders}"
    return f"A pot of {players} players, seat {seat}, {beaten}; ties: {tie}."


def _show_page(name: str, page: Page) -> None:
    groups: dict[int, list[Dice]] = {}
    for throw, aside in page.choices.items():
        if throw not in page.indifferent or page.left == 1:
            groups.setdefault(len(aside), []).append(throw)
    if not groups:
        show_line(f"{name}: it makes no difference")
        return
    largest = max(groups, key=lambda count: len(groups[count]))
    show_line(f"{name}: {largest}{', but' if len(groups) > 1 else ''}")
    for count in sorted(groups):
        if count != largest:
            show_wrapped(f"{count}: {' '.join(map(notation.format_dice, groups[count]))}", INDENT)


def _range(page: Page) -> str:
    span = f"{page.least} to {page.most}" if page.least < page.most else str(page.least)
    return f"{span} point aside" if span == "1" else f"{span} points aside"


def table_csv(pages: list[Page]) -> str:
    """One line for each throw of each page: left, least, most, dice, aside."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("left", "least", "most", "dice", "aside"))
    for page in pages:
        for throw, aside in page.choices.items():
            writer.writerow(
                (page.left, page.least, page.most, notation.format_dice(throw), notation.format_dice(aside))
            )
    return text.getvalue()
