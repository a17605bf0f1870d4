"""Pylos on the screen of a match: turns of several clicks, balls that are lifted, spoken descriptions, the top."""

import random
import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, Position, expect

from parlour.games import game
from tests.games.pylos.examples import example
from tests.web.conftest import NewPage
from tests.web.polling import box_of, stable_attribute
from tests.web.screen import ANNA, COUNT_SOUNDS, Screen, post_function, result

PYLOS = game("pylos")
BESIDE_LINKS: Position = {"x": 900, "y": 5}
"""A place in the top bar without a link."""
BEFORE_A_SQUARE = ("1a1", "1d4", "1b1", "1d3", "1a2", "1c4")
"""Light has three of four balls of a square."""


@pytest.fixture
def page(player: NewPage) -> Page:
    return player()


def ball(screen: Screen, label: str) -> Locator:
    site = PYLOS.board(PYLOS.check()).site(label)
    assert site is not None
    return screen.site(site)


def place_of(screen: Screen, label: str) -> FloatRect:
    """Return where a site is on the screen, once it has stopped moving."""
    stable_attribute(ball(screen, label), "style")
    return box_of(ball(screen, label))


def reserves(page: Page, anna: int, ben: int) -> None:
    for name, left in (("Anna", anna), ("Ben", ben)):
        expect(page.get_by_role("region", name=name)).to_contain_text(re.compile(rf"In reserve {left}\b"))


@pytest.mark.parametrize("width", [390, 1280])
def test_the_board_stays_where_it_is_while_balls_leave_and_return(player: NewPage, width: int) -> None:
    page = player(viewport={"width": width, "height": 800})
    screen = Screen.new(page, game="pylos").ready()
    before = place_of(screen, "1d4")
    for text in ("1a1", "1d1"):
        screen.play(text)
        assert place_of(screen, "1d4") == before
    send = post_function(page)
    for ply, text in enumerate(("1b1", "1d3", "1a2", "1c4", "1b2", "-1a1", "-1b1"), 2):
        send(f"/api/matches/{screen.match}/commands", {"do": "move", "ply": ply, "text": text})
    screen.has_ply(9).ready()
    assert place_of(screen, "1d4") == before


def test_a_square_is_announced_and_balls_are_taken_back_until_done(page: Page) -> None:
    screen = Screen.new(page, game="pylos", moves=BEFORE_A_SQUARE).ready()
    reserves(page, 12, 12)
    expect(page.get_by_text("Place a ball.", exact=True)).to_be_visible()
    ball(screen, "1d4").click()
    expect(screen.live_region).to_contain_text("The ball on 1d4 is Ben’s")
    ball(screen, "1b2").click()
    screen.has_ply(7)
    expect(page.get_by_text("Anna completes a square and takes balls back.").first).to_be_visible()
    expect(page.get_by_text("Take back one of your free balls; a second one is optional.")).to_be_visible()
    expect(page.get_by_role("heading", name="Anna to move")).to_be_visible()
    expect(ball(screen, "1b2")).to_have_accessible_name(re.compile("square", re.IGNORECASE))
    expect(screen.pick("done")).to_have_count(0)
    ball(screen, "1d4").click()
    expect(screen.live_region).to_contain_text("Only your own balls can be taken back")
    ball(screen, "1c1").click()
    expect(screen.live_region).to_contain_text("There is no ball on 1c1 to take back.")
    screen.has_ply(7)
    ball(screen, "1a1").click()
    screen.has_ply(8)
    expect(page.get_by_text("Take back a second ball, or press Done.")).to_be_visible()
    reserves(page, 12, 12)
    # Within a turn one decision after the other is taken back and played again, afterwards the whole turn.
    page.keyboard.press("u")
    screen.has_ply(7)
    expect(page.get_by_text("Take back one of your free balls; a second one is optional.")).to_be_visible()
    page.keyboard.press("r")
    screen.has_ply(8).ready()
    screen.pick("done").click()
    expect(page.get_by_role("heading", name="Ben to move")).to_be_visible()
    screen.choose("Undo")
    screen.has_ply(6)
    expect(page.get_by_role("heading", name="Anna to move")).to_be_visible()
    screen.choose("Redo")
    expect(page.get_by_role("heading", name="Ben to move")).to_be_visible()
    screen.has_ply(9)


def test_with_help_balls_that_cannot_move_are_darker_and_open_places_have_ghosts(player: NewPage) -> None:
    page = player({"help": "show"})
    screen = Screen.new(page, game="pylos", start=example(3).text()).ready()
    dim, ghosts = page.locator('svg.flat g[opacity="0.78"]'), page.locator('svg.flat g[opacity="0.45"]')
    # Of six balls only 1d4 can be raised; a ball can be placed on ten cells of the base and on 2a1.
    expect(dim).to_have_count(5)
    expect(ghosts).to_have_count(11)
    ball(screen, "1d4").click()
    expect(dim).to_have_count(0)
    expect(ghosts).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dim).to_have_count(5)


