"""Every screen of the page is in order, on every width, in the language with the longer words."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Page, expect

from parlour.games import game as find_game
from parlour.games import games, write_share
from parlour.games.contract.localized_game import catalogue_of
from tests.server.browser import Browser
from tests.web.accessibility import THEMES, axe_violations_in_every_theme, layout_faults, read_layout_faults
from tests.web.conftest import NewPage
from tests.web.screen import ANNA, BEN, post, random_game
from tests.web.shell.test_pages import routes

BOT = {"is": "bot", "level": 3, "style": "unpredictable"}
WINDOWS = ((1920, 1080), (1280, 800), (740, 360), (360, 740))
"""A large screen, a laptop, a phone held sideways, and upright."""
SHARE = urlencode({"share": write_share(find_game("yinsh").read(find_game("yinsh").showpiece))})


def study(page: Page) -> str:
    """The address of a study."""
    read = post(page, "/api/studies/read", {"text": '[Game "sim"]\n\n1. 0-1 2-3'})
    return f"/analysis/study/{post(page, '/api/me/studies', {'name': 'Two', 'study': read['study']})['id']}"


def finished(page: Page) -> str:
    """A game that is over."""
    match: str = post(page, "/api/matches", {"game": "sim", "seats": (ANNA, BEN)})["id"]
    for ply, text in enumerate(random_game("sim", 1)):
        post(page, f"/api/matches/{match}/commands", {"do": "move", "ply": ply, "text": text})
    return match


def running(page: Page) -> str:
    """A game against a bot, in which the clocks run."""
    clock = {"kind": "down", "limits": [{"base": "5:00", "increment": 2}]}
    wanted = {"game": "yinsh", "seats": (ANNA, BOT), "clock": clock}
    return str(post(page, "/api/matches", wanted)["id"])


def tournament(page: Page) -> str:
    """The address of a tournament that has begun."""
    id = post(page, "/api/tournaments", {"name": "Herbstpokal", "format": "swiss", "games": [{"game": "sim"}]})["id"]
    for command in ({"do": "add-bot", "level": 1}, {"do": "add-bot", "level": 2}, {"do": "start"}):
        post(page, f"/api/tournaments/{id}/commands", command)
    return f"/tournament/{id}"


def lesson(page: Page) -> str:
    """The address of a class of this page, with a question."""
    code = post(page, "/api/classrooms", {"name": "Schach-Arbeitsgemeinschaft 7b"})["code"]
    saved = study(page).rsplit("/", 1)[-1]
    start = find_game("sim").start().text()
    shown = {"do": "show", "game": "sim", "start": start, "moves": ["A-B"], "study": saved, "title": "Two"}
    for command in (shown, {"do": "ask"}):
        post(page, f"/api/classrooms/{code}/commands", command)
    return f"/class/{code}"


def homework(page: Page, pupil: Browser) -> str:
    """The address of the homework of a class of this page."""
    code = post(page, "/api/classrooms", {"name": "Schach-Arbeitsgemeinschaft 7b"})["code"]
    task = {"is": "position", "position": {"game": "sim"}, "level": 3, "help": False}
    tasks = [{**task, "seat": seat, "goal": goal} for seat in (0, 1) for goal in ("win", "draw")]
    post(page, f"/api/classrooms/{code}/homework", {"title": "Eröffnungsvorbereitung", "due": 1, "tasks": tasks})
    pupil.post_json(f"/api/classrooms/{code}/join", {"name": "Maximiliane"})
    return f"/class/{code}/homework"


Address = Callable[[Page, Browser], str]
EXAMPLES: dict[str, Address] = {
    "/analysis": lambda page, _: f"/analysis#{SHARE}",
    "/analysis/match/[id]": lambda page, _: f"/analysis/match/{finished(page)}",
    "/analysis/study/[id]": lambda page, _: study(page),
    "/class/[code]": lambda page, _: lesson(page),
    "/class/[code]/homework": homework,
    "/class/[code]/projector": lambda page, _: f"{lesson(page)}/projector",
    "/editor/[game]": lambda page, _: "/editor/laserchess",
    "/join/[code]": lambda page, host: f"/join/{host.get_json('/api/matches')[0]['code']}",
    "/learn/[game]": lambda page, _: "/learn/pylos",
    "/match/[id]": lambda page, _: f"/match/{running(page)}",
    "/play/[game]": lambda page, _: "/play/pylos",
    "/puzzles/[game]": lambda page, _: "/puzzles/laserchess",
    "/replay/[id]": lambda page, _: f"/replay/{finished(page)}",
    "/rules/[game]": lambda page, _: "/rules/surakarta",
    "/tournament/[id]": lambda page, _: tournament(page),
}
WEB_TEXTS = Path(__file__).parents[3] / "web" / "src" / "lib" / "strings"
TEXT_NODES = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.parentElement.closest('script, style')) {
            texts.push(node.data.trim());
        }
    }
    return texts;
}"""


