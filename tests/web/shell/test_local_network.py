"""The page at an address of a local network without HTTPS, where browsers have no clipboard and no notifications."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.server.processes import Process
from tests.web.classroom.test_classroom import begin_lesson, play
from tests.web.conftest import FLAGS, NO_WEBGL_FLAGS, QUIET, WAIT_MS, chromium_path
from tests.web.network_namespaces import SERVER_ADDRESS, LocalNetwork
from tests.web.screen import Json, Screen, result
from tests.web.tournaments.test_tournament import announce, fill_in
from tests.web.window_pool import Window

ADDRESS = f"http://{SERVER_ADDRESS}:8420"
SECURE_ONLY = "['clipboard', 'serviceWorker', 'wakeLock', 'share'].filter((name) => name in navigator)"


@pytest.fixture
def network() -> Iterator[LocalNetwork]:
    with LocalNetwork() as two_machines:
        yield two_machines


@pytest.fixture
def remote_browser(playwright: Playwright, network: LocalNetwork, tmp_path: Path) -> Iterator[Browser]:
    """A browser on another machine than the server."""
    program = network.browser_program(chromium_path(), tmp_path)
    flags = [flag for flag in FLAGS if not flag.startswith("--host-resolver-rules")]  # there is nothing else to reach
    browser = playwright.chromium.launch(executable_path=program, args=[*flags, *NO_WEBGL_FLAGS])
    yield browser
    browser.close()


class Visit:
    """The page of a visitor in the network, in a phone's width or a window's."""

    def __init__(self, browser: Browser, **options: Any) -> None:
        given = {"viewport": {"width": 1280, "height": 800}, **options}
        self.window = Window(browser, ADDRESS, given)
        self.window.context.set_default_timeout(WAIT_MS)
        self.window.store_settings(QUIET)
        self.page = self.window.page


class RemoteScreen(Screen):
    """The screen of a match whose page alone can reach the server: Playwright's own requests would leave from here."""

    @property
    def snapshot(self) -> Json:
        read = "(path) => fetch(path).then((answer) => answer.json())"
        found: Json = self.page.evaluate(read, f"/api/matches/{self.match}")
        return found


def pasted(page: Page) -> str:
    """Return what is in the clipboard, by pasting it into a field on an empty page."""
    page.goto("/health")
    page.evaluate("document.body.append(document.createElement('textarea'))")
    field = page.locator("textarea")
    field.press("Control+v")
    return field.input_value()


def test_a_class_plays_over_a_local_network_without_https(
    network: LocalNetwork, remote_browser: Browser, tmp_path: Path
) -> None:
    expect.set_options(timeout=WAIT_MS)
    with Process("serve", "--port", "8420", folder=tmp_path / "data", inside=network.on_server) as server:
        server.until("/owner?at=")
        assert [line.strip() for line in server.lines if SERVER_ADDRESS in line] == [ADDRESS]
        visits = [Visit(remote_browser), Visit(remote_browser, viewport={"width": 390, "height": 844})]
        plays_by_code_and_shares(*(visit.page for visit in visits))
        meets_in_the_lobby(*(visit.page for visit in visits))
        plays_a_tournament_on_the_wall(*(visit.page for visit in visits))
        learns_that_there_are_no_notifications(visits[0].page)
        answers_in_a_lesson(*(visit.page for visit in visits))
        visits.append(Visit(remote_browser))
        owner = next(path for line in server.lines for path in re.findall(r"/owner\?\S+", line))
        moves_to_another_device(owner, *(visit.page for visit in visits))
        errors = [error for visit in visits for error in visit.window.give_back()]
        assert errors == []
        assert server.stop() == 0


def plays_by_code_and_shares(host: Page, guest: Page) -> None:
    """Anna invites, Ben joins by code; both copy, share and save."""
    host.goto("/lobby")
    host.get_by_label("Your name").fill("Anna")
    host.get_by_role("button", name="Enter the lobby").click()
    expect(host.get_by_text("You are here as Anna.")).to_be_visible()
    host.goto("/")
    host.get_by_role("button", name="Sim: Play a friend").click()
    host.wait_for_url("**/match/*")
    anna = RemoteScreen(host, host.url.rpartition("/")[2])
    assert host.evaluate("window.isSecureContext") is False
    assert host.evaluate(SECURE_ONLY) == []
    link = f"{ADDRESS}/match/{anna.match}"
    expect(host.get_by_label("Link")).to_have_value(link)
    anna.choose("Copy link")
    expect(host.get_by_text("Copied.")).to_be_visible()
    host.wait_for_function("(qr) => qr.complete && qr.naturalWidth > 0", arg=qr(host))
    # Where copying is denied, the text is selected instead.
    host.evaluate("document.execCommand = () => false")
    anna.choose("Copy link")
    assert host.evaluate("document.activeElement.value") == link
    anna.choose("Copy code")
    code = host.evaluate("getSelection().toString()")
    guest.goto("/")
    guest.get_by_label("Code").fill(code)
    guest.get_by_role("button", name="Join", exact=True).click()
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Join").click()
    guest.wait_for_url("**/match/*")
    ben = RemoteScreen(guest, anna.match)
    anna.play("A-B")
    ben.has_ply(1).play("C-D")
    anna.has_ply(2).resign()
    expect(result(guest, "You won")).to_be_visible()
    guest.goto(f"/replay/{anna.match}")
    guest.get_by_role("button", name="More", exact=True).click()
    with guest.expect_download() as saved:
        guest.get_by_role("menuitem", name="Save as file").click()
    assert "A-B" in saved.value.path().read_text()
    guest.get_by_role("button", name="Share").click()
    dialog = guest.get_by_role("dialog", name="Share game")
    dialog.get_by_role("button", name="Copy").first.click()
    expect(guest.get_by_text("Copied.")).to_be_visible()
    shared = dialog.get_by_label("Link").first.input_value()
    assert shared.startswith(ADDRESS)
    assert pasted(guest) == shared


