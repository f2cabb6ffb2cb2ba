"""The examples of the README are run, and print what it says they print."""

from __future__ import annotations

import re
import shlex
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from cli_calls import run

pytestmark = pytest.mark.usefixtures("own_cache")

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def examples() -> list[tuple[str, str]]:
    """Every command of a console block, and what is printed below it."""
    blocks = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    return [
        (command, printed)
        for block in blocks
        for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
    ]


EXAMPLES = examples()


def arguments(command: str) -> list[str]:
    """The arguments of omkast; ``make advise DICE=…`` is short for Maxi Yatzy's advise."""
    words = shlex.split(command)
    if words[:2] == ["make", "advise"]:
        return ["maxi-yatzy", "advise", words[2].removeprefix("DICE=")]
    assert words[0] == "omkast"
    return words[1:]


@pytest.mark.parametrize(("command", "printed"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_an_example_prints_what_the_readme_says(command: str, printed: str) -> None:
    result = run(*arguments(command))
    assert result.exit_code == 0, result.output
    # A blank line parts the commands of a block.
    wanted, got = printed.rstrip("\n") + "\n", result.stdout
    assert OutputChecker().check_output(wanted, got, ELLIPSIS), got


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 4
    assert all(printed for _, printed in EXAMPLES)
