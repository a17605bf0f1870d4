"""Measurement of the levels: the matches that verify their order, and the results stored for the strength report."""

from __future__ import annotations

import msgspec

from parlour.engine.bot import OPENING_MOVES
from parlour.engine.levels import HIGHEST, LOWEST, UNPREDICTABLE
from parlour.engine.solve.perfect_play import perfect_play
from parlour.games import Position
from parlour.games import game as find_game
from parlour.games.contract.options import Options, write_options
from parlour.lab.arena import Arena, ArenaGame, Pairing
from parlour.lab.elo import Sprt
from parlour.lab.strength_report import MeasuredMatch
from parlour.match.records.text_format import read_record

MAX_GAMES = 400
"""Maximum number of games in a match."""
STEP = Sprt(0.55, 0.65)
"""Test of a level against the one below."""
DOUBLE_STEP = Sprt(0.65, 0.75)
"""Test of a level against the second one below."""


def level_bot(level: int, seconds: float = 0.5) -> str:
    """Return the bot of a level as the ladder plays it: the highest with half a second per move, to limit the time."""
    return f"{level},seconds={seconds:g},threads=1" if level == HIGHEST else str(level)


class Task(msgspec.Struct, frozen=True):
    """A match to play: its section of the report, the test that ends it, and the maximum number of games."""

    section: str
    pairing: Pairing
    test: Sprt | None
    games: int = MAX_GAMES
    trait: str = ""


def tasks(game: str, options: Options, seed: int = 1) -> list[Task]:
    """Return all matches that measure the strength of a game's bots.

    Our own bots play with the options that guarantee an end of every game. Matches against earlier programs use the
    rules of those programs. If the game is solved and won for one seat, they start from the start position with our bot
    in that seat.
    """
    found = find_game(game)
    finite = found.check({**options, **found.finite})
    two = len(found.sides(options)) == 2

    def match(
        section: str, first: str, second: str, test: Sprt | None, games: int = MAX_GAMES, trait: str = ""
    ) -> Task:
        rules = dict(options if section == "baseline" else finite)
        pairing = Pairing(found.key, rules, first, second, found.opening_moves, seed=seed)
        winner = winning_seat(found.start(options)) if section == "baseline" else None
        if winner is not None:
            pairing = msgspec.structs.replace(pairing, seat=winner, opening_moves=0)
        return Task(section, pairing, test, games, trait)

    made = []
    for section, below, test in (("step", 1, STEP), ("double step", 2, DOUBLE_STEP)):
        for level in range(LOWEST + below, HIGHEST + 1):
            # With more seats an even result is not half a point: such steps are reported, not tested.
            first, second = level_bot(level), level_bot(level - below)
            made.append(
                match(section, first, second, test, MAX_GAMES) if two else match(section, first, second, None, 200)
            )
    if two:
        for name in found.baselines():
            made.append(match("baseline", level_bot(HIGHEST, 0.2), name, Sprt(0.95, 0.99), 200))
        clock = "seconds=0.1,threads=1"
        made.append(match("method", f"custom,method=alphabeta,{clock}", f"custom,method=mcts,{clock}", None, 100))
    for style in found.styles:
        made.append(match("style", f"5:{style.key}", "5", None, 200, style.trait))
    made.append(match("style", f"5:{UNPREDICTABLE}", "5", None, 200))
    return made


def winning_seat(start: Position) -> int | None:
    """Return the seat that wins a solved game from its start; None if there is none, or it is unknown."""
    exact = perfect_play(start)
    best = None if exact is None else exact.best(start)
    if not best or best[0].result == 0:
        return None
    return start.seat if best[0].result > 0 else 1 - start.seat


def summary(arena: Arena, section: str, trait: str = "") -> MeasuredMatch:
    """Return the summary of a match for the report."""
    pairing = arena.pairing
    found = find_game(pairing.game)
    options = found.check(pairing.options)
    chosen = {o.key: options[o.key] for o in found.declared if options[o.key] != o.default}
    games: list[ArenaGame] = list(arena.played.values())
    times = tuple(sum(g.seconds[k] for g in games) / max(sum(g.moves[k] for g in games), 1) for k in (0, 1))
    shown = mean_trait(games, trait) if trait else None
    first, second = pairing.first, pairing.second
    return MeasuredMatch(
        section,
        pairing.game,
        write_options(chosen),
        first,
        second,
        arena.tally,
        (times[0], times[1]),
        shown,
        pairing.seat,
    )


def mean_trait(games: list[ArenaGame], trait: str) -> tuple[float, float]:
    """Return the mean of a trait over all positions after the opening, for the first bot and for the second."""
    totals, counts = [0.0, 0.0], [0, 0]
    for played in games:
        for ply, position in enumerate(read_record(played.record).positions()):
            if ply <= OPENING_MOVES:
                continue
            for seat in (0, 1):
                totals[seat != played.seat] += position.trait(trait, seat)
                counts[seat != played.seat] += 1
    return totals[0] / max(counts[0], 1), totals[1] / max(counts[1], 1)
