"""Actions as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from notation_refusals import read_or_refused, refused
from omkast.dice import FACES
from omkast.errors import NotationError
from omkast.games.action import Action, Keep, Score
from omkast.games.maxi_yatzy import maxi_yatzy
from omkast.games.registry import SHEET_GAMES
from omkast.games.ruleset import LANGUAGES, Ruleset
from omkast.notation.actions import format_action, parse_action
from omkast.sheet.scores import possible_scores

RULES = maxi_yatzy()
RULESETS = [rules for game in SHEET_GAMES for rules in game.rulesets()]


@st.composite
def actions(draw: st.DrawFn) -> tuple[Ruleset, Action]:
    """A legal action of any ruleset."""
    rules = draw(st.sampled_from(RULESETS))
    if draw(st.booleans()):
        return rules, Keep(tuple(sorted(draw(st.lists(st.sampled_from(FACES), max_size=rules.num_dice - 1)))))
    box = draw(st.sampled_from(rules.boxes))
    return rules, Score(box.id, draw(st.sampled_from(possible_scores(box, rules.num_dice))))


@given(actions(), st.sampled_from([None, *LANGUAGES]))
def test_an_action_comes_back_from_its_canonical_form(
    chosen: tuple[Ruleset, Action], language: str | None
) -> None:
    rules, action = chosen
    assert parse_action(rules, format_action(rules, action, language)) == action


@pytest.mark.parametrize(
    ("action", "language", "text"),
    [
        (Keep((6, 6, 6)), None, "keep 666"),
        (Keep(()), None, "keep nothing"),
        (Score("one-pair", 12), None, "one-pair=12"),
        (Score("villa", 0), None, "villa=0"),
        (Keep((1, 2)), "sv", "spara 12"),
        (Keep(()), "nb", "behold ingen"),
        (Score("villa", 27), "sv", "hus=27"),
        (Score("one-pair", 12), "en", "one pair=12"),
    ],
)
def test_the_canonical_form(action: Action, language: str | None, text: str) -> None:
    assert format_action(RULES, action, language) == text


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("Keep 6 6 6", Keep((6, 6, 6))),
        ("  spara 6,1 ", Keep((1, 6))),
        ("Behold ingen", Keep(())),
        ("strike villa", Score("villa", 0)),
        ("Stryk 3 par", Score("three-pairs", 0)),
        ("sixes 24", Score("sixes", 24)),
        ("Hus (3+3): 27", Score("villa", 27)),
    ],
)
def test_ways_to_write_an_action(text: str, action: Action) -> None:
    assert parse_action(RULES, text) == action


@pytest.mark.parametrize(
    ("text", "parts", "at"),
    [
        ("keep", ["'keep' does not say which dice", "'nothing'"], 4),
        ("keep 666421", ["'666421': 6 dice; expected at most 5 dice"], 5),
        ("keep 6 6 x", ["'x' is not a face"], 9),
        ("strike", ["'' names no box"], 6),
        ("strike  sevens", ["unknown box 'sevens'"], 8),
        ("sixes=24 ones=3", ["'sixes=24 ones=3' is no action"], 0),
        ("markers=3", ["'markers=3' is no action"], 0),
        ("", ["'' is no action; expected one, as in keep 666, sixes=24 or strike villa."], 0),
        ("666", ["cannot read '666'"], 0),
    ],
)
def test_what_is_no_action(text: str, parts: list[str], at: int) -> None:
    with refused(*parts) as caught:
        parse_action(RULES, text)
    assert isinstance(caught.value, NotationError)
    assert (caught.value.text, caught.value.at) == (text, at)


@given(
    st.text()
    | st.lists(
        st.sampled_from(["keep", "spara", "strike", "nothing", " ", "6", "7", "=", "sixes", "\udcc3"])
    ).map("".join)
)
def test_any_text_gives_an_action_or_a_refusal(text: str) -> None:
    action = read_or_refused(lambda written: parse_action(RULES, written), text)
    assert action is None or isinstance(action, Keep | Score)
