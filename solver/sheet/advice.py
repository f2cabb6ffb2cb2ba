"""What to keep: every option of a roll with its exact value."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Protocol

from ..checks import whole
from ..dice import Dice
from ..errors import IllegalState
from ..games.action import Action, Keep, Score
from ..games.ruleset import Ruleset
from ..notation.dice import WrittenDice, read_dice
from .checks import check_rerolls
from .keep_lattice import keep_lattice, keeps_of
from .position import Position
from .turn import SheetValues, TurnValues, score_matrix
from .values import Values


@dataclass(frozen=True)
class Option:
    """An action and what comes of it.

    Attributes:
        action: what is done.
        expected_total: the mean of the final total, in points.
        loss: what is lost of it against the best option.
        markers_after: markers held after the action.  Ordinary rerolls are used up before
            a marker is spent; those left over when a box is filled are saved, where the rules say so.
    """

    action: Action
    expected_total: float
    loss: float
    markers_after: int


class ValueSource(Protocol):
    """Where the values of sheets come from (omkast.sheet.values has the usual one).

    Attributes:
        ruleset: the rules that the values are for.
    """

    @property
    def ruleset(self) -> Ruleset:
        """The rules that the values are for."""

    def sheet_values(self, position: Position) -> SheetValues:
        """The values of all sheets with one more box filled than ``position``."""

    def value_of(self, position: Position) -> float:
        """The value of ``position`` itself."""

    def precision(self, position: Position) -> float:
        """By how many points at most the numbers of an answer about ``position``'s turn are off."""


RECENT_TURNS = 32
"""Turns that an advisor remembers; one takes up to a megabyte, a few markers held a tenth of that."""


class Advisor:
    """Answers questions about a position from the values of the sheets that follow it.

    Args:
        values: where the values come from; rules stand for the tables there are for them.

    Every question raises IllegalState for a position of other rules.  The most recent turns
    are remembered.  Threads may share an advisor.
    """

    def __init__(self, values: Ruleset | ValueSource) -> None:
        self._values = Values(values) if isinstance(values, Ruleset) else values
        self._recent: OrderedDict[tuple[Ruleset, int, int], TurnValues] = OrderedDict()
        self._lock = threading.Lock()

    def options(self, position: Position, dice: WrittenDice, rerolls: int | None = None) -> list[Option]:
        """Every option for ``dice`` with ``rerolls`` ordinary rerolls left (None: all of them), best first.

        The dice are a text (``666421``) or faces, in any order.

        Every distinct keep of fewer than all dice, if a reroll or a marker is left to pay
        for throwing the others, and every open box.

        Raises:
            IllegalState: the card is full, or the dice or rerolls do not fit the rules.
            NotationError: the dice are a text that cannot be read.
            TableError: there are values, but they cannot be trusted.
        """
        rerolls = position.ruleset.rerolls if rerolls is None else whole("rerolls", rerolls)
        budget = self._budget(position, rerolls)
        roll = read_dice(dice, position.ruleset.num_dice)
        turn = self._turn(position, budget)
        return _ranked(position, rerolls, _actions(position, turn, roll, budget))

    def value(self, position: Position) -> float:
        """Expected points still to come at the start of a turn, the bonus included.

        Raises:
            IllegalState: the card is full.
            TableError: there are values, but they cannot be trusted.
        """
        self._budget(position, position.ruleset.rerolls)
        return self._values.value_of(position)

    def every_roll(self, position: Position, rerolls: int) -> dict[Dice, list[Option]]:
        """All options of every roll, as :meth:`options` has them; rolls in lexicographic order.

        Raises:
            IllegalState: the card is full, or the rerolls do not fit the rules.
            TableError: there are values, but they cannot be trusted.
        """
        rerolls = whole("rerolls", rerolls)
        budget = self._budget(position, rerolls)
        turn = self._turn(position, budget)
        return {
            roll: _ranked(position, rerolls, _actions(position, turn, roll, budget))
            for roll in keep_lattice(position.ruleset.num_dice).rolls
        }

    def strategy(self, position: Position, rerolls: int) -> list[tuple[Dice, Option]]:
        """The best option of every roll, in lexicographic order; raises as :meth:`every_roll`."""
        return [(roll, options[0]) for roll, options in self.every_roll(position, rerolls).items()]

    def _turn(self, position: Position, budget: int) -> TurnValues:
        """The turn's values for budgets 0 to ``budget`` at least; a larger budget has those of a smaller."""
        sheet = position.ruleset, position.filled, position.upper_total
        with self._lock:
            turn = self._recent.get(sheet)
            if turn is None or len(turn.best) <= budget:
                turn = TurnValues(position, self._values.sheet_values(position), budget)
                self._recent[sheet] = turn
                if len(self._recent) > RECENT_TURNS:
                    self._recent.popitem(last=False)
            self._recent.move_to_end(sheet)
            return turn

    def _budget(self, position: Position, rerolls: int) -> int:
        if position.ruleset != self._values.ruleset:
            raise IllegalState(
                f"the position is one of {position.ruleset.slug}; expected {self._values.ruleset.slug}"
            )
        if not position.open_boxes:
            raise IllegalState("the card is full: every box is filled, so nothing is left to decide")
        check_rerolls(position.ruleset, rerolls)
        return rerolls + position.markers


def _actions(position: Position, turn: TurnValues, roll: Dice, budget: int) -> list[tuple[Action, float]]:
    """Every action for a roll with its value (points still to come, from this decision on)."""
    lattice = keep_lattice(position.ruleset.num_dice)
    at = lattice.number[roll] - lattice.num_keeps
    scores = score_matrix(position.ruleset)
    actions: list[tuple[Action, float]] = []
    if budget > 0:
        actions += [(Keep(k), float(turn.keep[budget - 1, lattice.number[k]])) for k in keeps_of(roll)]
    for i, box in enumerate(position.ruleset.boxes):
        if box.id not in position.scores:
            actions.append((Score(box.id, int(scores[i, at])), float(turn.stop[budget, i, at])))
    return actions


def _ranked(position: Position, rerolls: int, actions: list[tuple[Action, float]]) -> list[Option]:
    best = max(value for _, value in actions)
    ranked = sorted(actions, key=lambda action: -action[1])
    return [
        Option(action, position.points + value, best - value, _markers_after(position, rerolls, action))
        for action, value in ranked
    ]


def _markers_after(position: Position, rerolls: int, action: Action) -> int:
    if not position.ruleset.saved_rerolls:
        return 0
    return position.markers + (rerolls if isinstance(action, Score) else -(rerolls == 0))
