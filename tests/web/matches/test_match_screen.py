"""Texts and input of the match screen in every state of a game."""

import re

import pytest
from playwright.sync_api import Page, expect

from parlour.match.clock import DAY_MS
from tests.web.accessibility import expect_fits_width
from tests.web.conftest import NewPage
from tests.web.polling import box_of, poll
from tests.web.screen import ANNA, BEN, Screen, post, random_game, result, short_game

THINKER = {"is": "bot", "level": "custom", "custom": {"method": "alphabeta", "seconds": 60}}
"""A bot that thinks until the test stops it."""
CAPTURE = "....../.12.../2...../....../....../...... 1 0"
"""Surakarta: the first player can capture, and the game continues."""


@pytest.fixture
def page(player: NewPage) -> Page:
    return player()


def test_it_says_whose_turn_it_is_and_what_to_do(page: Page) -> None:
    screen = Screen.new(page, {**ANNA, "colour": "#cc3b44"}, {**BEN, "colour": "#3f9b4f"}).ready()
    moving, mark = page.locator(".player.moving"), page.locator(".player.moving .mark")
    expect(page.get_by_role("heading", name="Anna to move")).to_be_visible()
    expect(page.get_by_text(screen.state["position"]["prompt"]["text"])).to_be_visible()
    expect(moving).to_contain_text("Anna")
    expect(mark).to_have_css("background-color", "rgb(204, 59, 68)")
    screen.play()
    expect(page.get_by_role("heading", name="Ben to move")).to_be_visible()
    expect(moving).to_contain_text("Ben")
    expect(mark).to_have_css("background-color", "rgb(63, 155, 79)")
    expect(page).to_have_title(re.compile("Anna – Ben · Surakarta"))


def test_a_single_player_is_addressed_as_you(page: Page) -> None:
    Screen.new(page, ANNA, {"is": "bot", "level": 1}).ready()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()


def test_counters_rise_with_a_capture_and_fall_when_it_is_taken_back(page: Page) -> None:
    screen = Screen.new(page, start=CAPTURE).ready()
    anna, ben = (page.get_by_role("region", name=name) for name in ("Anna", "Ben"))
    before, of_ben = (screen.state["position"]["scores"][seat]["value"] for seat in (0, 1))
    assert before != of_ben
    expect(anna).to_contain_text(f"Captured {before}")
    expect(ben).to_contain_text(f"Captured {of_ben}")
    capture = next(move["text"] for move in screen.state["position"]["legal"] if "x" in move["text"])
    screen.play(capture)
    expect(anna).to_contain_text(f"Captured {before + 1}")
    expect(ben).to_contain_text(f"Captured {of_ben}")
    screen.choose("Undo")
    expect(anna).to_contain_text(f"Captured {before}")


def test_undo_goes_back_to_the_start_and_then_says_that_there_is_nothing_left(page: Page) -> None:
    screen = Screen.new(page).play().play().play()
    for ply in (2, 1, 0):
        screen.choose("Undo")
        screen.has_ply(ply)
    expect(screen.button("Undo")).to_be_disabled()
    screen.type("undo")
    expect(screen.live_region).to_contain_text(re.compile("nothing|no move", re.IGNORECASE))


def test_long_names_do_not_push_the_board_away(page: Page) -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff Senr"
    days = {"kind": "down", "limits": [{"per_turn": 3 * DAY_MS}]}
    screen = Screen.new(page, ANNA, {"is": "guest", "name": name}, clock=days).ready()
    width = poll(page, lambda: box_of(screen.page.locator(".table"))["width"], lambda found: found > 800)
    assert width > 800
    expect_fits_width(page)
    expect(page.get_by_title(name, exact=True)).to_be_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    clock = page.get_by_role("region", name=name).get_by_role("timer")
    assert box_of(clock)["height"] < 30, "it is in one line"


def test_while_a_bot_thinks_clicks_are_answered_and_not_queued(page: Page) -> None:
    screen = Screen.new(page, ANNA, THINKER, game="yinsh").play()
    expect(page.get_by_role("heading", name=re.compile("is thinking"))).to_be_visible()
    screen.site(40).click()
    expect(screen.live_region).to_contain_text(re.compile("It is .* turn"))
    screen.choose("Move now")
    screen.has_ply(2).ready()
    assert screen.state["ply"] == 2


def test_a_bot_that_begins_shows_its_move_as_any_other(page: Page) -> None:
    screen = Screen.new(page, {"is": "bot", "level": 1}, ANNA, game="sim")
    screen.has_ply(1).ready()
    expect(page.get_by_role("region", name="Moves").get_by_role("listitem")).to_have_count(1)


def test_the_loser_among_several_players_is_named(page: Page) -> None:
    people = [ANNA, BEN, {"is": "guest", "name": "Cleo"}]
    screen = Screen.new(page, *people, game="sim", options={"players": 3})
    while screen.state["status"] == "running":
        screen.play()
    expect(result(page, "Anna lost")).to_contain_text(screen.state["outcome"]["cause"])


