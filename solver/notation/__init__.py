"""Dice, actions, cards and scores as people write them: text to objects and back.

Every ``parse_…`` raises :class:`~omkast.NotationError` for a text that it cannot read, and reads
what the ``format_…`` beside it writes.  docs/notation.md describes what can be written.
"""

from .actions import format_action as format_action, parse_action as parse_action
from .cards import Card as Card, format_card as format_card, parse_card as parse_card
from .dice import (
    WrittenDice as WrittenDice,
    dice_example as dice_example,
    format_dice as format_dice,
    parse_dice as parse_dice,
    parse_some_dice as parse_some_dice,
)
from .names import BoxNames as BoxNames
from .numbers import whole_number as whole_number
from .scores import format_scores as format_scores, parse_scores as parse_scores
