"""Games played by the advisor's choices, with dice, scores, markers and points kept by the test.

Two things must come out.  The mean total of many games is the start value, within
three standard errors.  And the total that the advisor promises when the last box is
filled is the total of the card, bonus included, in every single game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import sqrt

import numpy as np
import pytest

from omkast.games.action import Action, Keep
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.ruleset import Ruleset
from omkast.sheet.advice import Advisor, ValueSource
from omkast.sheet.lattice import Root
from omkast.sheet.position import Position
from omkast.sheet.turn import SheetValues, TurnValues
from omkast.verify.sheet.naive import Dice, NaiveBox, NaiveGame, proper_keeps
from omkast.verify.sheet.naive_games import naive_maxi_yatzy
from omkast.verify.sheet.small_games import SMALL_GAMES, SmallGame
from omkast.verify.sheet.solved import SolvedLattice, solved

Card = Mapping[str, int]
Choice = tuple[Action, float]
"""What to do, and the points that the advisor expects from here on, the action's own included."""
Choose = Callable[[Card, int, Dice, int], Choice]
"""(card, markers, dice, ordinary rerolls left) -> what to do."""

SMALL = [game for game in SMALL_GAMES if game.name in ("three-dice-saved", "two-dice-six-boxes")]


class Cup:
    """Fair dice."""

    def __init__(self, seed: int) -> None:
        self._faces = self._thrown(np.random.default_rng(seed))

    @staticmethod
    def _thrown(generator: np.random.Generator) -> Iterator[int]:
        while True:
            yield from generator.integers(1, 7, 10_000).tolist()

    def throw(self, dice: int) -> list[int]:
        """So many faces."""
        return [next(self._faces) for _ in range(dice)]


class Table:
    """Plays ``game`` and keeps the card; knows nothing of values."""

    def __init__(self, game: NaiveGame, choose: Choose, cup: Cup) -> None:
        self._game = game
        self._boxes = {box.name: box for box in game.boxes}
        self._choose = choose
        self._cup = cup
        self._known_scores: dict[tuple[str, Dice], int] = {}

    def play(self, card: Card | None = None, markers: int = 0) -> int:
        """The total of one game, from ``card`` to its end."""
        filled = dict(card or {})
        while len(filled) < len(self._boxes):
            box, points, markers, promised = self._turn(filled, markers)
            before = sum(filled.values())
            filled[box.name] = points
        total = sum(filled.values()) + self._bonus(filled)
        assert abs(before + promised - total) < 1e-9
        return total

    def _turn(self, card: Card, markers: int) -> tuple[NaiveBox, int, int, float]:
        """The box that is filled, its points, the markers then held, and what the advisor expected."""
        rerolls = self._game.rerolls
        dice = self._cup.throw(self._game.num_dice)
        while True:
            roll = tuple(sorted(dice))
            action, promised = self._choose(card, markers, roll, rerolls)
            if not isinstance(action, Keep):
                break
            if rerolls:
                rerolls -= 1
            else:
                markers -= 1
            assert markers >= 0
            assert action.dice in proper_keeps(roll)
            dice = [*action.dice, *self._cup.throw(len(roll) - len(action.dice))]
        assert action.box not in card
        assert action.points == self._score(action.box, roll)
        saved = rerolls if self._game.saved_rerolls else 0
        return self._boxes[action.box], action.points, markers + saved, promised

    def _score(self, box: str, roll: Dice) -> int:
        if (box, roll) not in self._known_scores:
            self._known_scores[box, roll] = self._boxes[box].score(roll)
        return self._known_scores[box, roll]

    def _bonus(self, card: Card) -> int:
        upper = sum(card[box.name] for box in self._game.boxes if box.upper_face is not None)
        return self._game.bonus_points if upper >= self._game.bonus_threshold else 0


class OneTurnASheet(Advisor):
    """An advisor that computes the turn of a sheet once, for every budget that can occur in it."""

    def __init__(self, values: ValueSource, start: Position | None = None) -> None:
        super().__init__(values)
        self._start = (start.markers, start.level) if start else (0, 0)
        self._turns: dict[tuple[int, int], TurnValues] = {}

    def _turn(self, position: Position, budget: int) -> TurnValues:
        sheet = position.filled, position.upper_total
        if sheet not in self._turns:
            self._turns[sheet] = super()._turn(position, self._most(position))
        return self._turns[sheet]

    def _most(self, position: Position) -> int:
        ruleset, (markers, level) = position.ruleset, self._start
        saved = ruleset.rerolls * (position.level - level) if ruleset.saved_rerolls else 0
        return markers + saved + ruleset.rerolls


