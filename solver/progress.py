"""How a long computation tells how far it is, and is told to give up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from .errors import Cancelled

Item = TypeVar("Item")

Cancel = Callable[[], bool]
"""A token that a long computation looks at now and then: True asks it to give up with Cancelled."""


def never() -> bool:
    """The token of a computation that nobody cancels."""
    return False


def watched(items: Iterable[Item], cancel: Cancel) -> Iterator[Item]:
    """The ``items``, until the token asks to give up: looked at before each; raises Cancelled then."""
    for item in items:
        if cancel():
            raise Cancelled("the work was given up")
        yield item


class Progress(Protocol):
    """Told about the work by a solve; shows it (omkast.cli.progress) or ignores it."""

    def start(self, title: str, levels: int) -> None:
        """Work begins; ``levels`` levels will be solved."""

    def update(self, level: int, share: float) -> None:
        """``level`` is being solved and ``share`` (0 to 1) of all work is done."""

    def finish(self) -> None:
        """All work is done, or it was given up."""


class Silent:
    """Progress that shows nothing."""

    def start(self, title: str, levels: int) -> None:
        """Ignored."""

    def update(self, level: int, share: float) -> None:
        """Ignored."""

    def finish(self) -> None:
        """Ignored."""
