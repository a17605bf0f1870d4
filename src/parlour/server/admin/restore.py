"""Restore a backup in a running server."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from parlour.server.admin.messages import RestoredView, RestoreProgressView, RestoreRequest
from parlour.server.http.auth import now
from parlour.server.messages import ErrorView
from parlour.server.services import Services
from parlour.store.archive import open_archive, write_archive

_running: set[asyncio.Task[None]] = set()
"""A restore that has begun to replace data ends even if nobody waits for it."""


class Restore:
    """One restore. The file is validated first; then all pages are notified and reconnect."""

    def __init__(self, services: Services, request: RestoreRequest) -> None:
        self._services = services
        self._file = Path(request.file)
        self._replace = request.replace
        self._step = "reading"
        self._done = 0
        self._total = 0
        self._replaces = False
        self._restored: RestoredView | None = None
        self.task = asyncio.create_task(self._run())
        _running.add(self.task)
        self.task.add_done_callback(_running.discard)

    def cancel(self) -> None:
        """Stop, unless the data is being replaced already."""
        if not self._replaces:
            self.task.cancel()

    def progress(self) -> RestoreProgressView:
        """Return what has been done so far."""
        return RestoreProgressView(self._step, self._done, self._total)

    def result(self, error: ErrorView | None) -> RestoreProgressView:
        """Return the last message."""
        return RestoreProgressView(self._step, self._done, self._total, done=True, restored=self._restored, error=error)

    async def _run(self) -> None:
        services, database = self._services, self._services.store.database
        assert services.restart is not None
        name = time.strftime("before-restore-%Y%m%d-%H%M%S.jsonl.gz")
        before = services.folder / name if self._replace else None
        async with open_archive(self._file, self._report, beside_play=True) as archive:

            async def put() -> None:
                if before is not None:
                    await write_archive(database, before, now(), self._report)
                await archive.put(database, replace=self._replace, progress=self._report)

            self._replaces = True
            await services.restart(put)
            kept = None if before is None else str(before)
            self._restored = RestoredView(archive.counts.matches, archive.counts.people, kept)

    def _report(self, step: str, count: int, total: int) -> None:
        self._step, self._done, self._total = step, count, total
