"""Reading the scores of a round as people write them."""

from __future__ import annotations

import re

import click

from omkast.cli.parse import echo


def parse_scores(text: str, players: int, goal: int) -> list[int]:
    """The points written in ``text`` for each of ``players``; ``out`` is a player who has ``goal``.

    Entries are parted by commas or spaces.  Whether points are possible is not looked at here.
    """
    expected = f"expected {players} scores, one for each player, each a whole number or 'out'"
    entries = re.split(r"\s*,\s*|\s+", text.strip())
    for entry in entries:
        if not re.fullmatch(r"[+-]?[0-9]{1,9}|out", entry.casefold()):
            raise _bad_scores(f"{echo(text)}: {echo(entry)} is not a score; {expected}.")
    if len(entries) != players:
        raise _bad_scores(f"{echo(text)}: {len(entries)} scores; {expected}.")
    return [goal if entry.casefold() == "out" else int(entry) for entry in entries]


def _bad_scores(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="'--scores'")
