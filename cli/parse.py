"""Reading dice as people write them.

Every refusal is a click error that echoes what was given and says what was expected.
"""

from __future__ import annotations

import re

import click

from omkast import FACES

ECHO_LENGTH = 60
"""How much of a bad input a message repeats; the input may be a whole file."""


def parse_dice(text: str, count: int, which: str = "") -> tuple[int, ...]:
    """The ``count`` dice written in ``text``, ascending.

    ``text`` is either one run of digits (``666421``) or single digits parted by
    spaces or commas.  ``which`` may say in a message which dice are expected.
    """
    expected = f"expected {_count(count)}{which}, each from 1 to 6, as in {dice_example(count)}"
    faces = _parse_faces(text, expected)
    if len(faces) != count:
        raise click.BadParameter(f"{echo(text)}: {_count(len(faces))}; {expected}.")
    return faces


def parse_aside(text: str, most: int) -> tuple[int, ...]:
    """The dice already set aside, at most ``most`` of them, ascending; no text is none.

    Written like the dice of :func:`parse_dice`.
    """
    expected = f"expected at most {most} dice, each from 1 to 6, as in {dice_example(most)}"
    faces = _parse_faces(text, expected) if text.strip() else ()
    if len(faces) > most:
        raise click.BadParameter(f"{echo(text)}: {_count(len(faces))}; {expected}.")
    return faces


def _parse_faces(text: str, expected: str) -> tuple[int, ...]:
    tokens = split_list(text)
    faces = list(tokens[0]) if len(tokens) == 1 else tokens
    known = {str(face): face for face in FACES}
    for face in faces:
        if face not in known:
            raise click.BadParameter(f"{echo(text)}: {echo(face)} is not a face of a die; {expected}.")
    return tuple(sorted(known[face] for face in faces))


def _count(dice: int) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def dice_example(count: int) -> str:
    """``count`` dice as people write them."""
    return "666421"[:count]


def parse_whole_number(text: str) -> int | None:
    """The number in ``text``, of plain digits and at most nine of them; None if it is no such number."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else None


def split_list(text: str) -> list[str]:
    """The entries of ``text``, which commas or spaces part; an entry between two commas may be empty."""
    return re.split(r"\s*,\s*|\s+", text.strip())


def echo(text: str) -> str:
    """``text`` in quotes as a message repeats it, cut off if it is long."""
    return repr(text if len(text) <= ECHO_LENGTH else text[: ECHO_LENGTH - 3] + "...")
