"""The examples of the README and of the pages in docs/ are run, and print what the page says they print."""

from __future__ import annotations

import re
import shlex
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path
from typing import NamedTuple

import pytest

from cli_calls import run

pytestmark = pytest.mark.usefixtures("empty_cache")

PROJECT = Path(__file__).resolve().parent.parent
PAGES = [PROJECT / "README.md", *sorted((PROJECT / "docs").glob("*.md"))]


class Example(NamedTuple):
    """A command and what a page says it prints."""

    page: str
    command: str
    printed: str


def examples(page: Path) -> list[Example]:
    """Every command of a page's console blocks, but for measurements, which differ between machines."""
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [
        Example(page.name, command, printed)
        for block in blocks
        for command, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
        if command != "make bench"
    ]


EXAMPLES = [example for page in PAGES for example in examples(page)]


def arguments(command: str) -> list[str]:
    """The arguments of omkast; ``make advise DICE=…`` is short for Maxi Yatzy's advise."""
    words = shlex.split(command)
    if words[:2] == ["make", "advise"]:
        return ["maxi-yatzy", "advise", words[2].removeprefix("DICE=")]
    assert words[0] == "omkast"
    return words[1:]


@pytest.mark.parametrize(
    "example", EXAMPLES, ids=[f"{example.page}: {example.command}" for example in EXAMPLES]
)
def test_an_example_prints_what_its_page_says(example: Example, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)  # examples name files from there
    result = run(*arguments(example.command))
    assert result.exit_code == 0, result.output
    # A blank line parts the commands of a block.
    wanted, got = example.printed.rstrip("\n") + "\n", result.stdout
    assert OutputChecker().check_output(wanted, got, ELLIPSIS), got


@pytest.mark.parametrize("page", ["README.md", "games.md", "json.md"])
def test_a_page_has_examples(page: str) -> None:
    printed = [example.printed for example in EXAMPLES if example.page == page]
    assert len(printed) >= 3
    assert all(printed)


def test_links_between_pages_lead_somewhere() -> None:
    """To a file that is there, and to a heading that it has."""
    for page in [*PAGES, PROJECT / "CONTRIBUTING.md"]:
        for target, heading in re.findall(
            r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8")
        ):
            file = page.parent / target if target else page
            assert file.is_file(), f"{page.name}: {target}"
            headings = re.findall(r"^#+ (.*)$", file.read_text(encoding="utf-8"), re.MULTILINE)
            slugs = [re.sub(r"[^\w -]", "", text.lower()).replace(" ", "-") for text in headings]
            assert not heading or heading in slugs, f"{page.name}: {heading}"
