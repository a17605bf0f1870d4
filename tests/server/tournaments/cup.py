"""A tournament that is organised and played over HTTP."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Self

from tests.server.browser import Browser, Json
from tests.server.polling import until


class Cup:
    """A tournament, the browser of its organiser, and those of its players."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.organiser = Browser(address)
        self.players: list[Browser] = []
        self.id = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        for browser in (self.organiser, *self.players):
            browser.close()

    def request(self, **wanted: Any) -> Json:
        return {"name": "Cup", "format": "swiss", "games": [{"game": "sim"}], **wanted}

    def announce(self, **wanted: Any) -> None:
        self.id = self.organiser.post_json("/api/tournaments", self.request(**wanted))["id"]

    def join(self, name: str, team: str = "") -> Browser:
        browser = Browser(self.address)
        self.players.append(browser)
        browser.post_json(f"/api/tournaments/{self.id}/join", {"name": name, "team": team})
        return browser

    def command(self, do: str, **more: Any) -> Json:
        found: Json = self.organiser.post_json(f"/api/tournaments/{self.id}/commands", {"do": do, **more})
        return found

    def refused(self, do: str, **more: Any) -> str:
        """Return why a command of the organiser is refused."""
        answer = self.organiser.post(f"/api/tournaments/{self.id}/commands", {"do": do, **more})
        assert answer.status_code in (400, 409), answer.text
        text: str = answer.json()["text"]
        return text

    def view(self) -> Json:
        found: Json = self.organiser.get_json(f"/api/tournaments/{self.id}")
        return found

    def my_match(self, browser: Browser) -> str | None:
        found: str | None = browser.get_json(f"/api/tournaments/{self.id}")["my_match"]
        return found

    def resign(self, browser: Browser, match: str) -> None:
        """Resign; the game may have ended in the meantime."""
        answer = browser.post(f"/api/matches/{match}/commands", {"do": "resign"})
        assert answer.status_code in (200, 409), answer.text

    def play(self, browser: Browser, match: str) -> None:
        """Play a move, or resign once everybody has moved."""
        found = browser.get_json(f"/api/matches/{match}")
        state = found["state"]
        if len(state["turns"]) >= len(state["seats"]):
            self.resign(browser, match)
        elif "move" in found["you"]["can"]:
            text = state["position"]["legal"][0]["text"]
            move = {"do": "move", "ply": state["ply"], "text": text}
            answer = browser.post(f"/api/matches/{match}/commands", move)
            assert answer.status_code in (200, 409), answer.text

    def play_on(self, round: int | None = None) -> None:
        """Let the players play and resign until a round begins, or until the tournament is over."""

        def reached(view: Json) -> bool:
            return len(view["rounds"]) >= round if round else view["status"] == "over"

        def play() -> Json:
            view = self.view()
            if not reached(view):
                started = {game["match"] for one in view["rounds"] for game in one["games"]}
                for browser in self.players:
                    match = self.my_match(browser)
                    if match and match in started:
                        self.play(browser, match)
            return view

        until(play, reached)
