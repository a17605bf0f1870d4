"""Top-level functions of the package: analysis of a position, and matches between players."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from parlour.engine import analysis
from parlour.engine.levels import Bot, read_bot
from parlour.engine.report import MAX_DEPTH, Limits
from parlour.errors import ArgumentError
from parlour.games.contract.argument_checks import instance, number, whole_number
from parlour.games.contract.defaults import write_moves
from parlour.games.contract.game import Game
from parlour.games.contract.position import Position
from parlour.games.registry import game as find_game
from parlour.i18n.errors import localized_error
from parlour.lab.arena import Arena, ArenaGame, Pairing, play_game
from parlour.lab.elo import WinDrawLoss, elo, elo_range

PlayerSpec = Bot | int | str | Callable[[Position], int | str]
"""A bot, its text (“4:blocker”), or a function that returns a move, as a number or text, for a copy of the position."""

MAX_LINES = 1000
MAX_SECONDS = 1e6
MAX_NODES = 10**15
MAX_PROCESSORS = 1024


class AnalysedLine(msgspec.Struct, frozen=True):
    """A line of moves with its value for the seat to move."""

    moves: tuple[int, ...]
    texts: tuple[str, ...]
    """The moves in the game's notation."""
    score: float
    """The lead in the game's unit (a piece, a ring …); meaningless if the result is proven."""
    proven: int | None
    """1 for a proven win, 0 for a proven draw, -1 for a proven loss, None for an estimate."""
    verdict: str
    """The value in words: “wins within 3 moves”, “a draw”, “+1.2”."""
    win: float
    """The probability of winning."""


def analyse(
    position: Position,
    seconds: float | None = 1.0,
    lines: int = 3,
    *,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
) -> list[AnalysedLine]:
    """Return the best lines that a search finds, best first; none if the game is over.

    The search ends at the first limit it reaches; without `seconds` give a depth or a number of nodes.

    >>> from parlour import game
    >>> position = game("surakarta").read("....../....../....../.1..../....../2..... 1 0")
    >>> analyse(position, seconds=None, depth=3, lines=2)[0].texts[0] in position.move_texts()
    True
    """
    instance(position, Position, "position")
    lines = whole_number(lines, 1, MAX_LINES, "lines")
    threads = whole_number(threads, 1, MAX_PROCESSORS, "threads")
    if seconds is not None:
        seconds = number(seconds, 0, MAX_SECONDS, "seconds")
    if depth is not None:
        depth = whole_number(depth, 1, MAX_DEPTH, "depth")
    if nodes is not None:
        nodes = whole_number(nodes, 1, MAX_NODES, "nodes")
    if position.is_over():
        return []
    if seconds is None and depth is None and nodes is None:
        raise localized_error(ArgumentError, "engine.no-limit")
    limits = Limits(depth=depth, nodes=nodes, seconds=seconds, threads=threads)
    report = analysis.analyse(position, limits, lines)
    return [
        AnalysedLine(
            line.moves,
            tuple(write_moves(position, line.moves)),
            line.score / 100,
            line.proven,
            analysis.score_text(position, line),
            line.results[position.seat] if line.results else analysis.line_odds(line, position.game).win,
        )
        for line in report.lines
    ]


class ArenaResult(msgspec.Struct, frozen=True):
    """A finished match: the results of the first player, and all games with their records."""

    tally: WinDrawLoss
    games: tuple[ArenaGame, ...]

    @property
    def share(self) -> float:
        """Return the points per game of the first player."""
        return self.tally.share

    @property
    def elo(self) -> float:
        """Return the rating difference."""
        return elo(self.tally.share)

    @property
    def elo_range(self) -> tuple[float, float]:
        """Return the 95 % confidence interval of the rating difference."""
        return elo_range(self.tally)


def arena(
    game: Game | str,
    first: PlayerSpec,
    second: PlayerSpec,
    games: int = 20,
    *,
    options: Mapping[str, object] | None = None,
    seed: int = 1,
    processes: int = 1,
) -> ArenaResult:
    """Play a match between two players, who take the seats in turn, from random openings.

    Functions play in this process; matches between bots can use several processes.

    >>> result = arena("sim", 2, lambda position: position.moves()[0], games=4)
    >>> result.tally.games
    4
    """
    games = whole_number(games, 1, 1_000_000, "games")
    seed = whole_number(seed, -(2**63), 2**63 - 1, "seed")
    processes = whole_number(processes, 1, MAX_PROCESSORS, "processes")
    found = find_game(game) if isinstance(game, str) else instance(game, Game, "game")
    given = {} if options is None else instance(options, Mapping, "options")
    values = dict(found.check({**found.finite, **given}))
    functions = {name: one for name, one in (("first", first), ("second", second)) if callable(one)}
    texts = [name if name in functions else _bot_text(one) for name, one in (("first", first), ("second", second))]
    pairing = Pairing(found.key, values, texts[0], texts[1], found.opening_moves, seed=seed)
    if functions or processes == 1:
        if not functions:
            Arena(pairing).check()
        played = [play_game(pairing, number, functions) for number in range(games)]
    else:
        played = list(Arena(pairing).run(games, processes=processes))
    tally = WinDrawLoss()
    for one in played:
        tally.add(one.result)
    return ArenaResult(tally, tuple(sorted(played, key=lambda one: one.number)))


def _bot_text(player: object) -> str:
    return str(player if isinstance(player, Bot) else read_bot(str(player)))
