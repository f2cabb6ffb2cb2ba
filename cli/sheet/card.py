"""Reading cards as people write them.

Every refusal is a click error that echoes what was given and says what was expected.
"""

from __future__ import annotations

import difflib
import json
import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import click

from omkast import Ruleset

from ..parse import ECHO_LENGTH, echo, parse_whole_number

NORDIC_LETTERS = str.maketrans({"å": "aa", "ä": "ae", "æ": "ae", "ö": "oe", "ø": "oe"})
BARE_LETTERS = str.maketrans({"æ": "a", "ø": "o"})

ALSO_CALLED: dict[str, tuple[str, ...]] = {
    "one-pair": ("par", "et par"),
    "three-of-a-kind": ("triss", "tress", "tre lika"),
    "four-of-a-kind": ("fyra lika",),
    "five-of-a-kind": ("fem lika",),
    "full-house": ("fullt hus",),
}
"""Names by which players know a box, by its id, although the sheets that name it here print another."""


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
        self._boxes = [box.id for box in ruleset.boxes]
        self._by_name: dict[str, tuple[str, str]] = {}
        for box in ruleset.boxes:
            for name in (box.id, *box.names.values(), *ALSO_CALLED.get(box.id, ())):
                for spelling in (name, name.casefold().translate(NORDIC_LETTERS)):
                    self._enter(spelling, name, box.id)

    def _enter(self, spelling: str, name: str, box_id: str) -> None:
        other = self._by_name.setdefault(normal_name(spelling), (box_id, name))
        if other[0] != box_id:
            raise ValueError(f"{name!r} could be {other[0]} or {box_id}")

    def find(self, name: str) -> str:
        """The id of the box called ``name``."""
        key = normal_name(name)
        if not key:
            raise _bad_card(f"{echo(name)} names no box; {self._expected()}")
        if key not in self._by_name:
            raise _bad_card(f"unknown box {echo(name)}{self._suggestion(key)}; {self._expected()}")
        return self._by_name[key][0]

    def _suggestion(self, key: str) -> str:
        close = difflib.get_close_matches(key[:ECHO_LENGTH], self._by_name, n=3)
        names = dict.fromkeys(self._by_name[match][1] for match in close)
        return f", did you mean {' or '.join(map(repr, names))}?" if names else ""

    def _expected(self) -> str:
        return f"expected one of: {', '.join(self._boxes)} (or a Swedish or Norwegian name)"


def parse_card(text: str, ruleset: Ruleset) -> dict[str, int]:
    """The scores written in ``text``, by box id; no text is an empty card.

    ``text`` holds ``box=score`` entries parted by spaces, commas, semicolons or
    lines, or a JSON object of the same; ``@FILE`` stands for the text in a file.
    Whether a box can give its score is not looked at here.
    """
    if text.startswith("@"):
        text = _read(text[1:])
    is_json = text.lstrip().startswith("{")
    names = BoxNames(ruleset)
    scores: dict[str, int] = {}
    written: dict[str, str] = {}
    for name, points in _json_entries(text) if is_json else _text_entries(text):
        box_id = names.find(name)
        if box_id in scores:
            raise _bad_card(f"{box_id} is given twice, as {echo(written[box_id])} and as {echo(name)}.")
        scores[box_id] = points
        written[box_id] = name
    return scores


def _text_entries(text: str) -> Iterable[tuple[str, int]]:
    """(name, score) for each entry of a card in text form; names may contain spaces."""
    for part in re.split(r"[,;\r\n]", text):
        rest = part.strip()
        while rest:
            entry = re.fullmatch(r"([^=]*)=\s*([^\s=]+)(?:\s+(.*))?", rest)
            if entry is None:
                raise _bad_card(f"cannot read {echo(rest)}; expected box=score, as in sixes=24.")
            name, rest = entry[1].strip(), entry[3] or ""
            points = parse_whole_number(entry[2])
            if points is None:
                raise _bad_score(name, entry[2])
            yield name, points


def _json_entries(text: str) -> Iterable[tuple[str, int]]:
    """(name, score) for each member of a JSON object, repeated ones too."""
    try:
        # Pairs instead of a dict: a dict would silently keep the last of two equal names.
        members = json.loads(text, object_pairs_hook=list)
    except json.JSONDecodeError as error:
        raise _bad_card(f"{echo(text.strip())} is not JSON: {error}.") from None
    except (ValueError, RecursionError):
        expected = "expected a JSON object of boxes and their scores"
        raise _bad_card(f"{echo(text.strip())} has numbers too long or parts too deep; {expected}.") from None
    for name, points in members:
        if not isinstance(points, int) or isinstance(points, bool) or abs(points) >= 10**9:
            # Objects are lists of pairs here, and are shown as objects again.
            raise _bad_score(name, "an object" if isinstance(points, list) else json.dumps(points))
        yield name, points


def _read(name: str) -> str:
    if not name:
        raise _bad_card("'@' names no file; expected @FILE, as in @card.txt.")
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise _bad_card(f"cannot read {name!r}: it is not UTF-8 text.") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise _bad_card(f"cannot read {name!r}: {reason}; expected a file with a card in it.") from None


def _bad_score(name: str, points: str) -> click.BadParameter:
    return _bad_card(
        f"the score of {echo(name)} is {echo(points)}; expected a whole number of at most nine digits."
    )


def _bad_card(message: str) -> click.BadParameter:
    return click.BadParameter(message, param_hint="'--card'")
