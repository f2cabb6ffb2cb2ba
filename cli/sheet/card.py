"""The text of a card: as it was typed, from a file, or from standard input."""

from __future__ import annotations

import sys

import click

from omkast import PATH_LENGTH, quoted

from ..files import MOST_BYTES, read_small

STANDARD_INPUT = "-"


def card_text(given: str) -> str:
    """What ``--card`` stands for: ``@FILE`` for the text in a file, ``-`` or ``@-`` for standard input."""
    if given in (STANDARD_INPUT, "@" + STANDARD_INPUT):
        return _decoded(sys.stdin.buffer.read(MOST_BYTES + 1), "standard input")
    return _file_text(given[1:]) if given.startswith("@") else given


def _file_text(name: str) -> str:
    if not name:
        raise _bad_card("'@' names no file; expected @FILE, as in @card.txt.")
    shown = quoted(name, PATH_LENGTH)
    try:
        return _decoded(read_small(name), shown)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise _bad_card(f"cannot read {shown}: {reason}; expected a file with a card in it.") from None


def _decoded(content: bytes, shown: str) -> str:
    if len(content) > MOST_BYTES:
        raise _bad_card(f"{shown} holds more than {MOST_BYTES // 1024} KB; expected a card.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _bad_card(f"cannot read {shown}: it is not UTF-8 text.") from None


def _bad_card(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="'--card'")