def qr(page: Page) -> Any:
    return page.get_by_alt_text("QR code for the link").element_handle()


def meets_in_the_lobby(host: Page, guest: Page) -> None:
    """Ben challenges Anna, who accepts."""
    for page in (host, guest):
        page.goto("/lobby")
    guest.get_by_role("button", name="Challenge Anna").click()
    guest.get_by_role("dialog").get_by_label("Game").select_option("sim")
    guest.get_by_role("dialog").get_by_role("button", name="Challenge").click()
    host.get_by_role("region", name="Challenges").get_by_role("button", name="Accept").click()
    for page in (host, guest):
        page.wait_for_url(re.compile("/match/"))


def plays_a_tournament_on_the_wall(host: Page, guest: Page) -> None:
    """Anna announces a tournament, both join, the wall shows their game, and Ben resigns it."""
    host.goto("/tournaments")
    fill_in(host, "Cup", rounds=1)
    tournament = announce(host, "Cup")
    guest.goto(f"/tournament/{tournament}")
    for page in (host, guest):
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.get_by_text("Your next game has not started yet.")).to_be_visible()
    host.get_by_role("button", name="Start", exact=True).click()
    expect(host.get_by_role("link", name="Go to my game")).to_be_visible()
    host.goto("/wall")
    guest.get_by_role("link", name="Go to my game").click()
    guest.wait_for_url("**/match/*")
    match = guest.url.rpartition("/")[2]
    board = host.get_by_role("listitem").filter(has=host.locator(f"[href='/match/{match}']"))
    expect(board).to_contain_text("Ben")
    RemoteScreen(guest, match).resign()
    expect(board.get_by_role("status")).to_have_text("Anna won")
    host.goto(f"/tournament/{tournament}")
    expect(host.get_by_test_id("status")).to_have_text("Finished")


def post_in_page(page: Page, path: str, body: object) -> Any:
    """Post from the page itself, which alone can reach the server."""
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "parlour_csrf")
    headers = {"x-csrf-token": token, "content-type": "application/json"}
    send = "([path, options]) => fetch(path, options).then((answer) => answer.json())"
    return page.evaluate(send, [path, {"method": "POST", "headers": headers, "body": json.dumps(body)}])


def learns_that_there_are_no_notifications(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("tab", name="Keyboard & notifications").click()
    toggle = page.get_by_role("switch", name="Notify me when it is my turn")
    toggle.click()
    expect(page.get_by_text("Browsers notify only over HTTPS")).to_be_visible()
    expect(toggle).not_to_be_checked()


def answers_in_a_lesson(host: Page, guest: Page) -> None:
    """Ben joins Anna's class by code and answers; the projector counts the answer."""
    code = begin_lesson(host, post_in_page)
    guest.goto("/")
    guest.get_by_label("Code").fill(code)
    guest.get_by_role("button", name="Join", exact=True).click()
    guest.wait_for_url(f"**/class/{code}")
    guest.get_by_role("button", name="Join", exact=True).click()
    expect(guest.get_by_test_id("comment")).to_have_text("Six corners")
    host.get_by_role("button", name="Ask for the best move").click()
    expect(guest.get_by_text("What would you play?")).to_be_visible()
    play(guest, 0, 1)
    expect(guest.get_by_text("Your answer:")).to_be_visible()
    host.goto(f"/class/{code}/projector")
    expect(host.get_by_test_id("answered")).to_have_text("1 of 1 answered")


def moves_to_another_device(owner: str, host: Page, guest: Page, tablet: Page) -> None:
    """Ben's phone fails; the owner of the server shows the words with which a tablet continues."""
    host.goto(owner)
    host.goto("/host")
    host.get_by_role("button", name="Actions for Ben").click()
    host.get_by_role("menuitem", name="Move to another device").click()
    words = host.get_by_role("dialog", name="Code for Ben").get_by_role("status").inner_text()
    guest.goto("/health")
    tablet.goto("/lobby")
    tablet.get_by_text("Continue on another device", exact=True).click()
    tablet.get_by_label("Four words from the other device").fill(words)
    tablet.get_by_role("button", name="Continue here").click()
    expect(tablet.get_by_text("You are now Ben.")).to_be_visible()
