"""`Record`: one game as it was played, with the tags and results that all formats share.

The text format is in `text_format.py`, the JSON format in `json_format.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from parlour.errors import IllegalMove, ParlourError, RecordError
from parlour.games import game as find_game
from parlour.games.contract.argument_checks import instance, number, record_of
from parlour.games.contract.display import SHARED_REASONS, Outcome
from parlour.games.contract.game import Game
from parlour.games.contract.history import at_ply
from parlour.games.contract.options import Options, Value
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error

MAX_CHARACTERS = 1_000_000
MAX_MOVES = 5_000
MAX_FILE = 20_000_000
"""Maximum number of characters in a file of records."""
MAX_RECORDS = 10_000
MAX_SECONDS = 1e9

AGREED_REASONS = ("resign", "time", "agreement", "adjudication")
"""Reasons for an ending that the position itself does not show."""
UNDECIDED_REASONS = ("abort", "abandoned")
"""Reasons for stopping without a result; a record has them as a tag."""
OWN_TAGS = ("Game", "Options", "Start", "Result", "Reason", "Unfinished", "UnfinishedTimes", "Extra")
"""Tags generated from the content of a record; all others are set by users."""
TAG_NAME = r"[A-Za-z][A-Za-z0-9_]{0,30}"
TAG_VALUE = r"[^\x00-\x1f\x7f\ud800-\udfff]*"
RESULT = re.compile(r"(?:1/2|1|0)(?:-(?:1/2|1|0))+|\*")


class RecordedMove(msgspec.Struct, frozen=True):
    """A move in the game's move notation, how long it took, and a comment."""

    text: str
    seconds: float | None = None
    comment: str = ""


class Record(msgspec.Struct, frozen=True):
    """A game, finished or not: its set-up, its moves, its outcome, and tags such as names and dates.

    `options` contains every option. `outcome` is None while there is no result. `extra` contains unknown keys of a JSON
    record, written by other programs.
    """

    game: str
    options: dict[str, Value]
    start: str
    moves: tuple[RecordedMove, ...] = ()
    outcome: Outcome | None = None
    tags: dict[str, str] = {}
    extra: dict[str, Any] = {}

    @staticmethod
    def of(
        position: Position,
        tags: dict[str, str] | None = None,
        seconds: Sequence[float] | None = None,
        outcome: Outcome | None = None,
    ) -> Record:
        """Return the record of a position; `outcome` is for endings that the position does not show."""
        walker = at_ply(instance(position, Position, "position"), 0)
        instance(outcome, Outcome | None, "outcome")
        times = instance(seconds if seconds is not None else (), Sequence, "seconds")
        for time in times:
            number(time, 0, MAX_SECONDS, "seconds")
        for name, value in instance(tags if tags is not None else {}, Mapping, "tags").items():
            check_tag(instance(name, str, "tags"), instance(value, str, "tags"))
        start = walker.text()
        moves = []
        for n, move in enumerate(position.played):
            moves.append(RecordedMove(walker.write_move(move), times[n] if n < len(times) else None))
            walker.play(move)
        ended = position.outcome() or outcome
        return Record(position.game.key, dict(position.options), start, tuple(moves), ended, tags or {})

    def rules(self) -> tuple[Game, Options]:
        """Return the game and the checked options."""
        found = find_game(self.game)
        return found, found.check(self.options)

    def positions(self) -> Iterator[Position]:
        """Yield the start position and then the position after each move: the same object, changed in place.

        Raise `RecordError` at an illegal move.
        """
        checked = record_of(self, Record, "record")
        found, options = checked.rules()
        position = found.read(checked.start, options)
        yield position
        for n, move in enumerate(checked.moves, 1):
            try:
                position.play(position.read_move(move.text))
            except IllegalMove as wrong:
                raise localized_error(
                    RecordError, "match.record.move", number=n, text=move.text[:40], why=wrong
                ) from wrong
            yield position

    def replay(self) -> Position:
        """Return the position after the last move, with all moves played on it."""
        for position in self.positions():
            last = position
        return last


def read_start(game: str, options: Mapping[str, Value], start: str, path: str) -> Position:
    """Return the start position in a JSON file; raise `RecordError` with the path of the field that is wrong."""
    field = f"{path}.game"
    try:
        found = find_game(game)
        field = f"{path}.options"
        checked = found.check(options)
        field = f"{path}.start"
        return found.read(start, checked) if start else found.start(checked)
    except ParlourError as wrong:
        raise localized_error(RecordError, "match.json.at", path=field, why=wrong) from wrong


# ---- Tags and results ----------------------------------------------------------------------------------------------


def check_tag(name: str, value: str) -> None:
    """Raise `RecordError` if a tag cannot be written in one line."""
    if not re.fullmatch(TAG_NAME, name):
        raise localized_error(RecordError, "match.record.tag-name", name=name[:40])
    if not re.fullmatch(TAG_VALUE, value):
        raise localized_error(RecordError, "match.record.tag-value", name=name)


def write_result(outcome: Outcome) -> str:
    """Return a result as text: one number per seat.

    >>> write_result(Outcome((1.0, 0.0, 1.0), "triangle"))
    '1-0-1'
    """
    return "-".join({0: "0", 0.5: "1/2", 1: "1"}[result] for result in outcome.results)


def read_outcome(tags: dict[str, str], result: str | None, position: Position, line: int | None) -> Outcome | None:
    """Return the outcome given by a result (or the tag) and a reason in the final position."""
    written = result if result is not None else tags.get("Result", "*")
    reason = tags.get("Reason", "")
    if tags.get("Result", written) != written:
        raise localized_error(RecordError, "match.record.two-results", line, tag=tags["Result"][:20], end=written)
    reached = position.outcome()
    if reached is not None:
        if written not in ("*", write_result(reached)) or reason not in ("", reached.reason):
            shown = f"{written} ({reason})" if reason else written
            by_rules = f"{write_result(reached)} ({reached.reason})"
            raise localized_error(RecordError, "match.record.other-result", line, recorded=shown, by_rules=by_rules)
        return reached
    if written == "*":
        return None
    seats = len(position.game.sides(position.options))
    if not RESULT.fullmatch(written) or len(written.split("-")) != seats:
        raise localized_error(RecordError, "match.record.no-result", line, result=written[:20], seats=seats)
    if reason not in AGREED_REASONS:
        known = ", ".join(reason for reason in SHARED_REASONS if reason in AGREED_REASONS)
        raise localized_error(RecordError, "match.record.no-reason", line, known=known)
    return Outcome(tuple({"0": 0.0, "1/2": 0.5, "1": 1.0}[part] for part in written.split("-")), reason)
