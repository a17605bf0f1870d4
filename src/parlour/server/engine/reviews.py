"""Review whole games, one position at a time in the worker queue so that a long game does not block others."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from parlour.engine.report import Stop
from parlour.engine.review import PositionReview
from parlour.games.contract.position import Position
from parlour.match.match import Match
from parlour.server.engine.tasks import ReviewTask
from parlour.server.engine.views import reviewed_plies

ReviewProgress = Callable[[int, int, Position, PositionReview], None]
"""Called with the number of positions done, the total, and the last one with its evaluation."""


async def review_match(
    search: Callable[[ReviewTask], Awaitable[PositionReview]],
    match: Match,
    seconds: float,
    stop: Stop,
    on_step: ReviewProgress,
) -> tuple[PositionReview, ...] | None:
    """Evaluate the position before every turn by a function that runs searches; return None if stopped.

    Positions are searched from the end of the game with one transposition table, so that earlier searches know what
    decided the game later. Every position is queued separately.
    """
    plies, review = reviewed_plies(match), secrets.token_hex(8)
    walker, found = match.position.copy(), list[PositionReview]()
    for ply in reversed(plies):
        while len(walker.played) > ply:
            walker.undo()
        position = walker.copy()
        found.append(await search(ReviewTask(position=position, review=review, seconds=seconds)))
        if stop.is_set():
            return None
        on_step(len(found), len(plies), position, found[-1])
    return tuple(reversed(found))
