"""Backup and restore while the server runs, from the command line and from the page."""

import asyncio
import json
import os
import subprocess
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import httpx
import pytest

from parlour.server.http.auth import Keys, now, owner_path
from parlour.store import Secrets
from tests.server.browser import PATIENCE, Browser, Json
from tests.server.conftest import NewBrowser, PostgreSQL
from tests.server.processes import PARLOUR, Process, free_port
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
CLOCK: Json = {"kind": "down", "limits": [{"base": "10:00"}]}


def parlour(*args: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PARLOUR_FOLDER": str(folder)}
    return subprocess.run([*PARLOUR, *args], env=environment, capture_output=True, text=True, check=False)


def owner(browser: Browser, folder: Path) -> Browser:
    browser.get(owner_path(Keys(Secrets.load(folder)), now()))
    return browser


def restoring(browser: Browser, file: Path) -> AbstractContextManager[httpx.Response]:
    browser.get("/api/me")
    headers = {"x-csrf-token": browser.http.cookies["parlour_csrf"]}
    body = {"file": str(file), "replace": True}
    return browser.http.stream("POST", "/api/owner/restore", json=body, headers=headers)


def restore(browser: Browser, file: Path) -> list[Json]:
    """Restore a file and return the messages about its progress."""
    with restoring(browser, file) as answer:
        return [json.loads(line) for line in answer.iter_lines()]


def test_a_running_server_is_backed_up_and_restored_from_the_command_line(tmp_path: Path) -> None:
    folder, file = tmp_path / "data", tmp_path / "kept.jsonl.gz"
    port = free_port()
    with Process("serve", "--host", "127.0.0.1", "--port", str(port), folder=folder) as server:
        server.until("/owner?at=")
        browser = Browser(f"http://127.0.0.1:{port}")
        browser.sign_up("Anna")
        match = browser.play(ANNA, BEN, clock=CLOCK)
        table = browser.open(match).does("move", index=0).does("move", index=0)
        kept = parlour("backup", str(file), folder=folder)
        assert (kept.returncode, "1 games and 1 people" in kept.stdout) == (0, True), kept.stderr
        table.does("move", index=0)
        refused = parlour("restore", str(file), folder=folder)
        assert (refused.returncode, "already" in refused.stderr) == (2, True), refused.stderr
        done = parlour("restore", "--replace", str(file), folder=folder)
        assert (done.returncode, "1 games and 1 people restored" in done.stdout) == (0, True), done.stderr
        assert len(list(folder.glob("before-restore-*.jsonl.gz"))) == 1
        assert table.socket.until("closing")["again"]
        assert table.socket.until_closed() == 1012
        browser.post_json("/api/log-in", {"name": "Anna", "password": "correct horse battery"})
        again = browser.open(match)
        assert again.ply == 2, "as it was when it was kept"
        assert min(again.state["clock"]["left"]) > 500_000, "what lay between is charged to nobody"
        again.does("move", index=0)
        browser.close()
        server.stop()
    assert server.errors == []


def test_restoring_an_invalid_file_does_not_affect_running_matches(
    tmp_path: Path, new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    server = new_server()
    browser = owner(new_browser(server), server.app.folder)
    table = browser.open(browser.play(ANNA, BEN))
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("nonsense\n")
    *_, last = restore(browser, wrong)
    assert (last["restored"], last["error"]["error"]) == (None, "archive-error")
    assert str(wrong) in last["error"]["text"]
    for missing in (tmp_path / "missing", tmp_path / ("too-long" * 100)):
        answer = browser.post("/api/owner/restore", {"file": str(missing), "replace": True})
        assert answer.status_code == 400
        assert str(missing) in answer.json()["text"]
    table.does("move", index=0)


def test_the_owner_downloads_a_backup_and_bots_continue_after_a_restore(
    tmp_path: Path, new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    server = new_server()
    browser = owner(new_browser(server), server.app.folder)
    match = browser.play(ANNA, {"is": "bot", "level": 1})
    browser.open(match).does("move", index=0).until(lambda table: table.ply == 2)
    answer = browser.post("/api/owner/backup")
    assert answer.headers["content-disposition"].startswith("attachment")
    file = tmp_path / "kept.jsonl.gz"
    file.write_bytes(answer.content)
    *steps, last = restore(browser, file)
    assert all(not step["done"] and step["restored"] is None for step in steps)
    assert (last["restored"]["matches"], Path(last["restored"]["before"]).is_file()) == (1, True)
    watching = new_browser(server).open(match)
    assert watching.ply == 2


def test_a_restore_is_cancelled_with_its_connection(
    tmp_path: Path, new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    checking, cancelled = threading.Event(), threading.Event()

    async def endless(*_: object) -> None:
        checking.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    monkeypatch.setattr("parlour.store.archive._check", endless)
    server = new_server()
    browser = owner(new_browser(server), server.app.folder)
    file = tmp_path / "kept.jsonl.gz"
    file.write_bytes(browser.post("/api/owner/backup").content)
    table = browser.open(browser.play(ANNA, BEN))
    with restoring(browser, file) as answer:
        messages = answer.iter_lines()
        assert json.loads(next(messages))["done"] is False
        assert checking.wait(60)
    assert cancelled.wait(60)
    table.does("move", index=0)


def test_a_backup_ends_when_the_owner_closes_the_connection(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = new_server()
    folders: list[Path] = []
    started, ended = threading.Event(), threading.Event()

    async def write(_: object, file: Path, __: int) -> None:
        folders.append(file.parent)
        started.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    monkeypatch.setattr("parlour.server.admin.routes.write_archive", write)
    browser = owner(new_browser(server), server.app.folder)
    with browser.begin("/api/owner/backup"):
        assert started.wait(PATIENCE)
    assert ended.wait(PATIENCE)
    while folders[0].exists():
        browser.get("/api/me")


def test_only_the_owner_may_back_up_and_restore(tmp_path: Path, browser: Browser) -> None:
    assert browser.post("/api/owner/backup").status_code == 403
    assert browser.post("/api/owner/restore", {"file": str(tmp_path / "x")}).status_code == 403


@pytest.mark.parametrize("several", [False, True])
def test_with_several_servers_on_one_database_nothing_is_restored(
    tmp_path: Path, new_server: Callable[..., Served], new_browser: NewBrowser, postgresql: PostgreSQL, several: bool
) -> None:
    url = postgresql.create()
    server = new_server(database_url=url)
    if several:
        new_server(database_url=url)
    browser = owner(new_browser(server), server.app.folder)
    match = browser.play(ANNA, BEN)
    browser.open(match).does("move", index=0)
    file = tmp_path / "kept.jsonl.gz"
    file.write_bytes(browser.post("/api/owner/backup").content)
    answer = browser.post("/api/owner/restore", {"file": str(file), "replace": True})
    assert answer.status_code == (503 if several else 200), answer.text
    assert new_browser(server).open(match).ply == 1
