"""Server messages use the reader's language: from the browser's list, or as the page requests."""

import pytest

from parlour.games import game, write_share
from parlour.games.contract.display import Outcome
from parlour.i18n.message import Message
from parlour.server.localizer import Localizer
from tests.server.browser import Browser

GERMAN = "de-DE,de;q=0.9,en;q=0.5"


def test_a_game_is_described_in_the_language_of_the_browser(browser: Browser) -> None:
    browser.http.headers["accept-language"] = GERMAN
    game = browser.get_json("/api/games/yinsh")
    assert game["description"].startswith("Ringe lassen Steine zurück")
    assert game["options"][0]["label"] == "Zu entfernende Ringe"
    assert [kind["label"] for kind in game["kinds"]] == ["Ring", "Stein"]
    assert [side["name"] for side in game["table"]["sides"]] == ["Weiß", "Schwarz"]
    assert [level["name"] for level in game["table"]["levels"]][:2] == ["Zufall", "Anfänger"]
    assert {style["label"] for style in game["styles"]} >= {"Ausgewogen", "Blockierer"}
    rules = browser.get_json("/api/games/yinsh/rules")
    assert rules["language"] == "de"
    assert rules["diagrams"][0]["says"].startswith("Schwarz zieht den Ring von c2 nach h7")
    assert browser.get_json("/api/games/yinsh", language="en")["kinds"][1]["label"] == "marker"


def test_refusals_are_translated_with_their_place(browser: Browser) -> None:
    browser.http.headers["accept-language"] = GERMAN
    refused = browser.post("/api/positions", {"game": "pylos", "text": "…/ 1 play 0"}).json()
    assert refused["text"].startswith("Spalte 1: ")
    wrong = browser.post("/api/games/pylos/check", {"options": {"size": 9}}).json()
    assert wrong["text"] == "size kann nicht „9“ sein: Es muss eine ganze Zahl von 3 bis 7 sein."
    assert browser.get("/api/games/chess").json()["text"].startswith("Es gibt kein Spiel „chess“.")
    broken = browser.post("/api/library/import", {"text": '[Game "sim"]\n\n1. 0-2 0-2'}).json()
    assert broken["text"].startswith("Zeile 3, Spalte 8: ")
    assert "schon verbunden" in broken["text"]
    assert broken["line"] == 3


@pytest.mark.parametrize(("reason", "cause"), [("resign", "van Dyck resigned."), ("agreement", "A draw was agreed.")])
def test_the_cause_of_a_result_is_a_sentence_that_keeps_names_as_they_are(reason: str, cause: str) -> None:
    sim = game("sim")
    localizer = Localizer(sim, sim.check(), "en", ["Ada", "van Dyck"])
    why = Message(f"shared.reason.{reason}", {"loser_seat": 1})
    assert localizer.outcome_view(Outcome((1, 0), reason), reason, why).cause == cause


def test_a_match_uses_each_viewers_language(browser: Browser) -> None:
    seats = [{"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"}]
    match = browser.post_json("/api/matches", {"game": "surakarta", "seats": seats})["id"]
    english = browser.get_json(f"/api/matches/{match}")
    german = browser.get_json(f"/api/matches/{match}", language="de")
    assert english["state"]["position"]["prompt"]["text"].startswith("Move a piece")
    assert german["state"]["position"]["prompt"]["text"].startswith("Ziehe einen Stein")
    assert [side["name"] for side in german["match"]["sides"]] == ["Süd", "Nord"]
    move = {"do": "move", "ply": 0, "text": "1,1-2,1"}
    refused = browser.post(f"/api/matches/{match}/commands", move, language="de").json()
    assert refused["text"] == "Wähle zuerst einen deiner Steine: Der auf 1,1 gehört Ben."


def test_a_bot_and_a_picture_are_described_in_the_readers_language(browser: Browser) -> None:
    bot = {"is": "bot", "level": 2, "style": "unpredictable"}
    match = browser.post_json("/api/matches", {"game": "yinsh", "seats": [{"is": "me", "name": "Anna"}, bot]})["id"]
    seat = browser.get_json(f"/api/matches/{match}", language="de")["state"]["seats"][1]
    assert (seat["name"], seat["player"]["style_name"]) == ("Stufe 2, Unberechenbar", "Unberechenbar")
    share = write_share(game("yinsh").start())
    for address, query in (
        ("/api/positions/picture.svg", {"share": share}),
        (f"/api/matches/{match}/picture.svg", {}),
    ):
        english = browser.get(address, **query)
        assert "Place a ring on a vacant point" in english.text
        assert english.headers["vary"] == "accept-language"
        assert "Setze einen Ring auf einen freien Punkt" in browser.get(address, language="de", **query).text
