"""Matches in play: decide commands, store their events, and then notify everybody.

A process keeps its matches in memory as a cache; the stored events are authoritative. A command is decided on the match
in memory and stored under the version of the match. If another process has stored that version first, nothing is
stored, the missing events are read, and the command is decided again. Processes notify each other through Litestar's
channels ("match X has version 12"). A notice includes the moves; a process that has missed something reads it from the
store.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec
from litestar.channels import ChannelsPlugin

from parlour.errors import BrokenMatch, Conflict, NotFound, Refused, StoreUnavailable, UnknownGame
from parlour.i18n.errors import localized_error
from parlour.match.commands import AnyCommand, Flag, Redo, Sender
from parlour.match.events import AnyEvent, Followed, Moved, Seated, TakenBack
from parlour.match.match import Match
from parlour.match.plans import Plan, check_plan, planned_events
from parlour.match.records.record import Record
from parlour.server.http.error_responses import Busy
from parlour.server.http.metrics import COMMANDS, STORED_COMMANDS
from parlour.server.matches.live.applied_events import Applied, apply_events, apply_without_narration, narrate_missed
from parlour.server.matches.live.kept_matches import KeptMatches
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.narration import Narration
from parlour.server.matches.live.outages import Outages
from parlour.server.matches.notices import (
    AnyMatchNotice,
    PlanStored,
    TurnEnded,
    TurnStarted,
    VersionStored,
    match_channel,
    person_channel,
)
from parlour.server.matches.permissions import person_to_move
from parlour.server.process.match_time import MatchTime
from parlour.store import MatchInfo, Store, StoredMatch
from parlour.store.database.time_slices import MAX_SIZE_IN_LOOP

log = logging.getLogger("parlour.server")

MAX_UNFINISHED = 1000
MAX_UNFINISHED_PLIES = 50_000
"""Unfinished matches, and their moves in all, that are kept in memory although no page may have them open; open pages
keep their matches as well.
"""
MAX_FINISHED = 50
MAX_FINISHED_PLIES = 10_000
"""The same for finished matches that were read; a page that shows one asks for several parts of it."""
MOVE_DISPLAY_MS = 500
"""Time for which a move is shown before the next clock starts."""
MAX_ATTEMPTS = 8
"""Attempts to decide a command while other processes store events first."""
MAX_MOVES_IN_NOTICE = 10
"""More moves at once, from planned turns, are read from the store."""
STORE_RETRY_SECONDS = 0.5
"""Time between attempts to read while the store is unavailable."""

T = TypeVar("T")


class LiveMatches:
    """The matches in the memory of this process."""

    def __init__(self, store: Store, channels: ChannelsPlugin, server: str, time: MatchTime) -> None:
        self.store = store
        self.time = time
        self.outages = Outages(store, time, server)
        self.channels = channels
        self.server = server
        self.halted = False
        """Whether storing is refused, because the server stops or is restored."""
        self.set_aside: set[str] = set()
        """Matches that cannot be loaded, which clocks and bots skip."""
        self.changed: list[Callable[[LiveMatch], None]] = []
        """Called after this process has stored events of a match."""
        self.changed_players: list[Callable[[LiveMatch], None]] = []
        """Called after this process has stored a new match, other players, or a change of its status."""
        self._alone = store.database.sqlite
        """Whether no other process writes, so that the matches in memory are always current."""
        self._known: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        self.unfinished = KeptMatches(MAX_UNFINISHED, MAX_UNFINISHED_PLIES)
        self.finished = KeptMatches(MAX_FINISHED, MAX_FINISHED_PLIES)
        """Matches that are only read."""
        self._running: set[asyncio.Task[object]] = set()

    async def get(self, id: str) -> LiveMatch:
        """Return a match in its current state; raise `NotFound`, or `BrokenMatch` if it is damaged."""
        known = id in self._known
        live = await self._get_in_memory(id)
        if known and not self._alone:
            await self.catch_up(live)
        return live

    async def _get_in_memory(self, id: str) -> LiveMatch:
        """Return a match, which other processes may have changed since it was loaded; raise as `get`."""
        live = self._known.get(id)
        if live is None:
            live = self._known[id] = await self._load(id)
        (self.unfinished if live.match.state.ended is None else self.finished).keep(live)
        return live

    async def _load(self, id: str) -> LiveMatch:
        try:
            stored = await self.store.matches.load(id)
            live = self._known.get(id) or LiveMatch(stored, self.time, await self._match_of(stored))
            if stored.info.kind == "network" and stored.info.ended is None:
                live.plans = await self.store.correspondence.plans(id)
            return self._known.get(id) or live
        except (NotFound, StoreUnavailable):
            raise
        except Exception as fault:  # whatever the error is, it affects this match only
            if id not in self.set_aside:
                self.set_aside.add(id)
                log.error("Match %s cannot be loaded and is set aside: %s", id, fault)
            if isinstance(fault, UnknownGame):
                raise
            raise localized_error(BrokenMatch, "server.refusal.damaged") from fault

    async def _reload(self, live: LiveMatch) -> None:
        stored = await self.store.matches.load(live.id)
        match = await self._match_of(stored)
        while live.version > match.state.seq:  # another process has stored more meanwhile
            stored = await self.store.matches.load(live.id)
            match = await self._match_of(stored)
        live.reload(stored, match)

    async def _match_of(self, stored: StoredMatch) -> Match:
        return await self.store.database.time_slices.compute(stored.match_for_viewers(), len(stored.events))

    def known(self, id: str) -> LiveMatch | None:
        """Return a match if it is in memory."""
        return self._known.get(id)

    def in_memory(self) -> list[LiveMatch]:
        """Return all matches in memory."""
        return list(self._known.values())

    def of_people(self, *people: str) -> list[LiveMatch]:
        """Return the matches in memory in which some people play or that they host."""
        return [
            live
            for live in self.in_memory()
            if not {live.info.host, *(getattr(player, "id", None) for player in live.match.players)}.isdisjoint(people)
        ]

    async def catch_up(self, live: LiveMatch) -> bool:
        """Apply the events that other processes have stored; return whether there were any."""
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

    async def catch_up_when_available(self, live: LiveMatch, notice: VersionStored) -> None:
        """Apply the events that another process has stored, as soon as the store can be read."""
        while not live.apply_notice(notice):
            try:
                await self.catch_up(live)
                return
            except StoreUnavailable:
                await asyncio.sleep(STORE_RETRY_SECONDS)

    async def reload_matches_of(self, *people: str) -> None:
        """Reload the matches of people whose name or id has changed."""
        for live in self.of_people(*people):
            try:
                async with live.lock:
                    await self._reload(live)
                    live.plans = await self.store.correspondence.plans(live.id)
            except NotFound:
                self.forget(live.id)
            else:
                self.publish(live.id, VersionStored(live.version))

    def forget(self, id: str) -> None:
        """Remove a match from memory."""
        self._known.pop(id, None)
        self.unfinished.drop(id)
        self.finished.drop(id)

    async def record(self, id: str, person: str | None) -> Record:
        """Return the record of a match, with a person's notes if it is in their library."""
        if person is not None:
            with suppress(NotFound):
                return await self.store.library.record(person, id)
        return (await self.get(id)).match.record()

    async def missed(self, live: LiveMatch, after: int) -> list[Narration]:
        """Narrate what happened after a version, however long ago."""
        if after >= live.version:
            return []
        stored = await self.store.matches.load(live.id)
        slices, count = self.store.database.time_slices, len(stored.events)
        return await slices.call(lambda: narrate_missed(stored, after), count)

    # ---- Commands -------------------------------------------------------------------------------------------------

    async def do(
        self,
        id: str,
        command: AnyCommand,
        sender: Callable[[LiveMatch], Sender],
        *,
        charge: int | None = None,
        on_next_match: Callable[[], None] | None = None,
    ) -> LiveMatch:
        """Decide and store a command and notify everybody; raise `Refused` if the match refuses it.

        `on_next_match` is called before a next match is created, by a restart or a rematch, and may refuse it by
        raising. Events that are being stored are stored and published even if the caller is cancelled. The match in
        memory may be out of date: then storing finds another version, or the refusal is checked against the store.
        """
        live = await self._get_in_memory(id)
        async with live.lock:
            self._require_not_halted()
            for _ in range(MAX_ATTEMPTS):
                try:
                    moment = await self._settle_outages(live)
                    events = await self._decide(live, command, sender(live), moment, charge)
                    if live.plans.by_person and events:
                        after = live.match.after(events)
                        events += planned_events(after, live.plans_by_seat(), moment, MOVE_DISPLAY_MS)
                    if not events and not self._alone and await self.catch_up(live):
                        continue
                    if on_next_match is not None and any(isinstance(event, Followed) for event in events):
                        on_next_match()
                        on_next_match = None  # another attempt after a conflict does not count again
                    await self._store(live, events)
                except Refused as refusal:
                    if not self._alone and await self.catch_up(live):
                        continue
                    if refusal.reason == "time-up":
                        await self._flag(live, moment)
                    COMMANDS.labels(refusal.reason).inc()
                    raise
                except Conflict:
                    await self.catch_up(live)
                    live.plans = await self.store.correspondence.plans(id)
                    continue
                STORED_COMMANDS.inc()
                return live
        raise localized_error(Busy, "server.refusal.faster")

    async def _decide(
        self, live: LiveMatch, command: AnyCommand, sender: Sender, moment: int, charge: int | None
    ) -> list[AnyEvent]:
        """Return the events that a command leads to, computed in a thread if it plays many moves again."""
        match = live.match

        def decide() -> list[AnyEvent]:
            return match.decide(command, sender, moment, showing=MOVE_DISPLAY_MS, charge=charge)

        again = len(match.state.undone[-1]) if isinstance(command, Redo) and match.state.undone else 0
        return await self.store.database.time_slices.call(decide, again)

    async def set_plan(self, id: str, person: str, plan: Plan, sender: Callable[[LiveMatch], Sender]) -> Plan:
        """Store what a person has planned in place of an earlier plan, and return it; raise `Refused`."""
        live = await self.get(id)
        async with live.lock:
            self._require_not_halted()
            for _ in range(MAX_ATTEMPTS):
                seats = sender(live).seats
                if not seats:
                    raise live.match.refusal("not-a-player")
                checked = await self._check_plan(live.match.copy(), min(seats), plan)
                version = live.version if plan else None
                try:
                    changes = await self.store.correspondence.set_plan(id, person, checked or None, version=version)
                except Conflict:
                    await self.catch_up(live)
                    continue
                stored = await self.store.correspondence.plans(id)
                live.plans = stored if stored.changes >= changes else live.plans
                self.channels.publish(msgspec.json.encode(PlanStored(id)), person_channel(person))
                return checked
        raise localized_error(Busy, "server.refusal.faster")

    async def _check_plan(self, match: Match, seat: int, plan: Plan) -> Plan:
        """Return a plan in the notation of the game, computed in a thread if it has many turns; raise `Refused`."""
        if not plan:
            return plan
        turns = sum(map(len, plan.lines))
        return await self.store.database.time_slices.call(lambda: check_plan(match, seat, plan, seen=plan.ply), turns)

    async def _settle_outages(self, live: LiveMatch) -> int:
        """Store outages so that no player is charged for them, and return the time by which to decide."""
        while True:
            moment = self.time.tick()
            outage = await self.outages.next_for(live.match)
            if outage is None:
                return moment
            await self._store(live, live.match.decide(outage, Sender(host=True), moment))

    async def _flag(self, live: LiveMatch, moment: int) -> None:
        """End a match whose time has run out."""
        try:
            await self._store(live, live.match.decide(Flag(ply=live.match.ply), Sender(), moment))
        except (Refused, Conflict):
            log.debug("Match %s: another process has ended it on time first", live.id)

    async def _store(self, live: LiveMatch, events: Sequence[AnyEvent]) -> None:
        """Store events, and only then notify everybody."""
        if not events:
            return
        work = self._store_and_notify(live, events)
        await (work if self.store.matches.appends_in_full(events) else self._complete(work))

    async def _store_and_notify(self, live: LiveMatch, events: Sequence[AnyEvent]) -> None:
        applied = await self._apply(live.match, events)
        before, moving = live.match, person_to_move(live.info, live.match)
        following = await self.store.matches.append(
            live.id, live.match, applied.match, events, plan_changes=live.plans.changes
        )
        next_match = None
        if following is not None:
            next_match = following.info.id
            self._keep_in_memory(following, live.client_host)
        live.advance(applied, next_match)
        if live.match.status == "over":
            self.unfinished.drop(live.id)  # open pages keep it as long as they need it
        if live.match.status != before.status or live.match.players is not before.players:
            self._notify_of_players(live)
        self.publish(live.id, VersionStored(live.version, () if self._alone else _moves_of(events)))
        self._notify(live, moving)
        if next_match is not None and (follower := self._known.get(next_match)) is not None:
            self._notify_of_players(follower)
            self._notify(follower)

    async def _apply(self, match: Match, events: Sequence[AnyEvent]) -> Applied:
        """Apply events to a copy of a match, in a thread if they play or take back many moves."""
        size = len(events) + sum(match.ply - event.ply for event in events if isinstance(event, TakenBack))
        if size <= MAX_SIZE_IN_LOOP:
            return apply_events(match, events)
        return await self.store.database.time_slices.call(lambda: apply_without_narration(match, events), size)

    def _notify_of_players(self, live: LiveMatch) -> None:
        for listener in self.changed_players:
            listener(live)

    def _notify(self, live: LiveMatch, before: str | None = None) -> None:
        """Notify listeners, and the pages of the person to move in a network match and of the one to move `before`."""
        for listener in self.changed:
            listener(live)
        person = person_to_move(live.info, live.match)
        if person is not None:
            started = TurnStarted(live.id, live.match.game.title)
            self.channels.publish(msgspec.json.encode(started), person_channel(person))
        if before is not None and before != person:
            self.channels.publish(msgspec.json.encode(TurnEnded(live.id)), person_channel(before))

    async def _complete(self, work: Awaitable[T]) -> T:
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await asyncio.shield(task)

    async def finish(self) -> None:
        """Wait until all commands that have begun are completed."""
        for live in self.in_memory():
            async with live.lock:
                pass
        await asyncio.gather(*self._running, return_exceptions=True)

    # ---- New matches ----------------------------------------------------------------------------------------------

    async def create(
        self,
        made: tuple[Match, list[AnyEvent]],
        *,
        host: str | None,
        public: bool = False,
        client_host: str = "",
    ) -> MatchInfo:
        """Store a new match from `Match.new` for a client, and start the bot that moves first."""
        self._require_not_halted()
        match, events = made
        code = match.setup.kind == "network"
        storing = self.store.matches.create(match, events, self.time.now(), host=host, public=public, code=code)
        return await self.add(made, storing, client_host)

    async def add(
        self, made: tuple[Match, list[AnyEvent]], storing: Awaitable[MatchInfo], client_host: str = ""
    ) -> MatchInfo:
        """Wait until a new match is stored, keep it in memory, and start the bot that moves first."""
        info = await self._complete(storing)
        self._keep_in_memory(StoredMatch(info, made[0].setup, tuple(made[1])), client_host, made[0])
        live = await self.get(info.id)
        self._notify_of_players(live)
        self._notify(live)
        return info

    def _require_not_halted(self) -> None:
        if self.halted:
            raise localized_error(Busy, "server.refusal.halted")

    def _keep_in_memory(self, stored: StoredMatch, client_host: str, match: Match | None = None) -> None:
        live = LiveMatch(stored, self.time, match)
        live.client_host = client_host
        self._known[live.id] = live
        self.unfinished.keep(live)

    # ---- Notices --------------------------------------------------------------------------------------------------

    def publish(self, id: str, notice: AnyMatchNotice) -> None:
        """Publish a notice about a match to all servers."""
        self.channels.publish(msgspec.json.encode(notice), match_channel(id))


def _moves_of(events: Sequence[AnyEvent]) -> tuple[Moved, ...]:
    """Return events that are all moves; nothing if there are others."""
    moves = tuple(event for event in events if isinstance(event, Moved))
    return moves if len(moves) == len(events) <= MAX_MOVES_IN_NOTICE else ()
