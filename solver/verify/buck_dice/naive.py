"""A plain, slow Buck Dice, the judge of the product; it shares no code with it.

Throws are listed one by one as ordered dice, void rolls are really thrown again
and again, and a round is one chain over the scores of all players together.
Everything is followed until less than ``REST`` of the probability is left.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from random import Random

REST = 1e-17
TARGET = 4
OUT, BIG_BUCK = "out", "out by a big buck"

End = int | str
"""A score, or one of the two ways of being out."""


@dataclass(frozen=True)
class NaiveRules:
    """The rules; a little buck is worth 5."""

    goal: int = 15
    little_buck_ends_turn: bool = True
    overshoot_little_buck: str = "reroll"

    def roll(self, score: int, dice: tuple[int, ...]) -> tuple[End, bool]:
        """Where a roll leads from ``score``, and whether the turn is over."""
        if dice == (TARGET, TARGET, TARGET):
            return BIG_BUCK, True
        targets = sum(die == TARGET for die in dice)
        is_little_buck = dice[0] == dice[1] == dice[2]
        points = 5 if is_little_buck else targets
        if score + points > self.goal:
            return score, is_little_buck and self.overshoot_little_buck == "void-and-end"
        if score + points == self.goal:
            return OUT, True
        if is_little_buck:
            return score + 5, self.little_buck_ends_turn
        return score + targets, targets == 0


THROWS = list(product(range(1, 7), repeat=3))


@cache
def rolls(rules: NaiveRules, score: int) -> dict[tuple[End, bool], float]:
    """The probability of each place to which a roll leads from ``score``."""
    led = Counter(rules.roll(score, dice) for dice in THROWS)
    return {where: ways / len(THROWS) for where, ways in led.items()}


@cache
def turn(rules: NaiveRules, score: int) -> dict[End, float]:
    """The probability of each end of a turn, roll after roll."""
    ends: dict[End, float] = defaultdict(float)
    throwing = {score: 1.0}
    while sum(throwing.values()) > REST:
        later: dict[int, float] = defaultdict(float)
        for now, probability in throwing.items():
            for (where, over), share in rolls(rules, now).items():
                if over or isinstance(where, str):
                    ends[where] += probability * share
                else:
                    later[where] += probability * share
        throwing = later
    return dict(ends)


def leaving(rules: NaiveRules, score: int) -> Iterator[tuple[float, float]]:
    """The probability of leaving by points and by a big buck in the 1st, 2nd, … turn."""
    waiting = {score: 1.0}
    while sum(waiting.values()) > REST:
        out = big_buck = 0.0
        later: dict[int, float] = defaultdict(float)
        for now, probability in waiting.items():
            for end, share in turn(rules, now).items():
                if isinstance(end, int):
                    later[end] += probability * share
                elif end == BIG_BUCK:
                    big_buck += probability * share
                else:
                    out += probability * share
        waiting = later
        yield out, big_buck


@dataclass
class NaiveRound:
    """The prospects of a round: a place for each player still in, and the turns played."""

    places: dict[int, dict[int, float]] = field(default_factory=dict)
    turns: float = 0.0


Scores = tuple[End, ...]


def played_round(rules: NaiveRules, scores: Scores, to_throw: int) -> NaiveRound:
    """The whole joint chain: states are all scores, those out with their places as negative numbers.

    Players are numbered from 0; one who is out at first has the score OUT.
    """
    answer = NaiveRound({p: defaultdict(float) for p, score in enumerate(scores) if score != OUT})
    states: dict[tuple[Scores, int], float] = {(scores, to_throw): 1.0}
    while states and sum(states.values()) > REST:
        later: dict[tuple[Scores, int], float] = defaultdict(float)
        for (now, player), probability in states.items():
            answer.turns += probability
            for end, share in turn(rules, score_of(now, player)).items():
                gone = sum(1 for score in now if not in_play(score))
                after = (*now[:player], -gone - 1 if isinstance(end, str) else end, *now[player + 1 :])
                left = [p for p, score in enumerate(after) if in_play(score)]
                if len(left) > 1:
                    later[after, following(after, player)] += probability * share
                    continue
                for p, places in answer.places.items():
                    place = len(scores) if p == left[0] else -score_of(after, p)
                    places[place] += probability * share
        states = later
    return answer


def until_big_buck(rules: NaiveRules, scores: Scores, to_throw: int) -> tuple[float, float]:
    """The joint chain up to the first big buck: the mean turns, and the probability that a round has none."""
    turns = without = 0.0
    states: dict[tuple[Scores, int], float] = {(scores, to_throw): 1.0}
    while sum(states.values()) > REST:
        later: dict[tuple[Scores, int], float] = defaultdict(float)
        for (now, player), probability in states.items():
            turns += probability
            for end, share in turn(rules, score_of(now, player)).items():
                after: Scores = (*now[:player], end, *now[player + 1 :])
                if end == BIG_BUCK:
                    continue
                if sum(in_play(score) for score in after) == 1:
                    without += probability * share
                else:
                    later[after, following(after, player)] += probability * share
        states = later
    return turns, without


def played_evening(rules: NaiveRules, scores: Scores, to_throw: int) -> tuple[float, float]:
    """The mean turns and rounds until someone throws a big buck, round after round.

    Players take turns at beginning a round, which is one of many ways to choose who does.
    """
    fresh = [until_big_buck(rules, (0,) * len(scores), player) for player in range(len(scores))]
    turns, reached = until_big_buck(rules, scores, to_throw)
    rounds, begins = 1.0, 0
    while reached > REST:
        rounds += reached
        turns += reached * fresh[begins][0]
        reached *= fresh[begins][1]
        begins = (begins + 1) % len(scores)
    return turns, rounds


def in_play(score: End) -> bool:
    """Whether a player with ``score`` has not left."""
    return isinstance(score, int) and score >= 0


def score_of(scores: Scores, player: int) -> int:
    """The score of a player who has not left."""
    score = scores[player]
    assert isinstance(score, int)
    return score


def following(scores: Scores, player: int) -> int:
    """The next player after ``player`` who is in play."""
    return next(
        p for step in range(1, len(scores) + 1) if in_play(scores[p := (player + step) % len(scores)])
    )


# --- a game at the table, die by die


@dataclass
class Played:
    """What happened in one round: who left in which order, who was last, how many turns."""

    left: list[int]
    loser: int
    turns: int


def play(rules: NaiveRules, scores: list[int], to_throw: int, random: Random) -> Played:
    """Play one round from ``scores``; a score that equals the goal is out already."""
    at_table = [p for p in range(len(scores)) if scores[p] != rules.goal]
    points = list(scores)
    left: list[int] = []
    turns, player = 0, to_throw
    while len(at_table) > 1:
        if player in at_table:
            turns += 1
            if take_turn(rules, points, player, random):
                at_table.remove(player)
                left.append(player)
        player = (player + 1) % len(scores)
    return Played(left, at_table[0], turns)


def take_turn(rules: NaiveRules, points: list[int], player: int, random: Random) -> bool:
    """Throw until the turn is over, writing down the points; True if the player leaves."""
    while True:
        shown = [random.randrange(6) for _ in range(3)]
        hits = shown.count(0)
        if hits == 3:
            return True
        little_buck = hits == 0 and shown[0] == shown[1] and shown[1] == shown[2]
        gained = hits + 5 * little_buck
        if points[player] + gained > rules.goal:
            if little_buck and rules.overshoot_little_buck == "void-and-end":
                return False
            continue
        points[player] += gained
        if points[player] == rules.goal:
            return True
        if hits == 0 and not (little_buck and not rules.little_buck_ends_turn):
            return False
