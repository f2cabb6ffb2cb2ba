"""Calling the omkast command in tests."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from omkast.cli.main import main
from omkast.games.maxi_yatzy import maxi_yatzy

RULES = maxi_yatzy()
FULL_CARD = " ".join(f"{b.id}=0" for b in RULES.boxes)
ONLY_CHANCE = FULL_CARD.replace("chance=0", "")
"""With one open box there is next to nothing to solve, and the answers are known."""

JSON_PAGE = Path(__file__).parents[1] / "docs" / "json.md"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def text_of(*arguments: str) -> str:
    """What a command prints; it must succeed, and have nothing to complain of."""
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def document_of(*arguments: str) -> dict[str, Any]:
    """The JSON document that a command prints, on one line."""
    printed = text_of(*arguments, "--json")
    assert printed.count("\n") == 1
    loaded = json.loads(printed)
    assert isinstance(loaded, dict)
    return loaded


def answer(*arguments: str) -> str:
    """What a command of Maxi Yatzy prints."""
    return text_of("maxi-yatzy", *arguments)


def document(*arguments: str) -> dict[str, Any]:
    """The JSON document that a command of Maxi Yatzy prints."""
    return document_of("maxi-yatzy", *arguments)


def heavy_imports(*arguments: str) -> list[str]:
    """Which modules that take long to import a command brings along, in a process of its own."""
    script = (
        "import contextlib, json, sys\n"
        "from omkast.cli.main import main\n"
        "with contextlib.suppress(SystemExit):\n"
        f"    main({list(arguments)!r})\n"
        "print(json.dumps(sorted({'numpy', 'numba', 'scipy', 'joblib', 'rich'} & set(sys.modules))))\n"
    )
    printed = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    imported: list[str] = json.loads(printed.stdout.splitlines()[-1])
    return imported


def assert_refused(result: Result, texts: list[str]) -> None:
    """Exit status 2 and a message that says ``texts``; no traceback, no answer."""
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert result.stdout == ""
    assert "Traceback" not in result.stderr
    message = result.stderr[result.stderr.index("Error: ") :]
    for text in texts:
        assert text in message


def assert_documented(part: object) -> None:
    """Every key of a document stands in docs/json.md."""
    if isinstance(part, dict):
        for key, inner in part.items():
            assert re.search(rf"`(\S*\.)?{key}`", JSON_PAGE.read_text()), key
            assert_documented(inner)
    elif isinstance(part, list):
        for inner in part:
            assert_documented(inner)
