"""Long-lived objects shared by the request handlers."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Protocol, TypeAlias

import msgspec
from litestar.channels import ChannelsPlugin
from litestar.di import NamedDependency

from parlour.engine.protocol.registry import usable_engines
from parlour.errors import StoreUnavailable
from parlour.server.channels.channels import receive_messages
from parlour.server.chat.chat import Chat
from parlour.server.chat.chat_rooms import ChatRooms
from parlour.server.classroom.live import LiveClassrooms
from parlour.server.engine.search_runner import make_runner
from parlour.server.engine.workers import Workers
from parlour.server.homework.updates import HomeworkUpdates
from parlour.server.http.auth import SESSIONS_CHANNEL, Keys, SessionEnd, Sessions, Visitor, session_end_decoder
from parlour.server.http.limits.exports import RunningExports
from parlour.server.http.limits.rate_limits import ConcurrencyCounter, RateLimiter, limits_of
from parlour.server.http.metrics import observe
from parlour.server.library.game_imports import GameImports
from parlour.server.lobby.lobby import Lobby
from parlour.server.matches.fair_play import FairPlay
from parlour.server.matches.live.bots import Bots
from parlour.server.matches.live.ended_games import EndedGames
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.matches.notices import OpenPages, OpenPagesQuery
from parlour.server.process.background_tasks import BackgroundTasks
from parlour.server.process.health import HealthCheck
from parlour.server.process.heavy_queries import HeavyQueries
from parlour.server.process.long_computations import LongComputations
from parlour.server.process.match_time import MatchTime
from parlour.server.process.open_sockets import OpenSockets
from parlour.server.settings import ServerSettings
from parlour.server.statistics.club_figures import SharedClubFigures
from parlour.server.tournaments.progress import TournamentProgress
from parlour.server.tournaments.shared_views import SharedTournamentViews
from parlour.server.tournaments.watchers import TournamentWatchers
from parlour.store import Store
from parlour.store.database.deadlines import ends_within
from parlour.store.people.owner import Owner

log = logging.getLogger("parlour.server")

SPECTATORS_SECONDS = 0.5
"""Delay before pages learn of a new spectator count."""
STOP_SECONDS = 10.0
"""Maximum time to wait for running work when the server stops."""


@dataclass(eq=False)
class Services:
    """All services; created when the server starts."""

    settings: ServerSettings
    folder: Path
    keys: Keys
    store: Store
    channels: ChannelsPlugin
    time: MatchTime

    def __post_init__(self) -> None:
        self.server = secrets.token_hex(6)
        """Identifies this run of the server."""
        self.started = self.time.now()
        self.addresses: tuple[str, ...] = ()
        """The addresses of the server in the network."""
        self.quit: Callable[[], None] | None = None
        """Stop the program, if it may be stopped from a page."""
        self.restart: Callable[[Callable[[], Awaitable[None]]], Awaitable[None]] | None = None
        """Stop all services but the store, call a function, and start new ones."""
        self.limits = RateLimiter(limits_of(self.settings))
        self.commands = ConcurrencyCounter()
        """Commands of pages that are being executed."""
        self.sockets = OpenSockets(self.time, self._publish_session_end)
        owner = Owner(self.store, self.folder)
        self.sessions = Sessions(
            self.store, owner, self.keys, self.limits, https=self.settings.https, sockets=self.sockets
        )
        self.matches = LiveMatches(self.store, self.channels, self.server, self.time)
        self.fair_play = FairPlay(self.store, self.matches)
        self.health = HealthCheck(self.store)
        self.heavy_queries = HeavyQueries()
        self.exports = RunningExports()
        self.club_figures = SharedClubFigures(self.store.club)
        self.computations = LongComputations(self.store.database.time_slices)
        self.imports = GameImports(self.store, self.settings.import_games)
        self.workers = Workers(self.settings.searches, self.settings.search_niceness)
        self.searches = make_runner(self.workers, self.settings.queue_url, self.server)
        self.bots = Bots(self.matches, self.searches, self.settings)
        self.lobby = Lobby(self.matches, self.channels, self.limits)
        self.chat = Chat(self.channels, self.limits)
        self.chat_rooms = ChatRooms(self.chat, self.lobby.people)
        self.background_tasks = BackgroundTasks(
            self.store, self.matches, self.bots, self.sockets, self.lobby, self.server
        )
        self.tournaments = TournamentProgress(self.store, self.matches, self.channels)
        self.tournament_watchers = TournamentWatchers(self.channels)
        self.tournament_views = SharedTournamentViews(self.store)
        self.classrooms = LiveClassrooms(self.store, self.channels, self.time)
        self.homework = HomeworkUpdates(self.store, self.channels, self.matches)
        self.ratings = EndedGames(self.store.ratings.update, self.matches, lambda match: match.setup.rated)
        self.club = EndedGames(self.store.club.update, self.matches, lambda match: match.setup.kind == "network")
        self.sessions.is_locked = lambda: self.lobby.host.decided.locked
        self.attendance = Attendance(self.matches, self.bots, self.lobby)
        self._listening = AsyncExitStack()

    async def start(self) -> None:
        """Start the periodic work."""
        usable_engines()  # a fault in the file is logged at the start
        observe(self)
        subscriber = await self._listening.enter_async_context(self.channels.start_subscription([SESSIONS_CHANNEL]))
        await self._listening.enter_async_context(receive_messages(subscriber, self._on_session_notice))
        await self.lobby.start()
        await self.chat.start()
        await self.searches.start()
        await self.background_tasks.start()
        await self.tournament_watchers.start()
        await self.tournaments.start()
        self.ratings.start()
        self.club.start()

    async def stop(self) -> None:
        """Stop in order: imports, bots, running commands, store. Do not wait long for a database that hangs."""
        deadline = monotonic() + STOP_SECONDS
        self.attendance.stop()
        for step in self._last_steps():
            if not await ends_within(max(1.0, deadline - monotonic()), step()):
                log.warning("The server stops without waiting for %s", step.__qualname__)
        await self.store.close()

    async def halt(self) -> None:
        """Stop all services but the store, which accepts nothing from them afterwards. Notify and close all pages."""
        self.matches.halted = True
        self.attendance.stop()
        await self.sockets.announce_shutdown(again=True)
        for step in self._last_steps():
            await step()
        await self.sockets.close()

    def _last_steps(self) -> tuple[Callable[[], Coroutine[Any, Any, None]], ...]:
        return (
            self._listening.aclose,
            self.lobby.stop,
            self.chat.stop,
            self.imports.close,
            self.tournaments.stop,
            self.tournament_watchers.stop,
            self.bots.close,
            self.searches.close,
            self.matches.finish,
            self.homework.finish,
            self.ratings.finish,
            self.club.finish,
            self.background_tasks.stop,
        )

    def _publish_session_end(self, end: SessionEnd) -> None:
        self.channels.publish(msgspec.json.encode(end), SESSIONS_CHANNEL)

    async def _on_session_notice(self, raw: bytes) -> None:
        end = session_end_decoder.decode(raw)
        if not end.logins and end.person is None:
            try:
                await self.sockets.end_unknown_logins(self.store.logins)
            except StoreUnavailable as fault:
                log.debug("Sessions are checked with the next heartbeat: %s", fault)
        else:
            self.sockets.end_here(end)


InjectedServices: TypeAlias = NamedDependency[Services]
"""The dependency of a route on the services."""


class VisitorPage(Protocol):
    """A page that has a match open."""

    visitor: Visitor

    @property
    def host(self) -> str:
        """The address of the client."""


class Attendance:
    """Track which pages have which match open at this server.

    Pages learn at once when a player comes or goes. Spectators, of whom there may be many, are counted only now and
    then: each of them would otherwise cause a message to all others.
    """

    def __init__(self, matches: LiveMatches, bots: Bots, lobby: Lobby) -> None:
        self._matches = matches
        self._bots = bots
        self._lobby = lobby
        self._open: dict[str, dict[VisitorPage, frozenset[int]]] = {}
        self._due: dict[str, asyncio.TimerHandle] = {}
        """Matches whose number of spectators will be published."""

    def enter(self, live: LiveMatch, page: VisitorPage, seats: frozenset[int]) -> None:
        """Record that a page has the match open, for some seats or none. The first page asks the other servers."""
        if seats or not live.client_host:
            live.client_host = page.host
        is_first = live.id not in self._open
        here = self._open.setdefault(live.id, {})
        if here.get(page) != seats:
            here[page] = seats
            self._change(live, page)
        if is_first:
            self._matches.publish(live.id, OpenPagesQuery(self._matches.server))

    def leave(self, live: LiveMatch, page: VisitorPage) -> None:
        """Record that a page has closed."""
        here = self._open.get(live.id, {})
        if here.pop(page, None) is not None:
            if not here:
                del self._open[live.id]
            self._change(live, page)

    def stop(self) -> None:
        """Publish nothing more."""
        for timer in self._due.values():
            timer.cancel()

    def _change(self, live: LiveMatch, page: VisitorPage) -> None:
        self._lobby.set_playing(page.visitor.id, live, plays=self._plays(live, page.visitor.id))
        before, pages = live.pages.get(self._matches.server), self.pages(live)
        live.set_open_pages(pages)
        self._bots.on_presence_changed(live)
        if before is None or before.seats != pages.seats or live.id not in self._open:
            self._publish(live)
        elif live.id not in self._due:
            self._due[live.id] = asyncio.get_running_loop().call_later(SPECTATORS_SECONDS, self._publish, live)

    def _publish(self, live: LiveMatch) -> None:
        if live.id in self._due:
            self._due.pop(live.id).cancel()
        self._matches.publish(live.id, self.pages(live))

    def _plays(self, live: LiveMatch, person: str | None) -> bool:
        """Return whether a person has a match open in which they have a seat."""
        return any(seats and page.visitor.id == person for page, seats in self._open.get(live.id, {}).items())

    def pages(self, live: LiveMatch) -> OpenPages:
        """Return who has the match open at this server."""
        here = self._open.get(live.id, {}).values()
        seats = frozenset[int]().union(*here)
        return OpenPages(self._matches.server, tuple(sorted(seats)), sum(not one for one in here))

    def answers_queries(self, live: LiveMatch, page: object) -> bool:
        """Return whether this page answers the queries of other servers about a match."""
        return next(iter(self._open.get(live.id, {})), None) is page
