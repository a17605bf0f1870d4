"""Chat: two players and a spectator, while the host switches it on and mutes a person."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from parlour.server.http.auth import now, owner_path
from tests.server.browser import Browser as Visitor
from tests.server.served import Served
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.lobby.test_lobby import enter
from tests.web.screen import Screen, post


@pytest.fixture
def host(player: NewPage, site: Served) -> Iterator[Page]:
    """The page of the host, who switches chat off at the end: other tests use the same server."""
    page = player(fresh=True)
    page.goto(owner_path(site.app.keys, now()))
    page.goto("/host")
    yield page
    owner = Visitor(site.address)
    owner.get(owner_path(site.app.keys, now()))
    assert owner.send("PATCH", "/api/host", {"chat": "off"}).status_code == 200
    owner.close()


def chat_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Chat", exact=True)


def write(page: Page, text: str) -> None:
    chat_of(page).get_by_label("Write a message").fill(text)
    page.keyboard.press("Enter")


def unfold(page: Page) -> Locator:
    """Show the messages of a chat that is collapsed."""
    chat = chat_of(page)
    title = chat.get_by_role("button", name=re.compile(r"^Chat( \d+ new)?$"), expanded=False)
    title.click()
    return chat.get_by_role("log")


def chat_as_a_spectator(watcher: Page, match: str) -> None:
    """Join the chat of the spectators, in which the messages of the players are not shown."""
    watcher.goto(f"/match/{match}")
    whispered = unfold(watcher)
    expect(whispered).to_have_text("No messages yet.")
    chat_of(watcher).get_by_label("Your name").fill("Cordula")
    chat_of(watcher).get_by_role("button", name="Join the chat").click()
    write(watcher, "Beware of triangles!")
    expect(whispered).to_contain_text("Cordula Beware of triangles!")


def mute_and_unmute_benedikt(anna: Page, lines: Locator) -> None:
    """Hide a person's messages for oneself and show them again."""
    lines.get_by_role("button", name="Actions for Benedikt").first.click()
    anna.get_by_role("menuitem", name="Mute Benedikt").click()
    expect(lines).not_to_contain_text("Thanks")
    chat_of(anna).get_by_role("button", name="Chat options").click()
    anna.get_by_role("menuitem", name="Unmute Benedikt").click()
    expect(lines).to_contain_text("Thanks")


def test_players_and_spectators_chat_as_far_as_the_host_permits(host: Page, player: NewPage) -> None:
    anna = enter(player(), "Agathe")
    ben = enter(player(viewport={"width": 390, "height": 844}), "Benedikt")
    wanted = {"game": "sim", "seats": [{"is": "me", "name": "Agathe"}, {"is": "open"}], "kind": "network"}
    match = post(anna, "/api/matches", wanted)["id"]
    post(ben, f"/api/matches/{match}/join", {"name": "Benedikt"})
    first, second = Screen(anna, match).ready(), Screen(ben, match)
    expect(chat_of(anna)).to_have_count(0)
    # First only preset phrases.
    host.get_by_role("radio", name="Preset phrases").click()
    lines = unfold(anna)
    expect(chat_of(anna).get_by_label("Write a message")).to_have_count(0)
    chat_of(anna).get_by_role("button", name="Good luck!").click()
    expect(lines).to_contain_text("Agathe Good luck!")
    expect(chat_of(ben).get_by_role("button", name="Chat 1 new")).to_be_visible()
    heard = unfold(ben)
    expect(heard).to_contain_text("Agathe Good luck!")
    expect_fits_width(ben)
    # Text is shown as it was written.
    host.get_by_role("radio", name="Free text").click()
    write(ben, "<b>Thanks</b> https://example.org")
    expect(lines).to_contain_text("Benedikt <b>Thanks</b> https://example.org")
    expect(lines.get_by_role("link")).to_have_count(0)
    chat_of(anna).get_by_role("button", name="Phrases").click()
    anna.get_by_role("menuitem", name="Let me think…").click()
    expect(heard).to_contain_text("Let me think…")
    assert axe_violations(anna) == []
    # Spectators talk among themselves.
    watcher = player()
    chat_as_a_spectator(watcher, match)
    # Messages survive a reload; one can mute a person for oneself.
    ben.reload()
    expect(chat_of(ben).get_by_role("button", name="Chat", exact=True)).to_be_visible()
    expect(unfold(ben)).to_contain_text("Good luck!")
    mute_and_unmute_benedikt(anna, lines)
    expect(lines).not_to_contain_text("triangles")
    # After the game, players read the spectators, too; the host mutes one of them for everybody.
    first.play("A-B")
    second.has_ply(1)
    post(ben, f"/api/matches/{match}/commands", {"do": "resign"})
    chat_of(anna).get_by_role("radio", name="Spectators").click()
    expect(lines).to_contain_text("Cordula Beware of triangles!")
    host.get_by_role("button", name="Actions for Cordula").click()
    host.get_by_role("menuitem", name="Mute in chat").click()
    expect(host.get_by_role("listitem").filter(has_text="Cordula")).to_contain_text("Muted")
    expect(lines).to_have_text("No messages yet.")
    expect(chat_of(watcher).get_by_role("status")).to_have_text("The host has muted you.")
    # A player can hide chat; the host switches it off for everybody.
    chat_of(anna).get_by_role("button", name="Chat options").click()
    anna.get_by_role("menuitem", name="Hide chat").click()
    expect(chat_of(anna)).to_have_count(0)
    host.get_by_role("radio", name="Off").click()
    expect(chat_of(ben)).to_have_count(0)
