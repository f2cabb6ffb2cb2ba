"""Known values of Qualify and Threes, beside ours."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ...games.qualify import QUALIFY
from ...games.set_aside import SetAsideGame
from ...games.threes import THREES
from ...set_aside.bank import bank_odds
from ...set_aside.objectives import mean_turn, reach_turn
from ..finding import INDEPENDENT, Finding, published_finding

MATH_SE = "Mathematics Stack Exchange 1118263"
ICEPOOL = "icepool"

MEANS: list[tuple[SetAsideGame, int, str, str]] = [
    (QUALIFY, 1, "7/2", INDEPENDENT),
    (QUALIFY, 2, "593/72", INDEPENDENT),
    (QUALIFY, 3, "13049/972", INDEPENDENT),
    (QUALIFY, 4, "989065/52488", MATH_SE),
    (QUALIFY, 5, "1108166095/45349632", MATH_SE),
    (QUALIFY, 6, "332273594663/11019960576", INDEPENDENT),
    (THREES, 1, "3", INDEPENDENT),
    (THREES, 2, "79/18", INDEPENDENT),
    (THREES, 3, "2261/432", INDEPENDENT),
    (THREES, 4, "544369/93312", INDEPENDENT),
    (THREES, 5, "504205555/80621568", INDEPENDENT),
]
"""Game, number of dice, and the best mean of the total."""

REACH: list[tuple[int, str]] = [
    (24, "0.713034"),
    (25, "272383603573/470184984576"),
    (26, "0.430587"),
]
"""Qualify: the best probability of a total."""


def findings() -> Iterator[Finding]:
    """One finding for each known value."""
    yield from _bank()
    for game, dice, value, source in MEANS:
        ours = mean_turn(replace(game, num_dice=dice)).start
        yield published_finding(f"{game.id}, best mean of {dice} dice", value, source, ours)
    for target, value in REACH:
        ours = reach_turn(QUALIFY, target).start
        yield published_finding(f"qualify, best P({target} or more)", value, INDEPENDENT, ours)
    totals = mean_turn(QUALIFY).totals
    yield published_finding(
        "qualify, P(25 or more) at best mean", "0.530211", INDEPENDENT, totals.at_least(25)
    )
    yield published_finding("qualify, SD at best mean", "2.79006", INDEPENDENT, totals.sd)
    none = mean_turn(THREES).totals.probability(0)
    yield published_finding("threes, P(0) at best mean", "4857964416/470184984576", ICEPOOL, none)


def _bank() -> Iterator[Finding]:
    game = bank_odds()
    yield published_finding("qualify bank, mean", "61187/2592", INDEPENDENT, game.totals.mean)
    yield published_finding("qualify bank, P(25 or more)", "15269367931/39182082048", INDEPENDENT, game.win)
    yield published_finding("qualify bank, SD", "2.78675", INDEPENDENT, game.totals.sd)