@cache
def page_texts(language: str) -> frozenset[str]:
    """Return all texts of the page and of the server's messages in a language."""
    sources = (path.read_text(encoding="utf-8") for path in sorted((WEB_TEXTS / language).glob("*.ts")))
    own = {text for source in sources for text in re.findall(r"'((?:[^'\\\n]|\\.)*)'", source)}
    found = {str(template) for one in games() for template in catalogue_of(one, language).values()}
    return frozenset(own | found | {one.localized(language).description for one in games()})


def english_texts(page: Page) -> list[str]:
    """Return the texts of a German page, of three words or more, that are or begin an English one."""
    english = page_texts("en") - page_texts("de")
    shown = {text for text in page.evaluate(TEXT_NODES) if text.count(" ") >= 2}
    return [f"English: {text}" for text in sorted(shown) if any(one.startswith(text) for one in english)]


NOT_FOR_PEOPLE = {"/dev/board"}
SCREENS = [route for route in routes() if route not in NOT_FOR_PEOPLE]


@pytest.mark.parametrize("part", range(2))
def test_every_screen_is_correct_at_every_width(visit: NewPage, elsewhere: Browser, part: int) -> None:
    """Nothing is cut off, overlaps or needs horizontal scrolling; every screen is accessible; home and help
    can be reached; no text is left in English. Errors and missing files that pages report are checked when the test
    ends."""
    themes = (THEMES[part], THEMES[1 - part])
    page = visit(theme=themes[0], locale="de-DE")
    elsewhere.play({"is": "me", "name": "Hedwig"}, {"is": "open"}, game="sim", kind="network")
    faults = []
    for route in SCREENS[part::2]:
        address = EXAMPLES.get(route, lambda page, _, route=route: route)
        page.goto(address(page, elsewhere))
        page.get_by_role("main").get_by_role("heading").first.wait_for(state="attached")
        page.wait_for_load_state("networkidle")
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            expect(page.get_by_role("link", name="Parlour: Start")).to_be_visible()
            help = page.get_by_role("banner").get_by_role("link", name="Regeln")
            expect(help.or_(page.get_by_role("button", name="Navigation")).first).to_be_visible()
            faults += [f"{route} at {width}: {fault}" for fault in layout_faults(page)]
        faults += [f"{route}: {fault}" for fault in axe_violations_in_every_theme(page, themes)]
        faults += [f"{route}: {fault}" for fault in english_texts(page)]
    assert not faults, "\n".join(faults)


WRONG = """
<p style="width: 60px; overflow: hidden; white-space: nowrap">What does not fit in here</p>
<p style="position: absolute; top: 100px; left: 10px">One thing</p>
<p style="position: absolute; top: 104px; left: 30px">and another</p>
<p style="position: absolute; top: 200px; left: -30px">Outside</p>
<p style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis" title="all of it">All of it</p>
"""


def test_layout_faults_are_detected(plain_chromium: Chromium) -> None:
    page = plain_chromium.new_page()
    page.set_content(WRONG)
    assert sorted(fault.partition(":")[0] for fault in read_layout_faults(page)) == [
        "Cut off",
        "Outside the page",
        "Overlap",
    ]
    page.close()
