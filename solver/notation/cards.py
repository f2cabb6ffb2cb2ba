"""Cards as people write them: ``sixes=24 one-pair=12 markers=3``.

An entry is the name of a box and its score, with ``=``, ``:`` or a space between them; entries
are parted by spaces, commas, semicolons or lines.  Names may contain spaces and digits, so
that only knowing the names tells where ``1 par 12 3 lika 15`` has its scores.  A JSON object
of names and scores is a card as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from immutabledict import immutabledict

from ..errors import NotationError, quoted
from ..games.ruleset import Ruleset
from .names import BoxNames, normal_name
from .numbers import WHOLE_NUMBER, whole_number

MARKERS = ("markers", "markörer", "markører")
"""What the markers held are called on a card; the first is the canonical name."""

_MARKER_NAMES = {normal_name(name) for name in MARKERS}
_OBJECT = "a JSON object of boxes and their scores"
_ENTRY = "box=score, as in sixes=24"
_LONGEST_NAME = 12
"""More words than any name has, however it is written."""

_WORD = re.compile(r"=|:(?=\s|[+-]?\d|$)|(?:[^\s=:]|:(?!\s|[+-]?\d|$))+")
"""A sign between name and score, or anything up to one; in ``3:or`` the colon is part of the name."""


class Card(NamedTuple):
    """What is written on a card.

    Attributes:
        scores: the score of each box, by its id.
        markers: the markers held; None if the card does not say.
    """

    scores: Mapping[str, int]
    markers: int | None


class _Entry(NamedTuple):
    name: str
    score: int
    at: int


def parse_card(ruleset: Ruleset, *texts: str) -> Card:
    """The card written in ``texts``, each a part of it; no text is an empty card.

    Whether a box can give its score is not looked at here.

    Raises:
        NotationError: something is no entry, an unknown name, no score, or there twice.

    >>> from omkast import ruleset
    >>> parse_card(ruleset("maxi-yatzy"), "Sexor: 24, ett par 12", "markers=3")
    Card(scores=immutabledict({'sixes': 24, 'one-pair': 12}), markers=3)
    """
    names = BoxNames(ruleset)
    found: dict[str, int] = {}
    written: dict[str, str] = {}
    for text in texts:
        is_json = text.lstrip().startswith("{")
        for name, score, at in _json_entries(text) if is_json else _text_entries(text, names):
            id = MARKERS[0] if normal_name(name) in _MARKER_NAMES else names.find(name, text, at)
            if id in found:
                twice = f"{id} is given twice, as {quoted(written[id])} and as {quoted(name)}"
                raise NotationError(twice, text, at, "each name once")
            found[id] = score
            written[id] = name
    markers = found.pop(MARKERS[0], None)
    return Card(immutabledict(found), markers)


def format_card(
    ruleset: Ruleset, scores: Mapping[str, int], markers: int = 0, language: str | None = None
) -> str:
    """The canonical form of a card: boxes in the order of the sheet, then markers if there are any.

    Boxes are called by their ids, or by their names in ``language``.

    >>> from omkast import ruleset
    >>> format_card(ruleset("maxi-yatzy"), {"one-pair": 12, "sixes": 24}, markers=3)
    'sixes=24 one-pair=12 markers=3'
    """
    entries = [
        f"{box.name(language) if language else box.id}={scores[box.id]}"
        for box in ruleset.boxes
        if box.id in scores
    ]
    return " ".join([*entries, f"{MARKERS[0]}={markers}"] if markers else entries)


def _text_entries(text: str, names: BoxNames) -> Iterator[_Entry]:
    """The entries of a card in text form."""
    for part in re.finditer(r"[^,;\r\n]+", text):
        words = [*_WORD.finditer(text, *part.span())]
        while words:
            start = words[0].start()
            size = _name_size(text, words, names)
            score_at = size + 1 if size is not None and _is_sign(words[size]) else size
            if size is None or score_at is None or not _is_score(words, score_at):
                rest = text[start : part.end()].rstrip()
                raise NotationError(f"cannot read {quoted(rest)}", text, start, _ENTRY)
            name = text[start : words[size - 1].end()] if size else ""
            score = whole_number(words[score_at][0])
            if score is None:
                raise _bad_score(name, words[score_at][0], text, words[score_at].start())
            yield _Entry(name, score, start)
            words = words[score_at + 1 :]


def _name_size(text: str, words: list[re.Match[str]], names: BoxNames) -> int | None:
    """How many ``words`` are the name of the first entry; None if no score follows them.

    The longest known name counts.  If there is none, the name ends where a score first could be.
    """
    before_sign = next((i for i, word in enumerate(words) if _is_sign(word)), len(words))
    sizes = [size for size in range(before_sign + 1) if _could_end(words, size)]
    for size in reversed(sizes):
        if 0 < size <= _LONGEST_NAME:
            name = text[words[0].start() : words[size - 1].end()]
            if name in names or normal_name(name) in _MARKER_NAMES:
                return size
    return sizes[0] if sizes else None


def _could_end(words: list[re.Match[str]], size: int) -> bool:
    """Whether a name of so many words can be followed by what follows: a sign, or a bare score."""
    if size == len(words):
        return False
    if _is_sign(words[size]):
        return True
    # A number before the score would be the score itself: "two pairs 22 3 of a kind 15".
    return size > 0 and _is_number(words[size]) and not _is_number(words[size - 1])


def _is_sign(word: re.Match[str]) -> bool:
    return word[0] in ("=", ":")


def _is_number(word: re.Match[str]) -> bool:
    return whole_number(word[0]) is not None


def _is_score(words: list[re.Match[str]], at: int) -> bool:
    """Whether the word at an index stands where a score can: it is no sign, and no sign is written to it."""
    if at >= len(words) or _is_sign(words[at]):
        return False
    return at + 1 == len(words) or not (_is_sign(words[at + 1]) and words[at + 1].start() == words[at].end())


_COLON = re.compile(r"\s*:\s*")


def _json_entries(text: str) -> Iterator[_Entry]:
    """The members of a JSON object, repeated ones too."""
    start = text.index("{")
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise NotationError(
            f"{quoted(text.strip())} is not JSON: {error}", text, error.pos, _OBJECT
        ) from None
    except (ValueError, RecursionError):
        problem = f"{quoted(text.strip())} has numbers too long or parts too deep"
        raise NotationError(problem, text, start, _OBJECT) from None
    # It is an object, so that the next quotation mark always begins a name.
    decode = json.JSONDecoder().raw_decode
    at = start + 1
    while (name_at := text.find('"', at)) >= 0:
        name, at = decode(text, name_at)
        colon = _COLON.match(text, at)
        assert colon is not None  # json.loads has seen it
        score, at = decode(text, score_at := colon.end())
        if not isinstance(score, int) or isinstance(score, bool) or abs(score) >= 10**9:
            raise _bad_score(name, text[score_at:at], text, score_at)
        yield _Entry(name, score, name_at)


def _bad_score(name: str, score: str, text: str, at: int) -> NotationError:
    return NotationError(f"the score of {quoted(name)} is {quoted(score)}", text, at, WHOLE_NUMBER)
