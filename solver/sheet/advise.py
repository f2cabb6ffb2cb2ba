"""The whole question in one call."""

from __future__ import annotations

from ..games.registry import SHEET_GAMES, ruleset
from ..games.ruleset import Ruleset
from ..notation.dice import WrittenDice
from .advice import Advisor, Option
from .position import Position


def advise(
    dice: WrittenDice,
    card: str = "",
    game: str = "maxi-yatzy",
    markers: int | None = None,
    rerolls: int | None = None,
    **choices: str | bool,
) -> list[Option]:
    """Every option for ``dice`` with its exact value, best first.

    Args:
        dice: the roll, a text or faces, in any order.
        card: the boxes filled so far, as docs/notation.md describes; no text is an empty card.
        game: a game with a sheet, by its name in commands.
        markers: saved rerolls held; None for what the card says, or else 0.
        rerolls: ordinary rerolls left; None for all of them.
        choices: values for the choices that the game gives, such as ``bonus="tactic"``.

    Raises:
        NotationError: the dice or the card cannot be read.
        IllegalState: they do not fit the rules.
        TableError: there are values, but they cannot be trusted.
        ValueError: the game has no such choice, or there is no such game with a sheet.

    >>> advise("666421")[0].action
    Score(box='three-of-a-kind', points=18)
    >>> advise("12345", "yatzy=50", game="yatzy", rerolls=0)[0].action
    Score(box='small-straight', points=15)

    Whoever asks more than one question makes an :class:`Advisor` once.
    """
    rules = ruleset(game, **choices)
    if not isinstance(rules, Ruleset):
        raise ValueError(f"{game} has no sheet; expected one of: {', '.join(g.id for g in SHEET_GAMES)}")
    position = Position.parse(rules, card, markers)
    return Advisor(rules).options(position, dice, rerolls)
