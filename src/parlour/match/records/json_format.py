"""JSON format of records, for other programs and wherever parsing the text format is inconvenient.

    {
      "format": "parlour-record", "version": 1,
      "game": "surakarta", "options": {"ending": "standard"}, "start": "222222/… 1 0",
      "moves": [{"text": "4,0-3,0", "seconds": 2.5}, {"text": "1,1-2,1", "comment": "a quiet reply"}],
      "outcome": {"results": [1, 0], "reason": "captured"},
      "tags": {"Seat1": "Anna", "Seat2": "Ben"}
    }

Only `format`, `version` and `game` are required. Several records are a list of such objects. Unknown keys are preserved
when a record is written again; known keys must have the right type. The full description is in `docs/records.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from parlour.errors import IllegalMove, RecordError
from parlour.games.contract.argument_checks import instance, record_of, whole_number
from parlour.games.contract.display import Outcome
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.records.fields import OWN_TAGS, UNDECIDED_REASONS, check_tag, read_outcome, read_start, write_result
from parlour.match.records.record import (
    MAX_CHARACTERS,
    MAX_FILE_CHARACTERS,
    MAX_MOVES,
    MAX_RECORDS,
    Record,
    RecordedMove,
)

FORMAT: Literal["parlour-record"] = "parlour-record"
VERSION = 1
MAX_INDENT = 20


class _Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    text: str
    seconds: float | None = None
    comment: str = ""


class _Outcome(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    results: tuple[float, ...]
    reason: str


class _RecordJson(msgspec.Struct, frozen=True, omit_defaults=True):
    """JSON schema of a record."""

    format: Literal["parlour-record"]
    version: int
    game: str
    options: dict[str, Value] = {}
    start: str = ""
    moves: tuple[_Move | str, ...] = ()
    outcome: _Outcome | None = None
    tags: dict[str, str] = {}


_KNOWN = {field.name for field in msgspec.structs.fields(_RecordJson)}


# ---- Writing -------------------------------------------------------------------------------------------------------


def write_json(records: Record | Sequence[Record], indent: int = 2) -> str:
    """Return the JSON of one record, or of a list of records."""
    indent = whole_number(indent, 0, MAX_INDENT, "indent")
    if isinstance(records, Record):
        plain: object = _plain(record_of(records, Record, "record"))
    else:
        plain = [_plain(record_of(record, Record, "record")) for record in instance(records, Iterable, "records")]
    text = msgspec.json.encode(plain)
    return (msgspec.json.format(text, indent=indent) if indent else text).decode() + "\n"


def _plain(record: Record) -> dict[str, Any]:
    for name, value in record.tags.items():
        check_tag(name, value)
    outcome = record.outcome
    written = _RecordJson(
        FORMAT,
        VERSION,
        record.game,
        record.options,
        record.start,
        tuple(_Move(move.text, move.seconds, move.comment) for move in record.moves),
        None if outcome is None else _Outcome(outcome.results, outcome.reason),
        record.tags,
    )
    known: dict[str, Any] = msgspec.to_builtins(written)
    return {**known, **{key: value for key, value in record.extra.items() if key not in _KNOWN}}


# ---- Reading -------------------------------------------------------------------------------------------------------


def read_json(text: str) -> Record:
    """Return the single record in an untrusted JSON text; raise `RecordError` with what is wrong and where."""
    records = read_json_records(text)
    if len(records) != 1:
        raise localized_error(RecordError, "match.record.not-one", found=len(records))
    return records[0]


def read_json_records(text: str) -> list[Record]:
    """Return all records in an untrusted JSON text; raise `RecordError` if any is invalid."""
    return [read() for read in split_json_records(text)]


def split_json_records(text: str, most: int = MAX_RECORDS) -> list[Callable[[], Record]]:
    """Return a function for each record in an untrusted JSON text that reads it; raise `RecordError`."""
    if len(instance(text, str, "text")) > MAX_FILE_CHARACTERS:
        raise localized_error(
            RecordError, "match.record.file-long", most=f"{MAX_FILE_CHARACTERS:,}", has=f"{len(text):,}"
        )
    found = decode(text)
    if isinstance(found, list):
        if len(found) > most:
            raise localized_error(RecordError, "match.record.many", most=f"{most:,}", has=f"{len(found):,}")
        return [partial(_read, one, f"$[{n}]") for n, one in enumerate(found)]
    if len(text) > MAX_CHARACTERS:
        raise localized_error(RecordError, "match.record.long-has", most=f"{MAX_CHARACTERS:,}", has=f"{len(text):,}")
    return [partial(_read, found, "$")]


def decode(text: str) -> Any:
    """Return the content of an untrusted JSON text; raise `RecordError` with line and column if it is malformed."""
    data = text.lstrip("\ufeff").encode("utf-8", "surrogatepass")
    try:
        return msgspec.json.decode(data)
    except RecursionError as wrong:
        raise localized_error(RecordError, "match.json.deep") from wrong
    except msgspec.DecodeError as wrong:
        at = re.search(r"\(byte (\d+)\)", str(wrong))
        before = data[: int(at[1])] if at else data
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        what = re.sub(r" \(byte \d+\)", "", str(wrong)).removeprefix("JSON is malformed: ")
        raise localized_error(RecordError, "match.json.malformed", line, column, what=what) from wrong
    except UnicodeDecodeError as wrong:
        raise localized_error(RecordError, "match.json.utf-8") from wrong


def _read(found: Any, path: str) -> Record:
    """Return a record from decoded JSON."""
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise localized_error(RecordError, "match.json.no-record", path=path, format=FORMAT)
    version = found.get("version")
    if type(version) is not int or version < 1:
        raise localized_error(RecordError, "match.json.version", path=path, most=VERSION)
    if version > VERSION:
        raise localized_error(RecordError, "match.json.newer", path=path, version=version, most=VERSION)
    try:
        written = msgspec.convert(found, _RecordJson)
    except msgspec.ValidationError as wrong:
        what, _, where = str(wrong).partition(" - at `$")
        raise localized_error(RecordError, "match.json.value", path=path + where.rstrip("`"), what=what) from wrong
    if len(written.moves) > MAX_MOVES:
        raise localized_error(RecordError, "match.json.moves", path=path, most=f"{MAX_MOVES:,}")
    for name, value in written.tags.items():
        check_tag(name, value)
    position = read_start(written.game, written.options, written.start, path)
    game, options = position.game, position.options
    start = position.text()
    moves: list[RecordedMove] = []
    for n, move in enumerate(written.moves):
        move = _Move(move) if isinstance(move, str) else move
        if move.seconds is not None and not 0 <= move.seconds < 10_000_000:
            raise localized_error(
                RecordError, "match.json.seconds", path=f"{path}.moves[{n}]", seconds=str(move.seconds)
            )
        try:
            number = position.read_move(move.text)
        except IllegalMove as wrong:
            raise localized_error(RecordError, "match.json.at", path=f"{path}.moves[{n}]", why=wrong) from wrong
        moves.append(RecordedMove(position.write_move(number), move.seconds, move.comment))
        position.play(number)
    tags = {name: value for name, value in written.tags.items() if name not in OWN_TAGS}
    outcome = _outcome(written.outcome, position, path)
    if outcome is None and written.tags.get("Reason") in UNDECIDED_REASONS:
        tags["Reason"] = written.tags["Reason"]
    extra = {key: value for key, value in found.items() if key not in _KNOWN}
    return Record(game.key, dict(options), start, tuple(moves), outcome, tags, extra)


def _outcome(given: _Outcome | None, position: Position, path: str) -> Outcome | None:
    if given is None:
        reached: Outcome | None = position.outcome()
        return reached
    if not set(given.results) <= {0, 0.5, 1}:
        raise localized_error(RecordError, "match.json.results", path=path)
    outcome = Outcome(tuple(float(result) for result in given.results), given.reason)
    try:
        return read_outcome({"Reason": given.reason}, write_result(outcome), position, None)
    except RecordError as wrong:
        raise localized_error(RecordError, "match.json.at", path=f"{path}.outcome", why=wrong) from wrong
