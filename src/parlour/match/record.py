"""`Record`: one game as it was played, and its text form.

    [Game "surakarta"]
    [Seat1 "Anna"]
    [Seat2 "Ben"]
    [Result "1-0"]
    [Reason "captured"]

    1. 4,0-3,0 {2.5} 1,1-2,1 {4.1 a quiet reply}
    2. …
    1-0

Tags first, then turns in the game's own notation, then the result: one number a seat, `1/2` for a draw, `*` for a game
that is not over. Numbers like `1.` help the eye and are not read. Braces hold the seconds each move of the turn took
and a comment. `docs/records.md` has the whole grammar. Whatever is read is replayed move by move through the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from parlour.errors import IllegalMove, ParlourError, RecordError
from parlour.games import game as find_game
from parlour.games.core import Position
from parlour.games.face import SHARED_REASONS, Outcome
from parlour.games.game import Game
from parlour.games.options import Options, Value, read_options, write_options

MAX_CHARACTERS = 1_000_000
MAX_MOVES = 20_000

AGREED_REASONS = ("resign", "time", "agreement", "abort", "adjudication")
"""Reasons for an end that the position itself does not show."""


class RecordedMove(msgspec.Struct, frozen=True):
    """A move in the game's move notation, how long it took, and what somebody said about it."""

    text: str
    seconds: float | None = None
    comment: str = ""


class Record(msgspec.Struct, frozen=True):
    """A game that is or was played: what was set up, what was played, how it ended, and tags such as names and dates.

    `options` holds every option. `outcome` is None while nobody has won, lost or drawn.
    """

    game: str
    options: dict[str, Value]
    start: str
    moves: tuple[RecordedMove, ...] = ()
    outcome: Outcome | None = None
    tags: dict[str, str] = {}

    @staticmethod
    def of(
        position: Position,
        tags: dict[str, str] | None = None,
        seconds: Sequence[float] | None = None,
        outcome: Outcome | None = None,
    ) -> Record:
        """The record of the moves played on a position, with an outcome that the position does not show by itself."""
        walker = position.copy()
        while walker.played:
            walker.undo()
        start = walker.text()
        moves = []
        for n, move in enumerate(position.played):
            moves.append(RecordedMove(walker.write_move(move), seconds[n] if seconds else None))
            walker.play(move)
        ended = position.outcome() or outcome
        return Record(position.game.key, dict(position.options), start, tuple(moves), ended, tags or {})

    def rules(self) -> tuple[Game, Options]:
        """The game and the checked options."""
        found = find_game(self.game)
        return found, found.check(self.options)

    def positions(self) -> Iterator[Position]:
        """One position, first as set up and then after each move: the same object, played on.

        Raises `RecordError` at a move that is not legal.
        """
        found, options = self.rules()
        position = found.read(self.start, options)
        yield position
        for n, move in enumerate(self.moves, 1):
            try:
                position.play(position.read_move(move.text))
            except IllegalMove as fault:
                raise RecordError(f"Move {n}, “{move.text[:40]}”: {fault}") from fault
            yield position

    def replay(self) -> Position:
        """The position after the last move, with all moves played on it."""
        for position in self.positions():
            last = position
        return last


# ---- Writing -------------------------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """The text form."""
    found, options = record.rules()
    tags = {"Game": record.game}
    chosen = {o.key: options[o.key] for o in found.declared if options[o.key] != o.default}
    if chosen:
        tags["Options"] = write_options(chosen)
    if record.start != found.start(options).text():
        tags["Start"] = record.start
    tags.update({name: value for name, value in record.tags.items() if name not in _OWN_TAGS})
    if record.outcome is not None:
        tags["Result"] = _write_result(record.outcome)
        tags["Reason"] = record.outcome.reason
    turns, unfinished = _turns(record)
    if unfinished:
        tags["Unfinished"] = " ".join(move.text for move in unfinished)
        times = _braces(unfinished)
        if times:
            tags["UnfinishedTimes"] = times
    lines = [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]
    lines.append("")
    seats = len(found.sides(options))
    for n in range(0, len(turns), seats):
        lines.append(f"{n // seats + 1}. " + " ".join(turns[n : n + seats]))
    lines.append("*" if record.outcome is None else _write_result(record.outcome))
    return "\n".join(lines) + "\n"


