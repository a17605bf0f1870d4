"""Statistics of the club: what is played, results of two players, and a walk through the openings."""

import re
from contextlib import closing

from playwright.sync_api import Locator, Page, expect

from tests.server.browser import Browser, Json
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage


def played(host: Browser, other: Browser, *moves: str, loser: int, rated: bool = False) -> None:
    """Play a public game that one seat resigns."""
    wanted: Json = {"game": "pylos", "kind": "network", "public": True, "rated": rated}
    match = host.play({"is": "me", "name": "Statira"}, {"is": "open"}, **wanted)
    other.join(match, "Stanislaus")
    for ply, text in enumerate(moves):
        command = {"do": "move", "ply": ply, "text": text}
        (host, other)[ply % 2].post_json(f"/api/matches/{match}/commands", command)
    (host, other)[loser].post_json(f"/api/matches/{match}/commands", {"do": "resign", "seat": loser})


def in_order(page: Page) -> None:
    """The page is accessible and fits a phone."""
    assert axe_violations(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    expect_fits_width(page)
    page.set_viewport_size({"width": 1280, "height": 800})


def show_and_export_games(page: Page, openings: Locator, move: str) -> None:
    """Go from three games of an opening to their list, a file and a replay, and back."""
    games = page.get_by_role("region", name="Games")
    openings.get_by_role("link", name="3 games from here").click()
    expect(games.get_by_role("status")).to_have_text("3 games")
    expect(games.get_by_text(f"Opening: {move}")).to_be_visible()
    with page.expect_download() as download:
        games.get_by_role("button", name="Export").click()
        page.get_by_role("menuitem", name="Export all as text").click()
    assert download.value.path().read_text().count("[Game ") == 3
    games.get_by_role("link", name="Statira – Stanislaus").first.click()
    expect(page).to_have_url(re.compile("/replay/"))
    page.go_back()
    expect(games.get_by_role("status")).to_have_text("3 games")
    page.go_back()


def filter_openings(page: Page, openings: Locator) -> None:
    """The tree has only the games in which the players had a rating, or were people or bots, as chosen."""
    page.get_by_label("Rating").select_option("Rated games")
    expect(openings.get_by_text("No games continue from here.")).to_be_visible()
    openings.get_by_role("button", name="Start", exact=True).click()
    page.get_by_label("Rating").select_option("1500–1699")
    expect(openings.get_by_role("status")).to_have_text("1 game from here")
    page.get_by_label("Rating").select_option("1300–1499")
    expect(openings.get_by_text("No games continue from here.")).to_be_visible()
    page.get_by_label("Rating").select_option("All games")
    expect(openings.get_by_role("status")).to_have_text("4 games from here")
    page.get_by_label("Players").select_option("bots")
    expect(openings.get_by_text("No games continue from here.")).to_be_visible()


def test_statistics_lead_from_the_lobby_to_a_walk_through_the_openings(visit: NewPage, elsewhere: Browser) -> None:
    with closing(Browser(elsewhere.address)) as other:
        first, second = elsewhere.post_json("/api/positions", {"game": "pylos"})["position"]["legal"][:2]
        moves = first["text"], second["text"]
        played(elsewhere, other, *moves, loser=1)
        played(elsewhere, other, *reversed(moves), loser=0)
        played(elsewhere, other, *moves, loser=1)
        played(elsewhere, other, *moves, loser=1, rated=True)
    page = visit("/lobby")
    page.get_by_role("link", name="Statistics").click()
    row = page.get_by_role("row").filter(has_text="Pylos")
    expect(row.get_by_role("img")).to_be_visible()
    in_order(page)
    page.get_by_role("tab", name="Head to head").click()
    page.get_by_label("Player", exact=True).select_option("Statira")
    page.get_by_label("Opponent").select_option("Stanislaus")
    expect(page.get_by_role("status").filter(has_text="3 – 1")).to_contain_text("4 games, +3 =0 −1")
    in_order(page)
    # The games of the two, and the way to a replay.
    page.get_by_role("link", name="4 games").click()
    games = page.get_by_role("region", name="Games")
    expect(games.get_by_role("link", name="Statira – Stanislaus")).to_have_count(4)
    in_order(page)
    page.get_by_label("Rating").select_option("Rated games")
    expect(games.get_by_role("status")).to_have_text("1 game")
    expect(games.get_by_role("listitem")).to_contain_text("Statira won")
    page.go_back()
    page.reload()  # The URL names the tab.
    expect(page.get_by_role("tab", name="Head to head")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Overview").click()
    row.get_by_role("link", name="Pylos").click()
    openings = page.get_by_role("region", name="Openings")
    turns = openings.get_by_role("row")
    expect(turns.filter(has_text=moves[0]).first).to_contain_text("3 75%")
    in_order(page)
    openings.get_by_role("button", name=moves[0], exact=True).click()
    expect(openings.get_by_role("status")).to_have_text("3 games from here")
    expect(openings.get_by_role("navigation", name="Moves")).to_contain_text(f"1. {moves[0]}")
    show_and_export_games(page, openings, moves[0])
    openings.get_by_role("button", name=moves[0], exact=True).click()
    # The board continues as well: a turn that nobody has played ends the tree.
    openings.get_by_role("button", name="Back").click()
    expect(openings.get_by_role("status")).to_have_text("4 games from here")
    page.locator(f'[data-site="{second["paths"][0][0]}"]').click()
    expect(openings.get_by_role("navigation", name="Moves")).to_contain_text(f"1. {moves[1]}")
    expect(openings.get_by_role("status")).to_have_text("1 game from here")
    filter_openings(page, openings)
    # The analysis shows the same beside its moves.
    page.goto("/analysis#share=pylos")
    page.get_by_role("button", name="Openings").click()
    played_turns = page.get_by_role("table", name="Openings").get_by_role("row")
    expect(played_turns.filter(has_text=moves[0])).to_contain_text("3 75%")
    played_turns.get_by_role("button", name=moves[0], exact=True).click()
    expect(page.locator("[data-node]")).to_have_attribute("data-node", "1")
    expect(played_turns.filter(has_text=moves[1])).to_contain_text("3 100%")
    expect(played_turns.first).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Openings").click()
    expect(page.get_by_role("group", name="Moves and variations")).to_be_in_viewport(ratio=1)