def test_a_ball_is_lifted_put_back_and_raised(page: Page) -> None:
    screen = Screen.new(page, game="pylos", start=example(3).text()).ready()
    reserves(page, 12, 12)
    expect(page.get_by_text("Place a ball, or raise one of yours.")).to_be_visible()
    # At rest the board has no overlays; a ghost appears under the pointer.
    expect(ball(screen, "1d4")).to_have_attribute("data-usable", "true")
    expect(ball(screen, "1a1")).to_have_attribute("data-usable", "false")
    dim, ghosts = page.locator('svg.flat g[opacity="0.78"]'), page.locator('svg.flat g[opacity="0.45"]')
    expect(dim).to_have_count(0)
    expect(ghosts).to_have_count(0)
    page.locator('[data-site][data-usable="true"]').last.hover()
    expect(ghosts).to_have_count(1)
    ball(screen, "1b1").click()
    expect(screen.live_region).to_contain_text("The ball on 1b1 is Ben’s")
    ball(screen, "1a1").click()
    expect(screen.live_region).to_contain_text("no open place higher up")
    chosen = page.locator("[data-site][aria-pressed=true]")
    for release in ("Escape", "click"):
        ball(screen, "1d4").click()
        expect(chosen).to_have_count(1)
        expect(ghosts).to_have_count(1)
        ball(screen, "1d3").click()
        expect(screen.live_region).to_contain_text("A ball can only be raised to a higher level")
        expect(chosen).to_have_count(1)
        reserves(page, 12, 12)
        if release == "click":
            ball(screen, "1d4").click()
        else:
            page.keyboard.press(release)
        expect(chosen).to_have_count(0)
        screen.has_ply(0)
    ball(screen, "1d4").click()
    ball(screen, "2a1").click()
    screen.has_ply(1)
    expect(ball(screen, "2a1")).to_have_accessible_name(re.compile("Light ball"))
    reserves(page, 12, 12)
    # Stepped back by key, the board is locked; forward again it is not.
    page.get_by_role("banner").click(position=BESIDE_LINKS)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Viewing the start")).to_be_visible()
    expect(screen.root).to_have_attribute("data-ready", "false")
    page.keyboard.press("ArrowRight")
    screen.ready().play()
    # Escape pauses and resumes; afterwards keys step back as before.
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Paused").first).to_be_visible()
    page.keyboard.press("Escape")
    screen.ready()
    page.get_by_role("banner").click(position=BESIDE_LINKS)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(re.compile("^Viewing"))).to_be_visible()


def filled_top(size: int) -> list[str]:
    """A random game that ends with a ball on the top, in notation."""
    for seed in range(400):
        chance, position = random.Random(seed), PYLOS.start(PYLOS.check({"size": size}))
        written: list[str] = []
        while not position.is_over():
            move = chance.choice(position.moves())
            written.append(position.write_move(move))
            position.play(move)
        if position.why_over().key.endswith("apex"):
            return written
    raise AssertionError("no game ended on the top")


def test_filling_the_top_wins_and_the_result_says_so(page: Page) -> None:
    moves = filled_top(3)
    screen = Screen.new(page, game="pylos", options={"size": 3}, moves=moves[:-1]).play(moves[-1])
    panel = result(page)
    expect(panel).to_contain_text("has filled the top")
    expect(panel.get_by_role("button", name=re.compile("Rematch"))).to_be_visible()
    expect(panel.get_by_role("link", name="Replay")).to_be_visible()
    top = len(PYLOS.board(PYLOS.check({"size": 3})).sites) - 1
    expect(screen.site(top)).to_have_accessible_name(re.compile("winning ball", re.IGNORECASE))


def test_the_camera_of_the_largest_board_moves_while_the_computer_thinks(player: NewPage) -> None:
    page = player({"speed": "fast", "muted": False}, script=COUNT_SOUNDS)
    thinker = {"is": "bot", "level": "custom", "custom": {"method": "alphabeta", "seconds": 60}}
    screen = Screen.new(page, ANNA, thinker, game="pylos", options={"size": 7}).play()
    expect(page.get_by_role("heading", name=re.compile("is thinking"))).to_be_visible()
    corner = screen.site(0)
    before = stable_attribute(corner, "style")
    page.get_by_role("button", name="Flip board").click()
    expect(corner).not_to_have_attribute("style", before)
    page.wait_for_function("() => window.__soundCount > 0")
    # A click while the player's own ball still drops ends the animation; the next one is answered.
    screen.site(20).click()
    screen.site(20).click()
    expect(screen.live_region).to_contain_text(re.compile("It is .* turn"))
    count = page.evaluate("window.__soundCount")
    screen.choose("Move now")
    screen.has_ply(2).ready()
    # The button has a sound, and the computer's ball the same as the player's.
    page.wait_for_function(f"() => window.__soundCount > {count + 1}")
    assert [turn["seat"] for turn in screen.state["turns"]] == [0, 1]
