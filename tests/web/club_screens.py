"""Screens with several people, for `screenshots.py`: lobby, wall, host, ratings, statistics, lessons, homework."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from itertools import cycle
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from parlour.games import game as find_game
from parlour.games import keys
from parlour.games.learning.puzzles import puzzles_of
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
"""A name for each person: people who have left stay in the lobby for a while."""


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


def running_game(address: str, game: str) -> str:
    """Let two visitors play a game that is in its middle."""
    first, match = open_game(address, game, clock=BLITZ, start=find_game(game).showpiece)
    with closing(first), closing(Visitor(address)) as second:
        second.join(match, next(NAMES))
    return match


def spectator(page: Page) -> None:
    """A person watches a game between two others."""
    match = running_game(address_of(page), "yinsh")
    page.goto(f"/match/{match}")
    expect(page.get_by_text("You are watching").first).to_be_visible()
    page.wait_for_function(DRAWN)


def rated_game(address: str, loser: int) -> None:
    first, match = open_game(address, "sim", rated=True)
    with closing(first), closing(Visitor(address)) as second:
        second.join(match, next(NAMES))
        tables = first.open(match), second.open(match)
        for ply in (0, 1):
            tables[ply].until(lambda table, ply=ply: table.ply == ply).does("move", index=0)  # type: ignore[misc]
        tables[loser].until(lambda table: table.ply == 2).does("resign", seat=loser)
        first.get_json(f"/api/matches/{match}/ratings")  # waits for the ratings, leaderboards do not


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
    expect(page.get_by_role("region", name="Challenges")).to_contain_text(f"{name} has challenged you")


def wall(page: Page) -> None:
    address = address_of(page)
    for game in keys():
        running_game(address, game)
    begin_knockout(page, "Autumn cup")
    page.goto("/wall")
    expect(page.get_by_role("complementary", name="Standings")).to_contain_text("Round 2 of 3")
    boards = page.get_by_role("main").get_by_role("listitem")
    expect(boards.nth(4)).to_be_visible()
    # A board has no image until its picture was requested.
    page.wait_for_function(
        "() => [...document.querySelectorAll('main li')].every((board) => board.querySelector('img')?.naturalWidth)"
    )


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


def public_games(address: str) -> None:
    """Let six people play games with some openings, most of them for a rating."""
    chance = random.Random(7)
    with ExitStack() as left:
        people = [left.enter_context(closing(Visitor(address))) for _ in range(6)]
        names = [next(NAMES) for _ in people]
        for n in range(40):
            game = ("pylos", "pylos", "sim", "surakarta")[n % 4]
            first, second = chance.sample(range(len(people)), 2)
            wanted: Json = {"game": game, "kind": "network", "public": True, "rated": n % 3 > 0}
            match = people[first].play({"is": "me", "name": names[first]}, {"is": "open"}, **wanted)
            people[second].join(match, names[second])
            for ply in range(4):
                mover = people[(first, second)[ply % 2]]
                legal = mover.get_json(f"/api/matches/{match}")["state"]["position"]["legal"]
                move = legal[min(int(chance.expovariate(1)), len(legal) - 1)]["text"]
                mover.post_json(f"/api/matches/{match}/commands", {"do": "move", "ply": ply, "text": move})
            loser = int(chance.random() < 0.5 + 0.1 * (second - first))
            resign = {"do": "resign", "seat": loser}
            people[(first, second)[loser]].post_json(f"/api/matches/{match}/commands", resign)


def statistics(part: str) -> Callable[[Page], None]:
    def show(page: Page) -> None:
        address = address_of(page)
        with closing(Visitor(address)) as reader:
            if not reader.get_json("/api/statistics", period="all", game="surakarta")["players"]:
                public_games(address)
        page.goto(f"/statistics?{urlencode({'part': part, **({'game': 'pylos'} if part == 'openings' else {})})}")
        listed = page.get_by_role("listitem" if part == "games" else "row")
        expect(listed.nth(3)).to_be_visible()
        if part == "openings":
            page.get_by_role("region", name="Openings").get_by_role("row").get_by_role("button").first.click()
            expect(page.get_by_role("navigation", name="Moves")).to_contain_text("1.")
            page.wait_for_function(DRAWN)

    return show


def begin_knockout(page: Page, name: str) -> str:
    """Let seven people play a round of a knockout, and return its id."""
    address = address_of(page)
    wanted = {"name": name, "format": "knockout", "games": [{"game": "sim"}]}
    id: str = post(page, "/api/tournaments", wanted)["id"]
    post(page, f"/api/tournaments/{id}/join", {"name": "Anna"})
    with ExitStack() as left:
        for _ in range(6):
            other = left.enter_context(closing(Visitor(address)))
            other.post_json(f"/api/tournaments/{id}/join", {"name": next(NAMES)})
    post(page, f"/api/tournaments/{id}/commands", {"do": "start"})
    for game in (1, 2, 3):
        decided = {"do": "result", "round": 0, "game": game, "points": [1, 0] if game % 2 else [0, 1]}
        post(page, f"/api/tournaments/{id}/commands", decided)
    return id


def bracket(page: Page) -> None:
    """A knockout after its first round."""
    page.goto(f"/tournament/{begin_knockout(page, 'Winter cup')}")
    page.get_by_role("tab", name="Bracket").click()
    expect(page.get_by_role("list", name="Semi-finals").get_by_role("link")).to_have_count(2)


HOMEWORK_POSITION = "surakarta;;.11.2./....1./....../....../....../...... 1 0"


def assign_homework(page: Page, pupils: Sequence[Visitor]) -> str:
    """Assign homework to a new class whose pupils have done some of it, and return the code of the class."""
    page.goto("/health")
    code: str = post(page, "/api/classrooms", {"name": "7b"})["code"]
    puzzles = {
        id: turn
        for id, puzzle in puzzles_of(find_game("surakarta")).items()
        for turn, answer in puzzle.solution.items()
        if answer is None
    }
    solved = list(puzzles)[:4]
    position = {"share": HOMEWORK_POSITION}
    tasks = [{"is": "puzzle", "game": "surakarta", "puzzle": id} for id in solved]
    content = {
        "title": "Corners",
        "comment": "Look at all captures first.",
        "due": round(time.time() * 1000) + 30 * 3_600_000,
    }
    win = {"is": "position", "position": position, "seat": 0, "level": 1, "help": False}
    homework = post(page, f"/api/classrooms/{code}/homework", {**content, "tasks": [*tasks, win]})
    for n, pupil in enumerate(pupils):
        pupil.post_json(f"/api/classrooms/{code}/join", {"name": next(NAMES)})
        for id in solved[: n + 1]:
            pupil.post_json(f"/api/learn/surakarta/puzzles/{id}/try", {"moves": [puzzles[id]]})
        if n % 2:
            pupil.post_json(f"/api/homework/{homework['id']}/tasks/5/play", {})
    return code


def homework_teacher(page: Page) -> None:
    address = address_of(page)
    with ExitStack() as left:
        code = assign_homework(page, [left.enter_context(closing(Visitor(address))) for _ in range(4)])
        page.goto(f"/class/{code}/homework")
        expect(page.get_by_role("row").nth(4)).to_be_visible()


def homework_pupil(page: Page) -> None:
    address = address_of(page)
    with closing(Visitor(address)) as pupil:
        code = assign_homework(another(page), [pupil])
        for name, value in pupil.http.cookies.items():
            page.context.add_cookies([{"name": name, "value": value, "url": address}])
    page.goto(f"/class/{code}/homework")
    expect(page.get_by_text("1 of 5 done")).to_be_visible()
    page.wait_for_function("() => [...document.images].every((image) => image.complete && image.naturalWidth)")


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
    page.get_by_role("button", name="Ask for the best move").click()
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
