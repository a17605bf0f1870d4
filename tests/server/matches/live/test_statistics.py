"""Statistics of one game, and player ratings."""

import pytest

from parlour.games import keys
from tests.server.browser import Browser, Json

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}


def played(browser: Browser, key: str, moves: int) -> str:
    match = browser.play(ANNA, BEN, game=key)
    table = browser.open(match)
    for n in range(moves):
        legal = table.state["position"]["legal"]
        if not legal:
            break
        table.does("move", index=(7 * n) % len(legal))
    table.close()
    return match


@pytest.mark.parametrize("key", keys())
def test_statistics_of_a_finished_match(browser: Browser, key: str) -> None:
    match = played(browser, key, 14)
    found = browser.get_json(f"/api/matches/{match}/statistics")
    state = browser.get_json(f"/api/matches/{match}")["state"]
    assert [turn["text"] for turn in found["turns"]] == [turn["text"] for turn in state["turns"]]
    for number, seat in enumerate(found["seats"]):
        own = [turn["spent"] for turn in found["turns"] if turn["seat"] == number]
        assert (seat["turns"], seat["time"]) == (len(own), sum(own))
        assert found["turns"][seat["longest"]]["spent"] == max(own)
        assert seat["deeds"], "every game counts something"
        assert all(deed["label"] for deed in seat["deeds"])
    assert sum(seat["moves"] for seat in found["seats"]) == state["ply"]
    assert found["time"] == sum(turn["spent"] for turn in found["turns"])
    for line in found["scores"]:
        assert len(line["values"]) == len(found["turns"]) + 1
    shown = {(score["key"], score["seat"]): score["value"] for score in state["position"]["scores"]}
    assert {(line["key"], line["seat"]): line["values"][-1] for line in found["scores"]} == shown


def test_captures_are_counted_for_the_capturing_seat(browser: Browser) -> None:
    match = browser.play(ANNA, BEN, start="..1.../....../2....2/....../....../...... 1 0")
    browser.open(match).does("move", text="0,2x2,0")
    seats = browser.get_json(f"/api/matches/{match}/statistics")["seats"]
    counts = [{deed["key"]: deed["count"] for deed in seat["deeds"]} for seat in seats]
    assert [count["capture"] for count in counts] == [1, 0]


def test_the_evaluation_is_shown_after_the_end(browser: Browser) -> None:
    match = browser.play(ANNA, BEN, start="..1.../....../2...../....../....../...... 1 0")
    table = browser.open(match)
    assert browser.get_json(f"/api/matches/{match}/statistics")["lead"] == []
    table.does("move", text="0,2x2,0")
    lead = browser.get_json(f"/api/matches/{match}/statistics")["lead"]
    assert len(lead) == 2
    assert lead[-1] == [1, 0]
    assert all(abs(sum(shares) - 1) < 0.01 for shares in lead)


def test_a_match_of_five_has_statistics_for_all(browser: Browser) -> None:
    guests = [{"is": "guest", "name": name} for name in ("Ben", "Cleo", "Dora", "Emil")]
    match = browser.play(ANNA, *guests, game="sim", options={"players": 5, "vertices": 7})
    table = browser.open(match)
    for _ in range(5):
        table.does("move", index=0)
    table.does("resign", seat=0)
    found = browser.get_json(f"/api/matches/{match}/statistics")
    assert len(found["seats"]) == 5
    assert len(found["lead"][0]) == 5


# ---- Player ratings --------------------------------------------------------------------------------------------------


def against_bot(browser: Browser, level: float, *, hint: bool = False) -> None:
    """Play a game against a bot and resign it, unless the bot loses first."""
    bot = {"is": "bot", "level": level}
    match = browser.play(ANNA, bot, start="..1.../....../2....2/....../....../...... 1 0")
    table = browser.open(match)
    if hint:
        socket = browser.socket("/api/engine")
        socket.send({"type": "hint", "id": 1, "match": match, "seconds": 0.05})
        socket.until("hint")
        socket.close()
        table.until(lambda table: bool(table.state["seats"][0]["helped"]["hints"]))
    table.does("move", text="0,2x2,0")
    table.until(lambda table: table.state["status"] == "over" or table.you["can"][:1] == ["move"])
    if table.state["status"] != "over":
        table.does("resign", seat=0)
    table.close()


def test_strength_follows_games_against_bots_without_help(browser: Browser) -> None:
    fresh = browser.get_json("/api/profile/level", game="surakarta")
    assert (fresh["games"], fresh["history"]) == (0, [])
    assert fresh["level"] < fresh["strength"], "so that one wins a little more than half"
    against_bot(browser, 1)
    after = browser.get_json("/api/profile/level", game="surakarta")
    assert after["games"] == 1
    assert after["strength"] < fresh["strength"]
    against_bot(browser, 4.3)
    against_bot(browser, 1, hint=True)
    last = browser.get_json("/api/profile/level", game="surakarta")
    assert (last["games"], len(last["history"])) == (2, 2), "a game with help does not count"
    assert browser.get_json("/api/profile/level", game="yinsh")["games"] == 0
    assert browser.get("/api/profile/level", game="nothing").status_code == 404


def test_a_bot_of_a_fractional_level_plays(browser: Browser) -> None:
    match = browser.play(ANNA, {"is": "bot", "level": 2.5})
    table = browser.open(match)
    assert table.state["seats"][1]["player"]["level"] == 2.5
    assert table.state["seats"][1]["name"] == "Level 2.5"
    table.does("move", index=0).until(lambda table: table.ply == 2)
    assert browser.get_json("/api/library", level="2.5")["total"] == 1
    for level in (0.5, 8.2, 99):
        answer = browser.post("/api/matches", {"game": "surakarta", "seats": [ANNA, {"is": "bot", "level": level}]})
        assert answer.status_code == 400, level
