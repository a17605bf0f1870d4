"""Matches in play: takes commands, stores what they lead to, and then tells everybody.

A process keeps the matches it is concerned with in memory, as a convenience only: the stored events are the truth. A
command is decided on what is in memory and stored under the match's version; if another process was faster, nothing is
stored, the missing events are read, and the command is decided again. News travel as short notes ("match so-and-so is
now at version 12") through Litestar's channels; every process then reads what it has not seen.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar
from weakref import WeakValueDictionary

import msgspec
from litestar.channels import ChannelsPlugin

from parlour.errors import Conflict, NotFound, Refused
from parlour.i18n.errors import localized_error
from parlour.match.commands import AnyCommand, Flag, Sender
from parlour.match.events import AnyEvent, Followed, Seated
from parlour.match.match import Match
from parlour.match.seats import Account, Guest, Setup
from parlour.server.http.auth import Keys, Visitor, now
from parlour.server.http.error_responses import Busy
from parlour.server.http.metrics import COMMANDS
from parlour.server.matches.live_messages import MatchEventMessage, ThinkingMessage
from parlour.server.matches.messages import MatchStateView, ViewerView
from parlour.server.matches.narration import Narration, narrate
from parlour.server.matches.permissions import is_host, sender_of, viewer_permissions
from parlour.server.matches.views import match_state, speech_of, turn_starts
from parlour.store import MatchInfo, Store, StoredMatch

log = logging.getLogger("parlour.server")

KEPT_IN_MEMORY = 4000
RECENT_EVENTS = 64
"""Number of recent events kept for clients that are a little behind."""
MAX_MISSED_EVENTS = 500
"""A client that has missed more events only gets the state they led to."""
SHOWING = 500
"""For so many milliseconds a move is shown before the next clock runs."""
ATTEMPTS = 8

T = TypeVar("T")


# ---- Notes -----------------------------------------------------------------------------------------------------------


class Note(msgspec.Struct, frozen=True, tag_field="note"):
    """What one process tells all others, and itself, about a match."""


class Stored(Note, frozen=True, tag="stored"):
    """The match has a new version."""

    version: int


class Pages(Note, frozen=True, tag="pages"):
    """Who has the match open at one server: seats, and how many that have none."""

    server: str
    seats: tuple[int, ...]
    watching: int


class WhoIsThere(Note, frozen=True, tag="who"):
    """A server asks the others for their `Pages`."""

    server: str


class Progress(Note, frozen=True, tag="progress"):
    """How far a bot is."""

    thinking: ThinkingMessage


class Hurry(Note, frozen=True, tag="hurry"):
    """The thinking bot is to move now."""

    version: int


class Turn(msgspec.Struct, frozen=True):
    """It is somebody's turn: to their pages."""

    match: str
    game: str


AnyNote = Stored | Pages | WhoIsThere | Progress | Hurry
notes = msgspec.json.Decoder(AnyNote)
turn_notes = msgspec.json.Decoder(Turn)


def channel_of(match: str) -> str:
    """The channel on which a match's notes travel."""
    return f"match_{match}"


def person_channel(person: str) -> str:
    """The channel to all pages of a person."""
    return f"person_{person}"


# ---- Applying events -------------------------------------------------------------------------------------------------


class Applied(NamedTuple):
    """A match after some events, a narration of each of them, and when the last one happened."""

    match: Match
    narrations: list[Narration]
    stored_at: int


def apply_events(before: Match, events: Sequence[AnyEvent]) -> Applied:
    """Apply events to a copy of a match and narrate them; the only place where a match in play goes on."""
    match = before.copy()
    narrations = []
    for event in events:
        narrations.append(narrate(match, event))
        match.apply([event])
    return Applied(match, narrations, events[-1].at)


