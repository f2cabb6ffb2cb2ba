"""Dice as people write them: ``666421``, ``6 6 6 4 2 1`` or ``6,6,6,4,2,1``, in any order."""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import SupportsIndex

from ..dice import FACES, Dice
from ..errors import IllegalState, NotationError, quoted
from .numbers import entries

WrittenDice = str | Sequence[SupportsIndex]
"""Dice as a text or as their faces, in any order."""


def parse_dice(text: str, count: int, which: str = "") -> Dice:
    """The ``count`` dice written in ``text``, ascending.

    ``text`` is either one run of digits or single digits parted by spaces or commas.
    ``which`` may say in a message which dice are expected.

    Raises:
        NotationError: there are more or fewer dice, or something else.

    >>> parse_dice("6 6 6 4 2 1", 6)
    (1, 2, 4, 6, 6, 6)
    """
    expected = f"{count_of(count)}{which}, each from 1 to 6, as in {dice_example(count)}"
    faces = _faces(text, expected)
    if len(faces) != count:
        raise NotationError(f"{quoted(text)}: {count_of(len(faces))}", text, 0, expected)
    return faces


def parse_some_dice(text: str, most: int) -> Dice:
    """At most ``most`` dice, written like those of :func:`parse_dice`, ascending; no text is none.

    Raises:
        NotationError: there are more dice, or something else.
    """
    expected = f"at most {count_of(most)}, each from 1 to 6, as in {dice_example(most)}"
    faces = _faces(text, expected) if text.strip() else ()
    if len(faces) > most:
        raise NotationError(f"{quoted(text)}: {count_of(len(faces))}", text, 0, expected)
    return faces


def format_dice(dice: Dice) -> str:
    """The canonical form of dice: their digits, in the order of ``dice``.

    >>> format_dice((1, 2, 4, 6, 6, 6))
    '124666'
    """
    return "".join(map(str, dice))


def read_dice(dice: WrittenDice, count: int) -> Dice:
    """``count`` dice, a text or faces in any order, as a sorted tuple.

    Raises:
        NotationError: a text that is not so many dice.
        IllegalState: faces that are not so many dice.
    """
    if isinstance(dice, str):
        return parse_dice(dice, count)
    faces = read_faces(dice)
    if len(faces) != count:
        raise IllegalState(f"dice {_listed(dice)}: expected {count} dice with faces 1 to 6")
    return faces


def read_faces(dice: Sequence[SupportsIndex]) -> Dice:
    """Any number of faces as a sorted tuple; raises IllegalState if one is no face of a die."""
    known = [face for face in dice if not isinstance(face, bool) and hasattr(face, "__index__")]
    faces = tuple(sorted(map(index, known)))
    if len(faces) != len(dice) or not {*faces} <= {*FACES}:
        raise IllegalState(f"dice {_listed(dice)}: expected faces from 1 to 6")
    return faces


def _faces(text: str, expected: str) -> Dice:
    words = entries(text)
    # One run of digits is a die for each; everything else must be single digits.
    marks = [(digit, words[0][1] + i) for i, digit in enumerate(words[0][0])] if len(words) == 1 else words
    known = {str(face): face for face in FACES}
    for mark, at in marks:
        if mark not in known:
            raise NotationError(f"{quoted(text)}: {quoted(mark)} is not a face of a die", text, at, expected)
    return tuple(sorted(known[mark] for mark, _ in marks))


def count_of(num_dice: int) -> str:
    """So many dice, in words."""
    return "1 die" if num_dice == 1 else f"{num_dice} dice"


def dice_example(count: int) -> str:
    """``count`` dice as people write them."""
    return "666421"[:count]


def _listed(dice: Sequence[object]) -> str:
    return quoted(" ".join(map(str, dice)))
