"""The text of a card: as it was typed, from a file, or from standard input."""

from __future__ import annotations

import os
import stat
import sys
from typing import BinaryIO

import click

from omkast import PATH_LENGTH, quoted

MOST_BYTES = 64 * 1024
"""The largest file that is read as a card; a card of twenty boxes takes a few hundred bytes."""

STANDARD_INPUT = "-"


def card_text(given: str) -> str:
    """What ``--card`` stands for: ``@FILE`` for the text in a file, ``-`` or ``@-`` for standard input."""
    if given in (STANDARD_INPUT, "@" + STANDARD_INPUT):
        return _decoded(_read(sys.stdin.buffer, "standard input"), "standard input")
    return _file_text(given[1:]) if given.startswith("@") else given


def _file_text(name: str) -> str:
    if not name:
        raise _bad_card("'@' names no file; expected @FILE, as in @card.txt.")
    shown = quoted(name, PATH_LENGTH)
    try:
        # Opening a pipe must not wait for somebody to write into it.
        file = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with open(file, "rb") as opened:
            if not stat.S_ISREG(os.fstat(file).st_mode):
                raise _bad_card(
                    f"cannot read {shown}: it is no regular file; expected one, or - for standard input."
                )
            return _decoded(_read(opened, shown), shown)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise _bad_card(f"cannot read {shown}: {reason}; expected a file with a card in it.") from None


def _read(opened: BinaryIO, shown: str) -> bytes:
    content = opened.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise _bad_card(f"{shown} holds more than {MOST_BYTES // 1024} KB; expected a card.")
    return content


def _decoded(content: bytes, shown: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _bad_card(f"cannot read {shown}: it is not UTF-8 text.") from None


def _bad_card(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="'--card'")
