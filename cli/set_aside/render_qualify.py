"""The bank, a session and the pot of Qualify, as text for people."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from omkast import games

from ..render import bar_length, show_columns, show_facts, show_line, show_wrapped
from .render import points, probability

if TYPE_CHECKING:
    from omkast import Bank, Distribution, Seat, Session

BAR = 50
"""Length of the longest bar of a chart."""

RARE = Fraction(5, 100_000)
"""What is rarer at either end of a chart is left out: it would be shown as 0.0000."""


def show_bank(bank: Bank) -> None:
    """The figures of the bank game, its totals as a chart, and what to think of what is said about it."""
    show_facts(
        ("mean", f"{points(bank.totals.mean)}  ({bank.totals.mean})"),
        ("standard deviation", f"{bank.totals.sd:.2f}"),
        (f"player wins ({bank.threshold} or more)", probability(bank.win)),
        ("edge of the bank", f"{probability(bank.edge)} of every stake"),
    )
    click.echo()
    show_line(f"Totals from {bank.threshold} on (█) win, the others (░) lose.")
    click.echo()
    _show_chart(bank.totals, "total", lambda total: "█" if total >= bank.threshold else "░")
    if (bank.threshold, bank.num_dice) == (games.qualify.THRESHOLD, games.qualify.QUALIFY.num_dice):
        click.echo()
        show_wrapped(
            "Two things are commonly said of this game: that totals average just under 24, which is true"
            f" ({points(bank.totals.mean)}), and that the bank wins a little more often, which is an"
            f" understatement, as it wins {float(100 - 100 * bank.win):.0f} turns in 100"
            f" and keeps {float(100 * bank.edge):.0f} % of all stakes."
        )


def show_session(session: Session) -> None:
    """What a player can expect, and the distribution of his chips."""
    chips = session.chips
    show_facts(
        (
            "expected result",
            f"{points(chips.mean)} chips, the same for each of {session.num_players} players",
        ),
        ("standard deviation", f"{chips.sd:.2f} chips"),
        ("against the bank", f"{float(session.as_player):+.2f} chips in {session.num_bets} turns"),
        ("as the bank", f"{float(-session.as_player):+.2f} chips in {session.num_bets} turns of the others"),
        ("ahead at the end", probability(chips.at_least(1))),
        ("level", probability(chips.probability(0))),
    )
    click.echo()
    _show_chart(chips, "chips", lambda _: "█")


def show_pot(seats: list[Seat], tie: str) -> None:
    """What each seat can expect of the pot, and what to aim for."""
    rule = {"split": "players who tie split it", "replay": "players who tie play again for it"}[tie]
    show_line(f"A pot of {len(seats)} players; {rule}.")
    click.echo()
    show_columns(
        ("seat", "share of the pot", "aim for", "favourite from"),
        [
            (str(seat.seat), probability(seat.share), _total(seat, seat.aim), _total(seat, seat.favourite))
            for seat in seats
        ],
        numbers=3,
    )
    click.echo()
    show_wrapped(
        "Aim for: the least total that is worth an equal share of the pot"
        f" ({probability(Fraction(1, len(seats)))}) or more to a player who leads alone with it after that"
        " seat's turn. Favourite from: half the pot or more."
    )


def _total(seat: Seat, total: int) -> str:
    return "any lead" if total == min(seat.lead) else str(total)


def _show_chart(distribution: Distribution, heading: str, bar: Callable[[int], str]) -> None:
    """A line for each outcome, with a bar of the character that ``bar`` gives it."""
    common = [outcome for outcome, chance in distribution if chance >= RARE]
    rows = [(outcome, chance) for outcome, chance in distribution if common[0] <= outcome <= common[-1]]
    longest = max(chance for _, chance in rows)
    width = max(len(heading), *(len(str(outcome)) for outcome, _ in rows))
    click.echo(click.style(f"{heading:>{width}}  probability", bold=True))
    most = bar_length(BAR, width + len("  probability  "))
    for outcome, chance in rows:
        length = round(most * chance / longest)
        click.echo(f"{outcome:>{width}}  {probability(chance):>11}  {bar(outcome) * length}".rstrip())
