"""Games with days per turn: the list of games that wait, and their deadlines."""

import re

from playwright.sync_api import Page, expect

from parlour.match.clock import DAY
from tests.server.browser import Browser as Visitor
from tests.web.conftest import NewPage
from tests.web.screen import ANNA, OPEN, Screen, post


def days(n: int) -> dict[str, object]:
    return {"kind": "down", "limits": [{"per_turn": n * DAY}], "from_start": True}


def begin(page: Page, opponent: Visitor, game: str, clock: object) -> str:
    """Begin a network game in which the visitor of a page moves first, and return its id."""
    wanted = {"game": game, "seats": (ANNA, OPEN), "kind": "network", "clock": clock}
    match: str = post(page, "/api/matches", wanted)["id"]
    opponent.join(match, "Ben")
    return match


def test_games_wait_by_deadline_and_one_key_leads_through_them(player: NewPage, elsewhere: Visitor) -> None:
    page = player()
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
    # A turn may take days: nothing is asked before the page is left.
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
