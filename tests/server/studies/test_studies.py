"""Studies and analysed games over HTTP and the engine's WebSocket."""

from urllib.parse import quote

import pytest

from parlour.games import game as find_game
from parlour.games import keys, load
from tests.games.known import HEXAPAWN
from tests.server.browser import Browser, Json, Socket
from tests.server.conftest import NewBrowser

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}


def finished(
    browser: Browser, game: str, seed: int = 1, most: int = 24, options: Json | None = None, **wanted: object
) -> str:
    """Return a game of random moves, resigned if it does not end."""
    match = browser.play(ANNA, BEN, game=game, options=options or {}, **wanted)
    position = find_game(game).start(find_game(game).check(options or {}))
    position.play_random(seed, limit=most)
    moves, walker = position.played, position.copy()
    while walker.played:
        walker.undo()
    for ply, move in enumerate(moves):
        command = {"do": "move", "ply": ply, "text": walker.write_move(move)}
        browser.post_json(f"/api/matches/{match}/commands", command)
        walker.play(move)
    if not position.is_over():
        browser.post_json(f"/api/matches/{match}/commands", {"do": "resign", "seat": position.seat})
    return match


def last(socket: Socket, kind: str, **question: object) -> Json:
    """Send a request and return the last answer."""
    socket.send({"type": kind, "id": 5, **question})
    return socket.until("reviewed", "values", "refused", where=lambda message: bool(message.get("done", True)))


# ---- Whole games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
def test_a_finished_game_is_analysed_turn_by_turn_and_kept(browser: Browser, game: str) -> None:
    match = finished(browser, game, most=10)
    assert browser.get_json(f"/api/matches/{match}/analysis") is None
    socket = browser.socket("/api/engine")
    found = last(socket, "review", match=match, seconds=0.05)
    steps = [message for message in socket.received if message["type"] == "reviewed" and not message["done"]]
    analysis = found["analysis"]
    turns = browser.get_json(f"/api/matches/{match}")["state"]["turns"]
    assert [turn["text"] for turn in analysis["turns"]] == [turn["text"] for turn in turns]
    assert [step["finished"] for step in steps] == list(range(1, len(turns) + 2))
    assert [evaluation["ply"] for evaluation in analysis["evaluations"]][::-1] == [
        step["evaluation"]["ply"] for step in steps
    ], "from the end to the start"
    for turn, evaluation in zip(analysis["turns"], analysis["evaluations"], strict=False):
        assert (turn["first"], turn["seat"]) == (evaluation["ply"], evaluation["seat"])
        assert turn["says"]["text"]
        assert evaluation["line"]["effects"]
        assert (turn["fault"] is not None) == (turn["loss"] >= 0.07)
        if turn["fault"]:
            assert evaluation["line"]["turns"][0] in turn["says"]["text"], "the better turn is named"
    for seat in analysis["seats"]:
        assert seat["accuracy"] is None or 0 <= seat["accuracy"] <= 100
    assert browser.get_json(f"/api/matches/{match}/analysis") == analysis


@pytest.mark.parametrize("game", keys())
def test_studies_describe_games_and_tried_moves_in_turns(browser: Browser, game: str) -> None:
    match = finished(browser, game, seed=2, most=60)
    study = browser.get_json(f"/api/matches/{match}/study")
    turns = browser.get_json(f"/api/matches/{match}")["state"]["turns"]
    whole = [node["turn"] for node in study["nodes"][1:] if node["turn_over"]]
    assert whole == [turn["text"] for turn in turns][: len(whole)]
    parts = [node["turn"] for node in study["nodes"][1:] if not node["turn_over"]]
    assert all(part.endswith("…") for part in parts)
    moves = [node["text"] for node in study["study"]["nodes"][1:]]
    asked = {"game": game, "options": study["study"]["options"], "moves": moves[:-1]}
    tried = browser.post_json(f"/api/positions/effects?move={quote(moves[-1])}", asked)
    assert tried["turn"] == study["nodes"][-1]["turn"]


