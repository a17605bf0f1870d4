"""Visitors in all roles, and what belongs to them, for the authorisation matrix."""

import itertools
from functools import cached_property

from parlour.server.http.auth import Keys, now, owner_path
from parlour.store import Secrets
from parlour.store.people.owner import OWNER
from tests.server.browser import Browser, Json
from tests.server.served import Served

ROLES = ("anonymous", "owner", "stranger", "program", "account", "player", "host")
"""An unknown visitor; the owner of the server, without a person; a guest, a bot account (by its token) and the account
that created it, none of them in the match; the second player of the match; the host of the match, who plays the first
seat and has saved a position and a study. The role with the most permissions comes last, to show that refused requests
have changed nothing."""
PASSWORD = "correct horse battery"
START: Json = {"game": "surakarta"}
STUDY: Json = {"game": "surakarta", "options": {}, "start": "", "nodes": [{}, {"parent": 0, "text": "4,0-3,0"}]}
CHAPTER: Json = {**STUDY, "tags": {"Course": "a course", "Chapter": "1"}}
_numbers = itertools.count(1)


class World:
    """Browsers in all roles, and what belongs to them."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.browsers = {role: Browser(server.address) for role in ROLES}
        self.host, self.player = self.browsers["host"], self.browsers["player"]
        self.browsers["stranger"].send("PATCH", "/api/me/preferences", {"values": {}})
        self.name = f"Account {next(_numbers)}"
        self.browsers["account"].sign_up(self.name)
        self.bot = self.browsers["account"].post_json("/api/me/bots", {"name": f"Walker {next(_numbers)}"})["id"]
        made = self.browsers["account"].post_json(f"/api/me/bots/{self.bot}/tokens", {"name": "a"})
        self.token = made["token"]["id"]
        self.browsers["program"].http.headers["authorization"] = f"Bearer {made['secret']}"
        self.match = self.network_match()
        self.position = self.host.post_json("/api/me/positions", {"name": "a", "position": START})["id"]
        self.study = self.host.post_json("/api/me/studies", {"name": "a", "study": CHAPTER})["id"]
        (login,) = self.host.get_json("/api/me/logins")
        self.login = login["id"]

    def close(self) -> None:
        for browser in self.browsers.values():
            browser.close()

    def open_match(self) -> str:
        """Return a match that waits for a second player."""
        return self.host.play({"is": "me", "name": "Anna"}, {"is": "open"}, kind="network")

    def network_match(self) -> str:
        match = self.open_match()
        self.player.join(match, "Ben")
        return match

    def local_match(self) -> str:
        """Return a match on the screen of the host."""
        return self.host.play({"is": "me", "name": "Anna"}, {"is": "guest", "name": "Ben"})

    def code(self) -> str:
        found: str = self.host.get_json(f"/api/matches/{self.open_match()}")["you"]["code"]
        return found

    @cached_property
    def puzzle(self) -> str:
        """A puzzle, always the same one: solved puzzles change their place in the list."""
        found: str = self.host.get_json("/api/learn/surakarta/puzzles")["puzzles"][0]["id"]
        return found

    def new_name(self) -> str:
        return f"Visitor {next(_numbers)}"

    def browser(self, role: str) -> Browser:
        """Return the browser of a role; those without a person have not become guests by earlier requests."""
        browser = self.browsers[role]
        if role in ("anonymous", "owner"):
            browser.http.cookies.clear()
        if role == "owner":
            (self.server.app.folder / OWNER).unlink(missing_ok=True)
            browser.get(owner_path(Keys(Secrets.load(self.server.app.folder)), now()))
        return browser
