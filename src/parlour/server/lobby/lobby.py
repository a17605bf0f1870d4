"""The lobby of this server process: people, challenges and quick pairing, kept in sync with the other processes by
notices.

Nothing is stored. Each process announces the people whose pages it has; the others know them from the notices.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager

import msgspec
from litestar.channels import ChannelsPlugin

from parlour.server.channels.channels import receive_messages
from parlour.server.http.limits.rate_limits import RateLimiter
from parlour.server.lobby.host import HostDecisions
from parlour.server.lobby.messages import LobbyMessage, LobbyRequest, WatchLobbyRequest, YouChangedMessage
from parlour.server.lobby.notices import (
    LOBBY_CHANNEL,
    AnyLobbyNotice,
    ChallengeAnswered,
    ChallengeClosed,
    ChallengeOpened,
    HandOverOpened,
    HandOverUsed,
    HostDecided,
    LobbyQuery,
    MatchChanged,
    PairingRefused,
    PersonChanged,
    PersonGone,
    PersonHere,
    lobby_notice_decoder,
)
from parlour.server.lobby.open_challenges import OpenChallenges
from parlour.server.lobby.pages import LobbyPage
from parlour.server.lobby.presence import Presence, PresentPeople
from parlour.server.lobby.views import person_view
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.store import Person

log = logging.getLogger("parlour.server")

LIST_SECONDS = 0.25
"""Shortest time between two lists of people for a page."""
LEAVE_SECONDS = 5.0
"""Time from closing the last page of a person until they are listed as gone. Pages that reload reconnect sooner."""
MAX_LISTED = 200


class Lobby:
    """The people and challenges of all servers, as far as this one knows them."""

    def __init__(self, matches: LiveMatches, channels: ChannelsPlugin, limits: RateLimiter) -> None:
        self._channels = channels
        self._server = matches.server
        self.people = PresentPeople()
        self.leave_seconds = LEAVE_SECONDS
        self._pages: dict[str, set[LobbyPage]] = {}
        """The pages at this server by the id of their person."""
        self._person_of: dict[LobbyPage, str] = {}
        self._watching: set[LobbyPage] = set()
        """The pages that show the lobby, of all people."""
        self._known: dict[str, Person] = {}
        """The people with pages at this server, or who may come back, with their current names."""
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._playing: dict[str, dict[str, bool]] = {}
        """The network matches that people have open here, and whether they are being played."""
        self._games = 0
        self._list_due: asyncio.TimerHandle | None = None
        self._unlisted: set[LobbyPage] = set()
        """The pages that watch and have not got the current list."""
        self._encoded_list: bytes | None = None
        self._challenges = OpenChallenges(self.people, self._pages, matches, limits, self._publish)
        self.host = HostDecisions(self._publish)
        self._listening = AsyncExitStack()
        self._listeners: set[Callable[[str], None]] = set()
        matches.changed_players.append(self._on_match)

    async def start(self) -> None:
        """Receive notices, and ask the other servers for their people."""
        subscriber = await self._listening.enter_async_context(self._channels.start_subscription([LOBBY_CHANNEL]))
        await self._listening.enter_async_context(receive_messages(subscriber, self._on_notice))
        self._publish(LobbyQuery())

    async def stop(self) -> None:
        """Stop, and let the other servers remove the people at this one."""
        for one in self.people.at(self._server):
            self._publish(PersonGone(self._server, one.person.id))
        await self._listening.aclose()
        for timer in (*self._leaving.values(), *filter(None, (self._list_due,))):
            timer.cancel()
        await self._challenges.stop()

    def forget_servers(self, alive: set[str]) -> None:
        """Forget the people and challenges of servers that no longer run."""
        dead = self.people.servers() - alive - {self._server}
        if dead:
            for id in self.people.forget_servers(dead):
                self._challenges.expire(id)
                self._tell_listeners(id)
            self._challenges.forget_servers(dead)
            self._list_later()

    # ---- Pages ----------------------------------------------------------------------------------------------------

    def enter(self, page: LobbyPage) -> None:
        """Record an open page, and send its person's open challenges."""
        person = page.person
        if person is None:
            return
        self._pages.setdefault(person.id, set()).add(page)
        self._person_of[page] = person.id
        if person.id in self._leaving:
            self._leaving.pop(person.id).cancel()
        self._known[person.id] = person
        self._announce(person.id)
        self._challenges.show_to(page, person.id)

    def leave(self, page: LobbyPage) -> None:
        """Record that a page has closed."""
        self.watch(page, on=False)
        id = self._person_of.pop(page, None)
        if id is None:
            return
        self._pages[id].remove(page)
        if not self._pages[id]:
            del self._pages[id]
            self._leaving[id] = asyncio.get_running_loop().call_later(self.leave_seconds, self._left, id)

    def watch(self, page: LobbyPage, *, on: bool) -> None:
        """Send the lobby to a page from now on, or no more. A page that stops watching no longer waits."""
        page.watches_lobby = on
        if on:
            self._watching.add(page)
            page.post_encoded(self._list())
            return
        self._watching.discard(page)
        self._unlisted.discard(page)
        self._challenges.stop_waiting(page)

    def set_playing(self, person: str | None, live: LiveMatch, *, plays: bool) -> None:
        """Record that a person has opened or closed a match in which they have a seat."""
        if person is None or live.info.kind != "network":
            return
        if plays:
            self._playing.setdefault(person, {})[live.id] = live.match.status == "running"
        else:
            self._playing.get(person, {}).pop(live.id, None)
            if not self._playing.get(person):
                self._playing.pop(person, None)
        self._announce(person)

    def change_person(self, person: Person) -> None:
        """Notify all servers that a person now has another name, or an account."""
        self._publish(PersonChanged(person.id, person.name, person.account))

    def dismiss(self, person: str) -> None:
        """Remove a person whose sessions have ended from the list at once."""
        for server in self.people.servers_with(person):
            self._publish(PersonGone(server, person))

    def _left(self, id: str) -> None:
        self._leaving.pop(id, None)
        self._known.pop(id, None)
        if self.people.find_at(self._server, id) is not None:
            self._publish(PersonGone(self._server, id))

    def _announce(self, id: str) -> None:
        """Notify all servers of a person with a name who is here, if something about them has changed."""
        person = self._known.get(id)
        if person is None or not person.name:
            return
        presence = Presence(person, not person.bot and any(self._playing.get(id, {}).values()))
        if presence != self.people.find_at(self._server, id):
            self._publish(PersonHere(self._server, presence))

    def is_here(self, person: str) -> bool:
        """Return whether a person has a page open at any server."""
        return self.people.find(person) is not None

    @contextmanager
    def listen(self, listener: Callable[[str], None]) -> Iterator[None]:
        """Call a function with the id of each person who comes or goes, while the block runs."""
        self._listeners.add(listener)
        try:
            yield
        finally:
            self._listeners.discard(listener)

    def _tell_listeners(self, person: str) -> None:
        for listener in tuple(self._listeners):
            listener(person)

    # ---- The list -------------------------------------------------------------------------------------------------

    def _list(self) -> bytes:
        """Return the list as JSON, made once for all pages."""
        if self._encoded_list is None:
            everybody = self.people.all()
            people = tuple(map(person_view, everybody[:MAX_LISTED]))
            self._encoded_list = msgspec.json.encode(LobbyMessage(people, len(everybody), self._games))
        return self._encoded_list

    def _list_later(self) -> None:
        """Send the list soon, once for all changes until then."""
        self._encoded_list = None
        self._unlisted |= self._watching
        self._send_list_later()

    def _send_list_later(self) -> None:
        if self._list_due is None and self._unlisted:
            self._list_due = asyncio.get_running_loop().call_later(LIST_SECONDS, self._send_list)

    def _send_list(self) -> None:
        """Send the list to pages that can receive it. Others get a later list, instead of several."""
        self._list_due = None
        for page in [one for one in self._unlisted if not one.is_behind]:
            self._unlisted.remove(page)
            page.post_encoded(self._list())
        self._send_list_later()

    def do(self, page: LobbyPage, request: LobbyRequest) -> None:
        """Execute a request of a page; raise `ParlourError`."""
        if isinstance(request, WatchLobbyRequest):
            self.watch(page, on=request.on)
        else:
            self._challenges.do(page, request)

    # ---- Notices --------------------------------------------------------------------------------------------------

    def _publish(self, notice: AnyLobbyNotice) -> None:
        self._channels.publish(msgspec.json.encode(notice), LOBBY_CHANNEL)

    def _on_match(self, live: LiveMatch) -> None:
        if live.info.kind == "network" or live.info.public:
            self._publish(MatchChanged(live.id, live.match.status))

    def _on_notice(self, raw: bytes) -> None:
        notice = lobby_notice_decoder.decode(raw)
        match notice:
            case PersonHere():
                new = not self.is_here(notice.presence.person.id)
                self.people.put(notice.server, notice.presence)
                if new:
                    self._tell_listeners(notice.presence.person.id)
                if notice.presence.busy:
                    self._challenges.expire(notice.presence.person.id)
            case PersonGone():
                if notice.server == self._server:
                    self._known.pop(notice.person, None)
                self.people.remove(notice.server, notice.person)
                if not self.is_here(notice.person):
                    self._challenges.expire(notice.person)
                    self._tell_listeners(notice.person)
            case PersonChanged():
                self._on_person_changed(notice)
            case LobbyQuery():
                self._tell_all()
            case ChallengeOpened():
                self._challenges.on_opened(notice.challenge)
            case ChallengeAnswered():
                self._challenges.on_answer(notice)
            case PairingRefused():
                self._challenges.on_refused(notice)
            case ChallengeClosed():
                self._challenges.on_closed(notice)
            case MatchChanged():
                self._on_match_changed(notice)
            case HostDecided() | HandOverOpened() | HandOverUsed():
                self.host.on_notice(notice)
        self._list_later()

    def _on_person_changed(self, notice: PersonChanged) -> None:
        self._games += 1  # their names may be in the lists
        if notice.person in self._known:
            known = self._known[notice.person]
            self._known[notice.person] = msgspec.structs.replace(known, name=notice.name, account=notice.account)
            self._announce(notice.person)
        for page in self._pages.get(notice.person, ()):
            page.post(YouChangedMessage())

    def _tell_all(self) -> None:
        for one in self.people.at(self._server):
            self._publish(PersonHere(self._server, one))
        self._challenges.announce_own()
        self.host.announce()

    def _on_match_changed(self, notice: MatchChanged) -> None:
        self._games += 1
        for person, open_matches in list(self._playing.items()):
            if notice.match in open_matches:
                open_matches[notice.match] = notice.status == "running"
                self._announce(person)
