"""How a long computation tells how far it is."""

from __future__ import annotations

from typing import Protocol


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
