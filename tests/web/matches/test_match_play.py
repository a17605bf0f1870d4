"""Actions in a game other than moves: undo, review, hints, offers, resigning, pausing, restarting."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.accessibility import icon_offset
from tests.web.conftest import NewPage
from tests.web.polling import box_of, stable_attribute
from tests.web.screen import ANNA, BEN, Screen, result

BOT = {"is": "bot", "level": 1}
NEARLY_LOST = ["A-B", "D-E", "B-C", "E-F"]
"""Sim: the stroke A-C would complete a triangle."""
WON = ["A-B", "C-D", "D-F", "C-E", "A-F", "A-D", "C-F", "B-F"]
"""Sim: the stroke A-C would complete a triangle, and B-C wins by force, so that no search warns of it."""


@pytest.fixture
def page(player: NewPage) -> Page:
    return player()


def test_an_undo_that_is_not_possible_says_why(page: Page) -> None:
    screen = Screen.new(page).ready()
    expect(screen.button("Undo")).to_be_disabled()
    screen.button("Undo").dispatch_event("click")
    refusal = page.locator(".announcement")
    expect(refusal).to_contain_text("There is nothing to undo.")
    assert icon_offset(refusal) <= 1


def test_moves_are_taken_back_and_played_again(page: Page) -> None:
    screen = Screen.new(page).play().play().has_ply(2)
    screen.choose("Undo")
    screen.has_ply(1)
    expect(screen.live_region).to_contain_text("takes back one move")
    screen.choose("Redo")
    screen.has_ply(2)
    expect(screen.button("Redo")).to_be_disabled()
    for key, ply in (("u", 1), ("r", 2), ("Control+z", 1), ("Control+z", 0), ("Control+y", 1), ("Control+Shift+z", 2)):
        page.keyboard.press(key)
        screen.has_ply(ply)
    # Where a move is typed, the keys belong to the field.
    page.get_by_label("Move or command").press("u")
    page.get_by_label("Move or command").press("Control+z")
    screen.has_ply(2).ready()


def test_against_a_bot_undo_goes_back_to_the_players_own_turn(page: Page) -> None:
    screen = Screen.new(page, ANNA, BOT).play().ready().has_ply(2)
    screen.choose("Undo")
    screen.has_ply(0).ready()


def test_earlier_moves_are_reviewed_and_the_board_is_locked_meanwhile(page: Page) -> None:
    screen = Screen.new(page).play().play().play().has_ply(3)
    texts = [turn["text"] for turn in screen.state["turns"]]
    list = page.get_by_role("region", name="Moves")
    list.get_by_role("button", name=f"Anna: {texts[0]}").click()
    expect(page.get_by_text("Viewing move 1 of 3")).to_be_visible()
    expect(screen.root).to_have_attribute("data-ready", "false")
    legal = screen.state["position"]["legal"][0]["paths"][0]
    screen.pick(legal[0]).click()
    expect(page.get_by_text("This is an earlier position").first).to_be_visible()
    page.keyboard.press("Home")
    expect(page.get_by_text("Viewing the start")).to_be_visible()
    page.keyboard.press("]")
    expect(page.get_by_text("Viewing move 1 of 3")).to_be_visible()
    screen.choose("Back to the game")
    screen.ready().has_ply(3)


def test_play_continues_from_an_earlier_position(page: Page) -> None:
    screen = Screen.new(page).play().play().play().has_ply(3)
    page.keyboard.press("[")
    page.keyboard.press("[")
    expect(page.get_by_text("Viewing move 1 of 3")).to_be_visible()
    screen.choose("Undo to here")
    screen.has_ply(1).ready().choose("Redo")
    screen.has_ply(3)


def test_a_hint_is_shown_with_its_reasons_and_counted(page: Page) -> None:
    screen = Screen.new(page).ready()
    page.keyboard.press("h")
    heading, drawn = page.get_by_role("heading", name=re.compile("Hint for Anna: ")), page.locator('[data-tone="hint"]')
    expect(heading).to_be_visible()
    turn = heading.inner_text().partition(": ")[2]
    assert turn in [move["text"] for move in screen.state["position"]["legal"]]
    expect(screen.live_region).to_contain_text(turn)
    expect(drawn).not_to_have_count(0)
    expect(page.get_by_role("region", name="Anna")).to_contain_text("hints: 1")
    screen.play()
    expect(heading).to_be_hidden()
    expect(drawn).to_have_count(0)


EACH_CAPTURES = "....../.12.../2...../....../..1.../....2. 1 0"
"""Surakarta: the side to move captures the other's piece round a loop."""


