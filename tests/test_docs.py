"""The examples for programmers are run, in docs/python.md and in the docstrings of public objects."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import omkast

pytestmark = pytest.mark.usefixtures("own_cache")

PAGE = Path(__file__).parents[1] / "docs" / "python.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def names() -> dict[str, object]:
    """What examples in docstrings may use: every public name, and those of the notation."""
    public = {name: getattr(omkast, name) for name in omkast.__all__}
    return public | {name: value for name, value in vars(omkast.notation).items() if not name.startswith("_")}


def docstring_examples() -> list[doctest.DocTest]:
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = [
        test
        for name, value in names().items()
        if callable(value) and getattr(value, "__module__", "").startswith("omkast")
        for test in finder.find(value, name, globs=names())
    ]
    return [test for test in found if test.examples]


def assert_passes(test: doctest.DocTest) -> None:
    printed: list[str] = []
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test, out=printed.append)
    assert result.failed == 0, "".join(printed)


def test_the_guide() -> None:
    # A fence ends an example, as a blank line would.
    text = PAGE.read_text(encoding="utf-8").replace("```", "\n\n")
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) >= 30
    assert_passes(test)


@pytest.mark.parametrize("test", docstring_examples(), ids=lambda test: test.name)
def test_an_example_in_a_docstring(test: doctest.DocTest) -> None:
    assert_passes(test)


def test_there_are_examples_in_docstrings() -> None:
    tested = {test.name for test in docstring_examples()}
    assert {"advise", "ruleset", "Position.parse", "aside_options"} <= tested


def test_every_public_name_is_in_the_guide() -> None:
    listed = set(re.findall(r"`([^`]*)`", PAGE.read_text(encoding="utf-8").split("## All names")[1]))
    assert listed == set(omkast.__all__)
