"""Boxes by the names that people write."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator

from ..errors import ECHO_LENGTH, NotationError, quoted
from ..games.names import ALSO_CALLED, BONUS_LINES, NUMBER_WORDS, SUM_LINES
from ..games.ruleset import Box, Groups, Ruleset, Run

NORDIC_LETTERS = str.maketrans({"å": "aa", "ä": "ae", "æ": "ae", "ö": "oe", "ø": "oe"})
BARE_LETTERS = str.maketrans({"æ": "a", "ø": "o"})

SUGGESTIONS = 3
"""How many boxes a refusal of a name suggests at most."""


def normal_name(name: str) -> str:
    """The form in which names of boxes are compared: bare lower-case letters and digits.

    Accents are dropped (å becomes a), and so is all that is no letter or digit.
    """
    decomposed = unicodedata.normalize("NFKD", name.casefold().translate(BARE_LETTERS))
    return "".join(c for c in decomposed if c.isalnum())


class BoxNames:
    """The names under which the boxes of a ruleset are known, in every language.

    Raises ValueError when two boxes would answer to one name.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        first_boxes = (ruleset.boxes[0], *ruleset.lower[:1], ruleset.boxes[-1])
        self._examples = list(dict.fromkeys(box.id for box in first_boxes))
        self._by_name: dict[str, tuple[str, str]] = {}
        for box in ruleset.boxes:
            for name in _names(box):
                for spelling in (name, name.casefold().translate(NORDIC_LETTERS)):
                    self._enter(spelling, name, box.id)

    def _enter(self, spelling: str, name: str, box_id: str) -> None:
        other = self._by_name.setdefault(normal_name(spelling), (box_id, name))
        if other[0] != box_id:
            raise ValueError(f"{name!r} could be {other[0]} or {box_id}")

    def __contains__(self, name: str) -> bool:
        return normal_name(name) in self._by_name

    def find(self, name: str, text: str | None = None, at: int = 0) -> str:
        """The id of the box called ``name``, which stands in ``text`` at the index ``at``.

        Raises:
            NotationError: no box has that name.
        """
        key = normal_name(name)
        if key in self._by_name:
            return self._by_name[key][0]
        problem, expected = self._refusal(name, key)
        raise NotationError(problem, name if text is None else text, at, expected)

    def _refusal(self, name: str, key: str) -> tuple[str, str]:
        """What is wrong with a name that no box has, and what was expected."""
        if key in BONUS_LINES:
            return f"{quoted(name)} is no box: it is added at the end and not entered", "boxes only"
        if key in SUM_LINES:
            return f"{quoted(name)} is no box: sums follow from the boxes and are not entered", "boxes only"
        language = "in English, Swedish, Norwegian or Danish"
        close = self._close_names(key)
        if not key or not close:
            wrong = f"unknown box {quoted(name)}" if key else f"{quoted(name)} names no box"
            return wrong, f"the name of a box {language}, as in {' or '.join(self._examples)}"
        suggested = " or ".join(map(repr, close))
        return f"unknown box {quoted(name)}, did you mean {suggested}?", f"the name of a box {language}"

    def _close_names(self, key: str) -> list[str]:
        """Names like ``key``, the closest first, one for a box.

        Digits count most: if there are names with the same digits, only those are looked at.
        """
        key = key[:ECHO_LENGTH]
        digits = re.sub(r"\D", "", key)
        same_digits = [name for name in self._by_name if digits and re.sub(r"\D", "", name) == digits]
        ranked = difflib.get_close_matches(key, same_digits or self._by_name, n=len(self._by_name))
        closest: dict[str, str] = {}
        for box_id, name in (self._by_name[match] for match in ranked or same_digits):
            closest.setdefault(box_id, name)
        return list(closest.values())[:SUGGESTIONS]


def _names(box: Box) -> Iterator[str]:
    """Every name of a box, some with the dice that it wants, as in ``Hus (3+3)``."""
    for name in dict.fromkeys((box.id, *box.names.values(), *ALSO_CALLED.get(box.id, ()))):
        yield name
        first, *others = re.split("[ -]", name)
        if others and first in NUMBER_WORDS:
            yield " ".join((NUMBER_WORDS[first], *others))
        yield from (f"{name} ({wanted})" for wanted in _wanted(box))


def _wanted(box: Box) -> tuple[str, ...]:
    """The dice that a box wants as sheets print them beside its name: ``3+2``, ``1-5``."""
    match box.pattern:
        case Groups(sizes=(first, second)):
            return f"{first}+{second}", f"{second}+{first}"
        case Run(runs=(run,)):
            return f"{run[0]}-{run[-1]}", "-".join(map(str, run))
    return ()
