"""Games step by step: what is shown and announced in every phase, and what is refused."""

import operator
import re
from functools import partial

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.accessibility import expect_fits_width
from tests.web.board_page import stop_clock
from tests.web.conftest import NewPage
from tests.web.polling import box_of, poll
from tests.web.screen import ANNA, BEN, Screen, random_game, result

BOT = {"is": "bot", "level": 3}
THINKER = {"is": "bot", "level": "custom", "custom": {"method": "alphabeta", "seconds": 60}}
SLOW_MOVE_MS = 5_000
"""Longer than a move is shown at slow speed."""
CLEO, DORA, EMIL = ({"is": "guest", "name": name} for name in ("Cleo", "Dora", "Emil"))


@pytest.fixture
def page(player: NewPage) -> Page:
    return player()


def drawn(page: Page, what: str, tone: str = "") -> Locator:
    """Return the overlays on the board."""
    return page.locator(f'[data-is="{what}"]' + (f'[data-tone="{tone}"]' if tone else ""))


def pieces(page: Page, owner: int) -> Locator:
    return page.locator(f'[data-owner="{owner}"]:not([data-ghost])')


def test_tracks_on_the_board_through_a_capture_an_undo_and_the_end(page: Page) -> None:
    last_capture = ".1..../.2..../....../....../....../...... 1 0"
    screen = Screen.new(page, start="....../.12.../2...../....../....../...... 1 0").ready()
    loops = page.locator("[data-arc]")
    expect(loops).to_have_count(8)
    strokes = "(all) => all.map((arc) => arc.getAttribute('stroke'))"
    assert poll(page, lambda: len(set(loops.evaluate_all(strokes))), lambda found: found == 2) == 2
    expect(page.get_by_role("application")).to_have_count(1)
    expect(pieces(page, 1)).to_have_count(2 + 10)
    capture = next(move["text"] for move in screen.state["position"]["legal"] if "x" in move["text"])
    target = screen.site(screen.state["position"]["legal"][0]["paths"][0][0])
    screen.play(capture)
    expect(loops).to_have_count(8)
    screen.choose("Undo")
    screen.has_ply(0).ready()
    expect(target).to_have_accessible_name(re.compile("South disc"))
    # The last capture ends it, whatever else is open; the page leads home.
    screen = Screen.new(page, start=last_capture).ready()
    other = page.context.new_page()
    watching = Screen(other, screen.match).ready()
    watching.menu("Rules")
    screen.play(next(move["text"] for move in screen.state["position"]["legal"] if "x" in move["text"]))
    expect(result(page, "Anna won")).to_contain_text("Anna")
    expect(result(other)).to_be_attached()
    page.get_by_role("link", name="Parlour: Home").click()
    expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()


def test_rings_are_placed_chosen_and_moved(player: NewPage) -> None:
    page = player({"marks": "always"})
    moves = random_game("yinsh", 4)
    screen = Screen.new(page, ANNA, BOT | {"level": 1}, game="yinsh").ready()
    ghost = page.locator("[data-ghost]")
    expect(page.get_by_role("region", name="Level 1")).to_contain_text("Level 1")
    expect(page.get_by_role("region", name="Level 1").locator(".mark")).not_to_be_empty()
    screen.site(40).hover()
    expect(ghost).to_have_count(1)
    screen.site(40).click()
    screen.has_ply(2).ready()
    page.locator('[data-site][aria-label*="Black ring"]').first.click()
    expect(screen.live_region).not_to_be_empty()
    expect(page.get_by_text(screen.state["position"]["prompt"]["text"])).to_be_visible()
    screen.has_ply(2)
    # Movement: usable pieces are highlighted; illegal clicks are explained; a second click deselects.
    screen = Screen.new(page, game="yinsh", moves=moves[:14]).ready()
    legal = screen.state["position"]["legal"]
    ring, to = legal[0]["paths"][0]
    mine = {move["paths"][0][0] for move in legal}
    for site in mine:
        expect(screen.site(site)).to_have_accessible_name(re.compile("White ring"))
    screen.site(ring).hover()
    expect(drawn(page, "ring", "hover")).to_have_count(1)
    screen.site(ring).click()
    expect(drawn(page, "ring", "select").locator(".pulse")).to_have_count(1)
    # The marker that it will leave behind is shown in the selected ring.
    expect(ghost).to_have_count(1)
    targets = {move["paths"][0][1] for move in legal if move["paths"][0][0] == ring}
    expect(drawn(page, "disc", "target")).to_have_count(len(targets))
    screen.site(to).hover()
    expect(ghost).to_have_count(2)
    away = next(site for site in range(85) if site not in targets | mine)
    screen.site(away).click()
    expect(page.locator(".message")).not_to_be_empty()
    screen.site(ring).click()
    expect(page.locator("[data-site][aria-pressed=true]")).to_have_count(0)
    screen.site(ring).click()
    other = next(site for site in mine if site != ring)
    screen.site(other).click()
    expect(screen.site(other)).to_have_attribute("aria-pressed", "true")
    screen.site(other).click()
    screen.play(legal[0]["text"]).has_ply(15).ready()
    # Distinguishable without colours: pieces by their signs, places by letters and numbers at the edge.
    shapes = "(all) => all.map((one) => one.innerHTML.replace(/#[0-9a-f]{6}/gi, ''))"
    white, black = (set(pieces(page, owner).evaluate_all(shapes)) for owner in (0, 1))
    assert white
    assert white.isdisjoint(black)
    for label in ("a", "k", "1", "11"):
        expect(page.locator("svg text").filter(has_text=re.compile(f"^{label}$"))).to_be_visible()
    expect(page.get_by_role("region", name="Moves").locator("[aria-current]")).to_have_text(legal[0]["text"])


