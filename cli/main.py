"""The ``omkast`` command."""

from __future__ import annotations

import errno
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from omkast.errors import Cancelled, OmkastError, OmkastWarning
from omkast.games.catalogue import GAMES, MAXI_YATZY
from omkast.games.qualify import QUALIFY
from omkast.games.threes import THREES

from .buck_dice.commands import buck_dice_group
from .set_aside.commands import set_aside_group
from .set_aside.qualify import bank, pot, session
from .sheet.commands import game_group
from .sheet.compare import compare
from .tables import tables_group
from .verify import verify

INTERRUPTED = 130


class _Refusal(click.ClickException):
    """Something asked for that cannot be done as things are; like bad usage, without the usage."""

    exit_code = 2


class _Omkast(click.Group):
    """Turns the errors that are meant for people into a message and an exit status."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _warnings_as_lines():
                return super().invoke(ctx)
        except Cancelled:
            click.echo("\nInterrupted.", err=True)
            ctx.exit(INTERRUPTED)
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


@click.group(cls=_Omkast)
@click.version_option(package_name="omkast", prog_name="omkast")
def main() -> None:
    """Exact best play for dice games: what should I keep?"""


for _game in GAMES:
    _group = game_group(_game)
    if _game is MAXI_YATZY:
        _group.add_command(compare)
    main.add_command(_group)
main.add_command(buck_dice_group)
_qualify = set_aside_group(QUALIFY)
for _command in (bank, session, pot):
    _qualify.add_command(_command)
main.add_command(_qualify)
main.add_command(set_aside_group(THREES))
main.add_command(tables_group, "tables")
main.add_command(verify)
