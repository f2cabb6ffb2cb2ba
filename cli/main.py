"""The ``omkast`` command."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from omkast import GAMES, Cancelled, Game, OmkastError, OmkastWarning

from .command import Group
from .games import game_group
from .refusals import legible
from .settings.commands import settings_group
from .settings.defaults import SHORT_FORM_OF, command_defaults, places_in_environment
from .settings.file import read_settings
from .sheet.review import review
from .tables import tables_group
from .verify import verify

INTERRUPTED = 130

_GIVEN = f"{__name__}.given"
"""Where a context keeps the words of the command line and of the environment."""


class _Refusal(click.ClickException):
    """Something asked for that cannot be done as things are; like bad usage, without the usage."""

    exit_code = 2


class _Omkast(Group):
    """Turns the errors that are meant for people into a message and an exit status."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of a call with ``args``; refusals may have to repeat them, or a variable."""
        variables = (value for name, value in os.environ.items() if name.startswith("OMKAST_"))
        given = (*args, *variables)
        with legible(given):
            context = super().make_context(info_name, args, parent, **extra)
        context.meta[_GIVEN] = given
        return context

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with legible(ctx.meta[_GIVEN]), _warnings_as_lines():
                return super().invoke(ctx)
        except Cancelled:
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED)
        except OmkastError as error:
            raise _Refusal(str(error)) from error
        except OSError as error:
            raise _Refusal(str(error)) from error
        except KeyboardInterrupt:
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED)


def _short_form(game: Game[Any]) -> click.Command:
    """``omkast advise``, the question that is asked most often."""
    advise = game_group(game).commands["advise"]
    advise.short_help = f"Short for '{game.id} advise'."
    return advise


@contextmanager
def _warnings_as_lines() -> Iterator[None]:
    """Shows each OmkastWarning once, as a line on stderr."""
    with warnings.catch_warnings():
        # When a solve is interrupted, joblib warns of the work that it did not do.
        warnings.filterwarnings("ignore", category=UserWarning, module="joblib")
        warnings.simplefilter("once", OmkastWarning)
        shown = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *where: Any, **more: Any) -> None:
            if issubclass(category, OmkastWarning):
                click.echo(f"Note: {message}", err=True)
            else:
                shown(message, category, *where, **more)

        warnings.showwarning = show
        yield


@click.group(cls=_Omkast, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="omkast", prog_name="omkast")
@click.pass_context
def main(context: click.Context) -> None:
    """Exact best play for dice games: what should I keep?"""
    if context.invoked_subcommand != settings_group.name:  # which must work to mend what is wrong with them
        settings = read_settings()
        context.default_map = command_defaults(settings)
        context.with_resource(places_in_environment(settings))


for _game in GAMES:
    main.add_command(game_group(_game))
main.add_command(_short_form(SHORT_FORM_OF))
main.add_command(review)
main.add_command(tables_group, "tables")
main.add_command(settings_group)
main.add_command(verify)
