"""Texts that are given in files: cards and recorded games."""

from __future__ import annotations

import os
import stat
import sys
from dataclasses import dataclass
from typing import BinaryIO

import click

from omkast import PATH_LENGTH, quoted

STANDARD_INPUT = "-"


@dataclass(frozen=True)
class GivenText:
    """A text that a parameter stands for.

    Attributes:
        what: what the text is, as refusals call it.
        parameter: the parameter, as refusals name it.
        most_kilobytes: the largest file that is read.
    """

    what: str
    parameter: str
    most_kilobytes: int

    def read(self, name: str) -> str:
        """The text in the file called ``name``; ``-`` is standard input.

        Only regular files are read, and not beyond their largest size.
        """
        if name == STANDARD_INPUT:
            return self._decoded(self._bytes(sys.stdin.buffer, "standard input"), "standard input")
        shown = quoted(name, PATH_LENGTH)
        try:
            # Opening a pipe must not wait for somebody to write into it.
            file = os.open(name, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
            with open(file, "rb") as opened:
                if not stat.S_ISREG(os.fstat(file).st_mode):
                    raise self.refused(
                        f"cannot read {shown}: it is no regular file; expected one, or - for standard input."
                    )
                return self._decoded(self._bytes(opened, shown), shown)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise self.refused(
                f"cannot read {shown}: {reason}; expected a file with {self.what} in it."
            ) from None

    def _bytes(self, opened: BinaryIO, shown: str) -> bytes:
        content = opened.read(self.most_kilobytes * 1024 + 1)
        if len(content) > self.most_kilobytes * 1024:
            raise self.refused(f"{shown} holds more than {self.most_kilobytes} KB; expected {self.what}.")
        return content

    def _decoded(self, content: bytes, shown: str) -> str:
        try:
            return content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise self.refused(f"cannot read {shown}: it is not UTF-8 text.") from None

    def refused(self, message: str) -> click.BadParameter:
        """The refusal of what was given for the parameter."""
        return click.BadParameter(message, param_hint=f"'{self.parameter}'")


CARD = GivenText("a card", "--card", 64)
"""A card of twenty boxes takes a few hundred bytes."""

RECORD = GivenText("a recorded game", "FILE", 1024)
"""A game of four players takes a few kilobytes."""


def card_text(given: str) -> str:
    """What ``--card`` stands for: ``@FILE`` for the text in a file, ``-`` or ``@-`` for standard input."""
    if given == "@":
        raise CARD.refused("'@' names no file; expected @FILE, as in @card.txt.")
    if given == STANDARD_INPUT or given.startswith("@"):
        return CARD.read(given.removeprefix("@"))
    return given
