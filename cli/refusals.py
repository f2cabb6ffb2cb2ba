"""Refusals of what was given: whose fault it is, and in characters that can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from omkast import PATH_LENGTH, NotationError, quoted


@contextmanager
def blaming(parameter: str) -> Iterator[None]:
    """Turns what the notation cannot read into a refusal of ``parameter``."""
    try:
        yield
    except NotationError as error:
        raise click.BadParameter(str(error), param_hint=f"'{parameter}'") from None


@contextmanager
def legible(given: Sequence[str]) -> Iterator[None]:
    """Sees to it that a refusal by click repeats at most a line of each word that was ``given``.

    Control characters are made visible, and bytes that are no text are shown as they were typed.
    """
    try:
        yield
    except click.UsageError as error:
        said = error.format_message()
        message = said
        pieces = {piece for word in given for piece in (word, *word.split("=", 1))}
        for piece in sorted(pieces, key=len, reverse=True):
            if len(piece) > PATH_LENGTH or not piece.isprintable():
                shown = quoted(piece, PATH_LENGTH)[1:-1]
                lossy = click.format_filename(piece)
                for form in (piece, lossy, repr(piece)[1:-1], repr(lossy)[1:-1]):
                    message = message.replace(form, shown)
        if message == said:
            raise
        raise click.UsageError(message, error.ctx) from None
