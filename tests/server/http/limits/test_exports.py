"""A person exports one file at a time, and an address a few, so that other computations do not wait for them."""

from collections.abc import Callable
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from parlour.match.records.record import Record
from parlour.server.http.error_responses import Busy
from parlour.server.http.limits.exports import MAX_EXPORTS, RunningExports
from tests.server.browser import Json
from tests.server.conftest import NewBrowser
from tests.server.polling import until
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}


def connection_of(person: str | None, host: str) -> Any:
    return SimpleNamespace(client=SimpleNamespace(host=host), user=SimpleNamespace(id=person))


def test_an_address_has_half_of_the_places_and_a_person_one() -> None:
    exports = RunningExports()
    places = [exports.counted(connection_of(f"person {n}", "192.0.2.1")) for n in range(MAX_EXPORTS // 2)]
    for place in places:
        place.__enter__()
    for person, host in (("person 0", "192.0.2.2"), ("another", "192.0.2.1"), (None, "192.0.2.1")):
        with pytest.raises(Busy), exports.counted(connection_of(person, host)):
            raise AssertionError("one too many")
    other, unknown = connection_of("another", "192.0.2.2"), connection_of(None, "192.0.2.2")
    with exports.counted(other), exports.counted(unknown), exports.counted(unknown):
        pass
    places[0].__exit__(None, None, None)
    with exports.counted(connection_of("person 0", "192.0.2.1")):
        pass


def test_a_person_exports_again_when_the_last_export_has_ended_or_is_given_up(
    new_server: Callable[..., Served], new_browser: NewBrowser, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, done = Event(), Event()

    def write(_: Record) -> str:
        begun.set()
        assert done.wait(60)
        return "written"

    monkeypatch.setattr("parlour.server.library.routes.record_writer", lambda _: write)
    browser = new_browser(new_server())
    browser.open(browser.play(ANNA, BEN)).does("move", index=0)
    cup = browser.post_json("/api/tournaments", {"name": "Cup", "format": "arena", "games": [{"game": "sim"}]})["id"]
    with browser.http.stream("GET", "/api/library/records"):
        assert begun.wait(60)
        for path in ("library/records", "me/export", "statistics/records", f"tournaments/{cup}/records"):
            refused = browser.get(f"/api/{path}")
            assert (refused.status_code, "retry-after" in refused.headers) == (503, True), path
            assert "export" in refused.json()["text"]
    until(lambda: browser.get(f"/api/tournaments/{cup}/records").status_code == 200)
    done.set()
    for _ in range(2):
        assert browser.get("/api/library/records").text == "written"
