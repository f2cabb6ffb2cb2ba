"""The pot game of Qualify: shares of perfect play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from omkast.errors import IllegalState
from omkast.games.qualify import QUALIFY, TIES
from omkast.games.threes import THREES
from omkast.set_aside import turn as turn_module
from omkast.set_aside.objectives import reach_turn
from omkast.set_aside.pot import Challenge, Pot, challenge_at
from omkast.verify.set_aside.brute_force import pot_is_that_of_histories
from omkast.verify.set_aside.naive import best_turn


@pytest.fixture(scope="module", params=TIES)
def pot(request: pytest.FixtureRequest) -> Pot:
    return Pot(QUALIFY, request.param)


@pytest.mark.parametrize("players", range(2, 9))
def test_shares_add_to_one_and_later_seats_have_more(pot: Pot, players: int) -> None:
    """Every payoff on the way is also checked to rise with the total, by ``Turn``."""
    shares = pot.shares(players)
    assert sum(shares) == 1
    assert len(shares) == players
    assert list(shares) == sorted(set(shares))


# Against complete histories


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize(("dice", "players"), [(1, 2), (1, 3), (1, 4), (2, 2), (2, 3), (3, 2)])
def test_shares_against_complete_histories(dice: int, players: int, tie: str) -> None:
    assert pot_is_that_of_histories(dice, players, tie)


def test_replay_with_one_die() -> None:
    """No choice and no memory: of two players each has a half, however often they tie."""
    assert Pot(replace(QUALIFY, num_dice=1), "replay").shares(2) == (Fraction(1, 2), Fraction(1, 2))


def test_the_last_player_plays_to_beat_the_total() -> None:
    """Five dice, against the twin's ordered throws for the last three dice of the turn."""
    turn = Pot(QUALIFY).turn(Challenge(1, 24, 2))
    twin = best_turn(5, lambda total: Fraction(1) if total > 24 else Fraction(total == 24, 3))
    for left, points in [(3, 2), (3, 8), (3, 12), (2, 15), (1, 18)]:
        assert turn.value(left, points) == twin(left, points)


# How replays and indifference are settled


def test_replay_shares_do_not_depend_on_where_the_search_starts() -> None:
    expected = [Pot(QUALIFY, "replay").shares(players) for players in (2, 3)]
    elsewhere = Pot(QUALIFY, "replay")
    for players in (2, 3):
        elsewhere._settle(players, (Fraction(1),) + (Fraction(0),) * (players - 1))
    assert [elsewhere.shares(players) for players in (2, 3)] == expected


@pytest.mark.parametrize("tie", TIES)
def test_indifference_makes_no_difference_to_the_others(tie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Setting aside the fewest dice among equal choices, not the most, gives the same shares."""
    most = Pot(QUALIFY, tie).shares(3)
    monkeypatch.setattr(turn_module, "best_choices", fewest_dice_first(turn_module.best_choices))
    assert set(reach_turn(QUALIFY, 25).choices(2, 12)) == {1}
    assert Pot(QUALIFY, tie).shares(3) == most


def fewest_dice_first(best_choices: Callable[..., list[int]]) -> Callable[..., list[int]]:
    """Turns the order of the moves round before the best is chosen, and back afterwards."""
    last = turn_module._MOVE

    def turned(choice: int) -> int:
        return choice ^ last

    def fewest(tree: object, rows: list[list[int]], points: int) -> list[int]:
        return list(map(turned, best_choices(tree, [list(map(turned, row)) for row in rows], points)))

    return fewest


# What a seat can expect


def test_seats(pot: Pot) -> None:
    seats = pot.seats(4)
    assert [seat.seat for seat in seats] == [1, 2, 3, 4]
    assert tuple(seat.share for seat in seats) == pot.shares(4)
    for seat in seats:
        assert list(seat.lead) == list(range(5, 31))
        assert list(seat.lead.values()) == sorted(seat.lead.values())
        assert seat.lead[seat.aim] >= Fraction(1, 4) > seat.lead.get(seat.aim - 1, Fraction(0))
        assert seat.lead[seat.favourite] >= Fraction(1, 2) > seat.lead.get(seat.favourite - 1, Fraction(0))
    # Behind the last seat nobody comes, so that any lead is the pot; the one before must be beaten.
    assert set(seats[3].lead.values()) == {1}
    last = pot.turn(Challenge(1, 26, 1)).totals
    tied = pot.shares(2)[0] if pot.tie == "replay" else Fraction(1, 2)
    assert seats[2].lead[26] == last.below(26) + tied * last.probability(26)


def test_first_seat_plays_for_its_share(pot: Pot) -> None:
    totals = pot.turn(Challenge(4, 0, 0)).totals
    lead = pot.seats(4)[0].lead
    assert sum(chance * lead[total] for total, chance in totals) == pot.shares(4)[0]


# Challenges


def test_challenges() -> None:
    assert challenge_at(QUALIFY, 4, 1) == Challenge(4, 0, 0)
    assert challenge_at(QUALIFY, 4, 2, 25) == Challenge(3, 25, 1)
    assert challenge_at(QUALIFY, 4, 4, 30, 3) == Challenge(1, 30, 3)
    assert Challenge(3, 25, 1).after(24) == Challenge(2, 25, 1)
    assert Challenge(3, 25, 1).after(25) == Challenge(2, 25, 2)
    assert Challenge(3, 25, 2).after(26) == Challenge(2, 26, 1)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1, 1), "players is 1; expected 2 to 8"),
        ((9, 1), "players is 9; expected 2 to 8"),
        ((4, 0), "seat is 0; expected 1 to 4"),
        ((4, 5), "seat is 5; expected 1 to 4"),
        ((4, 1, 25), "to-beat is 25; seat 1 throws first"),
        ((4, 1, None, 1), "tied is 1; seat 1 throws first"),
        ((4, 3), "seat 3 has a total to beat; expected to-beat, .* 5 to 30"),
        ((4, 3, 4), "to-beat is 4; expected 5 to 30"),
        ((4, 3, 31), "to-beat is 31; expected 5 to 30"),
        ((4, 3, 25, 0), "tied is 0; expected 1 to 2"),
        ((4, 3, 25, 3), "tied is 3; expected 1 to 2"),
        ((3, 3, 5), "tied is 1; expected 2, as 2 throw before seat 3 and none can have less than 5"),
    ],
)
def test_a_challenge_that_cannot_be(arguments: tuple[int, ...], message: str) -> None:
    with pytest.raises(IllegalState, match=message):
        challenge_at(QUALIFY, *arguments)


@pytest.mark.parametrize("players", [1, 9])
def test_players_that_are_too_few_or_too_many(players: int) -> None:
    with pytest.raises(IllegalState, match=f"players is {players}; expected 2 to 8"):
        Pot(QUALIFY).seats(players)


def test_a_pot_that_cannot_be() -> None:
    with pytest.raises(ValueError, match="threes"):
        Pot(THREES)
    with pytest.raises(ValueError, match="'toss'"):
        Pot(QUALIFY, "toss")
