"""Errors that a caller may want to tell apart."""

from __future__ import annotations


class OmkastError(Exception):
    """Base of every error that Omkast raises on purpose; its text is meant for people."""


class IllegalState(OmkastError, ValueError):
    """Dice, a card or markers that the rules do not allow."""


class Cancelled(OmkastError):
    """A long computation was given up, as its caller's token asked for (omkast.progress)."""


class OmkastWarning(UserWarning):
    """Something that people should know although there is an answer; its text is one line for them."""


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
