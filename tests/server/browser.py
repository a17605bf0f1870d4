"""A client that behaves like a browser: cookies, CSRF token and WebSockets, without rendering."""

from __future__ import annotations

import itertools
import json
import socket
import ssl
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

import httpx
from websockets import Origin
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
"""A test that waits longer for something that must come has failed."""

NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Used without HTTPS: to load the certificates of the machine takes longer than most requests."""

Json = dict[str, Any]


class Browser:
    """One browser with its own cookies; `tls` says which certificates it trusts."""

    def __init__(self, address: str, tls: ssl.SSLContext | None = None) -> None:
        self.address = address
        verify = tls or NO_CERTIFICATES
        self.http = httpx.Client(base_url=address, timeout=PATIENCE, headers={"origin": address}, verify=verify)
        self._tls = tls
        self._open = ExitStack()

    def close(self) -> None:
        self._open.close()
        self.http.close()

    # ---- HTTP -----------------------------------------------------------------------------------------------------

    def get(self, path: str, **params: object) -> httpx.Response:
        return self.http.get(path, params={name: str(value) for name, value in params.items()} or None)

    def send(self, method: str, path: str, body: object = None, **params: object) -> httpx.Response:
        """Send a request that may change state."""
        headers = {}
        if "authorization" not in self.http.headers:  # programs with a token need no other
            cookie = "parlour_csrf" if self._tls is None else "__Secure-parlour_csrf"
            if cookie not in self.http.cookies:
                self.http.get("/api/me")
            headers = {"x-csrf-token": self.http.cookies[cookie]}
        wanted = {name: str(value) for name, value in params.items()}
        return self.http.request(method, path, json=body, headers=headers, params=wanted or None)

    def post(self, path: str, body: object = None, **params: object) -> httpx.Response:
        return self.send("POST", path, body, **params)

    def begin(self, path: str, body: object = None) -> socket.socket:
        """Send a POST request, and return its connection without waiting for the response."""
        self.http.get("/api/me")
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        content = b"" if body is None else json.dumps(body).encode()
        headers = [
            f"POST {path} HTTP/1.1",
            f"Host: {self.http.base_url.netloc.decode()}",
            f"X-CSRF-Token: {self.http.cookies['parlour_csrf']}",
            f"Cookie: {cookies}",
            "Content-Type: application/json",
            f"Content-Length: {len(content)}",
        ]
        connection = socket.create_connection((self.http.base_url.host, self.http.base_url.port or 80), PATIENCE)
        connection.sendall("\r\n".join([*headers, "", ""]).encode() + content)
        return connection

    def get_json(self, path: str, **params: object) -> Any:
        """Return the successful response to GET."""
        answer = self.get(path, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post_json(self, path: str, body: object = None, **params: object) -> Any:
        """Return the successful response to POST."""
        answer = self.post(path, body, **params)
        assert answer.status_code < 300, answer.text
        return answer.json() if answer.content else None

    # ---- People and matches ---------------------------------------------------------------------------------------

    def sign_up(self, name: str, password: str = "correct horse battery") -> Json:
        found: Json = self.post_json("/api/sign-up", {"name": name, "password": password})
        return found

    def play(self, *seats: Json, game: str = "surakarta", **wanted: object) -> str:
        """Create a match and return its ID."""
        found: str = self.post_json("/api/matches", {"game": game, "seats": seats, **wanted})["id"]
        return found

    def join(self, match: str, name: str = "", **wanted: object) -> Json:
        found: Json = self.post_json(f"/api/matches/{match}/join", {"name": name, **wanted})
        return found

    # ---- WebSockets -----------------------------------------------------------------------------------------------

    def socket(self, path: str, origin: str | None = None, headers: dict[str, str] | None = None) -> Socket:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)
        known = {name: self.http.headers[name] for name in ("authorization",) if name in self.http.headers}
        connection = connect(
            f"ws{self.address.removeprefix('http')}{path}",
            origin=Origin(origin or self.address),
            additional_headers={**({"cookie": cookies} if cookies else {}), **known, **(headers or {})},
            ssl=self._tls,
            open_timeout=PATIENCE,
            max_size=None,
            max_queue=None,  # otherwise closing waits ten seconds for unread messages
            compression=None,
        )
        return Socket(self._open.enter_context(connection))

    def open(self, match: str, since: int | None = None) -> Table:
        """Open the page of a match."""
        query = "" if since is None else f"?since={since}"
        return Table(self.socket(f"/api/matches/{match}/live{query}"))


class Socket:
    """A WebSocket with JSON messages."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.received: list[Json] = []

    def send(self, message: object) -> None:
        self.connection.send(message if isinstance(message, str) else json.dumps(message))

    def receive(self) -> Json:
        """Return the next message."""
        message: Json = json.loads(self.connection.recv(PATIENCE))
        self.received.append(message)
        return message

    def until(self, *types: str, where: Callable[[Json], bool] = lambda _: True) -> Json:
        """Return the next message of one of the given types; earlier messages are only recorded."""
        while True:
            message = self.receive()
            if message["type"] in types and where(message):
                return message

    def close(self) -> None:
        self.connection.close()

    def until_closed(self) -> int:
        """Wait for the server to close the socket, and return the close code."""
        while self.connection.close_code is None:
            try:
                self.receive()
            except ConnectionClosed:
                break
        return self.connection.close_code or 0

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class NotOpened(Exception):
    """A match that the server does not show, with its reason and close code."""


