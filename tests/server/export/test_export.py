"""Exported web pages of games and studies: self-contained, with all user text escaped."""

import json
import re
import xml.etree.ElementTree as ET

import pytest

from parlour.games import game as find_game
from parlour.games import keys
from parlour.games.learning.puzzles import PuzzleSolution, puzzles_of
from parlour.match.studies.text_format import read_study
from parlour.server.export.html import write_page
from parlour.server.export.views import export_page_view, solution_study
from parlour.store.database.time_slices import run_steps
from tests.server.browser import Browser, Json
from tests.server.people.test_people import finish

ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
STUDY = """[Game "surakarta"]
[Title "Two ways </script><b>"]
[Seat1 "Anna"]

{South begins} {=? Which side?}
4,0-3,0 ! {the main </script> move} ( 4,1-3,1 {= Other side} 1,1-2,1 ) 1,1-2,1
"""
MOST = 150_000


def data_in(text: str) -> Json:
    found = re.search(r'<script id="game" type="application/json">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    data: Json = json.loads(found[1])
    return data


def ways_through(solution: PuzzleSolution) -> int:
    return sum(1 if answer is None else ways_through(answer.then) for answer in solution.values())


def test_a_game_is_exported_as_one_page_with_own_comments(browser: Browser, other: Browser) -> None:
    match = finish(browser, ANNA, BEN)
    browser.send("PUT", f"/api/library/{match}/remarks/1", {"text": "a bold start"})
    answer = browser.get(f"/api/matches/{match}/page.html")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    data = data_in(answer.text)
    assert [seat["name"] for seat in data["seats"]] == ["Anna", "Ben"]
    assert "resigned" in data["result"]
    assert [node.get("comment", "") for node in data["nodes"]][1] == "a bold start"
    assert "a bold start" not in other.get(f"/api/matches/{match}/page.html").text
    assert browser.get("/api/matches/none/page.html").status_code == 404


@pytest.mark.parametrize("key", keys())
def test_every_game_can_be_exported_and_replayed(key: str, browser: Browser) -> None:
    match = browser.play(ANNA, BEN, game=key)
    table = browser.open(match)
    for n in range(6):
        table.does("move", index=(5 * n) % len(table.state["position"]["legal"]))
    text = browser.get(f"/api/matches/{match}/page.html").text
    data = data_in(text)
    assert len(data["nodes"]) > 1
    assert len(text) - len(json.dumps(data)) < MOST  # the page itself, without the game
    picture = browser.get(f"/api/matches/{match}/moving.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    ET.fromstring(picture.text)


def test_an_exported_study_keeps_its_tree_and_escapes_comments(browser: Browser) -> None:
    answer = browser.send("POST", "/api/studies/page.html", {"text": STUDY})
    assert answer.status_code == 200
    data = data_in(answer.text)
    assert data["title"] == "Two ways </script><b>"
    assert [(node["parent"], node.get("text", "")) for node in data["nodes"]] == [
        (-1, ""),
        (0, "4,0-3,0"),
        (1, "1,1-2,1"),
        (0, "4,1-3,1"),
        (3, "1,1-2,1"),
    ]
    assert data["nodes"][0]["comment"] == "South begins\nWhich side?"
    assert (data["nodes"][1]["mark"], data["nodes"][1]["comment"]) == ("!", "the main </script> move")
    assert data["nodes"][3]["name"] == "Other side"
    assert answer.text.count("</script>") == 2
    assert "<b>" not in answer.text
    assert "default-src &#x27;none&#x27;" in answer.text


def test_an_exported_study_shows_its_arrows_where_they_were_drawn() -> None:
    study = read_study('[Game "surakarta"]\n\n{-> 4,0 3,0 1,1 1,1}\n4,0-3,0 {-> 1,1 2,1} 1,1-2,1')
    view = run_steps(export_page_view(study, "en", {}, {}))
    lines = [[view.drawings[n].count("marker-end") for n in node.above] for node in view.nodes]
    assert lines == [[1, 0], [1], []]
    assert "circle" in view.drawings[view.nodes[0].above[1]]
    heads = set(re.findall(r"url\(#([\w-]+)\)", "".join(view.drawings[n] for n in view.nodes[0].above)))
    assert heads <= set(re.findall(r'id="([\w-]+)"', view.definitions))


@pytest.mark.parametrize("key", keys())
def test_an_exported_puzzle_contains_its_task_and_all_solutions(key: str, browser: Browser) -> None:
    game = find_game(key)
    puzzle = max(puzzles_of(game).values(), key=lambda one: len(one.solution))
    answer = browser.get(f"/api/learn/{key}/puzzles/{puzzle.id}/page.html")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    data = data_in(answer.text)
    shown = browser.get_json(f"/api/learn/{key}/puzzles/{puzzle.id}")
    assert (data["asks"], data["title"], data["about"]) == (True, shown["theme"], shown["task"]["text"])
    study = solution_study(puzzle, game)
    assert len(list(study.positions())) == len(study.nodes)  # all of it can be played
    assert sum(not after for after in study.children()) == ways_through(puzzle.solution)
    assert browser.get(f"/api/learn/{key}/puzzles/none/page.html").status_code == 404
    assert browser.get_json("/api/me")["person"] is None, "who gives a puzzle away has not tried it"


def test_an_exported_game_has_no_task(browser: Browser) -> None:
    assert data_in(browser.send("POST", "/api/studies/page.html", {"text": STUDY}).text)["asks"] is False


def test_an_invalid_study_is_refused_with_line_and_reason(browser: Browser) -> None:
    answer = browser.send("POST", "/api/studies/page.html", {"text": STUDY.replace("4,1-3,1", "4,1-9,9")})
    assert answer.status_code == 400
    assert (answer.json()["line"], answer.json()["column"]) == (6, 39)


def test_moves_of_one_turn_are_one_node_unless_a_line_branches_within() -> None:
    study = read_study('[Game "pylos"]\n\n1a1 1d4')
    assert [node.text for node in run_steps(export_page_view(study, "en", {}, {})).nodes] == ["", "1a1", "1d4"]
    assert write_page(run_steps(export_page_view(study, "en", {}, {}))).startswith("<!doctype html>")
