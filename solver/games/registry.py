"""Every game there is, the choices that each one gives, and its commands, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any, Generic, Literal, TypeVar

from .buck_dice import OVERSHOOT_LITTLE_BUCK, BuckDice
from .maxi_yatzy import BONUSES, maxi_yatzy
from .qualify import qualify
from .ruleset import Ruleset
from .set_aside import SetAsideGame
from .threes import threes
from .yahtzee import yahtzee
from .yatzy import yatzy

Kind = Literal["sheet", "set-aside", "buck-dice"]
"""The kinds of games; each has a room of its own in the library and at the prompt."""

Rules = TypeVar("Rules", covariant=True)


@dataclass(frozen=True)
class Choice:
    """One named choice among rules.

    Attributes:
        name: the keyword with which the game's rules are made, a key of ``Ruleset.options``.
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
class Game(Generic[Rules]):
    """A game, how its rulesets are made, and what can be asked about it.

    Attributes:
        id: the game's name in commands and files, ``Ruleset.game``.
        title: the game's name for people.
        summary: what its commands tell, in a few words.
        kind: the room of the library that knows it.
        choices: the rules that can be chosen.
        make: makes a ruleset from one keyword for each choice.
        commands: the names of its commands.
    """

    id: str
    title: str
    summary: str
    kind: Kind
    choices: tuple[Choice | Switch, ...]
    make: Callable[..., Rules]
    commands: tuple[str, ...]

    def ruleset(self, **chosen: str | bool) -> Rules:
        """The rules with ``chosen`` values of :attr:`choices`, and the defaults of the others.

        Raises:
            ValueError: there is no such choice, or it has no such value.
        """
        known = {choice.name: choice for choice in self.choices}
        for name, value in chosen.items():
            if name not in known:
                listed = ", ".join(known) or "no choices"
                raise ValueError(f"{self.id} gives no choice of {name!r}; expected {listed}")
            if value not in known[name].values or isinstance(value, bool) != isinstance(known[name], Switch):
                listed = " or ".join(map(repr, known[name].values))
                raise ValueError(f"{name} is {value!r}; expected {listed}")
        return self.make(**{name: choice.default for name, choice in known.items()} | chosen)

    def rulesets(self) -> tuple[Rules, ...]:
        """Every ruleset of the game; the last choice changes fastest."""
        names = [choice.name for choice in self.choices]
        every = product(*(choice.values for choice in self.choices))
        return tuple(self.make(**dict(zip(names, values, strict=True))) for values in every)


SHEET_COMMANDS = ("advise", "value", "table", "odds", "solve")


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
    id="maxi-yatzy",
    title="Maxi Yatzy",
    summary="exact advice and values",
    kind="sheet",
    choices=(
        Choice(
            name="bonus",
            values=tuple(BONUSES),
            default="alga",
            help="Bonus for the upper section: "
            + ", ".join(f"{name} {b.points} from {b.threshold}" for name, b in BONUSES.items())
            + ".",
        ),
        _saved_rerolls(default=True),
    ),
    make=maxi_yatzy,
    commands=(*SHEET_COMMANDS, "compare"),
)

YATZY = Game(
    id="yatzy",
    title="Yatzy",
    summary="exact advice and values",
    kind="sheet",
    choices=(_FIVE_EQUAL_AS_FULL_HOUSE, _FOUR_EQUAL_AS_TWO_PAIRS, _saved_rerolls(default=False)),
    make=yatzy,
    commands=SHEET_COMMANDS,
)

YAHTZEE = Game(
    id="yahtzee",
    title="Yahtzee's plain boxes",
    summary="exact advice and values",
    kind="sheet",
    choices=(_FIVE_EQUAL_AS_FULL_HOUSE, _saved_rerolls(default=False)),
    make=yahtzee,
    commands=SHEET_COMMANDS,
)

BUCK_DICE = Game(
    id="buck-dice",
    title="Buck Dice",
    summary="exact odds",
    kind="buck-dice",
    choices=(
        Switch(
            name="little_buck_ends_turn",
            default=BuckDice.little_buck_ends_turn,
            help="Whether a little buck that counts ends the turn, as it shows no target.",
        ),
        Choice(
            name="overshoot_little_buck",
            values=OVERSHOOT_LITTLE_BUCK,
            default=BuckDice.overshoot_little_buck,
            help=f"Whether a little buck that would pass {BuckDice.goal} points, and does not count,"
            " is thrown again or ends the turn.",
        ),
    ),
    make=BuckDice,
    commands=("turn", "turns", "odds"),
)


def _fixed(make: Callable[[], SetAsideGame], commands: tuple[str, ...]) -> Game[SetAsideGame]:
    """A game that leaves no choice of rules."""
    game = make()
    return Game(
        id=game.id,
        title=game.title,
        summary="what to set aside, exactly",
        kind="set-aside",
        choices=(),
        make=make,
        commands=commands,
    )


SHEET_GAMES: tuple[Game[Ruleset], ...] = (MAXI_YATZY, YATZY, YAHTZEE)
"""Every game of the Yatzy family, in the order in which they are shown."""

GAMES: tuple[Game[Any], ...] = (
    *SHEET_GAMES,
    BUCK_DICE,
    _fixed(qualify, ("advise", "table", "bank", "session", "pot")),
    _fixed(threes, ("advise", "table")),
)
"""Every game of every kind, in the order in which they are shown."""


def find_game(name: str) -> Game[Any]:
    """The game called ``name`` in commands; raises ValueError if there is none."""
    for game in GAMES:
        if game.id == name:
            return game
    raise ValueError(f"unknown game {name!r}; expected one of: {', '.join(game.id for game in GAMES)}")


def ruleset(game: str, **chosen: str | bool) -> Any:
    """The rules of ``game`` with ``chosen`` values of its choices, and the defaults of the others.

    Args:
        game: a game's name in commands, such as ``maxi-yatzy``.
        chosen: a value for any of the game's choices, such as ``bonus="tactic"``.

    Returns:
        A :class:`Ruleset` for a game with a sheet, a :class:`SetAsideGame` for Qualify and Threes,
        :class:`BuckDice` for Buck Dice.

    Raises:
        ValueError: there is no such game or choice, or it has no such value.

    >>> ruleset("maxi-yatzy", bonus="tactic").bonus
    Bonus(threshold=75, points=50)
    """
    return find_game(game).ruleset(**chosen)
