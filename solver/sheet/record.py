"""A recorded game: who threw what, kept what and wrote it where, for every player's turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field
from itertools import pairwise

from immutabledict import immutabledict

from ..dice import FACES, Dice
from ..errors import IllegalState
from ..games.action import Score
from ..games.ruleset import Ruleset
from .position import Position
from .scores import score as score_of


@dataclass(frozen=True)
class Throw:
    """Dice that were kept, and the dice thrown beside them; the first throw of a turn keeps none."""

    kept: Dice
    thrown: Dice

    @property
    def roll(self) -> Dice:
        """All the dice that then lie on the table, ascending."""
        return tuple(sorted((*self.kept, *self.thrown)))


@dataclass(frozen=True)
class RecordedTurn:
    """One turn of one player, as far as it was written down.

    Attributes:
        throws: every throw; none if only the box was written down.
        score: the box that was filled; None while the turn goes on.
        markers: the markers held after a turn whose throws were not written down; None for as
            many as before it.  Where the throws are known, the markers follow from them.
        comment: whatever else was written.
    """

    throws: tuple[Throw, ...] = ()
    score: Score | None = None
    markers: int | None = None
    comment: str = ""

    @property
    def roll(self) -> Dice | None:
        """The dice on the table after the last throw; None if no throw was written down."""
        return self.throws[-1].roll if self.throws else None


@dataclass(frozen=True)
class Record:
    """A game, finished or not, of any number of players; every turn is checked against the rules.

    Attributes:
        ruleset: the rules in force.
        players: their names, in the order in which they throw.
        turns: for each player the turns, in order; only the last may be unfinished.
        tags: whatever else was written at the head, such as ``Date``.

    Raises:
        IllegalState: names that are missing or doubled, or a turn that the rules do not allow.
    """

    ruleset: Ruleset
    players: tuple[str, ...]
    turns: tuple[tuple[RecordedTurn, ...], ...]
    tags: Mapping[str, str] = immutabledict()
    _positions: tuple[tuple[Position, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "tags", immutabledict(self.tags))
        if not self.players or len(set(self.players)) != len(self.players) or not all(self.players):
            raise IllegalState(f"players are {list(self.players)}; expected different names, at least one")
        if len(self.turns) != len(self.players):
            raise IllegalState(f"turns of {len(self.turns)} players; expected those of {len(self.players)}")
        object.__setattr__(self, "_positions", tuple(map(self._followed, self.turns)))

    def _followed(self, turns: tuple[RecordedTurn, ...]) -> tuple[Position, ...]:
        """The positions before each turn of a player, and the one after the last finished turn."""
        positions = [Position(self.ruleset)]
        for number, turn in enumerate(turns, start=1):
            if turn.score is None and number < len(turns):
                raise IllegalState(f"turn {number} fills no box; expected a box and its points")
            after = position_after(positions[-1], turn)
            if after is not None:
                positions.append(after)
        return tuple(positions)

    @classmethod
    def new(
        cls, ruleset: Ruleset, players: tuple[str, ...], tags: Mapping[str, str] = immutabledict()
    ) -> Record:
        """A game in which nobody has thrown yet."""
        return cls(ruleset, players, ((),) * len(players), tags)

    def positions(self, player: int) -> tuple[Position, ...]:
        """The positions of a player (from 0) before each turn, and the one after the last finished turn."""
        return self._positions[player]

    def position(self, player: int) -> Position:
        """Where a player (from 0) stands after the last finished turn."""
        return self._positions[player][-1]

    def with_turn(self, player: int, turn: RecordedTurn) -> Record:
        """The game after ``turn``, which takes the place of an unfinished turn of that player.

        Raises:
            IllegalState: the rules do not allow the turn.
        """
        own = self.turns[player]
        if own and own[-1].score is None:
            own = own[:-1]
        after = position_after(self.position(player), turn)
        positions = self._positions[player] if after is None else (*self._positions[player], after)
        return self._with(player, (*own, turn), positions)

    def without_last_turn(self, player: int) -> Record:
        """The game before a player's last turn, finished or not.

        Raises:
            IllegalState: the player has had none.
        """
        own = self.turns[player]
        if not own:
            raise IllegalState(f"{self.players[player]} has had no turn yet; expected one to take back")
        return self._with(player, own[:-1], self._positions[player][: len(own)])

    def _with(self, player: int, own: tuple[RecordedTurn, ...], positions: tuple[Position, ...]) -> Record:
        """The game with other turns of one player, which were checked already."""
        changed = copy(self)
        for name, mine in (("turns", own), ("_positions", positions)):
            others = getattr(self, name)
            object.__setattr__(changed, name, (*others[:player], mine, *others[player + 1 :]))
        return changed

    @property
    def to_throw(self) -> int | None:
        """The player (from 0) whose turn it is; None when all cards are full.

        It is the first of those with the fewest finished turns.
        """
        finished = [sum(turn.score is not None for turn in turns) for turns in self.turns]
        fewest = min(finished)
        return None if fewest == len(self.ruleset.boxes) else finished.index(fewest)

    def total(self, player: int) -> int:
        """Points on a player's (from 0) card, with the bonus if it is earned."""
        position = self.position(player)
        bonus = self.ruleset.bonus
        return position.points + (bonus.points if position.upper_total >= bonus.threshold else 0)


