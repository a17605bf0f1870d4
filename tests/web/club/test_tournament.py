"""Whole tournaments: announced and followed in pages, played by people and bots."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.browser import Browser
from tests.server.served import QUICK, Served
from tests.server.tournaments.cup import Cup
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.screen import Screen

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
    begin_form(page, name)
    page.get_by_label("Rounds").fill("2")
    page.get_by_label("Clock").select_option(label="No clock")


def begin_form(page: Page, name: str) -> None:
    """Open the form for a tournament in Sim."""
    page.get_by_text("New tournament").click()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Laser Chess").uncheck()
    page.get_by_label("Sim").check()


def announce(page: Page, name: str) -> str:
    """Send the form and return the id of the tournament."""
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return page.url.rsplit("/", 1)[-1]


def play_a_turn(page: Page, cup: Cup) -> None:
    """Play a turn on the board of the visitor, who joined last, and return to the tournament."""
    own = cup.players[-1]
    match = cup.my_match(own)
    assert match
    page.get_by_role("link", name="Go to my game").click()
    page.wait_for_url(f"**/match/{match}")
    for other in cup.players[:-1]:
        if cup.my_match(other) == match:
            cup.play(other, match)
    screen = Screen(page, match)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    ply = screen.state["ply"]
    screen.play()
    expect(screen.root).not_to_have_attribute("data-ply", str(ply))
    page.goto(f"/tournament/{cup.id}")


def enter_with_teams(page: Page, phone: Page, cup: Cup) -> None:
    """Enter Zoe on the phone and two bots on the organiser's page, and move Zoe to the other team."""
    phone.get_by_label("Your name").fill("Zoe")
    phone.get_by_label("Team").select_option(label="Owls")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_text("Your next game has not started yet.")).to_be_visible()
    cup.players.append(as_client(phone, cup.address))
    for level in ("1", "2"):
        page.get_by_label("Level", exact=True).select_option(label=f"Level {level}")
        page.get_by_role("button", name="Add bot").click()
        expect(page.get_by_label(f"Team of Level {level}")).to_be_visible()
    expect(page.get_by_label("Team of Zoe")).to_have_value("Owls")
    page.get_by_label("Team of Zoe").select_option(label="Foxes")
    expect(phone.get_by_text("Foxes")).to_have_count(3)
    expect(page.get_by_text("8 entrants")).to_be_visible()


def restart_and_pause_a_round(page: Page, phone: Page) -> None:
    """The phone shows the reason of a restart, and that the games are paused."""
    page.get_by_role("button", name="Restart round").click()
    page.get_by_label("Reason").fill("Wrong boards")
    page.get_by_role("dialog").get_by_role("button", name="Restart round").click()
    for shown in (page, phone):
        expect(shown.get_by_text("Restarted: Wrong boards")).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(phone.get_by_text("All running games are paused.")).to_be_visible()
    page.get_by_role("button", name="Resume").click()
    expect(phone.get_by_test_id("status")).to_have_text("In progress")


def correct_a_result(page: Page, phone: Page) -> None:
    """Correct the first result with a reason, which is then shown."""
    page.get_by_role("tab", name="Pairings").click()
    correct = page.get_by_role("button", name="Correct result").first
    correct.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="½–½").click()
    dialog.get_by_label("Reason for the change").fill("Agreed at the board")
    dialog.get_by_role("button", name="Save").click()
    expect(phone.get_by_role("tab", name="Pairings")).to_be_visible()
    expect(page.get_by_text("Agreed at the board")).to_be_visible()


def print_slips_and_score_sheets(page: Page) -> None:
    """Printed pages are white and contain no controls."""
    page.get_by_role("tab", name="Print").click()
    page.get_by_role("radio", name="Pairing slips").click()
    page.emulate_media(media="print")
    expect(page.get_by_role("article")).to_have_count(4)
    expect(page.locator("html")).to_have_css("background-color", "rgb(255, 255, 255)")
    expect(page.get_by_role("tab", name="Print")).to_be_hidden()
    expect(page.get_by_role("banner")).to_be_hidden()
    page.emulate_media(media="screen")
    page.get_by_role("radio", name="Blank score sheets").click()
    expect(page.get_by_role("article").first).to_contain_text(re.compile(r"1\..*40\..*Result:.*Signature:", re.S))


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
    enter_with_teams(page, phone, cup)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()
    expect(phone.get_by_role("link", name="Go to my game")).to_be_visible()
    own = phone.get_by_role("listitem").filter(has_text="Zoe")
    expect(own.get_by_role("link", name="Play", exact=True)).to_be_visible()
    expect(phone.get_by_role("link", name="Watch")).to_have_count(3)
    expect_fits_width(phone)
    restart_and_pause_a_round(page, phone)
    play_a_turn(phone, cup)
    cup.play_on()
    for shown in (page, phone):
        expect(shown.get_by_test_id("status")).to_have_text("Finished")
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
    correct_a_result(page, phone)
    print_slips_and_score_sheets(page)
    page.get_by_role("button", name="Delete tournament").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete tournament").click()
    expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()
    expect(page.get_by_text("Club cup")).to_have_count(0)
    expect(phone.get_by_text("The organiser has deleted this tournament.")).to_be_visible()


