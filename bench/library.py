"""Time from a click in the library to the painted page, in a browser, with 100,000 games in the store.

The target is less than 150 ms for response, list and painting. Pictures of positions on visible cards are requested
after that; the time until the last one is painted is also shown. One person has 10,000 of the games. The filled store
stays in the build folder, so that only the first run fills it.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
from pathlib import Path

from playwright.sync_api import Page, sync_playwright
from rich.console import Console
from rich.table import Table
from sqlalchemy import select

from bench.store import GAMES, PLIES, fill
from parlour.store import Store
from parlour.store.tables import persons
from tests.server.browser import Browser as Visitor
from tests.server.served import QUICK, Served
from tests.web.conftest import FLAGS, NO_WEBGL_FLAGS, chromium_path

FOLDER = Path(__file__).parents[1] / "build" / "bench" / "library"
NAME, PASSWORD = "Librarian", "correct horse battery"
REPEATS = 9
TARGET_MS = 150

PAINTED = """(selector) => new Promise((done) => {
    const cards = () => [...document.querySelectorAll('article')];
    const links = () => cards().map((one) => one.querySelector('a')?.href).join();
    const seen = (card) => card.getBoundingClientRect().top < innerHeight;
    const busy = () => document.querySelector('.library').getAttribute('aria-busy') === 'true';
    const listed = () => links() !== before && !busy();
    const drawn = () => cards().filter(seen).every((card) => card.querySelector('.picture img')?.complete);
    // The picture of a frame is there when the next one begins.
    const painted = (then) => requestAnimationFrame(() => requestAnimationFrame(() => then(performance.now() - began)));
    const once = (so, then) => (so() ? painted(then) : requestAnimationFrame(() => once(so, then)));
    const before = links();
    const began = performance.now();
    document.querySelector(selector).click();
    once(listed, (list) => once(drawn, (pictures) => done([list, pictures])));
})"""
"""Clicks a control; returns the milliseconds until the new list is painted, and until its pictures are."""

CLICKS = {
    "the next page": "nav[aria-label='Pages'] button[aria-label='Next page']",
    "the last page": "nav[aria-label='Pages'] .page:nth-last-of-type(2)",
    "one game only": ".shelf button:nth-child(3)",
    "all games again": ".shelf button:first-child",
    "the other way round": ".order button",
}


def filled() -> None:
    """Return the store of this benchmark, filled on first use."""
    mark = FOLDER / f"filled-{GAMES}-{PLIES}"
    if mark.exists():
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with Served(FOLDER, **QUICK) as site:
        visitor = Visitor(site.address)
        visitor.sign_up(NAME, PASSWORD)
        visitor.close()
        asyncio.run(_fill(site.app.address.render_as_string(hide_password=False)))
    mark.touch()


async def _fill(address: str) -> None:
    async with await Store.open(address) as store:
        async with store.database.read() as connection:
            heavy = await connection.scalar(select(persons.c.id).where(persons.c.name == NAME))
        await fill(store, with_moves=True, heavy=heavy)


def log_in(page: Page, address: str) -> None:
    page.request.get("/api/me")
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "parlour_csrf")
    headers = {"x-csrf-token": token, "origin": address}
    answer = page.request.post("/api/log-in", data={"name": NAME, "password": PASSWORD}, headers=headers)
    assert answer.ok, answer.text()


def main() -> None:
    filled()
    grid = Table("press", "painted after", "slowest", f"of {TARGET_MS} ms", "with pictures", box=None)
    with Served(FOLDER, **QUICK) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *NO_WEBGL_FLAGS])
        page = browser.new_page(base_url=site.address, viewport={"width": 1280, "height": 800})
        page.set_default_timeout(120_000)
        log_in(page, site.address)
        page.goto("/library")
        page.locator("article").first.wait_for()
        page.locator(".shelf").wait_for()
        times: dict[str, list[tuple[float, float]]] = {press: [] for press in CLICKS}
        for _ in range(REPEATS):
            for press, selector in CLICKS.items():
                times[press].append(page.evaluate(PAINTED, selector))
        browser.close()
    for press, found in times.items():
        lists, pictures = zip(*found, strict=True)
        median = statistics.median(lists)
        grid.add_row(
            press,
            f"{median:.0f} ms",
            f"{max(lists):.0f} ms",
            f"{median / TARGET_MS:.2f}",
            f"{statistics.median(pictures):.0f} ms",
        )
    Console().print(grid)
    Console().print(f"other work on this machine: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
