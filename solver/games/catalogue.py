"""The games on offer and the choices each one gives, as plain data."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product

from omkast.solver.games.maxi_yatzy import BONUSES, DICE, GAME, maxi_yatzy
from omkast.solver.games.ruleset import Ruleset


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
class Game:
    """A game and how its rulesets are made.

    Attributes:
        id: the game's name in commands and files, ``Ruleset.game``.
        title: the game's name for people.
        dice: how many dice are thrown.
        rerolls: ordinary rerolls of a turn.
        choices: the rules that can be chosen besides saved rerolls.
        saved_rerolls: whether rerolls are saved when nothing is said about it.
        ruleset: makes a ruleset from ``saved_rerolls`` and one keyword for each choice.
    """

    id: str
    title: str
    dice: int
    rerolls: int
    choices: tuple[Choice, ...]
    saved_rerolls: bool
    ruleset: Callable[..., Ruleset]

    def rulesets(self) -> tuple[Ruleset, ...]:
        """Every ruleset of the game, those with saved rerolls first for each choice."""
        names = [choice.name for choice in self.choices]
        return tuple(
            self.ruleset(saved_rerolls=saved, **dict(zip(names, values, strict=True)))
            for values in product(*(choice.values for choice in self.choices))
            for saved in (True, False)
        )


MAXI_YATZY = Game(
    id=GAME,
    title="Maxi Yatzy",
    dice=DICE,
    rerolls=2,
    choices=(
        Choice(
            name="bonus",
            values=tuple(BONUSES),
            default="alga",
            help="Bonus for the upper section: "
            + ", ".join(f"{name} {b.points} from {b.threshold}" for name, b in BONUSES.items())
            + ".",
        ),
    ),
    saved_rerolls=True,
    ruleset=maxi_yatzy,
)

GAMES = (MAXI_YATZY,)
"""Every game, in the order in which they are shown."""
