"""Pictures of every screen, in dark and light, for the README and for review: `make screenshots`.

They are taken of a real server in a real browser and written to docs/screenshots/. Look at each of them.
`make screenshots ARGS="home end"` takes these only.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from parlour.games import game as find_game
from parlour.games import keys
from parlour.match.commands import MAX_BOT_PAUSE_MS
from parlour.server.http.auth import now, owner_path
from tests.server.browser import Browser as Visitor
from tests.server.served import QUICK, Served
from tests.web import club_screens
from tests.web.conftest import WEBGL_FLAGS, WEBGL_WAIT_MS, launch
from tests.web.history import live_through
from tests.web.middle_games import MIDDLE_GAMES
from tests.web.screen import ANNA, BEN, DRAWN, Screen, post, short_game
from tests.web.window_pool import TOUR_SEEN

FOLDER = Path(__file__).parents[2] / "docs" / "screenshots"
DESK = (1280, 800)
PHONE = (360, 740)
BOT = {"is": "bot", "level": 5}
REGULAR, PASSWORD = "Wilhelmine", "correct horse battery"

PICTURED = """(entry) => [...document.querySelectorAll(entry)].every(
    (one) => one.getBoundingClientRect().top > innerHeight || one.querySelector('img')?.complete)"""
"""Whether every entry of a list that is in view has its picture."""

ANIMATED = """() => {
    const settings = JSON.parse(localStorage['parlour.settings']);
    localStorage['parlour.settings'] = JSON.stringify({ ...settings, speed: 'normal' });
}"""
BEAMS = "window.__parlour.boards[0].seen.beams"
"""Number of beams that a board has shown."""
STEP_MS = 100
MAX_STEPS = 40
BEAM_MS = 850

Shot = Callable[[Page], None]


def shown(screen: Screen) -> None:
    """Wait until the match is loaded and its board is drawn."""
    screen.ready()
    screen.page.wait_for_function(DRAWN)


def wait_for_images(page: Page) -> None:
    page.wait_for_function("() => [...document.images].every((image) => image.complete && image.naturalWidth)")


def home(page: Page) -> None:
    page.goto("/")
    expect(page.locator("img").first).to_be_visible()
    wait_for_images(page)


def tour(page: Page) -> None:
    """The first game of a new person."""
    page.add_init_script("try { delete localStorage['parlour.tour'] } catch {}")
    page.goto("/health")
    shown(Screen.new(page, ANNA, BOT, game="sim"))
    expect(page.get_by_role("region", name="Quick tour")).to_be_visible()


def wrong_code(page: Page) -> None:
    home(page)
    page.get_by_role("button", name="Enter a code").click()
    page.get_by_label("Code", exact=True).fill("WRONG")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_text("No game or class has the code")).to_be_visible()


def set_up(page: Page) -> None:
    page.goto("/play/yinsh")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def rules(page: Page) -> None:
    page.goto("/rules/surakarta")
    expect(page.locator("img").first).to_be_visible()


def learn(page: Page) -> None:
    page.goto("/learn")
    expect(page.locator("img").first).to_be_visible()
    wait_for_images(page)


def drawn(page: Page) -> None:
    """Wait until the board of a lesson or a puzzle is drawn."""
    expect(page.locator("[data-site]").first).to_be_attached()
    page.wait_for_function(DRAWN)


def lesson(page: Page) -> None:
    page.goto("/learn/surakarta")
    page.get_by_role("button", name="Along the track").click()
    expect(page.get_by_role("heading", name="Along the track")).to_be_visible()
    page.get_by_role("button", name="Legal: 4,1x1,4").click()
    page.evaluate("scrollTo(0, 0)")
    drawn(page)


def puzzle(page: Page) -> None:
    page.goto("/puzzles/yinsh")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("status").filter(has_text=".")).to_be_visible()
    drawn(page)


def settings(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def all_settings(page: Page) -> None:
    page.goto("/settings#finish")
    expect(page.get_by_role("figure", name="Preview").locator("svg, canvas").first).to_be_visible()
    page.wait_for_function(DRAWN)


def remembered(page: Page) -> None:
    """Log in as a person who has played for months."""
    page.goto("/health")
    post(page, "/api/log-in", {"name": REGULAR, "password": PASSWORD})


def profile(page: Page) -> None:
    remembered(page)
    page.goto("/profile")
    expect(page.get_by_role("img", name="By week").locator("canvas")).to_be_visible()


def achievements(page: Page) -> None:
    remembered(page)
    page.goto("/profile#achievements")
    expect(page.get_by_role("heading", name="Earned", exact=True)).to_be_visible()


def waiting(page: Page) -> None:
    page.goto("/health")
    Screen.new(page, ANNA, {"is": "open"}, game="sim", kind="network")
    expect(page.get_by_role("heading").first).to_be_visible()
    wait_for_images(page)


def end(page: Page) -> None:
    page.goto("/health")
    screen = Screen.new(page, ANNA, BEN, game="sim", moves=short_game("sim", least=9)[:-1])
    screen.ready()
    while screen.state["status"] != "over":
        screen.play()
    expect(page.get_by_role("button", name="Rematch").first).to_be_visible()
    drawn(page)


def match_of(key: str) -> Shot:
    """A game in its middle, with its last move marked."""

    def show(page: Page) -> None:
        page.goto("/health")
        shown(Screen.new(page, ANNA, BEN, game=key, moves=MIDDLE_GAMES[key].split()))

    return show


def laser(page: Page) -> None:
    """A shot: the clock of the page stands still while the beam shines."""
    page.goto("/health")
    page.evaluate(ANIMATED)
    page.clock.install(time=0)
    *moves, shot = MIDDLE_GAMES["laserchess"].split()
    screen = Screen.new(page, ANNA, BEN, game="laserchess", moves=moves)
    shown(screen)
    page.clock.pause_at(page.evaluate("Date.now() / 1000") + 1)
    screen.type(shot)
    for _ in range(MAX_STEPS):
        page.clock.fast_forward(STEP_MS)
        if page.evaluate(BEAMS):
            break
    page.clock.fast_forward(BEAM_MS)


def library(page: Page) -> None:
    remembered(page)
    games(page)


def games(page: Page) -> None:
    page.goto("/library")
    expect(page.get_by_role("article").first).to_be_visible()
    page.wait_for_function(PICTURED, arg="article")


def library_table(page: Page) -> None:
    library(page)
    page.get_by_text("Table", exact=True).click()
    expect(page.get_by_role("row").nth(5)).to_be_visible()
    page.wait_for_function(PICTURED, arg="tbody tr")


def library_in_german(page: Page) -> None:
    remembered(page)
    page.goto("/settings")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", level=1, name="Einstellungen")).to_be_visible()
    games(page)


def replay(page: Page) -> None:
    """A game in its middle, with a comment on the move."""
    page.goto("/health")
    screen = Screen.new(page, ANNA, BEN, game="laserchess", moves=short_game("laserchess", least=24, seeds=4)[:20])
    post(page, f"/api/matches/{screen.match}/commands", {"do": "resign", "seat": 1})
    page.goto(f"/replay/{screen.match}?ply=9")
    drawn(page)
    page.get_by_role("button", name="Add comment").click()
    page.get_by_label("Comment on this move").fill("Now the corner is open.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Now the corner is open.").first).to_be_visible()


def give_away(page: Page) -> None:
    replay(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def watching(page: Page) -> None:
    """A paused game between two bots."""
    page.goto("/health")
    seats = (BOT, {"is": "bot", "level": 2})
    wanted = {"game": "yinsh", "seats": seats, "kind": "bots", "start": find_game("yinsh").showpiece}
    match = post(page, "/api/matches", wanted)["id"]
    post(page, f"/api/matches/{match}/commands", {"do": "pace", "pause": MAX_BOT_PAUSE_MS})
    Screen(page, match)
    page.get_by_role("toolbar", name="Watching").get_by_role("button", name="Pause").click()
    drawn(page)


def open_tab(page: Page, name: str) -> None:
    """Open a tab of an analysis, which only phones have."""
    if page.viewport_size is not None and page.viewport_size["width"] == PHONE[0]:
        page.get_by_role("tab", name=name).click()


def analysis(page: Page) -> None:
    """A finished game, analysed, at its first fault: what was played beside what is better."""
    page.goto("/health")
    moves = short_game("surakarta", least=24, seeds=4)[:30]
    screen = Screen.new(page, ANNA, BEN, moves=moves)
    post(page, f"/api/matches/{screen.match}/commands", {"do": "resign", "seat": 1})
    page.goto(f"/analysis/match/{screen.match}")
    open_tab(page, "Review")
    page.get_by_role("button", name="Analyse game").click()
    page.get_by_role("button", name="Next mistake").click()
    open_tab(page, "Engine")
    page.get_by_role("button", name="Show better move").click()
    expect(page.get_by_role("status").filter(has_text="Played")).to_be_visible()
    expect(page.locator("ol[data-done]")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")


def editor(page: Page) -> None:
    page.goto("/editor/laserchess")
    expect(page.locator("[data-span]").first).to_be_visible()
    drawn(page)
    page.locator("[data-site]").nth(44).hover()


def tournament(page: Page) -> None:
    """A round in which some games are over."""
    page.goto("/health")
    wanted = {"name": "Autumn cup", "format": "swiss", "rounds": 3, "games": [{"game": "pylos"}, {"game": "sim"}]}
    id = post(page, "/api/tournaments", wanted)["id"]
    post(page, f"/api/tournaments/{id}/join", {"name": "Anna"})
    for level in (1, 2, 3, 4, 5):
        post(page, f"/api/tournaments/{id}/commands", {"do": "add-bot", "level": level})
    post(page, f"/api/tournaments/{id}/commands", {"do": "start"})
    page.goto(f"/tournament/{id}")
    expect(page.get_by_role("button", name="Correct result")).to_have_count(2)


SCREENS: dict[str, tuple[Shot, tuple[int, int]]] = {
    "home": (home, DESK),
    "home-phone": (home, PHONE),
    "tour": (tour, DESK),
    "tour-phone": (tour, PHONE),
    "wrong-code-phone": (wrong_code, PHONE),
    "set-up": (set_up, DESK),
    "set-up-phone": (set_up, PHONE),
    "rules": (rules, DESK),
    "learn": (learn, DESK),
    "learn-phone": (learn, PHONE),
    "lesson": (lesson, DESK),
    "lesson-phone": (lesson, PHONE),
    "puzzle": (puzzle, DESK),
    "puzzle-phone": (puzzle, PHONE),
    "settings": (settings, DESK),
    "all-settings": (all_settings, DESK),
    "all-settings-phone": (all_settings, PHONE),
    "profile": (profile, DESK),
    "profile-phone": (profile, PHONE),
    "achievements": (achievements, DESK),
    "waiting": (waiting, DESK),
    "end": (end, DESK),
    "end-phone": (end, PHONE),
    "library": (library, DESK),
    "library-table": (library_table, DESK),
    "library-phone": (library, PHONE),
    "library-german": (library_in_german, PHONE),
    "replay": (replay, DESK),
    "replay-phone": (replay, PHONE),
    "give-away": (give_away, DESK),
    "watching": (watching, DESK),
    "spectator": (club_screens.spectator, DESK),
    "spectator-phone": (club_screens.spectator, PHONE),
    "analysis": (analysis, DESK),
    "analysis-phone": (analysis, PHONE),
    "tournament": (tournament, DESK),
    "tournament-phone": (tournament, PHONE),
    "lobby": (club_screens.lobby, DESK),
    "lobby-phone": (club_screens.lobby, PHONE),
    "challenge": (club_screens.challenge, DESK),
    "challenge-phone": (club_screens.challenge, PHONE),
    "challenged-phone": (club_screens.challenged, PHONE),
    "wall": (club_screens.wall, (1920, 1080)),
    "host": (club_screens.host_page, DESK),
    "host-phone": (club_screens.host_page, PHONE),
    "ratings": (club_screens.ratings, DESK),
    "ratings-phone": (club_screens.ratings, PHONE),
    "class-teacher": (club_screens.teacher, DESK),
    "class-pupil-phone": (club_screens.pupil, PHONE),
    "class-projector": (club_screens.projector, (1920, 1080)),
    "bracket": (club_screens.bracket, DESK),
    "bracket-phone": (club_screens.bracket, PHONE),
    "statistics": (club_screens.statistics("overview"), DESK),
    "statistics-phone": (club_screens.statistics("overview"), PHONE),
    "head-to-head": (club_screens.statistics("people"), DESK),
    "openings": (club_screens.statistics("openings"), DESK),
    "openings-phone": (club_screens.statistics("openings"), PHONE),
    "club-games": (club_screens.statistics("games"), DESK),
    "club-games-phone": (club_screens.statistics("games"), PHONE),
    "homework-teacher": (club_screens.homework_teacher, DESK),
    "homework-pupil-phone": (club_screens.homework_pupil, PHONE),
    "editor": (editor, DESK),
    "editor-phone": (editor, PHONE),
    "laser": (laser, DESK),
    "match-phone-sideways": (match_of("sim"), PHONE[::-1]),
    "match-projector": (match_of("yinsh"), (1920, 1080)),
    **{f"match-{key}": (match_of(key), DESK) for key in keys()},
    **{f"match-{key}-phone": (match_of(key), PHONE) for key in keys()},
}

OWNER_SCREENS = ("host", "host-phone")


def take(browser: Browser, site: Served, name: str, theme: str) -> None:
    show, (width, height) = SCREENS[name]
    context = browser.new_context(base_url=site.address, viewport={"width": width, "height": height})
    context.set_default_timeout(WEBGL_WAIT_MS)
    expect.set_options(timeout=WEBGL_WAIT_MS)
    kept = json.dumps(json.dumps({"theme": theme, "speed": "off", "muted": True}))
    # Everything is drawn as on a machine that draws quickly.
    context.add_init_script(
        f"{TOUR_SEEN}; localStorage['parlour.settings'] ??= {kept}; window.__parlour = {{ boards: [], level: 0 }}"
    )
    page = context.new_page()
    if name in OWNER_SCREENS:
        page.goto(owner_path(site.app.keys, now()))
    show(page)
    page.screenshot(path=FOLDER / f"{name}-{theme}.jpg", type="jpeg", quality=72, timeout=WEBGL_WAIT_MS)
    for one in browser.contexts:  # of other people, too
        one.close()


def main(names: Sequence[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright, *WEBGL_FLAGS)
        for theme in ("dark", "light"):
            # A server each: settings go with the account.
            with tempfile.TemporaryDirectory() as folder, Served(Path(folder), **QUICK) as site:
                regular = Visitor(site.address)
                regular.sign_up(REGULAR, PASSWORD)
                regular.close()
                live_through(site, REGULAR, plies=30)
                for name in names or SCREENS:
                    take(browser, site, name, theme)
                    print(f"{name}-{theme}.jpg", flush=True)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
