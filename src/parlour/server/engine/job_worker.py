"""`parlour worker`: a process that runs the searches of all servers that use the same queue."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections import OrderedDict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

import msgspec
from saq import Job, Worker
from saq.types import Context, PartialTimersDict, WorkerInfo

from parlour.engine.report import Stop
from parlour.server.channels.channels import receive_messages
from parlour.server.channels.redis_channels import connect
from parlour.server.engine.job_queue import (
    CONNECTION_ERRORS,
    DEQUEUE_SECONDS,
    FUNCTION,
    HEARTBEAT_SECONDS,
    INFO_SECONDS,
    QUEUES,
    STOP_CHANNEL,
    SWEEP_SECONDS,
    JobMessage,
    QueueName,
    SearchQueue,
    decode_task,
    make_job_channels,
    stop_decoder,
)
from parlour.server.engine.tasks import EngineMemory, SearchTask, TaskContext
from parlour.server.http.metrics import JOBS, PLACES, SEARCHES
from parlour.thread_priority import lower_priority

log = logging.getLogger("parlour.server")

MAX_REMEMBERED_STOPS = 1000
"""Stopped jobs that are remembered, because a worker may take one after the message."""


class _SaqWorker(Worker[Context]):
    """A SAQ worker that installs no signal handlers and waits while Redis is unavailable."""

    SIGNALS: list[signal.Signals] = []  # noqa: RUF012  # SAQ declares it so

    async def abort(self, abort_threshold: float) -> None:
        with _without_connection():
            await super().abort(abort_threshold)

    async def schedule(self, lock: int = 1) -> None:
        with _without_connection():
            await super().schedule(lock)

    async def worker_info(self, ttl: int = 60) -> WorkerInfo:
        with _without_connection():
            return await super().worker_info(ttl)
        return {"queue_key": None, "stats": None, "metadata": None}

    async def process(self) -> bool:
        with _without_connection():
            return await super().process()
        return True


@contextmanager
def _without_connection() -> Iterator[None]:
    """Log the loss of the connection to Redis and continue. A job whose result is lost is run again."""
    try:
        yield
    except CONNECTION_ERRORS as wrong:
        log.debug("The search queue cannot be reached: %s", wrong)


class _Running:
    """A job that runs in this process."""

    def __init__(self) -> None:
        self.stop = Stop()
        self.abandoned = False


class JobWorker:
    """Takes searches from the queues and runs them in threads."""

    def __init__(self, url: str, places: int, niceness: int) -> None:
        self.places = places
        self._redis = connect(url)
        self._channels = make_job_channels(url)
        self._memory = EngineMemory()
        self._running: dict[str, _Running] = {}
        self._stopped: OrderedDict[str, bool] = OrderedDict()
        """Keys of stopped jobs, and whether they were abandoned."""
        concurrency: dict[QueueName, int] = {"quick": places + 1, "play": places, "study": max(1, places - 1)}
        # Bots that play people come before everything else.
        high = max(0, niceness - 5)
        priority: dict[QueueName, int] = {"quick": high, "play": high, "study": niceness}
        self._threads = {
            name: ThreadPoolExecutor(concurrency[name], name, partial(lower_priority, priority[name]))
            for name in QUEUES
        }
        self._workers = [
            _SaqWorker(
                SearchQueue(self._redis, name),
                [(FUNCTION, partial(self._search, name))],
                concurrency=concurrency[name],
                dequeue_timeout=DEQUEUE_SECONDS,
                timers=PartialTimersDict(schedule=1, worker_info=INFO_SECONDS, sweep=SWEEP_SECONDS, abort=1),
                after_process=self._announce_end,
                shutdown_grace_period_s=0,
                metadata={"places": places},
            )
            for name in QUEUES
        ]

    async def run(self, ready: Callable[[], None]) -> None:
        """Run searches until SIGINT or SIGTERM. Searches that are not finished then are run by another worker."""
        self._loop = asyncio.get_running_loop()
        end = asyncio.Event()
        for sent in (signal.SIGINT, signal.SIGTERM):
            self._loop.add_signal_handler(sent, end.set)
        SEARCHES.set_function(lambda: len(self._running))
        PLACES.set(self.places)
        async with (
            self._channels,
            self._channels.start_subscription([STOP_CHANNEL]) as subscriber,
            receive_messages(subscriber, self._on_stop),
        ):
            tasks = [asyncio.create_task(worker.start()) for worker in self._workers]
            ending = asyncio.create_task(end.wait())
            ready()
            # A worker that ends by itself has failed: the whole process ends then, so that it is started again.
            await asyncio.wait((ending, *tasks), return_when=asyncio.FIRST_COMPLETED)
            ending.cancel()
            for worker in self._workers:
                await worker.stop()
            results = await asyncio.gather(*tasks, return_exceptions=True)
        await self._redis.aclose()
        for threads in self._threads.values():
            threads.shutdown(wait=False, cancel_futures=True)
        for fault in results:
            if isinstance(fault, Exception):
                raise fault

    # ---- One job ----------------------------------------------------------------------------------------------------

    async def _search(self, name: QueueName, context: Context, *, task: Any, server: str) -> dict[str, Any]:
        """Run a job; return its result as data, or nothing if it was abandoned."""
        job = context["job"]
        running = self._running[job.key] = _Running()
        if job.key in self._stopped:
            self._end(running, abandoned=self._stopped.pop(job.key))
        heart = asyncio.create_task(_beat(job))
        self._publish(server, JobMessage(job.key, "started"))
        try:
            work = partial(self._run_task, decode_task(task), job.key, server, running.stop)
            found = await self._loop.run_in_executor(self._threads[name], work)
            JOBS.labels("abandoned" if running.abandoned else "done").inc()
            return {} if running.abandoned else {"found": found}
        except asyncio.CancelledError:
            self._end(running, abandoned=True)
            raise
        except Exception:
            JOBS.labels("failed").inc()
            raise
        finally:
            heart.cancel()
            await asyncio.gather(heart, return_exceptions=True)
            if self._running.get(job.key) is running:
                del self._running[job.key]

    def _run_task(self, task: SearchTask[Any], key: str, server: str, stop: Stop) -> Any:
        """Run a task in this thread, and return its result as data."""

        def report(found: object) -> None:
            notice = JobMessage(key, "report", msgspec.Raw(msgspec.json.encode(found)))
            self._loop.call_soon_threadsafe(self._publish, server, notice)

        return msgspec.to_builtins(task.run(TaskContext(stop, report, self._memory)), str_keys=True)

    async def _announce_end(self, context: Context) -> None:
        """Notify the server that a job has ended."""
        job = context["job"]
        self._publish((job.kwargs or {})["server"], JobMessage(job.key, "done"))

    # ---- Messages ---------------------------------------------------------------------------------------------------

    def _publish(self, server: str, notice: JobMessage) -> None:
        self._channels.publish(msgspec.json.encode(notice), server)

    async def _on_stop(self, raw: bytes) -> None:
        message = stop_decoder.decode(raw)
        running = self._running.get(message.key)
        if running is not None:
            self._end(running, abandoned=message.abandoned)
            return
        self._stopped[message.key] = message.abandoned
        while len(self._stopped) > MAX_REMEMBERED_STOPS:
            self._stopped.popitem(last=False)

    def _end(self, running: _Running, *, abandoned: bool) -> None:
        running.abandoned = running.abandoned or abandoned
        running.stop.set()


async def _beat(job: Job) -> None:
    """Report periodically that a job still runs."""
    while True:
        await asyncio.sleep(HEARTBEAT_SECONDS)
        try:
            await job.update()
        except CONNECTION_ERRORS as wrong:
            log.debug("A heartbeat could not be sent: %s", wrong)
