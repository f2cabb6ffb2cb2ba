"""The commands of a game of the Yatzy family: advise, value, table, odds, solve, compare.

Which game it is comes in as data, so that every game has the same commands.
Modules that take long to import (NumPy, solvers, rich) are imported where they
are used, so that help and refusals come at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from omkast import Game, notation

from ..command import command
from ..documents import print_json
from ..interrupts import HeldInterrupt
from ..numbers import WholeNumber
from ..options import Folder, format_option, json_option, ruleset_options, tables_option
from ..progress import ProgressBar
from .options import dice_argument, lang_option, markers_option, rerolls_option, sheet_options

if TYPE_CHECKING:
    from omkast import Advisor, Dice, Encoding, Position, Ruleset, Values


MOST_SHOWN = 1000
"""More options than any roll has."""

ENCODINGS: dict[str, Encoding] = {"double": "float64", "single": "float32"}
"""What --precision stands for."""

MOST_JOBS = 64
"""More worker threads than any machine's processors that this was tried on; each needs memory."""


@contextmanager
def _asking(ruleset: Ruleset, tables: Path | None) -> Iterator[tuple[Advisor, Values]]:
    """An advisor and its values; a solve that it needs shows a bar and ends with an interrupt."""
    from omkast import Advisor, Values

    with ProgressBar() as progress, HeldInterrupt() as interrupt:
        values = Values(ruleset, tables, progress, cancel=interrupt.came)
        yield Advisor(values), values


def _advise(game: Game[Ruleset]) -> click.Command:
    example = notation.dice_example(game.ruleset().num_dice)

    @command(
        help="Say what to keep, or which box to fill, for the roll DICE.\n\n"
        f"DICE is written {example}, {' '.join(example)} or {','.join(example)}."
    )
    @dice_argument(game)
    @sheet_options(game)
    @rerolls_option(game)
    @click.option(
        "--top",
        type=WholeNumber(1, MOST_SHOWN),
        metavar="N",
        help="Show the N best options only.  [default: 10 as text, all as JSON]",
    )
    @json_option
    def advise(
        dice: Dice,
        position: Position,
        rerolls: int,
        top: int | None,
        lang: str,
        tables: Path | None,
        as_json: bool,
    ) -> None:
        with _asking(position.ruleset, tables) as (advisor, values):
            options = advisor.options(position, dice, rerolls)
            precision = values.precision(position)
        if as_json:
            from .documents import advise_document

            print_json(advise_document(position, dice, rerolls, options[:top], precision))
        else:
            from .render import show_advice

            show_advice(position, options, top, lang)

    return advise


def _value(game: Game[Ruleset]) -> click.Command:
    @command()
    @sheet_options(game)
    @json_option
    def value(position: Position, lang: str, tables: Path | None, as_json: bool) -> None:
        """Show what a sheet is worth at the start of a turn.

        The value is the points still to come with best play, the expected total
        those and the points on the sheet.
        """
        with _asking(position.ruleset, tables) as (advisor, values):
            to_come = advisor.value(position)
            precision = values.value_precision(position)
        if as_json:
            from .documents import value_document

            print_json(value_document(position, to_come, precision))
        else:
            from .render import show_value

            show_value(position, to_come, lang)

    return value


def _table(game: Game[Ruleset]) -> click.Command:
    @command()
    @sheet_options(game)
    @rerolls_option(game)
    @format_option
    def table(position: Position, rerolls: int, form: str, lang: str, tables: Path | None) -> None:
        """Show the best option for every roll there is."""
        with _asking(position.ruleset, tables) as (advisor, values):
            best = advisor.strategy(position, rerolls)
            precision = values.precision(position)
        if form == "json":
            from .documents import table_document

            print_json(table_document(position, rerolls, best, precision))
            return
        from .render import show_table, table_csv

        if form == "csv":
            click.echo(table_csv(best), nl=False)
        else:
            show_table(game, position, rerolls, best, lang)

    return table


def _odds(game: Game[Ruleset]) -> click.Command:
    example = notation.dice_example(game.ruleset().num_dice)

    @command(
        help="Show the chance to make each box in one turn if you go for nothing else.\n\n"
        f"DICE are those on the table, written {example}, {' '.join(example)} or {','.join(example)};"
        " without DICE all are still to be thrown. A box is made with any score above 0; below stands how"
        " likely each score or more is. Everything is exact, and JSON has fractions."
    )
    @dice_argument(game, required=False)
    @ruleset_options(game)
    @rerolls_option(game)
    @markers_option
    @lang_option
    @json_option
    def odds(
        ruleset: Ruleset, dice: Dice, rerolls: int, markers: int | None, lang: str, as_json: bool
    ) -> None:
        from omkast import box_chances

        markers = markers or 0
        boxes = box_chances(ruleset, dice, rerolls, markers)
        if as_json:
            from .documents import odds_document

            print_json(odds_document(ruleset, dice, rerolls, markers, boxes))
        else:
            from .render_odds import show_odds

            show_odds(ruleset, dice, rerolls + markers, boxes, lang)

    return odds


def _solve(game: Game[Ruleset]) -> click.Command:
    @command()
    @ruleset_options(game)
    @click.option(
        "--tables",
        type=Folder(),
        metavar="DIR",
        help="Folder to write the table into, made if it is not there.  [default: the user's cache]",
    )
    @click.option(
        "--jobs",
        type=WholeNumber(1, MOST_JOBS),
        metavar="N",
        help=f"Processors to use, 1 to {MOST_JOBS}.  [default: all of them]",
    )
    @click.option(
        "--precision",
        type=click.Choice(list(ENCODINGS)),
        help="How the values are kept; double takes twice the room."
        "  [default: double for small tables, single for large ones]",
    )
    @click.option("--again", is_flag=True, help="Solve again even if the table is there.")
    @json_option
    def solve(
        ruleset: Ruleset,
        tables: Path | None,
        jobs: int | None,
        precision: str | None,
        again: bool,
        as_json: bool,
    ) -> None:
        """Solve the game and write the table of every value.

        A large game takes minutes and gigabytes. A run that was stopped resumes at the last large level
        that it finished. A table that is there is left as it is.
        """
        from omkast import solve_complete

        encoding = ENCODINGS[precision] if precision else None
        with ProgressBar() as progress, HeldInterrupt() as interrupt:
            solved = solve_complete(
                ruleset, tables, jobs, progress, encoding=encoding, again=again, cancel=interrupt.came
            )
        if as_json:
            from .documents import solve_document

            print_json(solve_document(solved))
        else:
            from .render import show_solved

            show_solved(solved)

    return solve


def _compare(_game: Game[Ruleset]) -> click.Command:
    @command()
    @tables_option
    @json_option
    def compare(tables: Path | None, as_json: bool) -> None:
        """Show the four rulesets side by side.

        Says for which first rolls the best play differs between the two bonus rules.
        """
        from omkast import compare as compare_rulesets

        with ProgressBar() as progress, HeldInterrupt() as interrupt:
            comparison = compare_rulesets(tables, progress, interrupt.came)
        if as_json:
            from .documents import compare_document

            print_json(compare_document(comparison))
        else:
            from omkast import ruleset

            from .render import show_comparison

            show_comparison(comparison, ruleset("maxi-yatzy"))

    return compare


SHEET_COMMANDS = {
    "advise": _advise,
    "value": _value,
    "table": _table,
    "odds": _odds,
    "solve": _solve,
    "compare": _compare,
}
"""What makes each command of a game with a sheet."""