def test_rows_and_rings_are_removed_and_the_third_row_ends_the_game(page: Page) -> None:
    moves = random_game("yinsh", 4)
    clock = {"kind": "down", "limits": [{"base": "20:00"}]}
    screen = Screen.new(page, game="yinsh", moves=moves[:-2], clock=clock).ready()
    winner, loser = ("White", "Black") if screen.state["position"]["seat"] == 0 else ("Black", "White")
    name, other = ("Anna", "Ben") if winner == "White" else ("Ben", "Anna")
    panel = page.get_by_role("region", name=name, exact=True)
    expect(page.get_by_role("heading", name=f"{name} to move")).to_be_visible()
    expect(page.get_by_text(screen.state["position"]["prompt"]["text"])).to_be_visible()
    for text in ("Rings removed 2 / 3", "Rings on the board 3 / 5", "this move"):
        expect(panel).to_contain_text(re.compile(text.replace(" ", r"\s*")))
    expect(page.get_by_role("region", name=other, exact=True)).to_contain_text("Rings on the board")
    # The list of moves follows the game, and is scrolled back to its start.
    turns = page.get_by_role("region", name="Moves").get_by_role("listitem").get_by_role("button")
    expect(turns.first).not_to_be_in_viewport()
    expect(turns.last).to_be_in_viewport()
    turns.first.scroll_into_view_if_needed()
    expect(turns.first).to_be_in_viewport()
    expect(turns.last).not_to_be_in_viewport()
    # The row is highlighted; a marker of it outlines the five to remove, a click elsewhere is explained.
    row = screen.state["position"]["marks"][0]["sites"]
    expect(drawn(page, "ring", "mark")).to_have_count(5)
    screen.site(row[2]).hover()
    expect(drawn(page, "cross")).to_have_count(5)

    def stranger(kind: str) -> Locator:
        return page.get_by_role("button", name=re.compile(f"{kind}$")).and_(page.locator("[data-site]")).first

    stranger(f"{loser} marker").click()
    expect(page.locator(".message")).not_to_be_empty()
    screen.has_ply(len(moves) - 2)
    screen.site(row[2]).click()
    screen.has_ply(len(moves) - 1).ready()
    expect(page.get_by_text(screen.state["position"]["prompt"]["text"])).to_be_visible()
    stranger(f"{loser} ring").click()
    expect(page.locator(".message")).not_to_be_empty()
    screen.has_ply(len(moves) - 1)
    stranger(f"{winner} ring").hover()
    expect(drawn(page, "cross")).to_have_count(1)
    stranger(f"{winner} ring").click()
    panel_of_result = result(page, f"{name} won")
    expect(panel_of_result).to_be_visible()
    expect(panel_of_result).to_contain_text(screen.state["outcome"]["cause"])
    panel_of_result.get_by_text("Statistics").click()
    expect(panel_of_result).to_contain_text("Rings")
    expect(panel).to_contain_text(re.compile(r"Rings removed\s*3"))
    with page.expect_download() as saved:
        screen.menu("Save as JSON")
    assert saved.value.suggested_filename.endswith(".json")


def test_a_computers_move_is_shown_after_the_players_own(player: NewPage) -> None:
    page = player({"speed": "slow"}, fresh=True)
    stop_clock(page)
    screen = Screen.new(page, ANNA, THINKER, game="sim", options={"vertices": 10}).ready()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    for site in (0, 1):
        screen.site(site).click()
    playing = page.locator(".picture.playing")
    expect(playing).to_be_attached()
    page.clock.run_for(SLOW_MOVE_MS)
    expect(playing).to_have_count(0)
    expect(page.get_by_role("heading", name=re.compile("is thinking"))).to_be_visible()
    # The player's own stroke is drawn before the answer comes, which is drawn as slowly and stays marked.
    expect(pieces(page, 0)).to_have_count(1)
    expect(pieces(page, 1)).to_have_count(0)
    screen.choose("Move now")
    expect(playing).to_be_attached()
    page.clock.run_for(SLOW_MOVE_MS)
    screen.has_ply(2).ready()
    expect(pieces(page, 1)).to_have_count(1)
    expect(drawn(page, "ring", "last")).to_have_count(2)


