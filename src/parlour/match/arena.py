"""Matches between bots: seats balanced, openings varied, on all cores, every game kept, and resumable.

The results file has a line of JSON for what is played and one for each finished game. Running the same match again
goes on where it ended.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path
from random import Random

import msgspec

from parlour.engine.bot import BotPlayer
from parlour.engine.elo import Sprt, Tally
from parlour.engine.levels import read_bot, settings
from parlour.errors import ParlourError
from parlour.games import game as find_game
from parlour.games.core import Position
from parlour.games.face import Outcome
from parlour.games.options import Options, Value
from parlour.match.record import Record, write_record

LONGEST = 1000
"""A bot game that is still running after so many moves is adjudicated as drawn."""


class ArenaError(ParlourError):
    """A match that cannot be played, or a results file that belongs to another one."""


class Pairing(msgspec.Struct, frozen=True):
    """What is played: the first bot sits in one seat, in each in turn, the second in all others."""

    game: str
    options: dict[str, Value]
    first: str
    second: str
    opening_moves: int = 4
    openings: tuple[str, ...] = ()
    seed: int = 1


class Played(msgspec.Struct, frozen=True):
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
    round_number = number // len(found.sides(options))
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


def play_game(pairing: Pairing, number: int) -> Played:
    """Plays one game of a match. The game depends on the pairing and its number only."""
    position = opening(pairing, number)
    found, options = position.game, position.options
    seats = len(found.sides(options))
    mine = number % seats
    bots = [pairing.first if seat == mine else pairing.second for seat in range(seats)]
    players = [
        BotPlayer(read_bot(bot), found, options, hash_seed(pairing.seed, number, seat)) for seat, bot in enumerate(bots)
    ]
    times = [0.0] * len(position.played)
    seconds, moves = [0.0, 0.0], [0, 0]
    while not position.is_over() and len(position.played) < LONGEST:
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
    return Played(number, mine, result, outcome.reason, record, (seconds[0], seconds[1]), (moves[0], moves[1]))


def hash_seed(*parts: int) -> int:
    """A seed for a player of one game."""
    return Random(" ".join(map(str, parts))).randrange(1 << 30)


class Arena:
    """A match with its results so far."""

    def __init__(self, pairing: Pairing, path: Path | None = None) -> None:
        self.pairing = pairing
        self.path = path
        self.played: dict[int, Played] = {}
        self.check()
        if path is not None and path.exists():
            self._resume(path)

    def check(self) -> None:
        """Refuses bots that cannot play this game."""
        found = find_game(self.pairing.game)
        options: Options = found.check(self.pairing.options)
        for text in (self.pairing.first, self.pairing.second):
            settings(read_bot(text), found, options)
        for text in self.pairing.openings:
            if found.read(text, options).is_over():
                raise ArenaError(f"The opening “{text}” is over before it begins.")

    def _resume(self, path: Path) -> None:
        lines = path.read_bytes().splitlines()
        try:
            known = msgspec.json.decode(lines[0], type=Pairing) if lines else self.pairing
            games = [msgspec.json.decode(line, type=Played) for line in lines[1:-1]]
            if len(lines) > 1:
                # The last line may have been cut off when the match was broken off.
                try:
                    games.append(msgspec.json.decode(lines[-1], type=Played))
                except msgspec.DecodeError:
                    path.write_bytes(b"".join(line + b"\n" for line in lines[:-1]))
        except (msgspec.DecodeError, msgspec.ValidationError) as fault:
            raise ArenaError(f"{path} is no file of results: {fault}.") from fault
        if known != self.pairing:
            raise ArenaError(f"{path} holds another match: {known.first} against {known.second} in {known.game}.")
        self.played = {played.number: played for played in games}

    @property
    def tally(self) -> Tally:
        """The first bot's results."""
        tally = Tally()
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
    ) -> Iterator[Played]:
        """Plays until so many games are there or the test has decided, and yields each as it ends."""
        todo = iter([number for number in range(games) if number not in self.played])
        workers = processes or os.cpu_count() or 1
        running: set[Future[Played]] = set()
        with ProcessPoolExecutor(workers) as pool:
            try:
                while not stopped() and (sprt is None or sprt.decided(self.tally) is None):
                    while len(running) < workers and (number := next(todo, None)) is not None:
                        running.add(pool.submit(play_game, self.pairing, number))
                    if not running:
                        break
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        played = future.result()
                        self._keep(played)
                        yield played
            finally:
                for future in running:
                    future.cancel()

    def _keep(self, played: Played) -> None:
        self.played[played.number] = played
        if self.path is not None:
            fresh = not self.path.exists() or not self.path.stat().st_size
            with self.path.open("ab") as file:
                if fresh:
                    file.write(msgspec.json.encode(self.pairing) + b"\n")
                file.write(msgspec.json.encode(played) + b"\n")
