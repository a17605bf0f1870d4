"""Replays, games between bots, and shared pages, in a browser."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from parlour.match.commands import MAX_BOT_PAUSE_MS
from tests.web.accessibility import Motion, axe_violations, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.polling import box_of, stable_attribute
from tests.web.screen import ANNA, BEN, Screen, post, random_game, short_game


@pytest.fixture
def page(player: NewPage) -> Page:
    return player()


def played(page: Page, game: str, moves: Iterable[str], **wanted: object) -> str:
    """A match with some moves."""
    match: str = post(page, "/api/matches", {"game": game, "seats": (ANNA, BEN), **wanted})["id"]
    for ply, text in enumerate(moves):
        post(page, f"/api/matches/{match}/commands", {"do": "move", "ply": ply, "text": text})
    return match


def test_a_replay_is_stepped_through_commented_and_continued(page: Page) -> None:
    clock = {"kind": "down", "limits": [{"base": "10:00"}]}
    match = played(page, "surakarta", ("4,0-3,0", "1,0-2,0"), clock=clock)
    post(page, f"/api/matches/{match}/commands", {"do": "resign", "seat": 1})
    page.goto(f"/replay/{match}")
    slider = page.get_by_label("Move", exact=True)
    moves = page.get_by_role("group", name="Moves")
    # The start, before any move, with names, colours, clocks and how it ended.
    expect(slider).to_have_value("0")
    expect(page.get_by_role("heading", level=1)).to_have_text("Anna – Ben")
    expect(page.get_by_text("Anna won: Ben resigned.")).to_be_visible()
    expect(page.get_by_role("timer").first).to_have_text("10:00")
    assert axe_violations(page) == []
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    expect(moves.locator("[aria-current]")).to_have_text("4,0-3,0")
    page.keyboard.press("End")
    expect(slider).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    page.get_by_role("button", name="Next move").click()
    expect(slider).to_have_value("2")
    moves.get_by_role("button", name=re.compile("4,0-3,0")).click()
    expect(slider).to_have_value("1")
    page.get_by_role("button", name="Add comment").click()
    page.get_by_label("Comment on this move").fill("A quiet beginning.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("A quiet beginning.").first).to_be_visible()
    expect(moves.get_by_role("button", name=re.compile("has a comment"))).to_have_count(1)
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_value("2")
    # A replay is read-only: a click on the board plays no move.
    page.locator("[data-site]").first.click(force=True)
    expect(slider).to_have_value("2")
    page.set_viewport_size({"width": 360, "height": 740})
    expect_fits_width(page)
    slider.fill("1")
    page.get_by_role("button", name="Continue from here").click()
    expect(page).to_have_url(re.compile("/play/surakarta"))
    reached = page.request.get(f"/api/matches/{match}/plies/1").json()["position"]["text"]
    expect(page.get_by_label("Position as text")).to_have_value(reached)


def step_back_in_yinsh(page: Page, slider: Locator) -> None:
    """A step back returns the ring and removes the marker that it left."""
    rings = played(page, "yinsh", random_game("yinsh", 3)[:11])
    page.goto(f"/replay/{rings}?ply=11")
    page.wait_for_load_state("networkidle")  # marks and scores, which load later, may resize the board
    expect(slider).to_have_value("11")
    slides = Motion(page)
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("10")
    assert slides.end().goes_straight()


def replay_pylos_from_the_bare_board(page: Page, slider: Locator, players: Locator) -> None:
    """A game begins with the bare board, its players' names and the colours they had chosen."""
    seats = ({**ANNA, "colour": "#cc3b44"}, {**BEN, "colour": "#3f9b4f"})
    balls = played(page, "pylos", ["1a1", "1b2"], seats=seats)
    page.goto(f"/replay/{balls}")
    expect(slider).to_have_value("0")
    expect(players.locator(".who .name")).to_have_text(["Anna", "Ben"])
    for seat, colour in enumerate(("rgb(204, 59, 68)", "rgb(63, 155, 79)")):
        expect(players.locator(".mark").nth(seat)).to_have_css("background-color", colour)
    # Colours suffice: symbols are not shown.
    expect(players.locator(".mark")).to_have_text(["", ""])
    on_board = page.locator("[data-site][aria-label*=ball]")
    expect(on_board).to_have_count(0)
    page.keyboard.press("End")
    expect(on_board).to_have_count(2)


