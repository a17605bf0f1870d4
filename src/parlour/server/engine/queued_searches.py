"""Run searches in worker processes, through the queue."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any, TypeVar

import msgspec
from saq import Job, Status

from parlour.engine.report import Stop
from parlour.server.channels.channels import receive_messages
from parlour.server.channels.redis_channels import connect
from parlour.server.engine.job_queue import (
    CONNECTION_ERRORS,
    FUNCTION,
    INFO_SECONDS,
    LOST_SECONDS,
    MAX_ATTEMPTS,
    QUEUE_OF,
    QUEUES,
    RESULT_SECONDS,
    RETRY_SECONDS,
    STOP_CHANNEL,
    JobMessage,
    JobStop,
    QueueName,
    SearchQueue,
    encode_task,
    job_channel,
    job_message_decoder,
    make_job_channels,
)
from parlour.server.engine.search_runner import SearchRequest, SearchRunner
from parlour.server.engine.tasks import SearchTask
from parlour.server.engine.workers import Workers

log = logging.getLogger("parlour.server")

T = TypeVar("T")

POLL_SECONDS = 1.0
"""How often a waiting server polls a job, in case a message about it was lost."""
MIN_PLACES = 2


class SearchFailed(Exception):
    """Raised when a worker could not run a search."""


class _RemoteStop(Stop):
    """A stop flag that also stops a job in another process."""

    def __init__(self, cause: Stop, on_stop: Callable[[], object]) -> None:
        self._on_stop = on_stop
        super().__init__(cause)

    def set(self) -> None:
        super().set()
        self._on_stop()


class _Waiting:
    """A search that this server waits for."""

    def __init__(self, on_start: Callable[[], None] | None, on_report: Callable[[msgspec.Raw], None]) -> None:
        self.changed = asyncio.Event()
        self.on_report = on_report
        self._on_start = on_start

    def start(self) -> None:
        """Report the start of the search, once."""
        if self._on_start is not None:
            self._on_start()
            self._on_start = None


def _is_abandoned(job: Job) -> bool:
    """Return whether a job was ended because no server waited for it."""
    return job.status in (Status.ABORTED, Status.ABORTING) or (
        job.status == Status.COMPLETE and "found" not in job.result
    )


class QueuedSearches(SearchRunner):
    """Send searches to worker processes. This process only decides their order."""

    def __init__(self, workers: Workers, url: str, server: str) -> None:
        super().__init__(workers)
        self._redis = connect(url)
        self._queues: dict[QueueName, SearchQueue] = {name: SearchQueue(self._redis, name) for name in QUEUES}
        self._channels = make_job_channels(url)
        self._news_channel = job_channel(server)
        self._waiting: dict[str, _Waiting] = {}
        self._background: set[asyncio.Task[None]] = set()
        self._running = AsyncExitStack()

    async def start(self) -> None:
        await self._running.enter_async_context(self._channels)
        subscriber = await self._running.enter_async_context(self._channels.start_subscription([self._news_channel]))
        await self._running.enter_async_context(receive_messages(subscriber, self._on_job_message))
        self._resizing = asyncio.create_task(self._follow_capacity())

    async def close(self) -> None:
        await super().close()
        self._resizing.cancel()
        await asyncio.gather(self._resizing, *self._background, return_exceptions=True)
        await self._running.aclose()
        await self._redis.aclose()

    async def _run(self, request: SearchRequest[T]) -> T:
        task = request.task

        def report(raw: msgspec.Raw) -> None:
            if request.on_report is not None:
                request.on_report(msgspec.json.decode(raw, type=task.progress))

        key = task.key or secrets.token_hex(8)
        place = self.workers.place(
            request.owner,
            host=request.host,
            priority=request.priority,
            on_wait=request.on_wait,
            on_crowded=request.on_crowded,
        )
        async with place:
            waiting = self._waiting[key] = _Waiting(request.on_start, report)
            try:
                found = await self._wait(key, QUEUE_OF[request.priority], task, waiting, request.stop)
            finally:
                if self._waiting.get(key) is waiting:
                    del self._waiting[key]
        result: T = msgspec.convert(found, task.result, str_keys=True)
        return result

    # ---- One job ----------------------------------------------------------------------------------------------------

    async def _wait(self, key: str, name: QueueName, task: SearchTask[Any], waiting: _Waiting, stop: Stop) -> Any:
        """Queue a task, and queue it again if it is lost, until it has a result."""
        queue, loop = self._queues[name], asyncio.get_running_loop()
        data = encode_task(task)
        _RemoteStop(stop, lambda: loop.call_soon_threadsafe(self._stop, key))  # `stop` keeps the reference
        try:
            while True:
                try:
                    job = await queue.job(key)
                    if job is None or _is_abandoned(job):
                        await self._enqueue(queue, key, data)
                    elif job.status == Status.COMPLETE:
                        return job.result["found"]
                    elif job.status == Status.FAILED:
                        raise SearchFailed(job.error)
                    elif job.status == Status.ACTIVE:
                        waiting.start()
                    if stop.is_set():
                        self._stop(key)  # the first message may have been lost, or the worker
                except CONNECTION_ERRORS as wrong:
                    log.debug("The search queue cannot be reached: %s", wrong)
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                await self._wait_for_change(waiting)
        except asyncio.CancelledError:
            self._in_background(self._abandon(queue, key))
            raise

    async def _enqueue(self, queue: SearchQueue, key: str, data: Any) -> None:
        job = Job(
            FUNCTION,
            kwargs={"task": data, "server": self._news_channel},
            key=key,
            timeout=0,
            heartbeat=LOST_SECONDS,
            retries=MAX_ATTEMPTS,
            ttl=RESULT_SECONDS,
        )
        await queue.enqueue(job)  # does nothing if another server has queued the same task

    async def _wait_for_change(self, waiting: _Waiting) -> None:
        """Wait until the job is done, or it is time to poll it."""
        try:
            await asyncio.wait_for(waiting.changed.wait(), POLL_SECONDS)
        except TimeoutError:
            return
        waiting.changed.clear()

    def _stop(self, key: str) -> None:
        if key in self._waiting:
            self._channels.publish(msgspec.json.encode(JobStop(key)), STOP_CHANNEL)

    async def _abandon(self, queue: SearchQueue, key: str) -> None:
        """Remove a job that nobody waits for, or end it if it runs."""
        try:
            self._channels.publish(msgspec.json.encode(JobStop(key, abandoned=True)), STOP_CHANNEL)
            job = await queue.job(key)
            if job is not None and job.status in (Status.QUEUED, Status.ACTIVE):
                await queue.abort(job, "abandoned", ttl=1)
        except CONNECTION_ERRORS as wrong:
            log.debug("A search could not be abandoned: %s", wrong)

    def _in_background(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    # ---- Messages and capacity --------------------------------------------------------------------------------------

    async def _on_job_message(self, raw: bytes) -> None:
        notice: JobMessage = job_message_decoder.decode(raw)
        waiting = self._waiting.get(notice.key)
        if waiting is None:
            return
        if notice.event == "done":
            waiting.changed.set()
        else:
            waiting.start()
        if notice.event == "report":
            waiting.on_report(notice.report)

    async def _follow_capacity(self) -> None:
        """Set the number of concurrent searches to the capacity of all workers together."""
        while True:
            try:
                info = await self._queues["play"].info()
                places = sum(int((worker["metadata"] or {}).get("places", 0)) for worker in info["workers"].values())
                if max(MIN_PLACES, places) != self.workers.places:
                    self.workers.resize(max(MIN_PLACES, places))
            except CONNECTION_ERRORS as wrong:
                log.debug("The workers cannot be counted: %s", wrong)
            except Exception:
                log.exception("The workers cannot be counted")
            await asyncio.sleep(INFO_SECONDS)
