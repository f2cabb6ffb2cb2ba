"""``omkast qualify bank``, ``session`` and ``pot``: what Qualify comes to for those who sit down to it."""

from __future__ import annotations

import click

from omkast import MAX_DICE, MAX_ROTATIONS, games

from ..command import command
from ..documents import print_json
from ..numbers import WholeNumber
from ..options import json_option
from .options import players_option, tie_option

QUALIFY, THRESHOLD, TIES = games.qualify.QUALIFY, games.qualify.THRESHOLD, games.qualify.TIES


@command()
@click.option(
    "--threshold",
    type=WholeNumber(),
    metavar="TOTAL",
    help=f"The least total that wins.  [default: {THRESHOLD}, for {QUALIFY.num_dice} dice only]",
)
@click.option(
    "--dice",
    "num_dice",
    type=WholeNumber(1, MAX_DICE),
    default=QUALIFY.num_dice,
    show_default=True,
    metavar="N",
    help=f"Number of dice, 1 to {MAX_DICE}.",
)
@json_option
def bank(threshold: int | None, num_dice: int, as_json: bool) -> None:
    """Show the odds against the bank.

    The highest die of every throw is set aside; there is nothing to decide.
    """
    if threshold is None and num_dice != QUALIFY.num_dice:
        usual = f"the usual {THRESHOLD} is for {QUALIFY.num_dice} dice"
        raise click.UsageError(f"--dice {num_dice} needs --threshold; {usual}.")
    from omkast import bank_odds

    odds = bank_odds(THRESHOLD if threshold is None else threshold, num_dice)
    if as_json:
        from .documents import bank_document

        print_json(bank_document(odds))
    else:
        from .render_qualify import show_bank

        show_bank(odds)


@command()
@players_option(required=True)
@click.option(
    "--rotations",
    type=WholeNumber(1, MAX_ROTATIONS),
    required=True,
    metavar="R",
    help=f"How often everyone is the bank, 1 to {MAX_ROTATIONS}.",
)
@json_option
def session(players: int, rotations: int, as_json: bool) -> None:
    """Show what a player can expect when the bank goes round.

    In every round one player is the bank and each of the others stakes one chip.
    """
    from omkast import session_odds

    played = session_odds(players, rotations)
    if as_json:
        from .documents import session_document

        print_json(session_document(played))
    else:
        from .render_qualify import show_session

        show_session(played)


@command()
@players_option(required=True)
@tie_option(default=TIES[0])
@json_option
def pot(players: int, tie: str, as_json: bool) -> None:
    """Show what each seat can expect of the pot.

    The players throw one after the other, see the totals before them and choose
    what to set aside; the highest total takes the pot.
    """
    from omkast import Pot

    seats = Pot(QUALIFY, tie).seats(players)
    if as_json:
        from .documents import pot_document

        print_json(pot_document(seats, tie))
    else:
        from .render_qualify import show_pot

        show_pot(seats, tie)
