"""Starting, starting twice and stopping, as real processes."""

import asyncio
import base64
import contextlib
import hashlib
import io
import json
import logging
import os
import pty
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import httpx
import ifaddr
import pytest
import segno
from websockets.frames import Close, CloseCode, Frame, Opcode

from parlour.cli import run
from parlour.i18n.translate_error import translate_error
from parlour.server.http.logs import JsonLinesFormatter
from parlour.server.http.static_site import FALLBACK_PAGE, StaticSite
from parlour.server.http.transport.websocket_protocol import WebSocketProtocol
from parlour.server.process.addresses import address_text, lan_addresses
from parlour.server.run import (
    AlreadyRunning,
    CannotServe,
    FolderLock,
    bind,
    has_display,
)
from parlour.server.settings import SettingError, from_environment, is_loopback
from tests.server.browser import Browser
from tests.server.conftest import NewBrowser
from tests.server.processes import FEW_OPEN_FILES, PARLOUR, Process, free_port
from tests.server.served import QUICK, Served


def test_a_second_start_opens_a_page_of_the_first_and_quit_ends_it(tmp_path: Path) -> None:
    with Process("--no-browser", folder=tmp_path) as first:
        address = first.until("Parlour is at ").removeprefix("Parlour is at ")
        browser = Browser(address)
        page = browser.socket("/api/page")
        page.until("hello")
        with Process(folder=tmp_path) as second:
            assert second.wait() == 0, second.shown()
        assert second.lines[0] == "Parlour is already running."
        assert "There is no display here" in second.shown()
        (link,) = (line.strip() for line in second.lines if "/owner?" in line)
        assert link.startswith(address)
        browser.get(link.removeprefix(address))
        assert browser.get_json("/api/owner")["can_quit"]
        assert browser.post("/api/owner/quit").status_code == 204
        assert page.until("closing") == {"type": "closing", "text": "Parlour has stopped.", "again": False}
        browser.close()
        assert first.wait() == 0, first.shown()
        assert not (tmp_path / "server.json").exists()


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGINT, 0), (signal.SIGTERM, -signal.SIGTERM)])
def test_serve_prints_its_address_and_a_signal_stops_it_cleanly(
    tmp_path: Path, sent: signal.Signals, status: int
) -> None:
    """Where nobody looks at a terminal, it writes its log as lines of JSON. It opens as many files as it may."""
    port = free_port()
    command = ("serve", "--host", "127.0.0.1", "--port", str(port))
    with Process(*command, folder=tmp_path, inside=FEW_OPEN_FILES, PARLOUR_LOG="info") as process:
        process.until(f"http://127.0.0.1:{port}")
        process.until("/owner?at=")
        soft, hard = resource.prlimit(process.process.pid, resource.RLIMIT_NOFILE)
        assert soft == hard
        browser = Browser(f"http://127.0.0.1:{port}")
        table = browser.open(browser.play({"is": "me", "name": "Anna"}, {"is": "bot", "level": 1}))
        table.does("move", index=0)
        process.process.send_signal(sent)
        goodbye = table.socket.until("closing")
        assert goodbye["again"]
        browser.close()
        assert process.wait() == status, process.shown()
    lines = [json.loads(line) for line in process.errors]
    assert {line["level"] for line in lines} <= {"info"}, process.shown()
    stopped = [line for line in lines if line["text"] == "Stopped by Ctrl-C"]
    assert [line["logger"] for line in stopped] == (["parlour.server"] if sent == signal.SIGINT else [])
    for line in lines:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"])


def test_a_page_that_is_just_closing_does_not_disturb_the_end(tmp_path: Path) -> None:
    with Served(tmp_path, **QUICK) as running:
        browser = Browser(running.address)
        browser.socket("/api/page").until("hello")
        (page,) = [one for one in running.server.server_state.connections if isinstance(one, WebSocketProtocol)]

        async def close_and_end() -> None:
            page.data_received(Frame(Opcode.CLOSE, Close(CloseCode.GOING_AWAY, "").serialize()).serialize(mask=True))
            page.shutdown()

        asyncio.run_coroutine_threadsafe(close_and_end(), page.loop).result(60)
        browser.close()


