"""``omkast maxi-yatzy compare``: the rulesets of Maxi Yatzy side by side."""

from __future__ import annotations

from pathlib import Path

import click

from ..documents import print_json
from ..interrupts import HeldInterrupt
from ..options import json_option, tables_option
from ..progress import ProgressBar


@click.command()
@tables_option
@json_option
def compare(tables: Path | None, as_json: bool) -> None:
    """Show the four rulesets side by side.

    Says for which first rolls the best play differs between the two bonus rules.
    """
    from omkast.studies.compare import compare as compare_rulesets

    with ProgressBar() as progress, HeldInterrupt() as interrupt:
        comparison = compare_rulesets(tables, progress, interrupt.came)
    if as_json:
        from .documents import compare_document

        print_json(compare_document(comparison))
    else:
        from omkast.games.maxi_yatzy import maxi_yatzy

        from .render import show_comparison

        show_comparison(comparison, maxi_yatzy())