def _turns(record: Record) -> tuple[list[str], list[RecordedMove]]:
    """The whole turns as they are written, and the moves of one that is not finished."""
    turns: list[str] = []
    pending: list[RecordedMove] = []
    start: Position | None = None
    numbers: list[int] = []
    walk = record.positions()
    position = next(walk)
    for move in record.moves:
        if start is None:
            start, numbers = position.copy(), []
        number = position.read_move(move.text)
        last = position.turn_over(number)
        numbers.append(number)
        pending.append(move)
        next(walk)
        if last:
            braces = _braces(pending)
            turns.append(start.write_turn(numbers) + (f" {{{braces}}}" if braces else ""))
            start, pending = None, []
    return turns, pending


def _braces(moves: list[RecordedMove]) -> str:
    times = [f"{move.seconds:.3f}".rstrip("0").rstrip(".") for move in moves if move.seconds is not None]
    comment = " ".join(filter(None, (move.comment for move in moves)))
    if not times and re.match(r"[\d.\s]", comment):
        comment = f"- {comment}"
    return " ".join([*(times if len(times) == len(moves) else []), *([comment] if comment else [])])


def _write_result(outcome: Outcome) -> str:
    return "-".join({0: "0", 0.5: "1/2", 1: "1"}[result] for result in outcome.results)


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# ---- Reading -------------------------------------------------------------------------------------------------------

_OWN_TAGS = ("Game", "Options", "Start", "Result", "Reason", "Unfinished", "UnfinishedTimes")
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,30})\s+"((?:[^"\\\x00-\x1f]|\\["\\])*)"\]\s*')
_RESULT = re.compile(r"(?:1/2|1|0)(?:-(?:1/2|1|0))+|\*")
_NUMBER = re.compile(r"\d+\.+")
_TIMES = re.compile(r"((?:\d{1,7}(?:\.\d{1,3})?(?:\s+|$))*)(.*)", re.DOTALL)


def read_record(text: str) -> Record:
    """The record in a text from anywhere; raises `RecordError` with line and column of what is wrong."""
    if len(text) > MAX_CHARACTERS:
        raise RecordError(f"A record has at most {MAX_CHARACTERS:,} characters; this one has {len(text):,}.")
    lines = text.lstrip("\ufeff").splitlines()
    tags, first = _read_tags(lines)
    if "Game" not in tags:
        raise RecordError('A record begins with the game: [Game "…"].', 1)
    try:
        found = find_game(tags["Game"])
        options = found.check(read_options(tags.get("Options", "")))
        position = found.read(tags["Start"], options) if "Start" in tags else found.start(options)
    except ParlourError as fault:
        raise RecordError(str(fault), 1) from fault
    start = position.text()
    moves: list[RecordedMove] = []
    turn = 0
    result: str | None = None
    tokens = list(_tokens(lines, first))
    for n, (token, line, column) in enumerate(tokens, 1):
        if result is not None:
            raise RecordError(f"“{result}” is followed by “{token[:40]}”, but a result ends the record.", line, column)
        if token.startswith("{"):
            if not moves:
                raise RecordError("There is no move before this comment.", line, column)
            _annotate(moves, turn, token[1:-1].strip(), line, column)
        elif _is_result(token, position, n == len(tokens) and tags.get("Result") == token):
            result = token
        elif not _NUMBER.fullmatch(token):
            turn = 0
            try:
                for move in position.read_turn(token):
                    moves.append(RecordedMove(position.write_move(move)))
                    position.play(move)
                    turn += 1
            except IllegalMove as fault:
                raise RecordError(str(fault), line, column) from fault
            if len(moves) > MAX_MOVES:
                raise RecordError(f"A record has at most {MAX_MOVES:,} moves.", line, column)
    moves += _read_unfinished(tags, position)
    outcome = _read_outcome(tags, result, position)
    rest = {name: value for name, value in tags.items() if name not in _OWN_TAGS}
    return Record(found.key, dict(options), start, tuple(moves), outcome, rest)


