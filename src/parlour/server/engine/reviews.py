"""Review whole games, one position at a time in the worker queue so that a long game does not block others."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable

from parlour.engine.report import Stop
from parlour.engine.review import PositionReview
from parlour.match.match import Match
from parlour.server.engine.tasks import ReviewTask
from parlour.server.engine.views import boards_of

ReviewProgress = Callable[[int, int, PositionReview], None]
"""Called with the number of positions done, the total, and the evaluation of the last one."""


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
    boards, review = boards_of(match), secrets.token_hex(8)
    found: list[PositionReview] = []
    for position in reversed(boards):
        found.append(await search(ReviewTask(position=position, review=review, seconds=seconds)))
        if stop.is_set():
            return None
        on_step(len(found), len(boards), found[-1])
    return tuple(reversed(found))
