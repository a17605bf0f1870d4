"""`Record`: one game as it was played, with the tags and results that all formats share.

The text format is in `text_format.py`, the JSON format in `json_format.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from parlour.errors import IllegalMove, RecordError
from parlour.games import game as find_game
from parlour.games.contract.argument_checks import instance, number, record_of
from parlour.games.contract.display import Outcome
from parlour.games.contract.game import Game
from parlour.games.contract.history import at_ply
from parlour.games.contract.options import Options, Value
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.records.fields import check_tag

MAX_CHARACTERS = 1_000_000
MAX_MOVES = 5_000
MAX_FILE_CHARACTERS = 20_000_000
"""Maximum number of characters in a file of records."""
MAX_RECORDS = 10_000
MAX_SECONDS = 1e9


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
        given = instance(seconds if seconds is not None else (), Sequence, "seconds")
        times = [number(time, 0, MAX_SECONDS, "seconds") for time in given]
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
