"""The games on offer and the choices each one gives, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from . import maxi_yatzy, yahtzee, yatzy
from .ruleset import Ruleset


@dataclass(frozen=True)
class Choice:
    """One named choice among rules.

    Attributes:
        name: the keyword of the game's ``ruleset`` and the key of ``Ruleset.options``.
        values: what can be chosen.
        default: the value in force when none is chosen.
        help: one sentence for players.
    """

    name: str
    values: tuple[str, ...]
    default: str
    help: str


@dataclass(frozen=True)
class Switch:
    """A rule that is on or off; otherwise like :class:`Choice`."""

    name: str
    default: bool
    help: str

    @property
    def values(self) -> tuple[bool, bool]:
        """What can be chosen, the default first."""
        return self.default, not self.default


@dataclass(frozen=True)
class Game:
    """A game and how its rulesets are made.

    Attributes:
        id: the game's name in commands and files, ``Ruleset.game``.
        title: the game's name for people.
        dice: how many dice are thrown.
        rerolls: ordinary rerolls of a turn.
        choices: the rules that can be chosen.
        ruleset: makes a ruleset from one keyword for each choice.
    """

    id: str
    title: str
    dice: int
    rerolls: int
    choices: tuple[Choice | Switch, ...]
    ruleset: Callable[..., Ruleset]

    def rulesets(self) -> tuple[Ruleset, ...]:
        """Every ruleset of the game; the last choice changes fastest."""
        names = [choice.name for choice in self.choices]
        every = product(*(choice.values for choice in self.choices))
        return tuple(self.ruleset(**dict(zip(names, values, strict=True))) for values in every)


def _saved_rerolls(default: bool) -> Switch:
    return Switch(
        name="saved_rerolls",
        default=default,
        help="Whether a reroll not used becomes a marker, good for one extra reroll in a later turn.",
    )


_FIVE_EQUAL_AS_FULL_HOUSE = Switch(
    name="five_equal_as_full_house",
    default=False,
    help="Whether five equal dice are a full house, too.",
)

_FOUR_EQUAL_AS_TWO_PAIRS = Switch(
    name="four_equal_as_two_pairs",
    default=False,
    help="Whether four equal dice are two pairs, too.",
)

MAXI_YATZY = Game(
    id=maxi_yatzy.GAME,
    title="Maxi Yatzy",
    dice=maxi_yatzy.DICE,
    rerolls=maxi_yatzy.REROLLS,
    choices=(
        Choice(
            name="bonus",
            values=tuple(maxi_yatzy.BONUSES),
            default="alga",
            help="Bonus for the upper section: "
            + ", ".join(f"{name} {b.points} from {b.threshold}" for name, b in maxi_yatzy.BONUSES.items())
            + ".",
        ),
        _saved_rerolls(default=True),
    ),
    ruleset=maxi_yatzy.maxi_yatzy,
)

YATZY = Game(
    id=yatzy.GAME,
    title="Yatzy",
    dice=yatzy.DICE,
    rerolls=yatzy.REROLLS,
    choices=(_FIVE_EQUAL_AS_FULL_HOUSE, _FOUR_EQUAL_AS_TWO_PAIRS, _saved_rerolls(default=False)),
    ruleset=yatzy.yatzy,
)

YAHTZEE = Game(
    id=yahtzee.GAME,
    title="Yahtzee's plain boxes",
    dice=yahtzee.DICE,
    rerolls=yahtzee.REROLLS,
    choices=(_FIVE_EQUAL_AS_FULL_HOUSE, _saved_rerolls(default=False)),
    ruleset=yahtzee.yahtzee,
)

GAMES = (MAXI_YATZY, YATZY, YAHTZEE)
"""Every game of the Yatzy family, in the order in which they are shown."""
