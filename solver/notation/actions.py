"""Actions as people write them: ``keep 666``, ``keep nothing``, ``sixes=24``, ``strike villa``."""

from __future__ import annotations

import re

from ..dice import Dice
from ..errors import NotationError, quoted
from ..games.action import Action, Keep, Score
from ..games.ruleset import Ruleset
from .cards import format_card, parse_card
from .dice import dice_example, format_dice, parse_some_dice
from .names import BoxNames

KEEP = {"en": "keep", "sv": "spara", "nb": "behold"}
NOTHING = {"en": "nothing", "sv": "inget", "nb": "ingen"}
STRIKE = ("strike", "stryk")


def parse_action(ruleset: Ruleset, text: str) -> Action:
    """The action written in ``text``, in any of the languages of the boxes.

    Whether a box can give its score is not looked at here.

    Raises:
        NotationError: it is no action, keeps as many dice as the game has, or names no box.

    >>> from omkast import ruleset
    >>> parse_action(ruleset("maxi-yatzy"), "keep 6 6 6")
    Keep(dice=(6, 6, 6))
    >>> parse_action(ruleset("maxi-yatzy"), "strike villa")
    Score(box='villa', points=0)
    """
    words = re.match(r"\s*(\S*)\s*", text)
    assert words is not None  # it matches any text
    verb, rest_at = words[1].casefold(), words.end()
    rest = text[rest_at:].rstrip()
    if verb in KEEP.values():
        return Keep(_kept(ruleset, text, rest, rest_at))
    if verb in STRIKE:
        return Score(BoxNames(ruleset).find(rest, text, rest_at), 0)
    return _score(ruleset, text)


def format_action(ruleset: Ruleset, action: Action, language: str | None = None) -> str:
    """The canonical form of an action; words and boxes in ``language``, else in English and by id.

    >>> from omkast import Keep, Score, ruleset
    >>> format_action(ruleset("maxi-yatzy"), Score("villa", 27), "sv")
    'hus=27'
    >>> format_action(ruleset("maxi-yatzy"), Keep(()))
    'keep nothing'
    """
    if isinstance(action, Score):
        return format_card(ruleset, {action.box: action.points}, language=language)
    return f"{KEEP[language or 'en']} {format_dice(action.dice) or NOTHING[language or 'en']}"


def _kept(ruleset: Ruleset, text: str, rest: str, at: int) -> Dice:
    """The dice kept, written in the ``rest`` of ``text`` from the index ``at``."""
    if rest.casefold() in NOTHING.values():
        return ()
    most = ruleset.num_dice - 1
    if not rest:
        expected = f"at most {most} dice or 'nothing', as in keep {dice_example(most)}"
        raise NotationError(f"{quoted(text)} does not say which dice", text, at, expected)
    try:
        return parse_some_dice(rest, most)
    except NotationError as error:
        raise NotationError(error.problem, text, at + error.at, error.expected) from None


def _score(ruleset: Ruleset, text: str) -> Score:
    card = parse_card(ruleset, text)
    if card.markers is not None or len(card.scores) != 1:
        raise NotationError(
            f"{quoted(text)} is no action", text, 0, "one, as in keep 666, sixes=24 or strike villa"
        )
    ((box, points),) = card.scores.items()
    return Score(box, points)
