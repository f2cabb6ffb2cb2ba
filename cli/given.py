"""Texts that are given in files: cards and recorded games."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from omkast import PATH_LENGTH, quoted

from .files import read_small

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
            return self._decoded(sys.stdin.buffer.read(self._most_bytes + 1), "standard input")
        shown = quoted(name, PATH_LENGTH)
        try:
            return self._decoded(read_small(name, self._most_bytes), shown)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise self.refused(
                f"cannot read {shown}: {reason}; expected a file with {self.what} in it."
            ) from None

    @property
    def _most_bytes(self) -> int:
        return self.most_kilobytes * 1024

    def _decoded(self, content: bytes, shown: str) -> str:
        if len(content) > self._most_bytes:
            raise self.refused(f"{shown} holds more than {self.most_kilobytes} KB; expected {self.what}.")
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
