"""Options that the commands of all games share."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

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


def _one_form(command: Command) -> Command:
    @functools.wraps(command)
    def with_form(form: str | None, as_json: bool, **given: Any) -> None:
        if as_json and form not in (None, "json"):
            raise click.UsageError(f"--format {form} and --json contradict each other; expected one of them.")
        command(form="json" if as_json else form or "text", **given)

    return with_form


format_option = decorators(
    click.option(
        "--format",
        "form",
        type=click.Choice(("text", "csv", "json")),
        help="How to print the table.  [default: text]",
    ),
    click.option("--json", "as_json", is_flag=True, help="Short for --format json."),
    _one_form,
)
"""How to print a table; hands the command a ``form``."""

tables_option = click.option(
    "--tables",
    type=Folder(exists=True),
    metavar="DIR",
    help="Folder in which to look for tables first.",
)


def rules_text(game: Game[Any], chosen: Mapping[str, str | bool]) -> str:
    """The game and the options that choose its rules: ``Maxi Yatzy --bonus alga --saved-rerolls``."""
    return " ".join(
        [game.title, *(_option_text(choice.name, chosen[choice.name]) for choice in game.choices)]
    )


def _option_text(name: str, value: str | bool) -> str:
    option = name.replace("_", "-")
    if isinstance(value, bool):
        return f"--{option}" if value else f"--no-{option}"
    return f"--{option} {value}"


RULES_NOTES = {
    "sv": "Regler enligt inställningarna: {rules}",
    "nb": "Regler etter innstillingene: {rules}",
    "en": "Rules from your settings: {rules}",
}
"""What follows an answer for rules that nobody gave on the command line."""


def ruleset_options(game: Game[Any]) -> Decorator:
    """The choices that ``game`` offers; hands the command a ``ruleset``.

    An answer is followed by the rules that it is for if any of them come from the settings.
    """

    def build(command: Command) -> Command:
        @functools.wraps(command)
        def with_ruleset(**given: Any) -> None:
            chosen = {choice.name: given.pop(choice.name) for choice in game.choices}
            command(ruleset=game.ruleset(**chosen), **given)
            source = click.get_current_context().get_parameter_source
            if any(source(choice.name) is ParameterSource.DEFAULT_MAP for choice in game.choices):
                as_text = not given.get("as_json") and given.get("form") in (None, "text")
                note = RULES_NOTES[given.get("lang", "en")].format(rules=rules_text(game, chosen))
                click.echo(f"\n{note}" if as_text else note, err=not as_text)

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
