"""An import runs beside play: its progress is shown, it can be cancelled, and a visitor has one at a time."""

import asyncio
import json
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from parlour.server.http.error_responses import Busy
from parlour.server.library.game_imports import MAX_IMPORTS, GameImport, GameImports
from parlour.server.library.messages import ImportRequest
from parlour.store.database.batches import BATCH_SIZE
from tests.server.browser import PATIENCE, Browser
from tests.server.polling import until
from tests.server.served import QUICK, Served

GAME = '[Game "sim"]\n\n1. 0-1\n'
ANNA, BEN = {"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"}


def lines(browser: Browser, text: str) -> Iterator[dict[str, Any]]:
    """Import a text and yield the messages about its progress."""
    browser.get("/api/me")
    headers = {"x-csrf-token": browser.http.cookies["parlour_csrf"]}
    with browser.http.stream("POST", "/api/library/import/progress", json={"text": text}, headers=headers) as answer:
        assert answer.status_code == 200
        for line in answer.iter_lines():
            yield json.loads(line)


class Gate:
    """Stops imports after each transaction until they are let through."""

    def __init__(self) -> None:
        self.open = threading.Event()
        self.reached = threading.Semaphore(0)

    def wait(self) -> None:
        self.reached.release()
        assert self.open.wait(PATIENCE)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    """An import that has stored its first games waits here, in the thread that reads the others."""
    found = Gate()
    run = GameImport.run

    async def waiting(self: GameImport, *calls: Any) -> None:
        split = self._split

        def gated() -> list[Any]:
            games = split()
            last = games[-1]
            passes = iter((False, True))

            def read() -> Any:
                if next(passes):
                    found.wait()
                return last()

            return [*games[:-1], read]

        self._split = gated  # type: ignore[assignment]
        await run(self, *calls)

    monkeypatch.setattr(GameImport, "run", waiting)
    yield found
    found.open.set()


def test_the_progress_of_an_import_ends_with_its_games(browser: Browser) -> None:
    *steps, last = lines(browser, 45 * GAME)
    assert all(not step["done"] and step["matches"] == [] for step in steps)
    assert (last["done"], last["total"], last["checked"], last["stored"]) == (True, 45, 45, 45)
    assert len(set(last["matches"])) == 45
    assert last["error"] is None
    assert browser.get_json("/api/library")["total"] == 45


def test_an_invalid_file_is_refused_with_its_line_and_nothing_is_stored(browser: Browser) -> None:
    *_, last = lines(browser, 45 * GAME + '[Game "sim"]\n\n1. 0-9\n')
    assert last["done"]
    assert (last["error"]["error"], last["error"]["line"]) == ("record-error", 45 * 3 + 3)
    assert last["matches"] == []
    assert browser.get_json("/api/library")["total"] == 0


def test_a_visitor_has_one_import_at_a_time_and_plays_beside_it(browser: Browser, other: Browser, gate: Gate) -> None:
    table = browser.open(browser.play(ANNA, BEN))
    answers: list[httpx.Response] = []
    text = (2 * BATCH_SIZE + 1) * GAME
    work = threading.Thread(target=lambda: answers.append(browser.post("/api/library/import", {"text": text})))
    work.start()
    assert gate.reached.acquire(timeout=PATIENCE)
    second = Browser(browser.address)
    second.http.cookies = browser.http.cookies
    refused = second.post("/api/library/import", {"text": GAME})
    assert (refused.status_code, refused.json()["error"]) == (503, "busy")
    assert "retry-after" in refused.headers
    assert table.does("move", index=0).ply == 1, "a move does not wait for the import"
    gate.open.set()
    work.join(PATIENCE)
    assert len(answers[0].json()["matches"]) == 2 * BATCH_SIZE + 1
    assert second.post("/api/library/import", {"text": GAME}).status_code == 201
    second.close()


@pytest.mark.anyio
async def test_an_address_leaves_half_of_the_imports_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor can be any number of guests."""
    end = asyncio.Event()

    async def wait(*_: object) -> None:
        await end.wait()

    monkeypatch.setattr(GameImport, "run", wait)
    imports = GameImports(SimpleNamespace(), max_games=1)  # type: ignore[arg-type]  # nothing is stored

    def start(visitor: str, host: str) -> None:
        imports.start(visitor, host, ImportRequest(text=GAME), lambda: None, lambda _: None, lambda _: None)  # type: ignore[arg-type,return-value]

    for n in range(MAX_IMPORTS // 2):
        start(f"guest {n}", "192.0.2.1")
    with pytest.raises(Busy):
        start("one more guest", "192.0.2.1")
    start("anna", "192.0.2.2")
    end.set()
    await imports.close()
    start("one more guest", "192.0.2.1")
    await imports.close()


def test_a_closed_connection_cancels_the_import_and_what_is_stored_stays(
    browser: Browser, served: Served, gate: Gate
) -> None:
    messages = lines(browser, (BATCH_SIZE + 1) * GAME)
    assert not next(messages)["done"]
    assert gate.reached.acquire(timeout=PATIENCE)
    messages.close()  # type: ignore[attr-defined]
    ((job, task),) = served.app.services.imports._running.values()
    until(lambda: job._cancelled)
    gate.open.set()
    until(task.done)
    assert browser.get_json("/api/library")["total"] == job.stored == BATCH_SIZE


def test_a_server_that_stops_ends_imports_after_their_transaction(tmp_path: Path, gate: Gate) -> None:
    with Served(tmp_path, **QUICK) as site:
        browser = Browser(site.address)
        text = (BATCH_SIZE + 1) * GAME
        answers: list[httpx.Response] = []
        work = threading.Thread(target=lambda: answers.append(browser.post("/api/library/import", {"text": text})))
        work.start()
        assert gate.reached.acquire(timeout=PATIENCE)
        ((job, _),) = site.app.services.imports._running.values()
        site.server.should_exit = True
        until(lambda: job._cancelled)  # the shutdown has begun when imports are cancelled
        gate.open.set()
        work.join(PATIENCE)
        assert answers[0].status_code == 503
        assert f"{BATCH_SIZE} of {BATCH_SIZE + 1} games" in answers[0].json()["text"]
        browser.close()
    with Served(tmp_path, **QUICK) as site:
        again = Browser(site.address)
        again.http.cookies.update(answers[0].cookies)
        assert again.get_json("/api/library")["total"] == BATCH_SIZE
        again.close()


def test_the_number_of_games_and_of_imports_is_limited(tmp_path: Path) -> None:
    with Served(tmp_path, **QUICK | {"import_games": 2, "limit_imports": 2}) as site:
        browser = Browser(site.address)
        many = browser.post("/api/library/import", {"text": 3 * GAME})
        assert (many.status_code, many.json()["error"]) == (400, "record-error")
        assert browser.post("/api/library/import", {"text": 2 * GAME}).status_code == 201
        often = browser.post("/api/library/import/progress", {"text": GAME})
        assert (often.status_code, often.json()["error"]) == (429, "too-often")
        assert int(often.headers["retry-after"]) > 60
        browser.close()
