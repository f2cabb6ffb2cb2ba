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
    of ending.  Here it comes out of :meth:`check`, or at the end, and nowhere else.
    """

    def __init__(self) -> None:
        self._held = False
        self._came = False

    def check(self) -> None:
        """Raise KeyboardInterrupt if an interrupt came."""
        if self._came:
            self._came = False
            raise KeyboardInterrupt

    def __enter__(self) -> Self:
        in_main_thread = threading.current_thread() is threading.main_thread()
        # Another handler stays: a job in the background may have been told to ignore interrupts.
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
        if kind is None:
            self.check()

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        self._came = True
