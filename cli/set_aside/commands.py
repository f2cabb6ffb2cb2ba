"""The commands that every game of setting dice aside has: advise and table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from omkast.games.set_aside import SetAsideGame

from ..documents import print_json
from ..options import format_option, json_option
from .options import Objective, objective_options, throw_arguments

if TYPE_CHECKING:
    from omkast.dice import Dice


def set_aside_group(game: SetAsideGame) -> click.Group:
    """The command group ``omkast <game>``."""
    group = click.Group(game.id, help=f"{game.title}: what to set aside, exactly.")
    for command in (_advise(game), _table(game)):
        group.add_command(command)
    return group


def _advise(game: SetAsideGame) -> click.Command:
    @click.command()
    @throw_arguments(game)
    @objective_options(game)
    @json_option
    def advise(dice: Dice, aside: Dice, objective: Objective, as_json: bool) -> None:
        """Say which of the dice just thrown to set aside.

        DICE are all that are not yet aside, written 66521, 6 6 5 2 1 or 6,6,5,2,1.
        """
        from omkast.set_aside.advice import options

        found = options(objective.solve(), dice, aside)
        if as_json:
            from .documents import advise_document

            print_json(advise_document(game, objective, dice, aside, found))
        else:
            from .render import show_advice

            show_advice(objective, found)

    return advise


def _table(game: SetAsideGame) -> click.Command:
    @click.command()
    @objective_options(game)
    @format_option
    def table(objective: Objective, form: str) -> None:
        """Show what to set aside from every throw there is."""
        from omkast.set_aside.strategy import pages

        turn = objective.solve()
        found = pages(turn)
        if form == "json":
            from .documents import table_document

            print_json(table_document(game, objective, turn, found))
            return
        from .render import show_table, table_csv

        if form == "csv":
            click.echo(table_csv(found), nl=False)
        else:
            show_table(objective, turn, found)

    return table
