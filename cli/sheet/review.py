"""``omkast review``: a recorded game in terms of luck and loss."""

from __future__ import annotations

from pathlib import Path

import click

from omkast import NotationError

from ..command import command
from ..documents import print_json
from ..given import RECORD
from ..interrupts import HeldInterrupt
from ..options import json_option, tables_option
from ..progress import ProgressBar
from .options import lang_option


@command()
@click.argument("file", metavar="FILE")
@lang_option
@tables_option
@json_option
def review(file: str, lang: str, tables: Path | None, as_json: bool) -> None:
    """Say what was luck and what was play in a recorded game.

    FILE holds the game as docs/notation.md describes it; - is standard input. Luck is what the throws
    changed the expected total by, loss what the choices cost; with the value of the game at its start they
    add up to the final total. ?! marks a loss from 0.5 points, ? from 2, ?? from 5.
    """
    from omkast import Position, Values, parse_record, review as review_of

    try:
        record = parse_record(RECORD.read(file))
    except NotationError as error:
        raise RECORD.refused(str(error)) from None
    with ProgressBar() as progress, HeldInterrupt() as interrupt:
        values = Values(record.ruleset, tables, progress, cancel=interrupt.came)
        players = review_of(record, values)
        precision = values.precision(Position(record.ruleset))
    if as_json:
        from .documents import review_document

        print_json(review_document(record, players, precision))
    else:
        from .render_review import show_review

        show_review(record.ruleset, players, lang)
