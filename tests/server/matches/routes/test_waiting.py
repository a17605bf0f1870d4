"""The list of matches in which it is a person's turn."""

from parlour.match.clock import DAY_MS
from tests.server.browser import Json
from tests.server.conftest import NewBrowser

DAYS: Json = {"kind": "down", "limits": [{"per_turn": 3 * DAY_MS}], "from_start": True}
ANNA: Json = {"is": "me", "name": "Anna"}
OPEN: Json = {"is": "open"}


def test_a_page_receives_whose_turn_it_is(new_browser: NewBrowser) -> None:
    anna, ben = new_browser(), new_browser()
    match = anna.play(ANNA, OPEN, game="sim", kind="network", clock=DAYS)
    ben.join(match, "Ben")
    pages = [browser.socket("/api/page") for browser in (anna, ben)]
    for page in pages:
        page.until("hello")
    (waiting,) = anna.get_json("/api/matches", which="turn")
    assert waiting["id"] == match
    assert waiting["days_per_turn"] == 3
    assert waiting["flag_at"] - waiting["updated"] == 3 * DAY_MS
    assert ben.get_json("/api/matches", which="turn") == []
    anna.open(match).do("move", text="A-B", ply=0)
    assert pages[0].until("turn-ended")["match"] == match
    assert pages[1].until("your-turn")["match"] == match
    assert anna.get_json("/api/matches", which="turn") == []
    assert [one["id"] for one in ben.get_json("/api/matches", which="turn")] == [match]
    ben.open(match).do("resign")
    assert pages[1].until("turn-ended")["match"] == match
    assert ben.get_json("/api/matches", which="turn") == []


def test_more_than_a_fortnight_for_a_turn_is_refused(new_browser: NewBrowser) -> None:
    clock = {"kind": "down", "limits": [{"per_turn": 15 * DAY_MS}]}
    body = {"game": "sim", "seats": [ANNA, OPEN], "kind": "network", "clock": clock}
    answer = new_browser().post("/api/matches", body)
    assert answer.status_code == 400
    assert "14 days" in answer.text


def test_a_stranger_waits_for_nothing(new_browser: NewBrowser) -> None:
    assert new_browser().get_json("/api/matches", which="turn") == []
