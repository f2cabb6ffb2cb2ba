"""Options of the commands of games with a sheet.

The decorators turn what was typed into the things commands work with: the
options of a game into a ``ruleset``, the sheet into a checked ``position``.
"""

from __future__ import annotations

import functools
from typing import Any

import click

from omkast import LANGUAGES, Game, Ruleset, notation

from ..given import card_text
from ..numbers import WholeNumber
from ..options import Command, Decorator, decorators, ruleset_options, tables_option
from ..refusals import blaming

markers_option = click.option(
    "--markers",
    type=WholeNumber(),
    metavar="N",
    help="Saved rerolls held; a card may say them, too, as in markers=3.  [default: 0]",
)

lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    envvar="OMKAST_LANG",
    show_envvar=True,
    show_default=True,
    help="Language of the text: Swedish, Norwegian or English.",
)


def sheet_options(game: Game[Ruleset]) -> Decorator:
    """Rules, card, markers, language and tables; hands the command a ``position``, ``lang`` and ``tables``.

    Refuses a full card: every command that takes a sheet speaks of the turn to come.
    """

    def build(command: Command) -> Command:
        @functools.wraps(command)
        def with_position(ruleset: Ruleset, card: tuple[str, ...], markers: int | None, **given: Any) -> None:
            with blaming("--card"):
                written = notation.parse_card(ruleset, *map(card_text, card))
            # Imported here for the sake of --help and refusals: it brings NumPy along.
            from omkast import Position

            position = Position.of_card(ruleset, written, markers)
            if not position.open_boxes:
                raise click.BadParameter(
                    f"all {len(ruleset.boxes)} boxes of the card are filled; expected at least one open box.",
                    param_hint="'--card'",
                )
            command(position=position, **given)

        return with_position

    card = click.option(
        "--card",
        multiple=True,
        metavar="TEXT|@FILE|-",
        help="Boxes filled so far, as in 'sixes=24 chance=21' (0 for a strike); or @FILE, or - for standard"
        " input, with that text or a JSON object of it. Names in English, Swedish, Norwegian or Danish."
        " All cards given count.  [default: an empty card]",
    )
    return decorators(ruleset_options(game), card, markers_option, lang_option, tables_option, build)


def rerolls_option(game: Game[Ruleset]) -> Decorator:
    """Ordinary rerolls left in this turn."""
    most = game.ruleset().rerolls
    return click.option(
        "--rerolls",
        type=WholeNumber(0, most),
        default=most,
        show_default=True,
        metavar="|".join(map(str, range(most + 1))),
        help="Ordinary rerolls left in this turn; markers come on top.",
    )


def dice_argument(game: Game[Ruleset], required: bool = True) -> Decorator:
    """The roll on the table, as one argument or one a die; ``dice`` is ascending.

    If it is not ``required`` and not given, ``dice`` is empty.
    """
    count = game.ruleset().num_dice

    def read(_context: click.Context, _parameter: click.Parameter, words: tuple[str, ...]) -> tuple[int, ...]:
        with blaming("DICE"):
            return notation.parse_dice(" ".join(words), count) if words else ()

    metavar = "DICE" if required else "[DICE]"
    return click.argument("dice", nargs=-1, required=required, metavar=metavar, callback=read)
