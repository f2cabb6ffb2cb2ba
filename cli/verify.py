"""``omkast verify``: the proof that the numbers are right."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .command import command
from .documents import Document, print_json
from .interrupts import HeldInterrupt
from .options import json_option, tables_option
from .render import show_line

if TYPE_CHECKING:
    from omkast import Finding


@command()
@click.option("--quick", is_flag=True, help="Leave out what takes minutes; the rest takes less than one.")
@tables_option
@json_option
@click.pass_context
def verify(context: click.Context, quick: bool, tables: Path | None, as_json: bool) -> None:
    """Check the solver and its tables, and show what was compared.

    Small games are solved again by brute force in exact fractions, published values are put
    beside ours, invariants are looked at, and every byte of the tables on this machine is
    read. The exit status is 1 if anything is not as it should be.
    """
    from omkast import proof

    started = time.perf_counter()
    with HeldInterrupt() as interrupt:
        found = proof(quick, tables, interrupt.came)
        findings = list(found if as_json else _shown(found))
    if as_json:
        print_json(_document(findings))
    else:
        _show_outcome(findings, time.perf_counter() - started)
    if not all(finding.passed for finding in findings):
        context.exit(1)


def _shown(found: Iterator[Finding]) -> Iterator[Finding]:
    """The findings, each shown as it passes."""
    part = None
    for finding in found:
        if finding.part != part:
            part = finding.part
            click.echo()
            click.echo(click.style(part, bold=True))
        show_line(f"{'ok   ' if finding.passed else 'WRONG'} {finding.what:<44} {finding.note}")
        yield finding


def _show_outcome(findings: list[Finding], seconds: float) -> None:
    click.echo()
    wrong = [finding.what for finding in findings if not finding.passed]
    if wrong:
        show_line(f"{len(wrong)} of {len(findings)} checks failed: {'; '.join(wrong)}.")
    else:
        show_line(f"All {len(findings)} checks passed in {seconds:.0f} s.")


def _document(findings: list[Finding]) -> Document:
    return {
        "passed": all(finding.passed for finding in findings),
        "findings": [_finding_document(finding) for finding in findings],
    }


def _finding_document(finding: Finding) -> Document:
    document: Document = {
        "part": finding.part,
        "what": finding.what,
        "passed": finding.passed,
        "note": finding.note,
    }
    if finding.figure is not None:
        document |= {
            "published": finding.figure.published,
            "source": finding.figure.source,
            "ours": float(finding.figure.ours),
            "difference": finding.figure.difference,
        }
    return document
