"""A position: what a player's card shows at the start of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from immutabledict import immutabledict

from ..checks import whole
from ..errors import IllegalState
from ..games.ruleset import Box, Ruleset
from ..notation.cards import Card, format_card, parse_card
from .checks import check_markers
from .scores import possible_scores


@dataclass(frozen=True, repr=False)
class Position:
    """The scores written so far and the markers held, checked against the rules; immutable.

    Args:
        ruleset: the rules in force.
        scores: points by box id, in any order; a strike is 0.
        markers: saved rerolls held.

    Raises:
        IllegalState: an unknown box, a score that the box cannot give or that is no whole
            number, markers without the saved-rerolls rule, or more markers than can have been saved.
    """

    ruleset: Ruleset
    scores: Mapping[str, int] = field(default_factory=dict)
    markers: int = 0

    def __post_init__(self) -> None:
        scores = {box_id: self._checked_score(box_id, points) for box_id, points in self.scores.items()}
        in_order = {box.id: scores[box.id] for box in self.ruleset.boxes if box.id in scores}
        object.__setattr__(self, "scores", immutabledict(in_order))
        object.__setattr__(self, "markers", whole("markers", self.markers))
        check_markers(self.ruleset, self.markers, self.level)

    def _checked_score(self, box_id: str, points: int) -> int:
        try:
            box = self.ruleset.boxes[self.ruleset.index(box_id)]
        except KeyError:
            known = ", ".join(b.id for b in self.ruleset.boxes)
            raise IllegalState(f"unknown box {box_id!r}; expected one of: {known}") from None
        possible = possible_scores(box, self.ruleset.num_dice)
        points = whole(f"the score of {box_id}", points)
        if points not in possible:
            listed = ", ".join(map(str, possible))
            raise IllegalState(f"{box_id} cannot score {points!r}; it can score: {listed}")
        return points

    def __repr__(self) -> str:
        return f"<Position {self.ruleset.slug}: {self.card or 'empty card'}>"

    @classmethod
    def parse(cls, ruleset: Ruleset, card: str = "", markers: int | None = None) -> Position:
        """The position whose card is written in ``card``, as docs/notation.md describes.

        Args:
            ruleset: the rules in force.
            card: boxes and their scores, in any order and language; no text is an empty card.
            markers: saved rerolls held; None for what the card says, or else 0.

        Raises:
            NotationError: the text is no card of these rules.
            IllegalState: the markers are given twice, or as for a new position.

        >>> from omkast import ruleset
        >>> Position.parse(ruleset("maxi-yatzy"), "Sexor 24, ett par 12", markers=3)
        <Position maxi-yatzy-alga-saved: sixes=24 one-pair=12 markers=3>
        """
        return cls.of_card(ruleset, parse_card(ruleset, card), markers)

    @classmethod
    def of_card(cls, ruleset: Ruleset, card: Card, markers: int | None = None) -> Position:
        """Like :meth:`parse`, for a card that has been read."""
        if markers is None:
            markers = card.markers or 0
        elif card.markers is not None:
            raise IllegalState(
                f"markers are given twice, as {card.markers} on the card and as {markers}; expected them once"
            )
        return cls(ruleset, card.scores, markers)

    @property
    def card(self) -> str:
        """The canonical text of the card, which :meth:`parse` reads: ``sixes=24 one-pair=12 markers=3``."""
        return format_card(self.ruleset, self.scores, self.markers)

    def fill(self, box_id: str, points: int, markers: int | None = None) -> Position:
        """The position after the turn in which ``box_id`` was filled with ``points``.

        Args:
            box_id: an open box.
            points: what it was filled with; 0 for a strike.
            markers: the markers held afterwards; None for as many as before.

        Raises:
            IllegalState: the box is filled already, or as for a new position.
        """
        if box_id in self.scores:
            raise IllegalState(
                f"{box_id} is filled already, with {self.scores[box_id]}; expected an open box"
            )
        return Position(
            self.ruleset,
            {**self.scores, box_id: points},
            self.markers if markers is None else markers,
        )

    @property
    def level(self) -> int:
        """How many boxes are filled."""
        return len(self.scores)

    @property
    def filled(self) -> int:
        """The filled boxes as a bit mask: bit i stands for ``ruleset.boxes[i]``."""
        return sum(1 << self.ruleset.index(box_id) for box_id in self.scores)

    @property
    def open_boxes(self) -> tuple[Box, ...]:
        """The boxes still open, in sheet order."""
        return tuple(b for b in self.ruleset.boxes if b.id not in self.scores)

    @property
    def upper_total(self) -> int:
        """Points in the upper section, without the bonus."""
        return sum(self.scores.get(b.id, 0) for b in self.ruleset.upper)

    @property
    def points(self) -> int:
        """Points on the sheet.  The bonus is not among them: it is paid at the end of the game."""
        return sum(self.scores.values())
