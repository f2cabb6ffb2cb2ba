"""Boxes by the names that people write."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from box_spellings import spellings
from notation_refusals import refused
from omkast.errors import NotationError
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.names import ALSO_CALLED
from omkast.games.registry import SHEET_GAMES, Game
from omkast.games.ruleset import Bonus, Box, Groups, Ruleset, box
from omkast.notation.names import BoxNames, normal_name

RULES = maxi_yatzy()
IDS = [b.id for b in RULES.boxes]


@pytest.mark.parametrize("b", RULES.boxes, ids=IDS)
def test_names_in_every_spelling(b: Box) -> None:
    names = BoxNames(RULES)
    for name in (b.id, *b.names.values()):
        for spelling in spellings(name):
            assert names.find(spelling) == b.id


@pytest.mark.parametrize("game", SHEET_GAMES, ids=lambda game: game.id)
def test_no_name_stands_for_two_boxes(game: Game[Ruleset]) -> None:
    for saved_rerolls in (True, False):
        rules = game.ruleset(saved_rerolls=saved_rerolls)
        owners: dict[str, set[str]] = {}
        for b in rules.boxes:
            for name in (b.id, *b.names.values(), *ALSO_CALLED.get(b.id, ())):
                for spelling in spellings(name):
                    owners.setdefault(normal_name(spelling), set()).add(b.id)
        assert {name: boxes for name, boxes in owners.items() if len(boxes) > 1} == {}
        assert "" not in owners
        BoxNames(rules)


@pytest.mark.parametrize(
    ("name", "box_id"),
    [
        ("hus", "villa"),
        ("kåk", "full-house"),
        ("hytte", "full-house"),
        ("ettor", "ones"),
        ("ett par", "one-pair"),
        ("tvaaor", "twos"),
        ("TVÅ PAR", "two-pairs"),
        ("to par", "two-pairs"),
        ("treor", "threes"),
        ("treere", "threes"),
        ("tre like", "three-of-a-kind"),
        ("taarn", "tower"),
        ("Small_Straight", "small-straight"),
        ("maxiyatzy", "maxi-yatzy"),
        ("par", "one-pair"),
        ("Triss", "three-of-a-kind"),
        ("fullt hus", "full-house"),
        ("1 par", "one-pair"),
        ("2 par", "two-pairs"),
        ("3 par", "three-pairs"),
        ("3 lika", "three-of-a-kind"),
        ("4 like", "four-of-a-kind"),
        ("5 ens", "five-of-a-kind"),
        ("3 of a kind", "three-of-a-kind"),
        ("4-of-a-kind", "four-of-a-kind"),
        ("aces", "ones"),
        ("3:or", "threes"),
        ("3'ere", "threes"),
        ("Toere", "twos"),
        ("Lille straight", "small-straight"),
        ("Liten stege (1-5)", "small-straight"),
        ("Stor straight 2-3-4-5-6", "large-straight"),
        ("hel stege", "full-straight"),
        ("Hus (3+3)", "villa"),
        ("Kåk (3+2)", "full-house"),
        ("Full house 2+3", "full-house"),
        ("Torn (2+4)", "tower"),
        ("yatzy", "maxi-yatzy"),
    ],
)
def test_names_that_are_easily_confused(name: str, box_id: str) -> None:
    assert BoxNames(RULES).find(name) == box_id


def test_other_names_are_those_of_boxes() -> None:
    known = {b.id for game in SHEET_GAMES for rules in game.rulesets() for b in rules.boxes}
    assert set(ALSO_CALLED) <= known


def test_a_ruleset_with_an_ambiguous_name() -> None:
    first = box("villa", Groups((3, 3)), "hus", "hus", "villa")
    second = box("full-house", Groups((3, 2)), "kåk", "HUS", "full house")
    rules = Ruleset("game", 6, (first, second), Bonus(1, 1), 2, False)
    with pytest.raises(ValueError, match="'HUS' could be villa or full-house"):
        BoxNames(rules)


def test_an_unknown_name_is_answered_with_close_ones() -> None:
    with refused("unknown box 'sixxes', did you mean 'sixes'?", "expected the name of a box in English"):
        BoxNames(RULES).find("sixxes")
    with refused("unknown box 'storre stege'", "'stor stege'"):
        BoxNames(RULES).find("storre stege")
    with refused("unknown box 'qqq'; expected the name of a box", "as in ones or one-pair or maxi-yatzy."):
        BoxNames(RULES).find("qqq")


@pytest.mark.parametrize("name", ["3 of kind", "3 kindz", "3", "the 3 likes"])
def test_digits_count_most_in_a_suggestion(name: str) -> None:
    with pytest.raises(NotationError) as caught:
        BoxNames(RULES).find(name)
    suggested = re.findall("'([^']*)'", caught.value.problem.split("did you mean")[1])
    assert suggested
    assert all("3" in other for other in suggested)


@given(st.text(max_size=80) | st.text("abcdefikprstuy 123456", max_size=20))
def test_a_refusal_suggests_three_boxes_at_most(name: str) -> None:
    names = BoxNames(RULES)
    try:
        assert names.find(name) in IDS
    except NotationError as error:
        suggested = re.findall("'([^']*)'", error.problem.partition("did you mean")[2])
        assert len(suggested) <= 3
        assert len({names.find(other) for other in suggested}) == len(suggested)
        assert sum(id in str(error) for id in IDS) <= 7


@pytest.mark.parametrize("name", ["bonus", "Bonus", "summa", "Total", "Sum"])
def test_lines_that_are_not_entered(name: str) -> None:
    word = "added at the end" if name.casefold() == "bonus" else "follow from the boxes"
    with refused(f"{name!r} is no box", word, "not entered"):
        BoxNames(RULES).find(name)


@pytest.mark.parametrize("name", ["", " ", "-", "!?"])
def test_an_empty_name_is_no_box(name: str) -> None:
    with refused(f"{name!r} names no box; expected the name of a box"):
        BoxNames(RULES).find(name)
