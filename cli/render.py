"""Text for people, in lines that fit the terminal; elsewhere lines are as long as they are.

Words are never cut, and so no number and no path is: what does not fit stands on a line of its own.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence

import click

PLAIN_WIDTH = 100
"""Line length of running text where there is no terminal to ask."""

INDENT = "    "


def terminal_width() -> int | None:
    """How many characters fit on a line; None where there is no terminal."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def bar_length(most: int, before: int) -> int:
    """Length of the longest bar of a chart, at most ``most``, after ``before`` characters of a line."""
    width = terminal_width()
    return most if width is None else max(1, min(most, width - before))


def show_wrapped(text: str, indent: str = "") -> None:
    """Running text on as many lines as it takes, each after ``indent``."""
    _show_lines(_wrapped(text, terminal_width() or PLAIN_WIDTH, indent, indent))


def show_line(text: str) -> None:
    """One line; on a terminal that is too narrow those that follow it are indented."""
    _show_lines(_wrapped(text, terminal_width(), "", INDENT))


def show_facts(*facts: tuple[str, str]) -> None:
    """A line for each (name, text), the texts below one another, or each below its name."""
    names = max(len(name) for name, _ in facts) + 2
    longest_word = max(len(word) for _, text in facts for word in text.split())
    width = terminal_width() or PLAIN_WIDTH
    for name, text in facts:
        if names + longest_word <= width:
            _show_lines(_wrapped(name.ljust(names) + text, width, "", " " * names))
        else:
            _show_lines([name, *_wrapped(text, width, INDENT, INDENT)])


def show_columns(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: int) -> None:
    """A table whose last ``numbers`` columns hold numbers, which stand to the right.

    On a terminal that is too narrow, headings are broken between words and columns move
    together; if that is not enough, every row becomes a block under its first cell.
    """
    width = terminal_width()
    one_line = [[heading] for heading in headings]
    one_word_a_line = [heading.split() for heading in headings]
    for heads, gap in ((one_line, 2), (one_word_a_line, 2), (one_word_a_line, 1)):
        top, body = _aligned(heads, rows, numbers, gap)
        if width is None or max(map(len, (*top, *body))) <= width:
            _show_lines([*map(_bold, top), *body])
            return
    assert width is not None
    for first, *others in rows:
        facts = [f"{heading} {cell}" for heading, cell in zip(headings[1:], others, strict=True) if cell]
        title = f"{headings[0]} {first}" if first.isdigit() else first
        _show_lines([*map(_bold, _wrapped(title, width, "", INDENT)), *_packed(facts, width)])


def _bold(text: str) -> str:
    return click.style(text, bold=True)


def _aligned(
    headings: Sequence[Sequence[str]], rows: Sequence[Sequence[str]], numbers: int, gap: int
) -> tuple[list[str], list[str]]:
    """The lines of the headings and those of the rows; each heading is given as its lines."""
    height = max(map(len, headings))
    above = [[*[""] * (height - len(lines)), *lines] for lines in headings]
    columns = [[*lines, *cells] for lines, *cells in zip(above, *rows, strict=True)]
    widths = [max(map(len, column)) for column in columns]
    first_number = len(headings) - numbers

    def line(cells: Sequence[str]) -> str:
        padded = (
            cell.ljust(width) if number < first_number else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(cells, widths, strict=True))
        )
        return (" " * gap).join(padded).rstrip()

    lines = list(map(line, zip(*columns, strict=True)))
    return lines[:height], lines[height:]


def _packed(facts: Iterable[str], width: int) -> Iterator[str]:
    """Indented lines with as many of the facts on each as fit."""
    line = ""
    for fact in facts:
        if line and len(f"{INDENT}{line}, {fact}") > width:
            yield from _wrapped(line, width, INDENT, INDENT)
            line = ""
        line = f"{line}, {fact}" if line else fact
    yield from _wrapped(line, width, INDENT, INDENT)


def _wrapped(text: str, width: int | None, first: str, others: str) -> list[str]:
    """``text`` in lines of at most ``width`` characters, broken between words only."""
    if width is None:
        return [first + text]
    return textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _show_lines(lines: Iterable[str]) -> None:
    for line in lines:
        click.echo(line)
