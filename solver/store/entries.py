"""Reading JSON objects whose members must have the right types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Self

from ..errors import CorruptTable, MissingTable


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
            CorruptTable: it cannot be read or holds no JSON object.
        """
        try:
            entries = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, NotADirectoryError):
            raise MissingTable(f"no table in {path.parent}: {path.name} is not there") from None
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
            raise CorruptTable(f"{self.path}: {name!r} is {value!r}; expected {expected}")
        return value

    def whole(self, name: str) -> int:
        """A whole number from 0."""
        value: int = self._get(name, int, "a whole number")
        if value < 0:
            raise CorruptTable(f"{self.path}: {name!r} is {value}; expected 0 or more")
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

    def file_name(self, name: str) -> str:
        """The name of a file in the table's own folder."""
        value = self.text(name)
        if Path(value).name != value or "\\" in value or ".." in value:
            raise CorruptTable(f"{self.path}: {name!r} is {value!r}; expected a file name without a folder")
        return value

    def choice(self, name: str, choices: tuple[Any, ...]) -> Any:
        """One of ``choices``."""
        value = self.text(name)
        if value not in choices:
            raise CorruptTable(f"{self.path}: {name!r} is {value!r}; expected {' or '.join(choices)}")
        return value

    def inner(self, name: str) -> Entries:
        """The members of an object inside this one."""
        return Entries(self.path, self._get(name, dict, "an object"))

    def inners(self, name: str) -> list[Entries]:
        """The members of each object in a list inside this one."""
        items = self._get(name, list, "a list of objects")
        if not all(isinstance(item, dict) for item in items):
            raise CorruptTable(f"{self.path}: {name!r} is {items!r}; expected a list of objects")
        return [Entries(self.path, item) for item in items]
