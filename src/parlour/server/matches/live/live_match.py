"""A match in the memory of a server process, and the messages about it that viewers share."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import islice

import msgspec

from parlour.errors import NotFound
from parlour.games.contract.history import at_ply
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.commands import Sender
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.plans import Plan
from parlour.server.localizer import match_localizer
from parlour.server.matches.live.applied_events import Applied, apply_events
from parlour.server.matches.live.narration import Narration
from parlour.server.matches.live_messages import MatchEventMessage, ThinkingMessage
from parlour.server.matches.messages import MatchStateView, ViewerView
from parlour.server.matches.notices import OpenPages, VersionStored
from parlour.server.matches.permissions import routine_situation
from parlour.server.matches.views import match_state, viewer_view
from parlour.server.process.match_time import MatchTime
from parlour.store import StoredMatch, StoredPlans
from parlour.store.database.time_slices import MAX_SIZE_IN_LOOP, TimeSlices

RECENT_EVENTS = 64
"""Number of recent events kept for clients that reconnect."""


class LiveMatch:
    """A match in the memory of this process."""

    def __init__(self, stored: StoredMatch, time: MatchTime, match: Match | None = None) -> None:
        self.time = time
        self.info = stored.info
        self.match = match or stored.match()
        self.match.position.pieces()
        self.saved_at = stored.info.updated
        self.lock = asyncio.Lock()
        self.pages: dict[str, OpenPages] = {}
        self.thinking: ThinkingMessage | None = None
        """The last known progress of the bot to move."""
        self.client_host = ""
        """The address of the client who created or plays the match, for which the searches of its bots are queued."""
        self._recent: deque[Narration] = deque(maxlen=RECENT_EVENTS)
        self._rendered: dict[object, bytes] = {}
        """Parts of messages about the current state."""
        self._routine_permissions: dict[object, bytes] = {}
        """Permissions of viewers in routine situations with the current players."""
        self.plans = StoredPlans({})

    @property
    def id(self) -> str:
        return self.info.id

    @property
    def version(self) -> int:
        """The number of the last event."""
        return self.match.state.seq

    def position_at(self, ply: int) -> Position:
        """Return the position after a number of moves; raise `NotFound` if the match has fewer."""
        if not 0 <= ply <= self.match.ply:
            raise localized_error(NotFound, "server.position.plies", n=self.match.ply)
        return at_ply(self.match.position, ply)

    def reload(self, stored: StoredMatch, match: Match) -> None:
        """Start again from what is stored, because names in it may have changed."""
        if stored.info.version > self.version:
            self.apply([event for event in stored.events if event.seq > self.version], stored.info.followed_by)
        self.info, self.match = stored.info, match
        self.match.position.pieces()
        self._rendered.clear()
        self._routine_permissions.clear()

    def apply(self, events: Sequence[AnyEvent], next_match: str | None = None) -> None:
        """Apply events that another process has stored."""
        self.advance(apply_events(self.match, events), next_match)

    def apply_notice(self, notice: VersionStored) -> bool:
        """Apply the moves of a notice if they are the next ones; return whether its version is reached."""
        if notice.moves and notice.moves[0].seq == self.version + 1:
            self.apply(notice.moves)
        return notice.version is not None and notice.version <= self.version

    def advance(self, applied: Applied, next_match: str | None = None) -> None:
        """Replace the match by the one after some stored events."""
        if applied.match.state.seq > self.version:  # otherwise they were read from the store meanwhile
            if applied.match.players is not self.match.players:
                self._routine_permissions.clear()
            if applied.match.ply < self.match.ply or applied.match.status == "over":
                self.plans = StoredPlans({}, self.plans.changes)
            self.match = applied.match
            self._recent.extend(applied.narrations)
            if not applied.narrations:  # viewers get the new state
                self._recent.clear()
            self.saved_at = applied.stored_at
            self.thinking = None
        if next_match is not None:
            self.info = msgspec.structs.replace(self.info, followed_by=next_match)
        self._rendered.clear()

    def plans_by_seat(self) -> dict[int, Plan]:
        """Return the plans of the players."""
        ids = [getattr(player, "id", "") for player in self.match.players]
        return {ids.index(person): plan for person, plan in self.plans.by_person.items() if person in ids}

    # ---- JSON for viewers: each part is encoded once for all viewers who get the same --------------------------------

    def present(self) -> tuple[bool, ...]:
        """Return for each seat whether its player has the match open."""
        there = {seat for pages in self.pages.values() for seat in pages.seats}
        return tuple(seat in there for seat in range(len(self.match.players)))

    def watching(self) -> int:
        """Return how many viewers without a seat have the match open."""
        return sum(pages.watching for pages in self.pages.values())

    def set_open_pages(self, pages: OpenPages) -> None:
        """Record who has the match open at a server."""
        before = self.present()
        if pages.seats or pages.watching:
            self.pages[pages.server] = pages
        else:
            self.pages.pop(pages.server, None)
        if self.present() != before:
            self._rendered.clear()

    def state_json(self, language: str) -> bytes:
        """Return the state as JSON."""
        return self._cached(("state", language), lambda: self.state(language))

    def state(self, language: str, turns_from: int = 0) -> MatchStateView:
        """Return the state, with the move list from one turn on."""
        match = self.match  # this may run in a thread
        localizer = match_localizer(match, language)
        return match_state(self.info, match, localizer, self.present(), self.saved_at, turns_from)

    async def render_update(self, language: str, after: int, slices: TimeSlices) -> None:
        """Encode the state as `render_state` if viewers cannot get an update after a version."""
        if not self.has_events_after(after):
            await self.render_state(language, slices)

    def has_events_after(self, version: int) -> bool:
        """Return whether the events after a version are in memory."""
        count = self.version - version
        return count <= len(self._recent)

    async def render_state(self, language: str, slices: TimeSlices) -> None:
        """Encode the state in a thread if the match is so long that moves elsewhere would wait for it."""
        if self.match.ply > MAX_SIZE_IN_LOOP and ("state", language) not in self._rendered:
            version, present = self.version, self.present()
            encoded = await slices.call(lambda: msgspec.json.encode(self.state(language)), self.match.ply)
            if (version, present) == (self.version, self.present()):
                self._rendered["state", language] = encoded

    def update_json(self, language: str, after: int, you: bytes) -> bytes | None:
        """Return an `UpdateMessage` after a version as JSON; None if its events are no longer in memory. `you` is JSON.

        All viewers get the same up to `you`.
        """
        key = ("update", language, after)
        shared = self._rendered.get(key)
        if shared is None:
            count = self.version - after
            narrations = list(islice(reversed(self._recent), count))[::-1]
            if len(narrations) != count:
                return None
            ply = min((narration.ply for narration in narrations), default=self.match.ply)
            first = max(0, bisect_right(self.match.turn_starts(), ply) - 1)
            happened = msgspec.json.encode(self.messages(narrations, language))
            state = msgspec.json.encode(self.state(language, first))
            shared = self._rendered[key] = b'{"type":"news","happened":%s,"state":%s,"you":' % (happened, state)
        return b"%s%s}" % (shared, you)

    def messages(self, narrations: Iterable[Narration], language: str) -> list[MatchEventMessage]:
        """Return narrated events as messages in a language."""
        localizer = match_localizer(self.match, language)
        return [narration.message(localizer, self.info.followed_by) for narration in narrations]

    def you_json(self, sender: Sender, host: bool) -> bytes:
        """Return the seats and permissions of a viewer as JSON."""
        routine = routine_situation(self.match, self.time.now())
        cache = self._rendered if routine is None else self._routine_permissions
        return self._cached(("you", sender, host, routine), lambda: self.you(sender, host), cache)

    def you(self, sender: Sender, host: bool) -> ViewerView:
        """Return the seats and permissions of a viewer."""
        return viewer_view(self.info, self.match, sender, self.time.now(), host=host)

    def _cached(self, key: object, make: Callable[[], object], cache: dict[object, bytes] | None = None) -> bytes:
        cache = self._rendered if cache is None else cache
        found = cache.get(key)
        if found is None:
            found = cache[key] = msgspec.json.encode(make())
        return found