def narrate_missed(kept: StoredMatch, after: int) -> list[Narration]:
    """Narrate what happened in a stored match after a version; nothing if that is too much or no such version."""
    missed = [event for event in kept.events if event.seq > after]
    if after < 0 or not missed or len(missed) > MAX_MISSED_EVENTS:
        return []
    match = Match.load(kept.setup, [event for event in kept.events if event.seq <= after])
    match.position.pieces()
    return apply_events(match, missed).narrations


# ---- One match -------------------------------------------------------------------------------------------------------


class Live:
    """A match as this process knows it."""

    def __init__(self, kept: StoredMatch) -> None:
        self.info = kept.info
        self.match = kept.match()
        self.match.position.pieces()
        self.kept = kept.info.updated
        self.lock = asyncio.Lock()
        self.pages: dict[str, Pages] = {}
        self.thinking: ThinkingMessage | None = None
        """How far the bot to move is, as far as this process has heard."""
        self._recent: deque[Narration] = deque(maxlen=RECENT_EVENTS)
        self._rendered: dict[object, bytes] = {}

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def version(self) -> int:
        """The number of the last event."""
        return self.match.state.seq

    def reload(self, kept: StoredMatch) -> None:
        """Start again from what is stored, because names in it may have changed."""
        if kept.info.version > self.version:
            self.apply([event for event in kept.events if event.seq > self.version], kept.info.followed_by)
        self.info, self.match = kept.info, kept.match()
        self.match.position.pieces()
        self._rendered.clear()

    def apply(self, events: Sequence[AnyEvent], next_match: str | None = None) -> None:
        """Apply events that another process has stored."""
        self.go_on(apply_events(self.match, events), next_match)

    def go_on(self, applied: Applied, next_match: str | None = None) -> None:
        """Replace the match by the one after some stored events."""
        if applied.match.state.seq > self.version:  # otherwise they were read from the store meanwhile
            self.match = applied.match
            self._recent.extend(applied.narrations)
            self.kept = applied.stored_at
            self.thinking = None
        if next_match is not None:
            self.info = msgspec.structs.replace(self.info, followed_by=next_match)
        self._rendered.clear()

    # ---- What viewers see, in JSON: each part is made once for all who see the same ---------------------------------

    def present(self) -> tuple[bool, ...]:
        """Which seats' players have the match open."""
        there = {seat for pages in self.pages.values() for seat in pages.seats}
        return tuple(seat in there for seat in range(len(self.match.players)))

    def watching(self) -> int:
        """How many have the match open without a seat in it."""
        return sum(pages.watching for pages in self.pages.values())

    def seen(self, pages: Pages) -> None:
        """Notes who has the match open at a server."""
        if pages.seats or pages.watching:
            self.pages[pages.server] = pages
        else:
            self.pages.pop(pages.server, None)
        self._rendered.clear()

    def state_json(self, language: str, turns_from: int = 0) -> bytes:
        """The state, with the move list from one turn on."""
        return self._once(("state", language, turns_from), lambda: self.state(language, turns_from))

    def state(self, language: str, turns_from: int = 0) -> MatchStateView:
        """The state, with the move list from one turn on."""
        speech = speech_of(self.match, language)
        return match_state(self.info, self.match, speech, self.present(), self.kept, turns_from)

    def news_json(self, language: str, after: int) -> tuple[bytes, bytes] | None:
        """What happened after a version, and the state it led to; None if that is no longer remembered."""
        narrations = [narration for narration in self._recent if narration.version > after]
        if len(narrations) != self.version - after:
            return None

        def tell() -> list[MatchEventMessage]:
            return self.messages(narrations, language)

        ply = min((narration.ply for narration in narrations), default=self.match.ply)
        starts = turn_starts(self.match)
        first = max(0, sum(start <= ply for start in starts) - 1)
        return self._once(("news", language, after), tell), self.state_json(language, first)

    def messages(self, narrations: Iterable[Narration], language: str) -> list[MatchEventMessage]:
        """Return narrated events as messages in a language."""
        localizer = speech_of(self.match, language)
        return [narration.message(localizer, self.info.followed_by) for narration in narrations]

    def you_json(self, visitor: Visitor, keys: Keys) -> bytes:
        """What a viewer is here, and may do."""
        sender = sender_of(self.info, self.match, visitor, keys)
        host = is_host(self.info, visitor)
        return self._once(("you", sender, host), lambda: self.you(sender, host))

    def you(self, sender: Sender, host: bool) -> ViewerView:
        """What a viewer is here, and may do."""
        return viewer_permissions(self.info, self.match, sender, now(), host=host)

    def _once(self, key: object, make: Callable[[], object]) -> bytes:
        found = self._rendered.get(key)
        if found is None:
            found = self._rendered[key] = msgspec.json.encode(make())
        return found