def test_a_tournament_of_tables(visit: NewPage, cup: Cup) -> None:
    page = visit("/tournaments", fresh=True, width=390, height=800)
    fill_in(page, "Tables")
    page.get_by_text("Options for Sim").click()
    page.get_by_role("radio", name="Three players").click()
    page.get_by_label("Opponent for unpaired players").select_option(label="Level 1")
    page.get_by_label("Seeding").select_option(label="Random")
    expect_fits_width(page)
    cup.id = announce(page, "Tables")
    expect(page.get_by_text("Sim (Three players) · No clock · 0 entrants · Random seeding")).to_be_visible()
    page.get_by_role("button", name="Invite").click()
    invitation = page.get_by_role("dialog", name="Invite to the tournament")
    expect(invitation.get_by_role("textbox")).to_have_value(re.compile(f"/tournament/{cup.id}$"))
    expect(invitation.get_by_role("img")).to_be_visible()
    expect_fits_width(page)
    page.keyboard.press("Escape")
    cup.organiser = as_client(page, cup.address)
    for name in NAMES:
        cup.join(name)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text(re.compile("3. "))).to_have_count(2)
    expect_fits_width(page)
    assert axe_violations(page) == []
    cup.play_on()
    expect(page.get_by_test_id("status")).to_have_text("Finished")
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


def test_an_arena_shows_when_it_ends_and_running_games_first(visit: NewPage, cup: Cup) -> None:
    cup.announce(format="arena", minutes=30)
    page = visit(f"/tournament/{cup.id}", width=390, height=800)
    expect(page.get_by_text("No clock · 0 entrants · 30 minutes")).to_be_visible()
    first, second = cup.join("Anna"), cup.join("Ben")
    cup.command("start")
    expect(page.get_by_text(re.compile(r"Ends at \d+:\d\d"))).to_be_visible()
    match = cup.my_match(first) or ""
    for player in (first, second, first, second):
        cup.play(player, match)
    games = page.get_by_role("listitem").filter(has_text=re.compile("Anna|Ben"))
    expect(games).to_have_text([re.compile("Playing"), re.compile("[01]–[01]")])
    expect(page.get_by_text(re.compile(r"Round \d"))).to_have_count(0)
    expect_fits_width(page)
    assert axe_violations(page) == []


