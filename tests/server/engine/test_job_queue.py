"""Searches in worker processes: the same results as in the server, with progress, cancellation and take-over."""

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.engine.levels import read_bot
from parlour.engine.report import Limits, Stop
from parlour.errors import ParlourError
from parlour.games import game, keys
from parlour.games.contract.position import Position
from parlour.server.engine import job_worker
from parlour.server.engine.bot_tasks import BotMoveTask, DrawTask
from parlour.server.engine.job_queue import decode_task, encode_task
from parlour.server.engine.tasks import (
    AnalysisTask,
    CoachTask,
    EngineMemory,
    HintTask,
    MoveValuesTask,
    SearchTask,
    TaskContext,
    ThreatsTask,
    VerdictsTask,
)
from tests.games.known import known
from tests.server.browser import Browser, Json, Table
from tests.server.conftest import NewBrowser
from tests.server.matches.live.test_bots import SLOW, move_now
from tests.server.processes import Process
from tests.server.redis_server import RedisServer
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
START: Json = {"game": "sim", "options": {}, "start": "", "moves": []}
LIMITS = Limits(depth=2, nodes=2000)


def tasks(position: Position) -> list[SearchTask[Any]]:
    """Return one task of each kind whose result depends on nothing but the position."""
    first = position.write_move(position.moves()[0])
    bot = read_bot("3")
    return [
        AnalysisTask(position=position, id=1, limits=LIMITS, lines=2, language="de"),
        HintTask(position=position, limits=LIMITS, language="en"),
        ThreatsTask(position=position, id=2, limits=LIMITS, language="en"),
        CoachTask(position=position, moves=(first,), limits=LIMITS, language="en"),
        VerdictsTask(position=position, id=3, seconds=60),
        MoveValuesTask(position=position, id=4, limits=LIMITS, language="en"),
        BotMoveTask(position=position, bot=bot, name="x 1", version=7, clock=None, max_seconds=60),
        # The other levels search for a limited time: on a busy machine two answers may differ.
        DrawTask(position=position, bot=read_bot("1"), name="x 1", seat=0),
    ]


def without_time(found: object) -> object:
    """Return a result as data, without how long its search took."""
    data = msgspec.json.decode(msgspec.json.encode(found))
    if isinstance(data, dict):
        data.pop("seconds", None)
    return data


def check_every_task(position: Position) -> None:
    """Compare the result of each task with that of its copy by way of JSON."""
    for task in tasks(position):
        copy = decode_task(msgspec.json.decode(msgspec.json.encode(encode_task(task))))
        assert copy.position.text() == position.text()
        assert len(copy.position.played) == len(position.played)
        here, there = (one.run(TaskContext(Stop(), None, EngineMemory())) for one in (task, copy))
        assert without_time(there) == without_time(here), task
        read = msgspec.convert(msgspec.json.decode(msgspec.json.encode(there)), task.result, str_keys=True)
        assert read == there


@pytest.mark.parametrize("key", [key for key in keys() if key != "heap"])
def test_a_task_gives_the_same_result_after_a_round_trip_through_json(key: str) -> None:
    position = game(key).start()
    position.play_random(5, 6)
    if position.is_over():
        position = game(key).start()
    check_every_task(position)


def test_moves_of_a_game_in_one_file_are_sent_in_notation() -> None:
    """Their numbers depend on the order in which a process has met them."""
    with known(Path("tests/games/hexapawn.py")):
        check_every_task(game("hexapawn").start())


@pytest.mark.parametrize(
    "data",
    [
        {"task": "shell", "position": None},
        {"task": "draw", "position": {**START, "game": "no such"}},
        {"task": "review", "review": "", "seconds": 1, "position": {**START, "start": "?"}},
        ["draw"],
    ],
)
def test_what_is_not_a_task_is_refused(data: object) -> None:
    with pytest.raises((msgspec.ValidationError, ParlourError)):
        decode_task(data)


# ---- Servers and workers ---------------------------------------------------------------------------------------------


class WorkerProcess(Process):
    """`parlour worker` that has started."""

    def __init__(self, redis: RedisServer, folder: Path) -> None:
        environment = {"PARLOUR_QUEUE_URL": redis.url, "PARLOUR_SEARCH_NICENESS": "0", "PARLOUR_LOG": "info"}
        super().__init__("worker", "--searches", "2", folder=folder, **environment)
        self.until("Waiting for searches")


@pytest.fixture
def queued(new_server: Callable[..., Served], tmp_path: Path) -> Iterator[tuple[Served, RedisServer]]:
    """Return a server that never searches, and its queue, which it has for itself."""
    with RedisServer(tmp_path) as redis:
        server = new_server(queue_url=redis.url)

        def never(*_: object, **__: object) -> None:
            raise AssertionError("a server with a queue must not search")

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(server.app.services.workers, "run", never)
            yield server, redis
        server.stop()


