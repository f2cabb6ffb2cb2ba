"""What a Yatzy-like game consists of, as plain data.

Nothing here computes a score or a value: a box names a :data:`Pattern`, and
:mod:`omkast.sheet.scores` reads patterns.  A new game of the family is
a new list of boxes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from immutabledict import immutabledict

LANGUAGES = ("sv", "nb", "en")
"""Languages in which every box has a name: Swedish, Norwegian (bokmål), English."""


@dataclass(frozen=True)
class Count:
    """Upper section: ``face`` times the number of dice that show it."""

    face: int


@dataclass(frozen=True)
class Groups:
    """Groups of equal dice of the given sizes, such as ``(3, 2)`` for a full house.

    Scores the dice in the groups, taking the best reading; ``points`` replaces
    that by a fixed score, ``whole_roll`` by the sum of all dice.  Groups must
    show different faces unless ``same_face`` allows one face to serve them all.
    """

    sizes: tuple[int, ...]
    points: int | None = None
    whole_roll: bool = False
    same_face: bool = False


@dataclass(frozen=True)
class Run:
    """At least one of the given sets of faces, for a fixed score (the straights)."""

    runs: tuple[tuple[int, ...], ...]
    points: int


@dataclass(frozen=True)
class Sum:
    """The sum of all dice (chance)."""


Pattern = Count | Groups | Run | Sum


@dataclass(frozen=True)
class Box:
    """One box of the sheet: its id, its pattern and its name in every language."""

    id: str
    pattern: Pattern
    names: Mapping[str, str] = field(compare=False)

    def name(self, language: str) -> str:
        """The box's name in ``language``, one of :data:`LANGUAGES`."""
        return self.names[language]

    @property
    def upper_face(self) -> int | None:
        """The face an upper box counts; None for a box of the lower section."""
        return self.pattern.face if isinstance(self.pattern, Count) else None


def box(id: str, pattern: Pattern, sv: str, nb: str, en: str) -> Box:
    """A box with its Swedish, Norwegian and English names."""
    return Box(id, pattern, immutabledict(sv=sv, nb=nb, en=en))


@dataclass(frozen=True)
class Bonus:
    """``points`` at the end of the game if the upper total is at least ``threshold``."""

    threshold: int
    points: int


@dataclass(frozen=True)
class Ruleset:
    """The complete rules of one game of the Yatzy family.

    ``options`` holds the named choices that led to this ruleset, for messages
    and manifests (``{"bonus": "alga"}``, True and False for rules that are on or
    off); the other fields decide the values.
    Upper boxes come first in ``boxes``.
    """

    game: str
    num_dice: int
    boxes: tuple[Box, ...]
    bonus: Bonus
    rerolls: int
    saved_rerolls: bool
    options: Mapping[str, str | bool] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "options", immutabledict(self.options))
        upper = [b.upper_face is not None for b in self.boxes]
        if upper != sorted(upper, reverse=True):
            raise ValueError(f"{self.game}: upper boxes must come first")
        if len({b.id for b in self.boxes}) != len(self.boxes):
            raise ValueError(f"{self.game}: two boxes share an id")

    def __repr__(self) -> str:
        return f"<Ruleset {self.slug}>"

    @property
    def slug(self) -> str:
        """A short name for folders: the game and what is chosen or on, ``maxi-yatzy-alga-saved``."""
        named = {**self.options, "saved": self.saved_rerolls}
        chosen = [name if value is True else str(value) for name, value in named.items() if value]
        return "-".join([self.game, *chosen]).replace("_", "-")

    @property
    def upper(self) -> tuple[Box, ...]:
        """The boxes of the upper section."""
        return tuple(b for b in self.boxes if b.upper_face is not None)

    @property
    def lower(self) -> tuple[Box, ...]:
        """The boxes of the lower section."""
        return self.boxes[len(self.upper) :]

    def index(self, box_id: str) -> int:
        """Position of the box called ``box_id``; raises KeyError if there is none."""
        for i, b in enumerate(self.boxes):
            if b.id == box_id:
                return i
        raise KeyError(box_id)
