"""Review whole games, one position at a time in the worker queue so that a long game does not block others."""

from __future__ import annotations

from collections.abc import Callable

from parlour.engine.analysis import search_for
from parlour.engine.report import Limits, Stop
from parlour.engine.review import PositionReview, review_position
from parlour.games.contract.position import Position
from parlour.match.match import Match
from parlour.server.matches.views import turn_starts
from parlour.server.services import Services

ReviewProgress = Callable[[int, int, PositionReview], None]
"""Called with the number of positions done, the total, and the evaluation of the last one."""


def boards_of(match: Match) -> list[Position]:
    """Return the positions before every turn, and the last one."""
    walker = match.position.copy()
    moves = list(walker.played)
    while walker.played:
        walker.undo()
    walker.pieces()
    starts, found = {0, *turn_starts(match), len(moves)}, []
    for ply in range(len(moves) + 1):
        if ply in starts:
            found.append(walker.copy())
        if ply < len(moves):
            walker.play(moves[ply])
    return found


async def review_match(
    services: Services,
    owner: str,
    match: Match,
    seconds: float,
    stop: Stop,
    on_step: ReviewProgress,
    on_wait: Callable[[int], None] | None = None,
) -> tuple[PositionReview, ...] | None:
    """Evaluate the position before every turn; return None if stopped.

    Positions are searched from the end of the game with one transposition table, so that earlier searches know what
    decided the game later. Every position is queued separately.
    """
    boards = boards_of(match)
    memory, limits = search_for(boards[0]), Limits(seconds=seconds)
    found: list[PositionReview] = []
    for position in reversed(boards):

        def work(position: Position = position) -> PositionReview:
            return review_position(position, limits, memory, stop)

        found.append(await services.workers.run(owner, work, study=True, on_wait=on_wait))
        if stop.is_set():
            return None
        on_step(len(found), len(boards), found[-1])
    return tuple(reversed(found))
