"""Matches between bots, with balanced seats and varied openings, on all cores, recorded and resumable.

The results file has one line of JSON for the pairing and one for each finished game. Running the same match again
continues where it stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Protocol

import msgspec

from parlour.engine import watchdog
from parlour.engine.bot import BotPlayer
from parlour.engine.levels import read_bot, settings
from parlour.errors import ParlourError
from parlour.games import game as find_game
from parlour.games.contract.display import Outcome
from parlour.games.contract.options import Options, Value
from parlour.games.contract.position import Position
from parlour.lab.elo import Sprt, WinDrawLoss
from parlour.lab.resumable_jobs import DifferentJobError, JobLog, JobLogError, make_pool, run_parallel
from parlour.match.records.record import Record
from parlour.match.records.text_format import write_record

MAX_MOVES = 1000
"""Number of moves after which a game between bots is adjudicated as a draw."""


class ArenaError(ParlourError):
    """A match that cannot be played, or a results file of another match."""


class Pairing(msgspec.Struct, frozen=True):
    """The bots and conditions of a match.

    The first bot plays one seat and the second bot all others. The first bot takes every seat in turn, unless `seat` is
    set.
    """

    game: str
    options: dict[str, Value]
    first: str
    second: str
    opening_moves: int = 4
    openings: tuple[str, ...] = ()
    seed: int = 1
    seat: int | None = None


class ArenaGame(msgspec.Struct, frozen=True):
    """A finished game of a match: its number, the seat and result of the first bot, and its record."""

    number: int
    seat: int
    result: float
    reason: str
    record: str
    seconds: tuple[float, float]
    """Thinking time of the first and the second bot."""
    moves: tuple[int, int]
    """Number of moves of the first and the second bot."""


def opening(pairing: Pairing, number: int) -> Position:
    """Return the start position of a game. Games that differ only in the seats of the bots have the same one."""
    found = find_game(pairing.game)
    options = found.check(pairing.options)
    round_number = number // len(found.sides(options)) if pairing.seat is None else number
    if pairing.openings:
        return found.read(pairing.openings[round_number % len(pairing.openings)], options)
    for attempt in range(100):
        position = found.start(options)
        random = Random(f"{pairing.seed} {round_number} {attempt}")
        for _ in range(pairing.opening_moves):
            moves = position.moves()
            if not moves:
                break
            position.play(random.choice(moves))
        else:
            if not position.is_over() and not any(position.after(move).is_over() for move in position.moves()):
                return position
    return found.start(options)


Choose = Callable[[Position], int | str]
"""A player as a function: it gets a copy of the position and returns a move, as a number or text."""


class FunctionPlayer:
    """A player whose moves are chosen by a function."""

    def __init__(self, function: Choose) -> None:
        self._function = function

    def choose(self, position: Position) -> int:
        """Return the move of the function; raise `IllegalMove` if it is not legal."""
        return position.checked_move(self._function(position.copy()))


def play_game(pairing: Pairing, number: int, functions: Mapping[str, Choose] = MappingProxyType({})) -> ArenaGame:
    """Play one game of a match. The game depends only on the pairing and its number.

    A player of the pairing whose name is in `functions` is that function instead of a bot.
    """
    position = opening(pairing, number)
    found, options = position.game, position.options
    seats = len(found.sides(options))
    mine = number % seats if pairing.seat is None else pairing.seat
    bots = [pairing.first if seat == mine else pairing.second for seat in range(seats)]
    players = [
        FunctionPlayer(functions[bot])
        if bot in functions
        else BotPlayer(read_bot(bot), found, options, hash_seed(pairing.seed, number, seat))
        for seat, bot in enumerate(bots)
    ]
    times = [0.0] * len(position.played)
    seconds, moves = [0.0, 0.0], [0, 0]
    began = time.perf_counter()

    def note(position: Position, move: int, *, chosen: bool) -> None:
        nonlocal began
        now = time.perf_counter()
        times.append(now - began)
        seconds[position.seat != mine] += times[-1]
        moves[position.seat != mine] += chosen
        began = now

    outcome = play_to_the_end(position, players, note)
    tags = {f"Seat{seat}": bot for seat, bot in enumerate(bots, 1)} | {"Round": str(number + 1)}
    record = write_record(Record.of(position, tags, times, outcome))
    result = outcome.results[mine]
    return ArenaGame(number, mine, result, outcome.reason, record, (seconds[0], seconds[1]), (moves[0], moves[1]))


class OnMove(Protocol):
    """Callback before each move; `chosen` is false for automatic moves."""

    def __call__(self, position: Position, move: int, /, *, chosen: bool) -> None: ...


def play_to_the_end(position: Position, players: Sequence[BotPlayer | FunctionPlayer], on_move: OnMove) -> Outcome:
    """Let players, one per seat, play on from a position, which is changed, and return the outcome."""
    while not position.is_over() and len(position.played) < MAX_MOVES:
        move = position.automatic()
        chosen = move is None
        if move is None:
            move = _ask(players[position.seat], position)
        on_move(position, move, chosen=chosen)
        position.play(move)
    return position.outcome() or Outcome((0.5,) * len(players), "adjudication")


def _ask(player: BotPlayer | FunctionPlayer, position: Position) -> int:
    """Return a player's move. A failing external engine loses its choice; an error in a bot is a defect."""
    if isinstance(player, BotPlayer) and player.settings.method == "engine":
        return watchdog.choose(player, position)
    return player.choose(position)


def hash_seed(*parts: int) -> int:
    """Return a seed for a player in one game."""
    return Random(" ".join(map(str, parts))).randrange(1 << 30)


class Arena:
    """A match with its results so far."""

    def __init__(self, pairing: Pairing, path: Path | None = None) -> None:
        self.pairing = pairing
        self.path = path
        self.check()
        try:
            self._kept = JobLog(pairing, ArenaGame, path)
        except DifferentJobError as fault:
            known = fault.work
            assert isinstance(known, Pairing)
            raise ArenaError(
                f"{path} contains another match: {known.first} against {known.second} in {known.game}."
            ) from fault
        except JobLogError as fault:
            raise ArenaError(str(fault)) from fault
        self.played: dict[int, ArenaGame] = {played.number: played for played in self._kept.items}

    def check(self) -> None:
        """Raise an error if a bot cannot play this game, or an opening is already over."""
        found = find_game(self.pairing.game)
        options: Options = found.check(self.pairing.options)
        for text in (self.pairing.first, self.pairing.second):
            settings(read_bot(text), found, options)
        for text in self.pairing.openings:
            if found.read(text, options).is_over():
                raise ArenaError(f"The opening “{text}” is over before it begins.")

    @property
    def tally(self) -> WinDrawLoss:
        """Return the results of the first bot."""
        tally = WinDrawLoss()
        for played in self.played.values():
            tally.add(played.result)
        return tally

    def run(
        self,
        games: int,
        *,
        sprt: Sprt | None = None,
        processes: int | None = None,
        ray: str | None = None,
        stopped: Callable[[], bool] = lambda: False,
    ) -> Iterator[ArenaGame]:
        """Play until the number of games is reached or the test has decided, and yield each game when it ends."""
        todo = [number for number in range(games) if number not in self.played]

        def ended() -> bool:
            return stopped() or (sprt is not None and sprt.decided(self.tally) is not None)

        for played in run_parallel(play_game, self.pairing, todo, make_pool(processes, ray), ended):
            self.played[played.number] = played
            self._kept.add(played)
            yield played
