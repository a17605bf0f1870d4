"""Text format of records.

    [Game "surakarta"]
    [Seat1 "Anna"]
    [Seat2 "Ben"]
    [Result "1-0"]
    [Reason "captured"]

    1. 4,0-3,0 {2.5} 1,1-2,1 {4.1 a quiet reply}
    2. …
    1-0

Tags first, then turns in the game's own notation, then the result: one number per seat, `1/2` for a draw, `*` for an
unfinished game. Numbers like `1.` are for human readers and are ignored. Braces contain the seconds of each move of the
turn and a comment. The grammar is in `docs/records.md`. Everything that is read is replayed through the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import msgspec

from parlour.errors import IllegalMove, ParlourError, RecordError
from parlour.games import game as find_game
from parlour.games.contract.argument_checks import instance, record_of
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options, read_options, write_options
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.records.fields import (
    OWN_TAGS,
    RESULT,
    TAG_NAME,
    UNDECIDED_REASONS,
    check_tag,
    read_outcome,
    write_result,
)
from parlour.match.records.record import (
    MAX_CHARACTERS,
    MAX_FILE_CHARACTERS,
    MAX_MOVES,
    MAX_RECORDS,
    Record,
    RecordedMove,
)

NUMBER = re.compile(r"\d+\.+")
_WORD = re.compile(r"[^\s{}]+")
_BRACES = re.compile(r"\\.|[{}]")
_COMMENT = re.compile(r"(?:[^}\\]+|\\.|\\$)*")
TIMES = re.compile(r"((?:\d{1,7}(?:\.\d{1,3})?(?:\s+|$))*)(.*)", re.DOTALL)
_TAG = re.compile(rf'\[({TAG_NAME})\s+"((?:[^"\\\x00-\x1f\x7f\ud800-\udfff]|\\["\\])*)"\]\s*')


# ---- Writing -------------------------------------------------------------------------------------------------------


def write_record(record: Record) -> str:
    """Return the record in text format."""
    record = record_of(record, Record, "record")
    found, options = record.rules()
    tags = head_tags(record)
    if record.extra:
        tags["Extra"] = msgspec.json.encode(record.extra).decode()
    turns, unfinished = _turns(record)
    if unfinished:
        tags["Unfinished"] = " ".join(move.text for move in unfinished)
        times = braces(unfinished)
        if times:
            tags["UnfinishedTimes"] = times
    lines = [*tag_lines(tags), ""]
    seats = len(found.sides(options))
    for n in range(0, len(turns), seats):
        lines.append(f"{n // seats + 1}. " + " ".join(turns[n : n + seats]))
    lines.append("*" if record.outcome is None else write_result(record.outcome))
    return "\n".join(lines) + "\n"


def head_tags(record: Record) -> dict[str, str]:
    """Return the header tags of a record, without those of an incomplete turn; raise `RecordError`."""
    found, options = record.rules()
    tags = {"Game": record.game}
    chosen = {o.key: options[o.key] for o in found.declared if options[o.key] != o.default}
    if chosen:
        tags["Options"] = write_options(chosen)
    if record.start != found.start(options).text():
        tags["Start"] = record.start
    for name, value in record.tags.items():
        check_tag(name, value)
        if name not in OWN_TAGS:
            tags[name] = value
    if record.outcome is not None:
        tags["Result"] = write_result(record.outcome)
        tags["Reason"] = record.outcome.reason
    elif record.tags.get("Reason") in UNDECIDED_REASONS:
        tags["Reason"] = record.tags["Reason"]
    return tags


def tag_lines(tags: dict[str, str]) -> list[str]:
    """Return tags as text, one per line."""
    return [f'[{name} "{_escape(value)}"]' for name, value in tags.items()]


def _turns(record: Record) -> tuple[list[str], list[RecordedMove]]:
    """Return the complete turns as text, and the moves of an incomplete last turn."""
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
            note = braces(pending)
            turns.append(start.write_turn(numbers) + (f" {{{note}}}" if note else ""))
            start, pending = None, []
    return turns, pending


def braces(moves: Sequence[RecordedMove]) -> str:
    """Return the content of the braces after a turn: the times of its moves, and their comments."""
    times = [f"{move.seconds:.3f}".rstrip("0").rstrip(".") for move in moves if move.seconds is not None]
    comment = comment_words(" ".join(move.comment for move in moves))
    return " ".join([*(times if len(times) == len(moves) else []), *([comment] if comment else [])])


def comment_words(comment: str) -> str:
    """Return a comment for use in braces: on one line, and not mistakable for times or for a variation name."""
    words = " ".join(comment.split())
    if re.match(r"[\d=-]", words):
        words = f"- {words}"
    return words.replace("\\", "\\\\").replace("}", "\\}")


def read_comment(words: str) -> str:
    """Return the comment that the text in braces represents."""
    return re.sub(r"\\(.)", r"\1", words.removeprefix("- "))


def write_records(records: Sequence[Record]) -> str:
    """Return several records in one text, separated by blank lines."""
    return "\n".join(write_record(record) for record in instance(records, Iterable, "records"))


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# ---- Reading -------------------------------------------------------------------------------------------------------


def read_record(text: str) -> Record:
    """Return the record in an untrusted text; raise `RecordError` with line and column of the error."""
    return _read(lines_of(text, MAX_CHARACTERS), 1)


def read_records(text: str) -> list[Record]:
    """Return all records in a text, each starting with its `Game` tag; raise `RecordError` if any is invalid."""
    return [read() for read in split_records(text)]


def split_records(text: str, most: int = MAX_RECORDS) -> list[Callable[[], Record]]:
    """Return a function for each record in a text that reads it; raise `RecordError` if there are too many."""
    lines = lines_of(text, MAX_FILE_CHARACTERS)
    parts = split_lines(lines)
    if len(parts) > most:
        raise localized_error(RecordError, "match.record.many", most=f"{most:,}", has=f"{len(parts):,}")
    return [partial(_read_part, lines, start, end) for start, end in parts]


def split_lines(lines: Sequence[str]) -> list[tuple[int, int | None]]:
    """Return the range of lines of each record in a text."""
    begins: list[int] = []
    in_comment = False
    for n, line in enumerate(lines):
        if not in_comment and line.startswith("["):
            if re.match(r"\[Game\s", line):
                begins.append(n)
            continue
        for sign in _BRACES.findall(line):
            in_comment = sign == "{" or (in_comment and sign != "}")
    if not begins or any(line.strip() for line in lines[: begins[0]] if not line.startswith("[")):
        begins.insert(0, 0)
    elif begins:
        begins[0] = 0
    return list(zip(begins, [*begins[1:], None], strict=True))


def _read_part(lines: list[str], start: int, end: int | None) -> Record:
    return _read(lines[start:end], start + 1)


def read_turns(game: Game, options: Options, text: str) -> Record:
    """Return the record of a plain list of turns from the start position; tags, comments and a result are optional."""
    lines = [f'[Game "{game.key}"]', f'[Options "{write_options(options)}"]', *lines_of(text, MAX_CHARACTERS)]
    return _read(lines, -1)


def lines_of(text: str, most: int) -> list[str]:
    """Return the lines of an untrusted text; raise `RecordError` if it is too long."""
    if len(instance(text, str, "text")) > most:
        raise localized_error(RecordError, "match.record.file-long", most=f"{most:,}", has=f"{len(text):,}")
    # Not a regular expression: no other thread runs while one searches a large text.
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _read(lines: list[str], number: int) -> Record:
    """Return the record in some lines; `number` is the line number of the first one in its file."""
    if sum(len(line) for line in lines) > MAX_CHARACTERS:
        raise localized_error(RecordError, "match.record.long", number, most=f"{MAX_CHARACTERS:,}")
    head = read_head(lines, number)
    tags, where, position = head.tags, head.where, head.position
    start = position.text()
    moves: list[RecordedMove] = []
    turn = 0
    result: str | None = None
    words = list(tokens(lines, head.first, number))
    for n, (token, line, column) in enumerate(words, 1):
        if result is not None:
            raise localized_error(
                RecordError, "match.record.after-result", line, column, result=result, word=token[:40]
            )
        if token.startswith("{"):
            if not moves:
                raise localized_error(RecordError, "match.record.comment-first", line, column)
            _annotate(moves, turn, token[1:-1], line, column)
        elif is_result(token, position, n == len(words) and tags.get("Result") == token):
            result = token
        elif not NUMBER.fullmatch(token):
            turn = 0
            try:
                for move in position.read_turn(token):
                    moves.append(RecordedMove(position.write_move(move)))
                    position.play(move)
                    turn += 1
            except IllegalMove as wrong:
                if token in ("(", ")"):
                    raise localized_error(RecordError, "match.record.variations", line, column) from wrong
                raise localized_error(RecordError, "match.record.why", line, column, why=wrong) from wrong
            if len(moves) > MAX_MOVES:
                raise localized_error(RecordError, "match.record.moves", line, column, most=f"{MAX_MOVES:,}")
    moves += read_unfinished(tags, where, position)
    outcome = read_outcome(
        tags, result, position, where.get("Result", where.get("Reason", number + max(len(lines) - 1, 0)))
    )
    rest = {name: value for name, value in tags.items() if name not in OWN_TAGS}
    if outcome is None and tags.get("Reason") in UNDECIDED_REASONS:
        rest["Reason"] = tags["Reason"]
    extra = _read_extra(tags, where)
    return Record(position.game.key, dict(position.options), start, tuple(moves), outcome, rest, extra)


class Head(msgspec.Struct, frozen=True):
    """The tags of a record, the line of each, the index of the line after them, and the position they set up."""

    tags: dict[str, str]
    where: dict[str, int]
    first: int
    position: Position


def read_head(lines: list[str], number: int) -> Head:
    """Return the header in some lines; `number` is the line number of the first one. Raise `RecordError`."""
    tags, where, first = _read_tags(lines, number)
    if "Game" not in tags:
        raise localized_error(RecordError, "match.record.no-game", number)
    begun = "Game"
    try:
        found = find_game(tags["Game"])
        begun = "Options"
        options = found.check(read_options(tags.get("Options", "")))
        begun = "Start"
        position = found.read(tags["Start"], options) if "Start" in tags else found.start(options)
    except ParlourError as wrong:
        raise localized_error(RecordError, "match.record.why", where.get(begun, where["Game"]), why=wrong) from wrong
    return Head(tags, where, first, position)


def _read_extra(tags: dict[str, str], where: dict[str, int]) -> dict[str, Any]:
    if "Extra" not in tags:
        return {}
    try:
        return msgspec.json.decode(tags["Extra"], type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError) as wrong:
        raise localized_error(RecordError, "match.record.extra", where["Extra"], why=str(wrong)) from wrong


def is_result(token: str, position: Position, announced: bool) -> bool:
    """Return whether a word is the result.

    In a game where `0-1` can also be a turn, it is a turn if it can be played, unless it is the last word and a tag
    announces it as the result.
    """
    if not RESULT.fullmatch(token):
        return False
    if announced or token == "*" or position.is_over():
        return True
    try:
        position.read_turn(token)
    except IllegalMove:
        return True
    return False


def _read_tags(lines: list[str], number: int) -> tuple[dict[str, str], dict[str, int], int]:
    """Return the tags, the line of each, and the index of the line after them."""
    tags: dict[str, str] = {}
    where: dict[str, int] = {}
    for n, line in enumerate(lines):
        if not line.strip():
            continue
        if not line.startswith("["):
            return tags, where, n
        match = _TAG.fullmatch(line)
        if match is None:
            raise localized_error(RecordError, "match.record.no-tag", number + n)
        if match[1] in tags:
            raise localized_error(RecordError, "match.record.tag-twice", number + n, name=match[1])
        tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
        where[match[1]] = number + n
    return tags, where, len(lines)


def tokens(lines: list[str], first: int, number: int) -> Iterator[tuple[str, int, int]]:
    """Yield words and braced comments with their line and column."""
    comment, begun = "", (0, 0)
    for n, line in enumerate(lines[first:], number + first):
        at = 0
        while at < len(line):
            if comment:
                rest = _COMMENT.match(line, at)
                assert rest is not None
                comment += rest[0]
                at = rest.end()
                if at < len(line):
                    yield comment + "}", *begun
                    comment, at = "", at + 1
            elif line[at].isspace():
                at += 1
            elif line[at] == "{":
                comment, begun, at = "{", (n, at + 1), at + 1
            elif line[at] == "}":
                raise localized_error(RecordError, "match.record.brace", n, at + 1)
            else:
                word = _WORD.match(line, at)
                assert word is not None
                yield word[0], n, at + 1
                at = word.end()
        if comment:
            comment += "\n"
    if comment:
        raise localized_error(RecordError, "match.record.unclosed", *begun)


def _annotate(moves: list[RecordedMove], turn: int, text: str, line: int, column: int) -> None:
    """Set the times of the moves of the last turn, and the comment of its last move."""
    match = TIMES.fullmatch(" ".join(text.split()))
    assert match is not None
    times = [float(time) for time in match[1].split()]
    if times and len(times) != turn:
        raise localized_error(RecordError, "match.record.times", line, column, times=len(times), moves=turn)
    for k, time in enumerate(times):
        moves[k - turn] = msgspec.structs.replace(moves[k - turn], seconds=time)
    note = read_comment(match[2])
    comment = " ".join(filter(None, (moves[-1].comment, note)))
    moves[-1] = msgspec.structs.replace(moves[-1], comment=comment)


def read_unfinished(tags: dict[str, str], where: dict[str, int], position: Position) -> list[RecordedMove]:
    """Return the moves of an incomplete turn from their tags, and play them on the position."""
    moves: list[RecordedMove] = []
    line = where.get("Unfinished")
    for text in tags.get("Unfinished", "").split():
        try:
            move = position.read_move(text)
            moves.append(RecordedMove(position.write_move(move)))
            position.play(move)
        except IllegalMove as wrong:
            raise localized_error(RecordError, "match.record.unfinished", line, why=wrong) from wrong
    if "UnfinishedTimes" in tags:
        if not moves:
            raise localized_error(RecordError, "match.record.unfinished-times", where["UnfinishedTimes"])
        _annotate(moves, len(moves), tags["UnfinishedTimes"], where["UnfinishedTimes"], 1)
    return moves
