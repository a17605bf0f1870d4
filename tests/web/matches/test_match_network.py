"""A match over the network and over broken connections: two browsers, spectators, reload, reconnect."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.accessibility import layout_faults
from tests.web.conftest import NewPage
from tests.web.polling import box_of, poll
from tests.web.screen import ANNA, BEN, OPEN, Screen, post, result


@pytest.fixture
def page(player: NewPage) -> Page:
    return player()


def joined(player: NewPage, **wanted: Any) -> tuple[Screen, Screen]:
    """Anna and Ben in two browsers; Ben has followed the link."""
    anna = Screen.new(player(), ANNA, OPEN, game="sim", kind="network", **wanted)
    expect(anna.page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    ben = Screen(player(), anna.match)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.choose("Join game")
    anna.ready()
    ben.has_ply(0)
    return anna, ben


def test_two_browsers_play_each_other(player: NewPage) -> None:
    anna, ben = joined(player)
    expect(ben.page.get_by_role("region", name="Anna")).to_contain_text("online")
    expect(anna.page.get_by_role("region", name="Anna")).to_contain_text("you")
    expect(ben.page.get_by_role("region", name="Anna")).not_to_contain_text("you")
    # Only the player to move is told what to do.
    expect(anna.page.get_by_text("Join two dots")).to_be_visible()
    expect(ben.page.get_by_text("Join two dots")).to_have_count(0)
    anna.play("A-B")
    ben.has_ply(1).play("C-D")
    anna.has_ply(2)
    expect(anna.live_region).to_contain_text("Ben")
    for name in ("Hint", "Threats", "Redo"):
        expect(anna.button(name)).to_have_count(0)
    anna.choose("Undo")
    expect(anna.page.get_by_role("alert")).to_contain_text("You asked to undo a move.")
    ben.page.get_by_role("alert").get_by_role("button", name="Accept").click()
    anna.has_ply(0)
    ben.has_ply(0)
    anna.play("A-B")
    ben.play("C-D")
    anna.ready().resign()
    ben_sees, anna_sees = result(ben.page, "You won"), result(anna.page, "You lost")
    expect(anna_sees).to_contain_text("You resigned.")
    expect(ben_sees).to_contain_text("Anna resigned.")
    ben_sees.get_by_role("button", name="Rematch").click()
    expect(ben_sees.get_by_role("alert")).to_contain_text("You offered a rematch.")
    expect(anna_sees.get_by_role("alert")).to_contain_text("Ben offers a rematch.")
    # Both see the offer in the result, and neither panel covers the final board.
    expect(ben_sees.get_by_role("alert").get_by_role("button", name="Withdraw")).to_be_visible()
    for screen in (anna, ben):
        screen.site(0).click(trial=True)
        assert layout_faults(screen.page) == []
        expect(screen.button("Previous move")).to_be_in_viewport(ratio=1)
    # On a phone the offer leaves the next steps above the actions.
    ben.page.set_viewport_size({"width": 390, "height": 844})
    step, actions = ben_sees.get_by_role("link", name="Analysis"), ben.page.get_by_role("toolbar", name="Game actions")
    assert poll(ben.page, lambda: box_of(step)["y"] + box_of(step)["height"] <= box_of(actions)["y"], bool)
    anna_sees.get_by_role("alert").get_by_role("button", name="Accept").click()
    for screen in (anna, ben):
        screen.page.wait_for_url(lambda url: anna.match not in url)
        expect(screen.page.get_by_text("Series: 1–0")).to_be_visible()


def test_moves_played_during_a_review_are_shown_and_the_clocks_continue(player: NewPage) -> None:
    anna, ben = joined(player, clock={"kind": "down", "limits": [{"base": "5:00"}]})
    anna.play("A-B")
    ben.play("C-D")
    anna.has_ply(2).page.keyboard.press("[")
    anna.page.keyboard.press("[")
    expect(anna.page.get_by_text("Viewing the start")).to_be_visible()
    expect(anna.page.get_by_role("region", name="Anna").get_by_role("timer")).to_contain_text("this move")
    anna.choose("Back to the game")
    anna.play("A-C").page.keyboard.press("[")
    expect(anna.page.get_by_text("Viewing move 2 of 3")).to_be_visible()
    ben.play("D-E")
    # The game has continued while an earlier position is shown.
    anna.has_ply(4)
    expect(anna.page.get_by_text("Viewing move 2 of 4")).to_be_visible()
    expect(anna.page.get_by_role("region", name="Anna").get_by_role("timer")).to_contain_text("this move")
    expect(anna.root).to_have_attribute("data-ready", "false")
    anna.choose("Back to the game")
    # A premove takes one press and one move.
    ben.choose("Premove")
    dialog = ben.page.get_by_role("dialog", name="Plan your moves")
    for n in (4, 5):
        dialog.locator(f'[data-site="{n}"]').click()
    expect(dialog).to_have_count(0)
    expect(ben.page.get_by_role("region", name="Planned moves")).to_contain_text("Next: E-F")
    anna.ready().play("A-F").has_ply(6)


def test_a_draw_is_offered_withdrawn_declined_and_agreed(player: NewPage) -> None:
    anna, ben = joined(player)
    anna.play("A-B").choose("Draw", "Offer draw", "Withdraw")
    expect(ben.live_region).to_contain_text("Anna withdraws the offer")
    ben.play("C-D").choose("Draw", "Offer draw")
    offer = anna.page.get_by_role("alert")
    expect(offer).to_contain_text("Ben offers a draw")
    offer.get_by_role("button", name="Decline").click()
    expect(ben.live_region).to_contain_text("Anna declines")
    anna.play("A-D").choose("Draw", "Offer draw")
    ben.page.get_by_role("alert").get_by_role("button", name="Accept").click()
    for screen in (anna, ben):
        expect(result(screen.page, "Draw")).to_be_visible()


def test_a_room_shows_code_and_link_and_can_be_cancelled(page: Page) -> None:
    screen = Screen.new(page, ANNA, OPEN, game="sim", kind="network")
    code = screen.snapshot["you"]["code"]
    expect(page.get_by_text(code, exact=True)).to_be_visible()
    expect(page.get_by_alt_text("QR code for the link")).to_be_visible()
    screen.choose("Cancel")
    expect(page.get_by_role("heading", name="No result")).to_be_visible()


def test_a_third_browser_watches_and_cannot_act(player: NewPage) -> None:
    anna, ben = joined(player)
    other = Screen(player(), anna.match)
    expect(other.page.get_by_text("You are watching").first).to_be_visible()
    expect(anna.page.get_by_text("1 spectator")).to_be_visible()
    anna.play("A-B")
    other.has_ply(1)
    expect(other.root).to_have_attribute("data-ready", "false")
    other.site(4).click()
    expect(other.live_region).to_contain_text("watching")
    for name in ("Undo", "Resign", "Draw", "Hint"):
        expect(other.button(name)).to_have_count(0)
    ben.has_ply(1)


def test_a_reload_in_mid_game_loses_nothing(page: Page) -> None:
    screen = Screen.new(page).play().play()
    turns = page.get_by_role("region", name="Moves").get_by_role("listitem")
    for turn in screen.has_ply(2).state["turns"]:
        expect(turns.filter(has_text=turn["text"])).to_have_count(1)
    texts = turns.all_inner_texts()
    page.reload()
    screen.has_ply(2).ready()
    expect(turns).to_have_text(texts, use_inner_text=True)
    screen.play().has_ply(3)


def test_a_lost_match_connection_is_shown_and_restored(player: NewPage) -> None:
    page = player(fresh=True)
    sockets: list[WebSocketRoute] = []
    broken = False

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if broken:
            socket.close()
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/live|/api/page"), connect)
    screen = Screen.new(page).play()
    broken = True
    # The page's connection and that of the match break together, and one notice says so.
    for socket in sockets:
        socket.close()
    lost = page.get_by_text("Connection lost. Reconnecting")
    expect(lost).to_be_visible()
    expect(screen.root).to_have_attribute("data-ready", "false")
    # Meanwhile the game continues, from another page of the same browser.
    text = screen.state["position"]["legal"][0]["text"]
    post(page, f"/api/matches/{screen.match}/commands", {"do": "move", "ply": 1, "text": text})
    broken = False
    expect(lost).to_be_hidden()
    screen.has_ply(2)
    expect(screen.live_region).to_contain_text("Ben")
    screen.play().has_ply(3)


def test_a_move_on_its_way_when_the_connection_breaks_is_played_once(player: NewPage) -> None:
    """The move reaches the server; the answer is lost with the connection."""
    page = player(fresh=True)
    held = True

    def is_answer(message: str) -> bool:
        return '"type":"news"' in message or '"type":"accepted"' in message

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.close() if held and is_answer(str(message)) else socket.send(message))

    page.route_web_socket(re.compile("/live"), connect)
    screen = Screen.new(page).ready()
    for pick in screen.state["position"]["legal"][0]["paths"][0]:
        screen.pick(pick).click()
    expect(page.get_by_text("Connection lost. Reconnecting")).to_be_visible()
    held = False
    screen.has_ply(1).ready()
    assert screen.state["ply"] == 1


def test_an_unknown_match_shows_an_error(page: Page) -> None:
    Screen(page, "nothing-at-all")
    expect(page.get_by_role("heading", name="Game not found")).to_be_visible()


def test_a_second_person_signs_in_to_a_seat(player: NewPage) -> None:
    post(player(), "/api/sign-up", {"name": "Benedikta", "password": "correct horse battery"})
    page = player(expects="401")  # the browser writes the refusal to its console
    screen = Screen.new(page, ANNA, BEN).play()
    screen.choose("Options for Ben")
    page.get_by_role("menuitem", name="Log in for this seat").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("Benedikta")
    dialog.get_by_label("Password").fill("wrong")
    dialog.get_by_role("button", name="Log in").click()
    expect(dialog).to_contain_text("Wrong name or password.")
    dialog.get_by_label("Password").fill("correct horse battery")
    dialog.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("region", name="Benedikta")).to_be_visible()
    screen.ready().play().has_ply(2)
