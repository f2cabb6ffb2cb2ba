"""Random legal games for tests."""

from __future__ import annotations

from random import Random

from omkast.games.action import Score
from omkast.games.ruleset import Ruleset
from omkast.sheet.position import Position
from omkast.sheet.record import Record, RecordedTurn, Throw
from omkast.sheet.scores import possible_scores, score

COMMENTS = ("", "", "", "never again", "two markers, = (6)")


def random_turn(position: Position, rng: Random, finished: bool = True) -> RecordedTurn:
    """A legal turn: any dice kept, any reroll that can be paid for, any open box or strike."""
    ruleset = position.ruleset
    comment = rng.choice(COMMENTS)
    box = rng.choice(position.open_boxes)
    if finished and rng.random() < 0.15:
        points = rng.choice(possible_scores(box, ruleset.num_dice))
        most = position.markers + ruleset.rerolls if ruleset.saved_rerolls else 0
        markers = rng.choice([None, rng.randint(0, most)])
        markers = None if markers == position.markers else markers
        return RecordedTurn((), Score(box.id, points), markers, comment)
    throws = [Throw((), roll(ruleset.num_dice, rng))]
    for _ in range(rng.randint(0, min(ruleset.rerolls + position.markers, 6))):
        kept = tuple(sorted(rng.sample(throws[-1].roll, rng.randint(0, ruleset.num_dice - 1))))
        throws.append(Throw(kept, roll(ruleset.num_dice - len(kept), rng)))
    if not finished:
        return RecordedTurn(tuple(throws), comment=comment)
    points = rng.choice([score(box.pattern, throws[-1].roll)] * 3 + [0])
    return RecordedTurn(tuple(throws), Score(box.id, points), None, comment)


def roll(dice: int, rng: Random) -> tuple[int, ...]:
    return tuple(sorted(rng.choices(range(1, 7), k=dice)))


def random_record(ruleset: Ruleset, seed: int) -> Record:
    """A game of one to four players, whole or broken off at any point."""
    rng = Random(seed)
    players = tuple(rng.sample(["Anna", "Bo", "Anna Lena", "Åse 2", "7", "sixes"], rng.randint(1, 4)))
    tags = rng.choice([{}, {"Date": "2026-12-01"}, {"Date": "2026-12-01", "Place": "Åre, cabin"}])
    record = Record.new(ruleset, players, tags)
    for _ in range(rng.choice([0, 1, 7, len(players) * len(ruleset.boxes)])):
        if (player := record.to_throw) is None:
            break
        record = record.with_turn(player, random_turn(record.position(player), rng))
    if (player := record.to_throw) is not None and rng.random() < 0.5:
        record = record.with_turn(player, random_turn(record.position(player), rng, finished=False))
    return record
