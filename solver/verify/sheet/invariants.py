"""What must hold for the values of any game, whatever they are."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

import numpy as np

from ...dice import roll_probability
from ...games.maxi_yatzy import maxi_yatzy
from ...games.yatzy import yatzy
from ...progress import Cancel, Silent, never, watched
from ...sheet.keep_lattice import keep_lattice
from ...sheet.lattice import Root
from ...sheet.position import Position
from ...sheet.solve import solve_levels
from ..finding import Finding
from .small_games import SMALL_GAMES
from .solved import SolvedLattice, solved

PART = "Invariants"
ROUNDING = 1e-9
"""By how much a value may fall where it must not, in points."""

MAXI_YATZY_POSITION = Position(
    maxi_yatzy("alga"),
    {"ones": 3, "sixes": 24, "one-pair": 12, "two-pairs": 18, "three-pairs": 0, "chance": 25}
    | {"three-of-a-kind": 15, "villa": 0, "tower": 0, "small-straight": 0, "large-straight": 20}
    | {"four-of-a-kind": 12, "full-straight": 0},
    markers=5,
)
"""A position of the largest game with seven boxes open, four of them upper ones."""


def findings(cancel: Cancel = never) -> Iterator[Finding]:
    """The invariants of the dice, and of the values of several games."""
    counts = range(1, 7)
    yield Finding(
        PART,
        "probabilities of all rolls sum to 1",
        all(probabilities_sum_to_one(dice) for dice in counts),
        f"{counts[0]} to {counts[-1]} dice, exactly",
    )
    small = [solved(game.ruleset, cancel=cancel) for game in SMALL_GAMES]
    late = solved(MAXI_YATZY_POSITION.ruleset, Root.of(MAXI_YATZY_POSITION), cancel)
    games = [
        ("small games", small),
        ("yatzy", [solved(yatzy(), cancel=cancel)]),
        ("yatzy with saved rerolls", [solved(yatzy(saved_rerolls=True), cancel=cancel)]),
        ("maxi-yatzy, 7 boxes open", [late]),
    ]
    for what, holds in INVARIANTS.items():
        for name, lattices in games:
            if holds is never_falls_with_one_more_marker and not _have_markers(lattices):
                continue
            yield Finding(
                PART, what, all(map(holds, watched(lattices, cancel))), f"{name}, {_states(lattices)}"
            )
    what = "one worker or two give the same bits"
    same = all(map(partial(identical_for_any_number_of_workers, cancel=cancel), [*small, late]))
    yield Finding(PART, what, same, f"small games and maxi-yatzy, {_states([*small, late])}")


def _have_markers(lattices: list[SolvedLattice]) -> bool:
    return any(values.lattice.ruleset.saved_rerolls for values in lattices)


def _states(lattices: list[SolvedLattice]) -> str:
    return f"{sum(values.lattice.num_states() for values in lattices):,} states"


def probabilities_sum_to_one(num_dice: int) -> bool:
    """Whether throwing one die after another leads to each roll with its probability, and to 1 in all."""
    lattice = keep_lattice(num_dice)
    reached = [Fraction(1)] + [Fraction(0)] * (len(lattice.nodes) - 1)
    for keep, nodes in enumerate(lattice.above):
        for node in nodes:
            reached[node] += reached[keep] / len(nodes)
    rolls = reached[lattice.num_keeps :]
    return sum(rolls) == 1 and rolls == [roll_probability(roll) for roll in lattice.rolls]


def never_falls_with_a_higher_upper_total(values: SolvedLattice) -> bool:
    """Whether the value of a sheet is never lower in a higher lane."""
    return _never_falls(values, axis=2)


def never_falls_with_one_more_marker(values: SolvedLattice) -> bool:
    """Whether the value of a sheet is never lower with one more marker."""
    return _never_falls(values, axis=1)


def _never_falls(values: SolvedLattice, axis: int) -> bool:
    return all(
        bool((np.diff(block.view(level), axis=axis) >= -ROUNDING).all())
        for number, level in values.levels.items()
        for block in values.lattice.blocks(number).values()
    )


def unreachable_is_nan_and_nothing_else(values: SolvedLattice) -> bool:
    """Whether exactly the padding of the arrays holds NaN."""
    for number, level in values.levels.items():
        reachable = np.zeros(len(level), bool)
        for block in values.lattice.blocks(number).values():
            block.view(reachable)[:] = True
        if not np.array_equal(np.isnan(level), ~reachable):
            return False
    return True


def identical_for_any_number_of_workers(values: SolvedLattice, cancel: Cancel = never) -> bool:
    """Whether one worker and two get the same bits."""
    return all(
        level.tobytes() == values.levels[number].tobytes()
        for jobs in (1, 2)
        for number, level in solve_levels(values.lattice, Silent(), jobs, cancel=cancel)
    )


INVARIANTS = {
    "a value never falls with a higher upper total": never_falls_with_a_higher_upper_total,
    "a value never falls with one more marker": never_falls_with_one_more_marker,
    "what cannot be reached is NaN, nothing else": unreachable_is_nan_and_nothing_else,
}
