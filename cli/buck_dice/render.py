"""What ``omkast buck-dice`` answers, as text for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from ..render import show_columns, show_facts, show_line

if TYPE_CHECKING:
    from omkast import BuckDice, RoundOdds, TurnEnds, TurnsToLeave

OUT = "out"


def show_turn(score: int, turn: TurnEnds) -> None:
    """The probability of every end of the turn."""
    show_line(
        f"A turn from {score} leaves the round with probability {_probability(turn.out)}"
        f" ({_probability(turn.by_big_buck)} by a big buck)."
    )
    click.echo()
    rows = [(str(after), _probability(probability)) for after, probability in turn.after.items()]
    show_columns(("after it", "probability"), [*rows, (OUT, _probability(turn.out))], numbers=1)


def show_turns(facts: TurnsToLeave, quantiles: Mapping[Fraction, int], distribution: Sequence[float]) -> None:
    """Mean, spread and quantiles of the turns until leaving, and the turns ahead one by one."""
    show_facts(
        ("turns to leave", f"{float(facts.expected):.4f}"),
        ("exactly", str(facts.expected)),
        ("standard deviation", f"{facts.sd:.4f}"),
        *((f"{float(share):.0%} have left", f"within {_turns(turns)}") for share, turns in quantiles.items()),
        ("by a big buck", _probability(facts.by_big_buck)),
        ("turns to a big buck", f"{float(facts.evening):.4f}"),
        ("exactly", str(facts.evening)),
    )
    if distribution:
        click.echo()
        rows = [(str(turn), f"{probability:.6f}") for turn, probability in enumerate(distribution, start=1)]
        show_columns(("turn", "leaves in it"), rows, numbers=1)


def show_odds(rules: BuckDice, scores: Sequence[int], turn: int, odds: RoundOdds) -> None:
    """A line for each player with the probability of every place, then how long it takes."""
    show_line(f"Player {turn} is to throw. Probability of every place, from the first to leave to the loser:")
    click.echo()
    places = range(1, len(scores))
    rows = [
        (
            str(number),
            OUT if score == rules.goal else str(score),
            *(map(_probability, player.places) if player.places else ["-"] * len(scores)),
            f"{player.chips:+.4f}",
        )
        for number, (score, player) in enumerate(zip(scores, odds.players, strict=True), start=1)
    ]
    headings = ("player", "score", *map(_ordinal, places), "loses", "chips")
    show_columns(headings, rows, numbers=len(headings) - 1)
    click.echo()
    show_line(f"Until one player is left: {odds.expected_turns:.4f} turns of all players together.")
    show_line(
        f"Until a big buck, if that must be thrown to win the evening: {odds.evening.expected_turns:.4f}"
        f" turns in {odds.evening.expected_rounds:.4f} rounds."
    )


def _ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def _turns(count: int) -> str:
    return "1 turn" if count == 1 else f"{count} turns"


def _probability(probability: Fraction | float) -> str:
    return f"{float(probability):.4f}"
