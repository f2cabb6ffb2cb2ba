"""Options of the games of setting dice aside: the dice, and what to aim at."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from omkast import SetAsideGame, games, notation

from ..numbers import WholeNumber
from ..options import Command, Decorator, decorators
from ..refusals import blaming

if TYPE_CHECKING:
    from omkast import SolvedTurn


PLAYERS, THRESHOLD, TIES = games.qualify.PLAYERS, games.qualify.THRESHOLD, games.qualify.TIES


@dataclass(frozen=True)
class Objective:
    """What best play aims at.

    Attributes:
        name: one of the objectives of the game.
        given: the options that say it more closely, by their names in JSON.
        solve: best play of the turn.
    """

    name: str
    given: dict[str, Any]
    solve: Callable[[], SolvedTurn]


def throw_arguments(game: SetAsideGame) -> Decorator:
    """The dice thrown and those aside; hands the command ``dice`` and ``aside``, both ascending."""

    def read(command: Command) -> Command:
        @functools.wraps(command)
        def with_dice(words: tuple[str, ...], aside_text: str, **given: Any) -> None:
            with blaming("--aside"):
                aside = notation.parse_some_dice(aside_text, game.num_dice - 1)
            with blaming("DICE"):
                dice = notation.parse_dice(" ".join(words), game.num_dice - len(aside), " not yet aside")
            command(dice=dice, aside=aside, **given)

        return with_dice

    return decorators(
        click.argument("words", nargs=-1, required=True, metavar="DICE"),
        click.option(
            "--aside",
            "aside_text",
            default="",
            metavar="DICE",
            help="Dice set aside before this throw, as in 6,5.  [default: none]",
        ),
        read,
    )


def tie_option(default: str | None) -> Decorator:
    """What becomes of a pot that several tie for."""
    return click.option(
        "--tie",
        type=click.Choice(TIES),
        default=default,
        help="Whether players who tie split the pot, or replay for it among themselves."
        f"  [default: {TIES[0]}]",
    )


def players_option(required: bool) -> Decorator:
    """How many players there are."""
    return click.option(
        "--players",
        type=WholeNumber(),
        required=required,
        metavar="N",
        help=f"Number of players, {PLAYERS[0]} to {PLAYERS[-1]}.",
    )


REACH_OPTIONS = ("target",)
POT_OPTIONS = ("players", "seat", "to_beat", "tied", "tie")


def objective_options(game: SetAsideGame) -> Decorator:
    """What to aim at, if the game leaves a choice; hands the command an ``objective``."""

    def build(command: Command) -> Command:
        @functools.wraps(command)
        def with_objective(objective: str = game.objectives[0], **given: Any) -> None:
            told = {
                name: value
                for name in (*REACH_OPTIONS, *POT_OPTIONS)
                if (value := given.pop(name, None)) is not None
            }
            command(objective=_objective(game, objective, told), **given)

        return with_objective

    if len(game.objectives) == 1:
        return build
    return decorators(
        click.option(
            "--objective",
            type=click.Choice(game.objectives),
            default=game.objectives[0],
            show_default=True,
            help="What to aim at: the highest mean of the total, a total of at least --target, or the pot.",
        ),
        click.option(
            "--target",
            type=WholeNumber(),
            metavar="TOTAL",
            help=f"With reach: the least total that will do.  [default: {THRESHOLD}]",
        ),
        players_option(required=False),
        click.option(
            "--seat", type=WholeNumber(), metavar="K", help="With pot: your place in the order, from 1."
        ),
        click.option(
            "--to-beat",
            type=WholeNumber(),
            metavar="TOTAL",
            help="With pot: the highest total of those before you.",
        ),
        click.option(
            "--tied",
            type=WholeNumber(),
            metavar="M",
            help="With pot: how many of them have it.  [default: 1]",
        ),
        tie_option(default=None),
        build,
    )


def _objective(game: SetAsideGame, name: str, told: dict[str, Any]) -> Objective:
    # Imported here so that help and refusals need no solver.
    from omkast import mean_turn, reach_turn

    _refuse_others(name, told)
    if name == "mean":
        return Objective(name, {}, lambda: mean_turn(game))
    if name == "reach":
        target = told.get("target", THRESHOLD)
        return Objective(name, {"target": target}, lambda: reach_turn(game, target))
    return _pot_objective(game, told)


def _pot_objective(game: SetAsideGame, told: dict[str, Any]) -> Objective:
    from omkast import Pot, challenge_at

    for needed, example in (("players", 4), ("seat", 1)):
        if needed not in told:
            raise click.UsageError(
                f"--objective pot needs --{needed}, as in --{needed} {example}; "
                "it also takes --to-beat, --tied and --tie."
            )
    tie = told.pop("tie", TIES[0])
    challenge = challenge_at(game, **told)
    given = {
        "players": told["players"],
        "seat": told["seat"],
        "to_beat": challenge.to_beat or None,
        "tied": challenge.holders,
        "tie": tie,
    }
    return Objective("pot", given, lambda: Pot(game, tie).turn(challenge))


def _refuse_others(objective: str, told: dict[str, Any]) -> None:
    """Refuses options that say nothing about the objective chosen."""
    belongs = {"reach": REACH_OPTIONS, "pot": POT_OPTIONS}
    for owner, names in belongs.items():
        for name in names:
            if name in told and owner != objective:
                option = f"--{name.replace('_', '-')}"
                raise click.UsageError(
                    f"{option} {told[name]} does not go with --objective {objective}; "
                    f"expected --objective {owner}, or no {option}."
                )
