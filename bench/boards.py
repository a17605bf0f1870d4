"""What a frame of each board costs: milliseconds of script, calls and triangles, while the camera walks round.

The aim is at most 4 ms of script, 80 calls and 200,000 triangles. Script is all that the page's own thread does for a
frame: the model, the buttons over the board and the orders to the graphics processor, but not the drawing itself.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, Page, sync_playwright
from rich.console import Console
from rich.progress import track
from rich.table import Table

from parlour.games import keys
from tests.server.served import Served
from tests.web.conftest import DRAWS, FLAGS, chromium_path

FRAMES = 30
SETTINGS = {"speed": "normal", "muted": True}
PATIENCE = 120_000
WAITING = """(count) => new Promise((done) => {
    const board = window.__parlour.boards[0];
    const end = board.frames + count;
    const next = () => (board.frames < end ? requestAnimationFrame(next) : done(board.frames));
    next();
})"""


def busy(session: CDPSession) -> float:
    """Seconds that the page's thread has worked so far."""
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return float(found["ScriptDuration"] + found["LayoutDuration"] + found["RecalcStyleDuration"])


def walk(page: Page, query: str) -> tuple[float, dict[str, int]]:
    """Milliseconds of script for a frame, and the figures of the board."""
    page.goto(f"/dev/board?orbit&{query}")
    page.wait_for_function("() => window.__parlour?.boards[0]?.frames > 5", timeout=PATIENCE)
    session = page.context.new_cdp_session(page)
    # By the thread's own clock: what else the machine does meanwhile does not count.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before, first = busy(session), int(page.evaluate("window.__parlour.boards[0].frames"))
    last = int(page.evaluate(WAITING, FRAMES))
    spent = busy(session) - before
    figures: dict[str, int] = json.loads(page.evaluate("JSON.stringify(window.__parlour.boards[0])"))
    return 1000 * spent / (last - first), figures


def main() -> None:
    grid = Table("board", "script a frame", "calls", "triangles", box=None)
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *DRAWS])
        for query in track((*(f"game={key}" for key in keys()), 'game=pylos&options={"size":7}'), "boards"):
            context = browser.new_context(base_url=site.address, viewport={"width": 480, "height": 360})
            page = context.new_page()
            page.set_default_timeout(PATIENCE)
            page.add_init_script(f"localStorage['parlour.settings'] ??= {json.dumps(json.dumps(SETTINGS))}")
            cost, figures = walk(page, query)
            grid.add_row(query, f"{cost:.1f} ms", str(figures["peak"]), f"{figures['triangles']:,}")
            context.close()
        browser.close()
    Console().print(grid)
    Console().print(f"other work on this machine: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    main()
