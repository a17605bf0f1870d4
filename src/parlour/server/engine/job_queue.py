"""The queue between servers and worker processes: SAQ on Redis, with messages about running jobs.

A job is a search task as JSON. Nothing that comes from the queue is executed: unknown tasks, games and types are
refused. Servers put jobs into one of three queues: for quick and for other searches of bots that play people, and for
everything else. Workers report the progress of a job to the server that asked for it; servers tell all workers to stop
one. These messages may be lost: the result is stored with the job, and the waiting task polls for it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Literal

import msgspec
from litestar.channels import ChannelsPlugin
from redis.asyncio import Redis
from redis.exceptions import RedisError
from saq import Job, Status
from saq.queue.redis import RedisQueue

from parlour.server.channels.channels import make_channels
from parlour.server.engine.bot_tasks import BotMoveTask, DrawTask, SolveTask
from parlour.server.engine.tasks import (
    AnalysisTask,
    CoachTask,
    HintTask,
    MoveValuesTask,
    Priority,
    RefutationTask,
    ReviewTask,
    SearchTask,
    ThreatsTask,
    VerdictsTask,
    decode_position,
    encode_position,
)

log = logging.getLogger("parlour.server")

FUNCTION = "search"
HEARTBEAT_SECONDS = 1.0
"""How often a worker reports that a job still runs."""
LOST_SECONDS = 3
"""Time without such a report after which another worker takes over."""
SWEEP_SECONDS = 1
INFO_SECONDS = 2
"""How often a worker reports how many searches it can run."""
MAX_ATTEMPTS = 5
"""Lost workers after which a job is given up, because it may have crashed them."""
RESULT_SECONDS = 60
"""How long a result is kept."""
RETRY_SECONDS = 0.5
DEQUEUE_SECONDS = 5.0
CONNECTION_ERRORS = (OSError, RedisError)

QueueName = Literal["quick", "play", "study"]
QUEUES: tuple[QueueName, ...] = ("quick", "play", "study")
QUEUE_OF: dict[Priority, QueueName] = {"quick": "quick", "play": "play", "bots": "study", "study": "study"}

AnyTask = (
    AnalysisTask
    | HintTask
    | ThreatsTask
    | CoachTask
    | VerdictsTask
    | MoveValuesTask
    | ReviewTask
    | RefutationTask
    | BotMoveTask
    | DrawTask
    | SolveTask
)


def encode_task(task: SearchTask[Any]) -> Any:
    """Return a task as data for JSON."""
    return msgspec.to_builtins(task, enc_hook=encode_position)


def decode_task(data: Any) -> SearchTask[Any]:
    """Return the task that was encoded as such data; raise `msgspec.ValidationError` or `ParlourError`."""
    task: SearchTask[Any] = msgspec.convert(data, AnyTask, dec_hook=decode_position)
    return task


# ---- Messages about jobs ---------------------------------------------------------------------------------------------


class JobMessage(msgspec.Struct, frozen=True):
    """A message from a worker to a server: a job has started, has progressed, or is done."""

    key: str
    event: Literal["started", "report", "done"]
    report: msgspec.Raw = msgspec.Raw(b"null")


class JobStop(msgspec.Struct, frozen=True):
    """A message from a server to all workers: end a job now. If it is not abandoned, return its best result so far."""

    key: str
    abandoned: bool = False


STOP_CHANNEL = "job_stops"
job_message_decoder = msgspec.json.Decoder(JobMessage)
stop_decoder = msgspec.json.Decoder(JobStop)


def job_channel(server: str) -> str:
    """Return the channel of the messages to a server."""
    return f"job_news_{server}"


def make_job_channels(url: str) -> ChannelsPlugin:
    """Return the channels of messages about jobs."""
    return make_channels(url, lambda _: None)


# ---- The queues ------------------------------------------------------------------------------------------------------


class SearchQueue(RedisQueue):
    """A SAQ queue that waits while Redis is unreachable, and requeues the jobs of dead workers within seconds."""

    def __init__(self, redis: Redis, name: QueueName) -> None:
        super().__init__(redis, name=f"parlour-{name}")
        self._not_started: set[bytes] = set()
        """Jobs that a worker had dequeued but not started at the last sweep."""

    async def dequeue(self, timeout: float = 0.0, poll_interval: float = 0.0) -> Job | None:
        try:
            return await super().dequeue(timeout, poll_interval)
        except CONNECTION_ERRORS as wrong:
            log.debug("The search queue cannot be reached: %s", wrong)
            await asyncio.sleep(RETRY_SECONDS)
            return None

    async def sweep(self, lock: int = 60, abort: float = 5.0) -> list[str]:
        """Requeue the jobs of dead workers. SAQ would wait for the workers."""
        try:
            if not await self.redis.set(self._sweep, 1, ex=lock, nx=True):
                return []
            return await self._take_over()
        except CONNECTION_ERRORS as wrong:
            log.debug("The jobs of dead workers could not be requeued: %s", wrong)
            return []

    async def _take_over(self) -> list[str]:
        taken: list[str] = []
        not_started: set[bytes] = set()
        redis: Any = self.redis  # its types also cover synchronous clients
        for id in await redis.lrange(self._active, 0, -1):
            job = await self._get_job_by_id(id)
            if job is None:
                await redis.lrem(self._active, 0, id)
            elif job.stuck or (job.status == Status.QUEUED and id in self._not_started):
                log.warning("Search %s was lost with its worker and is taken over", job.key)
                taken.append(job.key)
                if job.retryable:
                    await self.retry(job, "lost")
                else:
                    await self.finish(job, Status.FAILED, error="Too many workers were lost with this search.")
            elif job.status == Status.QUEUED:
                not_started.add(id)
        self._not_started = not_started
        return taken
