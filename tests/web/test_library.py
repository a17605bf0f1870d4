"""The library, looking at games again, watching computers, and giving a game away, in a browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from parlour.match.commands import MOST_PAUSE
from tests.web.conftest import NewPage
from tests.web.eyes import hindrances, is_too_wide
from tests.web.screen import ANNA, BEN, Screen, short_game, tell

MOVES = {"sim": ["0-1", "2-3", "0-2"], "surakarta": ["4,0-3,0", "1,0-2,0"]}


@pytest.fixture
def page(player: NewPage) -> Page:
    return player()


def game(page: Page, key: str, opponent: str, *, ended: bool = True) -> str:
    """A game of this browser, given up after some moves."""
    seats = (ANNA, {"is": "guest", "name": opponent})
    match: str = tell(page, "/api/matches", {"game": key, "seats": seats})["id"]
    for ply, text in enumerate(MOVES[key]):
        tell(page, f"/api/matches/{match}/commands", {"do": "move", "ply": ply, "text": text})
    if ended:
        tell(page, f"/api/matches/{match}/commands", {"do": "resign", "seat": 1})
    return match


def cards(page: Page) -> Locator:
    return page.get_by_role("article")


def choose(page: Page, card: Locator, name: str) -> None:
    card.get_by_role("button", name=re.compile("^What to do with")).click()
    page.get_by_role("menuitem", name=name, exact=True).click()


def test_games_are_found_noted_deleted_and_brought_back(page: Page) -> None:
    game(page, "sim", "Ben")
    game(page, "surakarta", "Cleo")
    game(page, "surakarta", "Dora", ended=False)
    page.goto("/library")
    expect(cards(page)).to_have_count(3)
    assert hindrances(page) == []

    # Filters stand in the address, so that a list can be kept and sent.
    page.get_by_label("Game", exact=True).select_option("surakarta")
    expect(cards(page)).to_have_count(2)
    expect(page).to_have_url(re.compile("game=surakarta"))
    page.get_by_label("Result").select_option("won")
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_contain_text("Cleo")
    page.reload()
    expect(cards(page)).to_have_count(1)
    page.get_by_role("button", name="All games").click()
    expect(cards(page)).to_have_count(3)
    page.get_by_label("Search by name or title").fill("ben")
    expect(cards(page)).to_have_count(1)
    page.get_by_label("Search by name or title").fill("")
    expect(cards(page)).to_have_count(3)

    # Title, tags, comment and star.
    cleo = cards(page).filter(has_text="Cleo")
    choose(page, cleo, "Title, tags, comment …")
    page.get_by_label("Title", exact=True).fill("The long way round")
    page.get_by_label("Tags", exact=True).fill("to show, loops")
    page.get_by_label("Comment", exact=True).fill("Look at the corner.")
    page.get_by_role("button", name="Save", exact=True).click()
    named = cards(page).filter(has_text="The long way round")
    expect(named).to_contain_text("Look at the corner.")
    expect(named).to_contain_text("loops")
    named.get_by_role("button", name=re.compile("^Star for")).click()
    page.get_by_role("button", name="More filters").click()
    page.get_by_text("Starred", exact=True).click()
    expect(cards(page)).to_have_count(1)
    page.get_by_role("button", name="All games").click()

    # As a table, sorted by any column.
    page.get_by_text("Table", exact=True).click()
    rows = page.get_by_role("row")
    expect(rows).to_have_count(4)
    page.get_by_label("Order").select_option("plies")
    expect(rows.nth(1)).to_contain_text("Ben")
    page.get_by_role("button", name="Largest or newest first").click()
    expect(rows.nth(3)).to_contain_text("Ben")
    assert hindrances(page) == []
    page.get_by_text("Cards", exact=True).click()

    # What is deleted can be brought back at once.
    choose(page, cards(page).filter(has_text="Ben"), "Delete")
    expect(cards(page)).to_have_count(2)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(cards(page)).to_have_count(3)
    page.set_viewport_size({"width": 360, "height": 740})
    assert not is_too_wide(page)


def test_files_come_in_whole_or_with_the_line_that_is_wrong_and_go_out(player: NewPage, tmp_path: Path) -> None:
    page = player(expects="400 (Bad Request)")
    game(page, "surakarta", "Ben")
    page.goto("/library")
    with page.expect_download() as saved:
        choose(page, cards(page), "Save as a text file")
    record = tmp_path / "game.txt"
    saved.value.save_as(record)
    assert "4,0-3,0" in record.read_text()
    broken = tmp_path / "broken.txt"
    broken.write_text(record.read_text().replace("4,0-3,0", "4,0-9,9"))
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_label("Choose files").set_input_files([record, broken])
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").filter(has_text="game.txt")).to_contain_text("One game taken over")
    expect(dialog.get_by_role("listitem").filter(has_text="broken.txt")).to_contain_text(re.compile(r"Line \d+"))
    assert hindrances(page) == []
    page.keyboard.press("Escape")
    expect(cards(page)).to_have_count(2)


def test_a_game_is_walked_through_commented_and_played_on_from(page: Page) -> None:
    match = game(page, "surakarta", "Ben")
    page.goto("/library")
    cards(page).get_by_role("link", name=re.compile("Anna")).click()
    expect(page).to_have_url(re.compile(f"/replay/{match}"))
    slider = page.get_by_label("Turn", exact=True)
    expect(slider).to_have_value("0")
    assert hindrances(page) == []
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    page.keyboard.press("End")
    expect(slider).to_have_value("2")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value("1")
    page.get_by_role("button", name="Write a comment").click()
    page.get_by_label("Comment on this move").fill("A quiet beginning.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("A quiet beginning.").first).to_be_visible()
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(slider).to_have_value("2")
    page.set_viewport_size({"width": 360, "height": 740})
    assert not is_too_wide(page)
    slider.fill("1")
    page.get_by_role("link", name="Play on from here").or_(
        page.get_by_role("button", name="Play on from here")
    ).first.click()
    expect(page).to_have_url(re.compile("/play/surakarta"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_game_given_away_opens_from_a_file_without_server_or_network(
    page: Page, plain_chromium: Browser, tmp_path: Path
) -> None:
    moves = short_game("surakarta", least=12, seeds=4)[:12]
    screen = Screen.new(page, ANNA, BEN, moves=moves)
    page.goto(f"/replay/{screen.match}")
    page.get_by_role("button", name="Give away").click()
    assert hindrances(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="A page that opens anywhere").click()
    file = tmp_path / "game.html"
    saved.value.save_as(file)
    with page.expect_download() as pictured:
        page.get_by_role("button", name="Picture of this position (PNG)").click()
    assert Path(pictured.value.path()).read_bytes().startswith(b"\x89PNG")
    assert file.stat().st_size < 300_000
    context = plain_chromium.new_context(offline=True)
    alone = context.new_page()
    asked: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(file.as_uri())
    board = alone.locator("svg").first
    expect(board).to_be_visible()
    before = board.inner_html()
    alone.keyboard.press("ArrowRight")
    expect(alone.get_by_text(moves[0]).first).to_be_visible()
    assert board.inner_html() != before
    assert asked == [file.as_uri()]
    context.close()


def test_computers_are_watched_paused_and_stepped(page: Page) -> None:
    seats = ({"is": "bot", "level": 4}, {"is": "bot", "level": 5})
    match = tell(page, "/api/matches", {"game": "yinsh", "seats": seats, "kind": "bots"})["id"]
    tell(page, f"/api/matches/{match}/commands", {"do": "pace", "pause": MOST_PAUSE})
    screen = Screen(page, match)
    bar = page.get_by_role("toolbar", name="Watching")
    bar.get_by_role("button", name="Pause").click()
    expect(bar.get_by_role("button", name="Go on")).to_be_visible()
    ply = screen.state["ply"]
    bar.get_by_role("button", name="One turn").click()
    expect(screen.root).not_to_have_attribute("data-ply", str(ply))
    expect(bar.get_by_role("button", name="Go on")).to_be_visible()
    assert hindrances(page) == []
    ply = screen.state["ply"]
    bar.get_by_text("Fast", exact=True).click()
    bar.get_by_role("button", name="Go on").click()
    expect(screen.root).not_to_have_attribute("data-ply", str(ply))
