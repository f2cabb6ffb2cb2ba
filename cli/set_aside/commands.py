"""The commands of the games of setting dice aside: advise and table, and those of Qualify."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from omkast import Game, SetAsideGame

from ..command import command
from ..documents import print_json
from ..options import format_option, json_option
from .options import Objective, objective_options, throw_arguments
from .qualify import bank, pot, session

if TYPE_CHECKING:
    from omkast import Dice


def _advise(game: Game[SetAsideGame]) -> click.Command:
    rules = game.ruleset()

    @command()
    @throw_arguments(rules)
    @objective_options(rules)
    @json_option
    def advise(dice: Dice, aside: Dice, objective: Objective, as_json: bool) -> None:
        """Say which of the dice just thrown to set aside.

        DICE are all that are not yet aside, written 66521, 6 6 5 2 1 or 6,6,5,2,1.
        """
        from omkast import aside_options

        found = aside_options(objective.solve(), dice, aside)
        if as_json:
            from .documents import advise_document

            print_json(advise_document(rules, objective, dice, aside, found))
        else:
            from .render import show_advice

            show_advice(objective, found)

    return advise


def _table(game: Game[SetAsideGame]) -> click.Command:
    rules = game.ruleset()

    @command()
    @objective_options(rules)
    @format_option
    def table(objective: Objective, form: str) -> None:
        """Show what to set aside from every throw there is."""
        from omkast import strategy_pages

        turn = objective.solve()
        found = strategy_pages(turn)
        if form == "json":
            from .documents import table_document

            print_json(table_document(rules, objective, turn, found))
            return
        from .render import show_table, table_csv

        if form == "csv":
            click.echo(table_csv(found), nl=False)
        else:
            show_table(objective, turn, found)

    return table


SET_ASIDE_COMMANDS: dict[str, Callable[[Game[SetAsideGame]], click.Command]] = {
    "advise": _advise,
    "table": _table,
    "bank": lambda _game: bank,
    "session": lambda _game: session,
    "pot": lambda _game: pot,
}
"""What makes each command of a game in which dice are set aside."""
