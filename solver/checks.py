"""Refusing what cannot be a number of anything, for all games."""

from __future__ import annotations

from operator import index

from .errors import IllegalState


def whole(what: str, number: object) -> int:
    """``number`` as an int; raises IllegalState if it is no whole number."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise IllegalState(f"{what} is {number!r}; expected a whole number")
    return index(number)
