"""``omkast maxi-yatzy compare``: the rulesets of Maxi Yatzy side by side."""

from __future__ import annotations

from pathlib import Path

import click

from omkast.cli.documents import print_json
from omkast.cli.options import json_option, tables_option
from omkast.cli.progress import ProgressBar


@click.command()
@tables_option
@json_option
def compare(tables: Path | None, as_json: bool) -> None:
    """Show the four rulesets side by side.

    Says for which first rolls the best play differs between the two bonus rules.
    """
    from omkast.solver.compare import compare as compare_rulesets

    with ProgressBar() as progress:
        comparison = compare_rulesets(tables, progress)
    if as_json:
        from omkast.cli.sheet.documents import compare_document

        print_json(compare_document(comparison))
    else:
        from omkast.cli.sheet.render import show_comparison
        from omkast.solver.games.maxi_yatzy import maxi_yatzy

        show_comparison(comparison, maxi_yatzy())
