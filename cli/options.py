"""Options that the commands of all games share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

Command = Callable[..., None]
Decorator = Callable[[Command], Command]


def decorators(*decorate: Decorator) -> Decorator:
    """One decorator that applies several, the first outermost."""

    def all_of_them(command: Command) -> Command:
        for one in reversed(decorate):
            command = one(command)
        return command

    return all_of_them


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
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder in which to look for tables first.",
)
