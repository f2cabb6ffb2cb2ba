"""Errors that a caller may want to tell apart."""

from __future__ import annotations

import re

ECHO_LENGTH = 60
"""How much of what was given a message repeats; what was given may be a whole file."""

PATH_LENGTH = 240
"""How much of a path, or of a word that may be one, a message repeats."""


def quoted(text: str, most: int = ECHO_LENGTH) -> str:
    r"""``text`` as a message repeats it: in quotes, on one line, at most ``most`` characters of it.

    Control characters are written as escapes.  Bytes that are no text (surrogate escapes,
    as command lines hold them) are shown as the bytes that were typed.

    >>> print(quoted("six\tes"), quoted("\udcc3"))
    'six\tes' '\xc3'
    """
    kept, dots = (text, "") if len(text) <= most else (text[: most - 3], "...")
    while len(shown := _shown(kept + dots)) > most + 2:
        kept, dots = kept[:-1], "..."
    return shown


def legible(text: str) -> str:
    r"""``text`` on one line: control characters as escapes, bytes that are no text as they were typed.

    >>> print(legible("cannot write /tmp/a\tb\udcc3: it is full"))
    cannot write /tmp/a\tb\xc3: it is full
    """
    return "".join(c if c.isprintable() else _shown(c)[1:-1] for c in text)


def _shown(text: str) -> str:
    # An escaped backslash is matched first, so that a typed "\\udcc3" stays as it is.
    return re.sub(
        r"\\\\|\\udc([89a-f][0-9a-f])", lambda found: rf"\x{found[1]}" if found[1] else found[0], repr(text)
    )


class OmkastError(Exception):
    """Base of every error that Omkast raises on purpose; its text is meant for people, and legible."""

    def __str__(self) -> str:
        return legible(super().__str__())


class IllegalState(OmkastError, ValueError):
    """Dice, a card or markers that the rules do not allow."""


class NotationError(OmkastError, ValueError):
    """A text that cannot be read as dice, an action or a card.

    Attributes:
        problem: what is wrong, with the part of the text that it is wrong with.
        text: the whole text.
        at: the index in ``text`` where that part begins.
        expected: what could have stood there.
    """

    def __init__(self, problem: str, text: str, at: int, expected: str) -> None:
        super().__init__(problem, text, at, expected)
        self.problem = problem
        self.text = text
        self.at = at
        self.expected = expected

    def __str__(self) -> str:
        return f"{self.problem}; expected {self.expected}."


class Cancelled(OmkastError):
    """A long computation was given up, as its caller's token asked for (omkast.progress)."""


class OmkastWarning(UserWarning):
    """Something that people should know although there is an answer; its text is one line for them."""

    def __str__(self) -> str:
        return legible(super().__str__())


class TableError(OmkastError):
    """A table on disk, or the cache of tables, cannot be used or written."""


class UnwritableTable(TableError):
    """The place of a table cannot be written: read-only, full, or a file where a folder should be."""


class LockedTable(TableError):
    """Another process is writing the table."""


class UnreadableTable(TableError):
    """What lies where a table is looked for may not be read, so that nothing is known about it."""


class MissingTable(TableError):
    """No table where one was looked for, or one of its files is absent."""


class StaleTable(TableError):
    """The table is sound but was made for other rules, another format or another solver."""


class TruncatedTable(TableError):
    """A file of the table is shorter than its manifest says: writing or copying was cut off."""


class CorruptTable(TableError):
    """A file of the table does not hold what its manifest says, or cannot be read at all."""
