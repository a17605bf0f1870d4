"""Every game is played to its end in the browser: by two people, against a bot, by keyboard, by touch, by typing."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from parlour.games import keys, load
from tests.games.known import HEXAPAWN
from tests.web.accessibility import expect_fits_width
from tests.web.conftest import NewPage
from tests.web.screen import ANNA, Screen, result, short_game

EXAMPLES = Path(__file__).parents[3] / "examples"

CLICKED = 4
"""Number of moves that are clicked at the end of a game, and as many are typed before them; the others are sent."""


@pytest.fixture
def page(player: NewPage) -> Page:
    return player()


@pytest.mark.parametrize("game", keys())
def test_two_people_play_a_game_to_its_end_by_typing_and_clicking(page: Page, game: str) -> None:
    moves = short_game(game)
    typed, clicked = len(moves) - 2 * CLICKED, len(moves) - CLICKED
    screen = Screen.new(page, game=game, moves=moves[:typed])
    for ply, text in enumerate(moves[typed:clicked], typed):
        screen.has_ply(ply).ready().type(text)
    for ply, text in enumerate(moves[clicked:], clicked):
        screen.has_ply(ply).play(text)
    outcome = screen.state["outcome"]
    panel = result(page)
    expect(panel).to_contain_text(outcome["cause"])
    panel.get_by_text("Statistics").click()
    expect(panel.get_by_role("table", name="Statistics")).to_be_visible()
    # The final position is not covered.
    expect(page.get_by_role("dialog")).to_have_count(0)
    screen.site(0).click(trial=True)


@pytest.mark.parametrize("game", keys())
def test_a_bot_answers(page: Page, game: str) -> None:
    screen = Screen.new(page, ANNA, {"is": "bot", "level": 1}, game=game)
    for _ in range(2):
        screen.play()
        screen.ready()
    turns = screen.state["turns"]
    assert [turn["seat"] for turn in turns[:4]] == [0, 1, 0, 1]
    expect(page.get_by_role("region", name="Level 1")).to_contain_text("Level 1")


def test_a_whole_game_against_the_highest_bot_is_lost(page: Page) -> None:
    screen = Screen.new(page, ANNA, {"is": "bot", "level": 8}, game="sim")
    while screen.state["status"] == "running":
        screen.play()
    assert screen.state["outcome"]["winners"] == [1]
    expect(result(page)).to_contain_text(screen.state["outcome"]["cause"])


def test_a_game_in_one_plain_file_is_played_without_a_line_of_client_code(page: Page) -> None:
    hexapawn = load(HEXAPAWN)
    moves = short_game(hexapawn.key, least=5)
    screen = Screen.new(page, game=hexapawn.key)
    for text in moves:
        screen.play(text)
    expect(result(page)).to_contain_text(screen.state["outcome"]["cause"])


def test_hex_and_amazons_are_played_from_their_files(page: Page) -> None:
    """Hexagons and a verb in one, turns of two moves in the other; prompts, marks and scores are the games' own."""
    hexagons = load(EXAMPLES / "hex.py")
    screen = Screen.new(page, game=hexagons.key, options={"size": 4})
    screen.play("b2")
    expect(page.get_by_text("places a stone or takes over the first one").first).to_be_visible()
    screen.play("swap")
    for text in ("a1", "d4", "a2", "d3", "a3", "d2", "a4"):
        screen.play(text)
    expect(result(page)).to_contain_text("has joined both edges")

    amazons = load(EXAMPLES / "amazons.py")
    start = "....../....../....../x.w.../x...../b....w w -"
    screen = Screen.new(page, game=amazons.key, options={"size": 6}, start=start)
    screen.play("c4-c5")
    expect(page.get_by_text("shoots an arrow").first).to_be_visible()
    screen.play("b6")
    expect(page.get_by_text("moves an amazon").first).to_be_visible()
    screen.play("a6-b5")
    assert screen.state["turns"][0]["text"] == "c4-c5;b6"


def test_a_game_is_played_with_the_keyboard_alone(page: Page) -> None:
    """Tab to the board, arrows to a dot, Enter; the way there is found by trial."""
    screen = Screen.new(page, game="sim")
    for text in ("A-B", "C-D", "B-E"):
        screen.ready()
        legal = screen.state["position"]["legal"]
        path = next(move["paths"][0] for move in legal if move["text"] == text)
        for site in path:
            go_to(page, site)
            page.keyboard.press("Enter")
        expect(screen.live_region).not_to_be_empty()
    screen.has_ply(3)
    page.keyboard.press("[")
    expect(page.get_by_text("Viewing move 2 of 3")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Viewing move 2 of 3")).to_be_hidden()


def go_to(page: Page, site: int) -> None:
    """Move the board's cursor to a site with Tab and arrows."""
    focused = page.locator("[data-site]:focus")
    for _ in range(60):
        if focused.count():
            break
        page.keyboard.press("Tab")
    for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp") * 6:
        if focused.get_attribute("data-site") == str(site):
            return
        page.keyboard.press(arrow)
    raise AssertionError(f"The keyboard does not reach site {site}.")


def test_a_game_is_played_with_a_finger_on_a_phone(player: NewPage) -> None:
    page = player(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    moves = short_game("sim", least=5)
    screen = Screen.new(page, game="sim")
    for text in moves:
        screen.ready()
        legal = screen.state["position"]["legal"]
        ply = screen.state["ply"]
        for pick in next(move["paths"][0] for move in legal if move["text"] == text):
            screen.pick(pick).tap()
        screen.has_ply(ply + 1)
    expect(result(page)).to_contain_text(screen.state["outcome"]["cause"])
    expect_fits_width(page)


def test_a_game_is_ended_by_typing(page: Page) -> None:
    moves = short_game("sim")
    screen = Screen.new(page, game="sim", moves=moves[:-2])
    for ply, text in enumerate(moves[-2:], len(moves) - 2):
        screen.has_ply(ply).ready().type(text)
    expect(result(page)).to_contain_text(screen.has_ply(len(moves)).state["outcome"]["cause"])


def test_questions_are_answered_in_the_live_region(page: Page) -> None:
    screen = Screen.new(page, game="sim", moves=["A-B"])
    screen.type("last")
    expect(screen.live_region).to_contain_text("Anna")
    screen.type("moves")
    expect(screen.live_region).to_contain_text("14 moves")
    screen.type("nonsense")
    expect(screen.live_region).not_to_contain_text("14 moves")
    screen.has_ply(1).type("undo")
    screen.has_ply(0)
    screen.button("Board as text").click()
    table = page.get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(7)
