"""All pages: transferred bytes, navigation and menus."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, Request, expect

from tests.web.conftest import NewPage
from tests.web.people.test_people import PASSWORD, enter
from tests.web.screen import Screen

ROUTES = Path(__file__).parents[3] / "web" / "src" / "routes"


def routes() -> list[str]:
    """The addresses of all pages, as the client names them."""
    folders = (page.parent.relative_to(ROUTES).as_posix() for page in ROUTES.rglob("+page.svelte"))
    return sorted(f"/{folder}".removesuffix(".") for folder in folders)


FIRST_LOAD = 350_000
"""Transferred bytes allowed before a page is first shown."""


SCENE = "in space"


def transferred(requests: list[Request]) -> int:
    """Send the requests of a page again, with gzip, and return the bytes of the responses, headers included."""
    total = 0
    with httpx.Client(timeout=60) as client:
        for request in requests:
            headers = {**request.all_headers(), "accept-encoding": "gzip"}
            headers = {name: value for name, value in headers.items() if not name.startswith(":")}
            content = request.post_data_buffer
            with client.stream(request.method, request.url, headers=headers, content=content) as answer:
                assert answer.is_success, f"{request.method} {request.url}: {answer.status_code}"
                total += sum(len(name) + len(value) + 4 for name, value in answer.headers.raw)
                total += sum(map(len, answer.iter_raw()))
    return total


@pytest.mark.parametrize(
    "path", ["/", "/play/yinsh", "/match", pytest.param(SCENE, marks=pytest.mark.webgl), "/analysis", "/library"]
)
def test_a_first_visit_loads_few_bytes_from_this_server_only(player: NewPage, path: str) -> None:
    """Everything that a page needs to be used, for a browser without Brotli. The 3-D scene is loaded afterwards, from a
    file of its own; until then the board is flat."""
    page = player({"flat": path != SCENE}, draws=path == SCENE)
    address = f"/match/{Screen.new(page, game='laserchess').match}" if path in ("/match", SCENE) else path
    fresh = page.context.new_page()
    requests: list[Request] = []
    fresh.on("request", lambda request: requests.append(request))
    fresh.goto(address)
    fresh.get_by_role("main").get_by_role("heading").first.wait_for(state="attached")
    if path == SCENE:
        fresh.locator("canvas[data-settled=true]").wait_for(state="attached")
    fresh.wait_for_load_state("networkidle")
    requests = [request for request in requests if request.url.startswith("http")]
    assert len(requests) > 5
    # All requests go to this server: no internet connection is needed.
    origin = fresh.evaluate("location.origin")
    assert [request.url for request in requests if not request.url.startswith(f"{origin}/")] == []
    assert transferred(requests) <= FIRST_LOAD


def offered(page: Page, menu: str | re.Pattern[str]) -> list[str]:
    """Return the entries of a menu, and close it."""
    page.get_by_role("button", name=menu, exact=isinstance(menu, str)).click()
    page.get_by_role("menuitem").first.wait_for()
    texts = [entry.strip() for entry in page.get_by_role("menuitem").all_inner_texts()]
    page.keyboard.press("Escape")
    page.get_by_role("menuitem").first.wait_for(state="hidden")
    return texts


def test_navigation_through_all_pages_and_back_home(visit: NewPage) -> None:
    page = visit()
    home = page.get_by_role("link", name="Parlour: Home")
    # Browsers request this if a page names no icon.
    assert page.request.get("/favicon.ico").headers["content-type"].startswith("image/")
    assert "Log out" not in offered(page, "You: Guest")
    enter(page, "Sign up", "Walburga", PASSWORD)
    expect(page.get_by_text("Welcome, Walburga.")).to_be_visible()
    heading = page.get_by_role("heading", name="Choose a game")
    expect(heading).to_be_visible()

    def go_home() -> None:
        assert "Log out" in offered(page, "You: Logged in as Walburga")
        home.click()
        expect(heading).to_be_visible()

    page.get_by_role("banner").get_by_role("link", name="Rules").click()
    page.get_by_role("link", name=re.compile("Surakarta")).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Surakarta")
    # Without a running game, the menu has no actions of one.
    expect(page.get_by_role("button", name="More", exact=True)).to_have_count(0)
    go_home()
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Surakarta"))
    card.get_by_role("link", name="Options for Surakarta").click()
    expect(page.get_by_role("heading", name="Set up Surakarta")).to_be_visible()
    go_home()
    for path in ("/library", "/learn", "/profile", "/settings"):
        page.goto(path)
        go_home()
    page.goto("/play/surakarta")
    page.get_by_role("radiogroup", name="Who plays North?").get_by_role("radio", name="Person").click()
    page.get_by_role("region", name="Seat: North").get_by_label("Name").fill("Xaver")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_url("**/match/*")
    loaded = page.url
    for name in ("Walburga", "Xaver"):
        expect(page.get_by_role("region", name=name, exact=True)).to_be_visible()
    expect(page.locator('[data-site="0"]')).to_have_accessible_name("0,0, North disc")
    expect(page.locator('[data-site="35"]')).to_have_accessible_name("5,5, South disc")
    assert {"Rules", "Save as file", "Save as JSON", "Restart", "Abort game"} <= set(offered(page, "More"))
    go_home()
    # A game that was left is found again, left again, and another one begins: all in one window.
    page.get_by_role("region", name="Continue").get_by_role("link").click()
    page.wait_for_url(loaded)
    expect(page.get_by_role("heading", name="Walburga to move")).to_be_visible()
    go_home()
    page.get_by_role("button", name="Surakarta: Two players").click()
    page.wait_for_url(lambda url: "/match/" in url and url != loaded)
    expect(page.get_by_role("heading", name="Walburga to move")).to_be_visible()
    assert len(page.context.pages) == 1
