"""What belongs to a match and its pages is released when they are gone, without a full garbage collection."""

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.server.http.transport.websocket_protocol import WebSocketProtocol
from parlour.server.process.gc_schedule import GcSchedule
from tests.server.browser import Browser, Table
from tests.server.polling import until
from tests.server.served import QUICK, Served

KEPT = 2
"""Unfinished matches that the server keeps in memory although nobody has them open."""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    monkeypatch.setattr(GcSchedule, "is_due", lambda _: False)
    with Served(tmp_path, **QUICK) as running:
        running.app.services.matches.unfinished.max_matches = KEPT
        yield running


def alive(found: list[weakref.ref[object]]) -> list[object]:
    return [thing for one in found if (thing := one()) is not None]


def play(anna: Browser, ben: Browser, *, to_the_end: bool) -> tuple[str, tuple[Table, Table]]:
    """Play a match and return it with its open pages."""
    match = anna.play({"is": "me", "name": "Anna"}, {"is": "open"}, kind="network")
    ben.join(match, "Ben")
    pages = anna.open(match), ben.open(match)
    for ply in range(4):
        pages[ply % 2].until(lambda page: page.ply >= ply).does("move", index=0)  # noqa: B023  # used at once
    if to_the_end:
        pages[0].does("resign")
        pages[1].until(lambda page: page.state["status"] == "over")
    return match, pages


@pytest.mark.parametrize(("to_the_end", "kept"), [(True, 0), (False, KEPT)])
def test_matches_and_connections_are_released(server: Served, to_the_end: bool, kept: int) -> None:
    anna, ben = Browser(server.address), Browser(server.address)
    services, connections = server.app.services, server.server.server_state.connections
    matches: list[weakref.ref[object]] = []
    sockets: list[weakref.ref[object]] = []
    gc.collect()
    gc.disable()  # only reference counts release anything below
    try:
        for _ in range(6):
            match, pages = play(anna, ben, to_the_end=to_the_end)
            matches.append(weakref.ref(services.matches.known(match)))
            sockets += [weakref.ref(one) for one in list(connections) if isinstance(one, WebSocketProtocol)]
            for page in pages:
                page.close()
        until(lambda: not alive(sockets))
        until(lambda: len(alive(matches)) == kept)
        assert len(services.matches.in_memory()) == kept
        channels = services.channels._channels
        until(lambda: not any(name.startswith("match_") for name in channels))
    finally:
        gc.enable()
        anna.close()
        ben.close()


def test_long_games_that_nobody_has_open_do_not_fill_the_memory(server: Served) -> None:
    """The number of kept matches depends on their moves."""
    plies, matches = 100, server.app.services.matches
    matches.unfinished.max_matches = 10
    matches.unfinished.max_plies, matches.finished.max_plies = 3 * plies, 2 * plies
    browser = Browser(server.address)
    texts = [("4,0-3,0", "1,1-2,1", "3,0-4,0", "2,1-1,1")[ply % 4] for ply in range(plies)]
    nodes = [{}, *({"parent": ply, "text": text} for ply, text in enumerate(texts))]
    study = {"game": "surakarta", "options": {"ending": "endless"}, "start": "", "nodes": nodes}
    record = browser.post_json("/api/studies/write", study)["text"]
    seats = [{"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"}]
    ids = [browser.post_json("/api/matches", {"record": record, "seats": seats})["id"] for _ in range(5)]
    watched = browser.open(ids[0])
    kept = {ids[0], *ids[-2:]}
    # The last ones, and the one on a page.
    until(lambda: {live.id for live in matches.in_memory()}, lambda ids: ids == kept)
    for id in ids[1:]:
        browser.post_json(f"/api/matches/{id}/commands", {"do": "resign", "seat": 0})
        browser.get_json(f"/api/matches/{id}/replay")
    until(lambda: {live.id for live in matches.in_memory()}, lambda ids: ids == kept)
    watched.close()
    browser.close()
