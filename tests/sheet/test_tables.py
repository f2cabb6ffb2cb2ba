"""What the tables of sheet lattices must hold, and what tells rules apart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from omkast.errors import CorruptTable, StaleTable
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.registry import MAXI_YATZY, YAHTZEE, YATZY
from omkast.games.ruleset import Bonus, Ruleset, box
from omkast.games.yatzy import yatzy
from omkast.sheet.lattice import AXES, Root, SheetLattice
from omkast.sheet.tables import contents, open_named, ruleset_hash, table_plan, usual_encoding, verify_named
from omkast.store.manifest import WHOLE_GAME, TableKind
from omkast.store.writer import TableWriter
from omkast.verify.sheet.solved import solved

RULESET = maxi_yatzy("alga", saved_rerolls=True)


def test_ruleset_hash_tells_rules_apart() -> None:
    rules = [
        *MAXI_YATZY.rulesets(),
        replace(RULESET, rerolls=3),
        replace(RULESET, num_dice=5),
        replace(RULESET, bonus=Bonus(84, 50)),
        replace(RULESET, boxes=RULESET.boxes[:-1]),
        replace(RULESET, boxes=(*RULESET.boxes[:-2], RULESET.boxes[-1], RULESET.boxes[-2])),
    ]
    assert len({ruleset_hash(ruleset) for ruleset in rules}) == len(rules)


def test_ruleset_hash_ignores_names() -> None:
    boxes = tuple(box(b.id, b.pattern, "ny", "ny", "new") for b in RULESET.boxes)
    renamed: Ruleset = replace(RULESET, game="other", boxes=boxes, options={})
    assert ruleset_hash(renamed) == ruleset_hash(RULESET)


@pytest.mark.parametrize(("kind", "last"), [("complete", 20), ("book", 5), ("sheet", 20)])
def test_a_table_must_hold_the_levels_of_its_lattice(kind: TableKind, last: int) -> None:
    lattice = SheetLattice(RULESET)
    held = contents(lattice, kind)
    assert dict(held.sizes) == {level: lattice.size(level) for level in range(last + 1)}
    assert (held.kind, held.axes, held.root) == (kind, AXES, WHOLE_GAME)


def test_a_sheet_table_starts_at_its_root() -> None:
    held = contents(SheetLattice(RULESET, Root(0b111, 6, 4)), "sheet")
    assert list(held.sizes) == list(range(3, 21))
    assert held.root == {"filled": 0b111, "upper_total": 6, "markers": 4}


def test_five_dice_are_kept_in_double_precision_and_six_in_single() -> None:
    for game in (YATZY, YAHTZEE):
        unsaved = [ruleset for ruleset in game.rulesets() if not ruleset.saved_rerolls]
        assert {usual_encoding(SheetLattice(ruleset)) for ruleset in unsaved} == {"float64"}
    assert {usual_encoding(SheetLattice(ruleset)) for ruleset in MAXI_YATZY.rulesets()} == {"float32"}


@pytest.mark.parametrize(
    ("slug", "root"),
    [
        ("no-such-game", WHOLE_GAME),
        ("yatzy", {"filled": 1 << 15, "upper_total": 0, "markers": 0}),
    ],
)
def test_a_table_that_is_named_for_nothing(tmp_path: Path, slug: str, root: dict[str, int]) -> None:
    for check in (open_named, verify_named):
        with pytest.raises(StaleTable, match="does not exist"):
            check(tmp_path, "sheet", slug, root)


@pytest.mark.parametrize(("wrong", "text"), [(np.nan, "lacks the value"), (np.inf, "lacks the value")])
def test_verify_wants_a_finite_value_for_every_state(tmp_path: Path, wrong: float, text: str) -> None:
    lattice = SheetLattice(yatzy(), Root(0b111111111111100, 0, 0))
    write(tmp_path, lattice, 14, 0, wrong)
    with pytest.raises(CorruptTable, match=text):
        verify_named(tmp_path / "t", "sheet", "yatzy", {"filled": 0b111111111111100, **NOTHING})


def test_verify_wants_nothing_where_no_state_is(tmp_path: Path) -> None:
    lattice = SheetLattice(yatzy(), Root(0b111111111111100, 0, 0))
    padding = int(np.flatnonzero(np.isnan(solved(yatzy(), lattice.root).levels[14]))[0])
    write(tmp_path, lattice, 14, padding, 1.0)
    with pytest.raises(CorruptTable, match="where no state is"):
        verify_named(tmp_path / "t", "sheet", "yatzy", {"filled": 0b111111111111100, **NOTHING})


NOTHING = {"upper_total": 0, "markers": 0}


def write(folder: Path, lattice: SheetLattice, level: int, at: int, value: float) -> None:
    """A table whose checksums are sound, with one value that is not what it must be."""
    levels = {i: values.copy() for i, values in solved(lattice.ruleset, lattice.root).levels.items()}
    levels[level][at] = value
    with TableWriter(folder / "t", table_plan(lattice, "sheet", "float64", made_by="the tests")) as writer:
        for i, values in levels.items():
            writer.write_level(i, values)
        writer.finish(float(levels[lattice.first_level][0]))
