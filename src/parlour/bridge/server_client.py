"""A client of the bot API of a server (docs/bot-api.md): requests with a token, and messages on WebSockets."""

from __future__ import annotations

import asyncio
import copy
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator
from http import HTTPStatus
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error

REQUEST_SECONDS = 30.0
PING_SECONDS = 20.0
"""A connection on which nothing is answered for this long is lost."""
LOGGED_OUT = 4401
"""Close code of a server that has revoked the token."""

Json = dict[str, Any]


class BridgeError(ParlourError):
    """Raised for a server that refuses the token or a request."""


class ConnectionLost(ParlourError):
    """Raised for a server that cannot be reached now; connect again."""


class ServerClient:
    """Requests to one server with one token, and one WebSocket at a time."""

    _socket: ClientConnection

    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        if urlsplit(self.address).scheme not in ("http", "https"):
            raise localized_error(BridgeError, "server.bridge.address", address=address[:80])
        if not token:
            raise localized_error(BridgeError, "server.bridge.token")
        self._headers = {"Authorization": f"Bearer {token}"}

    def another(self) -> ServerClient:
        """Return a client with the same token, for a WebSocket of its own."""
        return copy.copy(self)

    async def get(self, path: str) -> Any:
        """Return the answer to GET; raise `BridgeError` or `ConnectionLost`."""
        return await asyncio.to_thread(self._request, path, None)

    async def post(self, path: str, body: object) -> Any:
        """Return the answer to POST; raise `BridgeError` or `ConnectionLost`."""
        return await asyncio.to_thread(self._request, path, msgspec.json.encode(body))

    async def match_of_code(self, code: str) -> str:
        """Return the id of the match with a code."""
        found: str = (await self.get(f"/codes/{quote(code, safe='')}"))["id"]
        return found

    def _request(self, path: str, body: bytes | None) -> Any:
        headers = {**self._headers, "Content-Type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api{path}", body, headers)
        try:
            with urllib.request.urlopen(request, timeout=REQUEST_SECONDS) as answer:
                return msgspec.json.decode(answer.read())
        except urllib.error.HTTPError as refused:
            raise _refusal(refused.code, refused.read()) from refused
        except urllib.error.URLError as lost:
            raise ConnectionLost(str(getattr(lost.reason, "strerror", None) or lost.reason)) from lost
        except (OSError, msgspec.MsgspecError) as lost:
            raise ConnectionLost(str(lost)) from lost

    async def send(self, message: object) -> None:
        """Send a message on the WebSocket whose messages are read; raise `ConnectionLost`."""
        try:
            await self._socket.send(msgspec.json.encode(message), text=True)
        except WebSocketException as lost:
            raise ConnectionLost(str(lost)) from lost

    async def messages(self, path: str) -> AsyncGenerator[Json, None]:
        """Yield the messages on a WebSocket until it closes; raise `BridgeError` or `ConnectionLost`."""
        address = f"ws{self.address.removeprefix('http')}/api{path}"
        try:
            async with connect(
                address, additional_headers=self._headers, max_size=None, ping_interval=PING_SECONDS
            ) as socket:
                self._socket = socket
                async for message in socket:
                    yield msgspec.json.decode(message)
                if socket.close_code == LOGGED_OUT:
                    raise localized_error(BridgeError, "server.refusal.token")
        except InvalidStatus as refused:
            raise _refusal(refused.response.status_code, bytes(refused.response.body or b"")) from refused
        except (OSError, WebSocketException, TimeoutError, msgspec.MsgspecError) as lost:
            raise ConnectionLost(str(lost)) from lost


def _refusal(status: int, body: bytes) -> ParlourError:
    """Return the error for an answer that is not a success."""
    try:
        text = str(msgspec.json.decode(body)["text"])
    except (msgspec.MsgspecError, KeyError, TypeError):
        text = f"HTTP {status}"
    temporary = status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return (ConnectionLost if temporary else BridgeError)(text)
