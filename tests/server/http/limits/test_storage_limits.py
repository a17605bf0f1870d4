"""An address stores a limited amount in an hour, and on a nearly full disk only games go on."""

import shutil
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from parlour.server.http.limits.storage_limits import BYTES_PER_GAME, STORED_SIZE
from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
STUDY: Json = {"game": "sim", "options": {}, "start": "", "nodes": [{}]}
MEGABYTE = 1_000_000


def save(browser: Browser) -> int:
    """Save a study, and return the status of the response."""
    return browser.post("/api/me/studies", {"name": "a", "study": STUDY}).status_code


def test_an_address_stores_a_limited_amount_in_an_hour(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    server = new_server(limit_stored_megabytes=1)
    browser = new_browser(server)
    table = browser.open(browser.play(ANNA, BEN))
    text = "x" * 400_000
    answers = [browser.post("/api/studies/read", {"text": text}).status_code for _ in range(3)]
    assert answers == [400] * 3, "what is not stored does not count"
    answers = [browser.post("/api/me/courses", {"text": text}).status_code for _ in range(2)]
    assert answers == [400] * 2
    refused = new_browser(server).post("/api/me/courses", {"text": text})
    assert refused.status_code == 429, "another visitor at the same address"
    assert 60 < int(refused.headers["retry-after"]) <= 3600
    assert "Too much data" in refused.json()["text"]
    assert save(browser) == 201, "what still fits"
    table.does("move", index=0)


def test_imported_games_and_records_count_with_what_they_become(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    server = new_server(limit_stored_megabytes=1)
    game = '[Game "sim"]\n\n1. A-B *\n'
    count = MEGABYTE // (BYTES_PER_GAME + STORED_SIZE["imports"] * (len(game) + 10))
    browser = new_browser(server)
    assert browser.post("/api/library/import", {"text": "\n".join([game] * count)}).status_code == 201
    refused = browser.post("/api/library/import", {"text": "\n".join([game] * (count // 2))})
    assert refused.status_code == 429
    assert browser.get_json("/api/library")["total"] == count, "nothing of the second import is stored"
    other = new_browser(new_server(limit_stored_megabytes=1))
    record = {"record": game + " " * (MEGABYTE // STORED_SIZE["matches"]), "seats": [ANNA, BEN]}
    assert other.post("/api/matches", record).status_code == 429
    other.play(ANNA, BEN)


def test_on_a_nearly_full_disk_games_go_on_and_everything_else_is_refused(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = new_server(disk_reserve_megabytes=1)
    browser = new_browser(server)
    table = browser.open(browser.play(ANNA, BEN))
    waiting = browser.play(ANNA, {"is": "open"}, kind="network")
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=MEGABYTE - 1))
        new_match = {"game": "sim", "seats": [ANNA, BEN]}
        for path, body in (
            ("/api/me/studies", {"name": "a", "study": STUDY}),
            ("/api/library/import", {"text": "1. A-B", "game": "sim"}),
            ("/api/matches", new_match),
        ):
            refused = browser.post(path, body)
            assert (refused.status_code, "retry-after" in refused.headers) == (503, True), path
            assert "disk" in refused.json()["text"]
        new_browser(server).join(waiting, "Ben")
        table.does("move", index=0).does("resign", seat=0)
    assert save(browser) == 201
