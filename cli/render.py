"""Text for people: rich tables on a terminal, plain aligned columns elsewhere."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Sequence

import click

PLAIN_WIDTH = 100
"""Line length where there is no terminal to ask."""


def show_wrapped(text: str, indent: str = "") -> None:
    """``text`` on as many lines as it takes, each after ``indent``."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else PLAIN_WIDTH
    click.echo(textwrap.fill(text, width, initial_indent=indent, subsequent_indent=indent))


def show_facts(*facts: tuple[str, str]) -> None:
    """A line for each (name, text), the texts below one another."""
    width = max(len(name) for name, _ in facts)
    for name, text in facts:
        click.echo(f"{name.ljust(width)}  {text}")


def show_columns(headings: Sequence[str], rows: Sequence[Sequence[str]], numbers: int) -> None:
    """A table whose last ``numbers`` columns hold numbers, which stand to the right."""
    right = [i >= len(headings) - numbers for i in range(len(headings))]
    if sys.stdout.isatty():
        _show_rich_columns(headings, rows, right)
        return
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        cells = [
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(row, widths, right, strict=True)
        ]
        click.echo("  ".join(cells).rstrip())


def _show_rich_columns(headings: Sequence[str], rows: Sequence[Sequence[str]], right: list[bool]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table()
    for heading, to_right in zip(headings, right, strict=True):
        table.add_column(heading, justify="right" if to_right else "left")
    for row in rows:
        table.add_row(*row)
    Console(highlight=False).print(table)
