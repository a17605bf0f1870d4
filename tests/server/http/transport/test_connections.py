"""Connections that do not read, do not finish what they send, or have vanished cannot pin memory."""

import asyncio
import contextlib
import json
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from parlour.server.chat.notices import LOBBY_ROOM, ChatLine, ChatModeChanged, LinesAdded
from parlour.server.engine.messages import SearchQueuedMessage
from parlour.server.engine.session import EngineSession
from parlour.server.http.auth import Visitor
from parlour.server.http.page_socket import MAX_WAITING_BYTES
from parlour.server.http.transport.connections import (
    BODY_SECONDS,
    HEADER_SECONDS,
    MAX_HEADER_BYTES,
    HttpProtocol,
)
from parlour.server.http.transport.websocket_protocol import MAX_FRAGMENTS, WebSocketProtocol
from parlour.server.matches.live.live_match import RECENT_EVENTS
from parlour.server.process.match_time import MatchTime
from parlour.server.process.open_sockets import OpenSockets
from tests.server.browser import PATIENCE, Browser, Json
from tests.server.polling import until
from tests.server.raw_client import CLOSE, CONTINUATION, FINAL, PING, TEXT, RawClient, cookies_of
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}

HIGH_WATER = 64 * 1024
LARGEST_MESSAGE = 64 * 1024
"""No message of these tests is larger."""
MAX_ON_THE_WAY = 1_000_000
"""What one connection may hold in the server and in the kernel."""
LONG_TEXT = 1000 * "x"


def change(browser: Browser, match: str) -> None:
    """Make two events happen in a match."""
    for do in ("pause", "resume"):
        browser.post_json(f"/api/matches/{match}/commands", {"do": do})


def fill(browser: Browser, match: str, protocol: Any) -> None:
    """Make events happen until the server stops sending them to a page."""
    for _ in range(1000):
        if not protocol.writable.is_set():
            return
        change(browser, match)
    raise AssertionError("everything was sent")


# ---- WebSockets ------------------------------------------------------------------------------------------------------


def test_a_page_that_does_not_read_uses_little_memory_and_catches_up_with_one_message(
    browser: Browser, raw: Callable[[], RawClient]
) -> None:
    match = browser.play(ANNA, BEN)
    page = raw()
    page.open_websocket(f"/api/matches/{match}/live", cookies_of(browser))
    protocol = page.protocol()
    fill(browser, match, protocol)
    for _ in range(RECENT_EVENTS):
        change(browser, match)
    assert page.on_loop(protocol.transport.get_write_buffer_size) <= HIGH_WATER + LARGEST_MESSAGE
    received = []
    for message in page.messages():
        received.append(message)
        if message.get("state", {}).get("version") == browser.get_json(f"/api/matches/{match}")["state"]["version"]:
            break
    updates = [message for message in received if message["type"] in ("news", "snapshot")]
    assert len(updates) < 200
    assert updates[-1]["type"] == "snapshot", "a page that is far behind gets one snapshot"


def test_a_page_that_does_not_read_is_closed_at_the_second_check(
    served: Served, browser: Browser, raw: Callable[[], RawClient]
) -> None:
    match = browser.play(ANNA, BEN)
    page = raw()
    page.open_websocket(f"/api/matches/{match}/live", cookies_of(browser))
    protocol = page.protocol()
    fill(browser, match, protocol)
    check = served.server.connection_watch.check
    page.on_loop(check)
    assert protocol in served.server.server_state.connections
    page.on_loop(check)
    until(lambda: protocol not in served.server.server_state.connections)
    assert page.is_closed()


def test_a_page_that_reads_slowly_stays_open(served: Served, browser: Browser, raw: Callable[[], RawClient]) -> None:
    match = browser.play(ANNA, BEN)
    page = raw()
    page.open_websocket(f"/api/matches/{match}/live", cookies_of(browser))
    protocol = page.protocol()
    for _ in range(3):
        fill(browser, match, protocol)
        page.on_loop(served.server.connection_watch.check)
        for _ in page.frames():
            if protocol.writable.is_set():
                break
    assert protocol in served.server.server_state.connections


