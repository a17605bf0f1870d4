"""Whole tournaments: announced and followed in pages, played by people and bots."""

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.browser import Browser
from tests.server.polling import until
from tests.server.served import QUICK, Served
from tests.server.tournaments.cup import Cup
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage, as_client
from tests.web.screen import Screen
from tests.web.tournaments.printing import print_a_cross_table_of_thirty, print_lists_and_slips

pytestmark = pytest.mark.timeout(300)
NAMES = ("Anna", "Ben", "Carl", "Dora", "Emil")
LONG_NAME = "Maximiliane von der Hohenburg"


@pytest.fixture
def cup(site: Served) -> Iterator[Cup]:
    with Cup(site.address) as made:
        yield made


def fill_in(page: Page, name: str, rounds: int = 2) -> None:
    """Fill in the form: Sim, without a clock."""
    begin_form(page, name)
    page.get_by_label("Rounds").fill(str(rounds))
    page.get_by_label("Clock").select_option(label="No clock")


def begin_form(page: Page, name: str) -> None:
    """Open the form for a tournament in Sim. Games have the order in which they are ticked."""
    page.get_by_text("New tournament").click()
    page.get_by_label("Name", exact=True).fill(name)
    options = page.get_by_text(re.compile("^Options for"))
    page.get_by_label("YINSH").check()
    expect(options).to_have_text(["Options for YINSH"])
    page.get_by_label("Sim").check()
    expect(options).to_have_text(["Options for YINSH", "Options for Sim"])
    page.get_by_label("YINSH").uncheck()


def announce(page: Page, name: str) -> str:
    """Send the form and return the id of the tournament."""
    page.get_by_role("button", name="Create tournament").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    return page.url.rsplit("/", 1)[-1]


def play_a_turn(page: Page, cup: Cup, own: Browser, link: str = "Go to my game", heading: str = "Your turn") -> None:
    """Play a turn of a visitor on the board of their page, and return to the tournament."""
    match = cup.my_match(own)
    assert match
    page.get_by_role("link", name=link).click()
    page.wait_for_url(f"**/match/{match}")
    for other in cup.players:
        if other is not own and cup.my_match(other) == match:
            cup.play(other, match)
    screen = Screen(page, match)
    expect(page.get_by_role("heading", name=heading)).to_be_visible()
    ply = screen.state["ply"]
    screen.play()
    expect(screen.root).not_to_have_attribute("data-ply", str(ply))
    page.get_by_role("link", name="Club cup").click()
    page.wait_for_url(f"**/tournament/{cup.id}")


def go_on_to_the_next_game(phone: Page, cup: Cup, own: Browser) -> None:
    """From a game that ends, go to the game of the next round, and from there to the tournament."""
    phone.get_by_role("link", name="Go to my game").click()
    phone.wait_for_url("**/match/*")
    cup.play_on(2)
    expect(phone.get_by_text("Your next tournament game has begun.")).to_be_visible()
    expect(phone.get_by_role("region", name="Result").get_by_role("link", name="Tournament")).to_be_visible()
    phone.get_by_role("region", name="Result").get_by_role("link", name="Next game").click()
    phone.wait_for_url(f"**/match/{cup.my_match(own)}")
    expect(phone.get_by_text("Your next tournament game has begun.")).to_have_count(0)
    phone.get_by_role("link", name="Club cup · Round 2").click()
    phone.wait_for_url(f"**/tournament/{cup.id}")


def enter_on_a_page(page: Page, cup: Cup, name: str, team: str, language: str = "en") -> Browser:
    """Enter a visitor for a team on their page; return a client for them."""
    texts = {"en": ("Your name", "Team", "Join"), "de": ("Dein Name", "Team", "Mitspielen")}[language]
    page.get_by_label(texts[0]).fill(name)
    page.get_by_label(texts[1], exact=True).select_option(label=team)
    page.get_by_role("button", name=texts[2], exact=True).click()
    expect(page.get_by_label(texts[0])).to_be_hidden()
    cup.players.append(as_client(page, cup.address))
    return cup.players[-1]


def add_bots(page: Page) -> None:
    """Enter two bots on the organiser's page."""
    for level in ("1", "2"):
        page.get_by_label("Level", exact=True).select_option(label=f"Level {level}")
        page.get_by_role("button", name="Add computer").click()
        expect(page.get_by_label(f"Team of Level {level}")).to_be_visible()


def withdraw_and_return(phone: Page) -> None:
    """Withdraw, which has to be confirmed, and return."""
    for answer in ("Cancel", "Withdraw"):
        phone.get_by_role("button", name="Withdraw").click()
        expect(phone.get_by_role("dialog")).to_contain_text("An open game is lost.")
        phone.get_by_role("dialog").get_by_role("button", name=answer).click()
    expect(phone.get_by_text("You have withdrawn.")).to_be_visible()
    phone.get_by_role("button", name="Return").click()
    expect(phone.get_by_text("Your next game has not started yet.")).to_be_visible()


