"""Ratings over the API: set-ups that can be rated, what a game changes, leaderboards, and after a restart."""

from collections.abc import Callable

import pytest

from parlour.server.matches.live.ended_games import EndedGames
from tests.server.browser import Browser, Json
from tests.server.served import Served

ANNA: Json = {"is": "me", "name": "Anna"}
OPEN: Json = {"is": "open"}


def rated_game(host: Browser, other: Browser, loser: int = 1) -> str:
    """Play a rated game of two moves that one seat resigns."""
    match = host.play(ANNA, OPEN, kind="network", rated=True)
    other.join(match, "Ben")
    tables = [host.open(match), other.open(match)]
    tables[0].does("move", index=0)
    tables[1].until(lambda table: table.ply == 1).does("move", index=0)
    tables[loser].until(lambda table: table.ply == 2).does("resign", seat=loser)
    for table in tables:
        table.close()
    return match


def test_a_rated_game_changes_the_ratings_of_both(browser: Browser, other: Browser) -> None:
    match = rated_game(browser, other)
    winner, loser = browser.get_json(f"/api/matches/{match}/ratings")
    assert winner["before"]["points"] == loser["before"]["points"] == 1500
    assert winner["after"]["points"] > 1500 > loser["after"]["points"]
    assert winner["after"]["uncertainty"] < winner["before"]["uncertainty"]
    (own,) = browser.get_json("/api/profile/ratings")
    assert (own["game"], own["time_class"], own["rating"]) == ("surakarta", "untimed", winner["after"])
    assert [point["points"] for point in own["history"]] == [winner["after"]["points"]]
    board = other.get_json("/api/ratings")
    assert (board["game"], board["time_class"]) == ("surakarta", "untimed"), "the list with most people"
    assert other.get_json("/api/ratings", game="sim")["title"] == "Sim"
    rows = other.get_json("/api/ratings", game="surakarta")["rows"]
    (mine,) = [row for row in rows if row["yours"]]
    assert (mine["rank"], mine["rating"]) == (None, loser["after"]), "it is provisional after one game"
    bots = [row["rating"]["points"] for row in rows if row["bot"]]
    assert len(bots) == 8
    assert bots == sorted(bots, reverse=True)


def test_unrated_and_cancelled_games_change_nothing(browser: Browser, other: Browser) -> None:
    unrated = rated_game(browser, other)
    changes = browser.get_json(f"/api/matches/{unrated}/ratings")
    match = browser.play(ANNA, OPEN, kind="network", rated=True)
    other.join(match, "Ben")
    table = browser.open(match)
    table.does("resign", seat=0)
    table.close()
    assert browser.get_json(f"/api/matches/{match}/ratings") == []
    assert browser.get_json(f"/api/matches/{unrated}/ratings") == changes
    assert browser.get("/api/matches/nothing/ratings").status_code == 404


def test_games_that_cannot_be_compared_are_not_rated(browser: Browser) -> None:
    def refusal(*seats: Json, **more: object) -> str:
        body = {"game": "surakarta", "kind": "network", "rated": True, "seats": seats, **more}
        answer = browser.post("/api/matches", body)
        assert answer.status_code == 400, answer.text
        text: str = answer.json()["text"]
        return text

    start = "222222/222222/....../1...../.11111/111111 2 1"
    assert "start position" in refusal(ANNA, OPEN, start=start)
    assert "no rating in this variant" in refusal(ANNA, {"is": "bot", "level": "custom", "custom": {"depth": "1"}})
    level_3 = {"is": "bot", "level": 3}
    assert "no rating in this variant" in refusal(ANNA, level_3, game="sim", options={"vertices": 7})
    assert "no rating in this variant" in refusal(ANNA, level_3, game="yinsh", preset="blitz")
    assert "Only network" in refusal(ANNA, {"is": "guest", "name": "Ben"}, kind="local")


def test_invalid_leaderboards_are_refused(browser: Browser) -> None:
    assert browser.get("/api/ratings", game="nothing").status_code == 404
    assert browser.get("/api/ratings", game="sim", time_class="fast").status_code == 400
    assert browser.get_json("/api/profile/ratings") == []


def test_a_game_that_was_not_rated_before_a_stop_is_rated_at_the_next_start(
    new_server: Callable[..., Served], new_browser: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EndedGames, "start", lambda _: None)
    server = new_server()
    match = rated_game(new_browser(server), new_browser(server))
    assert new_browser(server).get_json(f"/api/matches/{match}/ratings") == []
    server.stop()
    monkeypatch.undo()
    again = new_server(folder=server.app.folder)
    assert len(new_browser(again).get_json(f"/api/matches/{match}/ratings")) == 2
