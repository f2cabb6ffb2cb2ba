"""The scores of a round of Buck Dice as people write them: ``12,7,0,out``."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import NotationError, quoted
from .numbers import entries, whole_number

OUT = "out"
"""How a player who has the goal is written."""


def parse_scores(text: str, players: int, goal: int) -> list[int]:
    """The points written in ``text`` for each of ``players``; ``out`` is a player who has ``goal``.

    Entries are parted by commas or spaces.  Whether points are possible is not looked at here.

    Raises:
        NotationError: an entry is no score, or there are more or fewer than players.

    >>> parse_scores("12, 7, 0, out", 4, goal=15)
    [12, 7, 0, 15]
    """
    expected = f"{players} scores, one for each player, each a whole number or 'out'"
    scores: list[int] = []
    for entry, at in entries(text):
        score = goal if entry.casefold() == OUT else whole_number(entry)
        if score is None:
            raise NotationError(f"{quoted(text)}: {quoted(entry)} is not a score", text, at, expected)
        scores.append(score)
    if len(scores) != players:
        raise NotationError(f"{quoted(text)}: {len(scores)} scores", text, 0, expected)
    return scores


def format_scores(scores: Sequence[int], goal: int) -> str:
    """The canonical form of scores.

    >>> format_scores([12, 7, 0, 15], goal=15)
    '12,7,0,out'
    """
    return ",".join(OUT if score == goal else str(score) for score in scores)
