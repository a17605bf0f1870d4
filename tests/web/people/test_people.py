"""People: playing without an account, signing up, logging in and out, names, and the owner's Quit."""

import operator
import re
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from parlour.server.http.auth import Keys, now, owner_path
from parlour.store import Secrets
from tests.server.browser import Browser
from tests.server.served import QUICK, Served
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.polling import poll

PASSWORD = "correct horse battery"


def menu(page: Page, entry: str) -> None:
    page.get_by_role("banner").get_by_role("button", name=re.compile("^You:")).click()
    page.get_by_role("menuitem", name=entry).click()


def enter(page: Page, kind: str, name: str, password: str) -> None:
    """Fill in the dialog and submit it."""
    menu(page, kind)
    dialog = page.get_by_role("dialog", name=kind)
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password", exact=True).fill(password)
    dialog.get_by_role("button", name=kind, exact=True).click()


def test_signing_up_logging_out_and_in(visit: NewPage) -> None:
    page = visit()
    enter(page, "Sign up", "Wilma", PASSWORD)
    expect(page.get_by_text("Welcome, Wilma.")).to_be_visible()
    expect(page.get_by_role("button", name="You: Logged in as Wilma")).to_be_visible()
    menu(page, "Log out")
    expect(page.get_by_text("You are logged out.")).to_be_visible()
    expect(page.get_by_role("button", name="You: Guest")).to_be_visible()
    enter(page, "Log in", "wilma", PASSWORD)
    expect(page.get_by_text("Welcome, Wilma.")).to_be_visible()
    expect(page.get_by_role("button", name="You: Logged in as Wilma")).to_be_visible()


def test_a_page_whose_session_is_ended_elsewhere_is_logged_out(visit: NewPage) -> None:
    page, other = visit(), visit()
    enter(page, "Sign up", "Xenia", PASSWORD)
    expect(page.get_by_role("button", name="You: Logged in as Xenia")).to_be_visible()
    enter(other, "Log in", "Xenia", PASSWORD)
    expect(other.get_by_role("button", name="You: Logged in as Xenia")).to_be_visible()
    other.evaluate("""async () => {
        const token = document.cookie.match(/parlour_csrf=([^;]+)/)[1];
        const logins = await (await fetch('/api/me/logins')).json();
        const { id } = logins.find((login) => !login.this);
        await fetch(`/api/me/logins/${id}`, { method: 'DELETE', headers: { 'x-csrf-token': token } });
    }""")
    expect(page.get_by_text("You were logged out.")).to_be_visible()
    expect(page.get_by_role("button", name="You: Guest")).to_be_visible()
    expect(other.get_by_role("button", name="You: Logged in as Xenia")).to_be_visible()


def test_typed_text_stays_when_the_visitor_has_loaded(player: NewPage) -> None:
    page = player()
    waiting: list[Route] = []
    page.route("**/api/me", lambda route: waiting.append(route))
    page.goto("/")
    menu(page, "Log in")
    dialog = page.get_by_role("dialog", name="Log in")
    dialog.get_by_label("Name").fill("Theodora")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    assert poll(page, lambda: waiting, bool)
    me = waiting[0].fetch().json()
    waiting[0].fulfill(json={**me, "person": {"name": "Visitor", "account": False, "created": 0}})
    expect(page.get_by_role("banner", include_hidden=True).first).to_contain_text("Visitor")
    expect(dialog.get_by_label("Name")).to_have_value("Theodora")
    expect(dialog.get_by_label("Password", exact=True)).to_have_value(PASSWORD)


def test_a_toast_does_not_cover_an_open_menu(player: NewPage) -> None:
    page = player(expects="ERR_FAILED")
    page.route("**/api/me", lambda route: route.abort())
    page.goto("/")
    # It says that the server cannot be reached, and stays until it is closed.
    toast = page.get_by_role("status").filter(has=page.get_by_role("button", name="Close"))
    toast.wait_for()
    page.get_by_role("banner").get_by_role("button", name=re.compile("^You:")).click()
    page.get_by_role("menuitem").first.wait_for()
    assert poll(page, lambda: list(page.evaluate(COVERED)), operator.not_) == []
    expect(toast).to_be_visible()


COVERED = """() => [...document.querySelectorAll('[role=menuitem]')].filter((entry) => {
  const { left, top, width, height } = entry.getBoundingClientRect();
  return !entry.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}).map((entry) => entry.textContent)"""
"""Return the entries of the open menu that are covered by something else."""


def test_signing_up_asks_for_a_colour_too_and_games_begin_with_it(visit: NewPage) -> None:
    page = visit()
    menu(page, "Sign up")
    dialog = page.get_by_role("dialog", name="Sign up")
    dialog.get_by_label("Name").fill("Gertrud")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_label("Your colour").fill("#2f8f46")
    assert axe_violations(page) == []
    dialog.get_by_role("button", name="Sign up", exact=True).click()
    expect(page.get_by_text("Welcome, Gertrud.")).to_be_visible()
    # The other side, green by default, gets another colour.
    page.get_by_role("button", name="Surakarta: Play the computer").click()
    page.wait_for_url("**/match/*")
    match = page.request.get(f"/api/matches/{page.url.rpartition('/')[2]}").json()
    assert [seat["colour"] for seat in match["state"]["seats"]] == ["#2f8f46", "#e3b423"]


