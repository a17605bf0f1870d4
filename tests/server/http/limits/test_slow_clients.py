"""Clients that send slowly, or do not read, hold a limited number of requests, connections and bytes."""

import asyncio
import select
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from litestar.response import File

from parlour.server.http.limits import slow_clients
from parlour.server.http.limits.rate_limits import ConcurrencyCounter
from parlour.server.http.limits.slow_clients import MAX_PART_BYTES, SlowClientLimits
from parlour.server.http.static_site import StaticSite
from parlour.server.http.transport import connections
from parlour.server.http.transport.connections import MAX_PIPELINED_REQUESTS
from tests.server.browser import Browser
from tests.server.polling import until
from tests.server.raw_client import RawClient, cookies_of
from tests.server.served import Served

BODY_BYTES = 1_000_000
LARGE_FILE = "/schema/openapi.json"


def held(served: Served) -> ConcurrencyCounter:
    limits = served.app.app
    assert isinstance(limits, SlowClientLimits)
    return limits._held


def begin_body(client: RawClient, browser: Browser) -> None:
    """Send all but the last byte of a large body."""
    browser.get("/api/me")
    lines = (
        "POST /api/positions HTTP/1.1",
        f"Host: 127.0.0.1:{client.server.port}",
        f"X-CSRF-Token: {browser.http.cookies['parlour_csrf']}",
        f"Cookie: {cookies_of(browser)}",
        "Content-Type: application/json",
        f"Content-Length: {BODY_BYTES}",
    )
    client.send("\r\n".join([*lines, "", ""]).encode() + b"[" + (BODY_BYTES - 2) * b" ")


def ask(client: RawClient, path: str) -> None:
    client.send(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{client.server.port}\r\n\r\n".encode())


def status(client: RawClient) -> int:
    while b"\r\n\r\n" not in client.buffer:
        client.read_more()
    return int(client.buffer[9:12])


def read_body(client: RawClient) -> bytes:
    """Read a response with a known length to its end; return its body."""
    assert status(client) == 200
    head, _, client.buffer = client.buffer.partition(b"\r\n\r\n")
    length = next(int(line[15:]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:"))
    while len(client.buffer) < length:
        client.read_more()
    return client.buffer


def test_many_unfinished_bodies_hold_limited_memory(
    served: Served, browser: Browser, raw: Callable[[], RawClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slow_clients, "MAX_HELD_BYTES", 3 * BODY_BYTES)
    clients = [raw() for _ in range(10)]
    for client in clients:
        begin_body(client, browser)

    def answered() -> list[RawClient]:
        ready = select.select([client.socket for client in clients], [], [], 0)[0]
        return [client for client in clients if client.socket in ready]

    refused = until(answered, lambda found: len(found) >= 6)
    assert {status(client) for client in refused} == {503}
    assert 2 * BODY_BYTES < held(served)._total < 4 * BODY_BYTES
    assert browser.post("/api/positions", {}).status_code == 400, "small bodies are still read"
    unfinished = [client for client in clients if client not in refused]
    unfinished[0].send(b"]")
    assert status(unfinished[0]) == 400
    for client in unfinished[1:]:
        client.socket.close()
    until(lambda: not held(served)._by_address)


def test_a_large_response_that_is_not_read_waits_outside_the_connection_and_counts(
    served: Served, browser: Browser, raw: Callable[[], RawClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = browser.get(LARGE_FILE).content
    slow, other = raw(), raw()
    ask(slow, LARGE_FILE)
    protocol = slow.protocol()
    until(lambda: protocol.flow.write_paused)  # if the kernel took more, it would be the whole response
    assert slow.on_loop(protocol.transport.get_write_buffer_size) <= 2 * MAX_PART_BYTES
    assert held(served)._total == len(whole)
    monkeypatch.setattr(slow_clients, "MAX_HELD_BYTES", len(whole))
    ask(other, LARGE_FILE)
    assert status(other) == 503
    assert browser.get("/api/me").status_code == 200, "small responses are still sent"
    assert read_body(slow) == whole
    until(lambda: not held(served)._by_address)
    assert browser.get(LARGE_FILE).content == whole


def test_a_large_response_that_is_hardly_read_is_given_up(
    served: Served, browser: Browser, raw: Callable[[], RawClient]
) -> None:
    slow = raw()
    ask(slow, LARGE_FILE)
    protocol = slow.protocol()
    until(lambda: protocol.flow.write_paused)
    slow.on_loop(served.server.connection_watch.check)
    slow.read_more()
    slow.on_loop(served.server.connection_watch.check)
    assert slow.is_closed()
    until(lambda: not held(served)._by_address)


def test_of_a_file_no_more_is_read_than_is_sent_at_once(tmp_path: Path) -> None:
    (tmp_path / "large.js").write_bytes(bytes(2_000_000))
    file = StaticSite(tmp_path).respond("large.js", "")
    assert isinstance(file, File)
    assert file.chunk_size == MAX_PART_BYTES


@pytest.mark.anyio
async def test_requests_that_wait_for_their_clients_are_limited_for_each_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(slow_clients, "MAX_OPEN_REQUESTS", 10)
    finish = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def slow_body() -> Any:
        await finish.wait()
        return {"type": "http.request", "body": b"{}", "more_body": False}

    limits = SlowClientLimits(app)

    async def answer(host: str, path: str = "/page") -> int:
        statuses: list[int] = []

        async def send(message: Any) -> None:
            statuses.extend([message["status"]] if "status" in message else [])

        scope: Any = {"type": "http", "path": path, "headers": [], "client": (host, 1)}
        await limits(scope, slow_body, send)
        return statuses[0]

    waiting = [asyncio.ensure_future(answer("192.0.2.1")) for _ in range(5)]
    await asyncio.sleep(0)
    assert await answer("192.0.2.1") == 503
    waiting += [asyncio.ensure_future(answer("192.0.2.2")) for _ in range(5)]
    await asyncio.sleep(0)
    assert await answer("192.0.2.3") == 503, "all are used"
    waiting.append(asyncio.ensure_future(answer("192.0.2.3", "/health")))
    await asyncio.sleep(0)
    finish.set()
    assert set(await asyncio.gather(*waiting)) == {200}
    assert await answer("192.0.2.1") == 200


def test_connections_of_an_address_are_limited(
    browser: Browser, raw: Callable[[], RawClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "is_loopback", lambda _: False)
    monkeypatch.setattr(connections, "MAX_CONNECTIONS_PER_ADDRESS", 3)
    first, *others = [raw() for _ in range(3)]
    for client in (first, *others):
        ask(client, "/health")
        assert status(client) == 200
    assert raw().is_closed()
    first.socket.close()

    def ask_again() -> bool:
        client = raw()
        try:
            ask(client, "/health")
            return status(client) == 200
        except ConnectionError:
            return False

    until(ask_again)
    page = others[0]
    page.buffer = b""
    page.open_websocket("/api/page", cookies_of(browser))
    until(ask_again)


def test_a_connection_with_too_many_pipelined_requests_is_closed(raw: Callable[[], RawClient]) -> None:
    request = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{raw().server.port}\r\n\r\n".encode()
    few, many = raw(), raw()
    few.send(MAX_PIPELINED_REQUESTS * request)
    while few.buffer.count(b'"ok"') < MAX_PIPELINED_REQUESTS:
        few.read_more()
    many.send(100 * MAX_PIPELINED_REQUESTS * request)
    assert many.is_closed()
