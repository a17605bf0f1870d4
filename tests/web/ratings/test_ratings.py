"""Ratings: a rated game from the set-up to the leaderboard, on a phone too."""

import re
from contextlib import closing

from playwright.sync_api import expect

from tests.server.browser import Browser
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage, as_client
from tests.web.screen import Screen, result


def lose_a_rated_game(own: Browser, winner: Browser) -> None:
    """Play a rated game, and wait until the ratings have changed."""
    match = winner.play({"is": "me"}, {"is": "open"}, game="sim", kind="network", rated=True)
    own.join(match)
    with closing(winner.open(match)) as first, closing(own.open(match)) as second:
        first.does("move", index=0)
        second.until(lambda board: board.ply == 1).does("move", index=0)
        second.until(lambda board: board.ply == 2).does("resign", seat=1)
    assert winner.get_json(f"/api/matches/{match}/ratings")  # waits for the ratings, a profile does not


def test_a_rated_game_leads_to_the_leaderboard(visit: NewPage, elsewhere: Browser) -> None:
    page = visit("/play/sim")
    page.get_by_text("Over the network").click()
    page.get_by_role("switch", name="Rated").check()
    page.get_by_role("button", name="Create game").click()
    expect(page).to_have_url(re.compile("/match/"))
    screen = Screen(page, page.url.rsplit("/", 1)[-1])
    elsewhere.join(screen.match, "Ratna")
    board = elsewhere.open(screen.match)
    screen.ready().play("A-B")
    board.until(lambda board: board.ply == 1).does("move", index=0)
    board.until(lambda board: board.ply == 2).does("resign", seat=1)
    board.close()
    expect(result(page, "You won")).to_contain_text(re.compile(r"Rating: 1500 → 1\d\d\d \(\+\d+\)"))

    page.goto("/ratings?game=sim")
    mine = page.get_by_role("row").filter(has_text="You")
    expect(mine).to_contain_text("Provisional")
    expect(mine).to_contain_text(re.compile(r"1\d\d\d ± \d+"))
    expect(page.get_by_role("row").filter(has_text="Ratna").first).to_be_visible()
    assert axe_violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    expect_fits_width(page)
    page.get_by_label("Time control").select_option("blitz")
    expect(page.get_by_text("No rated games have been played here yet.")).to_be_visible()
    with closing(as_client(page, elsewhere.address)) as own:
        lose_a_rated_game(own, elsewhere)
    page.goto("/profile")
    ratings = page.get_by_role("region", name="Ratings")
    expect(ratings).to_contain_text("2 rated games · Provisional")
    history = ratings.get_by_role("figure").filter(has_text="Sim")
    expect(history.locator("canvas")).to_be_visible()
    expect(history.locator("tbody tr")).to_have_count(2)
    expect_fits_width(page)
