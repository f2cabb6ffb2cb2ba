"""The commands of Omkast: like click's, but nothing that was given is dropped in silence."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from omkast import quoted


class Command(click.Command):
    """A command that refuses an option given twice, unless all that is given for it counts."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the command line into ``ctx``; returns what is left over, which is nothing."""
        _, rest, order = self.make_parser(ctx).parse_args(args=list(args))
        if not ctx.resilient_parsing and not any(parameter.is_eager for parameter in order):
            _refuse_repetition(ctx, [given for given in order if isinstance(given, click.Option)])
            if rest:
                ctx.fail(f"unexpected {quoted(' '.join(rest))}; expected no more than the usage shows.")
        return super().parse_args(ctx, args)


def _refuse_repetition(ctx: click.Context, options: list[click.Option]) -> None:
    for option in options:
        if options.count(option) > 1 and not option.multiple:
            ctx.fail(f"{_name(option)} is given twice; expected it once.")


def _name(option: click.Option) -> str:
    return "/".join((*option.opts, *option.secondary_opts))


def command(**attributes: Any) -> Callable[[Callable[..., Any]], Command]:
    """The decorator that makes a :class:`Command`; otherwise click's."""
    return click.command(cls=Command, **attributes)


class Group(click.Group):
    """A group whose commands are of this kind."""

    command_class = Command
