"""What to keep: every option of a roll with its exact value."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from itertools import product
from typing import Protocol

from ..dice import Dice
from ..errors import IllegalState
from ..games.ruleset import Ruleset
from .keep_lattice import keep_lattice
from .position import Position
from .turn import SheetValues, TurnValues, score_table


@dataclass(frozen=True)
class Keep:
    """Hold ``dice`` and throw the others again; the empty tuple throws all."""

    dice: Dice


@dataclass(frozen=True)
class Score:
    """Fill ``box`` with ``points``."""

    box: str
    points: int


Action = Keep | Score


@dataclass(frozen=True)
class Option:
    """An action with the expected total at the end of the game and the loss against the best, in points."""

    action: Action
    expected_total: float
    loss: float


class ValueSource(Protocol):
    """Where the values of sheets come from (omkast.sheet.values has the usual one)."""

    def sheet_values(self, position: Position) -> SheetValues:
        """The values of all sheets with one more box filled than ``position``."""

    def value_of(self, position: Position) -> float:
        """The value of ``position`` itself."""


RECENT_TURNS = 32
"""Turns that an advisor remembers; one takes up to a megabyte, a few markers held a tenth of that."""


class Advisor:
    """Answers questions about a position from the values of the sheets that follow it.

    The most recent turns are remembered.  Threads may share an advisor.
    """

    def __init__(self, values: ValueSource) -> None:
        self._values = values
        self._recent: OrderedDict[tuple[Ruleset, int, int], TurnValues] = OrderedDict()
        self._lock = threading.Lock()

    def options(self, position: Position, dice: Dice, rerolls: int) -> list[Option]:
        """Every option for ``dice`` with ``rerolls`` ordinary rerolls left, best first.

        Every distinct keep of fewer than all dice, if a reroll or a marker is left to pay
        for throwing the others, and every open box.

        Raises:
            IllegalState: the card is full, or the dice or rerolls do not fit the rules.
            TableError: there are values, but they cannot be trusted.
        """
        budget = self._budget(position, rerolls)
        lattice = keep_lattice(position.ruleset.dice)
        roll = tuple(sorted(dice))
        if lattice.number.get(roll, -1) < lattice.num_keeps:
            raise IllegalState(f"dice {dice}: expected {lattice.dice} dice with faces 1 to 6")
        turn = self._turn(position, budget)
        return _ranked(position, _actions(position, turn, roll, budget))

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
        budget = self._budget(position, rerolls)
        turn = self._turn(position, budget)
        return {
            roll: _ranked(position, _actions(position, turn, roll, budget))
            for roll in keep_lattice(position.ruleset.dice).rolls
        }

    def table(self, position: Position, rerolls: int) -> list[tuple[Dice, Option]]:
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
        if not position.open_boxes:
            raise IllegalState("the card is full: every box is filled, so nothing is left to decide")
        if not 0 <= rerolls <= position.ruleset.rerolls:
            raise IllegalState(f"rerolls is {rerolls}; expected 0 to {position.ruleset.rerolls}")
        return rerolls + position.markers


def _actions(position: Position, turn: TurnValues, roll: Dice, budget: int) -> list[tuple[Action, float]]:
    """Every action for a roll with its value (points still to come, from this decision on)."""
    lattice = keep_lattice(position.ruleset.dice)
    at = lattice.number[roll] - lattice.num_keeps
    scores = score_table(position.ruleset)
    actions: list[tuple[Action, float]] = []
    if budget > 0:
        actions += [(Keep(k), float(turn.keep[budget - 1, lattice.number[k]])) for k in keeps_of(roll)]
    for i, box in enumerate(position.ruleset.boxes):
        if box.id not in position.scores:
            actions.append((Score(box.id, int(scores[i, at])), float(turn.stop[budget, i, at])))
    return actions


def _ranked(position: Position, actions: list[tuple[Action, float]]) -> list[Option]:
    best = max(value for _, value in actions)
    ranked = sorted(actions, key=lambda action: -action[1])
    return [Option(action, position.points + value, best - value) for action, value in ranked]


def keeps_of(roll: Dice) -> list[Dice]:
    """Every distinct keep that a roll contains, the empty one first, the whole roll excluded."""
    faces = sorted(set(roll))
    counts = product(*(range(roll.count(face) + 1) for face in faces))
    keeps = (tuple(f for f, n in zip(faces, c, strict=True) for _ in range(n)) for c in counts)
    return sorted((k for k in keeps if len(k) < len(roll)), key=lambda k: (len(k), k))
