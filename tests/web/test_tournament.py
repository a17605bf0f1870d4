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


def fill_in(page: Page, name: str) -> None:
    """Fill in the form: Sim, two rounds, no clock."""
    page.get_by_text("New tournament").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Rounds").fill("2")
    page.get_by_label("Laser Chess").uncheck()
    page.get_by_label("Sim").check()
    page.get_by_label("Clock").select_option(label="No clock")


def announce(page: Page, name: str) -> str:
    """Send the form and return the id of the tournament."""
    page.get_by_role("button", name="Announce").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return page.url.rsplit("/", 1)[-1]


def test_a_swiss_tournament_of_eight_people_and_bots(visit: NewPage, cup: Cup) -> None:
    page = visit("/tournaments", fresh=True)
    fill_in(page, "Club cup")
    page.get_by_text("Teams", exact=True).first.click()
    page.get_by_role("textbox", name="Teams").fill("Owls, Foxes")
    page.get_by_label("Team points").select_option(label="The best 2")
    cup.id = announce(page, "Club cup")
    cup.organiser = as_client(page, cup.address)
    for number, name in enumerate(NAMES):
        cup.join(name, ("Owls", "Foxes")[number % 2])
    phone = visit(f"/tournament/{cup.id}", width=390, height=800)
    phone.get_by_label("Your name").fill("Zoe")
    phone.get_by_label("Team").select_option(label="Owls")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("Your next game has not begun yet.")).to_be_visible()
    cup.players.append(as_client(phone, cup.address))
    for level in ("1", "2"):
        page.get_by_label("Level", exact=True).select_option(label=f"Bot of level {level}")
        page.get_by_role("button", name="Add bot").click()
        expect(page.get_by_label(f"Team of Level {level}")).to_be_visible()
    expect(page.get_by_label("Team of Zoe")).to_have_value("Owls")
    page.get_by_label("Team of Zoe").select_option(label="Foxes")
    expect(phone.get_by_text("Foxes")).to_have_count(3)
    expect(page.get_by_text("8 entrants")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()
    expect(phone.get_by_role("link", name="Go to my game")).to_be_visible()
    expect_fits_width(phone)
    page.get_by_role("button", name="Pause").click()
    expect(phone.get_by_text("All running games are paused.")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(phone.get_by_test_id("status")).to_have_text("Running")
    cup.play_on()
    for shown in (page, phone):
        expect(shown.get_by_test_id("status")).to_have_text("Over")
        expect(shown.get_by_role("heading", name="Round 2 of 2")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text=re.compile("[01½]–[01½]"))).to_have_count(4)
    assert axe_violations(page) == []
    phone.get_by_role("tab", name="Standings").click()
    expect(phone.get_by_role("rowheader")).to_have_count(2 + 8)
    expect(phone.get_by_role("region", name="Team standings").get_by_role("rowheader")).to_have_count(2)
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


def test_a_tournament_of_tables(visit: NewPage, cup: Cup) -> None:
    page = visit("/tournaments", fresh=True, width=390, height=800)
    fill_in(page, "Tables")
    page.get_by_text("Options of Sim").click()
    page.get_by_role("radio", name="Three players").click()
    page.get_by_label("If players are left over").select_option(label="Bot of level 1")
    page.get_by_label("Seeding").select_option(label="Random")
    expect_fits_width(page)
    cup.id = announce(page, "Tables")
    expect(page.get_by_text("Seeded at random")).to_be_visible()
    cup.organiser = as_client(page, cup.address)
    for name in NAMES:
        cup.join(name)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text(re.compile("3. "))).to_have_count(2)
    expect_fits_width(page)
    assert axe_violations(page) == []
    cup.play_on()
    expect(page.get_by_test_id("status")).to_have_text("Over")
    page.get_by_role("tab", name="Cross table").click()
    expect(page.get_by_role("rowheader")).to_have_count(6)
    expect(page.get_by_text(re.compile("Table [12], seat [123]"))).to_have_count(12)
    page.get_by_role("tab", name="Pairings").click()
    page.get_by_role("button", name="Correct result").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radiogroup").first.get_by_role("radio", name="½").click()
    dialog.get_by_label("Reason for the change").fill("Seen late")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Seen late")).to_be_visible()
    expect(page.locator("li li").filter(has_text="½")).to_have_count(1)
