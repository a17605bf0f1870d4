"""The board by itself (/dev/board): drawing, choosing, playing, whatever the game."""

import json
import re
from urllib.parse import quote

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from parlour.games import game, keys
from tests.games.pylos.examples import example
from tests.web.accessibility import choose_settings
from tests.web.board_page import (
    EVERYTHING,
    FLAT,
    MOST_CALLS,
    MOST_TRIANGLES,
    QUIET,
    SMALL,
    drawn,
    expect_no_frames,
    figures,
    place,
    ply,
    stop_clock,
    top,
)
from tests.web.conftest import NewPage
from tests.web.polling import poll

BOARDS = [f"game={key}" for key in keys()] + ['game=pylos&options={"size":7}']


# The processor draws some seconds at each. The fullest one is drawn in test_effects.py too.
@pytest.mark.long
@pytest.mark.parametrize("query", BOARDS)
@pytest.mark.webgl
def test_every_board_is_drawn_within_its_limits_and_then_rests(new_page: NewPage, query: str) -> None:
    page = new_page(f"/dev/board?{query}", settings=QUIET, script=EVERYTHING, draws=True)
    drawn(page)
    seen = figures(page)
    assert 0 < seen["calls"] <= MOST_CALLS
    assert 0 < seen["triangles"] <= MOST_TRIANGLES
    expect_no_frames(page)


@pytest.mark.webgl
def test_a_selected_piece_stays_marked_without_further_frames(new_page: NewPage) -> None:
    page = new_page(f"/dev/board?share={quote(f'pylos;;{example(3).text()}')}", viewport=SMALL, draws=True)
    drawn(page)
    # Each of the thirty balls on the board and in the reserves is a round body, not a disc.
    assert figures(page)["triangles"] > 30 * 500
    expect_no_frames(page)
    place(page, "1d4").click()
    expect(place(page, "1d4")).to_have_attribute("aria-pressed", "true")
    # The mark pulses three times, then stops.
    drawn(page)
    expect_no_frames(page)
    choose_settings(page, picture="tube")
    expect(page.locator('[data-picture="tube"] canvas')).to_be_visible()


@pytest.mark.webgl
def test_a_move_is_shown_and_the_frames_end_with_it(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings={"speed": "fast"}, viewport=SMALL, draws=True)
    drawn(page)
    before = figures(page)["frames"]
    place(page, "4,0").click()
    place(page, "3,0").click()
    ply(page, 1)
    drawn(page)
    assert figures(page)["frames"] > before + 1
    expect(place(page, "3,0")).to_have_accessible_name("3,0, South disc")
    expect(page.locator("[data-site][aria-pressed=true]")).to_have_count(0)


