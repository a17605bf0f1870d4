"""The core every game stands on: `Position`, and the few compiled loops that drive one without the interpreter.

A `Position` has two sides.

*The C side* (declared in `core.pxd`, overridden by each game's `rules.py`, called by search without the GIL):
`generate`, `make`, `unmake`, `over`, `payoff`, `assign`, and the search hooks. Nothing there checks its arguments.

*The Python side*: everything else. It checks what it is given, speaks text, and is what the terminal, the server and
a bot author use. Every method of it that a game need not write has a default in `defaults.py`.

One rule ties the two: **a position is over exactly when it has no legal move.**

The module runs compiled and interpreted and must behave alike; `COMPILED` tells which it is.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import cython

from parlour.errors import IllegalMove, NothingToUndo
from parlour.games.contract import defaults
from parlour.games.contract.display import Effect, Mark, Outcome, Picks, Piece, Score, apply
from parlour.games.contract.override_guard import Guard
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.contract.game import Draft, Game
    from parlour.games.contract.options import Options

if not cython.compiled:
    from parlour.games.contract.bits_pure import u64

COMPILED: bool = cython.compiled

MASK = 0xFFFFFFFFFFFFFFFF


class MoveStack:
    """A growing row of moves. Search keeps one for a whole line: a node's moves lie above its parent's."""

    def __init__(self) -> None:
        self.size = 0
        self.capacity = 512
        self.data = array("i", bytes(4 * self.capacity))

    def grow(self) -> int:
        with cython.gil:
            bigger = array("i", bytes(8 * self.capacity))
            bigger[: self.capacity] = array("i", bytes(memoryview(self.data)))
            self.data = bigger
        self.capacity *= 2
        return 0

    if not cython.compiled:

        def add(self, move: int) -> int:
            if self.size == self.capacity:
                self.grow()
            self.data[self.size] = move
            self.size += 1
            return 0


class Trail:
    """A growing row of 64-bit words: what `make` must remember for `unmake`, or the keys of earlier positions."""

    def __init__(self) -> None:
        self.size = 0
        self.capacity = 256
        self.data = array("Q", bytes(8 * self.capacity))

    def grow(self) -> int:
        with cython.gil:
            bigger = array("Q", bytes(16 * self.capacity))
            bigger[: self.capacity] = array("Q", bytes(memoryview(self.data)))
            self.data = bigger
        self.capacity *= 2
        return 0

    def assign(self, other: Trail) -> int:
        """Becomes a copy of another trail."""
        self.size = other.size
        self.capacity = other.capacity
        self.data = array("Q", bytes(memoryview(other.data)))
        return 0

    if not cython.compiled:

        def push(self, word: int) -> int:
            if self.size == self.capacity:
                self.grow()
            self.data[self.size] = word
            self.size += 1
            return 0

        def pop(self) -> int:
            self.size -= 1
            return self.data[self.size]

        def count(self, word: int, reach: int) -> int:
            """How often a word is among the last `reach` ones."""
            low = max(0, self.size - reach)
            return sum(1 for i in range(low, self.size) if self.data[i] == word)


class Random:
    """A small, fast, reproducible source of chance (xorshift64): the same numbers compiled and interpreted."""

    def __init__(self, seed: int) -> None:
        self.state = (seed * 0x9E3779B97F4A7C15 + 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF or 1

    def below(self, n: cython.int) -> cython.int:
        """A number from 0 to n-1."""
        x: u64 = self.state
        x = x ^ ((x << 13) & MASK)
        x = x ^ (x >> 7)
        x = x ^ ((x << 17) & MASK)
        self.state = x
        return cython.cast(cython.int, (x >> 33) % n)


class Base:
    """Nothing; but the first base of a compiled class must be a compiled class."""


class Position(Base, Guard):
    """A state of play. `seat` is to move; `key` is its 64-bit key; `options` are those it was set up with."""

    def __init__(self, game: Game, options: Options) -> None:
        self.game = game
        self.options = options
        self.seat = 0
        self.key = 0
        self.weight = [0] * 32
        if len(game.terms) > 32:  # a C array does not look
            raise ValueError(f"{game.key} has {len(game.terms)} terms; there is room for 32")
        for n, term in enumerate(game.terms):
            self.weight[n] = term.weight
        self._played: list[int] = []
        self._tracks: list[list[Piece]] = []
        self.scratch = MoveStack()

    # ---- The C side: a game's rules.py writes the first six -------------------------------------------------------

    def generate(self, out: MoveStack) -> cython.int:
        """Adds every legal move, and none exactly if the position is over."""
        raise self._unwritten("generate")

    def make(self, move: cython.int) -> cython.int:
        """Plays a legal move: pieces, seat, key, counters, and whatever `unmake` will need."""
        raise self._unwritten("make")

    def unmake(self, move: cython.int) -> cython.int:
        """Takes back the last move made, which is this one."""
        raise self._unwritten("unmake")

    def over(self) -> cython.int:
        """1 if the position has no legal move. Games override it where they can tell without generating."""
        start: cython.int = self.scratch.size
        found: cython.int
        self.generate(self.scratch)
        found = self.scratch.size - start
        self.scratch.size = start
        return 1 if found == 0 else 0

    def payoff(self, seat: cython.int) -> cython.int:
        """What a position that is over gives a seat: 2 a win, 1 a draw, 0 a loss."""
        raise self._unwritten("payoff")

    def assign(self, other: Position) -> cython.int:
        """Becomes a copy of another position of the same game and options."""
        raise self._unwritten("assign")

    # ---- The C side: hooks for search, each with a default that always works --------------------------------------

    def candidates(self, out: MoveStack) -> cython.int:
        """Adds the moves a search looks at: all, less those that only reach the same turn in another order.

        At least one, unless the position is over, and in all every position that a turn from here can lead to. It may
        depend on the moves of this turn that were made on this object; a copy begins without that memory, so that a
        search from the middle of a turn, which works on a copy, still sees everything.
        """
        return self.generate(out)

    def tactical(self, out: MoveStack) -> cython.int:
        """Adds the moves that a search still looks at beyond its depth. Default: none."""
        return 0

    def evaluate(self, seat: cython.int) -> cython.int:
        """How good a running position is for a seat, in hundredths of the game's unit. Default: 0.

        It is linear in `self.weight`, whose entries belong to the game's `terms`; the opponent's view is its negative.
        """
        return 0

    def order_hint(self, move: cython.int) -> cython.int:
        """How early a search should try a move; more is earlier. Default: 0.

        Only the order counts, with one exception: moves with more than half of the highest hint of a position, if that
        is above 0, are taken for forcing (a capture, a row). They come before all others and are searched in full.
        """
        return 0

    def null_move_sound(self) -> cython.int:
        """1 if passing here could never be better than moving. Default: 0."""
        return 0

    def moves_left(self) -> cython.int:
        """How far off the end is by a rule that counts moves or turns (no progress, a longest game).

        Where the end is near, search keeps equal keys apart that differ in this. Default: a large number, for no such
        rule.
        """
        return 1000000

    def solve_key(self) -> u64:
        """Equal only for positions that have the same value, with the same lengths of play. Default: `key`.

        A game with symmetries gives a form that its images share. Where it misses some of them solving gets slower,
        never wrong. History (repetition, counters) is no part of it.
        """
        return self.key

    def _unwritten(self, name: str) -> TypeError:
        return TypeError(f"{type(self).__name__} does not write {name}")

    # ---- Playing --------------------------------------------------------------------------------------------------

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def moves(self) -> list[int]:
        """The legal moves, in the order the rules generate them; none if the position is over."""
        i: cython.int
        end: cython.int
        start: cython.int = self.scratch.size
        self.generate(self.scratch)
        end = self.scratch.size
        self.scratch.size = start
        return [self.scratch.data[i] for i in range(start, end)]

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def is_legal(self, move: int) -> bool:
        """Whether a number is a legal move here."""
        i: cython.int
        end: cython.int
        wanted: cython.int
        start: cython.int = self.scratch.size
        if not -0x80000000 <= move <= 0x7FFFFFFF:
            return False
        wanted = move
        self.generate(self.scratch)
        end = self.scratch.size
        self.scratch.size = start
        for i in range(start, end):
            if self.scratch.data[i] == wanted:
                return True
        return False

    def play(self, move: int) -> None:
        """Plays a legal move, or that by which a seat drops out; anything else raises `IllegalMove` and changes
        nothing."""
        if not self.is_legal(move) and move != self.withdrawal():
            raise localized_error(IllegalMove, "shared.move.illegal", move=move)
        self.make(move)
        self._played.append(move)

    def undo(self) -> int:
        """Takes back the last move played and returns it."""
        if not self._played:
            raise localized_error(NothingToUndo, "shared.move.none-to-undo")
        move: int = self._played.pop()
        self.unmake(move)
        del self._tracks[len(self._played) + 1 :]
        return move

    @property
    def played(self) -> tuple[int, ...]:
        """The moves played on this object since it was set up."""
        return tuple(self._played)

    def copy(self) -> Position:
        """An independent position with the same past."""
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

    def after(self, move: int) -> Position:
        """The position a legal move leads to; this one stays."""
        other: Position = self.copy()
        other.play(move)
        return other

    def is_over(self) -> bool:
        """Whether the game has ended here."""
        return self.over() != 0

    def outcome(self) -> Outcome | None:
        """The result for every seat and the reason, or None while the game runs."""
        seat: cython.int
        if not self.over():
            return None
        seats: int = len(self.game.sides(self.options))
        return Outcome(tuple([self.payoff(seat) / 2 for seat in range(seats)]), self.reason())

    def reason(self) -> str:
        """The reason code of a position that is over (see `face.SHARED_REASONS` for those all games share)."""
        raise self._unwritten("reason")

    def why_over(self) -> Message:
        """Why the game ended here, for a sentence after "because" or a colon."""
        return defaults.why_over(self)

    def is_out(self, seat: int) -> bool:
        """Whether a seat has dropped out and lost while the others play on."""
        return False

    def withdrawal(self) -> int | None:
        """The move by which the seat to move gives up and drops out while the others play on.

        It is not among `moves`: nobody chooses it, a match plays it for who resigned or ran out of time. None, the
        default, where the game is over with that.
        """
        return None

    def automatic(self) -> int | None:
        """The move that is played by itself here (a forced pass), if there is one."""
        return None

    # ---- Identity -------------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The position in one line: pieces, seat to move, stage within the turn, counters. `Game.read` reads it."""
        raise self._unwritten("text")

    def repetition_key(self) -> int:
        """Equal for positions that count as the same one for repetition."""
        return self.key

    def canonical_key(self) -> int:
        """Equal for positions that are the same up to a symmetry of the board."""
        return defaults.canonical_key(self)

    # ---- Notation -------------------------------------------------------------------------------------------------

    def write_move(self, move: int) -> str:
        """A legal move in the game's notation."""
        raise self._unwritten("write_move")

    def read_move(self, text: str) -> int:
        """The legal move that a text means; raises `IllegalMove` with the reason if there is none."""
        return defaults.read_move(self, text)

    def turn_over(self, move: int) -> bool:
        """Whether the turn passes (or the game ends) with this legal move."""
        seat: cython.int = self.seat
        passed: bool
        self.make(move)
        passed = self.seat != seat or self.over() != 0
        self.unmake(move)
        return passed

    def write_turn(self, moves: Sequence[int]) -> str:
        """The moves of one turn, in the notation in which people write a turn."""
        return defaults.write_turn(self, moves)

    def read_turn(self, text: str) -> list[int]:
        """The moves of the turn that a text means; raises `IllegalMove` with the reason if there is none."""
        return defaults.read_turn(self, text)

    # ---- What stands where ----------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        """Every piece, on the board and in the trays, without identities (all ids 0)."""
        raise self._unwritten("placement")

    def pieces(self) -> list[Piece]:
        """Every piece with an identity that stays with it from move to move and through take-backs."""
        moves: list[int] = self._played
        known: int = max(len(self._tracks) - 1, 0)
        if len(self._tracks) <= len(moves):
            # Go back to the last position whose pieces are known and follow the effects forward from there.
            for move in reversed(moves[known:]):
                self.unmake(move)
            self._played = moves[:known]
            try:
                if not self._tracks:
                    self._tracks.append(defaults.number(self.placement()))
                for move in moves[known:]:
                    self._tracks.append(apply(self._tracks[-1], self.effects(move)))
                    self.make(move)
                    self._played.append(move)
            finally:
                for move in moves[len(self._played) :]:
                    self.make(move)
                self._played = moves
        return list(self._tracks[-1])

    def scores(self) -> list[Score]:
        """What stands beside each player's name: captured, in reserve, rings removed."""
        return []

    # ---- Clicks and pictures --------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        """All the click paths that mean a legal move."""
        return defaults.picks(self, move)

    def effects(self, move: int) -> list[Effect]:
        """What a legal move visibly does, in phases; each effect can be played forwards and backwards."""
        return defaults.effects(self, move)

    def marks(self) -> list[Mark]:
        """What the board must show here without knowing how it came about."""
        return []

    def aids(self) -> list[Mark]:
        """What a teacher would point at: this game's sight aids."""
        return []

    def diagram(self) -> str:
        """The board in plain text, at most 80 columns wide."""
        return defaults.diagram(self)

    # ---- Words ----------------------------------------------------------------------------------------------------

    def explain(self, picks: Picks) -> Message:
        """Why these clicks do not make a move, or what is missing to make one."""
        return defaults.explain(self, picks)

    def prompt(self) -> Message:
        """What the seat to move must do now."""
        return defaults.prompt(self)

    def say(self, move: int) -> Message:
        """A legal move for the ear."""
        return defaults.say(self, move)

    def notices(self, move: int) -> list[Message]:
        """What happens with a legal move beyond the move itself."""
        return []

    def deeds(self, move: int) -> dict[str, int]:
        """What a move achieves, to be counted over a game. What the catalogue names under `deed` is shown."""
        return defaults.deeds(self, move)

    def motives(self, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
        """Why a turn is good, as far as the game can tell: what the turn does, and what the line after it brings."""
        return []

    def word(self, key: str, **params: Any) -> Message:
        """A message of this game's catalogue."""
        return Message(f"{self.game.key}.{key}", params)

    def refusal(self, *messages: Message) -> IllegalMove:
        """The error that refuses a move for a reason this game knows; several messages are said one after the other."""
        said = " ".join(self.game.speak(message, self.options) for message in messages)
        refused = IllegalMove(said, messages[0] if len(messages) == 1 else messages)
        refused.game, refused.options = self.game, self.options
        return refused

    # ---- Compiled loops -------------------------------------------------------------------------------------------

    def perft(self, depth: int, bulk: bool = True) -> int:
        """How many lines of `depth` moves there are. Without `bulk` the last move of each is really made."""
        stack: MoveStack = MoveStack()
        deep: cython.int = depth
        fast: cython.bint = bulk
        total: u64
        if deep <= 0:
            return 1
        with cython.nogil:
            total = count_leaves(self, stack, deep, fast)
        return total

    def perft_turns(self, depth: int) -> int:
        """How many lines of `depth` distinct turns there are."""
        stack: MoveStack = MoveStack()
        deep: cython.int = depth
        total: u64
        # A copy has no past in its first turn, see `candidates`.
        root: Position = self.copy()
        if deep <= 0:
            return 1
        with cython.nogil:
            total = count_turns(root, stack, deep)
        return total

    def playouts(self, games: int, seed: int = 1, limit: int = 5000) -> int:
        """Plays random games from here (the position itself stays) and returns how many moves that took."""
        stack: MoveStack = MoveStack()
        random: Random = Random(seed)
        n: cython.int
        todo: cython.int = games
        most: cython.int = limit
        total: u64 = 0
        with cython.nogil:
            for n in range(todo):
                total += play_out(self, stack, random, most)
        return total

    def play_random(self, seed: int, limit: int = 5000) -> int:
        """Plays random legal moves until the game is over or `limit` have been played; returns how many were."""
        random: Random = Random(seed)
        i: cython.int
        move: cython.int
        count: cython.int
        for i in range(limit):
            self.scratch.size = 0
            self.generate(self.scratch)
            count = self.scratch.size
            self.scratch.size = 0
            if count == 0:
                return i
            move = self.scratch.data[random.below(count)]
            self.make(move)
            self._played.append(move)
        return limit

    def weigh(self, weights: Mapping[str, int]) -> None:
        """Changes the weights of some of the evaluation's terms, for a style or for tuning; copies keep them."""
        names: list[str] = [term.name for term in self.game.terms]
        for name, weight in weights.items():
            if name not in names:
                raise KeyError(f"{self.game.key} has no term {name}")
            self.weight[names.index(name)] = weight

    def trait(self, name: str, seat: int) -> float:
        """How much of a trait a seat's play shows here, for measuring styles; averaged over games."""
        raise KeyError(f"{self.game.key} has no trait {name}")

    def static(self, seat: int) -> int:
        """The game's own evaluation of a running position for a seat."""
        return self.evaluate(seat)

    def solving_key(self) -> int:
        """The key under which solvers keep this position."""
        return self.solve_key()

    def candidate_moves(self) -> list[int]:
        """The moves a search looks at."""
        i: cython.int
        self.scratch.size = 0
        self.candidates(self.scratch)
        found: list[int] = [self.scratch.data[i] for i in range(self.scratch.size)]
        self.scratch.size = 0
        return found

    def tactical_moves(self) -> list[int]:
        """The moves that a search still looks at beyond its depth."""
        i: cython.int
        self.scratch.size = 0
        self.tactical(self.scratch)
        found: list[int] = [self.scratch.data[i] for i in range(self.scratch.size)]
        self.scratch.size = 0
        return found

    def __repr__(self) -> str:
        return f"<{self.game.key} {self.text()}>"

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from parlour.games.drawing.svg import svg

        return svg(self)

    def draft(self) -> Draft:
        """This position as an editor's draft."""
        return self.game.parse(self.text(), self.options)


@cython.boundscheck(False)
@cython.wraparound(False)
def count_leaves(position: Position, stack: MoveStack, depth: cython.int, bulk: cython.bint) -> u64:
    i: cython.int
    end: cython.int
    move: cython.int
    total: u64 = 0
    start: cython.int = stack.size
    position.generate(stack)
    end = stack.size
    if depth == 1 and bulk:
        stack.size = start
        return end - start
    for i in range(start, end):
        move = stack.data[i]
        position.make(move)
        if depth == 1:
            total += 1
        else:
            total += count_leaves(position, stack, depth - 1, bulk)
        position.unmake(move)
    stack.size = start
    return total


@cython.boundscheck(False)
@cython.wraparound(False)
def count_turns(position: Position, stack: MoveStack, depth: cython.int) -> u64:
    i: cython.int
    end: cython.int
    move: cython.int
    total: u64 = 0
    start: cython.int = stack.size
    seat: cython.int = position.seat
    position.candidates(stack)
    end = stack.size
    for i in range(start, end):
        move = stack.data[i]
        position.make(move)
        if position.seat == seat and not position.over():
            total += count_turns(position, stack, depth)
        elif depth == 1:
            total += 1
        else:
            total += count_turns(position, stack, depth - 1)
        position.unmake(move)
    stack.size = start
    return total


@cython.boundscheck(False)
@cython.wraparound(False)
def play_out(position: Position, stack: MoveStack, random: Random, limit: cython.int) -> cython.int:
    """Random moves to the end and all the way back; returns how many there were."""
    made: cython.int = 0
    start: cython.int = stack.size
    base: cython.int
    count: cython.int
    i: cython.int
    # The moves made stay on the stack, one each, so that they can be taken back in turn.
    while made < limit:
        base = stack.size
        position.generate(stack)
        count = stack.size - base
        if count == 0:
            break
        stack.data[base] = stack.data[base + random.below(count)]
        stack.size = base + 1
        position.make(stack.data[base])
        made += 1
    for i in range(made):
        stack.size -= 1
        position.unmake(stack.data[stack.size])
    stack.size = start
    return made