def test_a_replay_is_animated_forwards_and_backwards(player: NewPage) -> None:
    page = player({"speed": "normal"})
    clock = {"kind": "down", "limits": [{"base": "10:00", "increment": 5}]}
    match = played(page, "laserchess", ["Pc1-b1", "Pa5-b5xpa4"], clock=clock)
    post(page, f"/api/matches/{match}/commands", {"do": "resign", "seat": 1})
    page.goto("/library")
    page.get_by_text("Table", exact=True).click()
    row = page.get_by_role("row").filter(has_text=match)
    row.get_by_role("cell").filter(has_text=re.compile("^2$")).dblclick()
    expect(page).to_have_url(re.compile(f"/replay/{match}"))
    slider = page.get_by_label("Move", exact=True)
    players = page.get_by_role("list", name="Players").get_by_role("listitem")
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    expect(page.get_by_text("Anna won: Ben resigned.")).to_be_visible()
    expect(page.get_by_text(match)).to_be_visible()
    expect(players.locator(".clock")).to_have_text(["10:00", "10:00"])
    expect(page.locator(".moving")).to_contain_text("Anna")
    forward = Motion(page)
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    expect(players.locator(".clock")).to_have_text(["10:05", "10:00"])
    expect(page.locator(".moving")).to_contain_text("Ben")
    assert forward.end().goes_straight()
    assert forward.beams > 0
    # The destroyed piece is counted, and returns with a step back.
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    expect(players.first).to_contain_text("Captured 1")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    expect(players.first).to_contain_text("Captured 0")
    expect(page.get_by_role("toolbar", name="Playback")).to_contain_text("Move 1 of 2")
    back = Motion(page)
    page.get_by_role("button", name="Previous move").click()
    expect(slider).to_have_value("0")
    expect(players.locator(".clock")).to_have_text(["10:00", "10:00"])
    assert back.end().goes_straight()
    (there,), (back_again,) = forward.ways, back.ways
    assert [*back_again[0], *back_again[-1]] == pytest.approx([*there[-1], *there[0]], abs=0.5)
    assert back.beams > 0
    step_back_in_yinsh(page, slider)
    replay_pylos_from_the_bare_board(page, slider, players)


@pytest.mark.webgl
def test_a_3d_replay_has_the_same_movable_camera(player: NewPage) -> None:
    page = player({"flat": False}, draws=True, viewport={"width": 720, "height": 520})
    match = post(page, "/api/matches", {"game": "pylos", "seats": (ANNA, BEN)})["id"]
    post(page, f"/api/matches/{match}/commands", {"do": "move", "ply": 0, "text": "1a1"})
    post(page, f"/api/matches/{match}/commands", {"do": "resign", "seat": 1})
    page.goto(f"/replay/{match}")
    page.locator("canvas[data-settled=true]").wait_for(state="attached")
    # Perspective: nearer pieces are larger.
    corner = page.locator('[data-site="3"]')
    from_the_front = stable_attribute(corner, "style")
    near, far = (box_of(page.locator(f'[data-site="{site}"]')) for site in (0, 15))
    assert near["y"] > far["y"]
    assert near["width"] > far["width"]
    corner.focus()
    page.keyboard.press("d")
    expect(corner).not_to_have_attribute("style", from_the_front)
    from_the_side = stable_attribute(corner, "style")
    # Stepping does not move the camera.
    page.get_by_role("button", name="Next move").click()
    expect(page.get_by_label("Move", exact=True)).to_have_value("1")
    expect(corner).to_have_attribute("style", from_the_side)
    page.get_by_role("button", name="Reset view").click()
    expect(corner).to_have_attribute("style", from_the_front)


