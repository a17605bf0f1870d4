"""All open WebSockets: announce a shutdown, close those of sessions that have ended, count them by address."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

from litestar.exceptions import WebSocketDisconnect

from parlour.server.http.auth import PageSocket, SessionEnd
from parlour.server.http.limits.rate_limits import address_key
from parlour.server.localizer import server_text
from parlour.server.messages import ClosingMessage
from parlour.server.process.match_time import MatchTime, system_clock
from parlour.store.people.logins import Login, Logins

ANNOUNCE_SECONDS = 2.0
"""Time for pages to accept a message before the server stops."""
RECENT_ENDS = 50
"""Number of recent session ends kept for WebSockets that are being opened."""
LOGGED_OUT = 4401
"""Close code: the session of this WebSocket, or of a player at one of its seats, has ended. The page reconnects with
the session that remains.
"""


class OpenSockets:
    """All open WebSockets of this server."""

    def __init__(self, time: MatchTime, publish: Callable[[SessionEnd], None]) -> None:
        self._publish = publish
        self._time = time
        self._open: dict[PageSocket, str] = {}
        self._by_address: Counter[str] = Counter()
        self._ends: deque[SessionEnd] = deque(maxlen=RECENT_ENDS)
        self._closing: set[asyncio.Task[None]] = set()
        self.check_is_due = False
        """Whether logins could not be checked although their end may have been missed."""
        self.changed = time.now()
        """When a WebSocket was last opened or closed."""

    def __len__(self) -> int:
        return len(self._open)

    def __iter__(self) -> Iterator[PageSocket]:
        return iter(self._open)

    def at(self, address: str) -> int:
        """Return the number of WebSockets of an address, by its key."""
        return self._by_address[address]

    def add(self, socket: PageSocket, language: str) -> None:
        """Add a WebSocket. If its session has ended since its visitor was identified, it counts as ended."""
        self._open[socket] = language
        self._by_address[address_key(socket)] += 1
        socket.user.ended = any(end.includes(socket.user.login) for end in self._ends)
        for end in self._ends:
            socket.user.end_seat_logins(end)
        self.changed = self._time.now()

    def remove(self, socket: PageSocket) -> None:
        """Remove a WebSocket, which can no longer receive or send."""
        if self._open.pop(socket, None) is not None:
            address = address_key(socket)
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
            # Both refer to the socket. Without them it is released at once, instead of by a full garbage collection.
            socket.receive = socket.send = _closed
        self.changed = self._time.now()

    async def announce_shutdown(self, *, again: bool) -> None:
        """Tell every page that the server stops, and whether it will be back."""
        key = "closing.stops" if again else "closing.ended"
        await _attempt(
            socket.send_json(ClosingMessage(server_text(key, language), again))
            for socket, language in self._open.items()
        )

    async def close(self) -> None:
        """Close all WebSockets; pages then connect again."""
        await _attempt(socket.close(1012) for socket in self._open)

    # ---- Sessions -------------------------------------------------------------------------------------------------

    def end(self, end: SessionEnd) -> None:
        """Close the WebSockets of sessions that have ended, at all servers."""
        self.end_here(end)
        self._publish(end)

    def change_login(self, old: str, new: Login) -> None:
        """Let the WebSockets of a login continue under another login of the same person."""
        for socket in self._open:
            if socket.user.login is not None and socket.user.login.id == old:
                socket.user.login = new

    def end_here(self, end: SessionEnd) -> None:
        """Accept nothing more from the WebSockets of sessions that have ended, and close them."""
        self._ends.append(end)
        ended = [socket for socket in self._open if end.includes(socket.user.login)]
        for socket in ended:
            socket.user.ended = True
        # Pages on which another person had signed in to a seat connect again, without that seat.
        changed = [socket for socket in self._open if socket.user.end_seat_logins(end) and not socket.user.ended]
        if ended or changed:
            closing = (socket.close(LOGGED_OUT) for socket in (*ended, *changed))
            task = asyncio.get_running_loop().create_task(_attempt(closing))
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)

    async def end_unknown_logins(self, logins: Logins) -> None:
        """Close the WebSockets of logins that have expired, or whose end was not announced to this server.

        `check_is_due` is set until this has succeeded.
        """
        self.check_is_due = True
        used = {socket.user.login.id for socket in self._open if socket.user.login is not None}
        used.update(login.id for socket in self._open for login in socket.user.seat_logins.values())
        for id in used - await logins.existing(used, system_clock()):
            self.end_here(SessionEnd((id,)))
        self.check_is_due = False


async def _closed(*_: object) -> Any:
    raise WebSocketDisconnect(detail="The WebSocket is closed.")


async def _attempt(sends: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Run sends at the same time; give up those to pages that do not read."""
    tasks = [asyncio.create_task(send) for send in sends]
    if tasks:
        await asyncio.wait(tasks, timeout=ANNOUNCE_SECONDS)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