def play_against(bot: Json, browser: Browser) -> Table:
    """Open a new match against a bot, in which Anna moves first."""
    return browser.open(browser.play(ANNA, bot))


def wait_for_search(table: Table) -> None:
    """Wait for the progress of the bot's search."""
    table.socket.until("thinking", where=lambda message: message["nodes"] > 0)


def test_workers_play_analyse_and_review(
    queued: tuple[Served, RedisServer], new_browser: NewBrowser, tmp_path: Path
) -> None:
    server, redis = queued
    browser = new_browser(server)
    with WorkerProcess(redis, tmp_path):
        table = play_against({"is": "bot", "level": 3}, browser)
        table.does("move", index=0)
        table.until(lambda page: page.ply == 2)
        socket = browser.socket("/api/engine")
        socket.send({"type": "analyse", "id": 1, "position": {"game": "surakarta"}, "seconds": 60})
        assert socket.until("found")["depth"] >= 1
        socket.send({"type": "stop", "id": 1})
        assert socket.until("found", where=lambda message: message["done"])["lines"]
        socket.send({"type": "hint", "id": 2, "position": {"game": "sim"}, "seconds": 0.1})
        assert socket.until("hint")["reasons"]
        table.does("resign")
        socket.send({"type": "review", "id": 3, "match": table.snapshot["match"]["id"], "seconds": 0.05})
        assert socket.until("reviewed", where=lambda message: message["done"])["analysis"]


def test_a_bot_in_a_worker_is_hurried_and_cancelled(
    queued: tuple[Served, RedisServer], new_browser: NewBrowser, tmp_path: Path
) -> None:
    server, redis = queued
    table = play_against(SLOW, new_browser(server))
    with WorkerProcess(redis, tmp_path):
        table.does("move", index=0)
        wait_for_search(table)
        table.does("take-back")
        table.until(lambda page: page.ply == 0)
        table.does("move", index=1)
        wait_for_search(table)
        assert move_now(table)["type"] == "accepted"
        table.until(lambda page: page.ply == 2)


def test_a_search_waits_for_a_worker_and_is_taken_over_when_it_dies(
    queued: tuple[Served, RedisServer], new_browser: NewBrowser, tmp_path: Path
) -> None:
    server, redis = queued
    table = play_against(SLOW, new_browser(server))
    table.does("move", index=0)
    with WorkerProcess(redis, tmp_path) as first:
        wait_for_search(table)
        with WorkerProcess(redis, tmp_path) as second:
            first.kill()
            second.until("is taken over", second.errors)
            wait_for_search(table)
            assert move_now(table)["type"] == "accepted"
            table.until(lambda page: page.ply == 2)
            assert second.stop() == 0, second.shown()


def test_searches_survive_a_redis_that_forgets_everything(
    queued: tuple[Served, RedisServer], new_browser: NewBrowser, tmp_path: Path
) -> None:
    server, redis = queued
    table = play_against(SLOW, new_browser(server))
    with WorkerProcess(redis, tmp_path):
        table.does("move", index=0)
        wait_for_search(table)
        redis.kill()
        redis.start()
        wait_for_search(table)
        while table.ply < 2:  # the message to hurry may be lost as long as the worker connects again
            move_now(table)
            table.receive()


def test_a_server_starts_before_its_queue(
    new_server: Callable[..., Served], new_browser: NewBrowser, tmp_path: Path
) -> None:
    redis = RedisServer(tmp_path)
    server = new_server(queue_url=redis.url)
    table = play_against({"is": "bot", "level": 2}, new_browser(server))
    table.does("move", index=0)
    with redis, WorkerProcess(redis, tmp_path):
        table.until(lambda page: page.ply == 2)
        server.stop()


def test_a_worker_without_a_queue_says_what_it_needs(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PARLOUR_QUEUE_URL"}
    with Process("worker", folder=tmp_path, **environment) as process:
        assert process.wait() == 2
    assert process.errors == [
        "parlour: A worker needs the address of its queue: set PARLOUR_QUEUE_URL, such as redis://localhost:6379/0."
    ]


@pytest.mark.anyio
async def test_a_worker_ends_with_the_reason_when_it_cannot_take_searches(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(self: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(job_worker._SaqWorker, "start", fail)
    worker = job_worker.JobWorker(redis.url, places=1, niceness=0)
    with pytest.raises(ZeroDivisionError, match="a defect"):
        await asyncio.wait_for(worker.run(lambda: None), 60)
