"""A whole Swiss tournament: announced and followed in pages, played by people and bots."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.server.browser import Browser
from tests.server.served import Served
from tests.server.tournaments.cup import Cup
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage

pytestmark = pytest.mark.timeout(300)
NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil")


@pytest.fixture
def cup(site: Served) -> Iterator[Cup]:
    with Cup(site.address) as made:
        yield made


def as_client(page: Page, address: str) -> Browser:
    """Return a client without a page for the visitor of a page."""
    browser = Browser(address)
    for cookie in page.context.cookies():
        browser.http.cookies.set(cookie["name"], cookie["value"])
    return browser


def announce(page: Page) -> str:
    """Fill in the form and return the id of the tournament."""
    page.get_by_text("New tournament").click()
    page.get_by_label("Name", exact=True).fill("Club cup")
    page.get_by_label("Rounds").fill("2")
    page.get_by_label("Laser Chess").uncheck()
    page.get_by_label("Sim").check()
    page.get_by_label("Clock").select_option(label="No clock")
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_role("heading", name="Club cup")).to_be_visible()
    return page.url.rsplit("/", 1)[-1]


def test_a_swiss_tournament_of_eight_people_and_bots(visit: NewPage, cup: Cup) -> None:
    page = visit("/tournaments", fresh=True)
    cup.id = announce(page)
    cup.organiser = as_client(page, cup.address)
    for name in NAMES:
        cup.join(name)
    phone = visit(f"/tournament/{cup.id}", width=390, height=800)
    phone.get_by_label("Your name").fill("Zoe")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("Your next game has not begun yet.")).to_be_visible()
    cup.players.append(as_client(phone, cup.address))
    for level in ("1", "2"):
        page.get_by_label("Level", exact=True).select_option(label=f"Bot of level {level}")
        page.get_by_role("button", name="Add bot").click()
        expect(page.get_by_text(f"Level {level}", exact=True)).to_be_visible()
    expect(page.get_by_text("Zoe")).to_be_visible()
    expect(page.get_by_text("8 entrants")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()
    expect(phone.get_by_role("link", name="Go to my game")).to_be_visible()
    expect_fits_width(phone)
    cup.play_on()
    for shown in (page, phone):
        expect(shown.get_by_test_id("status")).to_have_text("Over")
        expect(shown.get_by_role("heading", name="Round 2 of 2")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=re.compile("[01½]–[01½]"))).to_have_count(4)
    assert axe_violations(page) == []
    phone.get_by_role("tab", name="Standings").click()
    expect(phone.get_by_role("rowheader")).to_have_count(8)
    expect_fits_width(phone)
    page.get_by_role("tab", name="Standings").click()
    page.get_by_role("tab", name="Cross table").click()
    expect(page.get_by_role("rowheader")).to_have_count(8)
    page.get_by_role("tab", name="Pairings").click()
    correct = page.get_by_role("button", name="Correct result").first
    correct.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="½–½").click()
    dialog.get_by_label("Reason for the change").fill("Agreed at the board")
    dialog.get_by_role("button", name="Save").click()
    expect(phone.get_by_role("tab", name="Pairings")).to_be_visible()
    expect(page.get_by_text("Agreed at the board")).to_be_visible()
    page.get_by_role("tab", name="Print").click()
    page.get_by_role("radio", name="Pairing slips").click()
    page.emulate_media(media="print")
    expect(page.get_by_role("article")).to_have_count(4)
    expect(page.get_by_role("tab", name="Print")).to_be_hidden()
    expect(page.get_by_role("banner")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Delete tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete tournament").click()
    expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()
    expect(page.get_by_text("Club cup")).to_have_count(0)
    expect(phone.get_by_text("The organiser has deleted this tournament.")).to_be_visible()