def test_an_exported_game_opens_from_a_file_without_server_or_network(
    page: Page, plain_chromium: Browser, tmp_path: Path
) -> None:
    moves = short_game("surakarta", least=12, seeds=4)[:12]
    screen = Screen.new(page, ANNA, BEN, moves=moves)
    page.goto(f"/replay/{screen.match}")
    page.get_by_role("button", name="Share").click()
    assert axe_violations(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Web page One file").click()
    file = tmp_path / "game.html"
    saved.value.save_as(file)
    with page.expect_download() as pictured:
        page.get_by_role("button", name="Image of this position (PNG)").click()
    assert Path(pictured.value.path()).read_bytes().startswith(b"\x89PNG")
    assert file.stat().st_size < 300_000
    context = plain_chromium.new_context(offline=True)
    alone = context.new_page()
    asked: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(file.as_uri())
    board = alone.locator("svg").first
    expect(board).to_be_visible()
    before = board.inner_html()
    alone.keyboard.press("ArrowRight")
    expect(alone.get_by_text(moves[0]).first).to_be_visible()
    expect(board).not_to_have_js_property("innerHTML", before)
    assert asked == [file.as_uri()]

    # A puzzle hides its solution until it is requested.
    page.goto("/puzzles/surakarta")
    with page.expect_download() as puzzle:
        page.get_by_role("button", name="Save as web page").click()
    riddle = tmp_path / "puzzle.html"
    puzzle.value.save_as(riddle)
    asked.clear()
    alone.goto(riddle.as_uri())
    expect(alone.get_by_role("heading", level=1)).to_be_visible()
    moves_of = alone.get_by_role("group", name="Moves")
    expect(moves_of).to_be_hidden()
    before = board.inner_html()
    alone.keyboard.press("ArrowRight")
    assert board.inner_html() == before
    assert axe_violations(alone) == []
    alone.get_by_role("button", name="Show solution").click()
    expect(moves_of.locator("[aria-current]")).to_have_count(1)
    expect(board).not_to_have_js_property("innerHTML", before)
    assert asked == [riddle.as_uri()]
    context.close()


def test_computers_are_watched_paused_and_stepped(page: Page) -> None:
    seats = ({"is": "bot", "level": 4}, {"is": "bot", "level": 5, "style": "unpredictable"})
    match = post(page, "/api/matches", {"game": "yinsh", "seats": seats, "kind": "bots"})["id"]
    post(page, f"/api/matches/{match}/commands", {"do": "pace", "pause": MAX_BOT_PAUSE_MS})
    screen = Screen(page, match)
    bar = page.get_by_role("toolbar", name="Watching")
    bar.get_by_role("button", name="Pause").click()
    expect(bar.get_by_role("button", name="Resume")).to_be_visible()
    expect(page.get_by_role("heading", name="Paused")).to_be_visible()
    expect(screen.live_region).to_contain_text("The game is paused.")
    expect(page.locator(".announcement")).to_be_hidden()
    expect(page.get_by_role("toolbar", name="Game actions").get_by_role("button", name="Share")).to_be_visible()
    ply = screen.state["ply"]
    screen.has_ply(ply)
    bar.get_by_text("Fast", exact=True).click()
    bar.get_by_role("button", name="Next move").click()
    expect(screen.root).not_to_have_attribute("data-ply", str(ply))
    expect(bar.get_by_role("button", name="Resume")).to_be_visible()
    assert axe_violations(page) == []
    ply = screen.state["ply"]
    screen.has_ply(ply)
    bar.get_by_role("button", name="Resume").click()
    expect(screen.root).not_to_have_attribute("data-ply", str(ply))
