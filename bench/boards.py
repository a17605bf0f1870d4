"""Cost of a frame of each board while the camera orbits: milliseconds of script and style, draw calls, triangles.

The target is at most 4 ms of script, 80 draw calls and 200,000 triangles. Script is the JavaScript time of the main
thread for a drawn frame: model, buttons over the board and commands to the GPU, by the clock of that thread, without
rendering and waiting. Style is the time the browser needs for the new positions of the buttons. Every board is measured
at every quality level (`web/src/lib/board/scene/quality.ts`), whatever this machine would choose.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from parlour.games import keys
from tests.server.served import Served
from tests.web.conftest import FLAGS, WEBGL_FLAGS, chromium_path

FRAMES = 24
LEVELS = range(4)
SETTINGS = {"speed": "normal", "muted": True}
TIMEOUT_MS = 120_000
ROW = "{:<30} {:>5} {:>8} {:>8} {:>5} {:>9}"
WAIT_FOR_FRAMES = """(count) => new Promise((done) => {
    const board = window.__parlour.boards[0];
    const end = board.frames + count;
    const next = () => (board.frames < end ? requestAnimationFrame(next) : done(board.frames));
    next();
})"""


class Cost(NamedTuple):
    """Milliseconds per frame."""

    script: float
    style: float


def main_thread_time(session: CDPSession) -> Cost:
    """Return how long the main thread has worked so far."""
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return Cost(1000 * found["ScriptDuration"], 1000 * (found["LayoutDuration"] + found["RecalcStyleDuration"]))


def frame_cost(page: Page, frames: int) -> Cost:
    """Return the mean cost of the next frames."""
    session = page.context.new_cdp_session(page)
    # The thread's own clock excludes other load of the machine.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    before, first = main_thread_time(session), int(page.evaluate("window.__parlour.boards[0].frames"))
    count = int(page.evaluate(WAIT_FOR_FRAMES, frames)) - first
    after = main_thread_time(session)
    return Cost((after.script - before.script) / count, (after.style - before.style) / count)


def measure(browser: Browser, address: str, query: str, level: int) -> tuple[str, ...]:
    """Return the row of a board at a quality level."""
    with browser.new_context(base_url=address, viewport={"width": 360, "height": 270}) as context:
        page = context.new_page()
        page.set_default_timeout(TIMEOUT_MS)
        page.add_init_script(
            f"localStorage['parlour.settings'] ??= {json.dumps(json.dumps(SETTINGS))};"
            f"window.__parlour = {{ boards: [], level: {level} }}"
        )
        page.goto(f"/dev/board?orbit&{query}")
        page.wait_for_function("() => window.__parlour?.boards[0]?.frames > 5")
        cost = frame_cost(page, FRAMES)
        figures: dict[str, int] = json.loads(page.evaluate("JSON.stringify(window.__parlour.boards[0])"))
    return f"{cost.script:.1f} ms", f"{cost.style:.1f} ms", str(figures["peak"]), f"{figures['triangles']:,}"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder)) as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=[*FLAGS, *WEBGL_FLAGS])
        print(ROW.format("board", "level", "script", "style", "calls", "triangles"))
        for query in (*(f"game={key}" for key in keys()), 'game=pylos&options={"size":7}'):
            for level in LEVELS:
                print(ROW.format(query, level, *measure(browser, site.address, query, level)), flush=True)
        browser.close()
    print(f"Other work on this machine: load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.")


if __name__ == "__main__":
    main()
