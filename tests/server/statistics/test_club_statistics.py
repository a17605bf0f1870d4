"""Statistics of the club over the API: what counts, who may read it, and steps through the openings."""

from collections.abc import Callable

import pytest

from tests.server.browser import Browser, Json
from tests.server.conftest import NewBrowser
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
OPEN: Json = {"is": "open"}


def played(host: Browser, other: Browser, *moves: str, loser: int = 1, **wanted: object) -> str:
    """Play a public game of Sim that one seat resigns."""
    given: dict[str, object] = {"game": "sim", "kind": "network", "public": True, **wanted}
    match = host.play(ANNA, OPEN, **given)  # type: ignore[arg-type]  # the name of the game is a text
    other.join(match, "Ben")
    for ply, text in enumerate(moves):
        player = (host, other)[ply % 2]
        player.post_json(f"/api/matches/{match}/commands", {"do": "move", "ply": ply, "text": text})
    (host, other)[loser].post_json(f"/api/matches/{match}/commands", {"do": "resign", "seat": loser})
    return match


def test_everybody_reads_what_was_played_in_public(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server()
    browser, other = new_browser(server), new_browser(server)
    played(browser, other, "A-B", "C-D")
    played(browser, other, "A-B", "C-E", loser=0)
    played(browser, other, "A-B", "C-E", public=False)
    found = new_browser(server).get_json("/api/statistics", period="week")
    (sim,) = found["games"]
    assert (sim["game"], sim["games"], sim["drawn"]) == ("sim", 2, 0)
    assert [side["won"] for side in sim["sides"]] == [1, 1]
    assert (len(found["hours"]), sum(found["hours"])) == (168, 2)
    assert sum(day["games"] for day in found["days"]) == 2
    assert {player["name"] for player in found["players"]} == {"Anna", "Ben"}
    assert not any(player["yours"] for player in found["players"])
    assert all(meeting["tally"]["won"] == meeting["tally"]["lost"] == 1 for meeting in found["meetings"])
    own = browser.get_json("/api/statistics", period="all", game="sim")["players"]
    assert [player["name"] for player in own if player["yours"]] == ["Anna"]
    assert browser.get_json("/api/statistics", game="pylos")["players"] == []
    assert browser.get("/api/statistics", game="nothing").status_code == 404
    assert browser.get("/api/statistics", period="century").status_code == 400


def test_guests_with_one_name_are_distinguished(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server()
    reader = new_browser(server)
    for _ in range(2):
        match = played(new_browser(server), new_browser(server), "A-B", "C-D", rated=True)
        assert reader.get_json(f"/api/matches/{match}/ratings")  # waits for the ratings, leaderboards do not
    names = sorted(player["name"] for player in reader.get_json("/api/statistics")["players"])
    assert names == ["Anna", "Anna (2)", "Ben", "Ben (2)"]
    rows = reader.get_json("/api/ratings", game="sim")["rows"]
    assert sorted(row["name"] for row in rows if not row["bot"]) == names


def test_openings_are_walked_turn_by_turn(new_server: Callable[..., Served], new_browser: NewBrowser) -> None:
    server = new_server()
    browser, other = new_browser(server), new_browser(server)
    played(browser, other, "A-B", "C-D", "A-C")
    played(browser, other, "A-B", "E-F", loser=0)
    played(browser, other, "C-D", "A-B")
    root = browser.get_json("/api/statistics/openings", game="sim")
    assert (root["games"], root["path"], len(root["starts"]), len(root["sides"])) == (3, [], 1, 2)
    assert root["starts"][0]["share"] == root["detail"]["share"]
    assert [(turn["text"], turn["games"], turn["won"]) for turn in root["turns"]] == [
        ("A-B", 2, [1, 1]),
        ("C-D", 1, [1, 0]),
    ]
    assert root["detail"]["position"]["legal"]
    deeper = browser.http.get("/api/statistics/openings", params={"game": "sim", "move": ["A-B", "C-D"]}).json()
    assert [turn["text"] for turn in deeper["path"]] == ["A-B", "C-D"]
    assert [turn["text"] for turn in deeper["turns"]] == ["A-C"]
    assert browser.get_json("/api/statistics/openings", game="sim", against="bots")["games"] == 0
    assert browser.get_json("/api/statistics/openings", game="sim", rated="true")["games"] == 0
    played(browser, other, "E-F", "A-B", public=False, rated=True)
    for limits, games in (({"rating_from": "1300", "rating_to": "1700"}, 1), ({"rating_from": "1700"}, 0)):
        assert browser.get_json("/api/statistics/openings", game="sim", **limits)["games"] == games
    nothing = browser.get_json("/api/statistics/openings", game="pylos")
    assert (nothing["starts"], nothing["turns"]) == ([], [])


def test_everybody_lists_and_exports_the_games_of_the_club(
    new_server: Callable[..., Served], new_browser: NewBrowser
) -> None:
    server = new_server()
    browser, other, reader = (new_browser(server) for _ in range(3))
    first = played(browser, other, "A-B", "C-D", "A-C")
    second = played(browser, other, "A-B", "E-F", loser=0)
    private = played(browser, other, "A-B", "E-F", public=False)
    page = reader.get_json("/api/statistics/games", game="sim")
    assert ([match["id"] for match in page["matches"]], page["total"]) == ([second, first], 2)
    assert [seat["player"]["name"] for seat in page["matches"][0]["seats"]] == ["Anna", "Ben"]
    assert [seat["result"] for seat in page["matches"][0]["seats"]] == ["lost", "won"]
    for wanted, total in (
        ({"player": ["Anna", "Ben"]}, 2),
        ({"player": "Zoe"}, 0),
        ({"against": "bots"}, 0),
        ({"game": "sim", "move": ["A-B", "C-D"]}, 1),
        ({"game": "sim", "move": ["A-B"], "limit": "1"}, 2),
    ):
        found = reader.http.get("/api/statistics/games", params=wanted).json()
        assert found["total"] == total, wanted
    answer = reader.get("/api/statistics/records", game="sim", player="Ben")
    assert answer.headers["content-disposition"] == 'attachment; filename="parlour-games.txt"'
    assert answer.text.count('[Game "sim"]') == 2
    assert private not in answer.text
    assert len(reader.get_json("/api/statistics/records", form="json")) == 2


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"game": "none"}, 404),
        ({"move": "A-B"}, 400),
        ({"game": "sim", "start": "0123456789abcdef"}, 404),
        ({"limit": "1000"}, 400),
        ({"offset": "-1"}, 400),
        ({"player": ["x"] * 9}, 400),
    ],
)
def test_bad_requests_for_games_are_refused(browser: Browser, wanted: dict[str, str], status: int) -> None:
    answer = browser.http.get("/api/statistics/games", params=wanted)
    assert answer.status_code == status, answer.text


@pytest.mark.parametrize(
    ("wanted", "status"),
    [
        ({"game": "none"}, 404),
        ({"game": "sim", "start": "0123456789abcdef"}, 404),
        ({"game": "sim", "move": "Z-Z"}, 400),
        ({"game": "sim", "move": ["A-B"] * 65}, 404),
        ({"game": "sim", "level": "x" * 5000}, 200),
        ({"game": "sim", "rating_from": "9" * 400}, 400),
    ],
)
def test_bad_requests_are_refused(browser: Browser, wanted: dict[str, str], status: int) -> None:
    answer = browser.http.get("/api/statistics/openings", params=wanted)
    assert answer.status_code == status, answer.text


def test_the_profile_has_results_against_single_people(browser: Browser, other: Browser) -> None:
    played(browser, other, "A-B", "C-D")
    played(browser, other, "A-B", "C-D", public=False, loser=0)
    (ben,) = browser.get_json("/api/profile", game="sim")["opponents"]
    assert (ben["name"], ben["tally"]["won"], ben["tally"]["lost"]) == ("Ben", 1, 1)
    assert browser.get_json("/api/profile", game="pylos")["opponents"] == []
