"""Games with days per turn: the list of games that wait, their deadlines, and turns that are planned."""

import re
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, Route, expect

from parlour.match.clock import DAY_MS, MINUTE_MS
from tests.server.browser import Browser as Visitor
from tests.web.conftest import NewPage
from tests.web.screen import ANNA, OPEN, Screen, post


def days(n: int) -> dict[str, object]:
    return {"kind": "down", "limits": [{"per_turn": n * DAY_MS}], "from_start": True}


def begin(page: Page, opponent: Visitor, game: str, clock: object) -> str:
    """Begin a network game in which the visitor of a page moves first, and return its id."""
    wanted = {"game": game, "seats": (ANNA, OPEN), "kind": "network", "clock": clock}
    match: str = post(page, "/api/matches", wanted)["id"]
    opponent.join(match, "Ben")
    return match


def bring_deadlines_nearer(route: Route, hours: int) -> None:
    """Answer a request for the viewer's games as the server will in some hours."""
    answer = route.fetch()
    route.fulfill(
        response=answer, json=[{**one, "flag_at": one["flag_at"] - hours * 60 * MINUTE_MS} for one in answer.json()]
    )


def test_waiting_games_are_listed_by_deadline_and_visited_with_one_key(player: NewPage, elsewhere: Visitor) -> None:
    page = player(fresh=True)
    later = begin(page, elsewhere, "sim", days(7))
    sooner = begin(page, elsewhere, "pylos", days(1))
    page.goto("/")
    waiting = page.get_by_role("region", name="Your turn")
    cards = waiting.get_by_role("link")
    expect(cards).to_have_count(2)
    expect(cards.nth(0)).to_contain_text(re.compile(r"Pylos.*Ben.*(1 d|23:\d\d:\d\d) left", re.DOTALL))
    expect(cards.nth(1)).to_contain_text(re.compile(r"Sim.*Ben.*6 d 23 h|7 d", re.DOTALL))
    badge = page.get_by_role("link", name="Your turn in 2 games")
    expect(badge).to_have_text("2")
    page.keyboard.press("g")
    page.wait_for_url(f"**/match/{sooner}")
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    page.keyboard.press("g")
    page.wait_for_url(f"**/match/{later}")
    # A turn may take days: leaving the page needs no confirmation.
    Screen(page, later).play("A-B")
    expect(page.get_by_role("link", name="Your turn in 1 game")).to_be_visible()
    page.get_by_role("link", name="Next game").click()
    page.wait_for_url(f"**/match/{sooner}")
    table = elsewhere.open(later)
    table.do("move", text="C-D", ply=1)
    expect(page.get_by_role("link", name="Your turn in 2 games")).to_be_visible()
    expect(page.get_by_role("region", name="Notifications").get_by_text("Sim")).to_be_visible()
    table.do("resign")
    expect(page.get_by_role("link", name="Your turn in 1 game")).to_be_visible()
    # The clock of a device may be wrong.
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(hours=20))
    page.goto("/")
    expect(cards.first).to_contain_text(re.compile(r"Pylos.*(1 d|23:\d\d:\d\d) left", re.DOTALL))
    # With 1 day per turn, the last six hours are urgent.
    page.route("**/api/matches?which=turn", lambda route: bring_deadlines_nearer(route, 20))
    page.goto("/rules")
    reminder = page.get_by_role("region", name="Notifications")
    expect(reminder).to_contain_text(re.compile(r"Pylos: only (3:\d\d|4:00):\d\d left for your turn"))
    reminder.get_by_role("button", name="Go").click()
    page.wait_for_url(f"**/match/{sooner}")
    # Not again on the next page.
    page.goto("/")
    expect(page.get_by_role("region", name="Your turn").get_by_role("link").first).to_be_visible()
    expect(reminder.get_by_text("left for your turn")).to_have_count(0)


def join_dots(dialog: Locator, *dots: int) -> None:
    for dot in dots:
        dialog.locator(f'[data-site="{dot}"]').click()


def plan_two_lines(dialog: Locator) -> None:
    """Plan replies to three moves: one line of two turns and one of a single turn."""
    expect(dialog.get_by_text("Ben: play a move you expect.")).to_be_visible()
    join_dots(dialog, 2, 3)
    expect(dialog.get_by_text("Play your reply.")).to_be_visible()
    join_dots(dialog, 0, 2)
    expect(dialog.get_by_role("listitem")).to_have_text(re.compile("if C-D then A-C"))
    join_dots(dialog, 4, 5)
    expect(dialog.get_by_text("Play your reply.")).to_be_visible()
    join_dots(dialog, 1, 3)
    expect(dialog.get_by_role("listitem")).to_have_text(re.compile("if C-D then A-C; if E-F then B-D"))
    dialog.get_by_role("button", name="Another line").click()
    expect(dialog.get_by_role("button", name="Another line")).to_be_disabled()
    join_dots(dialog, 1, 2)
    expect(dialog.get_by_text("Play your reply.")).to_be_visible()
    join_dots(dialog, 4, 5)
    expect(dialog.get_by_role("listitem")).to_have_count(2)


def test_a_conditional_turn_is_entered_on_the_board_and_played_immediately(player: NewPage, elsewhere: Visitor) -> None:
    page = player()
    match = begin(page, elsewhere, "sim", days(3))
    screen = Screen(page, match).play("A-B").choose("Plan")
    dialog = page.get_by_role("dialog", name="Plan your moves")
    plan_two_lines(dialog)
    dialog.get_by_role("button", name="Save plan").click()
    expect(dialog).to_have_count(0)
    planned = page.get_by_role("region", name="Planned moves")
    expect(planned).to_contain_text("If C-D then A-C (and 2 more)")
    # The opponent cannot see the plan and gets an immediate reply, two turns deep.
    table = elsewhere.open(match)
    table.do("move", text="C-D", ply=1)
    screen.has_ply(3)
    expect(planned).to_contain_text("If E-F then B-D")
    planned.get_by_role("button", name="Change plan").click()
    expect(dialog.get_by_role("listitem")).to_have_text(re.compile("if E-F then B-D"))
    dialog.get_by_role("button", name="Cancel").click()
    table.until(lambda table: table.ply == 3).do("move", text="E-F", ply=3)
    screen.has_ply(5)
    assert [turn["text"] for turn in screen.state["turns"]] == ["A-B", "C-D", "A-C", "E-F", "B-D"]
    expect(planned).to_have_count(0)
    # A premove is drawn on the board, also in another tab, deleted with one click, and played after any move.
    tab = page.context.new_page()
    tab.goto(page.url)
    planned_in_tab = tab.get_by_role("region", name="Planned")
    drawn = page.locator(".flat [data-is=line][data-tone=note]")
    for deleted in (True, False):
        screen.choose("Plan")
        dialog.get_by_text("Premove", exact=True).click()
        join_dots(dialog, 0, 3)
        expect(dialog).to_have_count(0)
        if deleted:
            page.reload()
        expect(planned).to_contain_text("Next: A-D")
        expect(drawn).to_have_count(1)
        expect(planned_in_tab).to_contain_text("Next: A-D")
        if deleted:
            planned_in_tab.get_by_role("button", name="Delete plan").click()
            expect(drawn).to_have_count(0)
            expect(planned).to_have_count(0)
    table.until(lambda table: table.ply == 5).do("move", text="B-C", ply=5)
    screen.has_ply(7)