def test_the_coach_shows_threats_of_the_position_on_the_board(page: Page) -> None:
    screen = Screen.new(page, start=EACH_CAPTURES, moves=["1,1-1,0", "1,2-0,2"]).ready()
    page.keyboard.press("c")
    threats = page.get_by_role("heading", name="Threats")
    expect(threats).to_be_visible()
    expect(screen.button("Threats")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Ben threatens")).to_be_visible()
    # The player's own threat is a solid arrow, the opponent's is dashed, and captures are crossed out.
    mine, theirs = page.locator('[data-tone="best"][data-is="line"]'), page.locator('[data-tone="threat"]')
    expect(mine).to_have_count(1)
    expect(theirs.and_(page.locator('[data-is="line"]'))).not_to_have_count(1)
    expect(theirs.and_(page.locator('[data-is="cross"]'))).not_to_have_count(0)
    # In review, the threats are those of the position shown.
    page.keyboard.press("[")
    expect(page.get_by_text("Viewing move 1 of 2")).to_be_visible()
    expect(page.get_by_text("Anna threatens")).to_be_visible()
    page.keyboard.press("c")
    expect(threats).to_be_hidden()
    expect(mine).to_have_count(0)


def test_the_warning_asks_before_a_losing_move(player: NewPage) -> None:
    page = player(settings={"help": "warn"})
    screen = Screen.new(page, game="sim", moves=NEARLY_LOST).ready()
    path = next(move["paths"][0] for move in screen.state["position"]["legal"] if move["text"] == "A-C")
    for pick in path:
        screen.pick(pick).click()
    dialog = page.get_by_role("dialog", name="Are you sure?")
    dialog.get_by_role("button", name="Choose another move").click()
    expect(dialog).to_be_hidden()
    screen.has_ply(4).ready()
    for pick in path:
        screen.pick(pick).click()
    dialog.get_by_role("button", name="Play anyway").click()
    screen.has_ply(5)
    expect(result(page, "Ben won")).to_be_visible()
    # A seat without the setting is not warned.
    screen = Screen.new(player(), game="sim", moves=NEARLY_LOST).ready()
    for pick in path:
        screen.pick(pick).click()
    screen.has_ply(5)


def test_help_is_chosen_for_each_seat_and_marks_the_board_itself(page: Page) -> None:
    screen = Screen.new(page, game="sim", moves=WON).ready().choose("Options for Anna")
    page.get_by_role("menuitem", name="show losing moves").click()
    expect(page.get_by_text("1 move loses immediately: A-C")).to_be_visible()
    # The losing stroke is crossed out; after its first dot, the label of each other dot says what the stroke would do.
    expect(page.locator('[data-is="cross"]')).to_have_count(1)
    screen.site(2).click()
    expect(screen.site(0)).to_have_accessible_name(re.compile("loses immediately"))
    expect(screen.site(1)).to_have_accessible_name(re.compile("safe"))
    screen.site(1).click()
    screen.has_ply(9)
    # Ben has no such help.
    expect(page.locator('[data-is="cross"]')).to_have_count(0)


def test_the_volume_is_changed_and_muted_beside_the_game(page: Page) -> None:
    screen = Screen.new(page).ready().menu("Volume")
    dialog = page.get_by_role("dialog", name="Sound")
    expect(dialog.get_by_label("Volume")).to_be_disabled()
    with page.expect_response("**/api/me/preferences"):
        dialog.get_by_label("Mute").click()
    with page.expect_response("**/api/me/preferences"):
        dialog.get_by_label("Volume").fill("20")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.reload()
    screen.ready().menu("Volume")
    expect(dialog.get_by_label("Volume")).to_have_value("20")
    expect(dialog.get_by_label("Mute")).not_to_be_checked()


def test_at_one_screen_a_draw_is_agreed_on(page: Page) -> None:
    Screen.new(page).play().play().choose("Draw", "Agree to a draw")
    expect(result(page, "Draw")).to_be_visible()


def test_a_bot_answers_an_offer(page: Page) -> None:
    screen = Screen.new(page, ANNA, BOT).play().ready()
    screen.choose("Draw", "Offer draw")
    expect(screen.live_region).to_contain_text(re.compile("declines|accepts|a draw was agreed"))


@pytest.mark.parametrize(("loser", "winner"), [("Anna", "Ben"), ("Ben", "Anna")])
def test_the_resign_dialog_names_the_seat(page: Page, loser: str, winner: str) -> None:
    Screen.new(page).play().choose("Resign", f"{loser} resigns")
    panel = result(page, f"{winner} won")
    expect(panel).to_contain_text(f"{loser} resigned.")
    expect(panel).not_to_contain_text("won:")
    # The panel leaves room for the buttons below the move list.
    expect(page.get_by_role("button", name="Previous move")).to_be_in_viewport(ratio=1)


def test_against_a_bot_only_the_person_can_resign(page: Page) -> None:
    screen = Screen.new(page, ANNA, BOT).choose("Resign")
    expect(page.get_by_role("dialog", name="Resign this game?").get_by_role("button", name="Resign")).to_be_visible()
    screen.choose("Cancel")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_pause_hides_the_board_and_everything_continues_after_it(page: Page) -> None:
    screen = Screen.new(page).play()
    stable_attribute(screen.site(0), "style")
    at = box_of(screen.site(0))
    is_on_top = "([x, y, name]) => document.elementFromPoint(x, y)?.closest(name) != null"
    middle = [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2]
    page.wait_for_function(is_on_top, arg=[*middle, "[data-site]"])
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Paused").first).to_be_visible()
    expect(screen.root).to_have_attribute("data-ready", "false")
    page.wait_for_function(is_on_top, arg=[*middle, ".veil"])
    expect(page.locator(".veil")).to_have_css("background-color", re.compile(r"^rgb\("))
    # The link to the home page still works.
    page.get_by_role("link", name="Parlour: Home").click(trial=True)
    page.keyboard.press("Escape")
    screen.ready()
    screen.choose("Pause", "Resume")
    screen.ready().play().has_ply(2)


def test_a_restart_keeps_the_seats(page: Page) -> None:
    screen = Screen.new(page).play()
    screen.menu("Restart").choose("Restart")
    page.wait_for_url(lambda url: "/match/" in url and screen.match not in url)
    screen.has_ply(0).ready()
    expect(page.get_by_role("region", name="Anna")).to_contain_text("South")


def test_a_rematch_swaps_sides_and_counts(page: Page) -> None:
    screen = Screen.new(page).play().play().choose("Resign", "Ben resigns")
    result(page).get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: "/match/" in url and screen.match not in url)
    screen.has_ply(0)
    expect(page.get_by_role("region", name="Anna")).to_contain_text("North")
    expect(page.get_by_text("Series: 0–1")).to_be_visible()


