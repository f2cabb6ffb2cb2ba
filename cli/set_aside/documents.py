"""Results as the JSON documents that docs/json.md describes.  Key order is part of the format."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING

from ..documents import Document

if TYPE_CHECKING:
    from omkast import AsideOption, Bank, Dice, Page, Seat, Session, SetAsideGame, SolvedTurn

    from .options import Objective


def advise_document(
    game: SetAsideGame, objective: Objective, dice: Dice, aside: Dice, options: list[AsideOption]
) -> Document:
    """What ``advise`` answers."""
    return {
        "options": [
            {
                "aside": list(option.aside),
                **_exact("value", option.value),
                "loss": float(option.loss),
            }
            for option in options
        ],
        **_aim(game, objective),
        "dice": list(dice),
        "aside": list(aside),
    }


def table_document(game: SetAsideGame, objective: Objective, turn: SolvedTurn, pages: list[Page]) -> Document:
    """What ``table`` answers."""
    return {
        **_aim(game, objective),
        **_exact("value", turn.start),
        "pages": [
            {
                "left": page.left,
                "least": page.least,
                "most": page.most,
                "throws": [
                    {"dice": list(dice), "aside": list(aside)} for dice, aside in page.choices.items()
                ],
            }
            for page in pages
        ],
    }


def bank_document(bank: Bank) -> Document:
    """What ``bank`` answers."""
    return {
        "distribution": _probabilities(bank.totals),
        **_exact("mean", bank.totals.mean),
        **_exact("win", bank.win),
        "edge": float(bank.edge),
        "sd": bank.totals.sd,
        "threshold": bank.threshold,
        "dice": bank.num_dice,
    }


def session_document(session: Session) -> Document:
    """What ``session`` answers."""
    return {
        "players": session.num_players,
        "rotations": session.num_rotations,
        "bets": session.num_bets,
        **_exact("expected", session.chips.mean),
        **_exact("as_player", session.as_player),
        "sd": session.chips.sd,
        "distribution": _probabilities(session.chips),
    }


def pot_document(seats: list[Seat], tie: str) -> Document:
    """What ``pot`` answers."""
    return {
        "seats": [
            {
                "seat": seat.seat,
                **_exact("share", seat.share),
                "aim": seat.aim,
                "favourite": seat.favourite,
                "lead": _probabilities(seat.lead.items()),
            }
            for seat in seats
        ],
        "players": len(seats),
        "tie": tie,
    }


def _aim(game: SetAsideGame, objective: Objective) -> Document:
    return {"game": game.id, "objective": objective.name, **objective.given}


def _exact(name: str, number: Fraction) -> Document:
    """A number as a decimal and, under the name with ``_fraction`` added, exactly."""
    return {name: float(number), f"{name}_fraction": str(number)}


def _probabilities(numbers: Iterable[tuple[int, Fraction]]) -> Document:
    return {str(outcome): float(number) for outcome, number in numbers}
