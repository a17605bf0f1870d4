"""Profiles of guests and accounts; achievements, finishes, signing up and deleting an account."""

import re

from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from tests.server.browser import Browser
from tests.server.served import Served
from tests.web.accessibility import axe_violations, expect_fits_width, expect_images_loaded
from tests.web.conftest import NewPage
from tests.web.history import live_through
from tests.web.people.test_people import PASSWORD, enter, menu
from tests.web.polling import poll

PHONE: ViewportSize = {"width": 360, "height": 740}


def tile(page: Page, name: str) -> Locator:
    return page.locator("dl > div").filter(has=page.get_by_text(name, exact=True)).locator("dd").first


def part(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def looks_right(page: Page) -> None:
    """Every screen is accessible."""
    assert axe_violations(page) == []
    before = page.viewport_size
    page.set_viewport_size(PHONE)
    expect_fits_width(page)
    assert before is not None
    page.set_viewport_size(before)


def test_a_guest_sees_everything_and_takes_it_into_an_account(visit: NewPage, site: Served) -> None:
    page = visit()
    menu(page, "Profile & achievements")
    expect(page.get_by_role("heading", name="Guest", level=1)).to_be_visible()
    for name in ("Won", "Drawn", "Lost", "Longest winning streak"):
        expect(tile(page, name)).to_have_text(re.compile("^0"))
    expect(page.get_by_text("No finished games yet.")).to_be_visible()
    expect(page.get_by_role("region", name="You are playing as a guest")).to_contain_text("in every browser")
    looks_right(page)

    part(page, "Account")
    page.get_by_role("textbox", name="Name", exact=True).fill("Ludmilla")
    page.get_by_role("button", name="Change name").click()
    expect(page.get_by_role("heading", name="Ludmilla", level=1)).to_be_visible()
    live_through(site, "Ludmilla", games=30)
    page.goto("/profile")
    total = page.request.get("/api/profile").json()["total"]
    expect(tile(page, "Won")).to_have_text(re.compile(f"^{total['won']}"))
    expect(tile(page, "Lost")).to_have_text(re.compile(f"^{total['lost']}"))
    expect(page.get_by_role("table", name="By game").get_by_role("row")).to_have_count(
        1 + len(page.request.get("/api/games").json())
    )
    expect(page.get_by_role("img", name="By week").locator("canvas")).to_be_visible()
    page.get_by_text("Show as table").click()
    weeks = page.get_by_role("table", name="By week").get_by_role("row")
    cells = weeks.get_by_role("cell")
    expect(cells.first).to_be_visible()
    assert poll(page, lambda: sum(map(int, cells.all_inner_texts())), lambda found: found == 30) == 30
    expect(page.get_by_role("link", name=re.compile("vs "))).to_have_count(6)
    looks_right(page)

    game = max(page.request.get("/api/profile").json()["games"].items(), key=lambda one: sum(one[1].values()))[0]
    page.get_by_label("Game", exact=True).select_option(game)
    rows = page.get_by_role("table", name="By opponent").get_by_role("row")
    expect(rows).to_have_count(1 + 10)
    against = page.request.get(f"/api/profile?game={game}").json()["against"]
    tallies = {one["level"]: one["tally"] for one in against if one["opponent"] == "bots"}
    for level in range(1, 9):
        tally = tallies.get(level, {"won": 0, "lost": 0})
        cells = rows.filter(has=page.get_by_role("rowheader", name=re.compile(rf"^Level {level}\b"))).get_by_role(
            "cell"
        )
        expect(cells.nth(0)).to_have_text(str(tally["won"]))
        expect(cells.nth(2)).to_have_text(str(tally["lost"]))
    expect(page.get_by_role("img", name=re.compile("Your level"))).to_be_visible()
    expect(page.get_by_role("heading", name="Favourite openings")).to_be_visible()
    expect_images_loaded(page)
    looks_right(page)

    page.get_by_role("region", name="You are playing as a guest").get_by_role("button", name="Sign up").click()
    dialog = page.get_by_role("dialog", name="Sign up")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("button", name="Sign up", exact=True).click()
    expect(page.get_by_role("region", name="You are playing as a guest")).to_have_count(0)
    assert page.request.get("/api/profile").json()["total"] == total


def test_achievements_unlock_finishes(visit: NewPage, site: Served) -> None:
    page = visit("/profile#account")
    page.get_by_role("textbox", name="Name", exact=True).fill("Kunibert")
    page.get_by_role("button", name="Change name").click()
    expect(page.get_by_role("heading", name="Kunibert", level=1)).to_be_visible()
    page.goto("/settings#finish")
    expect(page.get_by_role("radio", name=re.compile("Lacquer, locked: Win a game"))).to_be_disabled()

    live_through(site, "Kunibert", games=8, days=8)
    held: list[Route] = []
    page.route("**/api/achievements", lambda route: held.append(route))
    with page.expect_request("**/api/achievements"):
        page.goto("/profile#achievements")
    expect(page.get_by_text(re.compile("earned", re.IGNORECASE))).to_have_count(0)  # nothing is known yet
    poll(page, lambda: held, bool)[0].continue_()
    page.unroute("**/api/achievements")
    reached = page.get_by_role("listitem").filter(has_text="Earned on")
    won = page.request.get("/api/achievements").json()
    expect(reached).to_have_count(len([one for one in won if one["reached"]]))
    expect(reached.filter(has_text="First win")).to_contain_text("Lacquer")
    expect(page.get_by_role("progressbar", name="100 wins")).to_be_visible()
    looks_right(page)

    page.get_by_role("link", name="Choose a finish").click()
    with page.expect_response("**/api/me/preferences"):
        page.get_by_role("radio", name="Lacquer").click()
    expect(page.get_by_role("radio", name=re.compile("Pearl, locked"))).to_be_disabled()
    kept = page.request.get("/api/me").json()["preferences"]["settings"]
    assert kept["finishes"] == {"*": {"pieces": "lacquer"}}


def test_an_account_changes_its_password_ends_sessions_and_is_deleted(visit: NewPage, elsewhere: Browser) -> None:
    page = visit("/profile", expects="40")
    enter(page, "Sign up", "Adelheid", PASSWORD)
    expect(page.get_by_role("heading", name="Adelheid", level=1)).to_be_visible()
    elsewhere.post_json("/api/log-in", {"name": "Adelheid", "password": PASSWORD})
    part(page, "Account")
    expect(page.get_by_text("This browser", exact=True)).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Log out ")).click()
    expect(page.get_by_text("Session ended.")).to_be_visible()
    assert elsewhere.get_json("/api/me")["person"] is None

    page.get_by_label("Current password").fill("not the password")
    page.get_by_label("New password").fill("another good password")
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_label("New password")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed.")).to_be_visible()
    looks_right(page)

    with page.expect_download() as saved:
        page.get_by_role("link", name="Export data").click()
    assert saved.value.suggested_filename == "parlour-my-data.json"

    page.get_by_role("button", name="Delete everything").click()
    dialog = page.get_by_role("dialog", name="Delete everything?")
    expect(dialog.get_by_role("button", name="Delete permanently")).to_be_disabled()
    dialog.get_by_label("Yes, delete everything").click()
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete permanently").click()
    expect(dialog.get_by_label("Password")).to_have_attribute("aria-invalid", "true")
    assert axe_violations(page) == []
    dialog.get_by_label("Password").fill("another good password")
    dialog.get_by_role("button", name="Delete permanently").click()
    expect(page.get_by_role("button", name="You: Guest")).to_be_visible()
    assert elsewhere.post("/api/log-in", {"name": "Adelheid", "password": "another good password"}).status_code == 401


def test_two_tabs_share_person_and_settings(visit: NewPage) -> None:
    page = visit()
    other = page.context.new_page()
    other.goto("/profile")
    expect(other.get_by_role("heading", name="Guest", level=1)).to_be_visible()
    enter(page, "Sign up", "Zacharias", PASSWORD)
    expect(other.get_by_role("heading", name="Zacharias", level=1)).to_be_visible()
    page.goto("/settings")
    page.get_by_role("radio", name="Light").click()
    expect(other.locator("html")).to_have_attribute("data-theme", "light")
    menu(other, "Log out")
    expect(page.get_by_role("button", name="You: Guest")).to_be_visible()


def test_two_accounts_play_one_local_game(visit: NewPage, elsewhere: Browser) -> None:
    elsewhere.sign_up("Gisela", PASSWORD)
    page = visit(expects="401")
    enter(page, "Sign up", "Roderich", PASSWORD)
    expect(page.get_by_text("Welcome, Roderich.")).to_be_visible()
    page.goto("/play/surakarta")
    second = page.get_by_role("region", name=re.compile("^Seat:")).nth(1)
    second.get_by_role("radio", name="Person").click()
    second.get_by_label("Plays with an account").click()
    page.get_by_role("button", name="Start game").click()
    dialog = page.get_by_role("dialog", name=re.compile("^Log in for"))
    dialog.get_by_label("Name").fill("Gisela")
    dialog.get_by_label("Password").fill("wrong, surely wrong")
    dialog.get_by_role("button", name="Log in").click()
    expect(dialog.get_by_label("Password")).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Log in").click()
    expect(dialog).to_have_count(0)
    for name in ("Roderich", "Gisela"):
        expect(page.get_by_role("region", name=name)).to_be_visible()
    (entry,) = elsewhere.get_json("/api/library", unplayed="true")["entries"]
    assert entry["opponent"] == "Roderich"
    expect(page.get_by_role("button", name="You: Logged in as Roderich")).to_be_visible()


def test_a_persons_colour_belongs_to_the_account_and_does_not_change_older_games(visit: NewPage) -> None:
    page = visit()
    enter(page, "Sign up", "Ottokar", PASSWORD)
    expect(page.get_by_text("Welcome, Ottokar.")).to_be_visible()
    matches = []
    for colour in ("#cc3b44", "#3b82d6"):
        page.goto("/play/surakarta")
        page.get_by_role("button", name=re.compile("^Colour for South")).click()
        page.get_by_role("dialog", name="Colour for South").get_by_role("button", name=f"Colour {colour}").click()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Start game").click()
        page.wait_for_url("**/match/*")
        matches.append(page.url.rpartition("/")[2])
    kept = [page.request.get(f"/api/matches/{match}").json()["state"]["seats"][0]["colour"] for match in matches]
    assert kept == ["#cc3b44", "#3b82d6"]
    other = visit()
    enter(other, "Log in", "Ottokar", PASSWORD)
    expect(other.get_by_text("Welcome, Ottokar.")).to_be_visible()
    other.goto("/play/surakarta")
    expect(other.get_by_role("button", name="Colour for South: #3b82d6")).to_be_visible()