def check_vacation(page: Page) -> None:
    """The visitor's game is paused during a vacation and continues after it."""
    expect(page.get_by_text("7 days of vacation left")).to_be_visible()
    page.get_by_role("button", name="Take vacation").click()
    page.get_by_role("dialog").get_by_role("button", name="Take vacation").click()
    expect(page.get_by_text("You are on vacation. Your games are paused.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Zoe")).to_contain_text("Paused")
    page.get_by_role("button", name="End vacation").click()
    expect(page.get_by_text("6 days of vacation left")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Zoe")).to_contain_text("Playing")
    expect(page.get_by_role("link", name="Go to my game")).to_be_visible()


def test_a_knockout_by_correspondence_with_a_vacation_and_its_bracket(visit: NewPage, cup: Cup) -> None:
    page = visit("/tournaments", fresh=True, width=390, height=800)
    begin_form(page, "Days")
    page.get_by_role("radio", name="Knockout").click()
    page.get_by_label("Clock").select_option(label="3 days per turn")
    page.get_by_label("Vacation").select_option(label="7 days each")
    cup.id = announce(page, "Days")
    cup.organiser = as_client(page, cup.address)
    for name in NAMES[:4]:
        cup.join(name)
    page.get_by_label("Your name").fill("Zoe")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text("5 entrants")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    check_vacation(page)
    page.get_by_role("tab", name="Bracket").click()
    bracket = page.get_by_role("region", name="Bracket")
    columns = ("Round 1", "Semi-finals", "Final")
    first, semifinals, final = (bracket.get_by_role("list", name=name, exact=True) for name in columns)
    expect(first.get_by_role("listitem")).to_have_count(4)
    expect(first.get_by_role("link")).to_have_text(re.compile(r"Dora\s*Zoe"))
    expect(semifinals.get_by_role("listitem").nth(1)).to_have_text(re.compile(r"Ben\s*Carl"))
    expect(final).to_have_text(re.compile(r"To be decided.*To be decided"))
    expect_fits_width(page)
    assert axe_violations(page) == []
    cup.players.append(as_client(page, cup.address))
    cup.play_on()
    standings = cup.view()["standings"]
    names = {one["number"]: one["player"]["name"] for one in cup.view()["entrants"]}
    expect(page.get_by_test_id("champion")).to_have_text(names[standings[0]["entrant"]])
    expect(final.get_by_role("link")).to_have_text(re.compile(r"\w+\s*[01]\s*\w+\s*[01]"))
    page.get_by_role("tab", name="Print").click()
    page.emulate_media(media="print")
    expect(page.get_by_role("tab", name="Print")).to_be_hidden()
    expect(bracket).to_be_visible()
    assert axe_violations(page) == []
    page.emulate_media(media="screen")


def test_the_bracket_and_the_cross_table_mark_forfeits(visit: NewPage, cup: Cup) -> None:
    page = visit("/tournaments", fresh=True, width=390, height=800)
    begin_form(page, "Absent")
    page.get_by_role("radio", name="Knockout").click()
    cup.id = announce(page, "Absent")
    cup.organiser = as_client(page, cup.address)
    for name in NAMES[:4]:
        cup.join(name)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()
    absent = next(one["number"] for one in cup.view()["entrants"] if one["player"]["name"] == "Dora")
    cup.command(do="withdraw", number=absent)
    page.get_by_role("tab", name="Bracket").click()
    bracket = page.get_by_role("region", name="Bracket")
    first = bracket.get_by_role("list", name="Semi-finals")
    forfeited = re.compile(r"^\s*Anna\s*1\s*Dora\s*Forfeit\s*0\s*$")
    expect(first.get_by_role("listitem").filter(has_text="Dora")).to_have_text(forfeited)
    expect(bracket.get_by_text("Forfeit")).to_have_count(1)
    expect_fits_width(page)
    assert axe_violations(page) == []
    page.get_by_role("tab", name="Print").click()
    page.emulate_media(media="print")
    expect(bracket.get_by_text("Forfeit")).to_be_visible()
    page.emulate_media(media="screen")
    german = visit(f"/tournament/{cup.id}", width=390, height=800, locale="de-DE")
    german.get_by_role("tab", name="Turnierbaum").click()
    expect(german.get_by_role("region").get_by_text("Kampflos")).to_be_visible()
    expect_fits_width(german)


def test_pages_follow_a_tournament_over_a_restart_of_the_server_in_mid_round(visit: NewPage, tmp_path: Path) -> None:
    with Served(tmp_path, **QUICK) as server, Cup(server.address) as cup:
        page = visit("/tournaments", server=server, expects=("WebSocket", "ERR_", "502"))
        fill_in(page, "Two days")
        cup.id = announce(page, "Two days")
        cup.organiser = as_client(page, cup.address)
        page.get_by_label("Your name").fill("Zoe")
        page.get_by_role("button", name="Join").click()
        for name in NAMES[:3]:
            cup.join(name)
        cup.players.append(as_client(page, cup.address))
        page.get_by_role("button", name="Start", exact=True).click()
        expect(page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()
        expect(page.get_by_role("link", name="Go to my game")).to_be_visible()
        matches = [cup.my_match(browser) or "" for browser in cup.players]
        for browser, match in zip(cup.players, matches, strict=True):
            cup.play(browser, match)
        kept = [browser.http.cookies for browser in cup.players]
        page.mouse.move(0, 0)  # over a link, the page would load what it leads to
    expect(page.get_by_text("Connection lost.")).to_be_visible()
    with Served(tmp_path, port=server.port, **QUICK) as again, Cup(again.address) as cup_again:
        expect(page.get_by_text("Connection lost.")).to_be_hidden()
        cup_again.id = cup.id
        cup_again.players = [Browser(again.address) for _ in kept]
        for browser, cookies in zip(cup_again.players, kept, strict=True):
            browser.http.cookies.update(cookies)
        # The moves before the restart count, and the page follows without a reload.
        for browser, match in zip(cup_again.players, matches, strict=True):
            assert len(browser.get_json(f"/api/matches/{match}")["state"]["turns"]) > 0
        cup_again.play_on()
        expect(page.get_by_test_id("status")).to_have_text("Finished")
        expect(page.get_by_role("heading", name="Round 2 of 2")).to_be_visible()
        page.close()
