"""The four rulesets side by side, from the book that ships."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import factorial, prod

import pytest

from omkast.dice import Dice
from omkast.games.action import Action
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.sheet.advice import Advisor, Option
from omkast.sheet.keep_lattice import keep_lattice
from omkast.sheet.position import Position
from omkast.sheet.turn import SheetValues
from omkast.sheet.values import Values
from omkast.studies.compare import Comparison, compare

FirstOptions = dict[str, dict[Dice, list[Option]]]

BOOK_ERROR = 0.001


class NoSolve:
    """Progress that no solve may start: the book has what is needed."""

    def start(self, title: str, levels: int) -> None:
        """Not wanted."""
        raise AssertionError(title)

    def update(self, level: int, share: float) -> None:
        """Not wanted."""

    def finish(self) -> None:
        """Not wanted."""


class Once:
    """Asks for the values of a position once, and for each of its rows once."""

    def __init__(self, values: Values, position: Position) -> None:
        self.ruleset = values.ruleset
        self._row = cache(values.sheet_values(position))
        self.value_of, self.precision = values.value_of, values.precision

    def sheet_values(self, position: Position) -> SheetValues:
        """Those values."""
        return self._row


@pytest.fixture(scope="module")
def only_the_book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No tables but those that ship."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("OMKAST_TABLES", raising=False)
        patch.setenv("OMKAST_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def compared(only_the_book: None) -> Comparison:
    """The comparison."""
    return compare(progress=NoSolve())


@pytest.fixture(scope="module")
def first_options(only_the_book: None) -> FirstOptions:
    """Every option of every first roll, with saved rerolls, by bonus."""
    found = {}
    for bonus in ("alga", "tactic"):
        position = Position(maxi_yatzy(bonus))
        advisor = Advisor(Once(Values(position.ruleset, progress=NoSolve()), position))
        found[bonus] = {roll: advisor.options(position, roll, 2) for roll in keep_lattice(6).rolls}
    return found


def total(compared: Comparison, bonus: str, saved: bool) -> float:
    """The expected total of a ruleset."""
    return next(r.expected_total for r in compared.rulesets if (r.bonus, r.saved_rerolls) == (bonus, saved))


def expected_total(options: list[Option], action: Action) -> float:
    """What ``action`` is worth."""
    return next(option.expected_total for option in options if option.action == action)


def test_four_rulesets_each_once(compared: Comparison) -> None:
    assert Counter((r.bonus, r.saved_rerolls) for r in compared.rulesets) == {
        (bonus, saved): 1 for bonus in ("alga", "tactic") for saved in (True, False)
    }


def test_known_totals(compared: Comparison) -> None:
    assert total(compared, "alga", True) == pytest.approx(496.6332603702398, abs=BOOK_ERROR)
    assert total(compared, "tactic", False) == pytest.approx(383.30540268, abs=BOOK_ERROR)


@pytest.mark.parametrize("bonus", ["alga", "tactic"])
def test_saving_rerolls_is_worth_something(compared: Comparison, bonus: str) -> None:
    assert total(compared, bonus, True) > total(compared, bonus, False)


def test_every_difference_is_one(compared: Comparison, first_options: FirstOptions) -> None:
    assert compared.differences
    for difference in compared.differences:
        alga, tactic = (first_options[bonus][difference.dice] for bonus in ("alga", "tactic"))
        assert (difference.alga, difference.tactic) == (alga[0], tactic[0])
        assert difference.alga.action != difference.tactic.action
        loss = alga[0].expected_total - expected_total(alga, difference.tactic.action)
        assert difference.loss == pytest.approx(loss, abs=1e-9)
        assert difference.loss >= 0
        assert tactic[0].expected_total >= expected_total(tactic, difference.alga.action)


def test_no_difference_is_left_out(compared: Comparison, first_options: FirstOptions) -> None:
    different = [
        roll
        for roll, alga in first_options["alga"].items()
        if alga[0].action != first_options["tactic"][roll][0].action
    ]
    assert [difference.dice for difference in compared.differences] == different
    assert compared.rolls_that_differ == len(different)


def test_no_best_option_hangs_on_the_error_of_the_book(first_options: FirstOptions) -> None:
    """The second best is further behind than two values can be wrong: the rules differ, not the rounding."""
    for options in first_options.values():
        for best, second, *_ in options.values():
            assert best.loss == 0
            assert second.loss > 2 * BOOK_ERROR


def test_probability_of_a_difference(compared: Comparison) -> None:
    ways = [
        Fraction(factorial(6), prod(factorial(n) for n in Counter(d.dice).values()))
        for d in compared.differences
    ]
    assert compared.probability == float(sum(ways) / 6**6)
    assert 0 < compared.probability < 1
