"""The screen of a match, used like a person: legal moves are read from the server and then clicked."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable
from typing import Any, Self

from playwright.sync_api import Locator, Page, expect

from parlour.games import game as find_game

Json = dict[str, Any]

DRAWN = "() => window.__parlour.boards.length > 0 && window.__parlour.boards.every((board) => board.settled)"
"""Whether all boards of a page have been drawn; only where 3-D is rendered."""
ANNA: Json = {"is": "me", "name": "Anna"}
BEN: Json = {"is": "guest", "name": "Ben"}
OPEN: Json = {"is": "open"}


COUNT_SOUNDS = """
window.__soundCount = 0;
window.__lastSoundAt = -1;
window.AudioContext = class extends AudioContext {
    constructor(...options) {
        super(...options);
        window.__audio = this;
    }
};
for (const node of [OscillatorNode, AudioBufferSourceNode]) {
    const start = node.prototype.start;
    node.prototype.start = function (...when) {
        window.__soundCount++;
        window.__lastSoundAt = this.context.currentTime;
        return start.apply(this, when);
    };
}
"""
"""Script that counts the sounds of a page."""
QUIET_FOR_S = 0.2


def count_sounds(page: Page) -> int:
    """Return the number of sounds, once no new one has begun for a while.

    The page plays the same sound only once within a few hundredths of a second.
    """
    page.wait_for_function(
        "(seconds) => !window.__audio || window.__audio.currentTime > window.__lastSoundAt + seconds", arg=QUIET_FOR_S
    )
    count: int = page.evaluate("window.__soundCount")
    return count


def post_function(page: Page) -> Callable[[str, object], Any]:
    """Return a function that posts with the cookies of this page."""
    address = page.request.get("/api/me").url.removesuffix("/api/me")
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "parlour_csrf")

    def post(path: str, body: object) -> Any:
        answer = page.request.post(path, data=body, headers={"x-csrf-token": token, "origin": address})
        assert answer.ok, answer.text()
        return answer.json()

    return post


def post(page: Page, path: str, body: object) -> Any:
    """Post once with the cookies of this page; to post often, use `post_function`."""
    return post_function(page)(path, body)


def short_game(key: str, least: int = 12, seeds: int = 80) -> list[str]:
    """Return the shortest of some random games with at least `least` moves, in notation."""
    found: list[str] | None = None
    for seed in range(seeds):
        chance, position = random.Random(seed), find_game(key).start()
        written: list[str] = []
        while not position.is_over() and len(written) < (len(found) if found else 400):
            move = chance.choice(position.moves())
            written.append(position.write_move(move))
            position.play(move)
        if position.is_over() and len(written) >= least and (found is None or len(written) < len(found)):
            found = written
    assert found is not None
    return found


def random_game(key: str, seed: int, options: Json | None = None) -> list[str]:
    """Return the random game of a seed, in notation."""
    game, chance = find_game(key), random.Random(seed)
    position, written = game.start(game.check(options or {})), []
    while not position.is_over():
        move = chance.choice(position.moves())
        written.append(position.write_move(move))
        position.play(move)
    return written


def result(page: Page, title: str = "") -> Locator:
    """Return the panel with the result of a match, with this headline."""
    panel = page.get_by_role("region", name="Result", exact=True)
    return panel.filter(has=page.get_by_role("heading", name=title, exact=True)) if title else panel


class Screen:
    """The page of a match in one browser."""

    def __init__(self, page: Page, match: str) -> None:
        self.page = page
        self.match = match
        page.goto(f"/match/{match}")

    @classmethod
    def new(
        cls, page: Page, *seats: Json, game: str = "surakarta", moves: Iterable[str] = (), **wanted: object
    ) -> Self:
        """Create a match in which some moves are already played, and open it."""
        send = post_function(page)
        match = send("/api/matches", {"game": game, "seats": seats or (ANNA, BEN), **wanted})["id"]
        for ply, text in enumerate(moves):
            send(f"/api/matches/{match}/commands", {"do": "move", "ply": ply, "text": text})
        return cls(page, match)

    # ---- State -------------------------------------------------------------------------------------------------------

    @property
    def root(self) -> Locator:
        return self.page.locator("[data-ply]")

    @property
    def snapshot(self) -> Json:
        found: Json = self.page.request.get(f"/api/matches/{self.match}").json()
        return found

    @property
    def state(self) -> Json:
        found: Json = self.snapshot["state"]
        return found

    @property
    def live_region(self) -> Locator:
        return self.page.get_by_test_id("spoken")

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    def site(self, site: int) -> Locator:
        return self.page.locator(f'[data-site="{site}"]')

    def pick(self, pick: int | str) -> Locator:
        """Return the element to click for a pick: a site, or the button of a verb."""
        return self.site(pick) if isinstance(pick, int) else self.page.locator(f'[data-verb="{pick}"]')

    def has_ply(self, ply: int) -> Self:
        """Wait until this number of moves is shown."""
        expect(self.root).to_have_attribute("data-ply", str(ply))
        return self

    def ready(self) -> Self:
        """Wait until the board accepts clicks."""
        expect(self.root).to_have_attribute("data-ready", "true")
        return self

    # ---- Actions -----------------------------------------------------------------------------------------------------

    def play(self, text: str | None = None) -> Self:
        """Click a move: the given one or the first legal one."""
        self.ready()
        state = self.state
        legal = state["position"]["legal"]
        move = next((one for one in legal if one["text"] == text), None) if text else legal[0]
        assert move is not None, f"{text} is not among {[one['text'] for one in legal]}"
        for pick in move["paths"][0]:
            self.pick(pick).click()
        expect(self.root).not_to_have_attribute("data-ply", str(state["ply"]))
        return self

    def choose(self, *names: str) -> Self:
        """Press buttons one after another."""
        for name in names:
            self.button(name).click()
        return self

    def resign(self) -> Self:
        """Resign for the visitor's only seat."""
        self.button("Resign").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Resign").click()
        return self

    def menu(self, name: str) -> Self:
        """Choose an entry of the menu."""
        self.button("More").click()
        self.page.get_by_role("menuitem", name=name, exact=True).click()
        return self

    def type(self, text: str) -> Self:
        """Type into the move box."""
        box = self.page.get_by_label("Move or command")
        box.fill(text)
        box.press("Enter")
        return self
