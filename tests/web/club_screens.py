"""Screens with several people, for `screenshots.py`: lobby, challenge, wall, host, ratings and lessons."""

from __future__ import annotations

from contextlib import closing
from itertools import cycle

from playwright.sync_api import Page, expect

from parlour.games import game as find_game
from parlour.games import keys
from tests.server.browser import Browser as Visitor
from tests.server.browser import Json
from tests.web.conftest import WEBGL_WAIT_MS
from tests.web.screen import DRAWN, post
from tests.web.window_pool import TOUR_SEEN

STUDY = '[Game "surakarta"]\n\n{Stones capture only along the tracks.} 4,1-3,1 {-> 3,1 2,1} 1,2-2,2 *\n'
BLITZ = {"kind": "down", "limits": [{"base": "5:00"}]}
NAMES = cycle(
    [
        "Bruno",
        "Clara",
        "Dilan",
        "Emil",
        "Frida",
        "Gesa",
        "Hana",
        "Ivo",
        "Jonas",
        "Kira",
        "Lea",
        "Milo",
        "Nora",
        "Oskar",
        "Paula",
        "Quirin",
        "Rosa",
        "Selim",
        "Tilda",
        "Ulli",
        "Vera",
        "Willi",
        "Xenia",
        "Yara",
        "Zeno",
        "Ada",
        "Ben",
        "Carla",
        "David",
        "Elif",
        "Felix",
        "Greta",
        "Hugo",
        "Ida",
        "Jakob",
        "Klara",
        "Luis",
        "Mara",
        "Nils",
        "Olga",
        "Piet",
        "Resi",
    ]
)
"""A name for each person: those who have left stay in the lobby for a while."""


def address_of(page: Page) -> str:
    page.goto("/health")
    return page.url.removesuffix("/health")


def another(page: Page) -> Page:
    """Return a page of another person; `screenshots.take` closes it."""
    browser = page.context.browser
    assert browser is not None
    if not page.url.startswith("http"):
        page.goto("/health")
    address = "/".join(page.url.split("/")[:3])
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 800})
    context.set_default_timeout(WEBGL_WAIT_MS)
    context.add_init_script(f"{TOUR_SEEN}; window.__parlour = {{ boards: [], level: 3 }}")
    return context.new_page()


def enter_lobby(page: Page) -> str:
    """Open the lobby, and return the name of the person."""
    name = next(NAMES)
    page.goto("/lobby")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Enter the lobby").click()
    expect(page.get_by_text(f"You are here as {name}")).to_be_visible()
    return name


def open_game(address: str, game: str, **wanted: object) -> tuple[Visitor, str]:
    """Return a visitor and their network game, which waits for an opponent."""
    host = Visitor(address)
    me: Json = {"is": "me", "name": next(NAMES)}
    return host, host.play(me, {"is": "open"}, game=game, kind="network", public=True, **wanted)


def running_game(address: str, game: str) -> None:
    """Let two visitors play a game that is in its middle."""
    first, match = open_game(address, game, clock=BLITZ, start=find_game(game).showpiece)
    with closing(first), closing(Visitor(address)) as second:
        second.join(match, next(NAMES))


def rated_game(address: str, loser: int) -> None:
    first, match = open_game(address, "sim", rated=True)
    with closing(first), closing(Visitor(address)) as second:
        second.join(match, next(NAMES))
        tables = first.open(match), second.open(match)
        for ply in (0, 1):
            tables[ply].until(lambda table, ply=ply: table.ply == ply).does("move", index=0)  # type: ignore[misc]
        tables[loser].until(lambda table: table.ply == 2).does("resign", seat=loser)


def lobby(page: Page) -> None:
    """People, an open game, and games in progress."""
    address = address_of(page)
    others = [enter_lobby(another(page)) for _ in range(3)]
    running_game(address, "pylos")
    open_game(address, "yinsh", rated=True)[0].close()
    enter_lobby(page)
    expect(page.get_by_role("region", name="Open games").get_by_role("listitem").first).to_be_visible()
    expect(page.get_by_role("button", name=f"Challenge {others[-1]}")).to_be_visible()


def challenge(page: Page) -> None:
    other = enter_lobby(another(page))
    enter_lobby(page)
    page.get_by_role("button", name=f"Challenge {other}").click()
    dialog = page.get_by_role("dialog", name=f"Challenge {other}")
    expect(dialog.get_by_role("button", name="Challenge", exact=True)).to_be_enabled()


def challenged(page: Page) -> None:
    """A challenge is shown on every page."""
    other = another(page)
    name, mine = enter_lobby(other), enter_lobby(page)
    other.get_by_role("button", name=f"Challenge {mine}").click()
    other.get_by_role("dialog").get_by_role("button", name="Challenge").click()
    page.goto("/rules")
    expect(page.get_by_role("region", name="Challenges")).to_contain_text(f"{name} challenges you")


def wall(page: Page) -> None:
    address = address_of(page)
    for game in keys():
        running_game(address, game)
    page.goto("/wall")
    boards = page.get_by_role("main").get_by_role("listitem")
    expect(boards.nth(4)).to_be_visible()
    page.wait_for_function("() => [...document.querySelectorAll('main li img')].every((image) => image.naturalWidth)")


def host_page(page: Page) -> None:
    name = enter_lobby(another(page))
    running_game(address_of(page), "sim")
    page.goto("/host")
    expect(page.get_by_role("main").get_by_text(name, exact=True).first).to_be_visible()


def ratings(page: Page) -> None:
    """The leaderboard after some rated games."""
    address = address_of(page)
    for loser in (1, 0, 1, 0, 1):
        rated_game(address, loser)
    page.goto("/ratings?game=sim")
    expect(page.get_by_role("row").nth(5)).to_be_visible()


def begin_lesson(page: Page) -> str:
    """Teach a study to a new class, and return the code of the class."""
    page.goto("/health")
    read = post(page, "/api/studies/read", {"text": STUDY})
    study = post(page, "/api/me/studies", {"name": "Captures", "study": read["study"]})["id"]
    code: str = post(page, "/api/classrooms", {"name": "7b"})["code"]
    page.goto(f"/class/{code}?study={study}")
    expect(page.get_by_role("button", name="Invite pupils")).to_be_visible()
    return code


def join_lesson(page: Page, code: str, name: str) -> None:
    page.goto(f"/class/{code}")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_test_id("comment")).to_be_visible()


def teacher(page: Page) -> None:
    code = begin_lesson(page)
    for name in ("Ada", "Ben"):
        join_lesson(another(page), code, name)
    page.get_by_role("button", name="Ask for the best turn").click()
    expect(page.get_by_test_id("answered")).to_have_text("0 of 2 answered")
    page.wait_for_function(DRAWN)


def pupil(page: Page) -> None:
    code = begin_lesson(another(page))
    join_lesson(page, code, "Ada")
    page.wait_for_function(DRAWN)


def projector(page: Page) -> None:
    code = begin_lesson(page)
    join_lesson(another(page), code, "Ada")
    page.goto(f"/class/{code}/projector")
    expect(page.locator("[data-site]").first).to_be_attached()
    page.wait_for_function(DRAWN)