def test_moves_can_be_confirmed_before_they_are_played(player: NewPage) -> None:
    page = player(settings={"confirmMoves": True})
    screen = Screen.new(page).ready()
    move = screen.state["position"]["legal"][0]
    for pick in move["paths"][0]:
        screen.pick(pick).click()
    play = page.get_by_role("button", name=re.compile("^Play"))
    expect(play).to_be_visible()
    screen.has_ply(0)
    play.click()
    screen.has_ply(1)


def test_two_quick_clicks_play_one_move(page: Page) -> None:
    screen = Screen.new(page, game="pylos").ready()
    site = screen.state["position"]["legal"][0]["paths"][0][0]
    screen.site(site).dblclick()
    screen.has_ply(1).ready()
    assert screen.state["ply"] == 1


def test_what_is_illegal_is_explained(page: Page) -> None:
    screen = Screen.new(page).ready()
    corner, far = 4 * 6, 2 * 6 + 2
    screen.site(corner).click()
    screen.site(far).click()
    expect(screen.live_region).to_contain_text("2,2 is not next to 4,0")
    screen.has_ply(0)
    expect(page.get_by_role("heading", name="Anna to move")).to_be_visible()
    screen.site(3 * 6).click()
    screen.has_ply(1)


def test_the_game_can_be_saved_copied_and_shared(player: NewPage) -> None:
    page = player(permissions=["clipboard-read", "clipboard-write"])
    screen = Screen.new(page).play()
    with page.expect_download() as saved:
        screen.menu("Save as file")
    text = saved.value.path().read_text()
    assert "Anna" in text
    screen.menu("Copy as text")
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == text
    screen.menu("Share")
    dialog = page.get_by_role("dialog", name="Share")
    expect(dialog.get_by_label("Link")).to_have_value(re.compile(f"/match/{screen.match}$"))
    expect(dialog.get_by_alt_text("QR code for the link")).to_be_visible()


def test_it_shows_that_everything_is_saved(page: Page) -> None:
    Screen.new(page).play()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    page.get_by_role("link", name="Play").first.click()
    expect(page.get_by_text("Game saved.")).to_be_visible()


def test_leaving_asks_only_while_the_players_own_clock_runs(page: Page) -> None:
    clock = {"kind": "down", "limits": [{"base": "10:00"}]}
    screen = Screen.new(page, ANNA, BEN, clock=clock).play().ready()
    page.get_by_role("link", name="Play").first.click()
    dialog = page.get_by_role("dialog", name="Your clock is running")
    dialog.get_by_role("button", name="Stay").click()
    screen.has_ply(1)
    page.get_by_role("link", name="Play").first.click()
    dialog.get_by_role("button", name="Leave anyway").click()
    page.wait_for_url(lambda url: "/match/" not in url)


def test_time_runs_out(page: Page) -> None:
    clock = {"kind": "down", "limits": [{"base": "10:00"}, {"base": "0:05"}]}
    Screen.new(page, ANNA, BEN, clock=clock).play()
    expect(result(page, "Anna won")).to_be_visible()


def test_a_bot_that_thinks_can_be_made_to_move_or_stopped(page: Page) -> None:
    bot = {"is": "bot", "level": "custom", "custom": {"method": "alphabeta", "seconds": 40}}
    screen = Screen.new(page, ANNA, bot, game="yinsh").play()
    expect(page.get_by_role("heading", name=re.compile("is thinking"))).to_be_visible()
    screen.choose("Stop")
    expect(page.get_by_role("heading", name="Paused").first).to_be_visible()
    screen.choose("Resume")
    expect(page.get_by_role("heading", name=re.compile("is thinking"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Paused").first).to_be_visible()
    assert screen.state["thinking"] is None
    screen.choose("Resume", "Move now")
    screen.has_ply(2).ready()
