"""Reading JSON objects whose members must have the right types."""

from __future__ import annotations

import json
import re
from pathlib import Path
from reprlib import repr  # what stands in a file may be as long as the file
from typing import Any, Self

from ..errors import CorruptTable, MissingTable, UnreadableTable
from .files import open_regular

MOST_BYTES = 1 << 20
"""Size of the largest JSON file that is read; those of the largest table have a few thousand bytes."""

_DIGEST = re.compile("[0-9a-f]{64}")


class Entries:
    """The members of a JSON object, each read with the type it must have, else CorruptTable."""

    def __init__(self, path: Path, entries: dict[str, Any]) -> None:
        self.path = path
        self.entries = entries

    @classmethod
    def read(cls, path: Path) -> Self:
        """The object in the file at ``path``.

        Raises:
            MissingTable: there is no such file.
            UnreadableTable: it may not be read.
            CorruptTable: it is no regular file, too large, or holds no JSON object.
        """
        try:
            with open_regular(path) as (file, size):
                if size > MOST_BYTES:
                    raise CorruptTable(f"{path} has {size} bytes; expected at most {MOST_BYTES}")
                text = file.read(MOST_BYTES).decode()
            entries = json.loads(text, object_pairs_hook=_members, parse_constant=_refused)
        except (FileNotFoundError, NotADirectoryError):
            raise MissingTable(f"no table in {path.parent}: {path.name} is not there") from None
        except PermissionError as error:
            raise UnreadableTable(f"{path} cannot be read: {error.strerror or error}") from None
        except OSError as error:
            raise CorruptTable(f"{path} cannot be read: {error.strerror or error}") from None
        except (ValueError, RecursionError) as error:
            raise CorruptTable(f"{path} is not JSON: {error}") from None
        if not isinstance(entries, dict):
            raise CorruptTable(f"{path} holds {type(entries).__name__}; expected a JSON object")
        return cls(path, entries)

    def _get(self, name: str, kinds: type | tuple[type, ...], expected: str) -> Any:
        value = self.entries.get(name)
        if not isinstance(value, kinds) or isinstance(value, bool):
            raise CorruptTable(f"{self.path}: {name!r} is {repr(value)}; expected {expected}")
        return value

    def whole(self, name: str) -> int:
        """A whole number from 0."""
        value: int = self._get(name, int, "a whole number")
        if value < 0:
            raise CorruptTable(f"{self.path}: {name!r} is {repr(value)}; expected 0 or more")
        return value

    def number(self, name: str) -> float:
        """A number."""
        value = self._get(name, (int, float), "a number")
        try:
            return float(value)
        except OverflowError:
            raise CorruptTable(f"{self.path}: {name!r} has too many digits") from None

    def text(self, name: str) -> str:
        """Text."""
        value: str = self._get(name, str, "text")
        return value

    def digest(self, name: str) -> str:
        """A SHA-256 in hexadecimal."""
        value = self.text(name)
        if not _DIGEST.fullmatch(value):
            raise CorruptTable(f"{self.path}: {name!r} is {repr(value)}; expected 64 hexadecimal digits")
        return value

    def choice(self, name: str, choices: tuple[Any, ...]) -> Any:
        """One of ``choices``."""
        value = self.text(name)
        if value not in choices:
            raise CorruptTable(f"{self.path}: {name!r} is {repr(value)}; expected {' or '.join(choices)}")
        return value

    def inner(self, name: str) -> Entries:
        """The members of an object inside this one."""
        return Entries(self.path, self._get(name, dict, "an object"))

    def inners(self, name: str) -> list[Entries]:
        """The members of each object in a list inside this one."""
        items = self._get(name, list, "a list of objects")
        if not all(isinstance(item, dict) for item in items):
            raise CorruptTable(f"{self.path}: {name!r} is {repr(items)}; expected a list of objects")
        return [Entries(self.path, item) for item in items]


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("an object has a member twice")
    return members


def _refused(constant: str) -> float:
    raise ValueError(f"{constant} is no number")
