"""Recorded games as text: lenient in, one canonical form out (omkast.notation.record has the syntax)."""

from __future__ import annotations

from typing import Any

from ..errors import IllegalState, NotationError
from ..games.action import Score
from ..games.registry import MAXI_YATZY, SHEET_GAMES, Choice, Game, Switch, find_game
from ..games.ruleset import Ruleset
from ..notation.names import BoxNames
from ..notation.record import WrittenRecord, WrittenTag, WrittenTurn, read_record, unreadable
from .position import Position
from .record import Record, RecordedTurn, Throw, position_after
from .scores import score as score_of

ON = ("on", "yes", "true", "ja", "på", "1")
OFF = ("off", "no", "false", "nej", "nei", "av", "0")

ALONE = "A"
"""The name of a single player who was not given one."""


def parse_record(text: str) -> Record:
    """The game written in ``text``.

    Raises:
        NotationError: a line cannot be read, or the rules do not allow what it says; it
            names the line, what stands there and what was expected.
    """
    written = read_record(text)
    ruleset = _ruleset(written)
    players = _players(written)
    names = BoxNames(ruleset)
    positions = {player.casefold(): Position(ruleset) for player in players}
    turns: dict[str, list[RecordedTurn]] = {player.casefold(): [] for player in players}
    for line in written.turns:
        name = _name(line, players)
        own, player = turns[name], line.player or players[0]
        if own and own[-1].score is None:
            raise unreadable(line.line, line.text, f"no turn of {player} after an unfinished one")
        if line.number is not None and line.number != len(own) + 1:
            raise unreadable(line.line, f"turn {line.number}", f"turn {len(own) + 1} of {player}")
        try:
            turn = _turn(line, positions[name], names)
            after = position_after(positions[name], turn)
        except IllegalState as error:
            raise unreadable(line.line, line.text, str(error)) from None
        own.append(turn)
        positions[name] = after or positions[name]
    own_tags = _own_tags(ruleset)
    others = {tag.name: tag.value for name, tag in written.tags.items() if name not in own_tags}
    return Record(ruleset, tuple(players), tuple(tuple(turns[p.casefold()]) for p in players), others)


def _ruleset(written: WrittenRecord) -> Ruleset:
    """The rules that the tags name; Maxi Yatzy and the defaults where they name none."""
    game: Game[Any] = MAXI_YATZY
    if (tag := written.tags.get("game")) is not None:
        known = {_folded(one.id): one for one in SHEET_GAMES}
        if _folded(tag.value) not in known:
            listed = ", ".join(one.id for one in SHEET_GAMES)
            raise unreadable(tag.line, tag.value, f"a game with a sheet: {listed}")
        game = known[_folded(tag.value)]
    chosen = {
        choice.name: _chosen(choice, written.tags[name])
        for choice in game.choices
        if (name := _folded(choice.name)) in written.tags
    }
    ruleset: Ruleset = game.ruleset(**chosen)
    return ruleset


def _chosen(choice: Choice | Switch, tag: WrittenTag) -> str | bool:
    value = tag.value.casefold()
    if isinstance(choice, Switch):
        if value in ON + OFF:
            return value in ON
        raise unreadable(tag.line, tag.value, f"on or off for {choice.name}")
    if value not in choice.values:
        raise unreadable(tag.line, tag.value, f"{' or '.join(choice.values)} for {choice.name}")
    return value


def _folded(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())


def _players(written: WrittenRecord) -> list[str]:
    """The players that the tag or the lines name, in their order."""
    if (tag := written.tags.get("players")) is not None:
        names = [name.strip() for name in tag.value.split(",")]
        folded = [name.casefold() for name in names]
        if not all(names) or len(set(folded)) != len(names):
            raise unreadable(tag.line, tag.value, "different names, parted by commas")
        return names
    found = {turn.player.casefold(): turn.player for turn in written.turns if turn.player}
    return list(found.values()) or [ALONE]


def _name(line: WrittenTurn, players: list[str]) -> str:
    """Whose turn a line is, in lower case."""
    if not line.player and len(players) == 1:
        return players[0].casefold()
    if line.player.casefold() not in {player.casefold() for player in players}:
        raise unreadable(line.line, line.player or line.text, f"one of the players: {', '.join(players)}")
    return line.player.casefold()


def _turn(line: WrittenTurn, position: Position, names: BoxNames) -> RecordedTurn:
    throws = tuple(Throw(kept, thrown) for kept, thrown in line.throws)
    if line.box is None:
        return RecordedTurn(throws, comment=line.comment)
    try:
        box_id = names.find(line.box)
    except NotationError as error:
        raise NotationError(f"line {line.line}: {error.problem}", line.text, 0, error.expected) from None
    points = line.points
    if points is None:
        if not throws:
            raise unreadable(line.line, line.text, "the points behind the box")
        box = position.ruleset.boxes[position.ruleset.index(box_id)]
        points = score_of(box.pattern, throws[-1].roll)
    return RecordedTurn(throws, Score(box_id, points), line.markers, line.comment)


def format_record(record: Record) -> str:
    """The canonical text of ``record``; :func:`parse_record` gives the same record back."""
    ruleset = record.ruleset
    tags = {"Game": ruleset.game}
    for choice in find_game(ruleset.game).choices:
        value = ruleset.saved_rerolls if choice.name == "saved_rerolls" else ruleset.options[choice.name]
        tags[_titled(choice.name)] = ("on" if value else "off") if isinstance(value, bool) else value
    tags["Players"] = ", ".join(record.players)
    lines = [f'[{name} "{value}"]' for name, value in (tags | dict(record.tags)).items()]
    lines.append("")
    rounds = max(map(len, record.turns))
    number_width = len(f"{rounds}. ")
    name_width = max(map(len, record.players))
    positions = [record.positions(player) for player in range(len(record.players))]
    for number in range(rounds):
        label = f"{number + 1}. "
        for player, turns in enumerate(record.turns):
            if number < len(turns):
                turn = format_turn(positions[player][number], turns[number])
                lines.append(
                    f"{label:<{number_width}}{record.players[player]:<{name_width}}  {turn}".rstrip()
                )
                label = ""
    return "\n".join(lines) + "\n"


def format_turn(position: Position, turn: RecordedTurn) -> str:
    """One turn from ``position``: ``666421 (666) 633 = tower 30``."""
    parts = [_written(throw, first=not number) for number, throw in enumerate(turn.throws)]
    if turn.score is not None:
        parts.append(f"= {turn.score.box} {turn.score.points}")
        if not turn.throws and turn.markers not in (None, position.markers):
            parts.append(f"markers={turn.markers}")
    if turn.comment:
        parts.append("{" + turn.comment + "}")
    return " ".join(parts)


def _written(throw: Throw, first: bool) -> str:
    thrown = "".join(map(str, throw.thrown))
    return thrown if first else f"({''.join(map(str, throw.kept))}) {thrown}"


def _titled(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def _own_tags(ruleset: Ruleset) -> set[str]:
    """The tags that :func:`format_record` writes itself, in lower case."""
    return {"game", "players", *(_folded(choice.name) for choice in find_game(ruleset.game).choices)}
