"""The tour of the board's gestures: in the first game of a new person, once, and without blocking the game."""

from playwright.sync_api import Locator, ViewportSize, expect

from tests.web.accessibility import axe_violations
from tests.web.conftest import QUIET, NewPage
from tests.web.polling import box_of, poll
from tests.web.screen import ANNA, BEN, Screen

SMALL: ViewportSize = {"width": 360, "height": 640}
PHONE: ViewportSize = {"width": 360, "height": 740}
TALL: ViewportSize = {"width": 390, "height": 844}


def expect_buttons_above(actions: Locator, region: Locator, *sizes: ViewportSize) -> None:
    """Expect the buttons of the tour in view, above the actions at the lower edge."""

    def room() -> float:
        ends = [box["y"] + box["height"] for box in map(box_of, region.get_by_role("button").all())]
        return box_of(actions)["y"] - max(ends)

    for size in sizes:
        region.page.set_viewport_size(size)
        assert poll(region.page, room, lambda found: found >= 0) >= 0, size
        assert region.page.evaluate("scrollY") == 0


def test_a_new_person_is_shown_around_once(new_page: NewPage) -> None:
    page = new_page(settings=QUIET, tour=True, viewport=TALL)
    screen = Screen.new(page, ANNA, BEN).ready()
    region = page.get_by_role("region", name="Quick tour")
    actions = page.get_by_role("toolbar", name="Game actions")
    expect(region).to_contain_text("1 of 4")
    expect(region).to_contain_text(
        "Move a piece one point, or capture round a loop. Select a piece, then its destination"
    )
    expect(page.get_by_text("Move a piece one point")).to_have_count(1)
    assert axe_violations(page) == []
    expect_buttons_above(actions, region, SMALL, TALL)
    screen.play()
    expect(region).to_contain_text("2 of 4")
    expect_buttons_above(actions, region, SMALL, TALL)
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


def test_the_tour_on_a_phone_in_german_shows_what_a_finger_can_do_and_is_skipped(new_page: NewPage) -> None:
    in_3d = {**QUIET, "flat": False, "language": "de"}
    page = new_page(settings=in_3d, tour=True, viewport=PHONE, has_touch=True, is_mobile=True)
    Screen.new(page, ANNA, BEN, game="sim").ready()
    region = page.get_by_role("region", name="Kurze Tour")
    actions = page.get_by_role("toolbar", name="Aktionen")
    expect(region).to_contain_text("1 von 3")  # nothing to drag in Sim
    expect(region).to_contain_text("noch nicht verbunden sind. Wähle erst den einen, dann den anderen.")
    expect_buttons_above(actions, region, PHONE, TALL)
    region.get_by_role("button", name="Weiter").tap()
    expect(region).to_contain_text("„Rückgängig“ nimmt deinen letzten Zug zurück.")
    expect_buttons_above(actions, region, PHONE, TALL)
    region.get_by_role("button", name="Weiter").tap()
    expect(region).to_contain_text("Mit den Pfeilen in der Ecke")  # flat without WebGL, whatever the settings are
    expect_buttons_above(actions, region, PHONE, TALL)
    region.get_by_role("button", name="Tour überspringen").tap()
    expect(region).to_be_hidden()
    Screen.new(page, ANNA, BEN, game="sim").ready()
    expect(region).to_be_hidden()
