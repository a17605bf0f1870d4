"""Games and positions over HTTP: everything a client needs to show an unknown game."""

import xml.etree.ElementTree as ET

import pytest

from parlour.games import game as find_game
from parlour.games import keys
from parlour.server.process import long_computations
from tests.examples.outside_package import EXAMPLES
from tests.games.known import known
from tests.server.browser import Browser

GAMES = keys()


def test_all_games_are_listed_with_their_numbers_of_players(browser: Browser) -> None:
    listed = {game["key"]: game for game in browser.get_json("/api/games")}
    assert set(listed) >= set(GAMES)
    assert listed["sim"]["seats"] == [2, 5]
    assert listed["yinsh"]["seats"] == [2, 2]


@pytest.mark.parametrize("key", [*GAMES, "hex", "amazons", "connect-four-plain"])
def test_a_game_is_listed_with_a_position_that_can_be_drawn(browser: Browser, key: str) -> None:
    with known(EXAMPLES / "hex.py", EXAMPLES / "amazons.py", EXAMPLES / "connect_four.py"):
        share = next(game["share"] for game in browser.get_json("/api/games") if game["key"] == key)
        position = browser.post_json("/api/positions", {"share": share})["position"]
        assert position["legal"]
        assert position["text"] != find_game(key).start().text()
        assert browser.get("/api/positions/picture.svg", share=share).status_code == 200


@pytest.mark.parametrize("key", GAMES)
def test_a_game_lists_its_options_sides_pieces_and_levels(browser: Browser, key: str) -> None:
    game = browser.get_json(f"/api/games/{key}")
    known = find_game(key)
    assert [option["key"] for option in game["options"]] == [option.key for option in known.declared]
    assert game["table"]["preset"] == known.presets[0].key
    assert [level["level"] for level in game["table"]["levels"]][:8] == list(range(1, 9))
    assert all(level["name"] and level["help"] for level in game["table"]["levels"])
    assert {style["key"] for style in game["styles"]} >= {"balanced", "unpredictable"}
    assert len(game["table"]["board"]["sites"]) > 1
    assert browser.get_json(f"/api/games/{key}/rules")["markdown"]


def test_options_that_change_the_board_list_each_start(browser: Browser) -> None:
    table = browser.get_json("/api/games/laserchess")["table"]
    assert list(table["starts"]) == ["layout"]
    assert len(set(table["starts"]["layout"].values())) == 3
    for value, share in table["starts"]["layout"].items():
        assert browser.post_json("/api/positions", {"share": share})["table"]["options"]["layout"] == value
    small = browser.post_json("/api/games/pylos/check", {"options": {"line": "official"}})["starts"]
    assert list(small["size"]) == ["3", "4", "5", "6", "7"]
    assert browser.post_json("/api/positions", {"share": small["size"]["5"]})["table"]["options"]["line"] == "official"


def test_options_are_checked_and_change_the_board(browser: Browser) -> None:
    small = browser.post_json("/api/games/pylos/check", {"options": {"size": 3}})
    usual = browser.post_json("/api/games/pylos/check", {})
    assert len(small["board"]["sites"]) < len(usual["board"]["sites"])
    assert "perfect" in [level["level"] for level in small["levels"]]
    assert small["preset"] is None
    answer = browser.post("/api/games/pylos/check", {"options": {"size": 99}})
    assert (answer.status_code, answer.json()["error"]) == (400, "option-error")
    assert "size cannot be “99”" in answer.json()["text"]
    assert browser.post("/api/games/pylos/check", {"preset": "nothing"}).status_code == 400
    assert browser.get("/api/games/nothing").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_a_position_comes_with_pieces_moves_words_and_a_diagram(browser: Browser, key: str) -> None:
    detail = browser.post_json("/api/positions", {"game": key})
    position = detail["position"]
    known = find_game(key).start()
    assert position["text"] == known.text()
    assert [move["text"] for move in position["legal"]] == [known.write_move(move) for move in known.moves()]
    assert all(move["paths"] for move in position["legal"])
    assert position["prompt"]["text"]
    assert all(score["label"] for score in position["scores"])
    assert detail["diagram"] == known.diagram()
    again = browser.post_json("/api/positions", {"share": detail["share"]})
    assert again["position"]["text"] == position["text"]