def test_a_stored_analysis_is_reused_unless_more_effort_is_requested(browser: Browser) -> None:
    match = finished(browser, "sim")
    socket = browser.socket("/api/engine")
    first = last(socket, "review", match=match, seconds=0.1)["analysis"]
    received = len(socket.received)
    assert last(socket, "review", match=match, seconds=0.1)["analysis"] == first
    assert len(socket.received) == received + 1, "the answer comes at once"
    assert last(socket, "review", match=match, seconds=0.2)["analysis"]["effort"] == 200


def test_a_stopped_analysis_says_so_and_keeps_nothing(browser: Browser) -> None:
    match = finished(browser, "yinsh", most=30)
    socket = browser.socket("/api/engine")
    socket.send({"type": "review", "id": 1, "match": match, "seconds": 5})
    socket.until("reviewed", "queued")
    socket.send({"type": "stop", "id": 1})
    message = socket.until("reviewed", where=lambda message: bool(message["done"]))
    assert message["analysis"] is None
    assert browser.get_json(f"/api/matches/{match}/analysis") is None


def test_a_game_with_other_moves_has_no_analysis(browser: Browser) -> None:
    match = finished(browser, "sim", most=100)
    last(browser.socket("/api/engine"), "review", match=match, seconds=0.05)
    ply = browser.get_json(f"/api/matches/{match}")["state"]["ply"]
    browser.post_json(f"/api/matches/{match}/commands", {"do": "take-back", "ply": ply})
    assert browser.get_json(f"/api/matches/{match}/analysis") is None
    refused = last(browser.socket("/api/engine"), "review", match=match)
    assert (refused["type"], refused["reason"]) == ("refused", "forbidden")


def test_the_copy_of_a_game_that_people_play_is_not_analysed_for_them(browser: Browser, other: Browser) -> None:
    match = browser.play(ANNA, {"is": "open"}, kind="network")
    other.join(match, "Ben")
    text = "4,0-3,0"
    browser.post_json(f"/api/matches/{match}/commands", {"do": "move", "ply": 0, "text": text})
    copy = browser.play(ANNA, BEN)
    browser.post_json(f"/api/matches/{copy}/commands", {"do": "move", "ply": 0, "text": text})
    browser.post_json(f"/api/matches/{copy}/commands", {"do": "resign", "seat": 0})
    refused = last(browser.socket("/api/engine"), "review", match=copy, seconds=0.05)
    assert (refused["type"], refused["reason"]) == ("refused", "forbidden")


def test_a_blunder_is_named_with_what_would_have_won(browser: Browser) -> None:
    start = "....../.1..2./....../....../....../...... 1 0"
    position = find_game("surakarta").read(start)
    capture = next(text for text in map(position.write_move, position.moves()) if "x" in text)
    other = next(text for text in map(position.write_move, position.moves()) if "x" not in text)
    match = browser.play(ANNA, BEN, start=start)
    browser.post_json(f"/api/matches/{match}/commands", {"do": "move", "ply": 0, "text": other})
    browser.post_json(f"/api/matches/{match}/commands", {"do": "resign", "seat": 0})
    (turn,) = last(browser.socket("/api/engine"), "review", match=match, seconds=0.2)["analysis"]["turns"]
    assert (turn["fault"], turn["says"]["key"]) == ("blunder", "server.review.missed")
    assert capture in turn["says"]["text"]
    assert turn["reasons"], "and why"


# ---- What every move is worth ----------------------------------------------------------------------------------------


def test_every_move_of_a_solved_game_has_its_exact_value(browser: Browser) -> None:
    found = last(browser.socket("/api/engine"), "values", position={"game": "sim"})
    assert found["exact"]
    assert {(move["result"], move["turns"], move["says"]) for move in found["moves"]} == {(-1, 15, "loses in 15 moves")}
    assert sorted(move["index"] for move in found["moves"]) == list(range(15))


