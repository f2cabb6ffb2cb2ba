"""The commands of a game, whatever kind it is of: the registry says which, its room makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import click

from omkast import Game

from .buck_dice.commands import BUCK_DICE_COMMANDS
from .command import Group
from .set_aside.commands import SET_ASIDE_COMMANDS
from .sheet.commands import SHEET_COMMANDS

ROOMS: dict[str, Mapping[str, Callable[[Game[Any]], click.Command]]] = {
    "sheet": SHEET_COMMANDS,
    "set-aside": SET_ASIDE_COMMANDS,
    "buck-dice": BUCK_DICE_COMMANDS,
}
"""By kind of game: what makes each command of a game."""


def game_group(game: Game[Any]) -> Group:
    """The command group ``omkast <game>``."""
    group = Group(game.id, help=f"{game.title}: {game.summary}.")
    for name in game.commands:
        group.add_command(ROOMS[game.kind][name](game))
    return group