def chat(served: Served, first: int, count: int) -> None:
    """Let long messages appear in the chat of the lobby."""
    lines = [ChatLine(str(n), n, LOBBY_ROOM, "x", "Ben", None, None, LONG_TEXT) for n in range(first, first + count)]
    served.app.services.chat.adopt(LinesAdded(tuple(lines)))


@pytest.fixture
def unread(served: Served, raw: Callable[[], RawClient]) -> RawClient:
    """Return a page that shows the lobby, and has asked for its chat until the server had to wait for it to read."""
    page = raw()
    page.open_websocket("/api/page")
    page.send(page.frame(FINAL | TEXT, b'{"type":"watch-lobby"}'))
    page.on_loop(lambda: served.app.services.chat.adopt(ChatModeChanged(1, "text")))
    page.on_loop(lambda: chat(served, 0, 100))
    protocol = page.protocol()
    for _ in range(100):
        page.send(page.frame(FINAL | TEXT, b'{"type":"watch-chat"}'))
        if not page.on_loop(protocol.writable.is_set):
            return page
    raise AssertionError("everything was sent")


def test_requests_of_a_page_that_does_not_read_wait_for_it(unread: RawClient) -> None:
    for n in range(50):
        unread.send(unread.frame(FINAL | TEXT, b'{"type":"ping","sent":%d}' % n))
    until(lambda: not unread.protocol().queue.empty())
    assert not unread.on_loop(unread.protocol().writable.is_set)
    pongs = (message["sent"] for message in unread.messages() if message["type"] == "pong")
    assert [next(pongs) for _ in range(50)] == list(range(50)), "all are answered as soon as it reads"


