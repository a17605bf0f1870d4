"""The library in a browser: search, continue, annotate, delete and restore games, and import and export files."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.served import Served
from tests.web.accessibility import axe_violations, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.history import live_through
from tests.web.screen import ANNA, Screen, post, result

MOVES = {"sim": ["0-1", "2-3", "0-2"], "surakarta": ["4,0-3,0", "1,0-2,0"]}


@pytest.fixture
def page(player: NewPage) -> Page:
    return player(permissions=["clipboard-read", "clipboard-write"])


def game(page: Page, key: str, opponent: str, *, ended: bool = True) -> str:
    """Return a game of this browser that was resigned after some moves."""
    seats = (ANNA, {"is": "guest", "name": opponent})
    match: str = post(page, "/api/matches", {"game": key, "seats": seats})["id"]
    for ply, text in enumerate(MOVES[key]):
        post(page, f"/api/matches/{match}/commands", {"do": "move", "ply": ply, "text": text})
    if ended:
        post(page, f"/api/matches/{match}/commands", {"do": "resign", "seat": 1})
    return match


def cards(page: Page) -> Locator:
    return page.get_by_role("article")


def shelf(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name="Game", exact=True).get_by_role("button", name=re.compile(f"^{name}"))


def choose(page: Page, card: Locator, name: str) -> None:
    card.get_by_role("button", name=re.compile("^Options for")).click()
    page.get_by_role("menuitem", name=name, exact=True).click()


def filter_games(page: Page) -> None:
    """Filter three games; filters are in the URL, so that a list can be bookmarked and shared."""
    shelf(page, "Surakarta").click()
    expect(cards(page)).to_have_count(2)
    expect(page).to_have_url(re.compile("game=surakarta"))
    page.get_by_label("Result").select_option("won")
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_contain_text("Cleo")
    page.reload()
    expect(cards(page)).to_have_count(1)
    page.get_by_role("button", name="More filters").click()
    page.get_by_label("Ending", exact=True).select_option("endless")
    expect(cards(page)).to_have_count(0)
    page.get_by_label("Ending", exact=True).select_option("standard")
    expect(cards(page)).to_have_count(1)
    page.get_by_label("Opponent", exact=True).fill("Dora")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="No matching games")).to_be_visible()
    page.get_by_role("button", name="Clear filters", exact=True).first.click()
    expect(cards(page)).to_have_count(3)
    page.get_by_label("Min. moves").fill("3")
    page.keyboard.press("Enter")
    expect(cards(page)).to_have_count(1)
    page.get_by_role("button", name=re.compile("^Remove filter: Min")).click()
    page.get_by_label("From", exact=True).fill("2020-01-01")
    expect(page).to_have_url(re.compile("from=2020-01-01"))
    expect(cards(page)).to_have_count(3)
    page.get_by_label("To", exact=True).fill("2020-01-02")
    expect(cards(page)).to_have_count(0)
    page.get_by_role("button", name="Clear filters", exact=True).first.click()
    page.get_by_role("button", name="More filters").click()
    page.get_by_label("Search by name, title or ID").fill("ben")
    expect(cards(page)).to_have_count(1)
    page.get_by_label("Search by name, title or ID").fill("")


def annotate_a_game(page: Page) -> Locator:
    """Give the game against Cleo a title, tags, a comment and a star, and return its card."""
    choose(page, cards(page).filter(has_text="Cleo"), "Edit title, tags, comment…")
    page.get_by_label("Title", exact=True).fill("The long way round")
    page.get_by_label("Tags", exact=True).fill("to show, loops")
    page.get_by_label("Comment", exact=True).fill("Look at the corner.")
    page.get_by_role("button", name="Save", exact=True).click()
    named = cards(page).filter(has_text="The long way round")
    expect(named).to_contain_text("Look at the corner.")
    expect(named).to_contain_text("loops")
    star = named.get_by_role("button", name=re.compile("^Star "))
    star.click()
    expect(star).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="More filters").click()
    page.get_by_text("Starred", exact=True).click()
    expect(cards(page)).to_have_count(1)
    page.get_by_role("button", name="Clear filters", exact=True).click()
    return named


def sort_the_table(page: Page, match: str) -> None:
    """Show date, players, who won and why, and moves in a table; sort it by moves in both directions."""
    page.get_by_text("Table", exact=True).click()
    rows = page.get_by_role("row")
    expect(rows).to_have_count(4)
    page.get_by_role("columnheader", name="Moves").get_by_role("button").click()
    expect(rows.nth(1)).to_contain_text("Ben")
    expect(rows.nth(1)).to_contain_text(re.compile(r"Anna.*Won\s*by resignation\s*3"))
    expect(rows.nth(1)).to_contain_text(match)
    created = page.request.get(f"/api/matches/{match}").json()["match"]["created"]
    day = "(time) => new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'short' })"
    expect(rows.nth(1)).to_contain_text(page.evaluate(day, created))
    page.get_by_role("button", name="Descending").click()
    expect(rows.nth(3)).to_contain_text("Ben")
    assert axe_violations(page) == []


def test_games_are_found_annotated_deleted_and_restored(page: Page) -> None:
    first = game(page, "sim", "Ben")
    game(page, "surakarta", "Cleo")
    game(page, "surakarta", "Dora", ended=False)
    page.goto("/library")
    expect(cards(page)).to_have_count(3)
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    expect(shelf(page, "All games")).to_contain_text("3")
    assert axe_violations(page) == []
    filter_games(page)
    expect(cards(page)).to_have_count(3)
    named = annotate_a_game(page)
    sort_the_table(page, first)
    page.get_by_text("Cards", exact=True).click()

    # The position of a game is copied; a deletion can be undone immediately.
    choose(page, named, "Copy position")
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").startswith("surakarta")
    choose(page, cards(page).filter(has_text="Ben"), "Delete")
    expect(page.get_by_text("1 game deleted.")).to_be_visible()
    expect(cards(page)).to_have_count(2)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(cards(page)).to_have_count(3)
    page.set_viewport_size({"width": 360, "height": 740})
    expect_fits_width(page)
    choose(page, named, "Replay")
    expect(page).to_have_url(re.compile("/replay/"))


def test_a_guest_continues_with_a_game_and_keeps_all_in_an_account(page: Page) -> None:
    match = game(page, "surakarta", "Dora", ended=False)
    page.goto("/library")
    cards(page).get_by_role("link").first.click()
    expect(page).to_have_url(re.compile(f"/match/{match}"))
    screen = Screen(page, match).has_ply(2).play().has_ply(3)
    post(page, "/api/sign-up", {"name": "Keeper of games", "password": "correct horse battery"})
    page.goto("/library?finished=no")
    expect(cards(page)).to_have_count(1)
    expect(cards(page)).to_contain_text("3 moves")
    post(page, f"/api/matches/{match}/commands", {"do": "resign", "seat": 1})
    page.reload()
    expect(page.get_by_role("heading", name="No matching games")).to_be_visible()
    assert screen.state["status"] == "over"
    page.goto("/")
    expect(page.get_by_role("article").first).to_be_visible()
    expect(page.get_by_role("heading", name="Continue")).to_have_count(0)


def test_the_table_shows_the_level_of_a_bot_and_the_duration(page: Page) -> None:
    record = '[Game "surakarta"]\n[Seat1 "Anna"]\n[Seat2 "Berta"]\n[Bot2 "3 balanced"]\n[Reason "resign"]\n\n'
    post(page, "/api/library/import", {"text": record + "1. 4,0-3,0 {200} 1,0-2,0 {4}\n1-0\n"})
    page.goto("/library")
    page.get_by_text("Table", exact=True).click()
    row = page.get_by_role("row").filter(has_text="Anna")
    expect(row).to_contain_text("Level 3")
    expect(row.get_by_role("cell", name="3 min", exact=True)).to_be_visible()
    for width in (820, 390):
        page.set_viewport_size({"width": width, "height": 844})
        expect_fits_width(page)
        expect(row).to_be_in_viewport()


def test_a_long_library_has_pages_and_several_games_can_be_selected(page: Page, site: Served) -> None:
    post(page, "/api/sign-up", {"name": "Old hand", "password": "correct horse battery"})
    page.goto("/library")
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
    assert axe_violations(page) == []
    live_through(site, "Old hand", games=27)
    page.reload()
    expect(cards(page)).to_have_count(24)
    expect(page.get_by_role("main").get_by_role("status")).to_have_text("27 games")
    page.get_by_role("button", name="Page 2").click()
    expect(cards(page)).to_have_count(3)
    expect(page).to_have_url(re.compile("page=2"))
    page.go_back()
    expect(cards(page)).to_have_count(24)
    page.go_forward()
    expect(cards(page)).to_have_count(3)
    for card in cards(page).all():
        card.get_by_role("checkbox").check()
    bar = page.get_by_role("toolbar", name="3 games selected")
    with page.expect_download() as saved:
        bar.get_by_role("button", name="Export JSON").click()
    assert len(json.loads(saved.value.path().read_text())) == 3
    bar.get_by_role("button", name="Delete").click()
    # When a page becomes empty, the previous one is shown.
    expect(cards(page)).to_have_count(24)
    expect(page.get_by_role("button", name="Page 2")).to_have_count(0)
    expect(shelf(page, "All games")).to_contain_text("24")


def download(page: Page, name: str) -> str:
    """Choose an entry of the open menu and return the text of the downloaded file."""
    with page.expect_download() as saved:
        page.get_by_role("menuitem", name=name, exact=True).click()
    return saved.value.path().read_text()


def export_everywhere(page: Page, match: str) -> tuple[str, str]:
    """Export a game from a running match, a finished one, a replay and the library: as JSON and as a record."""
    Screen(page, match).has_ply(2)
    actions = page.get_by_role("toolbar", name="Game actions").get_by_role("button", name="More")
    actions.click()
    running = json.loads(download(page, "Save as JSON"))
    assert [move["text"] for move in running["moves"]] == MOVES["surakarta"]
    post(page, f"/api/matches/{match}/commands", {"do": "resign", "seat": 1})
    expect(result(page)).to_be_visible()
    actions.click()
    data = download(page, "Save as JSON")
    assert json.loads(data)["moves"] == running["moves"]
    page.goto(f"/replay/{match}")
    page.get_by_role("button", name="More", exact=True).click()
    assert json.loads(download(page, "Save as JSON"))["moves"] == json.loads(data)["moves"]
    page.goto("/library")
    menu = cards(page).get_by_role("button", name=re.compile("^Options for"))
    menu.click()
    assert json.loads(download(page, "Save as JSON"))["moves"] == json.loads(data)["moves"]
    menu.click()
    text = download(page, "Save as file")
    assert "4,0-3,0" in text
    return data, text


def drop_file(page: Page, text: str) -> None:
    """Drop a file with this text on the page."""
    dropped = page.evaluate_handle(
        """(text) => {
            const files = new DataTransfer();
            files.items.add(new File([text], 'dropped.json'));
            return files;
        }""",
        text,
    )
    page.get_by_role("heading", level=1).dispatch_event("dragover", {"dataTransfer": dropped})
    expect(page.get_by_text("Drop files here")).to_be_visible()
    page.get_by_role("heading", level=1).dispatch_event("drop", {"dataTransfer": dropped})


def test_files_are_imported_completely_or_refused_with_the_line_and_exported_everywhere(
    player: NewPage, tmp_path: Path
) -> None:
    page = player(expects="400 (Bad Request)")
    match = game(page, "surakarta", "Ben", ended=False)
    data, text = export_everywhere(page, match)
    # Dropped on the home page, and chosen in the library.
    page.goto("/")
    drop_file(page, data)
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").filter(has_text="dropped.json")).to_contain_text("1 game imported")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    # Opening and closing the dialog imports nothing.
    page.get_by_role("button", name="Import", exact=True).click()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert page.request.get("/api/library").json()["total"] == 2
    page.get_by_role("button", name="Import", exact=True).click()
    record, broken = tmp_path / "game.txt", tmp_path / "broken.txt"
    record.write_text(text)
    broken.write_text(text.replace("4,0-3,0", "4,0-9,9"))
    page.get_by_label("Choose files").set_input_files([record, broken])
    expect(dialog.get_by_role("listitem").filter(has_text="game.txt")).to_contain_text("1 game imported")
    expect(dialog.get_by_role("listitem").filter(has_text="broken.txt")).to_contain_text(re.compile(r"Line \d+"))
    assert axe_violations(page) == []
    dialog.get_by_role("link", name="Replay").last.click()
    expect(page).to_have_url(re.compile("/replay/"))
    page.goto("/library")
    expect(cards(page)).to_have_count(3)


def test_an_import_shows_its_progress_and_can_be_cancelled(page: Page, tmp_path: Path) -> None:
    page.goto("/library")
    page.get_by_role("button", name="Import", exact=True).first.click()
    many = tmp_path / "many.txt"
    many.write_text(10_000 * '[Game "sim"]\n\n1. 0-1\n')
    page.get_by_label("Choose files").set_input_files([many])
    listed = page.get_by_role("dialog").get_by_role("listitem").filter(has_text="many.txt")
    expect(listed).to_contain_text(re.compile(r"\d+ of 10000"))
    listed.get_by_role("button", name="Cancel").click()
    expect(listed).to_contain_text(re.compile(r"Cancelled: \d+ of 10000 games imported"))
    expect(listed.get_by_role("button", name="Cancel")).to_have_count(0)
    assert axe_violations(page) == []
