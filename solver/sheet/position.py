"""A position: what a player's card shows at the start of a turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import IllegalState
from ..games.ruleset import Box, Ruleset
from .scores import possible_scores


@dataclass(frozen=True)
class Position:
    """The scores written so far and the markers held, checked against the rules.

    Args:
        ruleset: the rules in force.
        scores: points by box id; a strike is 0.
        markers: saved rerolls held.

    Raises:
        IllegalState: an unknown box, a score that the box cannot give, markers
            without the saved-rerolls rule, or more markers than can have been saved.
    """

    ruleset: Ruleset
    scores: Mapping[str, int] = field(default_factory=dict)
    markers: int = 0

    def __post_init__(self) -> None:
        for box_id, points in self.scores.items():
            self._check_score(box_id, points)
        self._check_markers()

    def _check_score(self, box_id: str, points: int) -> None:
        try:
            box = self.ruleset.boxes[self.ruleset.index(box_id)]
        except KeyError:
            known = ", ".join(b.id for b in self.ruleset.boxes)
            raise IllegalState(f"unknown box {box_id!r}; expected one of: {known}") from None
        possible = possible_scores(box, self.ruleset.dice)
        if points not in possible:
            listed = ", ".join(map(str, possible))
            raise IllegalState(f"{box_id} cannot score {points!r}; it can score: {listed}")

    def _check_markers(self) -> None:
        if self.markers < 0:
            raise IllegalState(f"markers is {self.markers}; expected 0 or more")
        if self.markers and not self.ruleset.saved_rerolls:
            raise IllegalState(f"markers is {self.markers}, but saved rerolls are off; expected 0")
        most = self.ruleset.rerolls * self.level
        if self.markers > most:
            raise IllegalState(
                f"markers is {self.markers}, but with {self.level} box{'es' * (self.level != 1)} filled"
                f" at most {most} can have been saved"
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
