"""Ctrl-C in a solve: it takes effect between two chunks, soon, and never in the middle of the pool."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from omkast.cli.interrupts import HeldInterrupt
from omkast.errors import Cancelled
from omkast.games.yatzy import yatzy
from omkast.progress import Silent
from omkast.sheet.lattice import SheetLattice
from omkast.sheet.solve import solve_levels

posix = pytest.mark.skipif(os.name != "posix", reason="signals are sent as POSIX does")


@pytest.fixture(autouse=True)
def interruptible() -> Iterator[None]:
    """Interrupts are raised, also where the tests run as a job in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


class InterruptAt:
    """Progress that sends the process interrupts when a share of the work is done."""

    def __init__(self, share: float, interrupts: int) -> None:
        self._share, self._left = share, interrupts
        self.updates_after = 0
        self.finished = False

    def start(self, title: str, levels: int) -> None:
        """Ignored."""

    def update(self, level: int, share: float) -> None:
        """Interrupts once the share is reached."""
        if share >= self._share:
            self.updates_after += 1
            while self._left:
                self._left -= 1
                signal.raise_signal(signal.SIGINT)

    def finish(self) -> None:
        """Noted."""
        self.finished = True


@pytest.mark.filterwarnings("ignore::UserWarning:joblib")
@pytest.mark.parametrize("interrupts", [1, 3])
@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_a_solve_ends_at_the_chunk_in_which_it_is_interrupted(share: float, interrupts: int) -> None:
    progress = InterruptAt(share, interrupts)
    with pytest.raises(Cancelled), HeldInterrupt() as interrupt:
        list(solve_levels(SheetLattice(yatzy()), progress, jobs=2, cancel=interrupt.came))
    assert progress.updates_after == 1
    assert progress.finished
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_solve_leaves_signals_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """They belong to the command, the notebook or the server that the library works in."""
    with monkeypatch.context() as patch:
        patch.setattr(signal, "signal", None)
        levels = solve_levels(SheetLattice(yatzy()), Silent(), jobs=2)
        assert next(levels)[0] == 15
        assert next(levels)[0] == 14
        levels.close()


def interrupted() -> bool:
    """Interrupted inside: whether that was noted."""
    with HeldInterrupt() as interrupt:
        assert not interrupt.came()
        signal.raise_signal(signal.SIGINT)
        return interrupt.came()


def test_an_interrupt_that_nobody_looked_at_is_raised_at_the_end() -> None:
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def interrupted_and_wrong() -> None:
    with HeldInterrupt():
        signal.raise_signal(signal.SIGINT)
        raise ZeroDivisionError


def test_an_error_is_not_hidden_by_an_interrupt() -> None:
    with pytest.raises(ZeroDivisionError):
        interrupted_and_wrong()


def test_in_another_thread_nothing_is_held() -> None:
    """Only the main thread may change the handler."""
    found: list[bool] = []

    def hold() -> None:
        with HeldInterrupt() as interrupt:
            found.append(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
            found.append(not interrupt.came())

    thread = threading.Thread(target=hold)
    thread.start()
    thread.join()
    assert found == [True, True]


def test_a_job_that_ignores_interrupts_goes_on_doing_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with HeldInterrupt() as interrupt:
            signal.raise_signal(signal.SIGINT)
            assert not interrupt.came()
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@posix
def test_the_command_ends_with_a_word_and_status_130(tmp_path: Path) -> None:
    script = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from omkast.cli.main import main; main(sys.argv[1:])"
    )
    command = [sys.executable, "-c", script, "maxi-yatzy", "solve", "--no-saved-rerolls"]
    process = subprocess.Popen(
        command, env={**os.environ, "OMKAST_CACHE": str(tmp_path)}, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while not list(tmp_path.rglob("level-*")) and time.monotonic() < deadline:
        time.sleep(0.05)
    for _ in range(3):
        process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=60)[1] == "\nInterrupted.\n"
    assert process.returncode == 130
