"""The public names: none is lost, all of them import, and what they name are values."""

from __future__ import annotations

import ast
import copy
import os
import pickle
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import cloudpickle
import pytest

import omkast

pytestmark = pytest.mark.usefixtures("own_cache")

CLI = Path(__file__).parents[1] / "cli"

NAMES = """
    Action Advisor AsideOption Bank Bonus Box BoxChances BuckDice Cancel Cancelled Chance Choice
    Comparison CorruptTable Decision Dice Distribution Encoding FACES Finding GAMES Game IllegalState Keep
    LANGUAGES LockedTable MAX_DICE MAX_ROTATIONS MissingTable NotationError OmkastError OmkastWarning
    Option PATH_LENGTH Page Place PlaceName PlayerReview Position Pot Progress Record RecordedTurn
    RoundOdds Ruleset SHEET_GAMES Score Seat Session SetAsideGame SheetCache Solved SolvedTurn StaleTable
    Switch TableError TableFacts Throw TruncatedTable TurnEnds TurnReview TurnsToLeave UnreadableTable
    UnwritableTable Values __version__ advise aside_options bank_odds box_chances challenge_at compare
    format_record games inventory leaving_distribution leaving_quantile make_book mean_turn notation
    one_turn open_named parse_record places proof quoted reach_turn review round_odds ruleset session_odds
    solve_complete strategy_pages turns_to_leave verify_named
"""


def test_no_public_name_is_lost() -> None:
    assert sorted(omkast.__all__) == sorted(NAMES.split())
    assert set(omkast.__all__) <= set(dir(omkast))


def test_every_public_name_has_a_docstring() -> None:
    for name in omkast.__all__:
        value = getattr(omkast, name)
        if callable(value) and getattr(value, "__module__", "").startswith("omkast"):
            assert (value.__doc__ or "").strip(), name


def test_everything_imports() -> None:
    surroundings = os.environ | {"EAGER_IMPORT": "1"}
    command = [sys.executable, "-c", "import omkast; print(len(omkast.__all__))"]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    assert done.stdout == f"{len(omkast.__all__)}\n", done.stderr


@pytest.mark.parametrize("file", sorted(CLI.rglob("*.py")), ids=lambda file: str(file.relative_to(CLI)))
def test_commands_take_from_the_library_what_it_exports(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not any(alias.name.split(".")[0] == "omkast" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            taken = str(node.module)
            assert taken == "omkast" or not taken.startswith("omkast.")
            if taken == "omkast":
                assert {alias.name for alias in node.names} <= set(omkast.__all__)
        elif isinstance(node, ast.ImportFrom):
            # A relative import stays within cli/.
            assert node.level <= len(file.relative_to(CLI).parts)


# Values

RULES = omkast.ruleset("maxi-yatzy")
QUALIFY = omkast.ruleset("qualify")
BUCK = omkast.ruleset("buck-dice")
POSITION = omkast.Position.parse(RULES, "sixes=24 one-pair=12", markers=3)

VALUES: list[Any] = [
    *omkast.GAMES,
    *omkast.GAMES[0].choices,
    RULES,
    RULES.bonus,
    *RULES.boxes,
    POSITION,
    omkast.Keep((6, 6, 6)),
    omkast.Score("sixes", 24),
    omkast.Option(omkast.Keep((6, 6, 6)), 480.5, 0.0, 0),
    QUALIFY,
    omkast.aside_options(omkast.mean_turn(QUALIFY), "66521")[0],
    omkast.strategy_pages(omkast.mean_turn(QUALIFY))[-1],
    omkast.Pot(QUALIFY).seats(2)[0],
    omkast.challenge_at(QUALIFY, 3, 1),
    omkast.bank_odds(),
    omkast.bank_odds().totals,
    omkast.session_odds(2, 1),
    BUCK,
    omkast.one_turn(BUCK, 3),
    omkast.turns_to_leave(BUCK, 3),
    omkast.round_odds(BUCK, [3, 4], 1),
    omkast.places()[0],
    omkast.notation.parse_card(RULES, "sixes=24 markers=3"),
    omkast.Comparison((), 0.0, ()),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_can_be_compared_hashed_pickled_and_copied(value: Any) -> None:
    copies = [
        pickle.loads(pickle.dumps(value)),
        cloudpickle.loads(cloudpickle.dumps(value)),
        copy.deepcopy(value),
        copy.copy(value),
    ]
    for again in copies:
        assert again == value
        assert hash(again) == hash(value)
        assert repr(again) == repr(value)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_never_changes(value: Any) -> None:
    fields = getattr(value, "__dataclass_fields__", None) or value._fields
    for name in fields:
        with pytest.raises(AttributeError):
            setattr(value, name, None)


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_value_has_a_repr_that_can_be_read(value: Any) -> None:
    assert type(value).__name__ in repr(value)
    assert " object at 0x" not in repr(value)


@pytest.mark.parametrize(
    "mapping",
    [
        POSITION.scores,
        RULES.options,
        RULES.boxes[0].names,
        omkast.one_turn(BUCK, 3).after,
        omkast.strategy_pages(omkast.mean_turn(QUALIFY))[0].choices,
        omkast.Pot(QUALIFY).seats(2)[0].lead,
        omkast.bank_odds().totals.weights,
    ],
)
def test_what_a_value_holds_never_changes(mapping: Any) -> None:
    with pytest.raises(TypeError):
        mapping[next(iter(mapping), "x")] = 1


def test_a_convenience_answers_like_the_parts_it_is_made_of() -> None:
    options = omkast.advise([1, 2, 4, 6, 6, 6], "sixes=24 one-pair=12", markers=3, rerolls=1, bonus="tactic")
    position = omkast.Position(omkast.ruleset("maxi-yatzy", bonus="tactic"), POSITION.scores, 3)
    assert options == omkast.Advisor(position.ruleset).options(position, "666421", 1)
    assert options[0].loss == 0
    assert omkast.advise("666421", "sixes=24 markers=1") == omkast.advise("666421", "sixes=24", markers=1)


@pytest.mark.parametrize(
    ("arguments", "given", "error", "message"),
    [
        (["66642"], {}, omkast.NotationError, "5 dice; expected 6 dice"),
        ([[6, 6, 6]], {}, omkast.IllegalState, "expected 6 dice"),
        (["666421", "sixxes=24"], {}, omkast.NotationError, "unknown box"),
        (["666421"], {"rerolls": 3}, omkast.IllegalState, "rerolls is 3"),
        (["666421"], {"game": "qualify"}, ValueError, "qualify has no sheet; expected one of: maxi-yatzy"),
        (["666421"], {"game": "ludo"}, ValueError, "unknown game 'ludo'"),
        (["666421"], {"bonus": "algae"}, ValueError, "'algae'"),
    ],
)
def test_what_cannot_be_advised_on(
    arguments: list[Any], given: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        omkast.advise(*arguments, **given)


def test_asides_as_text_or_faces() -> None:
    turn = omkast.mean_turn(QUALIFY)
    assert omkast.aside_options(turn, "521", aside="66") == omkast.aside_options(turn, [1, 2, 5], [6, 6])
    assert omkast.aside_options(turn, "66521")[0].loss == Fraction(0)
    with pytest.raises(omkast.NotationError, match="expected 3 dice not yet aside"):
        omkast.aside_options(turn, "66521", aside="66")
    with pytest.raises(omkast.NotationError, match="expected at most 4 dice"):
        omkast.aside_options(turn, "", aside="66666")
