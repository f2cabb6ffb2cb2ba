"""Values that others have published, beside ours.

Here are those of the games with a sheet; the other games have files of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ...errors import TableError
from ...games.maxi_yatzy import maxi_yatzy
from ...games.ruleset import Ruleset
from ...games.yahtzee import yahtzee
from ...games.yatzy import yatzy
from ...progress import Cancel, Silent, never
from ...sheet.forward import follow_levels
from ...sheet.lattice import Root, SheetLattice
from ...sheet.policy import BestPlay
from ...sheet.position import Position
from ...sheet.states import States
from ...sheet.statistics import statistics
from ...sheet.tables import contents
from ...store.places import find_table
from ..finding import INDEPENDENT, PUBLISHED, Finding, published_finding
from .forward import OptimalPlay, optimal_play_of_yatzy
from .solved import SolvedLattice, solved

PRECISIT = "precisit/yatzy-solver"
BOTH = f"{PRECISIT} and {INDEPENDENT}"
JOKKEBK = "jokkebk/maxiyatzy"

START_VALUES: list[tuple[str, Ruleset, str, str]] = [
    ("yatzy", yatzy(), "248.4399894", PRECISIT),
    ("yatzy", yatzy(), "248.44", "dlangk/yatzy"),
    ("yatzy", yatzy(), "248.4399893779", INDEPENDENT),
    ("yatzy, five equal a full house", yatzy(True, False), "248.4680909173", BOTH),
    ("yatzy, four equal two pairs", yatzy(False, True), "248.6440589438", BOTH),
    ("yatzy, both house rules", yatzy(True, True), "248.6748826884", BOTH),
    ("yahtzee", yahtzee(), "245.87", "Verhoeff and Glenn"),
    ("yahtzee", yahtzee(), "245.8707745", PRECISIT),
    ("yahtzee", yahtzee(), "245.8707745141", INDEPENDENT),
    ("yahtzee, five equal a full house", yahtzee(True), "245.904728", "Holderied"),
    ("yahtzee, five equal a full house", yahtzee(True), "245.9047283707", INDEPENDENT),
]
"""Expected total with best play from the empty card, in points."""

MID_GAME: list[tuple[dict[str, int], str]] = [
    ({"two-pairs": 0}, "223.2546961840"),
    ({"two-pairs": 0, "sixes": 24}, "213.6390092966"),
    ({"two-pairs": 0, "sixes": 24, "three-of-a-kind": 0}, "193.0850165233"),
]
"""Scandinavian Yatzy: boxes filled, and the points still to come from there."""

SINGLE_BOXES: dict[str, tuple[str, str]] = {
    "ones": ("2.527777778", "3.588734568"),
    "one-pair": ("11.227298289", "11.828149636"),
    "two-pairs": ("16.537305350", "19.816468198"),
    "three-pairs": ("6.394991078", "11.983893835"),
    "three-of-a-kind": ("12.270438445", "15.815155784"),
    "four-of-a-kind": ("8.195629058", "15.195843464"),
    "five-of-a-kind": ("3.042224527", "9.339415999"),
    "small-straight": ("6.558641179", "10.779894103"),
    "large-straight": ("8.744854906", "14.373192137"),
    "full-straight": ("4.133410674", "8.752995143"),
    "full-house": ("15.129136533", "21.696441213"),
    "villa": ("3.636642808", "9.063355362"),
    "tower": ("4.309200058", "10.358834203"),
    "chance": ("28", "30.777777778"),
    "maxi-yatzy": ("2.045289597", "10.641358980"),
}
"""Maxi Yatzy: expected points of the last open box, without a bonus, with 2 and with 4 rerolls."""

STATES: list[tuple[Ruleset, str]] = [
    (maxi_yatzy("alga", saved_rerolls=False), "29360128"),
    (maxi_yatzy("alga"), "617349120"),
    (maxi_yatzy("tactic", saved_rerolls=False), "32473088"),
    (maxi_yatzy("tactic"), "682786816"),
]
"""States that are left when equal ones are merged."""

BOX_MEANS: dict[str, str] = {
    "ones": "2.17887",
    "twos": "5.66554",
    "threes": "9.28987",
    "fours": "12.80036",
    "fives": "16.24313",
    "sixes": "19.97271",
    "one-pair": "11.18521",
    "two-pairs": "19.38572",
    "three-of-a-kind": "15.50396",
    "four-of-a-kind": "13.66744",
    "small-straight": "3.94510",
    "large-straight": "9.72828",
    "full-house": "21.46052",
    "chance": "23.09017",
    "yatzy": "19.41987",
}
"""Scandinavian Yatzy: expected points of each box under optimal play."""

TIES = 1e-4
"""How far the means of boxes may move with the choice among equally good actions, in points."""

SAME = 1e-9
"""How far two ways to compute the same statistics may differ, in points."""


def findings(quick: bool, tables: Path | None = None, cancel: Cancel = never) -> Iterator[Finding]:
    """One finding for each published value; with ``quick`` without those that take minutes."""
    for name, ruleset, value, source in START_VALUES:
        yield published_finding(name, value, source, solved(ruleset, cancel=cancel).value(0, 0, 0))
    for scores, value in MID_GAME:
        filled = ", ".join(f"{box} = {points}" for box, points in scores.items())
        yield published_finding(
            f"yatzy after {filled}", value, INDEPENDENT, _value_after(yatzy(), scores, cancel)
        )
    for box, values in SINGLE_BOXES.items():
        for rerolls, value in zip((2, 4), values, strict=True):
            what = f"maxi-yatzy, {box} alone, {rerolls} rerolls"
            yield published_finding(what, value, INDEPENDENT, single_box(box, rerolls, cancel))
    for ruleset, value in STATES:
        yield published_finding(
            f"{ruleset.slug}, states", value, INDEPENDENT, SheetLattice(ruleset).num_states()
        )
    tactic = maxi_yatzy("tactic", saved_rerolls=False)
    yield _in_the_book(tactic, "383.3054", JOKKEBK, tables)
    if not quick:
        ours = SolvedLattice(SheetLattice(tactic), cancel=cancel).value(0, 0, 0)
        yield published_finding(f"{tactic.slug}, solved anew", "383.3054", JOKKEBK, ours)
        yield from yatzy_play(cancel)


def single_box(box: str, rerolls: int, cancel: Cancel = never) -> float:
    """Points expected of Maxi Yatzy's ``box`` when it is the last one open and no bonus can be had."""
    ruleset = maxi_yatzy("tactic")
    filled = (1 << len(ruleset.boxes)) - 1 & ~(1 << ruleset.index(box))
    markers = rerolls - ruleset.rerolls
    root = Root(filled, upper_total=0, markers=markers)
    return solved(ruleset, root, cancel).value(filled, 0, markers)