def test_a_wrong_password_does_not_say_what_was_wrong(visit: NewPage, elsewhere: Browser) -> None:
    other = elsewhere
    other.sign_up("Gustav", PASSWORD)
    page = visit(expects="401")
    enter(page, "Log in", "Gustav", "not the password")
    dialog = page.get_by_role("dialog", name="Log in")
    expect(dialog.get_by_label("Password", exact=True)).to_have_attribute("aria-invalid", "true")
    known = dialog.get_by_role("paragraph").filter(has_text="password").last.inner_text()
    dialog.get_by_label("Name").fill("Nobody of that name")
    with page.expect_response("**/api/log-in"):
        dialog.get_by_role("button", name="Log in", exact=True).click()
    expect(dialog.get_by_text(known)).to_be_visible()
    expect(dialog.get_by_label("Password", exact=True)).to_have_attribute("aria-invalid", "true")
    assert axe_violations(page) == []


def test_bad_names_and_passwords_are_refused_in_the_dialog(visit: NewPage) -> None:
    page = visit(expects="40")
    enter(page, "Sign up", "Admin", PASSWORD)
    dialog = page.get_by_role("dialog", name="Sign up")
    expect(dialog.get_by_label("Password", exact=True)).to_have_attribute("aria-invalid", "true")
    dialog.get_by_label("Name").fill("Rosalinde")
    dialog.get_by_label("Password", exact=True).fill("short")
    dialog.get_by_role("button", name="Sign up", exact=True).click()
    expect(dialog.get_by_text(re.compile("at least", re.IGNORECASE)).last).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="You: Guest")).to_be_visible()


def test_the_password_can_be_shown(visit: NewPage) -> None:
    page = visit()
    menu(page, "Log in")
    field = page.get_by_label("Password", exact=True)
    expect(field).to_have_attribute("type", "password")
    page.get_by_role("button", name="Show password").click()
    expect(field).to_have_attribute("type", "text")


def test_a_guest_keeps_everything_when_signing_up(visit: NewPage) -> None:
    page = visit()
    page.get_by_role("button", name="Pylos: Two players").click()
    page.wait_for_url("**/match/*")
    page.goto("/")
    enter(page, "Sign up", "Henriette", PASSWORD)
    expect(page.get_by_text("Welcome, Henriette.")).to_be_visible()
    expect(page.get_by_role("region", name="Continue").get_by_role("link")).to_have_count(1)


def test_a_person_changes_their_name(visit: NewPage) -> None:
    page = visit(expects="400")
    menu(page, "Change name")
    dialog = page.get_by_role("dialog", name="Change name")
    field = dialog.get_by_label("Name", exact=True)
    expect(field).to_be_focused()
    field.fill("Bot 3")
    dialog.get_by_role("button", name="Save").click()
    expect(field).to_have_attribute("aria-invalid", "true")
    field.fill("Wenzel")
    dialog.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="You: Wenzel (guest)")).to_be_visible()


def test_only_the_owner_may_quit(visit: NewPage) -> None:
    page = visit()
    page.get_by_role("banner").get_by_role("button", name=re.compile("^You:")).click()
    expect(page.get_by_role("menuitem", name="Log in")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Quit Parlour")).to_have_count(0)
    assert axe_violations(page) == []


def test_account_pages_can_be_reached_on_a_phone(visit: NewPage) -> None:
    page = visit(width=360, height=740)
    menu(page, "Sign up")
    expect(page.get_by_role("dialog", name="Sign up")).to_be_visible()
    expect_fits_width(page)
    assert axe_violations(page) == []


def test_a_dialog_gives_the_focus_back(visit: NewPage) -> None:
    page = visit()
    settings = page.get_by_role("button", name="Settings")
    settings.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Settings")).to_have_count(0)
    expect(settings).to_be_focused()


def test_the_owner_quits_and_everybody_is_notified(visit: NewPage, tmp_path: Path) -> None:
    gone = ("WebSocket", "ERR_CONNECTION_REFUSED", "Cannot reach the server")
    with Served(tmp_path, **QUICK) as server:
        owner = visit(owner_path(Keys(Secrets.load(tmp_path)), now()), server=server, expects=gone)
        guest = visit(server=server, expects=gone)
        menu(owner, "Quit Parlour")
        dialog = owner.get_by_role("dialog", name="Quit Parlour?")
        expect(dialog).to_contain_text("All games are saved")
        owner.mouse.move(0, 0)  # over a link, the page would load what it leads to
        dialog.get_by_role("button", name="Quit Parlour").press("Enter")
        server.thread.join(60)
        assert not server.thread.is_alive()
        for page in (owner, guest):
            notice = page.get_by_role("status").filter(has_text="Parlour has stopped")
            expect(notice).to_be_visible()


def test_a_person_is_notified_when_it_is_their_turn(visit: NewPage, elsewhere: Browser) -> None:
    host = elsewhere
    match = host.play({"is": "me", "name": "Ludwig"}, {"is": "open"}, game="yinsh", kind="network")
    page = visit(script="Object.defineProperty(document, 'hidden', { get: () => window.lookedAway ?? false })")
    page.goto(f"/join/{host.get_json('/api/matches')[0]['code']}")
    page.get_by_label("Your name").fill("Frida")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/match/*")
    with page.expect_websocket(lambda socket: socket.url.endswith("/api/page")) as listening:
        page.goto("/", wait_until="commit")
    listening.value.wait_for_event("framereceived")
    page.get_by_role("heading", name="Choose a game").wait_for()
    page.evaluate("window.lookedAway = true")
    host.open(match).does("move", text="e3")
    expect(page).to_have_title(re.compile("Your turn"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    page.evaluate("window.lookedAway = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(page).to_have_title("Parlour")
    page.get_by_role("button", name="Go to game").click()
    page.wait_for_url(f"**/match/{match}")
