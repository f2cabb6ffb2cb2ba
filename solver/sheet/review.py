"""A recorded game in terms of luck and loss: was it the dice, or was it me?

The points so far and the value of what is to come change in two ways only.  A throw
changes them by luck: the value after it less the value before it, which is 0 in the mean.
A choice can only lose: the value of the best option less that of the one chosen.  Both
telescope, so for every player

    final total = start value + sum of luck - sum of losses

to the precision of the values.  Turns whose throws were not written down change the
expected total as well; that is told apart, and counted as neither.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from immutabledict import immutabledict

from ..dice import Dice
from ..games.action import Action, Keep, Score
from .advice import Advisor, Option, ValueSource
from .position import Position
from .record import Record, RecordedTurn, positions_within

Fault = Literal["keeping", "choosing", "ending-early", "ending-late", "striking"]
"""What was wrong with a choice: the dice kept, the box, a box instead of a reroll, a reroll instead
of a box, or a strike where another box was better."""

MARKS = ((5.0, "??"), (2.0, "?"), (0.5, "?!"))
"""From which loss in points on a choice gets which mark."""


@dataclass(frozen=True)
class Decision:
    """One choice of a recorded game, and the throw before it.

    Attributes:
        dice: the roll on the table, ascending.
        rerolls: ordinary rerolls left.
        markers: saved rerolls held.
        luck: expected total after the throw less the one before it, in points.
        chosen: the option that was chosen, with its loss.
        best: the best option; the chosen one if nothing better was there.
        num_options: how many options there were.
    """

    dice: Dice
    rerolls: int
    markers: int
    luck: float
    chosen: Option
    best: Option
    num_options: int

    @property
    def loss(self) -> float:
        """Points that the choice cost against the best one."""
        return self.chosen.loss

    @property
    def unforced(self) -> bool:
        """Whether there was anything to choose."""
        return self.num_options > 1

    @property
    def mark(self) -> str:
        """``?!`` from half a point lost, ``?`` from 2, ``??`` from 5; else nothing."""
        return next((mark for least, mark in MARKS if self.loss >= least), "")

    @property
    def fault(self) -> Fault | None:
        """What kind of mistake it was; None if nothing was lost."""
        if not self.loss:
            return None
        chosen, best = self.chosen.action, self.best.action
        if isinstance(chosen, Keep):
            return "keeping" if isinstance(best, Keep) else "ending-late"
        if isinstance(best, Keep):
            return "ending-early"
        return "choosing" if chosen.points else "striking"


@dataclass(frozen=True)
class TurnReview:
    """A turn of a recorded game.

    Attributes:
        number: the turn, from 1.
        score: the box that was filled; None if the turn was not finished.
        decisions: every throw and choice; none if the throws were not written down.
        unrecorded: what a turn without throws changed the expected total by, in points.
    """

    number: int
    score: Score | None
    decisions: tuple[Decision, ...]
    unrecorded: float = 0.0

    @property
    def luck(self) -> float:
        """Points gained by the throws."""
        return sum(decision.luck for decision in self.decisions)

    @property
    def loss(self) -> float:
        """Points lost by the choices."""
        return sum(decision.loss for decision in self.decisions)


@dataclass(frozen=True)
class PlayerReview:
    """A player's whole game; all numbers are points.

    ``total`` is ``start_value + luck - loss + unrecorded``.

    Attributes:
        player: the name.
        total: the final total, bonus included; of an unfinished game the expected one.
        finished: whether every box is filled.
        start_value: the expected total of best play before the first throw.
        turns: every turn.
    """

    player: str
    total: float
    finished: bool
    start_value: float
    turns: tuple[TurnReview, ...]

    @cached_property
    def decisions(self) -> tuple[tuple[TurnReview, Decision], ...]:
        """Every decision with the turn it belongs to."""
        return tuple((turn, decision) for turn in self.turns for decision in turn.decisions)

    @property
    def luck(self) -> float:
        """What the throws brought: 0 in the mean."""
        return sum(turn.luck for turn in self.turns)

    @property
    def loss(self) -> float:
        """What the choices cost against best play."""
        return sum(turn.loss for turn in self.turns)

    @property
    def unrecorded(self) -> float:
        """What turns without throws changed."""
        return sum(turn.unrecorded for turn in self.turns)

    @property
    def num_unrecorded(self) -> int:
        """How many finished turns were written down without their throws."""
        return sum(turn.score is not None and not turn.decisions for turn in self.turns)

    @property
    def unforced(self) -> int:
        """How many decisions had more than one option."""
        return sum(decision.unforced for _, decision in self.decisions)

    @property
    def loss_per_unforced_decision(self) -> float:
        """The mean loss of a decision in which there was something to choose; 0 if there was none."""
        return self.loss / self.unforced if self.unforced else 0.0

    @property
    def luck_adjusted_total(self) -> float:
        """The total with the luck taken out: what such play is worth in the mean."""
        return self.total - self.luck

    @property
    def loss_by_fault(self) -> Mapping[Fault, float]:
        """Points lost by each kind of mistake that was made."""
        losses: dict[Fault, float] = defaultdict(float)
        for _, decision in self.decisions:
            if decision.fault is not None:
                losses[decision.fault] += decision.loss
        return immutabledict(losses)

    def dearest(self, count: int) -> list[tuple[TurnReview, Decision]]:
        """The ``count`` mistakes that cost most, dearest first."""
        mistakes = [(turn, decision) for turn, decision in self.decisions if decision.loss]
        return sorted(mistakes, key=lambda found: -found[1].loss)[:count]


def review(record: Record, values: ValueSource) -> list[PlayerReview]:
    """Luck and loss of every player of ``record``.

    Two options that differ by less than the precision of the values are ties.

    Args:
        record: the game, finished or not.
        values: the values of its rules.

    Raises:
        IllegalState: the values are for other rules.
        TableError: there are values, but they cannot be trusted.
        Cancelled: a solve was given up.
    """
    reviewer = _Reviewer(values)
    return [reviewer.player(record, player) for player in range(len(record.players))]


class _Reviewer:
    """Reviews the players of one game."""

    def __init__(self, values: ValueSource) -> None:
        self._values = values
        self._advisor = Advisor(values)

    def player(self, record: Record, player: int) -> PlayerReview:
        """The review of one player, numbered from 0."""
        positions = record.positions(player)
        start = expected = self._advisor.value(positions[0])
        turns = []
        for number, (position, turn) in enumerate(
            zip(positions, record.turns[player], strict=False), start=1
        ):
            decisions, after = self._decisions(position, turn, expected)
            unrecorded = 0.0
            if turn.score is not None and not turn.throws:
                after = self._expected_total(positions[number])
                unrecorded = after - expected
            expected = after
            turns.append(TurnReview(number, turn.score, decisions, unrecorded))
        finished = not positions[-1].open_boxes
        return PlayerReview(
            player=record.players[player],
            total=record.total(player) if finished else expected,
            finished=finished,
            start_value=start,
            turns=tuple(turns),
        )

    def _decisions(
        self, position: Position, turn: RecordedTurn, expected: float
    ) -> tuple[tuple[Decision, ...], float]:
        """The decisions of a turn, and the expected total after the last of them.

        A throw after which nothing was decided yet is left out.
        """
        throws = list(positions_within(position, turn))
        actions: list[Action] = [Keep(throw.kept) for throw, _, _ in throws[1:]]
        if throws and turn.score is not None:
            actions.append(turn.score)
        decisions = []
        for (throw, now, rerolls), action in zip(throws, actions, strict=False):
            options = self._advisor.options(now, throw.roll, rerolls)
            best = options[0]
            chosen = next((option for option in options if option.action == action), None)
            if chosen is None:
                chosen = self._needless_strike(now, rerolls, action, best)
            if chosen.loss <= 2 * self._values.precision(now):
                best = chosen = replace(chosen, expected_total=best.expected_total, loss=0.0)
            luck = best.expected_total - expected
            decisions.append(Decision(throw.roll, rerolls, now.markers, luck, chosen, best, len(options)))
            expected = chosen.expected_total
        return tuple(decisions), expected

    def _needless_strike(self, now: Position, rerolls: int, action: Action, best: Option) -> Option:
        """A box struck although the roll would score in it, which no list of options has."""
        assert isinstance(action, Score), action
        markers = now.markers + rerolls if now.ruleset.saved_rerolls else 0
        expected = self._expected_total(now.fill(action.box, 0, markers))
        return Option(action, expected, best.expected_total - expected, markers)

    def _expected_total(self, position: Position) -> float:
        if position.open_boxes:
            return position.points + self._advisor.value(position)
        bonus = position.ruleset.bonus
        return float(position.points + (bonus.points if position.upper_total >= bonus.threshold else 0))
