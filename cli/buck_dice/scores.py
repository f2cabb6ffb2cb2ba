"""Reading the scores of a round as people write them."""

from __future__ import annotations

import click

from ..parse import echo, parse_whole_number, split_list


def parse_scores(text: str, players: int, goal: int) -> list[int]:
    """The points written in ``text`` for each of ``players``; ``out`` is a player who has ``goal``.

    Entries are parted by commas or spaces.  Whether points are possible is not looked at here.
    """
    expected = f"expected {players} scores, one for each player, each a whole number or 'out'"
    scores: list[int] = []
    for entry in split_list(text):
        score = goal if entry.casefold() == "out" else parse_whole_number(entry)
        if score is None:
            raise _bad_scores(f"{echo(text)}: {echo(entry)} is not a score; {expected}.")
        scores.append(score)
    if len(scores) != players:
        raise _bad_scores(f"{echo(text)}: {len(scores)} scores; {expected}.")
    return scores


def _bad_scores(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="'--scores'")
