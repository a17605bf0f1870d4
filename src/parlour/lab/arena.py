"""Matches between bots: seats balanced, openings varied, on all cores, every game kept, and resumable.

The results file has a line of JSON for what is played and one for each finished game. Running the same match again
goes on where it ended.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec

from parlour.engine.bot import BotPlayer
from parlour.engine.levels import read_bot, settings
from parlour.errors import ParlourError
from parlour.games import game as find_game
from parlour.games.contract.display import Outcome
from parlour.games.contract.options import Options, Value
from parlour.games.contract.position import Position
from parlour.lab.elo import Sprt, WinDrawLoss
from parlour.lab.resumable_jobs import DifferentJobError, JobLog, JobLogError, run_parallel
from parlour.match.records.record import Record
from parlour.match.records.text_format import write_record

MAX_MOVES = 1000
"""A bot game that is still running after so many moves is adjudicated as drawn."""


class ArenaError(ParlourError):
    """A match that cannot be played, or a results file that belongs to another one."""


class Pairing(msgspec.Struct, frozen=True):
    """What is played: the first bot sits in one seat, the second in all others; in each in turn, unless `seat` says
    in which."""

    game: str
    options: dict[str, Value]
    first: str
    second: str
    opening_moves: int = 4
    openings: tuple[str, ...] = ()
    seed: int = 1
    seat: int | None = None


class ArenaGame(msgspec.Struct, frozen=True):
    """A finished game of a match: its number, the first bot's seat and result, and its record."""

    number: int
    seat: int
    result: float
    reason: str
    record: str
    seconds: tuple[float, float]
    """How long the first and the second bot thought."""
    moves: tuple[int, int]
    """How many moves each of them made."""


def opening(pairing: Pairing, number: int) -> Position:
    """The position in which a game begins. Games that differ only in who sits where begin alike."""
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


def play_game(pairing: Pairing, number: int) -> ArenaGame:
    """Plays one game of a match. The game depends on the pairing and its number only."""
    position = opening(pairing, number)
    found, options = position.game, position.options
    seats = len(found.sides(options))
    mine = number % seats if pairing.seat is None else pairing.seat
    bots = [pairing.first if seat == mine else pairing.second for seat in range(seats)]
    players = [
        BotPlayer(read_bot(bot), found, options, hash_seed(pairing.seed, number, seat)) for seat, bot in enumerate(bots)
    ]
    times = [0.0] * len(position.played)
    seconds, moves = [0.0, 0.0], [0, 0]
    while not position.is_over() and len(position.played) < MAX_MOVES:
        began = time.perf_counter()
        move = position.automatic()
        if move is None:
            move = players[position.seat].choose(position)
            moves[position.seat != mine] += 1
        times.append(time.perf_counter() - began)
        seconds[position.seat != mine] += times[-1]
        position.play(move)
    outcome = position.outcome() or Outcome((0.5,) * seats, "adjudication")
    tags = {f"Seat{seat}": bot for seat, bot in enumerate(bots, 1)} | {"Round": str(number + 1)}
    record = write_record(Record.of(position, tags, times, outcome))
    result = outcome.results[mine]
    return ArenaGame(number, mine, result, outcome.reason, record, (seconds[0], seconds[1]), (moves[0], moves[1]))


def hash_seed(*parts: int) -> int:
    """A seed for a player of one game."""
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
                f"{path} holds another match: {known.first} against {known.second} in {known.game}."
            ) from fault
        except JobLogError as fault:
            raise ArenaError(str(fault)) from fault
        self.played: dict[int, ArenaGame] = {played.number: played for played in self._kept.portions}

    def check(self) -> None:
        """Refuses bots that cannot play this game."""
        found = find_game(self.pairing.game)
        options: Options = found.check(self.pairing.options)
        for text in (self.pairing.first, self.pairing.second):
            settings(read_bot(text), found, options)
        for text in self.pairing.openings:
            if found.read(text, options).is_over():
                raise ArenaError(f"The opening “{text}” is over before it begins.")

    @property
    def tally(self) -> WinDrawLoss:
        """The first bot's results."""
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
        stopped: Callable[[], bool] = lambda: False,
    ) -> Iterator[ArenaGame]:
        """Plays until so many games are there or the test has decided, and yields each as it ends."""
        todo = [number for number in range(games) if number not in self.played]

        def ended() -> bool:
            return stopped() or (sprt is not None and sprt.decided(self.tally) is not None)

        for played in run_parallel(play_game, self.pairing, todo, processes, ended):
            self.played[played.number] = played
            self._kept.add(played)
            yield played
