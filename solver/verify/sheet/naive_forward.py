"""Best play of a small game followed forwards in exact fractions: the twin of omkast.sheet.forward.

Every state is followed by itself, turn by turn and roll by roll, and nothing is merged.  Of
several best actions the first in this order is taken: a box that scores, in the order of
the sheet; a strike, likewise; the keep with the most dice, and of those the first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from .naive import Dice, Filled, NaiveSolver, State, rerolled, throws, upper_part

Fill = tuple[str, int]
"""A box and its points."""


@dataclass
class NaivePlay:
    """What best play comes to.

    Attributes:
        chances: the probability of every state that is met at the start of a turn or at the end.
        fills: by turn, from 1: the probability of filling a box with so many points.
        rolls: by turn: the probability of so many rolls.
        saved, spent: expected numbers of markers in the whole game.
        mean, mean_square: of the final total.
    """

    chances: dict[State, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    fills: dict[tuple[int, Fill], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    rolls: dict[tuple[int, int], Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    saved: Fraction = Fraction(0)
    spent: Fraction = Fraction(0)
    mean: Fraction = Fraction(0)
    mean_square: Fraction = Fraction(0)


class NaiveFollower:
    """Follows best play of one game."""

    def __init__(self, solver: NaiveSolver) -> None:
        self._solver = solver
        self._game = solver.game
        self._choices: dict[tuple[Filled, int, int, Dice], Fill | Dice] = {}

    def play(self) -> NaivePlay:
        """From the empty sheet to the end."""
        play, game = NaivePlay(), self._game
        level: dict[State, list[Fraction]] = {(frozenset(), 0, 0): [Fraction(1), Fraction(0), Fraction(0)]}
        for turn in range(1, len(game.boxes) + 1):
            after: dict[State, list[Fraction]] = defaultdict(lambda: [Fraction(0)] * 3)
            for state, (chance, points, squares) in level.items():
                play.chances[state] = chance
                for (box, score), rolls, p in self.ends(state):
                    to = self._after(state, box, score, rolls)
                    # The moments of the points so far, each times the probability of being there.
                    more = (chance, points + score * chance, squares + 2 * score * points + score**2 * chance)
                    after[to] = [old + p * new for old, new in zip(after[to], more, strict=True)]
                    play.fills[turn, (box, score)] += p * chance
                    play.rolls[turn, rolls] += p * chance
                    if game.saved_rerolls:
                        play.saved += p * chance * max(0, game.rerolls - (rolls - 1))
                        play.spent += p * chance * max(0, rolls - 1 - game.rerolls)
            level = after
        for state, (chance, points, squares) in level.items():
            bonus = self._solver.value(*state)
            play.chances[state] = chance
            play.mean += points + bonus * chance
            play.mean_square += squares + 2 * bonus * points + bonus**2 * chance
        return play

    def ends(self, state: State) -> Iterator[tuple[Fill, int, Fraction]]:
        """Every way in which the turn at ``state`` can end: the fill, the rolls, the probability."""
        filled, upper, markers = state
        budget, dice = markers + self._game.rerolls, self._game.num_dice
        thrown = {roll: Fraction(ways, 6**dice) for roll, ways in throws(dice)}
        for rolls in range(1, budget + 2):
            then: dict[Dice, Fraction] = defaultdict(Fraction)
            for roll, p in thrown.items():
                match self.choice(filled, upper, budget + 1 - rolls, roll):
                    case (str() as box, points):
                        yield (box, points), rolls, p
                    case keep:
                        for new, ways in rerolled(keep, dice):
                            then[new] += p * Fraction(ways, 6 ** (dice - len(keep)))
            thrown = then

    def choice(self, filled: Filled, upper: int, budget: int, roll: Dice) -> Fill | Dice:
        """What is done with a roll: a box and its points, or the dice kept."""
        key = (filled, upper, budget, roll)
        if key not in self._choices:
            order = [box.name for box in self._game.boxes]
            fills = self._solver.fills(filled, upper, budget, roll)
            keeps = self._solver.keeps(filled, upper, budget, roll)
            best = max((*fills.values(), *keeps.values()))
            first_fill = sorted(fills, key=lambda fill: (fill[1] == 0, order.index(fill[0])))
            first_keep = sorted(keeps, key=lambda keep: (-len(keep), keep))
            options: list[tuple[Fill | Dice, Fraction]] = [(fill, fills[fill]) for fill in first_fill]
            options += [(keep, keeps[keep]) for keep in first_keep]
            self._choices[key] = next(action for action, value in options if value == best)
        return self._choices[key]

    def _after(self, state: State, box: str, points: int, rolls: int) -> State:
        filled, upper, markers = state
        of_box = next(b for b in self._game.boxes if b.name == box)
        left = markers + self._game.rerolls + 1 - rolls if self._game.saved_rerolls else 0
        return filled | {box}, upper + upper_part(of_box, points), left