def test_lines_of_a_solved_game_are_exact(browser: Browser) -> None:
    socket = browser.socket("/api/engine")
    socket.send({"type": "analyse", "id": 1, "position": {"game": "pylos", "options": {"size": 3}}, "seconds": 20})
    found = socket.until("found", where=lambda message: bool(message["done"]))
    assert [line["proven"] for line in found["lines"]] == [1, -1, -1]


@pytest.mark.parametrize("game", [key for key in keys() if key not in ("pylos", "sim")])
def test_moves_of_unsolved_games_have_odds(browser: Browser, game: str) -> None:
    found = last(browser.socket("/api/engine"), "values", position={"game": game}, seconds=0.2)
    assert not found["exact"]
    worths = [move["worth"] for move in found["moves"]]
    assert worths == sorted(worths, reverse=True)
    assert all(move["says"].endswith("%") for move in found["moves"] if move["result"] is None)


def test_a_third_party_game_can_be_analysed(browser: Browser) -> None:
    load(HEXAPAWN)
    found = last(browser.socket("/api/engine"), "values", position={"game": "hexapawn"}, seconds=20)
    assert found["exact"]
    assert {move["result"] for move in found["moves"]} == {-1}


# ---- Studies ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
def test_a_match_is_a_study_of_one_line(browser: Browser, game: str) -> None:
    match = finished(browser, game, most=8)
    view = browser.get_json(f"/api/matches/{match}/study")
    state = browser.get_json(f"/api/matches/{match}")["state"]
    played = [(turn["seat"], move["text"]) for turn in state["turns"] for move in turn["moves"]]
    shown = [(node["seat"], of["text"]) for node, of in zip(view["nodes"][1:], view["study"]["nodes"][1:], strict=True)]
    assert shown == played
    assert all(node["says"]["text"] for node in view["nodes"][1:])
    assert view["names"] == ["Anna", "Ben"]


def test_a_study_is_saved_changed_renamed_listed_and_removed(browser: Browser, new_browser: NewBrowser) -> None:
    assert browser.get_json("/api/me/studies") == []
    nodes: list[Json] = [{}, {"parent": 0, "text": "40-30"}, {"parent": 0, "text": "4,1-3,1", "name": "The other"}]
    study: Json = {"game": "surakarta", "options": {}, "start": "", "nodes": nodes}
    kept = browser.post_json("/api/me/studies", {"name": "Two", "study": study})
    assert [node.get("text", "") for node in kept["study"]["nodes"]] == ["", "4,0-3,0", "4,1-3,1"]
    path = f"/api/me/studies/{kept['id']}"
    assert browser.get_json(path) == kept
    (listed,) = browser.get_json("/api/me/studies", game="surakarta")
    assert (listed["name"], listed["moves"], listed["id"]) == ("Two", 2, kept["id"])
    assert browser.get("/api/positions/picture.svg", share=listed["share"]).status_code == 200
    changed = browser.send("PUT", path, {"name": "One", "study": {**study, "nodes": nodes[:2]}}).json()
    assert (changed["name"], len(changed["nodes"])) == ("One", 2)
    stranger = new_browser()
    stranger.play(ANNA, BEN)
    assert stranger.get(path).status_code == 404
    renamed = browser.send("PATCH", path, {"name": "  Another   name "}).json()
    assert (renamed["name"], renamed["moves"], renamed["id"]) == ("Another name", 1, kept["id"])
    assert browser.send("PATCH", path, {"name": "x" * 500}).status_code == 400
    assert stranger.send("PATCH", path, {"name": "theirs"}).status_code == 404
    assert browser.get_json(path)["name"] == "Another name"
    assert stranger.send("DELETE", path).status_code == 404
    assert browser.send("DELETE", path).status_code == 204
    assert browser.get(path).status_code == 404


