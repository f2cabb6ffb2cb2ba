"""Errors that a caller may want to tell apart."""

from __future__ import annotations


class OmkastError(Exception):
    """Base of every error that Omkast raises on purpose; its text is meant for people."""


class IllegalState(OmkastError, ValueError):
    """Dice, a card or markers that the rules do not allow."""


class TableError(OmkastError):
    """A table on disk, or the cache of tables, cannot be used or written."""


class MissingTable(TableError):
    """No table where one was looked for, or one of its files is absent."""


class StaleTable(TableError):
    """The table is sound but was made for other rules, another format or another solver."""


class TruncatedTable(TableError):
    """A file of the table is shorter than its manifest says: writing or copying was cut off."""


class CorruptTable(TableError):
    """A file of the table does not hold what its manifest says, or cannot be read at all."""