def test_five_people_with_five_kinds_of_strokes_play_to_a_draw(player: NewPage) -> None:
    page = player({"marks": "always"})
    options = {"players": 5}
    moves = random_game("sim", 0, options)
    screen = Screen.new(page, ANNA, BEN, CLEO, DORA, EMIL, game="sim", options=options, moves=moves[:-1]).ready()
    strokes = page.locator("[data-owner] line[stroke-width]:last-child")
    expect(strokes).to_have_count(len(moves) - 1)
    looks = strokes.evaluate_all(
        "(all) => all.map((line) => [line.parentNode.dataset.owner, line.getAttribute('stroke'), "
        "line.getAttribute('stroke-dasharray') ?? '', line.getAttribute('stroke-width') / line.getTotalLength()])"
    )
    assert max(width for *_, width in looks) > 0.05, "strokes between neighbouring dots are thick lines"
    by_owner = {owner: (colour, dash) for owner, colour, dash, _ in looks}
    assert len(by_owner) == len({colour for colour, _ in by_owner.values()}) == 5
    assert len({dash for _, dash in by_owner.values()}) == 5
    screen.play(moves[-1])
    expect(result(page, "Draw")).to_contain_text(screen.state["outcome"]["cause"])


def test_three_people_on_ten_dots_the_loser_is_named_and_the_figure_marked(page: Page) -> None:
    options = {"players": 3, "vertices": 10}
    moves = random_game("sim", 1, options)
    screen = Screen.new(page, ANNA, BEN, CLEO, game="sim", options=options, moves=moves[:-1]).ready()
    dots = page.locator("[data-site]")
    expect(dots).to_have_count(10)
    for label in "ABCDEFGHIJ":
        expect(page.locator("svg text").filter(has_text=re.compile(f"^{label}$"))).to_be_visible()
    # The first dot is ringed in the colour of the player to move.
    mover = screen.state["position"]["seat"]
    screen.site(screen.state["position"]["legal"][0]["paths"][0][0]).click()
    expect(drawn(page, "ring", str(mover))).to_have_count(1)
    page.keyboard.press("Escape")
    screen.play(moves[-1])
    loser = screen.state["outcome"]["losers"][0]
    expect(result(page, f"{('Anna', 'Ben', 'Cleo')[loser]} lost")).to_be_visible()
    marked = page.get_by_role("button", name=re.compile("triangle", re.IGNORECASE)).and_(dots)
    expect(marked.nth(2)).to_be_attached()
    expect(drawn(page, "area", "mark")).not_to_have_count(0)


def test_an_aborted_game_does_not_affect_the_next(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Sim: Two players").click()
    page.wait_for_url("**/match/*")
    screen = Screen(page, page.url.rpartition("/")[2]).play("A-B")
    # Players without a name are numbered from one, and have the same name everywhere.
    expect(page.get_by_role("heading", name="Second player to move")).to_be_visible()
    expect(page.get_by_role("region", name="Second player", exact=True)).to_contain_text("Player 2")
    chosen = page.locator("[data-site][aria-pressed=true]")
    # Joined dots: the reason is shown on the board, only there, and the game waits for another pair.
    screen.site(0).click()
    screen.site(1).click()
    error = page.locator(".message")
    expect(error).to_contain_text("A")
    expect(page.locator(".announcement.error")).to_have_count(0)
    expect(chosen).to_have_count(1)
    screen.menu("Abort game").choose("Abort game")
    expect(result(page, "No result")).to_be_visible()
    expect(chosen).to_have_count(0)
    screen.site(2).click()
    expect(screen.live_region).to_contain_text("The game is over.")
    # What ends a game is offered only while one runs.
    screen.button("More").click()
    expect(page.get_by_role("menuitem", name="Save as file")).to_be_visible()
    expect(page.get_by_role("menuitem", name="Abort game")).to_have_count(0)
    page.keyboard.press("Escape")
    screen.choose("Rematch")
    page.wait_for_url(lambda url: "/match/" in url and screen.match not in url)
    screen.has_ply(0).ready()
    expect(chosen).to_have_count(0)
    for site in (2, 3):
        screen.site(site).click()
    screen.has_ply(1)


def test_setting_up_another_game_changes_nothing_in_the_current_one(page: Page) -> None:
    screen = Screen.new(page, game="sim", moves=["A-B"]).ready()
    # The page of a running game has no control that changes its rules.
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    expect(page.get_by_role("button", name="Start game")).to_have_count(0)
    page.goto("/play/sim")
    page.get_by_role("radiogroup", name="Dots").get_by_role("radio", name="8 dots").click()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url(lambda url: "/match/" in url and screen.match not in url)
    expect(page.locator("[data-site]")).to_have_count(8)
    page.goto(f"/match/{screen.match}")
    screen.has_ply(1).ready()
    expect(page.locator("[data-site]")).to_have_count(6)


def board_faults(page: Page, size: float) -> list[str]:
    """Return what is wrong with the size of the board and the places of its sites in a window of this size."""
    box = box_of(page.get_by_role("application"))
    sites = page.locator("[data-site]").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect())"
        ".map(({ x, y, width }) => [x + width / 2, y + width / 2])"
    )
    side = min(box["width"], box["height"])
    spread = max(y for _, y in sites) - min(y for _, y in sites)
    faults = {
        f"the board is only {side} wide or high": side > 0.4 * size,
        f"the sites take only {spread} of {side}": spread > 0.45 * side,
        "a site is left or right of the board": all(box["x"] <= x <= box["x"] + box["width"] for x, _ in sites),
        "a site is above or below the board": all(box["y"] <= y <= box["y"] + box["height"] for _, y in sites),
    }
    return [fault for fault, right in faults.items() if not right]


