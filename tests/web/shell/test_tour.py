"""The tour of the board's gestures: in the first game of a new person, once, and without blocking the game."""

from playwright.sync_api import expect

from tests.web.accessibility import axe_violations
from tests.web.conftest import QUIET, NewPage
from tests.web.screen import ANNA, BEN, Screen


def test_a_new_person_is_shown_around_once(new_page: NewPage) -> None:
    page = new_page(settings=QUIET, tour=True, viewport={"width": 390, "height": 844})
    screen = Screen.new(page, ANNA, BEN).ready()
    region = page.get_by_role("region", name="Quick tour")
    expect(region).to_contain_text("1 of 4")
    assert axe_violations(page) == []
    screen.play()
    expect(region).to_contain_text("2 of 4")
    region.get_by_role("button", name="Next").press("Enter")
    expect(region).to_contain_text("3 of 4")
    screen.choose("Undo")
    expect(region).to_contain_text("4 of 4")
    page.get_by_role("button", name="Flip board").click()
    expect(region).to_be_hidden()
    expect(screen.root).to_have_attribute("data-ply", "0")
    page.reload()
    screen.ready()
    expect(region).to_be_hidden()
    page.evaluate("localStorage.removeItem('parlour.tour')")
    page.reload()
    screen.ready()
    expect(region).to_be_hidden()


def test_the_tour_is_skipped_with_one_press_and_not_shown_again(new_page: NewPage) -> None:
    page = new_page(settings=QUIET, tour=True)
    Screen.new(page, ANNA, BEN).ready()
    region = page.get_by_role("region", name="Quick tour")
    region.get_by_role("button", name="Skip tour").click()
    expect(region).to_be_hidden()
    Screen.new(page, ANNA, BEN, game="sim").ready()
    expect(region).to_be_hidden()