def test_a_path_of_picks_is_played_with_the_keyboard_alone(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings=FLAT)
    place(page, "4,0").wait_for()
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement?.dataset.site === undefined"):
        page.keyboard.press("Tab")
    # One stop for the whole board: the next Tab leaves it.
    walk_to(page, "4,0")
    page.keyboard.press("Enter")
    expect(place(page, "4,0")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(place(page, "4,0")).not_to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    ply(page, 1)


def walk_to(page: Page, label: str) -> None:
    """Move the focus to a site with arrows: to the left edge, then up or down."""
    site = place(page, label)
    for key in ("ArrowLeft",) * 6:
        page.keyboard.press(key)
    for key in ("ArrowDown",) * 6 + ("ArrowUp",) * 6:
        if site.evaluate("(button) => button === document.activeElement"):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{label} was not reached")


@pytest.mark.parametrize(
    ("settings", "marked"),
    [
        ({}, False),
        ({"marks": "always"}, True),
        ({"theme": "contrast"}, True),
        ({"theme": "contrast", "marks": "never"}, False),
    ],
)
def test_pieces_are_marked_only_where_colours_may_not_suffice(
    new_page: NewPage, settings: dict[str, str], marked: bool
) -> None:
    page = new_page("/dev/board?game=surakarta", settings={**FLAT, **settings})
    expect(page.locator("svg.flat g[data-owner]")).to_have_count(24)
    signs = page.locator('svg.flat g[data-owner] g[opacity="0.75"] > *')
    expect(signs).to_have_count(24 if marked else 0)
    # An unknown shape would be shown as a letter on the flat board.
    expect(page.locator("svg.flat g[data-owner] text")).to_have_count(0)


def test_verbs_are_pressed_by_button_and_by_key(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=laserchess", settings=FLAT)
    turn = page.locator('[data-verb="rotate left"]')
    expect(turn).to_have_attribute("aria-disabled", "true")
    place(page, "e1").click()
    expect(turn).to_have_attribute("aria-disabled", "false")
    with page.expect_request("**/api/positions") as left:
        turn.click()
    ply(page, 1)
    place(page, "f8").click()
    with page.expect_request("**/api/positions") as right:
        page.keyboard.press("e")
    ply(page, 2)
    # Left is anticlockwise and right is clockwise, for the button and for the key.
    assert [move[-3:] for move in json.loads(right.value.post_data or "")["moves"]] == ["e1<", "f8>"]
    assert json.loads(left.value.post_data or "")["moves"][0].endswith("e1<")
    place(page, "e1").click()
    with page.expect_request("**/api/positions") as third:
        page.locator('[data-verb="rotate right"]').click()
    ply(page, 3)
    place(page, "f8").click()
    with page.expect_request("**/api/positions") as fourth:
        page.keyboard.press("q")
    ply(page, 4)
    assert json.loads(third.value.post_data or "")["moves"][2].endswith("e1>")
    assert json.loads(fourth.value.post_data or "")["moves"][3].endswith("f8<")


def test_a_piece_is_dragged_and_dropped(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings=FLAT)
    place(page, "4,1").wait_for()
    place(page, "4,1").drag_to(place(page, "3,1"))
    ply(page, 1)


def test_a_drop_on_an_illegal_place_is_explained_and_changes_nothing(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings=FLAT)
    place(page, "4,1").wait_for()
    place(page, "4,1").drag_to(place(page, "2,4"))
    expect(page.locator(".message")).to_contain_text("4,1")
    ply(page, 0)
    expect(place(page, "4,1")).not_to_have_attribute("aria-pressed", "true")


def test_what_cannot_be_played_is_explained(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings=FLAT)
    place(page, "0,0").click()
    expect(page.locator(".message")).to_contain_text("Choose one of your own pieces first: the piece on 0,0 is North’s")
    ply(page, 0)


def test_a_second_click_esc_or_a_click_beside_the_board_deselects(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings=FLAT)
    chosen = page.locator("[data-site][aria-pressed=true]")
    disc = place(page, "4,0")
    disc.click()
    expect(chosen).to_have_count(1)
    disc.click()
    expect(chosen).to_have_count(0)
    disc.click()
    expect(chosen).to_have_count(1)
    page.keyboard.press("Escape")
    expect(chosen).to_have_count(0)
    disc.click()
    expect(chosen).to_have_count(1)
    page.mouse.click(4, 200)
    expect(chosen).to_have_count(0)
    disc.click()
    expect(chosen).to_have_count(1)
    page.mouse.click(4, 200, button="right")
    expect(chosen).to_have_count(0)
    # Another own piece is selected instead.
    disc.click()
    place(page, "4,3").click()
    expect(chosen).to_have_accessible_name("4,3, South disc, selected")


def test_a_move_is_confirmed_before_it_is_played(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta&confirm", settings=FLAT)
    play, chosen = page.get_by_role("button", name="Play", exact=True), page.locator("[data-site][aria-pressed=true]")
    # The text names what is missing: first the whole move, then the destination.
    play.click()
    expect(page.locator(".message")).to_contain_text("Move a piece one point, or capture round a loop.")
    place(page, "4,0").click()
    play.click()
    expect(page.locator(".message")).to_contain_text("3,0")
    expect(chosen).to_have_count(1)
    place(page, "3,0").click()
    place(page, "3,1").click()
    expect(page.get_by_role("button", name="Play 4,0-3,1")).to_be_visible()
    expect(chosen).to_have_count(1)
    ply(page, 0)
    page.get_by_role("button", name="Cancel").click()
    place(page, "4,0").click()
    place(page, "3,0").click()
    page.get_by_role("button", name="Play 4,0-3,0").click()
    ply(page, 1)


def test_without_webgl_the_board_is_flat_and_can_be_played(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings=QUIET)
    place(page, "4,0").click()
    place(page, "3,0").click()
    ply(page, 1)
    expect(page.locator("canvas")).to_have_count(0)


@pytest.mark.webgl
def test_the_flat_board_is_usable_until_the_3d_board_is_loaded(new_page: NewPage) -> None:
    page = new_page(settings=QUIET, draws=True)
    held: list[tuple[Route, APIResponse]] = []
    released = False

    def hold_the_scene(route: Route) -> None:
        response = route.fetch()
        if "WebGLRenderer" in response.text() and not released:
            held.append((route, response))
        else:
            route.fulfill(response=response)

    page.route("**/_app/**/*.js", hold_the_scene)
    page.goto("/dev/board?game=laserchess")
    place(page, "e1").click()
    page.locator('[data-verb="rotate left"]').click()
    ply(page, 1)
    assert poll(page, lambda: held, bool)
    expect(page.locator("canvas")).to_have_count(0)
    released = True  # other files of the scene may come later
    for route, response in held:
        route.fulfill(response=response)
    drawn(page)
    ply(page, 1)


def test_a_move_is_played_by_touch(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=pylos", settings=FLAT, has_touch=True, viewport={"width": 360, "height": 740})
    place(page, "1b2").tap()
    ply(page, 1)


def test_arrow_keys_follow_the_view_when_the_board_is_turned(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=surakarta", settings=FLAT)
    near, far = place(page, "5,0"), place(page, "0,0")

    def distance() -> float:
        """Return how much lower the near corner is than the far one."""
        return top(near) - top(far)

    assert poll(page, distance, lambda found: found > 0) > 0
    page.get_by_role("button", name="Flip board").click()
    page.get_by_role("button", name="Flip board").click()
    assert poll(page, distance, lambda found: found < 0) < 0


def test_only_visible_or_usable_sites_are_buttons(new_page: NewPage) -> None:
    """Unsupported sites of an empty pyramid have no buttons."""
    page = new_page("/dev/board?game=pylos", settings=FLAT)
    place(page, "1a1").wait_for()
    pylos = game("pylos")
    sites = pylos.board(pylos.check()).sites
    on_the_ground = sum(site.z == 0 for site in sites)
    assert on_the_ground < len(sites)
    expect(page.locator("[data-site]")).to_have_count(on_the_ground)


CROSSING = (
    "yinsh;;.bbW/..w.bw./.Wb.bbwW/www.wb.b./.wwww...../BwwwB...b/.www.ww.../Bbwb.wwww/.W.W.bbw/..bw..b/.Bb. w row>"
)
"""White has to remove one of two rows, d5–h5 and d1–h5, that cross in h5."""


@pytest.mark.parametrize("clicks", [("d5",), ("h5", "d1")])
def test_rows_are_highlighted_numbered_and_chosen_by_their_markers(new_page: NewPage, clicks: tuple[str, ...]) -> None:
    page = new_page(f"/dev/board?share={quote(CROSSING)}", settings=FLAT)
    expect(page.get_by_text("1 / 2")).to_be_visible()
    expect(page.get_by_text("2 / 2")).to_be_visible()
    for label in clicks:
        ply(page, 0)
        place(page, f"{label}, White marker").click()
    ply(page, 1)
    expect(page.get_by_text("1 / 2")).to_be_hidden()


def test_clicks_during_an_animation_end_it_and_are_not_queued(new_page: NewPage) -> None:
    page = new_page(settings={"flat": True, "speed": "slow"}, fresh=True)
    stop_clock(page)
    page.goto("/dev/board?game=surakarta")
    place(page, "4,0").click()
    place(page, "3,0").click()
    expect(page.locator(".picture.playing")).to_be_attached()
    place(page, "1,0").click()
    ply(page, 1)
    expect(page.locator("[data-site][aria-pressed=true]")).to_have_count(0)


def test_dots_are_joined_by_two_picks_in_any_order(new_page: NewPage) -> None:
    page = new_page("/dev/board?game=sim", settings=FLAT)
    chosen = page.locator("[data-site][aria-pressed=true]")
    a, b = place(page, "A"), place(page, "B")
    a.click()
    expect(chosen).to_have_accessible_name("A, empty, selected")
    a.click()
    expect(chosen).to_have_count(0)
    a.click()
    page.mouse.click(4, 200)
    expect(chosen).to_have_count(0)
    page.mouse.click(4, 200)
    b.click()
    expect(chosen).to_have_count(1)
    ply(page, 0)
    a.click()
    ply(page, 1)
    # Joined dots cannot be joined again: a sentence says so, and the first dot stays selected.
    a.click()
    b.click()
    expect(page.locator(".message")).to_contain_text("A and B are already joined")
    ply(page, 1)
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_accessible_name(re.compile("^A, .*selected"))


def test_completed_triangles_are_marked_at_their_corners(new_page: NewPage) -> None:
    lost = game("sim").start()
    for text in ["A-C", "E-F", "A-D", "C-E", "B-C", "D-F", "B-D", "A-F", "A-B"]:
        lost.play(lost.read_move(text))
    assert [mark.sites for mark in lost.marks()] == [(0, 1, 2), (0, 1, 3)]
    page = new_page(f"/dev/board?share={quote(f'sim;;{lost.text()}')}", settings=FLAT)
    corners = {lost.game.board(lost.options).sites[n].label for mark in lost.marks() for n in mark.sites}
    for label in corners:
        expect(place(page, label)).to_have_accessible_name(re.compile("triangle", re.IGNORECASE))
    expect(page.locator('[data-is="area"][data-tone="mark"]')).to_have_count(2)
