"""The parts of a running server, as its routes get at them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency

from parlour.server.background_tasks import BackgroundTasks
from parlour.server.engine.workers import Workers
from parlour.server.http.auth import Door, Keys, PageSocket, now
from parlour.server.http.metrics import observe
from parlour.server.localizer import server_text
from parlour.server.matches.bots import Bots
from parlour.server.matches.live import Live, LiveMatches
from parlour.server.matches.live_messages import ClosingMessage
from parlour.server.matches.notices import OpenPages
from parlour.server.settings import Settings
from parlour.store import Store


class Parts:
    """All parts; made when the server starts."""

    def __init__(self, settings: Settings, folder: Path, keys: Keys, store: Store, channels: ChannelsPlugin) -> None:
        self.settings = settings
        self.folder = folder
        self.keys = keys
        self.store = store
        self.channels = channels
        self.server = secrets.token_hex(6)
        """Names this run of the server."""
        self.started = now()
        self.addresses: tuple[str, ...] = ()
        """Where others find it; known to whoever opened the port."""
        self.quit: Callable[[], None] | None = None
        """Ends the program, where it may be ended from a page."""
        self.restart: Callable[[Callable[[], Awaitable[None]]], Awaitable[None]] | None = None
        """Ends all parts but the store, does something, and makes new ones."""
        self.door = Door(store, keys, https=settings.https)
        self.matches = LiveMatches(store, channels, keys, self.server)
        self.workers = Workers(settings.searches)
        self.bots = Bots(self.matches, self.workers, settings)
        self.background_tasks = BackgroundTasks(store, self.matches, self.bots, self.server)
        self.attendance = Attendance(self.matches, self.bots)
        self.sockets = Sockets()

    async def start(self) -> None:
        """Begins to look after matches."""
        observe(self)
        await self.background_tasks.start()

    async def stop(self) -> None:
        """Ends in order: bots first, then what was begun, then the store."""
        await self._end()
        await self.store.close()

    async def halt(self) -> None:
        """Ends all but the store: from now on nothing is stored through these parts. OpenPages are told, and closed."""
        self.matches.halted = True
        await self.sockets.say_goodbye(again=True)
        await self._end()
        await self.sockets.close()

    async def _end(self) -> None:
        await self.bots.close()
        self.workers.close()
        await self.matches.finish()
        await self.background_tasks.stop()


TheParts: TypeAlias = NamedDependency[Parts]
"""How a route gets at them."""


class Attendance:
    """Who has which match open at this server."""

    def __init__(self, matches: LiveMatches, bots: Bots) -> None:
        self._matches = matches
        self._bots = bots
        self._open: dict[str, dict[object, frozenset[int]]] = {}

    def enter(self, live: Live, page: object, seats: frozenset[int]) -> None:
        """A page has the match open, for some seats or for none."""
        here = self._open.setdefault(live.id, {})
        if here.get(page) != seats:
            here[page] = seats
            self._tell(live)

    def leave(self, live: Live, page: object) -> None:
        """A page has closed."""
        here = self._open.get(live.id, {})
        if here.pop(page, None) is not None:
            if not here:
                del self._open[live.id]
            self._tell(live)

    def pages(self, live: Live) -> OpenPages:
        """Who has the match open here."""
        here = self._open.get(live.id, {}).values()
        seats = frozenset[int]().union(*here)
        return OpenPages(self._matches.server, tuple(sorted(seats)), sum(not one for one in here))

    def speaks_for(self, live: Live, page: object) -> bool:
        """Whether this page is the one that answers questions to this server about a match."""
        return next(iter(self._open.get(live.id, {})), None) is page

    def _tell(self, live: Live) -> None:
        pages = self.pages(live)
        live.set_open_pages(pages)
        self._matches.publish(live.id, pages)
        self._bots.on_presence_changed(live)


class Sockets:
    """All open WebSockets, to say goodbye on."""

    def __init__(self) -> None:
        self._open: dict[PageSocket, str] = {}
        self.changed = now()
        """When the last one was opened or closed."""

    def __len__(self) -> int:
        return len(self._open)

    def add(self, socket: PageSocket, language: str) -> None:
        self._open[socket] = language
        self.changed = now()

    def remove(self, socket: PageSocket) -> None:
        self._open.pop(socket, None)
        self.changed = now()

    async def say_goodbye(self, *, again: bool) -> None:
        """Tells every page that the server ends, and whether it may come back."""
        key = "closing.stops" if again else "closing.ended"
        goodbyes = [
            socket.send_json(ClosingMessage(server_text(key, language), again))
            for socket, language in self._open.items()
        ]
        await asyncio.gather(*goodbyes, return_exceptions=True)

    async def close(self) -> None:
        """Closes all of them; pages that may come back connect again."""
        await asyncio.gather(*(socket.close(1012) for socket in list(self._open)), return_exceptions=True)
