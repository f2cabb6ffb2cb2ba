"""``omkast buck-dice``: exact odds of a game without decisions.

Modules that take long to import are imported where they are used, so that help
and refusals come at once.
"""

from __future__ import annotations

from fractions import Fraction

import click

from omkast import BuckDice, Game, games, notation

from ..command import command
from ..documents import print_json
from ..numbers import WholeNumber
from ..options import json_option, ruleset_options
from ..refusals import blaming

LONGEST_HORIZON = 300
"""After so many turns nobody is still in: the probability is below 1e-50."""

SHARES = tuple(Fraction(percent, 100) for percent in (5, 25, 50, 75, 95))
"""The probabilities for which ``turns`` says within how many turns a player leaves."""


PLAYERS = games.buck_dice.PLAYERS

score_option = click.option(
    "--score",
    type=WholeNumber(),
    default=0,
    show_default=True,
    metavar="N",
    help=f"Points of the player, from 0 to {BuckDice.goal - 1}.",
)


def _turn(game: Game[BuckDice]) -> click.Command:
    @command()
    @score_option
    @ruleset_options(game)
    @json_option
    def turn(ruleset: BuckDice, score: int, as_json: bool) -> None:
        """Show how a player's next turn can end, and how likely each end is."""
        from omkast import one_turn

        ends = one_turn(ruleset, score)
        from .documents import turn_document
        from .render import show_turn

        if as_json:
            print_json(turn_document(ruleset, score, ends))
        else:
            show_turn(score, ends)

    return turn


def _turns(game: Game[BuckDice]) -> click.Command:
    @command()
    @score_option
    @click.option(
        "--horizon",
        type=WholeNumber(0, LONGEST_HORIZON),
        default=0,
        show_default=True,
        metavar="N",
        help=f"Show the probability of leaving in each of the next N turns, at most {LONGEST_HORIZON}.",
    )
    @ruleset_options(game)
    @json_option
    def turns(ruleset: BuckDice, score: int, horizon: int, as_json: bool) -> None:
        """Show how many turns a player takes to leave the round.

        For evenings that are won by a big buck only, also how many she takes until
        she throws one, beginning again from 0 whenever she leaves by points.
        """
        from omkast import leaving_distribution, leaving_quantile, turns_to_leave

        facts = turns_to_leave(ruleset, score)
        quantiles = {share: leaving_quantile(ruleset, score, share) for share in SHARES}
        distribution = leaving_distribution(ruleset, score, horizon)
        from .documents import turns_document
        from .render import show_turns

        if as_json:
            print_json(turns_document(ruleset, score, facts, quantiles, distribution))
        else:
            show_turns(facts, quantiles, distribution)

    return turns


def _odds(game: Game[BuckDice]) -> click.Command:
    @command()
    @click.option(
        "--players",
        type=WholeNumber(PLAYERS[0], PLAYERS[-1]),
        required=True,
        metavar="N",
        help=f"How many players began the round, {PLAYERS[0]} to {PLAYERS[-1]}.",
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
    @ruleset_options(game)
    @json_option
    def odds(ruleset: BuckDice, players: int, scores: str | None, turn: int | None, as_json: bool) -> None:
        """Show who loses the round, who leaves first, every place, and how long it takes.

        The loser pays a chip to each other player. For evenings that are won by a
        big buck only, also how long it takes until someone throws one.
        """
        points = [0] * players
        if scores is not None:
            with blaming("--scores"):
                points = notation.parse_scores(scores, players, ruleset.goal)
        if turn is None:
            turn = next((player for player, score in enumerate(points, start=1) if score != ruleset.goal), 1)
        from omkast import round_odds

        answer = round_odds(ruleset, points, turn)
        from .documents import odds_document
        from .render import show_odds

        if as_json:
            print_json(odds_document(ruleset, points, turn, answer))
        else:
            show_odds(ruleset, points, turn, answer)

    return odds


BUCK_DICE_COMMANDS = {"turn": _turn, "turns": _turns, "odds": _odds}
"""What makes each command of Buck Dice."""
