"""Profiles: empty ones, results per level and per day, openings, and achievements."""

from parlour.games import games
from parlour.match.achievements import TABLE
from tests.server.browser import Browser, Json
from tests.server.people.test_people import ANNA, BEN, finish

BOT: Json = {"is": "bot", "level": 2}


def achievements(browser: Browser, **wanted: object) -> dict[str, Json]:
    return {one["key"]: one for one in browser.get_json("/api/achievements", **wanted)}


def lose_to_bot(browser: Browser) -> None:
    table = browser.open(browser.play(ANNA, BOT))
    table.does("move", index=0).until(lambda table: table.ply == 2)
    table.does("resign", seat=0)
    table.close()


def test_a_new_profile_shows_zeros_and_all_achievements(browser: Browser) -> None:
    profile = browser.get_json("/api/profile")
    assert profile["total"] == {"won": 0, "drawn": 0, "lost": 0, "unfinished": 0, "assisted": 0, "used": 0}
    assert (profile["against"], profile["days"], profile["openings"]) == ([], [], [])
    found = achievements(browser)
    assert {one["value"] for one in found.values()} == {0}
    assert {one["reached"] for one in found.values()} == {None}
    assert {one["finish"] for one in found.values()} == {one.finish for one in TABLE}
    for game in games():
        assert game.title in found[f"ladder-{game.key}"]["title"]
    assert found["flawless-surakarta"]["how"] == "Win without help and without losing a piece."
    assert browser.get_json("/api/me")["person"] is None, "looking makes nobody a guest"


def test_a_guest_has_statistics_per_level_that_go_with_the_account(browser: Browser) -> None:
    lose_to_bot(browser)
    finish(browser, ANNA, BEN)
    before = browser.get_json("/api/profile", ahead=60)
    assert [(one["level"], one["tally"]["lost"]) for one in before["against"] if one["opponent"] == "bots"] == [(2, 1)]
    assert sum(day["tally"]["won"] for day in before["days"]) == 1
    assert achievements(browser)["first-win"]["reached"] is not None
    browser.sign_up("Profilia")
    assert browser.get_json("/api/profile", ahead=60) == before
    assert achievements(browser)["first-win"]["reached"] is not None


def test_openings_are_shown_for_one_game(browser: Browser) -> None:
    match = finish(browser, ANNA, BEN)
    assert browser.get_json("/api/profile")["openings"] == []
    (opening,) = browser.get_json("/api/profile", game="surakarta")["openings"]
    turns = browser.get_json(f"/api/matches/{match}")["state"]["turns"]
    assert opening["turns"] == [turns[0]["text"]]
    assert opening["tally"]["won"] == 1
    assert browser.get("/api/positions/picture.svg", share=opening["share"]).status_code == 200


def test_invalid_queries_are_refused(browser: Browser) -> None:
    assert browser.get("/api/profile", game="nothing").status_code == 404
    assert browser.get("/api/profile", ahead=99999).status_code == 400