def test_moves_are_played_from_a_position(browser: Browser) -> None:
    detail = browser.post_json("/api/positions", {"game": "surakarta", "moves": ["4,0-3,0", "1,1-2,1"]})
    assert detail["turns"] == ["4,0-3,0", "1,1-2,1"]
    answer = browser.post("/api/positions", {"game": "surakarta", "moves": ["4,0-0,0"]})
    assert (answer.status_code, answer.json()["error"]) == (400, "illegal-move")


def test_an_invalid_position_text_is_refused_with_its_column(browser: Browser) -> None:
    answer = browser.post(
        "/api/positions", {"game": "surakarta", "text": "222222/22222?/....../....../111111/111111 1 0"}
    )
    assert (answer.status_code, answer.json()["error"]) == (400, "text-error")
    assert answer.json()["column"] == 13
    assert browser.post("/api/positions", {}).json()["text"].startswith("Specify a position")
    assert browser.post("/api/positions", {"share": "x", "game": "sim"}).status_code == 400


def test_clicks_are_explained(browser: Browser) -> None:
    board = browser.get_json("/api/games/surakarta")["table"]["board"]
    site = {one["label"]: n for n, one in enumerate(board["sites"])}
    ask = {"position": {"game": "surakarta"}}
    empty = browser.post_json("/api/positions/explain", {**ask, "picks": [site["3,0"]]})
    assert (empty["move"], "3,0" in empty["text"]["text"]) == (None, True)
    move = browser.post_json("/api/positions/explain", {**ask, "picks": [site["4,0"], site["3,0"]]})
    assert move["move"] == "4,0-3,0"
    assert browser.post_json("/api/positions/explain", {**ask, "picks": [-1]})["text"]["key"] == "shared.no-such-site"
    assert browser.post("/api/positions/explain", {**ask, "picks": [0] * 99}).status_code == 400


def test_the_effects_of_a_move_are_shown_without_playing_it(browser: Browser) -> None:
    view = browser.post_json("/api/positions/effects", {"game": "surakarta"}, move="4,0-3,0")
    assert [effect["kind"] for effect in view["effects"]] == ["slide"]
    assert view["turn_over"]
    assert view["say"]["text"]
    answer = browser.post("/api/positions/effects", {"game": "surakarta"}, move="0,0-1,0")
    assert answer.status_code == 400


@pytest.mark.parametrize("key", GAMES)
def test_aids_have_names(browser: Browser, key: str) -> None:
    aids = browser.post_json("/api/positions/aids", {"game": key})["aids"]
    assert all(aid["label"] != "" for aid in aids)


def test_aids_name_their_player_regardless_of_who_is_to_move(browser: Browser) -> None:
    asked = {"game": "sim", "text": "1/../.1./..../2.... 2"}
    labels = {aid["seat"]: aid["label"] for aid in browser.post_json("/api/positions/aids", asked)["aids"]}
    assert labels == {0: "Player 1 loses by joining these dots"}


@pytest.mark.parametrize("key", GAMES)
def test_a_picture_is_an_svg(browser: Browser, key: str) -> None:
    share = browser.post_json("/api/positions", {"game": key})["share"]
    for theme in ("wood", "dark", "print"):
        answer = browser.get("/api/positions/picture.svg", share=share, theme=theme, size=200)
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert "immutable" in answer.headers["cache-control"]
        assert ET.fromstring(answer.text).tag.endswith("svg")
    assert browser.get("/api/positions/picture.svg", share=share, size=10**6).status_code == 400
    assert browser.get("/api/positions/picture.svg", share="nonsense").status_code == 400


