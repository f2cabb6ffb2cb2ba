"""Ctrl-C while threads work."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType
from typing import Self


class HeldInterrupt:
    """As a context manager, notes an interrupt when it comes and raises it when it suits.

    A KeyboardInterrupt can come out of any line of the main thread.  In the middle of
    a thread pool it can leave a lock taken for ever, so that the program hangs instead
    of ending.  Here it is a token for the library (:meth:`came`), which gives up between
    two pieces of work; what was noted and led to no error is raised at the end.
    """

    def __init__(self) -> None:
        self._held = False
        self._came = False

    def came(self) -> bool:
        """Whether an interrupt came: an ``omkast.progress.Cancel``."""
        return self._came

    def __enter__(self) -> Self:
        # Another handler stays: a job in the background may have been told to ignore interrupts.
        in_main_thread = threading.current_thread() is threading.main_thread()
        if in_main_thread and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, self._note)
            self._held = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        if self._held:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        self._held = False
        if kind is None and self._came:
            raise KeyboardInterrupt

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._came = True
