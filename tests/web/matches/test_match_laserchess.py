"""Laser Chess on the screen of a match: what cannot rotate, what is destroyed, effects, sounds and the end."""

import re

import pytest
from playwright.sync_api import Locator, expect

from parlour.games import game
from tests.web.conftest import NewPage
from tests.web.polling import poll
from tests.web.screen import COUNT_SOUNDS, Screen, count_sounds, post, result

LASER = game("laserchess")
HITS_ITS_OWN = "Pj4-i3xPj5"
"""From the start: a mirror leaves the path of its own laser."""


def square(screen: Screen, label: str) -> Locator:
    site = LASER.board(LASER.check()).site(label)
    assert site is not None
    return screen.site(site)


def test_a_sphinx_is_explained_and_destroyed_pieces_are_announced_and_shown(player: NewPage) -> None:
    page = player({"speed": "fast", "muted": False}, script=COUNT_SOUNDS)
    screen = Screen.new(page, game="laserchess").ready()
    turns = [screen.pick("rotate left"), screen.pick("rotate right")]
    # A Sphinx can be selected; rotating it is refused with a sentence.
    square(screen, "j1").click()
    expect(screen.live_region).to_contain_text("neither moves nor rotates")
    page.keyboard.press("q")
    page.keyboard.press("e")
    for verb in turns:
        expect(verb).to_have_attribute("aria-disabled", "true")
        verb.click(force=True)
    screen.has_ply(0)
    square(screen, "e5").click()
    expect(screen.live_region).to_contain_text("the Scarab on e5 is Ben’s")
    # The strip of captured pieces is empty, then holds one, for the opponent of its owner.
    red = page.get_by_role("region", name="Ben")
    expect(red).to_contain_text(re.compile(r"Captured 0"))
    screen.play(HITS_ITS_OWN)
    expect(page.get_by_text("the laser destroys Anna’s Pyramid on j5").first).to_be_visible()
    expect(red).to_contain_text(re.compile(r"Captured 1"))
    expect(square(screen, "j5")).to_have_accessible_name("j5, empty")
    # It had a sound; replayed, it is silent.
    page.wait_for_function("() => window.__soundCount > 2")
    screen.ready()
    count = count_sounds(page)
    page.keyboard.press("[")
    expect(page.get_by_text("Viewing the start")).to_be_visible()
    page.keyboard.press("]")
    screen.ready()
    assert count_sounds(page) == count
    screen.choose("Undo")
    expect(red).to_contain_text(re.compile(r"Captured 0"))
    expect(square(screen, "j5")).to_have_accessible_name(re.compile("Blue Pyramid"))
    # Any end of a game has a sound: here without a move or a click.
    count = count_sounds(screen.ready().page)
    post(page, f"/api/matches/{screen.match}/commands", {"do": "resign", "seat": 1})
    expect(result(page, "Anna won")).to_be_visible()
    page.wait_for_function(f"() => window.__soundCount > {count}")


def test_a_draw_by_repetition_is_named(player: NewPage) -> None:
    page = player()
    there_and_back = ["Fe1-d2", "Ff8-e7", "Fd2-e1", "Fe7-f8"] * 2
    screen = Screen.new(page, game="laserchess", moves=there_and_back[:-1])
    screen.type(there_and_back[-1])
    expect(result(page)).to_contain_text("The same position occurred for the third time.")


COVERED_SLOTS = """() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const verbs = boxes('[data-verb]');
    const slots = boxes('svg.flat ellipse[fill=none]');
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return [verbs.length, slots.length, slots.filter((slot) => verbs.some((verb) => meet(slot, verb))).length];
}"""


@pytest.mark.parametrize("size", [(360, 740), (390, 844), (1280, 800), (1920, 1080)])
def test_the_buttons_that_rotate_hide_no_captured_piece(player: NewPage, size: tuple[int, int]) -> None:
    page = player(viewport={"width": size[0], "height": size[1]})
    Screen.new(page, game="laserchess").ready()
    page.locator("[data-verb]").first.wait_for()
    assert poll(page, lambda: page.evaluate(COVERED_SLOTS), lambda found: found[2] == 0) == [2, 24, 0]