def test_messages_for_a_page_that_does_not_read_are_bounded(served: Served, unread: RawClient) -> None:
    protocol = unread.protocol()
    unread.on_loop(lambda: chat(served, 100, MAX_WAITING_BYTES // 2 // len(LONG_TEXT)))
    assert protocol in served.server.server_state.connections
    unread.on_loop(lambda: chat(served, 1000, MAX_WAITING_BYTES // len(LONG_TEXT)))
    until(lambda: protocol not in served.server.server_state.connections)


def test_a_page_that_does_not_read_gets_one_list_of_people_afterwards(
    browser: Browser, unread: RawClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("parlour.server.lobby.lobby.LIST_SECONDS", 0)
    browser.send("PATCH", "/api/me", {"name": "Anna"})
    watching = browser.socket("/api/page")
    watching.send({"type": "watch-lobby"})
    for n in range(20):
        browser.send("PATCH", "/api/me", {"name": f"Anna {n}"})
        while f'"Anna {n}"' not in json.dumps(watching.until("lobby")):
            pass
    lists = [message for message in read_until(unread, '"Anna 19"') if message["type"] == "lobby"]
    assert len(lists) < 10, "some before it stopped reading, and one afterwards"


def read_until(page: RawClient, text: str) -> Iterator[Json]:
    for message in page.messages():
        yield message
        if text in json.dumps(message):
            return


def test_unread_pongs_do_not_pile_up(raw: Callable[[], RawClient]) -> None:
    page = raw()
    page.open_websocket("/api/page")
    ping = page.frame(FINAL | PING, b"x" * 125)
    count = 40_000
    for _ in range(count // 100):
        page.send(100 * ping)
    page.send(page.frame(FINAL | TEXT, b'{"type":"ping","sent":7}'))
    size = 0
    for opcode, data in page.frames():
        size += len(data)
        if opcode == TEXT and json.loads(data).get("sent") == 7:
            break
    assert size < MAX_ON_THE_WAY < count * 125


def test_a_message_in_endless_pieces_is_refused(raw: Callable[[], RawClient]) -> None:
    page = raw()
    page.open_websocket("/api/page")
    page.send(page.frame(TEXT, b"{"))
    page.send((MAX_FRAGMENTS + 10) * page.frame(CONTINUATION))
    code = next(struct.unpack("!H", data[:2])[0] for opcode, data in page.frames() if opcode == CLOSE)
    assert code == 1009


def test_a_page_that_answers_no_ping_is_cut_off_even_with_unsent_data(
    served: Served, browser: Browser, raw: Callable[[], RawClient]
) -> None:
    match = browser.play(ANNA, BEN)
    page = raw()
    page.open_websocket(f"/api/matches/{match}/live", cookies_of(browser))
    protocol = page.protocol()
    fill(browser, match, protocol)
    page.on_loop(protocol.keepalive_timeout)
    until(lambda: protocol not in served.server.server_state.connections)


@pytest.mark.anyio
async def test_a_page_that_does_not_read_does_not_delay_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.process.open_sockets.ANNOUNCE_SECONDS", 0)

    class Stuck:
        user = Visitor(None, None, False, {})
        client = None

        async def send_json(self, _: object) -> None:
            await asyncio.Event().wait()

        async def close(self, _: int) -> None:
            await asyncio.Event().wait()

    sockets = OpenSockets(MatchTime(), lambda _: None)
    sockets.add(Stuck(), "en")  # type: ignore[arg-type]  # stands in for a WebSocket
    async with asyncio.timeout(PATIENCE):
        await sockets.announce_shutdown(again=True)
        await sockets.close()


# ---- HTTP ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sent", [b"", b"GET /health HT", b"GET /health HTTP/1.1\r\nHost: local"])
def test_headers_have_a_deadline(served: Served, raw: Callable[[], RawClient], sent: bytes) -> None:
    client = raw()
    client.send(sent)
    protocol = client.protocol()
    assert isinstance(protocol, HttpProtocol)
    watch, loop = served.server.connection_watch, protocol.loop
    client.on_loop(lambda: watch.check(loop.time()))
    assert not protocol.transport.is_closing()
    client.on_loop(lambda: watch.check(loop.time() + HEADER_SECONDS + 1))
    assert client.is_closed()


def test_a_body_has_a_deadline_and_blocks_no_other_request(served: Served, raw: Callable[[], RawClient]) -> None:
    client = raw()
    head = f"POST /api/log-out HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: 100\r\n\r\n"
    client.send(head.encode() + b"{")
    protocol = client.protocol()
    until(lambda: protocol.cycle is not None)
    watch, loop = served.server.connection_watch, protocol.loop
    client.on_loop(lambda: watch.check(loop.time() + HEADER_SECONDS + 1))
    assert not protocol.transport.is_closing()
    client.on_loop(lambda: watch.check(loop.time() + BODY_SECONDS + 1))
    assert client.is_closed()


def test_a_finished_request_has_no_deadline(served: Served, raw: Callable[[], RawClient]) -> None:
    client = raw()
    client.send(f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n\r\n".encode())
    while b'"ok"' not in client.buffer:
        client.read_more()
    assert client.protocol().deadline is None


def test_endless_headers_are_refused(raw: Callable[[], RawClient]) -> None:
    client = raw()
    client.send(b"GET /health HTTP/1.1\r\n")
    with contextlib.suppress(ConnectionError):
        for n in range(10 * MAX_HEADER_BYTES // 100):
            client.send(f"X-{n}: {'y' * 90}\r\n".encode())
    assert client.is_closed()


def test_pages_use_the_bounded_protocols(browser: Browser, served: Served) -> None:
    browser.socket("/api/page")
    kinds = {type(one) for one in list(served.server.server_state.connections)}
    assert WebSocketProtocol in kinds
    assert kinds <= {WebSocketProtocol, HttpProtocol}


@pytest.mark.anyio
async def test_reports_of_a_search_do_not_pile_up_for_a_page_that_does_not_read() -> None:
    reading = asyncio.Event()
    sent: list[bytes] = []

    class Slow:
        async def send_data(self, data: bytes) -> None:
            await reading.wait()
            sent.append(data)

    session = EngineSession(Slow(), None, "en")  # type: ignore[arg-type]  # stands in for a WebSocket
    before = len(asyncio.all_tasks())
    for n in range(100):
        session.report(SearchQueuedMessage(id=1, ahead=n))
        await asyncio.sleep(0)
    assert len(asyncio.all_tasks()) - before == 1
    reading.set()
    while not sent:
        await asyncio.sleep(0)
    session.report(SearchQueuedMessage(id=1, ahead=7))
    while len(sent) < 2:
        await asyncio.sleep(0)
    assert [json.loads(data)["ahead"] for data in sent] == [0, 7]
