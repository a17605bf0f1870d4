"""Self-play: games of a bot against itself, with the score of each chosen move, recorded and resumable.

The log file has one line of JSON for the job and one for each finished game. Positions for training, one per line, and
records are written from it in the order of the games, so that the files are the same wherever the games were played.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from parlour.engine.bot import BotPlayer
from parlour.engine.levels import read_bot
from parlour.games.contract.options import Value
from parlour.games.contract.position import Position
from parlour.lab.arena import Arena, Pairing, hash_seed, opening, play_to_the_end
from parlour.lab.resumable_jobs import ResumableJob
from parlour.match.records.record import Record
from parlour.match.records.text_format import write_record


class ChosenMove(msgspec.Struct, frozen=True):
    """A position in which the bot had to choose, and its move.

    `score` is that of the move for the seat to move, in hundredths; None if the move was not found by search.
    """

    ply: int
    position: str
    seat: int
    move: str
    score: int | None


class SelfPlayGame(msgspec.Struct, frozen=True):
    """A finished game: its number, the result of each seat, its record, and the choices in it."""

    number: int
    results: tuple[float, ...]
    reason: str
    record: str
    moves: tuple[ChosenMove, ...]


class TrainingPosition(msgspec.Struct, frozen=True):
    """A line of the training data: a choice, and the result of the game for the seat that made it."""

    game: int
    ply: int
    position: str
    seat: int
    move: str
    score: int | None
    result: float


def selfplay_job(
    game: str, options: dict[str, Value], bot: str, openings: tuple[int, tuple[str, ...]] = (4, ()), seed: int = 1
) -> Pairing:
    """Return the games of a bot against itself; every game has an opening of its own."""
    return Pairing(game, options, bot, bot, *openings, seed=seed, seat=0)


def play_selfplay_game(job: Pairing, number: int) -> SelfPlayGame:
    """Play one game. It depends only on the job and its number, unless the bot is limited by time."""
    position = opening(job, number)
    seats = len(position.game.sides(position.options))
    bot = read_bot(job.first)
    players = [
        BotPlayer(bot, position.game, position.options, hash_seed(job.seed, number, seat)) for seat in range(seats)
    ]
    moves: list[ChosenMove] = []

    def note(position: Position, move: int, *, chosen: bool) -> None:
        if chosen:
            score = score_of(players[position.seat], move)
            text = position.write_move(move)
            moves.append(ChosenMove(len(position.played), position.text(), position.seat, text, score))

    outcome = play_to_the_end(position, players, note)
    tags = {f"Seat{seat}": job.first for seat in range(1, seats + 1)} | {"Round": str(number + 1)}
    record = write_record(Record.of(position, tags, (), outcome))
    return SelfPlayGame(number, outcome.results, outcome.reason, record, tuple(moves))


def score_of(player: BotPlayer, move: int) -> int | None:
    """Return the score of a move in the last search of a bot, if there was one."""
    lines = player.report.lines if player.report is not None else ()
    return next((line.score for line in lines if line.moves[0] == move), None)


class SelfPlay(ResumableJob[Pairing, SelfPlayGame]):
    """The games of a job so far."""

    def __init__(self, job: Pairing, path: Path | None = None) -> None:
        Arena(job).check()
        super().__init__(play_selfplay_game, job, SelfPlayGame, path)

    def positions(self) -> Iterator[TrainingPosition]:
        """Yield the training data of all games."""
        for played in self.in_order():
            for one in played.moves:
                result = played.results[one.seat]
                yield TrainingPosition(played.number, one.ply, one.position, one.seat, one.move, one.score, result)

    def write_positions(self, path: Path) -> int:
        """Write the training data, one position per line; return how many there are."""
        lines = [msgspec.json.encode(one) + b"\n" for one in self.positions()]
        path.write_bytes(b"".join(lines))
        return len(lines)

    def write_records(self, path: Path) -> None:
        """Write the records of all games."""
        path.write_text("\n".join(played.record for played in self.in_order()), encoding="utf-8")
