"""Qualify and Threes with few dice against plain twins, exactly."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from ...games.qualify import QUALIFY, TIES
from ...games.threes import THREES
from ...set_aside.bank import bank_odds
from ...set_aside.objectives import mean_turn, reach_turn
from ...set_aside.pot import Pot
from ...set_aside.strategy import strategy_pages
from ...set_aside.turn import SolvedTurn
from ..finding import BRUTE_FORCE, Finding
from .naive import (
    FACE_VALUE,
    THREES_COUNT_NOTHING,
    Dice,
    Payoff,
    Shares,
    best_turn,
    forced_totals,
    pot_shares,
)

DICE = 3
PLAYERS = 3


def findings() -> Iterator[Finding]:
    """One finding for each kind of game; all values are compared as fractions."""
    games = [
        (replace(QUALIFY, num_dice=DICE), FACE_VALUE),
        (replace(THREES, num_dice=DICE), THREES_COUNT_NOTHING),
    ]
    for game, points in games:
        same = same_as_naive(mean_turn(game), Fraction, points)
        yield _finding(f"{game.id}, {DICE} dice, best mean", same, "every state of a turn")
    game, least = replace(QUALIFY, num_dice=DICE), 14
    same = same_as_naive(reach_turn(game, least), lambda total: Fraction(total >= least))
    yield _finding(f"qualify, {DICE} dice, best P({least} or more)", same, "every state of a turn")
    same = dict(bank_odds(least, DICE).totals) == forced_totals(DICE)
    yield _finding(f"qualify bank, {DICE} dice", same, "every total")
    for tie in TIES:
        yield _finding(
            f"qualify pot, 2 dice, {PLAYERS} players, {tie}",
            pot_is_that_of_histories(2, PLAYERS, tie),
            "the share of every seat",
        )


def same_as_naive(turn: SolvedTurn, payoff: Payoff, points: Dice = FACE_VALUE) -> bool:
    """Whether every choice of ordered throws gives ``turn`` its values, where its strategy changes."""
    naive = best_turn(turn.game.num_dice, payoff, points, min if turn.cost else max)
    return all(
        turn.value(page.left, aside) == naive(page.left, aside)
        for page in strategy_pages(turn)
        for aside in {page.least, page.most}
    )


def pot_is_that_of_histories(num_dice: int, players: int, tie: str) -> bool:
    """Whether perfect play over complete histories gives the seats their shares.

    The twin plays replays once: with our shares for those who tie, it must give them again.
    """
    pot = Pot(replace(QUALIFY, num_dice=num_dice), tie)

    def at_end(holders: list[int]) -> Shares:
        if tie == "replay" and len(holders) > 1:
            return pot.shares(len(holders))
        return (Fraction(1, len(holders)),) * len(holders)

    return pot.shares(players) == pot_shares(num_dice, players, at_end)


def _finding(what: str, same: bool, compared: str) -> Finding:
    return Finding(BRUTE_FORCE, what, same, f"{compared}, {'equal' if same else 'NOT equal'} as fractions")
