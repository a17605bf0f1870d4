"""Report the progress of a task as a response: a line of JSON for every step."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import msgspec
from litestar.response import Stream

from parlour.server.http.error_responses import any_error_view
from parlour.server.messages import ErrorView, View

PROGRESS_INTERVAL_SECONDS = 0.2


def progress_response(
    task: asyncio.Task[Any],
    step: Callable[[], View],
    last: Callable[[ErrorView | None], View],
    cancel: Callable[[], object],
    language: str,
) -> Stream:
    """Return the messages about a task; call `cancel` if the client closes the connection."""

    async def lines() -> AsyncIterator[bytes]:
        try:
            while not task.done():
                yield _line(step())
                await asyncio.wait([task], timeout=PROGRESS_INTERVAL_SECONDS)
            fault = task.exception()
            yield _line(last(None if fault is None else any_error_view(fault, language)))
        finally:
            cancel()

    return Stream(lines(), media_type="application/x-ndjson")


def _line(message: View) -> bytes:
    return msgspec.json.encode(message) + b"\n"