def test_a_data_folder_is_used_by_one_server(tmp_path: Path) -> None:
    claim = FolderLock(tmp_path)
    claim.acquire()
    with pytest.raises(CannotServe, match="just starting"):
        FolderLock(tmp_path).acquire()
    claim.write_address("http://127.0.0.1:8420")
    with pytest.raises(AlreadyRunning) as refused:
        FolderLock(tmp_path).acquire()
    assert refused.value.address == "http://127.0.0.1:8420"
    assert translate_error(refused.value, "de") == "Parlour läuft schon unter http://127.0.0.1:8420"
    claim.release()
    claim.acquire()
    claim.release()


def test_a_port_that_is_taken_is_passed_over_or_refused() -> None:
    with bind("127.0.0.1", 0, next_free=False) as first:
        port = first.getsockname()[1]
        with pytest.raises(CannotServe, match=f"port {port} of 127.0.0.1"):
            bind("127.0.0.1", port, next_free=False)
        with bind("127.0.0.1", port, next_free=True) as second:
            assert second.getsockname()[1] > port


def test_a_wrong_port_or_setting_is_reported_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    assert run(["serve", "--port", "99999"]) == 2
    monkeypatch.setenv("PARLOUR_SEARCHES", "many")
    assert run([]) == 2
    assert "PARLOUR_SEARCHES cannot be “many”" in capsys.readouterr().err


def test_without_a_terminal_the_server_stops_when_the_page_is_closed(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    server = new_server(idle_minutes=0.001)
    server.thread.join(60)
    assert not server.thread.is_alive()


def test_the_server_keeps_running_while_a_page_is_open(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    server = new_server(idle_minutes=1000)
    browser = new_browser(server)
    page = browser.socket("/api/page")
    server.server.idle_minutes = 0.001
    for _ in range(50):
        page.send({"type": "ping", "sent": 0})
        page.until("pong")
    assert server.thread.is_alive()
    page.close()
    server.thread.join(60)
    assert not server.thread.is_alive()


def test_a_flag_starts_the_terminal_version() -> None:
    answer = subprocess.run(
        [*PARLOUR, "--terminal", "surakarta"], input="4,0-3,0\n", capture_output=True, text=True, check=False
    )
    assert (answer.returncode, "4,0" in answer.stdout) == (1, True), answer.stderr
    asked = subprocess.run([*PARLOUR, "--terminal"], input="", capture_output=True, text=True, check=False)
    assert asked.returncode == 2
    assert "Specify a game: parlour --terminal" in asked.stderr


def test_addresses() -> None:
    assert (address_text("::1", 80), address_text("a", 1, https=True)) == ("http://[::1]:80", "https://a:1")
    assert is_loopback("127.0.0.9")
    assert not is_loopback("0.0.0.0")
    assert not [one for one in lan_addresses() if one.startswith("127.")]


def test_addresses_of_containers_are_not_offered_and_self_chosen_ones_come_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    adapters = {"docker0": "172.17.0.1", "en1": "169.254.7.7", "lo": "127.0.0.1", "wlan0": "192.168.9.4"}
    found = [ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name)]) for name, ip in adapters.items()]
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: found)
    assert [one for one in lan_addresses() if one in adapters.values()] == ["192.168.9.4", "169.254.7.7"]


def test_without_a_display_there_is_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_display()


