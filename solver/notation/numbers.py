"""Whole numbers and lists in a notation."""

from __future__ import annotations

import re

WHOLE_NUMBER = "a whole number of at most nine digits"


def whole_number(text: str) -> int | None:
    """The number in ``text``, of plain digits and at most nine of them; None if it is no such number."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else None


def entries(text: str) -> list[tuple[str, int]]:
    """The entries of ``text``, which commas or spaces part, and where each begins.

    An entry between two commas may be empty.
    """
    found = []
    at = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    for parting in re.finditer(r"\s*,\s*|\s+", text[:end]):
        if parting.start() >= at:
            found.append((text[at : parting.start()], at))
            at = parting.end()
    return [*found, (text[at:end], min(at, end))]
