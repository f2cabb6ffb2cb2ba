"""The engine against the naive solver: every state and every option of the first roll of small games."""

from __future__ import annotations

from collections.abc import Iterator

from ...games.action import Action, Keep, Score
from ...progress import Cancel, never, watched
from ...sheet.advice import Advisor
from ...sheet.keep_lattice import keep_lattice
from ...sheet.position import Position
from ..finding import BRUTE_FORCE, Finding
from .forward import optimal_play_of_yatzy
from .naive import Dice, Filled, NaiveSolver
from .small_games import SMALL_GAMES, SmallGame, naive_solver
from .solved import solved

WITHIN = 1e-9
"""How far a value in double precision may lie from the exact one, in points."""


def findings(quick: bool, cancel: Cancel = never) -> Iterator[Finding]:
    """One finding for each small game; without ``quick`` one for all of Yatzy, too."""
    for game in SMALL_GAMES:
        states = state_differences(game, cancel)
        options = option_differences(game, cancel)
        largest = max(max(states), max(options))
        note = f"{len(states)} states, {len(options)} options, largest difference {largest:.0e} points"
        yield Finding(BRUTE_FORCE, str(game), largest <= WITHIN, note)
    if not quick:
        play = optimal_play_of_yatzy(cancel)
        note = f"{play.states} states, largest difference {play.largest_difference:.0e} points"
        passed = play.largest_difference <= WITHIN
        yield Finding(BRUTE_FORCE, "yatzy, every turn decided again", passed, note)


def state_differences(game: SmallGame, cancel: Cancel = never) -> list[float]:
    """How far our value of every state that play can lead to lies from the exact one, in points."""
    ours, naive = solved(game.ruleset, cancel=cancel), naive_solver(game)

    def bits(filled: Filled) -> int:
        return sum(1 << game.ruleset.index(box) for box in filled)

    # From the last turns to the first, the naive solver has only one turn to do for each.
    states = sorted(naive.reachable(), key=lambda state: len(state[0]), reverse=True)
    return [
        abs(ours.value(bits(filled), upper, markers) - float(naive.value(filled, upper, markers)))
        for filled, upper, markers in watched(states, cancel)
    ]


def option_differences(game: SmallGame, cancel: Cancel = never) -> list[float]:
    """The same for every option of every first roll; an option that one side lacks is infinitely far."""
    naive, position = naive_solver(game), Position(game.ruleset)
    advisor = Advisor(solved(game.ruleset, cancel=cancel))
    differences: list[float] = []
    for roll in watched(keep_lattice(game.ruleset.num_dice).rolls, cancel):
        options = advisor.options(position, roll, game.ruleset.rerolls)
        ours = {option.action: option.expected_total for option in options}
        exact = naive_options(naive, roll)
        differences += [
            abs(ours[action] - exact[action]) if action in ours and action in exact else float("inf")
            for action in ours.keys() | exact.keys()
        ]
    return differences


def naive_options(naive: NaiveSolver, roll: Dice) -> dict[Action, float]:
    """Every option of a first roll with its exact value, rounded once.

    The naive game could also strike a box that scores; the engine does not offer that, as it
    is never better.
    """
    budget = naive.game.rerolls
    keeps = naive.keeps((), 0, budget, roll)
    # In ascending order, so that the score of a box comes after its strike.
    fills = {
        box: (points, value) for (box, points), value in sorted(naive.fills((), 0, budget, roll).items())
    }
    return {Keep(keep): float(value) for keep, value in keeps.items()} | {
        Score(box, points): float(value) for box, (points, value) in fills.items()
    }
