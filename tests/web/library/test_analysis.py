"""The analysis board and the editor, used as a person uses them."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from parlour.games import game as find_game
from parlour.games import keys, registry
from tests.web.accessibility import Motion, axe_violations, choose_settings, expect_fits_width
from tests.web.conftest import NewPage
from tests.web.polling import clipboard, poll
from tests.web.screen import ANNA, BEN, Screen, post, result

HEXAPAWN = Path(__file__).parents[2] / "games/hexapawn.py"
BLUNDER = "....../.1..2./....../....../....../...... 1 0"
"""Surakarta: the first player can take the last piece of the other."""


@pytest.fixture
def page(player: NewPage) -> Page:
    return player()


def finished(page: Page, start: str, *moves: str) -> str:
    """A game of Surakarta that was resigned after some moves."""
    screen = Screen.new(page, ANNA, BEN, start=start, moves=moves)
    seat = screen.state["position"]["seat"]
    post(page, f"/api/matches/{screen.match}/commands", {"do": "resign", "seat": seat})
    return screen.match


def quiet_move(start: str) -> str:
    position = find_game("surakarta").read(start)
    return next(text for text in map(position.write_move, position.moves()) if "x" not in text)


def ready(page: Page) -> Locator:
    root = page.locator("[data-node]")
    expect(root).to_have_attribute("data-ready", "true")
    return root


def test_a_finished_game_is_analysed_and_its_blunder_shown_in_words_and_on_the_board(page: Page) -> None:
    played = quiet_move(BLUNDER)
    match = finished(page, BLUNDER, played)
    page.goto(f"/match/{match}")
    result(page).get_by_role("link", name="Analysis").click()
    # A finished game opens at its end.
    expect(ready(page)).to_have_attribute("data-node", "1")
    page.get_by_role("button", name="Analyse game").click()
    accuracy = page.get_by_role("list", name="Accuracy")
    expect(accuracy.get_by_role("listitem").filter(has_text="Anna")).to_contain_text(re.compile(r"0\.0.*1\?\?", re.S))
    page.get_by_role("button", name="Next mistake").click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Blunder")
    expect(verdict).to_contain_text(re.compile(r"\dx\d"))
    expect(
        page.get_by_role("region", name="Moves and variations").get_by_role("button", name="Blunder")
    ).to_be_visible()
    # Everything about the move is in view on a laptop: the graph, the accuracy and the list of moves.
    page.set_viewport_size({"width": 1280, "height": 800})
    for part in (page.locator(".plot canvas"), accuracy, verdict):
        expect(part).to_be_in_viewport(ratio=1)
    # The slider walks through the game, as a click on the graph does.
    page.get_by_role("slider", name="Move in the game").fill("0")
    expect(page.locator("[data-node]")).to_have_attribute("data-node", "0")
    page.get_by_role("button", name="Review options").click()
    page.get_by_role("menuitem", name="Show as table").click()
    expect(page.get_by_role("region", name="Advantage")).to_contain_text(played)
    lines = page.get_by_role("region", name="Engine").locator("ol[data-done]")
    # A line that disappears under the pointer is no longer the one to show.
    lines.get_by_role("listitem").first.hover()
    expect(page.locator(".flat [data-tone=danger]")).to_have_count(0)
    page.keyboard.press("n")
    page.get_by_role("button", name="Show better move").click()
    expect(page.locator("[data-node]")).to_have_attribute("data-node", "0")
    expect(lines).to_contain_text("wins in 1 move")
    # The played and the better turn are shown together: on the board, distinguished by a bar, and in words.
    arrows = page.locator(".flat [data-is=line]")
    expect(arrows.and_(page.locator("[data-tone=danger]"))).to_have_count(2)
    expect(arrows.and_(page.locator("[data-tone=best]"))).to_have_count(1)
    fault = page.get_by_role("status").filter(has_text="Played")
    expect(fault).to_contain_text(f"Played: {played} – Blunder")
    expect(fault).to_contain_text(re.compile(r"Better: \d,\dx\d,\d"))
    assert axe_violations(page) == []
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator("[data-node]")).to_have_attribute("data-node", "1")
    expect(fault).to_be_hidden()
    expect(page.locator(".verdict")).to_contain_text(f"{played} – Blunder")
    # The review is stored with the game.
    page.reload()
    expect(page.get_by_role("list", name="Accuracy")).to_be_visible()
    expect(page.get_by_role("button", name="Analyse game")).to_be_hidden()


def test_a_long_analysis_shows_how_far_it_is_and_is_stopped(page: Page) -> None:
    position = find_game("yinsh").start()
    position.play_random(3, limit=24)
    written: list[str] = []
    walker = position.copy()
    while walker.played:
        move = walker.undo()
        written.insert(0, walker.write_move(move))
    screen = Screen.new(page, ANNA, BEN, game="yinsh", moves=written)
    post(page, f"/api/matches/{screen.match}/commands", {"do": "resign", "seat": position.seat})
    page.goto(f"/analysis/match/{screen.match}?ply=5")
    expect(ready(page)).to_have_attribute("data-node", "5")
    # The list shows turns, and a step is a whole turn.
    turns = page.request.get(f"/api/matches/{screen.match}").json()["state"]["turns"]
    expect(page.get_by_role("region", name="Moves and variations").locator(".turn")).to_have_count(len(turns))
    page.get_by_role("radio", name="Deep").click()
    page.get_by_role("button", name="Analyse game").click()
    expect(page.get_by_role("progressbar", name="Game review")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("button", name="Analyse game")).to_be_visible()


def step_with_animation(page: Page, root: Locator) -> None:
    """Steps back and forward along a variation are animated."""
    choose_settings(page, speed="normal")
    for press, node in (("[", "0"), ("]", "1"), ("[", "0")):
        motion = Motion(page)
        page.keyboard.press(press)
        expect(root).to_have_attribute("data-node", node)
        assert motion.end().goes_straight()
    choose_settings(page, speed="off")


def annotate_and_save_as_a_study(page: Page, moves: Locator, other: str) -> None:
    """Name the variation that begins with a move, comment on it, and save everything."""
    page.get_by_text(f"Note on {other}").click()
    page.get_by_label("Variation name").fill("The other way")
    page.get_by_label("Comment").fill("quiet")
    page.get_by_role("radio", name="!?", exact=True).click()
    expect(moves).to_contain_text("The other way")
    expect(moves).to_contain_text("quiet")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_label("Study name").fill("My study")
    page.get_by_role("dialog").get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="My study")).to_be_visible()


def export_the_study(page: Page) -> Path:
    """Save the study as a web page and as JSON, and return the path of the JSON file."""
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("menuitem", name="Edit position")).to_be_visible()
    with page.expect_download() as given:
        page.get_by_role("menuitem", name="Save as web page").click()
    whole = Path(given.value.path()).read_text(encoding="utf-8")
    assert given.value.suggested_filename == "My-study.html"
    assert "The other way" in whole
    page.get_by_role("button", name="More").click()
    with page.expect_download() as saved:
        page.get_by_role("menuitem", name="Save as JSON").click()
    kept = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert saved.value.suggested_filename == "My-study.json"
    assert [node.get("name") for node in kept["nodes"]] == [None, None, "The other way"]
    return saved.value.path()


def rename_delete_and_restore_the_study(page: Page) -> None:
    """Rename the study in the list, delete it, and undo the deletion."""
    page.get_by_role("button", name="Options for “My study”").click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_label("Study name").fill("Two ways")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    page.get_by_role("button", name="Options for “Two ways”").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_role("link", name="Two ways")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()


def test_variations_are_explored_named_kept_and_exported(page: Page) -> None:
    page.goto("/analysis")
    page.get_by_role("link", name="Surakarta").click()
    root = ready(page)
    engine = page.get_by_role("region", name="Engine")
    engine.locator("ol[data-done] button").first.click()
    expect(root).to_have_attribute("data-node", "1")
    page.keyboard.press("[")
    expect(root).to_have_attribute("data-node", "0")
    legal = find_game("surakarta").start()
    move = page.get_by_role("region", name="Moves and variations").locator(".move:not(.start)")
    expect(move).to_have_count(1)
    first = move.inner_text()
    other = next(text for text in map(legal.write_move, legal.moves()) if text not in first)
    for pick in legal.picks(legal.read_move(other))[0]:
        page.locator(f'[data-site="{pick}"]').click()
    expect(root).to_have_attribute("data-node", "2")
    step_with_animation(page, root)
    moves = page.get_by_role("region", name="Moves and variations")
    moves.get_by_role("button", name=other).click()
    expect(root).to_have_attribute("data-node", "2")
    annotate_and_save_as_a_study(page, moves, other)
    exported = export_the_study(page)
    page.goto("/analysis")
    rename_delete_and_restore_the_study(page)
    page.get_by_role("link", name="Two ways").click()
    ready(page)
    expect(page.get_by_role("region", name="Moves and variations")).to_contain_text("The other way")
    page.goto("/analysis")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open file").click()
    chooser.value.set_files(exported)
    ready(page)
    page.get_by_role("button", name="Next variation").click()
    page.keyboard.press("End")
    page.keyboard.press("x")
    page.get_by_text(re.compile("^Note on [0-9]")).click()
    page.get_by_role("button", name="Delete from here").click()
    stretches = page.get_by_role("region", name="Moves and variations").locator(".stretch")
    expect(stretches).to_have_count(1)
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(stretches).to_have_count(2)
    page.keyboard.press("Control+y")
    expect(stretches).to_have_count(1)


def test_every_move_of_a_solved_game_shows_its_exact_value(page: Page) -> None:
    page.goto("/analysis#share=sim")
    root = ready(page)
    page.keyboard.press("v")
    groups = page.locator("[data-exact=true]")
    expect(groups).to_contain_text("loses in 15 moves")
    expect(groups.get_by_role("button")).to_have_count(15)
    groups.get_by_role("button").first.click()
    expect(root).to_have_attribute("data-node", "1")
    expect(groups).to_contain_text("wins in")
    page.keyboard.press("l")
    expect(page.get_by_role("switch", name="Engine on")).to_have_attribute("aria-checked", "false")
    assert axe_violations(page) == []


def test_while_people_play_the_engine_does_not_help_with_the_position(page: Page, player: NewPage) -> None:
    match = post(page, "/api/matches", {"game": "sim", "seats": [ANNA, {"is": "open"}], "kind": "network"})["id"]
    post(player(), f"/api/matches/{match}/join", {"name": "Ben"})
    page.goto("/analysis#share=sim")
    expect(page.get_by_role("region", name="Engine")).to_contain_text("not available for a game against other people")


# ---- The editor ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", keys())
def test_every_game_has_an_editor_that_highlights_text_and_board_together(page: Page, key: str) -> None:
    page.goto(f"/editor/{key}")
    root = page.locator("[data-legal]")
    expect(root).to_have_attribute("data-legal", "true")
    game = find_game(key)
    first = next(span for span in game.text_spans(game.start_text(game.check()), game.check()) if span.sites)
    page.locator("[data-span]").first.hover()
    expect(page.locator(".means")).to_contain_text(game.board(game.check()).sites[first.sites[0]].label)
    page.locator(f'[data-site="{first.sites[0]}"]').hover()
    expect(page.locator("[data-span].lit")).to_have_count(1)
    page.get_by_role("button", name="Clear board").click()
    page.get_by_role("button", name="Undo").click()
    expect(root).to_have_attribute("data-legal", "true")


def edit_by_keyboard(page: Page, root: Locator, text: Locator) -> None:
    """Add a piece by keyboard: a digit selects it, Enter places it at the cursor, Delete removes it."""
    page.locator('[data-site="9"]').focus()
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    expect(root).to_have_attribute("data-pieces", "2")
    page.keyboard.press("Delete")
    expect(root).to_have_attribute("data-pieces", "1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(root).to_have_attribute("data-legal", "true")
    expect(text).to_have_value("....../.1..2./....../....../....../...... 1 0")


def use_the_tools(page: Page, root: Locator, text: Locator) -> None:
    """Change the player to move, mirror, move and erase, with undo by key and by button."""
    page.get_by_role("radio", name="North", exact=True).click()
    expect(text).to_have_value("....../.1..2./....../....../....../...... 2 0")
    page.get_by_role("button", name="Mirror").click()
    expect(text).to_have_value("....../.2..1./....../....../....../...... 2 0")
    page.keyboard.press("Control+z")
    expect(text).to_have_value("....../.1..2./....../....../....../...... 2 0")
    page.get_by_role("button", name="Move", exact=True).click()
    page.locator('[data-site="7"]').click()
    page.locator('[data-site="0"]').click()
    expect(text).to_have_value("1...../....2./....../....../....../...... 2 0")
    page.get_by_role("button", name="Erase").click()
    page.locator('[data-site="0"]').click()
    expect(root).to_have_attribute("data-pieces", "1")
    page.get_by_role("button", name="Undo").click()


def save_rename_delete_and_restore_the_position(page: Page) -> None:
    """Keep the position under a name, rename it, delete it, and undo the deletion."""
    page.get_by_text("Your positions").click()
    page.get_by_label("Name", exact=True).fill("Two corners")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Options for “Two corners”").click()
    page.get_by_role("menuitem", name="Rename").click()
    page.get_by_role("dialog").get_by_label("Name").fill("Corners")
    page.get_by_role("dialog").get_by_role("button", name="Rename").click()
    page.get_by_role("button", name="Options for “Corners”").click()
    page.get_by_role("menuitem", name="Delete").click()
    expect(page.get_by_role("button", name="Corners", exact=True)).to_be_hidden()
    page.locator(".toast").get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="Corners", exact=True)).to_be_visible()


def test_a_position_is_built_validated_saved_and_played(page: Page) -> None:
    page.goto("/editor/surakarta")
    root = page.locator("[data-legal]")
    page.get_by_role("button", name="Clear board").click()
    expect(root).to_have_attribute("data-legal", "false")
    expect(page.get_by_text("Problems")).to_be_visible()
    # Bullets are beside the first lines: a sentence is as high as its entry in the list.
    heights = "lists => [...lists[0].children].map(one => one.offsetHeight - one.firstElementChild.offsetHeight)"
    problems = page.get_by_role("status").get_by_role("list")
    expect(problems.first).to_be_visible()
    assert poll(page, lambda: set(problems.evaluate_all(heights)), lambda found: found == {0}) == {0}
    text = page.get_by_label("Position as text")
    # A position that cannot be played has a text too, and its URL restores it.
    expect(text).to_have_value("surakarta;;draft 1")
    page.reload()
    expect(root).to_have_attribute("data-legal", "false")
    expect(text).to_have_value("surakarta;;draft 1")
    page.locator('[data-site="7"]').click()
    edit_by_keyboard(page, root, text)
    use_the_tools(page, root, text)
    expect(text).to_have_value("1...../....2./....../....../....../...... 2 0")
    # A text that cannot be read is marked at its column; what can be read is taken at once.
    text.fill("1...../....2./......x/....../....../...... 2 0")
    expect(page.locator(".wrong")).to_have_text("x")
    expect(page.get_by_text("Column 21")).to_be_visible()
    text.fill("1...../....../....../....../....../2..... 1 7")
    expect(root).to_have_attribute("data-legal", "true")
    save_rename_delete_and_restore_the_position(page)
    assert axe_violations(page) == []
    page.get_by_role("link", name="Analyse").click()
    ready(page)
    page.go_back()
    page.get_by_role("link", name="Play from here").click()
    expect(page).to_have_url(re.compile("/play/surakarta"))
    page.get_by_role("button", name="Start").click()
    expect(page).to_have_url(re.compile("/match/"))
    screen = page.request.get(f"/api/matches/{page.url.rsplit('/', 1)[1]}").json()
    assert screen["match"]["start"] == "1...../....../....../....../....../2..... 1 7"


def test_a_position_is_rotated_dragged_copied_and_shared(player: NewPage) -> None:
    page = player(permissions=["clipboard-read", "clipboard-write"])
    page.goto("/editor/laserchess")
    text = page.get_by_label("Position as text")
    expect(text).to_have_value(re.compile("^sc3ncfcncpb2/"))
    page.get_by_role("button", name="Rotate", exact=True).click()
    page.locator('[data-site="77"]').click()
    expect(text).to_have_value(re.compile("^sc3ncfcncpc2/"))
    page.get_by_role("button", name="Move", exact=True).click()
    page.locator('[data-site="77"]').drag_to(page.locator('[data-site="79"]'))
    expect(text).to_have_value(re.compile("^sc3ncfcnc2pc/"))
    # With any tool, a piece that is dragged off the board is removed.
    page.get_by_role("button", name="Erase").click()
    page.locator('[data-site="79"]').drag_to(page.locator(".table"), target_position={"x": 8, "y": 8})
    expect(text).to_have_value(re.compile("^sc3ncfcnc3/"))
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("radio", name="Right", exact=True).click()
    page.get_by_role("button", name="Blue: Scarab").click()
    page.locator('[data-site="77"]').click()
    expect(text).to_have_value(re.compile("^sc3ncfcncRb1pc/"))
    page.get_by_role("button", name="Start position").click()
    expect(text).to_have_value(re.compile("^sc3ncfcncpb2/"))
    page.get_by_text("Examples").click()
    page.get_by_role("button", name="Imhotep").click()
    expect(text).to_have_value(re.compile("^sc3ncfcncra2/"))
    # The text is copied and pasted; a link brings the set-up to another person, who starts a game with it.
    copied = text.input_value()
    page.get_by_role("button", name="Clear board").click()
    expect(page.locator("[data-legal]")).to_have_attribute("data-legal", "false")
    text.fill(copied)
    expect(page.locator("[data-legal]")).to_have_attribute("data-legal", "true")
    expect(page).to_have_url(re.compile("#share=laserchess"))
    page.get_by_role("button", name="Copy", exact=True).click()
    assert clipboard(page, lambda found: found.endswith(copied)).endswith(copied)
    page.get_by_role("button", name="Copy link").click()
    link = clipboard(page, lambda found: found.startswith("http"))
    page.goto("/rules")
    page.goto(link)
    expect(text).to_have_value(copied)
    page.get_by_role("link", name="Play from here").click()
    expect(page.get_by_label("Position as text")).to_have_value(copied)
    page.get_by_role("button", name="Start game").click()
    expect(page).to_have_url(re.compile("/match/"))


def test_an_external_game_can_be_edited_and_analysed(page: Page) -> None:
    hexapawn = registry.load(HEXAPAWN)
    page.goto(f"/editor/{hexapawn.key}")
    text = page.get_by_label("Position as text")
    expect(text).to_have_value("WWW...BBB w")
    page.get_by_role("button", name="empty", exact=True).click()
    page.locator('[data-site="0"]').click()
    expect(text).to_have_value(".WW...BBB w")
    text.fill(".WW...BB w")
    expect(page.get_by_text("Write nine signs").first).to_be_visible()
    text.fill(".WW...BBB b")
    expect(page.locator("[data-legal]")).to_have_attribute("data-legal", "true")
    page.get_by_role("link", name="Analyse").click()
    ready(page)
    page.keyboard.press("v")
    for move in ("a3a2", "b3b2", "c3c2"):
        expect(page.get_by_role("button", name=f"Play {move}: ")).to_be_visible()
    page.get_by_role("button", name="More").click()
    expect(page.get_by_role("menuitem", name="Play from here")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Edit position")).to_have_count(0)


def test_analysis_and_editor_fit_a_phone(visit: NewPage) -> None:
    for path in ("/editor/laserchess", "/analysis#share=yinsh", "/analysis"):
        page = visit(path, width=360, height=740, theme="light")
        expect(page.get_by_role("heading", level=1).first).to_be_visible()
        expect_fits_width(page)
        assert axe_violations(page) == [], path
        if path.startswith("/editor"):
            # A row for the pieces of each side and one for the tools; what comes next is always in view.
            choices = page.get_by_role("group", name="Pieces and tools").get_by_role("button")
            assert len(set(choices.evaluate_all("(all) => all.map((one) => one.offsetTop)"))) == 3
            expect(page.get_by_role("link", name="Play from here")).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_board_stays_in_view_above_tabs(visit: NewPage) -> None:
    page = visit("/analysis#share=surakarta", width=360, height=520)
    board, tabs = page.get_by_role("application", name="Analysis board: Surakarta"), page.get_by_role("tab")
    expect(tabs).to_have_text(["Engine", "Moves", "Openings"])
    page.get_by_role("radio", name="All moves").click()
    moves = page.get_by_role("button", name=re.compile("^Play "))
    expect(moves).to_have_count(16)
    moves.last.hover()
    expect(moves.last).to_be_in_viewport()
    expect(board).to_be_in_viewport(ratio=0.9)
    tabs.nth(1).click()
    expect(page.get_by_role("group", name="Moves and variations")).to_be_visible()
    expect(page.get_by_role("radio", name="All moves")).to_have_count(0)
