"""`Position`, the base class of all rules.

A `Position` has two interfaces.

*The C interface* (`SearchablePosition`, with `assign` and `write_planes`; overridden by each game's `rules.py` and
called by search without the GIL) does not check arguments.

*The Python interface*, the rest of this module, checks arguments, raises a `ParlourError` for invalid ones, converts to
and from text, and is used by the terminal, the server and bot authors. Optional methods have defaults in
`defaults.py`. What a game overrides in Python is checked by `argument_checks.py`.

The two share one invariant: **a position is over exactly when it has no legal move.**

The module must behave the same compiled and interpreted; `COMPILED` tells which it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import cython

from parlour.errors import IllegalMove, NothingToUndo
from parlour.games.contract import defaults
from parlour.games.contract.argument_checks import (
    ArgumentChecks,
    check_moves,
    check_picks,
    check_seat,
    check_text,
    check_weights,
    exact_int,
    find_trait,
    shown,
    whole_number,
)
from parlour.games.contract.display import Effect, Mark, Move, Number, Outcome, Picks, Piece, Score, Text, apply
from parlour.games.contract.encoding import write_board_planes
from parlour.games.contract.override_guard import OverrideGuard
from parlour.games.contract.searchable_position import MAX_INT, MAX_SEED, SearchablePosition
from parlour.games.contract.xorshift import Random
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.contract.draft import Draft
    from parlour.games.contract.game import Game
    from parlour.games.contract.options import Options

COMPILED: bool = cython.compiled


class Position(SearchablePosition, OverrideGuard, ArgumentChecks):
    """A state of a game. `seat` is to move; `key` is its 64-bit key; `options` are those it was set up with."""

    traits: ClassVar[Mapping[str, Callable[[Any, int], float]]] = {}
    """Functions that measure playing styles, by the names in `Style.trait`."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.weight = [0] * 32
        if len(game.terms) > 32:  # a C array has no bounds check
            raise ValueError(f"{game.key} has {len(game.terms)} terms; there is room for 32")
        for n, term in enumerate(game.terms):
            self.weight[n] = term.weight
        self._played: list[int] = []
        self._tracks: list[list[Piece]] = []
        self._walker: Position | None = None

    # ---- The rest of the C interface: copying, and machine learning ------------------------------------------------

    def assign(self, other: Position) -> cython.int:
        """Copy another position of the same game and options into this one."""
        raise self._unwritten("assign")

    def write_planes(self, out: Any, viewer: cython.int) -> cython.int:
        """Write the planes of `Game.planes` into a flat array of floats, seen by a seat: its own pieces come first."""
        with cython.gil:
            write_board_planes(self, out, viewer)
        return 0

    # ---- Playing --------------------------------------------------------------------------------------------------

    def number_below(self, value: Any, limit: cython.int, name: str) -> cython.int:
        """Return an argument from 0 to `limit` - 1; raise `ArgumentError` for any other value."""
        if type(value) is int and 0 <= value < limit:
            return value
        return whole_number(value, 0, limit - 1, name)

    def move_texts(self) -> list[str]:
        """Return the legal moves in the game's notation, in the order of `moves`."""
        return [self.write_move(move) for move in self.moves()]

    def is_legal(self, move: Move | str) -> bool:
        """Return whether a number, or a text in the game's notation, is a legal move here."""
        i: cython.int
        count: cython.int
        wanted: cython.int
        if isinstance(move, str):
            try:
                self.read_move(move)
            except IllegalMove:
                return False
            return True
        number: Any = move if type(move) is int else exact_int(move)
        if number is None or not -0x80000000 <= number <= MAX_INT:
            return False
        wanted = number
        count = self.find_moves()
        with cython.boundscheck(False), cython.wraparound(False):
            for i in range(count):
                if self.scratch.data[i] == wanted:
                    return True
        return False

    def checked_move(self, move: Move | str) -> Move:
        """Return the number of a legal move or a withdrawal; raise `IllegalMove` for anything else."""
        if isinstance(move, str):
            return self.read_move(move)
        number: int | None = move if type(move) is int else exact_int(move)
        if number is None or (not self.is_legal(number) and number != self.withdrawal()):
            raise localized_error(IllegalMove, "shared.move.illegal", move=shown(move))
        return number

    def play(self, move: Move | str) -> None:
        """Play a legal move, given as a number or in the game's notation, or a withdrawal.

        Raise `IllegalMove` and change nothing if it is neither.
        """
        number: int = self.checked_move(move)
        self.make(number)
        self.known = -1
        self._played.append(number)

    def undo(self) -> Move:
        """Undo the last move played and return it."""
        if not self._played:
            raise localized_error(NothingToUndo, "shared.move.none-to-undo")
        move: int = self._played.pop()
        self.unmake(move)
        self.known = -1
        del self._tracks[len(self._played) + 1 :]
        self._walker = None
        return move

    @property
    def played(self) -> tuple[Move, ...]:
        """The moves played on this object since it was set up."""
        return tuple(self._played)

    def copy(self) -> Position:
        """Return an independent copy with the same history."""
        n: cython.int
        other: Position = type(self)(self.game, self.options)
        other.assign(self)
        for n in range(32):
            other.weight[n] = self.weight[n]
        other.seat = self.seat
        other.key = self.key
        other._played = self._played[:]
        other._tracks = self._tracks[:]
        return other

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: Any) -> Position:
        return self.copy()

    def __reduce__(self) -> Any:
        """Pickle the position before the first move played, and the moves."""
        i: cython.int
        first: Position = self.copy()
        for _ in self._played:
            first.undo()
        weights: list[int] = [self.weight[i] for i in range(len(self.game.terms))]
        return restore_position, (self.game, dict(self.options), first.text(), tuple(self._played), weights)

    def after(self, move: Move | str) -> Position:
        """Return the position after a legal move, given as for `play`; this one does not change."""
        other: Position = self.copy()
        other.play(move)
        return other

    def is_over(self) -> bool:
        """Return whether the game has ended here."""
        return self.over() != 0

    def outcome(self) -> Outcome | None:
        """Return the result for every seat and the reason, or None while the game runs."""
        seat: cython.int
        if not self.over():
            return None
        seats: int = len(self.game.sides(self.options))
        return Outcome(tuple([self.payoff(seat) / 2 for seat in range(seats)]), self.reason())

    def reason(self) -> str:
        """Return the reason code of a position that is over (see `display.SHARED_REASONS` for the shared ones)."""
        raise self._unwritten("reason")

    def why_over(self) -> Message:
        """Return why the game ended, as the part of a sentence after "because" or a colon."""
        return defaults.why_over(self)

    def is_out(self, seat: Number) -> bool:
        """Return whether a seat has dropped out and lost while the others play on."""
        check_seat(self, seat)
        return False

    def withdrawal(self) -> int | None:
        """Return the move by which the seat to move drops out while the others play on.

        It is not among `moves`: a match plays it for a seat that resigned or ran out of time. None, the default, if the
        game ends then.
        """
        return None

    def automatic(self) -> int | None:
        """Return the move that is played automatically here (a forced pass), if there is one."""
        return None

    # ---- Identity -------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """Return the position in one line: pieces, seat to move, stage, counters. `Game.read` reads it."""
        raise self._unwritten("text")

    def __eq__(self, other: object) -> bool:
        """Return whether another position has the same game, options and text; earlier positions do not count."""
        if self is other:
            return True
        if not isinstance(other, Position):
            return NotImplemented
        return bool(
            self.key == other.key
            and self.game.key == other.game.key
            and self.options == other.options
            and self.text() == other.text()
        )

    def __hash__(self) -> int:
        """Return a hash of the position as it is now: keep a copy in a set, not the one that is played on."""
        return hash((self.game.key, self.key))

    def repetition_key(self) -> int:
        """Return a key that is equal for positions that count as repetitions of each other."""
        return self.key

    def canonical_key(self) -> int:
        """Return a key that is equal for positions that are symmetric to each other."""
        return defaults.canonical_key(self)

    # ---- Notation -------------------------------------------------------------------------------------------------

    def write_move(self, move: Move) -> str:
        """Return a legal move in the game's notation."""
        raise self._unwritten("write_move")

    def read_move(self, text: Text) -> Move:
        """Return the legal move that a text means; raise `IllegalMove` with the reason if there is none."""
        return defaults.read_move(self, check_text(self, text))

    def turn_over(self, move: Move) -> bool:
        """Return whether this legal move ends the turn or the game."""
        seat: cython.int = self.seat
        number: cython.int = self.checked_move(move)
        passed: bool
        self.make(number)
        passed = self.seat != seat or self.over() != 0
        self.unmake(number)
        return passed

    def write_turn(self, moves: Sequence[Move]) -> str:
        """Return the notation of a turn."""
        return defaults.write_turn(self, check_moves(self, moves))

    def read_turn(self, text: Text) -> list[Move]:
        """Return the moves of the turn that a text means; raise `IllegalMove` with the reason if there is none."""
        return defaults.read_turn(self, check_text(self, text))

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        """Return every piece on the board and in the trays, without ids (all 0)."""
        raise self._unwritten("placement")

    def pieces(self) -> list[Piece]:
        """Return every piece with an id that stays the same through moves and undo."""
        moves: list[int] = self._played
        walker: Position | None = self._walker
        if len(self._tracks) <= len(moves):
            # A copy applies the effects of the moves since the last known pieces, because other threads may read this
            # position. It is kept, so that following a game copies it once.
            self._walker = None
            if walker is None:
                walker = self._copy_with_known_pieces()
            for move in moves[len(walker._played) :]:
                walker._tracks.append(apply(walker._tracks[-1], walker.effects(move)))
                walker.make(move)
                walker.known = -1
                walker._played.append(move)
            self._tracks = walker._tracks
            self._walker = walker
        return list(self._tracks[-1])

    def _copy_with_known_pieces(self) -> Position:
        """Return a copy, taken back to the last position of this game whose pieces are known."""
        known: int = max(len(self._tracks) - 1, 0)
        other: Position = self.copy()
        for move in reversed(self._played[known:]):
            other.unmake(move)
        other.known = -1
        other._played = self._played[:known]
        if not other._tracks:
            other._tracks.append(defaults.number(other.placement()))
        return other

    def scores(self) -> list[Score]:
        """Return the numbers beside the players' names: captured, in reserve, rings removed."""
        return []

    # ---- Picks and display ----------------------------------------------------------------------------------------

    def picks(self, move: Move) -> list[Picks]:
        """Return all sequences of picks that mean a legal move."""
        return defaults.picks(self, self.checked_move(move))

    def effects(self, move: Move) -> list[Effect]:
        """Return the visible changes of a legal move, in phases; each can be played forwards and backwards."""
        return defaults.effects(self, self.checked_move(move))

    def marks(self) -> list[Mark]:
        """Return what the board must show in this position, independent of its history."""
        return []

    def aids(self) -> list[Mark]:
        """Return the marks of the teaching aids."""
        return []

    def diagram(self) -> str:
        """Return the board in plain text, at most 80 columns wide."""
        return defaults.diagram(self)

    # ---- Messages -------------------------------------------------------------------------------------------------

    def explain(self, picks: Picks) -> Message:
        """Return why these picks make no move, or what is missing to make one."""
        return defaults.explain(self, check_picks(self, picks))

    def prompt(self) -> Message:
        """Return what the seat to move must do now."""
        return defaults.prompt(self)

    def describe(self, move: Move) -> Message:
        """Return a sentence that describes a legal move."""
        return defaults.describe(self, self.checked_move(move))

    def notices(self, move: Move) -> list[Message]:
        """Return notable consequences of a legal move."""
        self.checked_move(move)
        return []

    def move_counts(self, move: Move) -> dict[str, int]:
        """Return countable achievements of a move. Those with a text under `count` in the catalogue are shown."""
        return defaults.move_counts(self, self.checked_move(move))

    def turn_reasons(self, moves: Sequence[Move], line: Sequence[Move]) -> list[Message]:
        """Return the reasons for a turn: what it does, and what the line that begins with it achieves."""
        return []

    def message(self, key: str, **params: Any) -> Message:
        """Return a message of this game's catalogue."""
        return Message(f"{self.game.key}.{key}", params)

    def refusal(self, *messages: Message) -> IllegalMove:
        """Return the error that rejects a move with the given messages as its reason."""
        text = " ".join(self.game.sentence(message, self.options) for message in messages)
        refused = IllegalMove(text, messages[0] if len(messages) == 1 else messages)
        refused.game, refused.options = self.game, self.options
        return refused

    # ---- Experiments ----------------------------------------------------------------------------------------------

    def play_random(self, seed: Number, limit: Number = 5000) -> int:
        """Play random legal moves until the game is over or `limit` is reached; return their number."""
        random: Random = Random(whole_number(seed, -MAX_SEED, MAX_SEED, "seed"))
        i: cython.int
        move: cython.int
        count: cython.int
        most: cython.int = whole_number(limit, 0, MAX_INT, "limit")
        for i in range(most):
            count = self.find_moves()
            if count == 0:
                return i
            move = self.scratch.data[random.below(count)]
            self.make(move)
            self.known = -1
            self._played.append(move)
        return most

    def weigh(self, weights: Mapping[str, int]) -> None:
        """Change the weights of evaluation terms, for a style or for tuning; copies inherit them."""
        names: list[str] = [term.name for term in self.game.terms]
        for name, weight in check_weights(names, weights).items():
            self.weight[names.index(name)] = weight

    def trait(self, name: Text, seat: Number) -> float:
        """Return how strongly a seat shows one of the `traits` here; averaged over games, it measures a style."""
        return find_trait(self.traits, name)(self, check_seat(self, seat))

    def static(self, seat: Number) -> int:
        """Return the game's own evaluation of a running position for a seat."""
        return self.evaluate(check_seat(self, seat))

    def __repr__(self) -> str:
        return f"<{self.game.key} {self.text()}>"

    def _repr_svg_(self) -> str:
        """Return the picture for notebooks."""
        from parlour.games.drawing.svg import render

        return render(self)

    def draft(self) -> Draft:
        """Return this position as a draft for the editor."""
        return self.game.parse(self.text(), self.options)


def restore_position(game: Game, options: Any, text: str, moves: Sequence[int], weights: Sequence[int]) -> Position:
    """Return a pickled position."""
    position: Position = game.read(text, options)
    position.weigh({term.name: weight for term, weight in zip(game.terms, weights, strict=True)})
    for move in moves:
        position.play(move)
    return position