def _is_result(token: str, position: Position, announced: bool) -> bool:
    """Whether a word is the result. In a game where `0-1` can also be a turn it is one if it can be played, unless it
    is the last word and a tag announces it as the result."""
    if not _RESULT.fullmatch(token):
        return False
    if announced or token == "*" or position.is_over():
        return True
    try:
        position.read_turn(token)
    except IllegalMove:
        return True
    return False


def _read_tags(lines: list[str]) -> tuple[dict[str, str], int]:
    tags: dict[str, str] = {}
    for n, line in enumerate(lines):
        if not line.strip():
            continue
        if not line.startswith("["):
            return tags, n
        match = _TAG.fullmatch(line)
        if match is None:
            raise RecordError('This is no tag: write [Name "value"].', n + 1)
        if match[1] in tags:
            raise RecordError(f"The tag {match[1]} is given twice.", n + 1)
        tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
    return tags, len(lines)


def _tokens(lines: list[str], first: int) -> Iterator[tuple[str, int, int]]:
    """Words and braced comments with their line and column."""
    comment, begun = "", (0, 0)
    for n, line in enumerate(lines[first:], first + 1):
        at = 0
        while at < len(line):
            if comment:
                end = line.find("}", at)
                comment += line[at:] + "\n" if end < 0 else line[at : end + 1]
                at = len(line) if end < 0 else end + 1
                if end >= 0:
                    yield comment, *begun
                    comment = ""
            elif line[at].isspace():
                at += 1
            elif line[at] == "{":
                comment, begun, at = "{", (n, at + 1), at + 1
            else:
                word = re.compile(r"[^\s{]+").match(line, at)
                assert word is not None
                yield word[0], n, at + 1
                at = word.end()
    if comment:
        raise RecordError("This comment is not closed by a brace.", *begun)


def _annotate(moves: list[RecordedMove], turn: int, text: str, line: int, column: int) -> None:
    """Gives the moves of the last turn their times and the last one its comment."""
    match = _TIMES.fullmatch(text)
    assert match is not None
    times = [float(time) for time in match[1].split()]
    if times and len(times) != turn:
        raise RecordError(f"There are {len(times)} times for a turn of {turn} moves.", line, column)
    for k, time in enumerate(times):
        moves[k - turn] = msgspec.structs.replace(moves[k - turn], seconds=time)
    comment = " ".join(filter(None, (moves[-1].comment, match[2].removeprefix("- "))))
    moves[-1] = msgspec.structs.replace(moves[-1], comment=comment)


def _read_unfinished(tags: dict[str, str], position: Position) -> list[RecordedMove]:
    moves = []
    times = [float(time) for time in re.findall(r"\d+(?:\.\d+)?", tags.get("UnfinishedTimes", ""))]
    for n, text in enumerate(tags.get("Unfinished", "").split()):
        try:
            position.play(position.read_move(text))
        except IllegalMove as fault:
            raise RecordError(f"The tag Unfinished: {fault}") from fault
        moves.append(RecordedMove(text, times[n] if n < len(times) else None))
    return moves


def _read_outcome(tags: dict[str, str], result: str | None, position: Position) -> Outcome | None:
    written = result if result is not None else tags.get("Result", "*")
    reason = tags.get("Reason", "")
    if tags.get("Result", written) != written:
        raise RecordError(f"The tag says {tags['Result'][:20]}, the end of the record {written}.")
    reached = position.outcome()
    if reached is not None:
        if written not in ("*", _write_result(reached)) or reason not in ("", reached.reason):
            raise RecordError(
                f"The record ends {written} ({reason or 'no reason'}), but by the rules it is {_write_result(reached)} "
                f"({reached.reason})."
            )
        return reached
    if written == "*":
        return None
    seats = len(position.game.sides(position.options))
    if not _RESULT.fullmatch(written) or len(written.split("-")) != seats:
        raise RecordError(f"“{written[:20]}” is no result for {seats} seats.")
    if reason not in AGREED_REASONS:
        known = ", ".join(reason for reason in SHARED_REASONS if reason in AGREED_REASONS)
        raise RecordError(f"The game is not over on the board, so the record needs a reason: one of {known}.")
    return Outcome(tuple({"0": 0.0, "1/2": 0.5, "1": 1.0}[part] for part in written.split("-")), reason)
