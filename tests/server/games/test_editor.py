"""The editor over HTTP: drafts of any position, errors with their sites, and conversion to a position."""

import pytest

from parlour.games import game as find_game
from parlour.games import keys, load
from tests.games.known import HEXAPAWN
from tests.server.browser import Browser, Json

GAMES = keys()


def opened(browser: Browser, key: str, **position: object) -> Json:
    found: Json = browser.post_json("/api/editor/open", {"game": key, **position})
    return found


@pytest.mark.parametrize("key", GAMES)
def test_an_opened_position_is_returned_unchanged(browser: Browser, key: str) -> None:
    position = find_game(key).start()
    position.play_random(5, limit=12)
    view = opened(browser, key, text=position.text())
    check = browser.post_json("/api/editor/check", view["draft"])
    assert check["problems"] == []
    assert check["spans"] == browser.post_json("/api/editor/text", {"game": key, "text": position.text()})["spans"]
    assert check["position"]["position"]["text"] == position.text() == view["position"]["position"]["text"]


@pytest.mark.parametrize("key", GAMES)
def test_a_game_declares_the_parts_of_its_drafts(browser: Browser, key: str) -> None:
    game = find_game(key)
    palette = opened(browser, key)["palette"]
    assert palette["editable"]
    assert [kind["kind"] for kind in palette["kinds"]] == [kind.name for kind in game.kinds]
    options = game.check()
    strokes = any(isinstance(piece.place, tuple) for piece in game.read(game.showpiece).placement())
    assert {kind["ends"] for kind in palette["kinds"]} == {2 if strokes else 1}
    assert [stage["key"] for stage in palette["stages"]] == list(game.stages(options))
    assert {counter["key"]: (counter["low"], counter["high"]) for counter in palette["counters"]} == dict(
        game.counters(options)
    )
    for named in (*palette["stages"], *palette["counters"]):
        assert named["label"] not in ("", named["key"]), "it has a name for people"


@pytest.mark.parametrize("key", GAMES)
def test_stages_and_counters_of_every_position_are_among_those_offered(browser: Browser, key: str) -> None:
    game = find_game(key)
    options = game.check()
    for seed in range(20):
        position = game.start()
        position.play_random(seed, limit=3 * seed)
        draft = position.draft()
        assert not game.stages(options) or draft.stage in game.stages(options)
        for name, value in draft.counters.items():
            low, high = game.counters(options)[name]
            assert low <= value <= high


def test_every_problem_is_reported_with_its_sites(browser: Browser) -> None:
    disc = {"kind": "disc", "owner": 0, "place": 3}
    check = browser.post_json(
        "/api/editor/check", {"game": "surakarta", "pieces": [disc, {**disc, "owner": 1}], "seat": 4}
    )
    assert check["position"] is None
    assert [(one["text"]["text"], one["sites"]) for one in check["problems"]] == [
        ("There are two pieces on 0,3.", [3]),
        ("There is no seat 5 in this game.", []),
    ]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize(
    "wrong",
    [
        {"pieces": [{"kind": "dragon", "owner": 0, "place": 0}]},
        {"pieces": [{"kind": "dragon", "owner": None, "place": "nowhere"}]},
        {"pieces": [{"kind": "disc", "owner": 99, "place": [0, 10**6], "facing": -7}]},
        {"pieces": [], "seat": -3},
        {"pieces": [], "stage": "x" * 1000, "counters": {"captureless": -1, "turns": 10**9}},
    ],
)
def test_invalid_drafts_are_refused_and_never_become_positions(browser: Browser, key: str, wrong: Json) -> None:
    answer = browser.post("/api/editor/check", {"game": key, **wrong})
    assert answer.status_code in (200, 400)
    if answer.status_code == 200 and answer.json()["position"] is not None:
        again = browser.post_json(
            "/api/positions", {"game": key, "text": answer.json()["position"]["position"]["text"]}
        )
        assert again["position"] == answer.json()["position"]["position"]


def test_the_size_of_a_draft_is_limited(browser: Browser) -> None:
    disc = {"kind": "disc", "owner": 0, "place": 3}
    answer = browser.post("/api/editor/check", {"game": "surakarta", "pieces": [disc] * 501})
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")


