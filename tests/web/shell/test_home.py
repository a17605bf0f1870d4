"""The home page: games at a glance, a game in one press, unfinished games, joining by code."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from parlour.games import games
from tests.server.browser import Browser
from tests.web.accessibility import (
    axe_violations,
    axe_violations_in_every_theme,
    expect_fits_width,
    expect_images_loaded,
    icon_offset,
)
from tests.web.conftest import NewPage
from tests.web.polling import box_of

MATCH = re.compile(r"/match/(.+)$")


def mine(page: Page) -> list[dict[str, Any]]:
    """The visitor's unfinished matches, as the server knows them."""
    found: list[dict[str, Any]] = page.request.get("/api/matches?which=mine").json()
    return found


def test_all_games_are_there_with_picture_description_and_rules(visit: NewPage) -> None:
    page = visit()
    for game in games():
        card = page.get_by_role("article").filter(has=page.get_by_role("heading", name=game.title))
        expect(card).to_contain_text(game.description.split(".")[0])
        expect(card.get_by_role("link", name=f"Rules of {game.title}")).to_have_attribute("href", f"/rules/{game.key}")
    expect_images_loaded(page)


def test_a_game_against_the_computer_begins_with_one_press(visit: NewPage) -> None:
    page = visit()
    page.get_by_role("button", name="Pylos: Play the computer").click()
    page.wait_for_url(MATCH)
    (match,) = mine(page)
    assert page.url.endswith(match["id"])
    assert [seat["player"]["is"] for seat in match["seats"]] == ["guest", "bot"]


def test_the_level_is_chosen_on_the_card_and_the_keyboard_continues_to_the_board(visit: NewPage) -> None:
    page = visit()
    level = page.get_by_role("button", name="Computer level for Sim")
    expect(level).to_have_text("Level 2")
    level.click()
    with page.expect_response("**/api/me/preferences"):
        page.get_by_role("menuitem", name="Level 5").click()
    expect(level).to_have_text("Level 5")
    page.get_by_role("button", name="Sim: Play the computer").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(MATCH)
    expect(page.locator("[data-site]:focus")).to_be_visible()
    (match,) = mine(page)
    assert [seat["player"]["level"] for seat in match["seats"]] == [None, 5]


def test_a_game_for_two_begins_with_one_press(visit: NewPage) -> None:
    page = visit()
    page.get_by_role("button", name="YINSH: Two players").click()
    page.wait_for_url(MATCH)
    (match,) = mine(page)
    names = [seat["player"]["name"] for seat in match["seats"]]
    assert match["kind"] == "local"
    assert len(set(names)) == 2


def test_unfinished_games_are_listed_with_whose_turn_it_is(visit: NewPage) -> None:
    page = visit()
    expect(page.get_by_role("heading", name="Continue")).to_have_count(0)
    page.get_by_role("button", name="Surakarta: Two players").click()
    page.wait_for_url(MATCH)
    page.goto("/")
    section = page.get_by_role("region", name="Continue")
    expect(section.get_by_role("link")).to_contain_text("Your turn")
    expect_images_loaded(page)
    section.get_by_role("link").click()
    page.wait_for_url(MATCH)
    assert page.url.endswith(mine(page)[0]["id"])


def test_a_person_joins_by_code(visit: NewPage, elsewhere: Browser) -> None:
    host = elsewhere
    match = host.play({"is": "me", "name": "Hanna"}, {"is": "open"}, game="yinsh", kind="network")
    code = host.get_json("/api/matches")[0]["code"]
    page = visit(expects=("409", "404"), width=390, height=844)
    expect(page.get_by_role("main").get_by_role("link", name="Lobby")).to_have_attribute("href", "/lobby")
    # On a phone the field is far below; a button at the top leads to it.
    page.get_by_role("button", name="Enter a code").click()
    expect(page.get_by_label("Code", exact=True)).to_be_focused()
    expect(page.get_by_label("Code", exact=True)).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_text("Enter a code.")).to_be_visible()
    page.get_by_label("Code").fill("WRONG")
    page.get_by_role("button", name="Join", exact=True).click()
    wrong = page.get_by_text("No game or class has the code “WRONG”. Check it with the person who")
    expect(wrong).to_be_in_viewport(ratio=1)
    error = page.locator(".error").filter(has=wrong)
    assert icon_offset(error) <= 1
    # As wide as the field and its button together.
    assert box_of(error)["width"] == pytest.approx(box_of(page.locator("form").filter(has=wrong))["width"], abs=1)
    page.get_by_label("Code").fill(f" {code.upper()} ")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("heading", name="Join a game: YINSH")).to_be_visible()
    expect(page.get_by_text("Hanna")).to_be_visible()
    assert axe_violations(page) == []
    page.get_by_label("Your name").fill("Hanna")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_label("Your name")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Your name").fill("Otto")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url(MATCH)
    seats = host.get_json(f"/api/matches/{match}")["state"]["seats"]
    assert [seat["name"] for seat in seats] == ["Hanna", "Otto"]


