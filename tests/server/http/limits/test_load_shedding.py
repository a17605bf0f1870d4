"""Requests that can wait are refused while there is too much work; everything else passes."""

import asyncio
import time
from typing import Any

import msgspec
import pytest

from parlour.server.http.limits import load_shedding
from parlour.server.http.limits.load_shedding import (
    MAX_LATE_CHECKS,
    MAX_OPENING,
    MAX_OPENING_IN_OVERLOAD,
    MAX_REQUESTS,
    MAX_REQUESTS_WITH_COMMANDS,
    LoadShedding,
    LoopBacklog,
)
from parlour.server.matches.routes import socket as match_socket
from tests.server.conftest import NewBrowser

pytestmark = pytest.mark.anyio


class Slow:
    """An application that answers when `end` is set."""

    def __init__(self) -> None:
        self.end = asyncio.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.end.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def ask(
    app: LoadShedding, path: str, kind: str = "http", language: str = "en", host: str = "127.0.0.1"
) -> list[dict[str, Any]]:
    """Return what is sent in response to a request."""
    sent: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {"type": kind, "path": path, "headers": [(b"accept-language", language.encode())], "client": (host, 1)}
    await app(scope, None, send)  # type: ignore[arg-type]  # nothing is received
    return sent


async def test_responses_to_excess_requests_say_when_to_retry() -> None:
    slow = Slow()
    app = LoadShedding(slow, LoopBacklog())
    running = [asyncio.ensure_future(ask(app, "/api/library")) for _ in range(MAX_REQUESTS)]
    await asyncio.sleep(0)
    start, body = await ask(app, "/api/library", language="de")
    assert start["status"] == 503
    assert int(dict(start["headers"])[b"retry-after"]) > 0
    assert msgspec.json.decode(body["body"])["error"] == "busy"
    assert "überlastet" in msgspec.json.decode(body["body"])["text"]
    assert (await ask(app, "/schema/openapi.json"))[0]["status"] == 503
    # Pages, health checks and WebSockets are not refused.
    others = [asyncio.ensure_future(ask(app, *what)) for what in (("/",), ("/health",), ("/api/page", "websocket"))]
    await asyncio.sleep(0)
    slow.end.set()
    assert all(sent[0]["status"] == 200 for sent in await asyncio.gather(*running, *others))
    assert (await ask(app, "/api/library"))[0]["status"] == 200


async def test_moves_of_programs_are_accepted_longer_than_what_can_wait() -> None:
    slow, backlog = Slow(), LoopBacklog()
    app = LoadShedding(slow, backlog)
    running = [asyncio.ensure_future(ask(app, "/api/library")) for _ in range(MAX_REQUESTS)]
    await asyncio.sleep(0)
    backlog._late_checks = MAX_LATE_CHECKS + 1
    commands = MAX_REQUESTS_WITH_COMMANDS - MAX_REQUESTS
    running += [asyncio.ensure_future(ask(app, "/api/matches/m/commands")) for _ in range(commands)]
    await asyncio.sleep(0)
    assert (await ask(app, "/api/matches/m/commands"))[0]["status"] == 503, "their queue is bounded, too"
    assert (await ask(app, "/api/matches/m"))[0]["status"] == 503
    slow.end.set()
    assert [sent[0]["status"] for sent in await asyncio.gather(*running)] == [200] * MAX_REQUESTS_WITH_COMMANDS