# ---- All matches -----------------------------------------------------------------------------------------------------


class LiveMatches:
    """The matches this process is concerned with."""

    def __init__(self, store: Store, channels: ChannelsPlugin, keys: Keys, server: str) -> None:
        self.store = store
        self.channels = channels
        self.keys = keys
        self.server = server
        self.halted = False
        """Whether nothing may be stored any more."""
        self.changed: list[Callable[[Live], None]] = []
        """Who is called after a match has gone on by a command that this process took."""
        self._alone = store.database.sqlite
        """Whether no other process writes: then what is in memory is always current."""
        self._known: WeakValueDictionary[str, Live] = WeakValueDictionary()
        self._used: OrderedDict[str, Live] = OrderedDict()
        self._running: set[asyncio.Task[object]] = set()

    async def get(self, id: str) -> Live:
        """A match as it stands now; raises `NotFound`."""
        live = self._known.get(id)
        if live is None:
            kept = await self.store.matches.load(id)
            live = self._known.get(id) or Live(kept)
            self._known[id] = live
        elif not self._alone:
            await self.catch_up(live)
        self._used[id] = live
        self._used.move_to_end(id)
        if len(self._used) > KEPT_IN_MEMORY:
            self._used.popitem(last=False)
        return live

    def known(self, id: str) -> Live | None:
        """A match, if it is in memory."""
        return self._known.get(id)

    def in_memory(self) -> list[Live]:
        """All matches in memory."""
        return list(self._known.values())

    async def catch_up(self, live: Live, version: int | None = None) -> bool:
        """Reads what other processes have stored; tells whether there was anything."""
        if version is not None and live.version >= version:
            return False
        events = await self.store.matches.events_after(live.id, live.version)
        events = tuple(event for event in events if event.seq > live.version)
        if not events:
            return False
        if any(isinstance(event, Followed | Seated) for event in events):
            live.info = await self.store.matches.info(live.id)
            events = tuple(event for event in events if event.seq > live.version)
        if events:
            live.apply(events, live.info.followed_by)
        return bool(events)

    async def renew(self, *people: str) -> None:
        """Takes up that people have another name or another id, in all their matches."""
        for live in self.in_memory():
            ids = {live.info.host, *(getattr(player, "id", None) for player in live.match.players)}
            if not ids & set(people):
                continue
            try:
                async with live.lock:
                    live.reload(await self.store.matches.load(live.id))
            except NotFound:
                self.forget(live.id)
            else:
                self.publish(live.id, Stored(live.version))

    def forget(self, id: str) -> None:
        """Takes a match out of memory."""
        self._known.pop(id, None)
        self._used.pop(id, None)

    async def missed(self, live: Live, after: int) -> list[Narration]:
        """Narrate what happened after a version, however long ago."""
        if after >= live.version:
            return []
        return await asyncio.to_thread(narrate_missed, await self.store.matches.load(live.id), after)

    # ---- Commands -------------------------------------------------------------------------------------------------

    async def do(
        self,
        id: str,
        command: AnyCommand,
        sender: Callable[[Live], Sender],
        *,
        charge: int | None = None,
    ) -> Live:
        """Carries a command out and tells everybody; raises `Refused`, and nothing has changed.

        Once begun it is done to the end, even if whoever asked is gone.
        """
        return await self._to_the_end(self._do(id, command, sender, charge))

    async def _do(self, id: str, command: AnyCommand, sender: Callable[[Live], Sender], charge: int | None) -> Live:
        live = await self.get(id)
        async with live.lock:
            self._must_not_be_halted()
            for _ in range(ATTEMPTS):
                try:
                    events = live.match.decide(command, sender(live), now(), showing=SHOWING, charge=charge)
                except Refused as refusal:
                    if not self._alone and await self.catch_up(live):
                        continue
                    if refusal.reason == "time-up":
                        await self._flag(live)
                    COMMANDS.labels(refusal.reason).inc()
                    raise
                try:
                    await self._store(live, events)
                except Conflict:
                    await self.catch_up(live)
                    continue
                COMMANDS.labels("stored").inc()
                return live
        raise localized_error(Busy, "server.refusal.faster")

    async def _flag(self, live: Live) -> None:
        """Ends a match whose time has run out: the clock decides, not the one who was late."""
        try:
            await self._store(live, live.match.decide(Flag(ply=live.match.ply), Sender(), now()))
        except (Refused, Conflict):
            log.debug("match %s: another process saw the flag first", live.id)

    async def _store(self, live: Live, events: Sequence[AnyEvent]) -> None:
        """Stores events; only then anybody hears of them."""
        if not events:
            return
        applied = apply_events(live.match, events)
        following = await self.store.matches.append(live.id, live.match, applied.match, events)
        next_match = None
        if following is not None:
            next_match = following.info.id
            self._adopt(following)
        live.go_on(applied, next_match)
        self.publish(live.id, Stored(live.version))
        self._tell(live)
        if next_match is not None and (follower := self._known.get(next_match)) is not None:
            self._tell(follower)

    def _tell(self, live: Live) -> None:
        """Wakes bots, and the pages of who is to move over the network."""
        for listener in self.changed:
            listener(live)
        match = live.match
        if live.info.kind == "network" and match.status == "running":
            player = match.players[match.position.seat]
            if isinstance(player, Account | Guest) and player.id:
                note = msgspec.json.encode(Turn(live.id, match.game.title))
                self.channels.publish(note, person_channel(player.id))

    async def _to_the_end(self, work: Awaitable[T]) -> T:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Waits until all commands that were begun are carried out."""
        await asyncio.gather(*self._running, return_exceptions=True)

    # ---- New matches ----------------------------------------------------------------------------------------------

    async def create(
        self,
        made: tuple[Match, list[AnyEvent]],
        *,
        host: str | None,
        public: bool = False,
    ) -> MatchInfo:
        """Keeps a new match, as `Match.new` gives it, and wakes the bot that begins."""
        self._must_not_be_halted()
        match, events = made
        code = match.setup.kind == "network"
        info = await self._to_the_end(
            self.store.matches.create(match, events, now(), host=host, public=public, code=code)
        )
        self._adopt(StoredMatch(info, match.setup, tuple(events)))
        self._tell(await self.get(info.id))
        return info

    def _must_not_be_halted(self) -> None:
        if self.halted:
            raise localized_error(Busy, "server.refusal.halted")

    def _adopt(self, kept: StoredMatch) -> None:
        live = Live(kept)
        self._known[live.id] = self._used[live.id] = live

    # ---- Notes ----------------------------------------------------------------------------------------------------

    def publish(self, id: str, note: AnyNote) -> None:
        """Tells all servers something about a match."""
        self.channels.publish(msgspec.json.encode(note), channel_of(id))


def new_match(setup: Setup) -> tuple[Match, list[AnyEvent]]:
    """A match that begins now, or when its last seat is taken."""
    return Match.new(setup, now())
