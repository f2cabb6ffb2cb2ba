"""Options that the commands of all games share."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from omkast import Choice, Game, Switch

Command = Callable[..., None]
Decorator = Callable[[Command], Command]


def decorators(*decorate: Decorator) -> Decorator:
    """One decorator that applies several, the first outermost."""

    def all_of_them(command: Command) -> Command:
        for one in reversed(decorate):
            command = one(command)
        return command

    return all_of_them


class Folder(click.Path):
    """A folder by its path; no text is no path, though the system would take it for the current folder."""

    def __init__(self, exists: bool = False) -> None:
        super().__init__(exists=exists, file_okay=False, path_type=Path)

    def convert(
        self,
        value: str | os.PathLike[str],
        parameter: click.Parameter | None,
        context: click.Context | None,
    ) -> Any:
        """The path of the folder, as a Path."""
        if not os.fspath(value):
            self.fail("'': expected the path of a folder.", parameter, context)
        return super().convert(value, parameter, context)


json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON (docs/json.md) instead of text."
)

format_option = decorators(
    click.option(
        "--format",
        "form",
        type=click.Choice(("text", "csv", "json")),
        default="text",
        show_default=True,
        help="How to print the table.",
    ),
    click.option("--json", "form", flag_value="json", help="Short for --format json."),
)

tables_option = click.option(
    "--tables",
    type=Folder(exists=True),
    metavar="DIR",
    help="Folder in which to look for tables first.",
)


def ruleset_options(game: Game[Any]) -> Decorator:
    """The choices that ``game`` offers; hands the command a ``ruleset``."""

    def build(command: Command) -> Command:
        @functools.wraps(command)
        def with_ruleset(**given: Any) -> None:
            chosen = {choice.name: given.pop(choice.name) for choice in game.choices}
            command(ruleset=game.ruleset(**chosen), **given)

        return with_ruleset

    return decorators(*map(_choice_option, game.choices), build)


def _choice_option(choice: Choice | Switch) -> Decorator:
    name = choice.name.replace("_", "-")
    switch = isinstance(choice, Switch)
    return click.option(
        f"--{name}/--no-{name}" if switch else f"--{name}",
        choice.name,
        type=bool if switch else click.Choice(choice.values),
        default=choice.default,
        show_default=True,
        help=choice.help,
    )
