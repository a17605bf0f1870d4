"""Laser Chess on the screen of a match: what cannot turn, what is destroyed, and what is seen of it in space."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from parlour.games import game
from tests.web.conftest import NewPage
from tests.web.screen import Screen

LASER = game("laserchess")
HITS_ITS_OWN = "Pj4-i3xPj5"
"""From the start: a mirror leaves the way of its own laser."""


def square(screen: Screen, label: str) -> Locator:
    site = LASER.board(LASER.check()).site(label)
    assert site is not None
    return screen.site(site)


def test_a_sphinx_is_explained_and_what_is_destroyed_is_said_and_shown(player: NewPage) -> None:
    page = player()
    screen = Screen.new(page, game="laserchess").ready()
    turns = [screen.pick("rotate left"), screen.pick("rotate right")]
    # A Sphinx can be looked at; turning it is refused with a sentence.
    square(screen, "j1").click()
    expect(screen.spoken).to_contain_text("neither moves nor turns")
    page.keyboard.press("q")
    page.keyboard.press("e")
    for verb in turns:
        expect(verb).to_have_attribute("aria-disabled", "true")
        verb.click(force=True)
    screen.has_ply(0)
    square(screen, "e5").click()
    expect(screen.spoken).to_contain_text("the Scarab on e5 is Ben's")
    # The strip of captured pieces is empty, then holds one, for the opponent of its owner.
    red = page.get_by_role("region", name="Ben")
    expect(red).to_contain_text(re.compile(r"Captured 0"))
    screen.play(HITS_ITS_OWN)
    expect(page.get_by_text("the laser destroys Anna's Pyramid on j5").first).to_be_visible()
    expect(red).to_contain_text(re.compile(r"Captured 1"))
    expect(square(screen, "j5")).to_have_accessible_name("j5, empty")
    screen.choose("Undo")
    expect(red).to_contain_text(re.compile(r"Captured 0"))
    expect(square(screen, "j5")).to_have_accessible_name(re.compile("Blue Pyramid"))


SOUNDS = """
window.__heard = 0;
for (const node of [OscillatorNode, AudioBufferSourceNode]) {
    const start = node.prototype.start;
    node.prototype.start = function (...when) { window.__heard++; return start.apply(this, when); };
}
"""
"""Counts what sounds."""


def figures(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("JSON.stringify(window.__parlour.boards[0])"))
    return found


def test_a_piece_bursts_in_play_with_glow_sparks_shaking_and_sound_and_in_review_more_quietly(
    new_page: NewPage,
) -> None:
    page = new_page("/rules", settings={"speed": "fast"}, script=SOUNDS, viewport={"width": 360, "height": 560})
    screen = Screen.new(page, game="laserchess").ready()
    page.locator("canvas[data-settled=true]").wait_for(state="attached")
    before = figures(page)
    assert before["seen"] == {"beams": 0, "glows": 0, "rays": 0, "bursts": 0, "shakes": 0}
    screen.play(HITS_ITS_OWN).ready()
    page.wait_for_function("window.__parlour.boards[0].seen.bursts === 1")
    once = figures(page)
    # Without a graphics processor the board is not lit by the beam: that would cost too much.
    assert once["seen"] == {"beams": 1, "glows": 1, "rays": 0, "bursts": 1, "shakes": 1}
    assert page.evaluate("window.__heard") > 0
    # A step back and one forward again: the beam runs, the piece bursts, but nothing shakes and nothing is heard.
    heard = page.evaluate("window.__heard")
    page.keyboard.press("[")
    expect(page.get_by_text("Reviewing the start")).to_be_visible()
    page.wait_for_function("window.__parlour.boards[0].seen.beams === 2")
    page.keyboard.press("]")
    page.wait_for_function("window.__parlour.boards[0].seen.bursts === 2")
    screen.ready()
    again = figures(page)
    assert again["seen"]["shakes"] == 1
    assert page.evaluate("window.__heard") == heard
    # Showing moves again holds nothing more on the graphics card, and no frame has needed more calls than allowed.
    assert again["held"]["textures"] == once["held"]["textures"]
    assert again["held"]["geometries"] <= once["held"]["geometries"]
    assert again["peak"] <= 80
