"""The ``omkast`` command."""

from __future__ import annotations

import errno
import warnings
from typing import Any

import click

from omkast import GAMES, OmkastError

from .command import Group
from .games import game_group
from .refusals import legible
from .tables import tables_group
from .verify import verify

INTERRUPTED = 130

_GIVEN = f"{__name__}.given"
"""Where a context keeps the words of the command line."""


class _Refusal(click.ClickException):
    """Something asked for that cannot be done as things are; like bad usage, without the usage."""

    exit_code = 2


class _Omkast(Group):
    """Turns the errors that are meant for people into a message and an exit status."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of a call with ``args``, which refusals may have to repeat."""
        given = tuple(args)
        with legible(given):
            context = super().make_context(info_name, args, parent, **extra)
        context.meta[_GIVEN] = given
        return context

    def invoke(self, ctx: click.Context) -> Any:
        # When a solve is interrupted, joblib warns of the work that it did not do.
        warnings.filterwarnings("ignore", category=UserWarning, module="joblib")
        try:
            with legible(ctx.meta[_GIVEN]):
                return super().invoke(ctx)
        except OmkastError as error:
            raise _Refusal(str(error)) from error
        except OSError as error:
            # A reader that has gone away (`omkast … | head`) is click's to handle.
            if error.errno == errno.EPIPE:
                raise
            raise _Refusal(str(error)) from error
        except KeyboardInterrupt:
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED)


@click.group(cls=_Omkast)
@click.version_option(package_name="omkast", prog_name="omkast")
def main() -> None:
    """Exact best play for dice games: what should I keep?"""


for _game in GAMES:
    main.add_command(game_group(_game))
main.add_command(tables_group, "tables")
main.add_command(verify)