def test_arguments_override_settings_from_the_environment() -> None:
    found = from_environment({"PARLOUR_NAMES": "a.example b.example", "PARLOUR_SEARCHES": "3", "HOME": "x"}, searches=5)
    assert (found.names, found.searches) == (("a.example", "b.example"), 5)
    assert from_environment({"PARLOUR_FOLDER": "/somewhere"}).folder == Path("/somewhere")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("SEARCHES", "many", "Expected int, got str"),
        ("SEARCHES", "-5", "Expected int >= 1"),
        ("METRICS_PORT", "99999", "Expected int <= 65535"),
        ("LEAVE", "nan", "Expected float >= 0.0"),
        ("LOG", "loud", "debug|info|warning|error"),
    ],
)
def test_a_wrong_setting_is_refused_by_its_name(name: str, value: str, why: str) -> None:
    with pytest.raises(SettingError) as refused:
        from_environment({f"PARLOUR_{name}": value})
    assert str(refused.value).startswith(f"PARLOUR_{name} cannot be “{value}”: ")
    assert why in str(refused.value)


# ---- What can be seen from outside -----------------------------------------------------------------------------------


def test_serve_shows_an_address_and_a_qr_code(tmp_path: Path) -> None:
    """In a terminal the network address of this machine is also shown as a QR code."""
    outside, inside = pty.openpty()
    command = [*PARLOUR, "serve", "--host", "0.0.0.0", "--name", "club.example", "--port", str(free_port())]
    environment = {**os.environ, "PARLOUR_FOLDER": str(tmp_path)}
    process = subprocess.Popen(command, env=environment, stdin=inside, stdout=inside, stderr=inside)
    os.close(inside)
    shown = b""
    while b"Press Ctrl-C to stop." not in shown:
        shown += os.read(outside, 4096)
    process.send_signal(signal.SIGINT)
    with contextlib.suppress(OSError):  # raised when the other side of the terminal is closed
        while os.read(outside, 4096):
            pass
    assert process.wait(60) == 0
    os.close(outside)
    text = shown.decode()
    assert "Everyone who can reach this machine can open Parlour:" in text
    assert "http://club.example:" in text
    for address in lan_addresses():
        assert f"http://{address}:" in text
    code = io.StringIO()
    segno.make(text.split("can open Parlour:")[1].split()[0], micro=False).terminal(code, compact=True)
    assert code.getvalue().splitlines() == [line for line in text.splitlines() if "▀" in line or "█" in line]


def test_a_log_line_contains_its_fields_and_a_traceback() -> None:
    try:
        raise ValueError("wrong")
    except ValueError:
        record = logging.LogRecord("parlour", logging.ERROR, "", 1, "match %s", ("k3",), sys.exc_info())
    record.match = "k3"
    line = json.loads(JsonLinesFormatter().format(record))
    assert (line["text"], line["match"], line["level"]) == ("match k3", "k3", "error")
    assert "ValueError: wrong" in line["traceback"]


def test_the_first_page_loads_nothing_from_other_hosts(new_server: Callable[..., Served]) -> None:
    """Nothing is fetched from other hosts: the page works without the internet."""
    page = httpx.get(new_server().address).text
    assert "Parlour" in page
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", page)


# ---- The client's files ----------------------------------------------------------------------------------------------


def test_the_client_is_served_with_its_files_and_one_page_for_all_addresses(tmp_path: Path) -> None:
    (tmp_path / "_app" / "immutable").mkdir(parents=True)
    (tmp_path / "_app" / "immutable" / "start.abc.js").write_text("x")
    (tmp_path / "_app" / "immutable" / "start.abc.js.gz").write_bytes(b"packed")
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path / "index.html").write_text("<script>start()</script><script src='/a.js'></script>")
    site = StaticSite(tmp_path)
    assert site.respond("/match/7", "").content == site.page
    digest = base64.b64encode(hashlib.sha256(b"start()").digest()).decode()
    assert site.script_hashes() == (f"sha256-{digest}",)
    script = site.respond("/_app/immutable/start.abc.js", "gzip, br")
    assert "immutable" in script.headers["cache-control"]
    assert script.headers["content-encoding"] == "gzip"
    assert site.respond("/favicon.svg", "").headers["cache-control"] == "no-cache"
    assert StaticSite(tmp_path / "nothing").page == FALLBACK_PAGE