STAYS_IN_CARD = """(text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  const { left, right } = text.closest('.card').getBoundingClientRect();
  const lines = [...range.getClientRects()];
  return lines.length > 0 && lines.every((line) => line.left >= left && line.right <= right);
}"""
"""Whether every line of a text is within its card. A line that is too long reaches beyond it, even if it is cut off."""


@pytest.mark.parametrize("game", ["yinsh", "sim"])
def test_a_game_fits_every_window(page: Page, game: str) -> None:
    screen = Screen.new(page, game=game).ready()
    prompt = screen.state["position"]["prompt"]["text"]
    for width, height in ((360, 740), (740, 360), (800, 600), (1280, 800), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        expect_fits_width(page)
        faults = poll(page, partial(board_faults, page, min(width, height)), operator.not_)
        assert faults == [], (width, height)
        for text in (page.get_by_role("heading", name="Anna to move"), page.get_by_text(prompt)):
            assert poll(page, partial(text.evaluate, STAYS_IN_CARD), bool), (width, height)
    screen.play().has_ply(1)


def test_buttons_show_what_they_are(page: Page) -> None:
    screen = Screen.new(page).ready()
    undo, hint = screen.button("Undo"), screen.button("Hint")
    look = "(button) => { const { opacity, backgroundColor, translate, transform } = getComputedStyle(button);"
    look += " return [opacity, backgroundColor, translate, transform].join(); }"
    expect(undo).to_be_disabled()
    page.mouse.move(5, 5)
    rest = "(button) => Promise.all(button.getAnimations().map((one) => one.finished)).then(() => null)"

    def appearance(button: Locator) -> str:
        """Return how a button looks when its transitions have ended."""
        button.evaluate(rest)
        return str(button.evaluate(look))

    plain = appearance(hint)
    assert appearance(undo) != plain
    hint.hover()
    hovered = poll(page, lambda: appearance(hint), lambda found: found != plain)
    assert hovered != plain
    page.mouse.down()
    pressed = poll(page, lambda: appearance(hint), lambda found: found not in (plain, hovered))
    assert pressed not in (plain, hovered)
    page.mouse.move(5, 5)
    page.mouse.up()


def test_a_game_is_left_recoloured_and_resumed(player: NewPage) -> None:
    page = player()
    screen = Screen.new(page, game="pylos").play()
    screen.menu("Piece colours")
    dialog = page.get_by_role("dialog", name="Piece colours")
    dialog.get_by_role("button", name=re.compile("^Light")).click()
    picker = page.get_by_role("dialog", name="Light", exact=True)
    picker.get_by_role("button", name="Colour #cc3b44").click()
    page.keyboard.press("Escape")
    ball = page.locator('svg.flat [fill="#cc3b44"]')
    expect(ball.first).to_be_attached()
    # It differs from the colour of the other side.
    dialog.get_by_role("button", name=re.compile("^Dark")).click()
    taken = page.get_by_role("dialog", name="Dark", exact=True).get_by_role("button", name="Colour #cc3b44")
    expect(taken).to_be_disabled()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Parlour: Home").click()
    page.get_by_role("region", name="Continue").get_by_role("link").click()
    screen.has_ply(1).ready()
    expect(ball.first).to_be_attached()
    # Only this viewer sees it: the game has not changed.
    assert screen.state["seats"][0]["colour"] != "#cc3b44"
    screen.play().has_ply(2)
