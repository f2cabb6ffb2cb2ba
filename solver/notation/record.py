"""The text of a recorded game: what stands on which line, before any rules are asked.

    [Game "maxi-yatzy"] [Bonus "alga"] [SavedRerolls "on"] [Players "A, B"]

    1. A  666421 (666) 633 = tower 30    {one reroll left: a marker}
       B  113345 (11) 1256 (111) 115 = fives 5
    2. A  123456 = full-straight 21
       B  = chance 24                    {throws not written down}

A line for each turn of a player: the first throw, then in brackets what was kept and behind
it only the new dice; after ``=`` the box and its points, which are a check.  Numbers of turns
may be left out, and names where there is one player.  docs/notation.md has the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ..dice import FACES, Dice
from ..errors import NotationError, quoted

_TAG = re.compile(r'\[\s*([A-Za-z]+)\s+"([^"]*)"\s*\]')
_NUMBER = re.compile(r"([0-9]{1,4})\s*\.+\s*")
_MARKERS = re.compile(r"\s+markers?\s*=?\s*([0-9]{1,3})\s*$", re.IGNORECASE)
_POINTS = re.compile(r"[\s=:]+([0-9]{1,4})\s*$")


@dataclass(frozen=True)
class WrittenTurn:
    """One line of a record.

    Attributes:
        line: its number in the text, from 1.
        text: the line without its comments.
        number: the number of the turn, if it was written.
        player: the name before the dice; empty if there is none.
        throws: (kept, thrown) for every throw, both ascending.
        box: the name of the box as it was written; None if the turn fills none.
        points: the points after it; None if they were not written.
        markers: the markers held afterwards, where that was written.
        comment: the text in braces.
    """

    line: int
    text: str
    number: int | None
    player: str
    throws: tuple[tuple[Dice, Dice], ...]
    box: str | None
    points: int | None
    markers: int | None
    comment: str


@dataclass(frozen=True)
class WrittenTag:
    """A tag as it was written, and the number of its line."""

    name: str
    value: str
    line: int


@dataclass(frozen=True)
class WrittenRecord:
    """A record as it was written: tags by their name in lower case, and the turns."""

    tags: Mapping[str, WrittenTag]
    turns: tuple[WrittenTurn, ...]


def read_record(text: str) -> WrittenRecord:
    """What stands in ``text``.

    Raises:
        NotationError: a line cannot be read; it names the line, what stands there and what was expected.
    """
    tags: dict[str, WrittenTag] = {}
    turns: list[WrittenTurn] = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        rest = line.strip()
        while rest.startswith("["):
            tag = _TAG.match(rest)
            if tag is None:
                raise unreadable(number, rest, 'a tag, as in [Players "Anna, Bo"]')
            name = tag[1].casefold()
            if name in tags:
                raise unreadable(number, tag[0], f"a tag once; {tag[1]} stands on line {tags[name].line}")
            tags[name] = WrittenTag(tag[1], tag[2].strip(), number)
            rest = rest[tag.end() :].strip()
        body, comment = _without_comments(rest, number)
        if body:
            turns.append(_turn(body, comment, number, _players(tags)))
    return WrittenRecord(tags, tuple(turns))


def _players(tags: Mapping[str, WrittenTag]) -> list[str]:
    """The names in the tag, longest first, so that none is taken for the beginning of another."""
    names = [name.strip() for name in tags["players"].value.split(",")] if "players" in tags else []
    return sorted(filter(None, names), key=len, reverse=True)


def _without_comments(line: str, number: int) -> tuple[str, str]:
    body, *parts = line.split("{")
    comments = []
    for part in parts:
        comment, brace, behind = part.partition("}")
        if not brace:
            raise unreadable(number, "{" + part, "a comment that ends with } on the same line")
        comments.append(comment.strip())
        body += " " + behind
    if "}" in body:
        raise unreadable(number, line, "a { before the }")
    return body.strip(), " ".join(filter(None, comments))


def _turn(body: str, comment: str, line: int, players: list[str]) -> WrittenTurn:
    rest = body
    number = _NUMBER.match(rest)
    if number is not None:
        rest = rest[number.end() :]
    player, rest = _player(rest, players)
    dice, equals, box = rest.partition("=")
    throws = tuple(_throws(dice, line))
    if not equals:
        if not throws:
            raise unreadable(line, body, "a throw, or = and a box, as in 666421 (666) 633 = tower 30")
        return WrittenTurn(line, body, _int(number), player, throws, None, None, None, comment)
    box, markers = _cut(box, _MARKERS)
    box, points = _cut(box, _POINTS)
    if not box.strip():
        raise unreadable(line, body, "a box after =, as in = tower 30")
    return WrittenTurn(line, body, _int(number), player, throws, box.strip(), points, markers, comment)


def _player(rest: str, players: list[str]) -> tuple[str, str]:
    """The name that a line begins with, and what follows it."""
    for name in players:
        if rest.casefold().startswith(name.casefold()) and re.match(r"[\s:(=]|$", rest[len(name) :]):
            return name, rest[len(name) :].lstrip(" \t:")
    dice = re.search(r"[\d(=]", rest)
    end = len(rest) if dice is None else dice.start()
    return rest[:end].strip(" \t:"), rest[end:]


def _throws(text: str, line: int) -> Iterator[tuple[Dice, Dice]]:
    """(kept, thrown) for every throw in ``666421 (666) 633``."""
    text = text.strip()
    if not text:
        return
    first, *others = text.split("(")
    yield (), _dice(first, line)
    for other in others:
        kept, bracket, thrown = other.partition(")")
        if not bracket:
            raise unreadable(line, "(" + other, "the dice that were kept in brackets, as in (666)")
        yield _dice(kept, line), _dice(thrown, line)


def _dice(text: str, line: int) -> Dice:
    digits = re.sub(r"[\s,]", "", text)
    known = {str(face): face for face in FACES}
    for digit in digits:
        if digit not in known:
            raise unreadable(line, text.strip(), f"dice with faces from {FACES[0]} to {FACES[-1]}, as in 633")
    return tuple(sorted(known[digit] for digit in digits))


def _cut(text: str, ending: re.Pattern[str]) -> tuple[str, int | None]:
    """``text`` without a number at its end, and that number."""
    found = ending.search(text)
    return (text[: found.start()], int(found[1])) if found else (text, None)


def _int(number: re.Match[str] | None) -> int | None:
    return None if number is None else int(number[1])


def unreadable(line: int, text: str, expected: str) -> NotationError:
    """The error for ``text`` on line ``line``; what is wrong may stand before "; expected" already."""
    problem, given, wanted = expected.partition("; expected ")
    if given:
        return NotationError(f"line {line}: {quoted(text)}: {problem}", text, 0, wanted.rstrip("."))
    return NotationError(f"line {line}: {quoted(text)}", text, 0, expected)