def test_set_ups_of_a_plain_game_are_texts(browser: Browser) -> None:
    hexapawn = load(HEXAPAWN)
    view = opened(browser, hexapawn.key, text="WW....BBB b")
    assert not view["palette"]["editable"]
    assert view["draft"]["stage"] == "WW....BBB b"
    assert browser.post_json("/api/editor/check", view["draft"])["position"]["position"]["text"] == "WW....BBB b"


# ---- Texts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", GAMES)
def test_a_text_is_read_sign_by_sign(browser: Browser, key: str) -> None:
    position = find_game(key).start()
    position.play_random(5, limit=12)
    read = browser.post_json("/api/editor/text", {"game": key, "text": position.text()})
    assert (read["fault"], read["problems"]) == (None, [])
    assert read["position"]["position"]["text"] == position.text()
    assert read["draft"] == opened(browser, key, text=position.text())["draft"]
    legend = opened(browser, key)["palette"]["legend"]
    assert all(legend[span["sign"]]["text"] for span in read["spans"])
    assert {site for span in read["spans"] for site in span["sites"]} == set(
        range(len(find_game(key).board(position.options).sites))
    )


def test_an_error_in_a_text_is_reported_with_its_column(browser: Browser) -> None:
    read = browser.post_json(
        "/api/editor/text", {"game": "surakarta", "text": "222222/22x222/....../....../111111/111111 1 0"}
    )
    assert (read["fault"]["column"], read["draft"], read["position"]) == (10, None, None)
    assert len(read["spans"]) == 43, "what can be read is explained all the same"


def test_a_text_with_problems_is_opened_with_them(browser: Browser) -> None:
    read = browser.post_json(
        "/api/editor/text", {"game": "surakarta", "text": "111111/111111/1...../....../....../2..... 1 0"}
    )
    assert read["fault"] is None
    assert len(read["draft"]["pieces"]) == 14
    assert read["position"] is None
    assert len(read["problems"][0]["sites"]) == 13


@pytest.mark.parametrize("key", GAMES)
def test_a_set_up_that_is_not_legal_has_a_text_of_its_own(browser: Browser, key: str) -> None:
    position = find_game(key).start()
    position.play_random(3, limit=8)
    draft = opened(browser, key, text=position.text())["draft"]
    doubled = {**draft, "pieces": [*draft["pieces"], draft["pieces"][0]]}
    check = browser.post_json("/api/editor/check", doubled)
    assert check["problems"]
    reading = browser.post_json("/api/editor/text", {"game": key, "text": check["text"]})
    assert reading["problems"] == check["problems"]
    assert browser.post_json("/api/editor/check", reading["draft"])["text"] == check["text"]
    less = browser.post_json("/api/editor/check", draft)
    assert (less["problems"], less["text"]) == ([], "")


def test_pieces_without_a_place_have_no_text(browser: Browser) -> None:
    draft = opened(browser, "surakarta")["draft"]
    astray = {**draft, "pieces": [{"kind": "disc", "owner": 0, "place": 999}]}
    check = browser.post_json("/api/editor/check", astray)
    assert check["problems"]
    assert check["text"] == ""


def test_a_share_string_sets_its_options(browser: Browser) -> None:
    share = "sim;vertices=4;1/../.2. 1"
    read = browser.post_json("/api/editor/text", {"game": "sim", "text": share})
    assert read["draft"]["options"]["vertices"] == 4
    wrong = browser.post_json("/api/editor/text", {"game": "pylos", "text": share})
    assert "Pylos" in wrong["fault"]["text"]
    assert browser.post_json("/api/editor/text", {"game": "sim", "text": "sim;vertices=99;."})["fault"] is not None
    assert browser.post_json("/api/editor/text", {"game": "sim", "text": "." * 5000})["fault"] is not None


def test_a_plain_games_text_is_explained_too(browser: Browser) -> None:
    hexapawn = load(HEXAPAWN)
    read = browser.post_json("/api/editor/text", {"game": hexapawn.key, "text": "WW....BBB b"})
    assert [span["sites"] for span in read["spans"][:2]] == [[0], [1]]
    assert read["position"]["position"]["seat"] == 1
    assert browser.post_json("/api/editor/text", {"game": hexapawn.key, "text": "WW"})["fault"]["text"].startswith(
        "Write nine"
    )
