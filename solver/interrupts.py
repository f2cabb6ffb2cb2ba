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
        # Another handler stays: a job in the background may have been told to ignore interrupts.
        if _in_main_thread() and _raises_at_once(signal.getsignal(signal.SIGINT)):
            signal.signal(signal.SIGINT, self._note)
            self._held = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        # A generator that was left behind may be closed by any thread, but only the main one
        # may change the handler: this one then steps aside when it is next called.
        if self._held and _in_main_thread():
            signal.signal(signal.SIGINT, signal.default_int_handler)
        self._held = False
        if kind is None:
            self.check()

    def _note(self, _number: int, _frame: FrameType | None) -> None:
        if self._held:
            self._came = True
        else:
            signal.signal(signal.SIGINT, signal.default_int_handler)
            raise KeyboardInterrupt


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


def _raises_at_once(handler: object) -> bool:
    """Whether it is Python's own handler, or one of those here that is no longer needed."""
    owner = getattr(handler, "__self__", None)
    return handler is signal.default_int_handler or (isinstance(owner, HeldInterrupt) and not owner._held)
