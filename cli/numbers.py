"""Whole numbers as people write them in options."""

from __future__ import annotations

import click

from omkast import notation, quoted


class WholeNumber(click.ParamType):  # type: ignore[type-arg]
    """A whole number in plain digits, perhaps between bounds; at most nine digits."""

    name = "integer"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self._least = least
        self._most = most

    def convert(
        self, value: str | int, parameter: click.Parameter | None, context: click.Context | None
    ) -> int:
        """The number; anything else, and a number out of bounds, is refused with what is expected."""
        number = notation.whole_number(str(value))
        if number is None or not self._allows(number):
            self.fail(f"{quoted(str(value))}: expected {self._expected()}.", parameter, context)
        return number

    def _allows(self, number: int) -> bool:
        return (self._least is None or number >= self._least) and (self._most is None or number <= self._most)

    def _expected(self) -> str:
        if self._least is None or self._most is None:
            return "a whole number of at most nine digits"
        return f"a whole number from {self._least} to {self._most}"