async def test_one_address_leaves_places_to_others() -> None:
    slow = Slow()
    app = LoadShedding(slow, LoopBacklog())
    running = [
        asyncio.ensure_future(ask(app, "/api/library", host=f"2001:db8::{n:x}")) for n in range(MAX_REQUESTS // 2)
    ]
    await asyncio.sleep(0)
    assert (await ask(app, "/api/matches", host="2001:db8::ffff"))[0]["status"] == 503, "the same network"
    running += [asyncio.ensure_future(ask(app, "/api/matches", host="192.0.2.1")) for _ in range(MAX_REQUESTS // 2)]
    await asyncio.sleep(0)
    assert (await ask(app, "/api/matches", host="192.0.2.2"))[0]["status"] == 503, "all places are used"
    slow.end.set()
    assert {sent[0]["status"] for sent in await asyncio.gather(*running)} == {200}


class Pages:
    """An application that accepts WebSockets, loads something until `end` is set, and then waits for messages."""

    def __init__(self) -> None:
        self.end = asyncio.Event()
        self.opened = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await self.end.wait()
        self.opened += 1
        await receive()


async def test_websockets_are_opened_a_limited_number_at_a_time() -> None:
    pages, backlog, left = Pages(), LoopBacklog(), asyncio.Event()
    app = LoadShedding(pages, backlog)
    opened: list[asyncio.Task[list[str]]] = []

    async def connect(host: str) -> list[str]:
        sent, received = [], 0

        async def receive() -> Any:
            nonlocal received
            received += 1
            if received > 1:
                await left.wait()

        async def send(message: Any) -> None:
            sent.append(message["type"])

        await app({"type": "websocket", "path": "/api/page", "headers": [], "client": (host, 1)}, receive, send)  # type: ignore[arg-type]
        return sent

    async def open_pages(count: int, host: str = "127.0.0.1") -> None:
        opened.extend(asyncio.ensure_future(connect(host)) for _ in range(count))
        await asyncio.sleep(0)

    refusal = ["websocket.http.response.start", "websocket.http.response.body"]
    await open_pages(MAX_OPENING // 2, "192.0.2.1")
    assert await connect("192.0.2.1") == refusal
    await open_pages(MAX_OPENING // 2)
    assert await connect("192.0.2.2") == refusal
    pages.end.set()
    await asyncio.sleep(0)
    assert pages.opened == MAX_OPENING, "pages that are open do not count"
    pages.end.clear()
    backlog._late_checks = MAX_LATE_CHECKS + 1
    await open_pages(MAX_OPENING_IN_OVERLOAD)
    assert await connect("127.0.0.1") == refusal
    pages.end.set()
    left.set()
    assert await asyncio.gather(*opened) == [["websocket.accept"]] * len(opened)


def test_open_websockets_of_every_kind_leave_room_for_others(
    new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(load_shedding, "MAX_OPENING", 1)
    browser = new_browser()
    code = browser.post_json("/api/classrooms", {"name": "4b"})["code"]
    match = browser.play({"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"})
    for path in (f"/api/matches/{match}/live", "/api/page", f"/api/classrooms/{code}/live", "/api/engine", "/api/page"):
        socket = browser.socket(path)
        socket.send("nonsense")
        socket.until("broken", "refused", "tally")  # the last one is that of a class, which accepts no messages


def test_moves_beyond_those_that_are_executed_at_a_time_can_be_sent_again(
    new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser = new_browser()
    table = browser.open(browser.play({"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"}))
    with monkeypatch.context() as patched:
        patched.setattr(match_socket, "MAX_COMMANDS", 0)
        assert table.refused("move", index=0) == "busy"
    table.does("move", index=0)


async def test_requests_are_refused_while_the_loop_stays_behind_with_its_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_shedding, "MAX_DELAY_SECONDS", 0.02)
    slow, backlog = Slow(), LoopBacklog()
    slow.end.set()
    app = LoadShedding(slow, backlog)
    measuring = asyncio.ensure_future(backlog.run())

    async def status() -> int:
        status: int = (await ask(app, "/api/library"))[0]["status"]
        return status

    async def work_until_checked() -> None:
        """Keep the loop busy, as many moves at once do, until the next check."""
        checks = backlog._late_checks
        while backlog._late_checks == checks:
            end = time.thread_time() + 2 * load_shedding.MAX_DELAY_SECONDS
            while time.thread_time() < end:
                pass
            await asyncio.sleep(0)

    for _ in range(MAX_LATE_CHECKS):
        await work_until_checked()
        assert await status() == 200  # one long request is no overload
    await work_until_checked()
    assert await status() == 503
    monkeypatch.setattr(load_shedding, "MAX_DELAY_SECONDS", 60.0)
    while backlog.is_overload:
        await asyncio.sleep(0.01)
    assert await status() == 200
    measuring.cancel()


async def test_slow_clients_do_not_keep_others_from_being_answered() -> None:
    """Requests that wait for their body, or for their response to be read, do not count: another limit is for them."""
    sent_body, read_response = asyncio.Event(), asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def slow_body() -> Any:
        await sent_body.wait()
        return {"type": "http.request", "body": b"", "more_body": False}

    async def quick_body() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    statuses: list[int] = []

    async def slow_reader(message: Any) -> None:
        await read_response.wait()
        statuses.append(message["status"])

    async def quick_reader(message: Any) -> None:
        if "status" in message:
            statuses.append(message["status"])

    shedding = LoadShedding(app, LoopBacklog())
    scope: Any = {"type": "http", "path": "/api/library", "headers": [], "client": ("127.0.0.1", 1)}
    waiting = [asyncio.ensure_future(shedding(scope, slow_body, quick_reader)) for _ in range(MAX_REQUESTS)]
    waiting += [asyncio.ensure_future(shedding(scope, quick_body, slow_reader)) for _ in range(MAX_REQUESTS)]
    await asyncio.sleep(0)
    await shedding(scope, quick_body, quick_reader)
    assert statuses == [200]
    sent_body.set()
    read_response.set()
    await asyncio.gather(*waiting)
    assert statuses == [200] * (2 * MAX_REQUESTS + 1)