def test_public_matches_are_listed(visit: NewPage, elsewhere: Browser) -> None:
    host = elsewhere
    match = host.play({"is": "me", "name": "Adele"}, {"is": "open"}, game="sim", kind="network", public=True)
    page = visit()
    expect(page.get_by_role("link", name="Sim with Adele")).to_have_attribute("href", f"/match/{match}")


def test_an_unknown_code_shows_an_error(visit: NewPage) -> None:
    page = visit("/join/nobody-has-this", expects="404")
    expect(page.get_by_role("heading", name="Wrong code")).to_be_visible()
    expect(page.get_by_text("No game or class has the code “nobody-has-this”")).to_be_visible()
    assert axe_violations(page) == []
    # Another code can be entered at once.
    page.get_by_label("Code", exact=True).fill("nor-this")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_text("No game or class has the code “nor-this”")).to_be_visible()
    page.get_by_role("link", name="Parlour: Home").click()
    # A friend is invited from the home page in one press.
    page.get_by_role("button", name="Sim: Play a friend").click()
    page.wait_for_url(MATCH)
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    expect(page.get_by_text(mine(page)[0]["code"], exact=True)).to_be_visible()


def test_an_unknown_address_shows_an_error_page(visit: NewPage) -> None:
    page = visit("/no/such/place", expects="404")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    assert axe_violations(page) == []


def open_home_with_clock(new_page: NewPage, **more: Any) -> tuple[Page, list[str]]:
    """Return a home page with a controlled clock, and the list to which its requests for positions are added."""
    page = new_page(fresh=True, viewport={"width": 1280, "height": 800}, **more)
    requests: list[str] = []
    page.clock.install()
    page.on("request", lambda one: requests.append(one.url) if one.url.endswith("/api/positions") else None)
    page.goto("/")
    expect(page.get_by_role("article")).to_have_count(len(list(games())))
    expect_images_loaded(page)
    return page, requests


def touch(page: Page, y: int = 300) -> None:
    """Move the mouse beside the cards: over a link, the page would load the data of the set-up page."""
    page.mouse.move(4, y)


def wait_for_requests(page: Page) -> None:
    """Wait until all requests that the page has sent are known to the test."""
    page.evaluate("fetch('/health').then(() => null)")


def test_the_board_of_laser_chess_plays_on_its_card(new_page: NewPage) -> None:
    page, _ = open_home_with_clock(new_page)
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Laser Chess"))
    card.scroll_into_view_if_needed()
    picture = card.locator("img").first
    start = picture.get_attribute("src")
    assert start is not None
    for n in range(2):  # the first step reads the start position, the second plays a move
        touch(page, 300 + n)
        with page.expect_response(lambda one: "laserchess" in (one.request.post_data or "")):
            page.clock.run_for(4_000)
    expect(picture).not_to_have_attribute("src", start)


def test_boards_move_while_the_page_is_used_and_then_rest(new_page: NewPage) -> None:
    page, requests = open_home_with_clock(new_page)
    with page.expect_response("**/api/positions"):
        touch(page)
        page.clock.run_for(4_000)
    assert requests
    quiet = 0
    while quiet < 4:  # an answer may cause another request
        rested = len(requests)
        page.clock.run_for(10_000)
        wait_for_requests(page)
        quiet = quiet + 1 if len(requests) == rested else 0
    page.clock.run_for(60_000)
    wait_for_requests(page)
    assert len(requests) == rested
    page.wait_for_function("() => document.getAnimations().length === 0")
    touch(page, 320)
    with page.expect_request("**/api/positions"):
        page.clock.run_for(4_000)


@pytest.mark.parametrize(
    "more", [{"reduced_motion": "reduce"}, {"settings": {"lowPower": True}}], ids=["motion", "power"]
)
def test_boards_rest_with_reduced_motion_and_low_power(new_page: NewPage, more: dict[str, Any]) -> None:
    page, requests = open_home_with_clock(new_page, **more)
    touch(page)
    page.clock.run_for(15_000)
    wait_for_requests(page)
    assert requests == []


def test_home_is_accessible_and_fits_every_width(visit: NewPage) -> None:
    page = visit()
    expect_images_loaded(page)
    for width in (360, 768, 1920):
        page.set_viewport_size({"width": width, "height": 740})
        expect_fits_width(page)
        assert (axe_violations_in_every_theme(page) if width == 1920 else axe_violations(page)) == []