def position_after(position: Position, turn: RecordedTurn) -> Position | None:
    """The position after ``turn``; None if it is not finished.

    Raises:
        IllegalState: the rules do not allow the turn.
    """
    if not position.open_boxes:
        raise IllegalState("every box is filled; expected no further turn")
    for _ in positions_within(position, turn):
        pass
    markers = _markers_after(position, turn)
    if turn.score is None:
        return None
    _check_score(position, turn)
    return position.fill(turn.score.box, turn.score.points, markers)


def positions_within(position: Position, turn: RecordedTurn) -> Iterator[tuple[Throw, Position, int]]:
    """Every throw of a turn, and with which markers and ordinary rerolls left one decides after it.

    Ordinary rerolls are used up before markers are spent.

    Raises:
        IllegalState: a throw that cannot follow from the one before.
    """
    ruleset = position.ruleset
    budget = ruleset.rerolls + position.markers
    if turn.throws:
        first = turn.throws[0]
        if first.kept:
            raise IllegalState(f"the first throw keeps {_run(first.kept)}; expected all dice to be thrown")
        _check_dice(first, ruleset.num_dice)
        yield first, position, ruleset.rerolls
    for number, (before, throw) in enumerate(pairwise(turn.throws), start=1):
        missing = Counter(throw.kept) - Counter(before.roll)
        if missing:
            raise IllegalState(
                f"{_run(throw.kept)} kept of {_run(before.roll)}; expected dice that lie on the table"
            )
        _check_dice(throw, ruleset.num_dice)
        budget -= 1
        if budget < 0:
            raise IllegalState(
                f"reroll {len(turn.throws) - 1}; expected at most {ruleset.rerolls + position.markers}:"
                f" {ruleset.rerolls} and {position.markers} markers"
            )
        rerolls = max(0, ruleset.rerolls - number)
        yield throw, Position(ruleset, position.scores, budget - rerolls), rerolls


def _check_dice(throw: Throw, dice: int) -> None:
    if not throw.thrown or len(throw.roll) != dice or not {*throw.roll} <= {*FACES}:
        raise IllegalState(
            f"{_run(throw.kept) or 'nothing'} kept and {_run(throw.thrown) or 'nothing'} thrown;"
            f" expected {dice} dice together, each from 1 to 6"
        )


def _markers_after(position: Position, turn: RecordedTurn) -> int:
    ruleset = position.ruleset
    most = position.markers + ruleset.rerolls if ruleset.saved_rerolls else 0
    if turn.throws:
        left = most - (len(turn.throws) - 1) if ruleset.saved_rerolls else 0
        if turn.markers is not None and turn.score is not None and turn.markers != left:
            raise IllegalState(f"markers={turn.markers} after the turn; the throws leave {left}")
        return left
    if turn.markers is None:
        return position.markers
    if not 0 <= turn.markers <= most:
        raise IllegalState(f"markers={turn.markers} after the turn; expected 0 to {most}")
    return turn.markers


def _check_score(position: Position, turn: RecordedTurn) -> None:
    """Raises IllegalState if the dice on the table do not give the points (or a strike)."""
    if turn.score is None or turn.roll is None:
        return
    boxes = {box.id: box for box in position.open_boxes}
    if turn.score.box in boxes:
        possible = score_of(boxes[turn.score.box].pattern, turn.roll)
        if turn.score.points not in (0, possible):
            listed = f"{possible}, or 0 for a strike" if possible else "0"
            raise IllegalState(
                f"{turn.score.box} {turn.score.points} with {_run(turn.roll)}; expected {listed}"
            )


def _run(dice: Dice) -> str:
    return "".join(map(str, dice))
