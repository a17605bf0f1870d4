"""The lobby: open games appear while the page is open; people challenge each other and are paired."""

import re
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Page, expect

from parlour.server.http.auth import now, owner_path
from tests.server.browser import Browser
from tests.server.served import QUICK, Served
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.screen import Screen, result

HOST = {"is": "me", "name": "Lobelia"}
CLOCK = {"kind": "down", "limits": [{"base": "5:00", "increment": 3}]}


def test_an_open_game_is_accepted_in_the_lobby(visit: NewPage, elsewhere: Browser) -> None:
    page = visit("/lobby", theme="contrast")
    expect(page.get_by_role("heading", name="Lobby", level=1)).to_be_visible()
    match = elsewhere.play(HOST, {"is": "open"}, game="pylos", kind="network", public=True, rated=True, clock=CLOCK)
    row = page.get_by_role("region", name="Open games").get_by_role("listitem").filter(has_text="Lobelia")
    expect(row).to_contain_text(re.compile(r"Pylos.*Standard\s· 5:00 \+ 3 s\s· Rated\s· You play Dark", re.S))
    assert axe_violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    expect_fits_width(page)
    page.get_by_role("button", name="Invite").click()
    invitation = page.get_by_role("dialog", name="Invite to the lobby")
    expect(invitation.get_by_role("textbox")).to_have_value(re.compile("/lobby$"))
    expect(invitation.get_by_role("img")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Accept Pylos with Lobelia").click()
    page.wait_for_url(f"**/match/{match}")
    seats = elsewhere.get_json(f"/api/matches/{match}")["state"]["seats"]
    assert [seat["player"]["is"] for seat in seats] == ["guest", "guest"]
    page.goto("/lobby")
    board = page.get_by_role("region", name="Games in progress").get_by_role("link").filter(has_text="Lobelia")
    expect(board).to_have_attribute("href", f"/match/{match}")
    # In this theme, the pieces of pictures have marks.
    expect(board.locator("img")).to_have_attribute("src", re.compile("signs=true"))


def enter(page: Page, name: str) -> Page:
    """Open the lobby under a name."""
    page.goto("/lobby")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Enter the lobby").click()
    expect(page.get_by_text(re.compile(f"You are here as {name}"))).to_be_visible()
    return page


def test_two_guests_with_one_name_challenge_each_other_and_play(player: NewPage) -> None:
    first, second = enter(player(), "Lavinia"), enter(player(viewport={"width": 390, "height": 844}), "Lavinia")
    expect(second.get_by_text("You are here as Lavinia (2).")).to_be_visible()
    expect_fits_width(second)
    first.get_by_role("button", name="Challenge Lavinia (2)").click()
    dialog = first.get_by_role("dialog", name="Challenge Lavinia (2)")
    dialog.get_by_label("Game").select_option("sim")
    dialog.get_by_role("radio", name="Days per turn").click()
    dialog.get_by_role("radio", name="Player 1").click()
    dialog.get_by_role("button", name="Challenge").click()
    waiting = first.get_by_role("region", name="Challenges")
    expect(waiting).to_contain_text("You have challenged Lavinia (2)")
    second.goto("/rules")  # a challenge is shown on every page
    notice = second.get_by_role("region", name="Challenges")
    expect(notice).to_contain_text("Lavinia has challenged you")
    expect(notice).to_contain_text(re.compile(r"\d days? per turn"))
    expect_fits_width(second)
    assert axe_violations(second) == []
    notice.get_by_role("button", name="Decline").click()
    expect(first.get_by_text("Lavinia (2) declined your challenge.")).to_be_visible()
    first.get_by_role("button", name="Challenge Lavinia (2)").click()
    dialog.get_by_role("button", name="Challenge").click()
    notice.get_by_role("button", name="Accept").click()
    for page in (first, second):
        page.wait_for_url("**/match/*")
    match = first.url.rpartition("/")[2]
    Screen(first, match).ready().play("A-B")
    Screen(second, match).has_ply(1)


def test_quick_pairing_opens_the_match_for_both(player: NewPage) -> None:
    first, second = enter(player(), "Quirin"), enter(player(), "Quentin")
    for page in (first, second):
        pairing = page.get_by_role("region", name="Quick pairing")
        pairing.get_by_label("YINSH").uncheck()
        pairing.get_by_label("Clock").select_option("5")
        pairing.get_by_label("Increment").select_option("3")
        pairing.get_by_role("button", name="Find an opponent").click()
        if page is first:
            expect(pairing.get_by_role("status")).to_contain_text("5:00 + 3 s")
    for page in (first, second):
        page.wait_for_url("**/match/*")
    assert first.url == second.url
    # The notice of the turn has nothing to say on the page of the match.
    for page in (first, second):
        expect(page.get_by_role("heading", name=re.compile("turn|to move"))).to_be_visible()
        expect(page.get_by_role("button", name="Go to game")).to_have_count(0)


def test_another_device_takes_over_a_seat_with_four_words(player: NewPage, elsewhere: Browser) -> None:
    phone, tablet = enter(player(), "Ottilie"), player(viewport={"width": 390, "height": 844})
    match = elsewhere.play({"is": "me", "name": "Opponent of Ottilie"}, {"is": "open"}, game="sim", kind="network")
    screen = Screen(phone, match)
    screen.choose("Join game")
    expect(screen.button("Join game")).to_have_count(0)
    phone.goto("/lobby")
    phone.get_by_text("Continue on another device", exact=True).click()
    phone.get_by_role("button", name="Show my code").click()
    code = phone.get_by_role("status").filter(has_text=re.compile(r"^\w+ \w+ \w+ \w+$"))
    expect(code).to_be_visible()
    tablet.goto("/lobby")
    tablet.get_by_text("Continue on another device", exact=True).click()
    tablet.get_by_label("Four words from the other device").fill(code.inner_text())
    tablet.get_by_role("button", name="Continue here").click()
    expect(tablet.get_by_text("You are now Ottilie.")).to_be_visible()
    expect_fits_width(tablet)
    elsewhere.open(match).does("move", index=0)
    seat = Screen(tablet, match)
    seat.has_ply(1)
    expect(seat.page.get_by_role("heading", name="Your turn")).to_be_visible()


def act(host: Page, person: str, what: str) -> None:
    """Choose an action of the host about a person."""
    host.get_by_role("button", name=f"Actions for {person}").click()
    host.get_by_role("menuitem", name=what).click()


def test_the_host_renames_moves_and_removes_people_ends_a_game_and_locks_the_server(
    player: NewPage, tmp_path: Path
) -> None:
    with Served(tmp_path, **QUICK) as server, closing(Browser(server.address)) as opponent:
        host = player(server=server)
        host.goto(owner_path(server.app.keys, now()))
        host.goto("/host")
        guest, tablet = enter(player(server=server), "Gisela"), player(server=server, expects="403")
        act(host, "Gisela", "Rename")
        host.get_by_role("dialog").get_by_label("Name").fill("Gabriele")
        host.get_by_role("dialog").get_by_role("button", name="Rename").click()
        expect(guest.get_by_text("You are here as Gabriele.")).to_be_visible()
        # A game that nobody can finish gets a result.
        match = opponent.play({"is": "me", "name": "Konrad"}, {"is": "open"}, game="sim", kind="network", public=True)
        joined = Screen(guest, match).choose("Join game")
        expect(joined.button("Join game")).to_have_count(0)
        opponent.open(match).does("move", text="A-B")
        Screen(guest, match).has_ply(1).play("C-D")
        host.get_by_role("button", name=re.compile("End Sim with .*Gabriele")).click()
        host.get_by_role("dialog").get_by_role("button", name="Gabriele wins").click()
        expect(result(guest, "You won")).to_be_visible()
        act(host, "Gabriele", "Move to another device")
        expect(host.get_by_role("dialog", name="Code for Gabriele")).to_be_visible()
        host.keyboard.press("Escape")
        # The phone fails: when its page is gone, another device continues with the words that the host shows.
        host.get_by_text("Recently here").click()
        expect(host.get_by_role("button", name="Move Konrad to another device")).to_be_visible()
        server.app.services.lobby.leave_seconds = 0.1
        guest.close()
        host.get_by_role("button", name="Move Gabriele to another device").click()
        words = host.get_by_role("dialog", name="Code for Gabriele").get_by_role("status").inner_text()
        host.keyboard.press("Escape")
        tablet.goto("/lobby")
        tablet.get_by_text("Continue on another device", exact=True).click()
        tablet.get_by_label("Four words from the other device").fill(words)
        tablet.get_by_role("button", name="Continue here").click()
        expect(tablet.get_by_text("You are now Gabriele.")).to_be_visible()
        # A removed person cannot return while the server is locked.
        host.get_by_role("switch", name="Lock the room").click()
        expect(host.get_by_role("switch", name="Lock the room")).to_be_checked()
        act(host, "Gabriele", "Remove")
        question = host.get_by_role("dialog", name="Remove Gabriele")
        expect(question).to_contain_text("can no longer be opened")
        question.get_by_role("button", name="Remove", exact=True).click()
        expect(tablet.get_by_text("You are no longer Gabriele on this device.")).to_be_visible()  # for some seconds
        expect(host.get_by_role("button", name="Actions for Gabriele")).to_have_count(0)
        tablet.goto("/lobby")
        tablet.get_by_label("Your name").fill("Gabriele")
        tablet.get_by_role("button", name="Enter the lobby").click()
        expect(tablet.get_by_text(re.compile("has locked the room"))).to_be_visible()
        assert axe_violations(host) == []
        for page in (host, tablet):
            page.close()


def test_public_games_are_followed_on_the_wall(visit: NewPage, elsewhere: Browser) -> None:
    page = visit("/wall", width=1280, height=800)
    expect(page.get_by_role("heading", name="All boards", level=1)).to_be_attached()
    clock = {"kind": "down", "limits": [{"base": "5:00"}]}
    seats = {"is": "me", "name": "Wallace"}, {"is": "open"}
    match = elsewhere.play(*seats, game="sim", kind="network", public=True, clock=clock)
    with closing(Browser(elsewhere.address)) as opponent:
        opponent.join(match, "Gromit")
    board = page.get_by_role("listitem").filter(has_text="Wallace")
    expect(board).to_contain_text(re.compile("Wallace.*Gromit", re.S))
    picture = board.get_by_role("img").last
    first = picture.get_attribute("src")
    table = elsewhere.open(match)
    table.does("move", text="A-B")
    expect(picture).not_to_have_attribute("src", first or "")
    expect(board).to_contain_text("5:00")
    assert axe_violations(page) == []
    table.does("resign", seat=0)
    expect(board.get_by_role("status")).to_have_text("Gromit won")
    page.set_viewport_size({"width": 360, "height": 740})
    expect_fits_width(page)


def test_the_wall_shows_the_standings_of_a_tournament_and_leads_to_it(visit: NewPage, tmp_path: Path) -> None:
    with Served(tmp_path, **QUICK) as server, closing(Browser(server.address)) as organiser:
        page = visit("/wall", server=server)
        expect(page.get_by_text("No public games in progress.")).to_be_visible()
        standings = page.get_by_role("complementary", name="Standings")
        expect(standings).to_have_count(0)
        wanted = {"name": "Wall cup", "format": "round-robin", "games": [{"game": "sim"}]}
        cup = organiser.post_json("/api/tournaments", wanted)["id"]
        with closing(Browser(server.address)) as opponent:
            for person, name in ((organiser, "Wallace"), (opponent, "Gromit")):
                person.post_json(f"/api/tournaments/{cup}/join", {"name": name})
        organiser.post_json(f"/api/tournaments/{cup}/commands", {"do": "start"})
        expect(standings).to_contain_text("Round 1 of 1")
        expect(page.get_by_role("listitem").filter(has_text="Wallace")).to_be_visible()
        decided = {"do": "result", "round": 0, "game": 0, "points": [1, 0]}
        view = organiser.post_json(f"/api/tournaments/{cup}/commands", decided)
        # Its final standings stay in view.
        names = {one["number"]: one["player"]["name"] for one in view["entrants"]}
        winner = names[view["standings"][0]["entrant"]]
        expect(standings.get_by_role("row").nth(1)).to_have_text(re.compile(rf"1\s*{winner}\s*1"))
        expect(standings).to_contain_text("Finished")
        assert axe_violations(page) == []
        page.set_viewport_size({"width": 360, "height": 740})
        expect_fits_width(page)
        standings.get_by_role("link", name="Wall cup").click()
        expect(page.get_by_role("heading", name="Wall cup", level=1)).to_be_visible()
        page.close()
