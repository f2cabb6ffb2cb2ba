"""A progress bar on stderr for solving that takes a while."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich import progress


WIDTH_BESIDE_TITLE = len(" level 12 (10 of 20) ━━━━━━━━━━ 100% 0:00:00")


class ProgressBar:
    """An ``omkast.progress.Progress`` that a terminal shows: title, level, share done, time left.

    Nothing is shown when stderr is no terminal.  As a context manager it leaves
    the terminal as it was, however the work ends.
    """

    def __init__(self) -> None:
        self._bar: progress.Progress | None = None
        self._levels = 0
        self._begun: set[int] = set()

    def start(self, title: str, levels: int) -> None:
        """Begin work on ``levels`` levels."""
        self.finish()
        if not sys.stderr.isatty():
            return
        from rich import progress
        from rich.console import Console

        self._levels = levels
        self._begun.clear()
        console = Console(stderr=True)
        figures = (
            progress.TextColumn("{task.fields[level]}", markup=False),
            progress.TaskProgressColumn(),
            progress.TimeRemainingColumn(),
        )
        # A column that does not fit would be cut: a narrow terminal gets the figures only.
        if console.width >= len(title) + WIDTH_BESIDE_TITLE:
            level, *others = figures
            titled = progress.TextColumn("{task.description}", markup=False)
            columns = (titled, level, progress.BarColumn(), *others)
        else:
            columns = figures
        self._bar = progress.Progress(*columns, console=console, transient=True)
        self._bar.add_task(title, total=1.0, level="")
        self._bar.start()

    def update(self, level: int, share: float) -> None:
        """Level ``level`` is being solved and ``share`` (0 to 1) of the whole work is done."""
        if self._bar is not None:
            self._begun.add(level)
            text = f"level {level} ({len(self._begun)} of {self._levels})"
            self._bar.update(self._bar.task_ids[0], completed=share, level=text)

    def finish(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.finish()