def test_pieces_of_close_colours_have_marks_unless_the_reader_refuses_them(browser: Browser) -> None:
    seats = [{"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"}]
    for colours, marked in ((("#404040", "#626262"), True), (("", ""), False)):
        match = browser.play(*({**seat, "colour": colour} for seat, colour in zip(seats, colours, strict=True)))
        picture = f"/api/matches/{match}/picture.svg"
        drawn = {signs: browser.get(picture, signs=signs).text for signs in (True, False)}
        assert drawn[True] != drawn[False]
        assert browser.get(picture).text == drawn[marked]


def test_sentences_are_in_the_readers_language_or_english(browser: Browser) -> None:
    for language in ("en", "xx", "en-GB,fr;q=0.5"):
        detail = browser.http.post(
            "/api/positions",
            json={"game": "surakarta"},
            headers={"accept-language": language, "x-csrf-token": token(browser)},
        ).json()
        assert detail["position"]["prompt"]["text"] == "Move a piece one point, or capture round a loop."


def token(browser: Browser) -> str:
    browser.get("/api/me")
    return str(browser.http.cookies["parlour_csrf"])


def test_a_preview_in_a_match_is_cached_while_it_is_valid(browser: Browser) -> None:
    match = browser.play({"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"})
    table = browser.open(match)
    path = f"/api/matches/{match}/plies/0/effects"
    assert browser.get(path, move="4,0-3,0").headers["cache-control"] == "no-store"
    kept = browser.get(path, move="4,0-3,0", at=0)
    assert "immutable" in kept.headers["cache-control"]
    assert kept.json()["effects"][0]["before"]["id"] in table.pieces
    assert browser.get(path, move="4,0-3,0", at=5).status_code == 409
    table.does("move", text="4,0-3,0")
    played = table.turns[0]["moves"][0]["at"]
    assert browser.get(f"/api/matches/{match}/plies/1/effects", move="1,1-2,1", at=played).status_code == 200
    assert browser.get(f"/api/matches/{match}/plies/2/effects", move="1,1-2,1").status_code == 404


@pytest.mark.parametrize("key", GAMES)
def test_the_diagrams_of_the_rules_can_be_drawn(browser: Browser, key: str) -> None:
    rules = browser.get_json(f"/api/games/{key}/rules")
    assert rules["diagrams"]
    for number, diagram in enumerate(rules["diagrams"]):
        assert f"```diagram\n{number}\n```" in rules["markdown"]
        shown = {"move": diagram["legal"]} if diagram["legal"] else {}
        shown |= {"tried": diagram["illegal"]} if diagram["illegal"] else {}
        assert bool(shown) == bool(diagram["says"])
        drawn = browser.get("/api/positions/picture.svg", share=diagram["share"], **shown)
        plain = browser.get("/api/positions/picture.svg", share=diagram["share"])
        assert drawn.status_code == plain.status_code == 200
        assert (drawn.text != plain.text) == bool(shown)


def test_a_picture_of_an_invalid_position_is_refused(browser: Browser) -> None:
    share = browser.post_json("/api/positions", {"game": "pylos"})["share"]
    address = "/api/positions/picture.svg"
    assert browser.get(address, share=share, move="9z9").status_code == 400
    answer = browser.get(address, share=share, tried="1a1 9z9")
    assert (answer.status_code, answer.json()["text"]) == (400, "There is no place “9z9” on this board.")


def test_a_link_is_available_as_a_qr_code(browser: Browser) -> None:
    found = browser.get("/api/qr.svg", text="http://192.168.1.20:8420/match/abc")
    assert found.headers["content-type"].startswith("image/svg+xml")
    assert found.text.startswith("<svg")
    assert found.text != browser.get("/api/qr.svg", text="something else").text


def test_qr_codes_wait_in_turn_with_other_computations(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_computations, "MAX_COMPUTATIONS", 0)
    assert browser.get("/api/qr.svg", text="x").status_code == 503


@pytest.mark.parametrize("text", ["", "x" * 201])
def test_invalid_qr_code_text_is_refused(browser: Browser, text: str) -> None:
    assert browser.get("/api/qr.svg", text=text).status_code == 400
