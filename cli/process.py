"""The command as a process: interrupts, standard streams and the exit status.

What it prints reaches a terminal of any encoding, the letters that it lacks by plain ones. A
reader that has gone away (``omkast … | head``) is no error; an answer that cannot be written is
one, in a line of its own.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import signal
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

REFUSED = 2
"""The exit status of what cannot be done as things are."""

PLAIN = str.maketrans(
    {"æ": "a", "Æ": "A", "ø": "o", "Ø": "O", "█": "#", "░": "-", "\u2013": "-", "\u2014": "-", "…": "."}
)
"""What stands for a character that an encoding lacks, unless it is a plain letter with a mark."""


def run() -> None:
    """The entry point of the ``omkast`` command."""
    with _interrupts_end_at_once():
        from .main import main
    _prepare_streams()
    try:
        main(prog_name="omkast")
    except _CannotWrite as error:
        print(f"Error: cannot write the answer: {error}.", file=sys.stderr)
        sys.exit(REFUSED)


class _CannotWrite(Exception):
    """Standard output takes nothing; the text says why."""


@contextmanager
def _interrupts_end_at_once() -> Iterator[None]:
    """Lets the system end the process on Ctrl-C: an exception can come out of any line of an import."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # a job in the background ignores interrupts
        return
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, signal.default_int_handler)


def _prepare_streams() -> None:
    """Standard streams to which anything can be printed.

    A stream that is closed gets a stand-in, or the next file opened would take its number
    and what is meant for people would go there.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - open as long as the process
    closed = sys.stdout is None
    if closed:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = _guarded(sys.stderr, _Guarded)
    sys.stdout = _guarded(sys.stdout, _ClosedOutput if closed else _Output)
    # Whoever asks for the width of the terminal looks here, and the old stream is detached.
    sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr  # type: ignore[assignment, misc]


class _Guarded(io.RawIOBase):
    """A stream that is silent for good once it cannot be written: it is where errors are told."""

    def __init__(self, raw: io.RawIOBase) -> None:
        self._raw = raw
        self._lost = False

    def write(self, data: bytes) -> int | None:  # type: ignore[override]
        """Write what can be written; all of ``data`` counts as written once nothing can."""
        if not self._lost:
            try:
                return self._raw.write(data)
            except OSError as error:
                self._lost = True
                self._fail(error)
        return len(data)

    def _fail(self, error: OSError) -> None:
        pass

    def writable(self) -> bool:
        """It is."""
        return True

    def fileno(self) -> int:
        """The number of the stream."""
        return self._raw.fileno()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self._raw.isatty()


class _Output(_Guarded):
    """Standard output: like that when its reader has gone, but what cannot be written is an error."""

    def _fail(self, error: OSError) -> None:
        if error.errno != errno.EPIPE:
            raise _CannotWrite(error.strerror)


class _ClosedOutput(_Guarded):
    """Stands for standard output that was closed before the process began."""

    def write(self, data: bytes) -> int | None:  # type: ignore[override]
        """Refuse the first that is written."""
        if not self._lost:
            self._lost = True
            raise _CannotWrite("standard output is closed")
        return len(data)


class _PlainText(io.TextIOWrapper):
    """Text in an encoding that may lack letters; bytes of file names that are no text stay as they are.

    Click takes a stream in ASCII for a mistake and writes UTF-8 to it.  This one says UTF-8 and
    writes that part of it which is ASCII.
    """

    def __init__(self, raw: io.RawIOBase, encoding: str) -> None:
        self._taken = encoding
        said = "utf-8" if codecs.lookup(encoding).name == "ascii" else encoding
        super().__init__(io.BufferedWriter(raw), said, errors="surrogateescape", line_buffering=raw.isatty())

    def write(self, text: str) -> int:
        """Write ``text`` with the letters that there are."""
        return super().write("".join(map(self._plain, text)) if not text.isascii() else text)

    def _plain(self, character: str) -> str:
        for candidate in (character, character.translate(PLAIN), unicodedata.normalize("NFKD", character)[0]):
            try:
                candidate.encode(self._taken, "surrogateescape")
            except UnicodeEncodeError:
                continue
            return candidate
        return "?"


def _guarded(stream: TextIO, guard: type[_Guarded]) -> TextIO:
    """``stream`` behind ``guard``; a stream that is no file of bytes stays as it is."""
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    encoding = stream.encoding
    buffer = stream.detach()
    raw = buffer.detach() if isinstance(buffer, io.BufferedWriter) else buffer
    assert isinstance(raw, io.RawIOBase)
    return _PlainText(guard(raw), encoding)