def withdraw_and_readmit(page: Page, name: str, team: str) -> None:
    """Withdraw an entrant whose game is open, let them return, and change their team."""
    page.get_by_role("tab", name="Entrants").click()
    withdraw = page.get_by_role("button", name=f"Withdraw {name}")
    withdraw.click()
    dialog = page.get_by_role("dialog", name=f"Withdraw {name}")
    expect(dialog.get_by_text("An open game is lost.")).to_be_visible()
    dialog.get_by_role("button", name="Withdraw", exact=True).click()
    expect(page.get_by_text(f"{name} (withdrawn)")).to_be_visible()
    page.get_by_role("button", name=f"Let {name} return").click()
    expect(withdraw).to_be_visible()
    page.get_by_label(f"Team of {name}").select_option(label=team)
    page.get_by_role("tab", name="Standings").click()
    expect(page.get_by_role("rowheader", name=name)).to_contain_text(team)
    page.get_by_role("tab", name="Pairings").click()
    expect(page.get_by_role("listitem").filter(has_text=name)).to_contain_text(re.compile(r"[01] \(Forfeit\)"))


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
    recorded = page.get_by_role("listitem").filter(has=correct).first
    chosen = dialog.get_by_role("radio", checked=True).inner_text()
    expect(recorded).to_contain_text(chosen)
    dialog.get_by_role("radio", name="½–½").click()
    dialog.get_by_label("Reason for the change").fill("Agreed at the board")
    dialog.get_by_role("button", name="Save").click()
    expect(phone.get_by_role("tab", name="Pairings")).to_be_visible()
    expect(page.get_by_text("Agreed at the board")).to_be_visible()


def test_a_swiss_tournament_of_eight_people_and_bots(visit: NewPage, cup: Cup) -> None:
    page = visit("/tournaments", fresh=True)
    fill_in(page, "Club cup", rounds=3)
    page.get_by_text("Teams", exact=True).first.click()
    page.get_by_role("textbox", name="Teams").fill("Owls, Foxes")
    page.get_by_label("Team points").select_option(label="The best 2")
    cup.id = announce(page, "Club cup")
    cup.organiser = as_client(page, cup.address)
    cup.join("Anna", "Owls")
    cup.join("Ben", "Foxes")
    olga = enter_on_a_page(page, cup, "Olga", "Foxes")
    phone = visit(f"/tournament/{cup.id}", width=390, height=800)
    zoe = enter_on_a_page(phone, cup, "Zoe", "Owls")
    expect(phone.get_by_text("Your next game has not started yet.")).to_be_visible()
    cup.join("Carl", "Owls")
    add_bots(page)
    expect(page.get_by_label("Team of Zoe")).to_have_value("Owls")
    page.get_by_label("Team of Zoe").select_option(label="Foxes")
    expect(phone.get_by_text("Foxes")).to_have_count(3)
    expect(page.get_by_text("7 entrants")).to_be_visible()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Round 1 of 3")).to_be_visible()
    expect(phone.get_by_role("link", name="Go to my game")).to_be_visible()
    own = phone.get_by_role("listitem").filter(has_text="Zoe")
    expect(own.get_by_role("link", name="Play", exact=True)).to_be_visible()
    expect(phone.get_by_role("link", name="Watch")).to_have_count(2)
    withdraw_and_return(phone)
    expect_fits_width(phone)
    withdraw_and_readmit(page, "Ben", "Owls")
    restart_and_pause_a_round(page, phone)
    german = visit(f"/tournament/{cup.id}", locale="de-DE")
    yvo = enter_on_a_page(german, cup, "Yvo", "Owls", "de")
    play_a_turn(phone, cup, zoe)
    play_a_turn(page, cup, olga)
    go_on_to_the_next_game(phone, cup, zoe)
    play_a_turn(german, cup, yvo, "Zu meiner Partie", "Du bist am Zug")
    cup.play_on()
    for shown in (page, phone):
        expect(shown.get_by_test_id("status")).to_have_text("Finished")
        expect(shown.get_by_role("heading", name="Round 3 of 3")).to_be_visible()
        expect(shown.get_by_role("list", name="Winners").get_by_role("listitem")).to_have_count(3)
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
    print_lists_and_slips(page)
    print_a_cross_table_of_thirty(page)
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
    expect(page.get_by_text("Sim (Three players) · 2 rounds · No clock · 0 entrants · Random seeding")).to_be_visible()
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
    page = visit("/tournaments", fresh=True, width=390, height=800)
    begin_form(page, "Evening")
    page.get_by_role("radio", name="Arena").click()
    page.get_by_label("Duration in minutes").fill("30")
    page.get_by_label("Clock").select_option(label="No clock")
    cup.id = announce(page, "Evening")
    expect(page.get_by_text("No clock · 0 entrants · 30 minutes")).to_be_visible()
    first, second = cup.join("Anna"), cup.join("Ben")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text(re.compile(r"Ends at \d+:\d\d"))).to_be_visible()
    match = until(lambda: cup.my_match(first)) or ""
    for player in (first, second, first, second):
        cup.play(player, match)
    games = page.get_by_role("listitem").filter(has_text=re.compile("Anna|Ben"))
    expect(games).to_have_text([re.compile("Playing"), re.compile("[01]–[01]")])
    expect(page.get_by_text(re.compile(r"Round \d"))).to_have_count(0)
    expect_fits_width(page)
    assert axe_violations(page) == []
    page.get_by_role("button", name="End tournament").click()
    ending = page.get_by_role("dialog", name="End the tournament?")
    ending.get_by_role("button", name="Cancel").click()
    expect(page.get_by_label("Your name")).to_be_visible()
    page.get_by_role("button", name="End tournament").click()
    ending.get_by_role("button", name="End tournament").click()
    expect(page.get_by_text("Last games")).to_be_visible()
    expect(page.get_by_label("Your name")).to_have_count(0)
    expect(page.get_by_role("button", name="Add computer")).to_have_count(0)


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
    page.emulate_media(media="print")
    expect(page.get_by_role("tab", name="Print")).to_be_hidden()
    expect(bracket).to_be_visible()
    assert axe_violations(page) == []
    page.emulate_media(media="screen")


