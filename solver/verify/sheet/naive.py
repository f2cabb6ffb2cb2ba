"""A plain, slow, obviously right solver for small games of the Yatzy family.

It is the judge of the product and shares no code with it: outcomes are counted
by listing ordered throws, keeps by listing every subset of dice positions, and
values are exact fractions.  States are (filled boxes, actual upper total,
markers); nothing is merged, and no option is left out because it should be worse.

Budget: a turn that starts with s markers may reroll s + ``rerolls`` times; with
saved rerolls what is left of that is the next turn's s, without it is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import lcm

FACES = (1, 2, 3, 4, 5, 6)

Dice = tuple[int, ...]
Score = Callable[[Dice], int]
Filled = frozenset[str]
State = tuple[Filled, int, int]
"""Filled boxes, upper total, markers."""


# --- scores: look at every part of the roll and see whether it has the shape


def parts(dice: Dice) -> set[Dice]:
    """Every sub-multiset of ``dice``, sorted; the empty one too."""
    return {part for size in range(len(dice) + 1) for part in combinations(sorted(dice), size)}


def multiplicities(dice: Dice) -> list[int]:
    """How often each face that occurs does so, largest first: 33666 gives [3, 2]."""
    return sorted((dice.count(face) for face in set(dice)), reverse=True)


def count_faces(face: int) -> Score:
    """The sum of the dice that show ``face``."""
    return lambda dice: max(sum(part) for part in parts(dice) if set(part) <= {face})


def groups(
    *sizes: int, points: int | None = None, whole_roll: bool = False, same_face: bool = False
) -> Score:
    """Groups of equal dice, different faces: the best part of exactly that shape.

    ``points`` is a fixed score, ``whole_roll`` scores all dice thrown, and with
    ``same_face`` the part may also consist of one face only.
    """

    def fits(part: Dice) -> bool:
        if len(part) != sum(sizes):
            return False
        return multiplicities(part) == sorted(sizes, reverse=True) or (same_face and len(set(part)) == 1)

    def score(dice: Dice) -> int:
        fitting = [part for part in parts(dice) if fits(part)]
        if not fitting:
            return 0
        if points is not None:
            return points
        return sum(dice) if whole_roll else max(sum(part) for part in fitting)

    return score


def run(*runs: Dice, points: int) -> Score:
    """``points`` if some part of the roll is one of ``runs``."""
    return lambda dice: points if any(part in runs for part in parts(dice)) else 0


def total(dice: Dice) -> int:
    """The sum of all dice."""
    return sum(dice)


# --- dice


@cache
def throws(count: int) -> tuple[tuple[Dice, int], ...]:
    """What ``count`` thrown dice can show, sorted, with the number of ordered throws that do."""
    return tuple(Counter(tuple(sorted(throw)) for throw in product(FACES, repeat=count)).items())


@cache
def rerolled(keep: Dice, num_dice: int) -> tuple[tuple[Dice, int], ...]:
    """The rolls of ``num_dice`` dice that keeping ``keep`` can lead to, with the number of ordered throws."""
    return tuple((tuple(sorted(keep + thrown)), ways) for thrown, ways in throws(num_dice - len(keep)))


@cache
def proper_keeps(roll: Dice) -> tuple[Dice, ...]:
    """What can be kept of ``roll`` when at least one die is rerolled."""
    positions = range(len(roll))
    subsets = (held for size in range(len(roll)) for held in combinations(positions, size))
    return tuple({tuple(sorted(roll[at] for at in held)) for held in subsets})


def mean(weighted: Iterable[tuple[Fraction, int]]) -> Fraction:
    """The mean of values that occur the given numbers of times."""
    pairs = list(weighted)
    common = lcm(*(value.denominator for value, _ in pairs))
    numerator = sum(times * value.numerator * (common // value.denominator) for value, times in pairs)
    return Fraction(numerator, common * sum(times for _, times in pairs))


# --- games


@dataclass(frozen=True)
class NaiveBox:
    """A box: its name, what it scores, and its face if it belongs to the upper section."""

    name: str
    score: Score
    upper_face: int | None = None


@dataclass(frozen=True)
class NaiveGame:
    """The rules of one small game; the bonus is paid when the last box is filled."""

    num_dice: int
    boxes: tuple[NaiveBox, ...]
    bonus_threshold: int
    bonus_points: int
    rerolls: int
    saved_rerolls: bool


class NaiveSolver:
    """Values of one game, each computed when first asked for and remembered."""

    def __init__(self, game: NaiveGame) -> None:
        self.game = game
        self._scores = {
            (box.name, roll): box.score(roll) for box in game.boxes for roll, _ in throws(game.num_dice)
        }
        self._values: dict[State, Fraction] = {}
        self._rolls: dict[tuple[Filled, int, int], dict[Dice, Fraction]] = {}
        self._keeps: dict[tuple[Filled, int, int], dict[Dice, Fraction]] = {}

    def value(self, filled: Iterable[str] = (), upper: int = 0, markers: int = 0) -> Fraction:
        """Expected points still to come, bonus included, at the start of a turn."""
        state = (frozenset(filled), upper, markers)
        if state not in self._values:
            self._values[state] = self._value(*state)
        return self._values[state]

    def _value(self, filled: Filled, upper: int, markers: int) -> Fraction:
        if len(filled) == len(self.game.boxes):
            return Fraction(self.game.bonus_points if upper >= self.game.bonus_threshold else 0)
        best = self._roll_values(filled, upper, markers + self.game.rerolls)
        return mean((best[roll], ways) for roll, ways in throws(self.game.num_dice))

    def roll_value(self, filled: Iterable[str], upper: int, budget: int, dice: Dice) -> Fraction:
        """Expected points still to come with ``dice`` on the table and ``budget`` rerolls left."""
        return self._roll_values(frozenset(filled), upper, budget)[tuple(sorted(dice))]

    def _roll_values(self, filled: Filled, upper: int, budget: int) -> dict[Dice, Fraction]:
        key = (filled, upper, budget)
        if key not in self._rolls:
            self._rolls[key] = {
                roll: max(
                    chain(
                        self.fills(filled, upper, budget, roll).values(),
                        self.keeps(filled, upper, budget, roll).values(),
                    )
                )
                for roll, _ in throws(self.game.num_dice)
            }
        return self._rolls[key]

    def keeps(self, filled: Iterable[str], upper: int, budget: int, dice: Dice) -> dict[Dice, Fraction]:
        """The value of every keep that rerolls at least one die; none without budget."""
        if budget == 0:
            return {}
        values = self._keep_values(frozenset(filled), upper, budget)
        return {keep: values[keep] for keep in proper_keeps(tuple(sorted(dice)))}

    def _keep_values(self, filled: Filled, upper: int, budget: int) -> dict[Dice, Fraction]:
        key = (filled, upper, budget)
        if key not in self._keeps:
            best = self._roll_values(filled, upper, budget - 1)
            self._keeps[key] = {
                keep: mean((best[roll], ways) for roll, ways in rerolled(keep, self.game.num_dice))
                for size in range(self.game.num_dice)
                for keep, _ in throws(size)
            }
        return self._keeps[key]

    def fills(
        self, filled: Iterable[str], upper: int, budget: int, dice: Dice
    ) -> dict[tuple[str, int], Fraction]:
        """The value of filling every open box, by (box, points): with its score, and with 0."""
        filled = frozenset(filled)
        roll = tuple(sorted(dice))
        markers = budget if self.game.saved_rerolls else 0
        return {
            (box.name, points): points
            + self.value(filled | {box.name}, upper + upper_part(box, points), markers)
            for box in self.game.boxes
            if box.name not in filled
            for points in {0, self._scores[box.name, roll]}
        }

    def reachable(self) -> set[State]:
        """Every state at the start of a turn, or at the end of the game, that play can lead to."""
        found: set[State] = set()
        waiting: list[State] = [(frozenset(), 0, 0)]
        while waiting:
            state = waiting.pop()
            if state not in found:
                found.add(state)
                waiting.extend(self._next_states(state))
        return found

    def _next_states(self, state: State) -> set[State]:
        filled, upper, markers = state
        most = markers + self.game.rerolls if self.game.saved_rerolls else 0
        return {
            (filled | {box.name}, upper + upper_part(box, points), saved)
            for box in self.game.boxes
            if box.name not in filled
            for points in {0} | {self._scores[box.name, roll] for roll, _ in throws(self.game.num_dice)}
            for saved in range(most + 1)
        }


def upper_part(box: NaiveBox, points: int) -> int:
    """What of a box's points counts towards the bonus."""
    return points if box.upper_face is not None else 0


def single_box_value(score: Score, num_dice: int, budget: int) -> Fraction:
    """Expected points of the last open box, no bonus, with ``budget`` rerolls after the first roll."""
    game = NaiveGame(num_dice, (NaiveBox("box", score),), 0, 0, budget, saved_rerolls=False)
    return NaiveSolver(game).value()