def _value_after(ruleset: Ruleset, scores: dict[str, int], cancel: Cancel) -> float:
    position = Position(ruleset, scores)
    return solved(ruleset, cancel=cancel).value(position.filled, position.upper_total, 0)


def _in_the_book(ruleset: Ruleset, value: str, source: str, tables: Path | None) -> Finding:
    what = f"{ruleset.slug}, in the book"
    try:
        book = find_table(contents(SheetLattice(ruleset), "book"), tables)
    except TableError as error:
        return Finding(PUBLISHED, what, False, str(error))
    if book is None:
        return Finding(PUBLISHED, what, False, "there is no book; expected the one that ships with Omkast")
    return published_finding(what, value, source, book.start_value)


def yatzy_play(cancel: Cancel = never) -> Iterator[Finding]:
    """What optimal play of Scandinavian Yatzy comes to, beside what is known of it."""
    play = optimal_play_of_yatzy(cancel)
    for box, value in BOX_MEANS.items():
        yield published_finding(f"yatzy, mean of {box}", value, INDEPENDENT, play.box_means[box], TIES)
    yield published_finding(
        "yatzy, probability of the bonus", "0.898065", INDEPENDENT, play.bonus_probability
    )
    sd = play.sd
    yield Finding(
        PUBLISHED,
        "yatzy, standard deviation",
        38.48 <= sd <= 38.6,
        f"38.48 and 38.6 by two sources, ours {sd:.13g}",
    )
    difference = _difference_of_statistics(play, cancel)
    yield Finding(
        PUBLISHED,
        "yatzy, statistics of the engine's forward pass",
        difference < SAME,
        f"those of play followed turn by turn, largest difference {difference:.0e}",
    )


def _difference_of_statistics(play: OptimalPlay, cancel: Cancel) -> float:
    """How far the engine's statistics of best play of Yatzy lie from those of ``play``, at most."""
    values, states = solved(yatzy(), cancel=cancel), States(yatzy())
    policy = BestPlay(values.lattice, values.levels.__getitem__)
    found = statistics(states, follow_levels(policy, states, Silent(), cancel=cancel))
    pairs = [(box.mean, play.box_means[box.box]) for box in found.boxes]
    pairs += [(found.bonus_probability, play.bonus_probability), (found.sd or 0.0, play.sd)]
    pairs.append((found.expected_total, values.value(0, 0, 0)))
    return max(abs(ours - theirs) for ours, theirs in pairs)