def expect_points_inside(games: Locator) -> None:
    """No long name pushes the points of a game out of its box."""
    boxes = [one.bounding_box() for one in games.get_by_role("listitem").all()]
    points = [one.bounding_box() for one in games.get_by_text(re.compile("^[01]$")).all()]
    assert points
    right = max(box["x"] + box["width"] for box in boxes if box)
    assert all(box and box["x"] + box["width"] < right for box in points)


def correct_a_result_of_an_earlier_round(page: Page, german: Page) -> None:
    """Enter a result, after which the final begins, and correct it: the final is paired again."""
    page.get_by_role("tab", name="Pairings").click()
    german.get_by_role("tab", name="Paarungen").click()
    page.get_by_role("button", name="Enter result").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="1–0").click()
    dialog.get_by_role("button", name="Save").click()
    final = german.get_by_role("listitem").filter(has_text="Anna")
    expect(german.get_by_role("heading", name="Runde 2 von 2")).to_be_visible()
    expect(final).to_contain_text("Ben")
    page.get_by_role("button", name="Previous round").click()
    page.get_by_role("listitem").filter(has_text="Carl").get_by_role("button", name="Correct result").click()
    expect(dialog).to_contain_text("If another player advances, the later rounds are withdrawn and paired again.")
    expect(dialog.get_by_role("radio")).to_have_text(["1–0", "0–1", "0–0"])
    dialog.get_by_role("radio", name="0–1").click()
    dialog.get_by_label("Reason for the change").fill("Mixed up")
    dialog.get_by_role("button", name="Save").click()
    expect(german.get_by_text("Neu begonnen: Mixed up")).to_be_visible()
    expect(final).to_contain_text("Carl")


def test_the_bracket_and_the_cross_table_mark_forfeits(visit: NewPage, cup: Cup) -> None:
    page = visit("/tournaments", fresh=True, width=390, height=800)
    begin_form(page, "Absent")
    page.get_by_role("radio", name="Knockout").click()
    cup.id = announce(page, "Absent")
    cup.organiser = as_client(page, cup.address)
    for name in (*NAMES[:3], LONG_NAME):
        cup.join(name)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="Round 1 of 2")).to_be_visible()
    page.get_by_role("tab", name="Entrants").click()
    page.get_by_role("button", name=f"Withdraw {LONG_NAME}").click()
    expect(page.get_by_text("Nobody can return to a knockout.")).to_be_visible()
    page.get_by_role("button", name="Withdraw", exact=True).click()
    expect(page.get_by_text(f"{LONG_NAME} (withdrawn)")).to_be_visible()
    expect(page.get_by_role("button", name=f"Let {LONG_NAME} return")).to_have_count(0)
    page.get_by_role("tab", name="Bracket").click()
    bracket = page.get_by_role("region", name="Bracket")
    first = bracket.get_by_role("list", name="Semi-finals")
    forfeited = re.compile(rf"^\s*Anna\s*1\s*{LONG_NAME}\s*Forfeit\s*0\s*$")
    expect(first.get_by_role("listitem").filter(has_text=LONG_NAME)).to_have_text(forfeited)
    expect(bracket.get_by_text("Forfeit")).to_have_count(1)
    expect_points_inside(first)
    expect_fits_width(page)
    assert axe_violations(page) == []
    page.get_by_role("tab", name="Print").click()
    page.get_by_role("radio", name="Bracket").click()
    page.emulate_media(media="print")
    expect(bracket.get_by_text("Forfeit")).to_be_visible()
    expect_points_inside(first)
    page.emulate_media(media="screen")
    german = visit(f"/tournament/{cup.id}", width=390, height=800, locale="de-DE")
    german.get_by_role("tab", name="Turnierbaum").click()
    expect(german.get_by_role("region").get_by_text("Kampflos")).to_be_visible()
    expect_fits_width(german)
    correct_a_result_of_an_earlier_round(page, german)


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
        matches = [until(partial(cup.my_match, browser)) or "" for browser in cup.players]
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