class RowsByLane:
    """The values of a solved lattice, the lane of an upper total found once."""

    def __init__(self, values: SolvedLattice) -> None:
        self.ruleset = values.ruleset
        self._lattice, self._levels = values.lattice, values.levels
        self.value_of, self.precision = values.value_of, values.precision
        self._lanes: dict[tuple[int, int], int] = {}

    def sheet_values(self, position: Position) -> SheetValues:
        """The values of all sheets with one more box filled than ``position``."""
        lattice, values = self._lattice, self._levels[position.level + 1]
        blocks = lattice.blocks(position.level + 1)

        def row(filled: int, total: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
            upper = filled & lattice.upper_mask
            if (upper, total) not in self._lanes:
                self._lanes[upper, total] = lattice.totals.lane(upper, total)
            rank = lattice.lower_rank[filled >> lattice.upper_boxes]
            view = blocks[upper].view(values)
            return np.asarray(view[rank, :, self._lanes[upper, total]], np.float64)

        return row


def advised(advisor: Advisor, ruleset: Ruleset) -> Choose:
    """The advisor's best option, remembered for cards with the same boxes, upper total and markers."""
    known: dict[tuple[frozenset[str], int, int, Dice, int], Choice] = {}
    upper = [box.id for box in ruleset.upper]

    def choose(card: Card, markers: int, dice: Dice, rerolls: int) -> Choice:
        upper_total = sum(card.get(box, 0) for box in upper)
        key = frozenset(card), upper_total, markers, dice, rerolls
        if key not in known:
            best = advisor.options(Position(ruleset, card, markers), dice, rerolls)[0]
            known[key] = best.action, best.expected_total - sum(card.values())
        return known[key]

    return choose


def assert_mean(totals: list[int], expected: float, most: float) -> None:
    """The mean is ``expected`` within three standard errors, and these are no more than ``most``."""
    three = 3 * float(np.std(totals, ddof=1)) / sqrt(len(totals))
    assert three < most
    assert np.mean(totals) == pytest.approx(expected, abs=three)


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_small_games_are_worth_their_start_value(game: SmallGame) -> None:
    values = solved(game.ruleset)
    advisor = OneTurnASheet(values)
    table = Table(game.naive, advised(advisor, game.ruleset), Cup(seed=1))
    start_value = values.value(0, 0, 0)
    assert_mean([table.play() for _ in range(8000)], start_value, most=0.015 * start_value)


@pytest.mark.parametrize("game", SMALL, ids=str)
def test_the_test_notices_a_player_who_does_not_listen(game: SmallGame) -> None:
    """Filling the best box at once, always, is worth so much less that the bound above is exceeded."""
    values = solved(game.ruleset)
    advisor = OneTurnASheet(values)

    def hasty(card: Card, markers: int, dice: Dice, rerolls: int) -> Choice:
        position = Position(game.ruleset, card, markers)
        options = advisor.options(position, dice, rerolls)
        best = next(option for option in options if not isinstance(option.action, Keep))
        return best.action, best.expected_total - position.points

    table = Table(game.naive, hasty, Cup(seed=1))
    start_value = values.value(0, 0, 0)
    assert np.mean([table.play() for _ in range(1000)]) < 0.97 * start_value


LATE = Position(
    maxi_yatzy("alga"),
    {"ones": 3, "twos": 8, "threes": 12, "fours": 16}
    | {"one-pair": 12, "three-pairs": 0, "three-of-a-kind": 15, "four-of-a-kind": 16, "five-of-a-kind": 0}
    | {"small-straight": 15, "large-straight": 0, "villa": 21, "tower": 0, "chance": 25},
    markers=4,
)
"""Six boxes open, fives and sixes among them: 84 is 45 points away, nine of twelve dice."""


@pytest.mark.slow
def test_alga_with_saved_rerolls_from_a_late_position() -> None:
    values = solved(LATE.ruleset, Root.of(LATE))
    advisor = OneTurnASheet(values, LATE)
    table = Table(naive_maxi_yatzy("alga", True), advised(advisor, LATE.ruleset), Cup(seed=2))
    totals = [table.play(LATE.scores, LATE.markers) for _ in range(1500)]
    value = values.value(LATE.filled, LATE.upper_total, LATE.markers)
    # Totals have a standard deviation of 64: three standard errors are 5 of the 207 points to come.
    assert_mean(totals, LATE.points + value, most=5.5)


@pytest.mark.slow
def test_tactic_without_markers_from_the_empty_card(tactic_unsaved: SolvedLattice) -> None:
    advisor = OneTurnASheet(RowsByLane(tactic_unsaved))
    ruleset = tactic_unsaved.lattice.ruleset
    table = Table(naive_maxi_yatzy("tactic", False), advised(advisor, ruleset), Cup(seed=3))
    totals = [table.play() for _ in range(350)]
    # Totals have a standard deviation of 56: three standard errors are 9 points of 383, where
    # the bonus alone brings 45.  Smaller faults show in the promise that every game must keep.
    assert_mean(totals, tactic_unsaved.value(0, 0, 0), most=10)