@pytest.mark.parametrize(
    "wrong",
    [
        {"nodes": [{}, {"parent": 0, "text": "nonsense"}]},
        {"nodes": [{}, {"parent": 5, "text": "4,0-3,0"}]},
        {"nodes": []},
        {"start": "x"},
        {"game": "nothing"},
        {"options": {"ending": "never"}},
    ],
)
def test_a_study_that_cannot_be_played_is_refused_and_not_kept(browser: Browser, wrong: Json) -> None:
    study = {"game": "surakarta", "options": {}, "start": "", "nodes": [{}], **wrong}
    assert browser.post("/api/me/studies", {"name": "x", "study": study}).status_code == 400
    assert browser.post("/api/studies/write", study).status_code == 400
    assert browser.get_json("/api/me/studies") == []


def test_a_study_is_exported_as_a_file_and_imported(browser: Browser) -> None:
    nodes = [{}, {"parent": 0, "text": "4,0-3,0", "comment": "so"}, {"parent": 0, "text": "4,1-3,1", "mark": "?"}]
    study = {"game": "surakarta", "options": {}, "start": "", "nodes": nodes}
    files = browser.post_json("/api/studies/write", study)
    for text in files.values():
        view = browser.post_json("/api/studies/read", {"text": text})
        assert [node.get("text", "") for node in view["study"]["nodes"]] == ["", "4,0-3,0", "4,1-3,1"]
        assert view["study"]["nodes"][1]["comment"] == "so"
        assert view["study"]["nodes"][2]["mark"] == "?"
    wrong = browser.post("/api/studies/read", {"text": '[Game "surakarta"]\n\n9,9-1,1'})
    assert (wrong.status_code, wrong.json()["line"]) == (400, 3)


def test_studies_become_chapters_of_a_course_that_is_exported_and_imported(
    browser: Browser, new_browser: NewBrowser
) -> None:
    study: Json = {"game": "sim", "options": {}, "start": "", "nodes": [{}, {"parent": 0, "text": "A-B", "quiz": ""}]}
    named = [{"name": name, "study": study} for name in ("One", "Two", "Three")]
    ids = [browser.post_json("/api/me/studies", one)["id"] for one in named]
    place = {"course": " First  steps ", "studies": ids[1::-1]}
    all_studies = browser.send("PUT", "/api/me/courses", place).json()
    listed = {one["name"]: (one["course"], one["chapter"]) for one in all_studies}
    assert listed == {"Two": ("First steps", 1), "One": ("First steps", 2), "Three": ("", 0)}

    # A tab that has loaded the study before saves it: the study stays in its course.
    browser.send("PUT", f"/api/me/studies/{ids[0]}", {"name": "One", "study": study})
    files = browser.get_json("/api/me/courses", course="First steps")
    for text in files.values():
        reader = new_browser()
        made = reader.post("/api/me/courses", {"text": text}).json()
        assert [(one["name"], one["course"], one["chapter"]) for one in made] == [
            ("Two", "First steps", 1),
            ("One", "First steps", 2),
        ]
        assert [node.get("quiz") for node in reader.get_json(f"/api/me/studies/{made[0]['id']}")["study"]["nodes"]] == [
            None,
            "",
        ]
        again = reader.post("/api/me/courses", {"text": text}).json()
        assert [one["chapter"] for one in again] == [3, 4]
    assert new_browser().get("/api/me/courses", course="First steps").status_code in (401, 403)

    for wrong in ({**place, "course": "x" * 121}, {**place, "studies": ids * 40}):
        assert browser.send("PUT", "/api/me/courses", wrong).status_code == 400
    assert browser.send("PUT", "/api/me/courses", {**place, "studies": ["nobody"]}).status_code == 404
    browser.send("PUT", "/api/me/courses", {"course": "", "studies": ids})
    assert browser.get("/api/me/courses", course="First steps").status_code == 404
    broken = files["text"].replace("A-B", "A-Z", 2).replace("A-Z", "A-B", 1)
    refused = browser.post("/api/me/courses", {"text": broken})
    line = next(n for n, row in enumerate(broken.splitlines(), 1) if "A-Z" in row)
    assert (refused.status_code, refused.json()["line"]) == (400, line)
    assert len(browser.get_json("/api/me/studies")) == 3
