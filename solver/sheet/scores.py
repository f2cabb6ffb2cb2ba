"""Scores of boxes, and the closure that moves them onto the keep lattice.

*Score closure.*  A box's score is worth its pattern, not the whole roll: a pair
of sixes scores at the keep {6, 6}, whatever the other dice.  For a box with
scores ``s`` over the rolls let ``g(k)`` be the least score of a roll containing
k.  Placing ``g(k)`` at every node where it exceeds g of all smaller nodes makes
"the best of the contained nodes" return exactly ``s``, so one upward walk of
the lattice finds the best keep and the best box together.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import permutations

from ..dice import Dice
from ..games.ruleset import Box, Count, Groups, Pattern, Ruleset, Run, Sum
from .keep_lattice import keep_lattice


def score(pattern: Pattern, roll: Dice) -> int:
    """Points that ``pattern`` gives for ``roll``; 0 if the roll does not show it."""
    match pattern:
        case Count(face):
            return face * roll.count(face)
        case Groups():
            return _groups_score(pattern, roll)
        case Run(runs, points):
            return points if any(set(run) <= set(roll) for run in runs) else 0
        case Sum():
            return sum(roll)


def _groups_score(pattern: Groups, roll: Dice) -> int:
    counts = Counter(roll)
    readings = [
        sum(size * face for size, face in zip(pattern.sizes, faces, strict=True))
        for faces in permutations(counts, len(pattern.sizes))
        if all(counts[face] >= size for size, face in zip(pattern.sizes, faces, strict=True))
    ]
    if pattern.same_face:
        size = sum(pattern.sizes)
        readings += [size * face for face in counts if counts[face] >= size]
    if not readings:
        return 0
    if pattern.points is not None:
        return pattern.points
    return sum(roll) if pattern.whole_roll else max(readings)


@cache
def roll_scores(box: Box, num_dice: int) -> tuple[int, ...]:
    """The box's score for every roll of ``num_dice`` dice, in node order."""
    return tuple(score(box.pattern, roll) for roll in keep_lattice(num_dice).rolls)


@cache
def possible_scores(box: Box, dice: int) -> tuple[int, ...]:
    """Every score the box can hold, ascending; 0 (a strike) is always one of them."""
    return tuple(sorted({0, *roll_scores(box, dice)}))


def most_points(ruleset: Ruleset) -> int:
    """What a game under these rules could give at most: the best score of every box, and the bonus."""
    return sum(possible_scores(box, ruleset.num_dice)[-1] for box in ruleset.boxes) + ruleset.bonus.points


def closure(box: Box, num_dice: int) -> list[tuple[int, int]]:
    """(node, points) pairs whose best contained one is the box's score, for every roll.

    Where a roll can score nothing, the empty keep stands among them with 0 points:
    that is the strike.
    """
    lattice = keep_lattice(num_dice)
    scores = roll_scores(box, num_dice)
    least = [0] * lattice.num_keeps + list(scores)
    for node in reversed(range(lattice.num_keeps)):
        least[node] = min(least[above] for above in lattice.above[node])
    return [
        (node, points)
        for node, points in enumerate(least)
        if node == 0 or points > max(least[below] for below in lattice.below[node])
    ]
