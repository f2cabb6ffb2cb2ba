"""``omkast buck-dice``: exact odds of a game without decisions.

Modules that take long to import are imported where they are used, so that help
and refusals come at once.
"""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

import click

from omkast.games.buck_dice import FEWEST_PLAYERS, GAME, MOST_PLAYERS, OVERSHOOT_LITTLE_BUCK, BuckDice

from ..documents import print_json
from ..numbers import WholeNumber
from ..options import Command, decorators, json_option
from .scores import parse_scores

LONGEST_HORIZON = 300
"""After so many turns nobody is still in: the probability is below 1e-50."""

SHARES = tuple(Fraction(percent, 100) for percent in (5, 25, 50, 75, 95))
"""The probabilities for which ``turns`` says within how many turns a player leaves."""


def rules_options(command: Command) -> Command:
    """The rule options of the game; hands the command its ``rules``."""

    @functools.wraps(command)
    def with_rules(little_buck_ends_turn: bool, overshoot_little_buck: Any, **given: Any) -> None:
        rules = BuckDice(
            little_buck_ends_turn=little_buck_ends_turn, overshoot_little_buck=overshoot_little_buck
        )
        command(rules=rules, **given)

    ends_turn = click.option(
        "--little-buck-ends-turn/--no-little-buck-ends-turn",
        default=BuckDice.little_buck_ends_turn,
        show_default=True,
        help="Whether a little buck that counts ends the turn, as it shows no target.",
    )
    overshoot = click.option(
        "--overshoot-little-buck",
        type=click.Choice(OVERSHOOT_LITTLE_BUCK),
        default=BuckDice.overshoot_little_buck,
        show_default=True,
        help=f"Whether a little buck that would pass {BuckDice.goal} points, and does not count,"
        " is thrown again or ends the turn.",
    )
    return decorators(ends_turn, overshoot)(with_rules)


score_option = click.option(
    "--score",
    type=WholeNumber(),
    default=0,
    show_default=True,
    metavar="N",
    help=f"Points of the player, from 0 to {BuckDice.goal - 1}.",
)


@click.group(GAME)
def buck_dice_group() -> None:
    """Buck Dice: exact odds."""


@buck_dice_group.command()
@score_option
@rules_options
@json_option
def turn(rules: BuckDice, score: int, as_json: bool) -> None:
    """Show how a player's next turn can end, and how likely each end is."""
    from omkast.buck_dice.turn import one_turn

    ends = one_turn(rules, score)
    from .documents import turn_document
    from .render import show_turn

    if as_json:
        print_json(turn_document(rules, score, ends))
    else:
        show_turn(score, ends)


@buck_dice_group.command()
@score_option
@click.option(
    "--horizon",
    type=WholeNumber(0, LONGEST_HORIZON),
    default=0,
    show_default=True,
    metavar="N",
    help=f"Show the probability of leaving in each of the next N turns, at most {LONGEST_HORIZON}.",
)
@rules_options
@json_option
def turns(rules: BuckDice, score: int, horizon: int, as_json: bool) -> None:
    """Show how many turns a player takes to leave the round.

    For evenings that are won by a big buck only, also how many she takes until
    she throws one, beginning again from 0 whenever she leaves by points.
    """
    from omkast.buck_dice.turns import leaving_distribution, leaving_quantile, turns_to_leave

    facts = turns_to_leave(rules, score)
    quantiles = {share: leaving_quantile(rules, score, share) for share in SHARES}
    distribution = leaving_distribution(rules, score, horizon)
    from .documents import turns_document
    from .render import show_turns

    if as_json:
        print_json(turns_document(rules, score, facts, quantiles, distribution))
    else:
        show_turns(facts, quantiles, distribution)


@buck_dice_group.command()
@click.option(
    "--players",
    type=WholeNumber(FEWEST_PLAYERS, MOST_PLAYERS),
    required=True,
    metavar="N",
    help=f"How many players began the round, {FEWEST_PLAYERS} to {MOST_PLAYERS}.",
)
@click.option(
    "--scores",
    metavar="LIST",
    help=f"Points of each player in the order of turns, as in 12,7,0,out; {BuckDice.goal} is out."
    "  [default: 0 for all]",
)
@click.option(
    "--turn",
    type=WholeNumber(),
    metavar="N",
    help="The player who is to throw, from 1.  [default: the first who is still in]",
)
@rules_options
@json_option
def odds(rules: BuckDice, players: int, scores: str | None, turn: int | None, as_json: bool) -> None:
    """Show who loses the round, who leaves first, every place, and how long it takes.

    The loser pays a chip to each other player. For evenings that are won by a
    big buck only, also how long it takes until someone throws one.
    """
    points = [0] * players if scores is None else parse_scores(scores, players, rules.goal)
    if turn is None:
        turn = next((player for player, score in enumerate(points, start=1) if score != rules.goal), 1)
    from omkast.buck_dice.odds import round_odds

    answer = round_odds(rules, points, turn)
    from .documents import odds_document
    from .render import show_odds

    if as_json:
        print_json(odds_document(rules, points, turn, answer))
    else:
        show_odds(rules, points, turn, answer)
