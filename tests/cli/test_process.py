"""The command as a process: streams that are closed, full, gone or of another encoding, and interrupts."""

from __future__ import annotations

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

pytestmark = pytest.mark.usefixtures("own_cache")

OMKAST = f"{sys.executable} -m omkast"
CANNOT_WRITE = "Error: cannot write the answer: "


def shell(command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What bash makes of a command line in which ``omkast`` is the command."""
    return subprocess.run(
        ["bash", "-c", f'omkast() {{ {OMKAST} "$@"; }}; set -o pipefail; {command}'],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    "arguments", ["qualify bank", "maxi-yatzy advise 666421 --json", "--help", "--version"]
)
@pytest.mark.parametrize(
    ("output", "reason"),
    [(">&-", "standard output is closed.\n"), (">/dev/full", "No space left on device.\n")],
)
def test_an_answer_that_cannot_be_written_is_an_error(arguments: str, output: str, reason: str) -> None:
    done = shell(f"omkast {arguments} {output}")
    assert (done.returncode, done.stderr) == (2, CANNOT_WRITE + reason)


@pytest.mark.parametrize("arguments", ["qualify bank", "maxi-yatzy table", "--help"])
def test_a_reader_that_has_gone_is_no_error(arguments: str) -> None:
    done = shell(f"omkast {arguments} | head -1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("output", ["2>&-", "2>/dev/full"])
def test_a_refusal_does_not_go_where_answers_go(output: str) -> None:
    done = shell(f"omkast maxi-yatzy value --colour {output}")
    assert (done.returncode, done.stdout) == (2, "")


def test_a_terminal_without_the_letters_gets_plain_ones() -> None:
    advice = shell("omkast maxi-yatzy advise 666421 --lang sv --top 1", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert (advice.returncode, advice.stderr) == (0, "")
    assert advice.stdout.startswith("Skriv 18 pa tretal och ta tva markorer: forvantad slutsumma 500,91\n")
    chart = shell("omkast qualify bank", PYTHONIOENCODING="ascii").stdout
    assert "\n   30       0.0066  ##\n" in chart
    assert "\n   15       0.0018  -\n" in chart


def test_letters_that_an_encoding_has_are_kept() -> None:
    done = shell(
        "omkast maxi-yatzy advise 666421 --lang sv --top 1 | iconv -f latin1 -t utf-8",
        PYTHONIOENCODING="latin-1",
    )
    assert done.stdout.startswith("Skriv 18 på tretal och ta två markörer: förväntad slutsumma 500,91\n")


def on_terminal(columns: int, *arguments: str) -> str:
    """What a command prints on a terminal of that width."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    variables = {name: value for name, value in os.environ.items() if name != "COLUMNS"} | {"TERM": "xterm"}
    command = [sys.executable, "-m", "omkast", *arguments]
    with subprocess.Popen(command, stdin=its, stdout=its, stderr=its, env=variables) as process:
        os.close(its)
        printed = b""
        try:
            while part := os.read(ours, 65536):
                printed += part
        except OSError:  # how Linux says that the terminal was closed
            pass
    os.close(ours)
    assert process.returncode == 0
    return printed.decode().replace("\r\n", "\n")


def test_a_real_terminal_is_asked_for_its_width() -> None:
    helped = [on_terminal(columns, "verify", "--help") for columns in (60, 80)]
    assert len(helped[0].splitlines()) > len(helped[1].splitlines())
    wide, narrow = (on_terminal(columns, "buck-dice", "odds", "--players", "8") for columns in (80, 60))
    assert "\x1b[1mplayer score    1st" in wide
    assert "\n8          0 0.1101 0.1165 0.1207 0.1243 0.1274 0.1303 0.1334 0.1373 -0.0983\n" in wide
    assert "\x1b[1mplayer 8\x1b[0m\n    score 0, 1st 0.1101," in narrow
    assert "…" not in wide + narrow


def test_an_interrupt_while_modules_are_imported_is_no_traceback(tmp_path: Path) -> None:
    script = (
        "import os, signal, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'omkast.cli.main':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # tests may run in the background
        "from omkast.cli.process import run\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "run()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_completion_is_there_for_shells() -> None:
    done = shell("omkast", _OMKAST_COMPLETE="bash_source")
    assert done.returncode == 0
    assert "_OMKAST_COMPLETE=bash_complete" in done.stdout
