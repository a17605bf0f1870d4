"""Checks of what a tournament prints."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, Route, expect

from tests.web.accessibility import expect_fits_width
from tests.web.polling import box_of

LINE_HEIGHT = 24
LONG_NAME = "Maximiliane Freifrau von der Hohenburg"
A4_WIDTH = 1046
"""Pixels across a sheet in landscape orientation, without margins of 10 mm."""


def print_lists_and_slips(page: Page) -> None:
    """Each tab is printed as it is, and the pairings, slips and score sheets of each round; without controls."""
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Club cup")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Zoe")).to_be_visible()
    expect(page.locator("html")).to_have_css("background-color", "rgb(255, 255, 255)")
    for hidden in (page.get_by_role("tab"), page.get_by_role("button"), page.get_by_role("link", name="Replay")):
        expect(hidden.filter(visible=True)).to_have_count(0)
    expect(page.get_by_role("banner")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("tab", name="Print").click()
    expect(page.get_by_role("region", name="Pairings").get_by_role("rowheader")).to_have_count(4)
    page.get_by_role("radio", name="Standings").click()
    expect(page.get_by_role("region", name="Standings", exact=True).get_by_role("rowheader")).to_have_count(8)
    page.get_by_role("radio", name="Pairing slips").click()
    expect(page.get_by_role("article")).to_have_count(4)
    expect(page.get_by_role("article").first).to_contain_text(re.compile(r"1\. .+ Player 1\s*2\. .+ Player 2"))
    page.get_by_label("Round", exact=True).select_option(label="Round 1")
    expect(page.get_by_role("article")).to_have_count(3)
    page.emulate_media(media="print")
    expect(page.get_by_role("article")).to_have_count(3)
    expect(page.get_by_role("tab", name="Print")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("radio", name="Blank score sheets").click()
    expect(page.get_by_role("article").first).to_contain_text(re.compile(r"1\..*40\..*Result:.*Signature:", re.S))
    page.emulate_media(media="print")
    assert len(sheets_of(page)) == page.get_by_role("article").count()
    page.emulate_media(media="screen")


def sheets_of(page: Page) -> list[tuple[float, ...]]:
    """Return the width and height of each printed sheet."""
    paper = page.pdf(prefer_css_page_size=True)
    return [tuple(map(float, found)) for found in re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", paper)]


def print_a_cross_table_of_thirty(page: Page) -> None:
    """It fits a sheet of paper in landscape orientation."""

    def enlarge(route: Route) -> None:
        view = route.fetch().json()
        first, row = view["entrants"][0], view["standings"][0]
        names = {number: {**first["player"], "name": f"Maximiliane {number}"} for number in range(1, 30)}
        names[30] = {**first["player"], "name": LONG_NAME}
        view["entrants"] = [{**first, "number": number, "player": player} for number, player in names.items()]
        view["standings"] = [{**row, "entrant": number, "place": number} for number in names]
        games = view["rounds"][-1]["games"]
        games += [{**games[0], "entrants": (2 * n - 1, 2 * n), "points": None} for n in range(len(games) + 1, 16)]
        route.fulfill(json=view)

    page.route(f"**/api{urlsplit(page.url).path.replace('tournament', 'tournaments')}", enlarge)
    page.reload()
    page.get_by_role("tab", name="Cross table").click()
    expect(page.get_by_role("columnheader")).to_have_count(4 + 30)
    page.emulate_media(media="print")
    sizes = sheets_of(page)
    assert len(sizes) == 1
    assert sizes[0][0] > sizes[0][1]
    kept = page.viewport_size
    page.set_viewport_size({"width": A4_WIDTH, "height": 700})
    expect_fits_width(page)
    page.emulate_media(media="screen")
    assert kept
    page.set_viewport_size(kept)
    leave_room_beside_a_long_name(page)
    page.unroute_all(behavior="wait")
    page.set_viewport_size(kept)
    page.reload()


def leave_room_beside_a_long_name(page: Page) -> None:
    """For teams on the organiser's page, and on a phone for results and points. Nor do numbers of boards break."""
    page.get_by_role("tab", name="Pairings").click()
    assert box_of(page.get_by_role("listitem").get_by_text("15", exact=True))["height"] < 2 * LINE_HEIGHT
    page.get_by_role("tab", name="Entrants").click()
    entrant = page.get_by_role("listitem").filter(has_text=LONG_NAME)
    assert box_of(entrant)["height"] < 3 * LINE_HEIGHT
    page.set_viewport_size({"width": 390, "height": 800})
    page.get_by_role("tab", name="Cross table").click()
    name = page.get_by_role("rowheader", name=LONG_NAME)
    expect(name).to_have_attribute("title", LONG_NAME)
    assert box_of(name)["width"] <= 390 / 2
    page.get_by_role("tab", name="Standings").click()
    points = box_of(page.get_by_role("columnheader", name="Points").last)
    assert points["x"] + points["width"] <= 390
