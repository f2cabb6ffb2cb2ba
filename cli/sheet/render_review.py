"""Reviews of recorded games as text for people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from omkast import notation

from ..render import show_columns, show_facts, show_line
from .render import action_text
from .texts import TEXTS

if TYPE_CHECKING:
    from omkast import Decision, PlayerReview, Ruleset, TurnReview

DEAREST = 5
"""Mistakes that are shown."""

LEAST_SHOWN = 0.005
"""A loss below it is not zero, and would be shown as 0.00."""


@dataclass(frozen=True)
class ReviewTexts:
    """The texts of one language.

    ``balance`` takes ``total``, ``start``, ``luck`` and ``loss``, ``unrecorded`` takes ``points`` and
    ``count``, ``decisions`` takes ``all`` and ``unforced``.  The other texts are headings.
    """

    balance: str
    so_far: str
    unrecorded: str
    adjusted: str
    each: str
    decisions: str
    dearest: str
    faultless: str
    turn: str
    box: str
    mark: str
    luck: str
    roll: str
    rerolls: str
    done: str
    best: str
    by_kind: str
    kinds: dict[str, str]


REVIEW_TEXTS = {
    "en": ReviewTexts(
        balance="{total} = {start} at the start {luck} luck - {loss} lost",
        so_far="Expected total so far",
        unrecorded="{points} in turns written down without their throws ({count})",
        adjusted="luck-adjusted total",
        each="loss per decision",
        decisions="{all}, {unforced} with a choice",
        dearest="Dearest mistakes",
        faultless="No mistake.",
        turn="turn",
        box="box",
        mark="mark",
        luck="luck",
        roll="roll",
        rerolls="rerolls",
        done="did",
        best="best",
        by_kind="Lost by",
        kinds={
            "keeping": "keeping",
            "choosing": "choosing a box",
            "ending-early": "ending too early",
            "ending-late": "ending too late",
            "striking": "striking",
        },
    ),
    "sv": ReviewTexts(
        balance="{total} = {start} från början {luck} tur - {loss} förlorat",
        so_far="Förväntad slutsumma hittills",
        unrecorded="{points} i omgångar utan antecknade kast ({count})",
        adjusted="slutsumma utan tur",
        each="förlust per beslut",
        decisions="{all}, {unforced} med ett val",
        dearest="Dyraste misstagen",
        faultless="Inga misstag.",
        turn="omgång",
        box="ruta",
        mark="märke",
        luck="tur",
        roll="kast",
        rerolls="omkast",
        done="gjorde",
        best="bäst",
        by_kind="Förlorat på att",
        kinds={
            "keeping": "spara",
            "choosing": "välja ruta",
            "ending-early": "sluta för tidigt",
            "ending-late": "sluta för sent",
            "striking": "stryka",
        },
    ),
    "nb": ReviewTexts(
        balance="{total} = {start} fra start {luck} flaks - {loss} tapt",
        so_far="Forventet sluttsum så langt",
        unrecorded="{points} i omganger uten noterte kast ({count})",
        adjusted="sluttsum uten flaks",
        each="tap per beslutning",
        decisions="{all}, {unforced} med et valg",
        dearest="Dyreste feil",
        faultless="Ingen feil.",
        turn="omgang",
        box="rute",
        mark="merke",
        luck="flaks",
        roll="kast",
        rerolls="omkast",
        done="gjorde",
        best="best",
        by_kind="Tapt på å",
        kinds={
            "keeping": "beholde",
            "choosing": "velge rute",
            "ending-early": "slutte for tidlig",
            "ending-late": "slutte for sent",
            "striking": "stryke",
        },
    ),
}


def show_review(ruleset: Ruleset, players: Sequence[PlayerReview], lang: str) -> None:
    """For each player how the total came about, the turns, and the dearest mistakes."""
    for number, player in enumerate(players):
        if number:
            click.echo()
        _show_player(ruleset, player, lang)


def _show_player(ruleset: Ruleset, player: PlayerReview, lang: str) -> None:
    texts = REVIEW_TEXTS[lang]
    show_line(f"{player.player}: {_balance(player, lang)}")
    if not player.turns:
        return
    show_facts(
        (texts.adjusted, _points(player.luck_adjusted_total, lang)),
        (
            texts.each,
            f"{loss_text(player.loss_per_unforced_decision, lang)} "
            f"({texts.decisions.format(all=len(player.decisions), unforced=player.unforced)})",
        ),
    )
    click.echo()
    show_columns(
        (texts.turn, texts.box, texts.mark, texts.luck, TEXTS[lang].loss),
        [_turn_row(ruleset, turn, lang) for turn in player.turns],
        numbers=2,
    )
    _show_mistakes(ruleset, player, lang)


def _balance(player: PlayerReview, lang: str) -> str:
    """The total as the sum of what it came from."""
    texts = REVIEW_TEXTS[lang]
    text = texts.balance.format(
        total=str(int(player.total)) if player.finished else _points(player.total, lang),
        start=_points(player.start_value, lang),
        luck=_apart(player.luck, lang),
        loss=loss_text(player.loss, lang),
    )
    if player.num_unrecorded:
        points = _apart(player.unrecorded, lang)
        text += f" {texts.unrecorded.format(points=points, count=player.num_unrecorded)}"
    return text if player.finished else f"{texts.so_far}: {text}"


def _turn_row(ruleset: Ruleset, turn: TurnReview, lang: str) -> tuple[str, ...]:
    name = (
        f"{ruleset.boxes[ruleset.index(turn.score.box)].name(lang)} {turn.score.points}" if turn.score else ""
    )
    marks = " ".join(decision.mark for decision in turn.decisions if decision.mark)
    known = bool(turn.decisions)
    return (
        str(turn.number),
        name,
        marks,
        _signed(turn.luck, lang) if known else "",
        loss_text(turn.loss, lang) if known else "",
    )


def _show_mistakes(ruleset: Ruleset, player: PlayerReview, lang: str) -> None:
    texts = REVIEW_TEXTS[lang]
    found = player.dearest(DEAREST)
    click.echo()
    if not found:
        click.echo(texts.faultless)
        return
    kinds = (
        f"{texts.kinds[fault]} {loss_text(loss, lang)}"
        for fault, loss in sorted(player.loss_by_fault.items(), key=lambda item: -item[1])
    )
    show_line(f"{texts.by_kind}: {', '.join(kinds)}.")
    click.echo(f"\n{texts.dearest}\n")
    show_columns(
        (texts.turn, texts.roll, texts.rerolls, texts.done, texts.best, texts.mark, TEXTS[lang].loss),
        [_mistake_row(ruleset, turn, decision, lang) for turn, decision in found],
        numbers=1,
    )


def _mistake_row(ruleset: Ruleset, turn: TurnReview, decision: Decision, lang: str) -> tuple[str, ...]:
    rerolls = str(decision.rerolls) + (f"+{decision.markers}" if decision.markers else "")
    return (
        str(turn.number),
        notation.format_dice(decision.dice),
        rerolls,
        action_text(decision.chosen.action, ruleset, lang),
        action_text(decision.best.action, ruleset, lang),
        decision.mark,
        loss_text(decision.loss, lang),
    )


def _points(number: float, lang: str) -> str:
    return f"{number:.2f}".replace(".", TEXTS[lang].decimal)


def _signed(number: float, lang: str) -> str:
    return f"{number:+.2f}".replace(".", TEXTS[lang].decimal)


def _apart(number: float, lang: str) -> str:
    """A signed number as the next term of a sum."""
    signed = _signed(number, lang)
    return f"{signed[0]} {signed[1:]}"


def loss_text(number: float, lang: str) -> str:
    """A loss; one that is not zero is never shown as 0.00."""
    return f"<{_points(2 * LEAST_SHOWN, lang)}" if 0 < number < LEAST_SHOWN else _points(number, lang)