class Table:
    """The page of a match, with the state that a client keeps."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket
        self.snapshot = socket.until("snapshot", "broken")
        if self.snapshot["type"] == "broken":
            raise NotOpened(self.snapshot["text"], socket.until_closed())
        self.state: Json = self.snapshot["state"]
        self.you: Json = self.snapshot["you"]
        self.turns: list[Json] = self.state["turns"]
        self.happened: list[Json] = []
        self.pieces = {piece["id"]: piece for piece in self.state["position"]["pieces"]}
        self._ids = itertools.count(1)

    def receive(self) -> Json:
        """Return the next message after applying it as a client would."""
        message = self.socket.receive()
        if message["type"] in ("news", "snapshot"):
            self.state, self.you = message["state"], message["you"]
            self.turns = self.turns[: self.state["turns_from"]] + self.state["turns"]
            self.happened += message.get("happened", [])
            self._show(message.get("happened", []))
        return message

    def _show(self, happened: list[Json]) -> None:
        """Apply effects to the pieces and check that they lead to those of the state."""
        for event in happened:
            rows = [event["effects"]] if event["event"] == "moved" else event.get("effects", [])
            for effect in (effect for row in rows for effect in row):
                if effect["before"] is not None:
                    assert self.pieces.pop(effect["before"]["id"]) == effect["before"]
                if effect["after"] is not None:
                    self.pieces[effect["after"]["id"]] = effect["after"]
        assert self.pieces == {piece["id"]: piece for piece in self.state["position"]["pieces"]}

    def until(self, where: Callable[[Table], bool]) -> Self:
        """Receive messages until a condition holds."""
        while not where(self):
            self.receive()
        return self

    def until_version(self, version: int) -> Self:
        return self.until(lambda table: table.state["version"] >= version)

    @property
    def ply(self) -> int:
        found: int = self.state["ply"]
        return found

    def do(self, do: str, **fields: object) -> Json:
        """Send a command and return the answer, `accepted` or `refused`; other messages are applied."""
        id = next(self._ids)
        aimed = {"ply": self.ply} if do in ("move", "turn", "take-back", "redo", "draw", "flag") else {}
        self.socket.send({"type": "do", "id": id, "command": {"do": do, **aimed, **fields}})
        while True:
            message = self.receive()
            if message["type"] in ("accepted", "refused") and message["id"] == id:
                return message

    def does(self, do: str, **fields: object) -> Self:
        """Send a command that must be accepted, and wait for its result."""
        answer = self.do(do, **fields)
        assert answer["type"] == "accepted", answer
        return self.until_version(answer["version"])

    def refused(self, do: str, **fields: object) -> str:
        """Send a command that must be refused, and return the reason."""
        before = self.state
        answer = self.do(do, **fields)
        assert answer["type"] == "refused", answer
        assert self.state == before
        reason: str = answer["reason"]
        return reason

    def close(self) -> None:
        self.socket.close()