def test_a_bot_can_be_first_among_four(page: Page) -> None:
    seats = [{"is": "bot", "level": 1}, ANNA, BEN, {"is": "guest", "name": "Cleo"}]
    screen = Screen.new(page, *seats, game="sim", options={"players": 4})
    screen.has_ply(1).ready().play().play().play()
    screen.has_ply(5).ready()
    assert [turn["seat"] for turn in screen.state["turns"]] == [0, 1, 2, 3, 0]


def test_an_aborted_game_is_marked_as_such(page: Page) -> None:
    screen = Screen.new(page).play()
    usable = page.locator('[data-usable="true"]').first
    usable.click()
    screen.menu("Abort game").choose("Abort game")
    expect(result(page, "No result")).to_be_visible()


def test_after_the_end_the_board_stays_and_clicks_and_keys_do_nothing(page: Page) -> None:
    screen = Screen.new(page, game="sim").play().choose("Resign", "Anna resigns")
    expect(result(page, "Ben won")).to_be_visible()
    screen.site(0).click()
    expect(screen.live_region).to_contain_text("The game is over.")
    page.keyboard.press("Escape")
    expect(result(page, "Ben won").get_by_role("link", name="New game")).to_have_attribute("href", "/play/sim")
    screen.site(0).click()  # the same announcement, so the key has been handled
    expect(page.get_by_role("heading", name="Paused")).to_have_count(0)
    expect(page.locator(".veil")).to_have_count(0)
    assert screen.state["status"] == "over"
    result(page, "Ben won").get_by_role("link", name="Replay").click()
    expect(page.locator('[data-ply="1"][data-ready="true"]')).to_be_visible()


def test_a_finished_game_can_be_taken_back(page: Page) -> None:
    moves = short_game("sim", least=5)
    screen = Screen.new(page, game="sim", moves=moves[:-1]).play(moves[-1])
    screen.choose("Undo")
    screen.has_ply(len(moves) - 1).ready()


def test_the_rules_open_over_the_game(page: Page) -> None:
    screen = Screen.new(page).ready().menu("Rules")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("loop")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    screen.ready()


def test_times_are_shown_for_each_side_and_for_this_turn(page: Page) -> None:
    clock = {"kind": "down", "limits": [{"base": "5:00", "increment": 2}]}
    Screen.new(page, ANNA, BEN, clock=clock).play().play()
    anna, ben = (page.get_by_role("region", name=name).get_by_role("timer") for name in ("Anna", "Ben"))
    for timer in (anna, ben):
        expect(timer).to_contain_text(re.compile(r"[45]:\d\d"))
    expect(anna).to_contain_text("this move")
    expect(page.get_by_text(re.compile(r"^Game time \d+:\d\d"))).to_be_visible()


def test_a_long_list_of_moves_is_scrolled_in_the_game_and_in_its_replay(page: Page) -> None:
    screen = Screen.new(page, moves=random_game("surakarta", 3)[:60]).has_ply(60)
    post(page, f"/api/matches/{screen.match}/commands", {"do": "resign", "seat": 1})
    expect(result(page)).to_be_visible()
    for label in (page.get_by_role("region", name="Moves"), page.get_by_role("group", name="Moves")):
        turns = label.get_by_role("button", name=re.compile(r"\d,\d.\d,\d"))
        expect(turns).to_have_count(60)
        expect(turns.last).to_be_in_viewport()
        expect(turns.first).not_to_be_in_viewport()
        turns.first.scroll_into_view_if_needed()
        expect(turns.first).to_be_in_viewport()
        expect(turns.last).not_to_be_in_viewport()
        assert page.evaluate("scrollY") == 0, "the list is scrolled, not the page"
        page.goto(f"/replay/{screen.match}?ply=60")


def test_a_phone_held_sideways_gives_the_board_its_height(player: NewPage) -> None:
    page = player(viewport={"width": 740, "height": 360})
    screen = Screen.new(page, game="laserchess").ready()
    board = page.get_by_role("application")
    height = poll(page, lambda: box_of(board)["height"], lambda found: found >= 300)
    assert height >= 300
    # The board stays in place while the side column scrolls.
    page.get_by_label("Move or command").scroll_into_view_if_needed()
    expect(board).to_be_in_viewport(ratio=1)
    screen.play().has_ply(1)
    expect_fits_width(page)


def test_the_focus_is_not_lost_with_a_button_that_disappears(player: NewPage) -> None:
    page = player()
    screen = Screen.new(page, ANNA, BEN, game="sim", moves=["A-B", "C-D"]).ready()
    on_the_board = page.locator("[data-site]:focus")
    for opens, closes in (("Threats", "Close"), ("Previous move", "Back to the game"), ("Pause", "Resume")):
        screen.button(opens).press("Enter")
        expect(screen.button(closes)).to_be_enabled()
        screen.button(closes).press("Enter")
        expect(on_the_board).to_be_visible()
    screen.ready().button("Pause").press("Enter")
    expect(screen.button("Resume")).to_be_focused()
    page.keyboard.press("Enter")
    screen.ready().button("Resign").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Ben resigns").press("Enter")
    expect(result(page, "Anna won")).to_be_focused()
    page.keyboard.press("Tab")
    expect(screen.button("Rematch")).to_be_focused()
