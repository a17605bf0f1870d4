"""Progress of tournaments: decide, store, start the matches of a round, note their results, pair the next round.

No state is kept here: `advance` compares the stored tournament with its stored matches and does whatever is missing. It
runs after each change, when a match of a tournament ends, when the server starts, and from time to time, so any server
process continues a tournament after a crash at any point.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakValueDictionary

import msgspec
from litestar.channels import ChannelsPlugin

from parlour.club.bot_ratings import bots_are_measured
from parlour.club.tournaments.events import AnyTournamentEvent
from parlour.club.tournaments.rounds import Points
from parlour.club.tournaments.tournament import Tournament
from parlour.engine.levels import Bot
from parlour.errors import Conflict, NotFound, ParlourError, Refused, StoreUnavailable
from parlour.i18n.errors import localized_error
from parlour.match.clock import MINUTE_MS
from parlour.match.commands import Abort, Adjudicate, AnyCommand, Pause, Resign, Resume, Sender
from parlour.match.match import Match
from parlour.match.names import distinct_names
from parlour.match.seats import Account, Guest, Player, Seat, Setup
from parlour.server.http.error_responses import Busy
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.matches.notices import person_channel
from parlour.server.process.detached_tasks import DetachedTasks
from parlour.server.tournaments.notices import TOURNAMENTS_CHANNEL, TournamentPaired, TournamentStored
from parlour.store import Store, TournamentMatch
from parlour.store.club.tournaments import TournamentRevision
from parlour.store.matches.rows import person_of

log = logging.getLogger("parlour.server")

MAX_ATTEMPTS = 8
SWEEP_SECONDS = 10.0
"""Time between checks of all running tournaments."""

Results = dict[tuple[int, int], tuple[Points, bool]]
"""Points by round and place, and whether a game ended before both had moved, which is a forfeit."""
_Matches = dict[tuple[int, int], TournamentMatch]
"""The matches by the event that began the game, and its place."""
Decision = Callable[[Tournament], Sequence[AnyTournamentEvent]]


class _Idle(msgspec.Struct, frozen=True):
    """A tournament in which nothing is due until it changes, or, in an arena or a vacation, until a moment."""

    mark: TournamentRevision
    until: int | None


class TournamentProgress:
    """All tournaments of this server."""

    def __init__(self, store: Store, matches: LiveMatches, channels: ChannelsPlugin) -> None:
        self._store = store
        self._matches = matches
        self._channels = channels
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks = DetachedTasks("A tournament waits for the next check")
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="tournaments")
        """The thread of all decisions, so that large pairings leave the other threads free for requests."""
        self._stopped = False
        self._idle: dict[str, _Idle] = {}
        self._queued: set[str] = set()
        """Tournaments that will be advanced because a match has ended, and have not been loaded for it yet."""
        matches.changed.append(self._on_match_changed)

    async def start(self) -> None:
        """Continue all tournaments, now and from time to time."""
        self._tasks.run(self._sweep())

    async def stop(self) -> None:
        """Stop; what has begun to be stored is stored."""
        self._stopped = True
        self._tasks.cancel()
        await self._tasks.finish()
        self._thread.shutdown(wait=False)

    async def do(self, id: str, decide: Decision) -> None:
        """Let a tournament decide, store the events, and do what follows from them. Raise `TournamentError`.

        Pairing a large Swiss tournament takes seconds.
        """
        async with self._lock(id):
            for _ in range(MAX_ATTEMPTS):
                tournament = (await self._store.tournaments.load(id)).tournament()
                try:
                    await self._decide(id, tournament, decide)
                except Conflict:
                    continue
                break
            else:
                raise localized_error(Busy, "server.refusal.faster")
        await self.advance(id)

    async def advance(self, id: str, *, mark: TournamentRevision | None = None) -> None:
        """Do everything that is due in a tournament; `mark` is its state as the check of all tournaments found it."""
        sweep = mark is not None
        async with self._lock(id):
            self._queued.discard(id)
            while not self._stopped and await self._step(id, sweep, mark):
                sweep = False

    async def check_begun(self) -> None:
        """Do what is due in all tournaments; those that wait for their players are not loaded again."""
        begun = await self._store.tournaments.begun()
        self._idle = {id: idle for id, idle in self._idle.items() if id in begun}
        for id, mark in begun.items():
            if not self._is_idle(id, mark):
                await self._check(id, mark)

    async def withdraw_everywhere(self, person: str) -> None:
        """Withdraw a person from all tournaments that are not over."""
        for id in await self._store.tournaments.of_person(person):
            await self.do(id, lambda state: _withdrawal(state, person, self._now))

    # ---- Steps ----------------------------------------------------------------------------------------------------

    async def _step(self, id: str, sweep: bool, mark: TournamentRevision | None) -> bool:
        """Do what is due in the stored state; return whether the tournament has changed."""
        # The matches first: another server may pair a round in between, whose matches must not look superseded.
        found = {(one.started, one.game): one for one in await self._store.tournaments.matches(id)}
        tournament = loaded = (await self._store.tournaments.load(id)).tournament()
        try:
            results = await self._results(tournament, found)
            tournament = await self._decide(id, tournament, lambda now: _decided(now, results, self._now))
            tournament = await self._decide(id, tournament, lambda now: now.end_used_up_vacations(self._now))
            await self._end_superseded(tournament, found)
            if await self._resign_for_withdrawn(tournament, found):
                return True
            now, due = self._now, _next_due(tournament)
            started, complete = 0, True
            if tournament.status == "running":
                tournament = await self._decide(id, tournament, lambda now: self._next(now, sweep))
            if tournament.status == "running":
                started, complete = await self._start_matches(id, tournament, found)
            if await self._pause_and_resume(id, tournament, found) or started or tournament is not loaded:
                return True  # the tournament may have changed meanwhile
        except Conflict:
            return True
        if mark is not None and complete:
            self._idle[id] = _Idle(mark, until=due if due is not None and now < due else None)
        return False

    async def _decide(self, id: str, tournament: Tournament, decide: Decision) -> Tournament:
        """Store a decision, if there is one, and return the tournament after it; raise `Conflict`."""
        events = await asyncio.get_running_loop().run_in_executor(self._thread, decide, tournament)
        if not events:
            return tournament
        await self._store.tournaments.append(id, tournament, events)
        self.announce(id, events[-1].seq)
        return tournament.after(events)

    def announce(self, id: str, version: int, *, deleted: bool = False) -> None:
        """Notify all pages that a tournament has changed or was deleted."""
        self._channels.publish(msgspec.json.encode(TournamentStored(id, version, deleted)), TOURNAMENTS_CHANNEL)

    def _announce_pairing(self, paired: TournamentPaired, match: Match) -> None:
        """Notify the players of a match, so that they need not wait until their pages load the tournament."""
        channels = [person_channel(person) for person in map(person_of, match.players) if person is not None]
        self._channels.publish(msgspec.json.encode(paired), channels)

    async def _results(self, tournament: Tournament, found: _Matches) -> Results:
        """Return the results of open games whose matches have ended. One without a result waits for the organiser."""
        results: Results = {}
        for number, place in tournament.open_games:
            info = found.get((tournament.started[number, place], place))
            if info is not None and info.ended is not None:
                live = await self._matches.get(info.id)
                if live.match.status != "over":  # another server has ended it just now
                    await self._matches.catch_up(live)
                if live.match.state.outcome is not None:
                    results[number, place] = (live.match.state.outcome.results, not live.match.counts)
        return results

    async def _end_superseded(self, tournament: Tournament, found: _Matches) -> None:
        """End running matches that were decided by forfeit or by the organiser, or whose round was withdrawn."""
        current = {(started, place): (number, place) for (number, place), started in tournament.started.items()}
        for key, match in found.items():
            if match.ended is not None:
                continue
            game = tournament.rounds[current[key][0]][current[key][1]] if key in current else None
            if game is None:
                await self._command(match.id, Abort())
            elif game.points is not None:
                await self._command(match.id, Adjudicate(results=game.points))

    async def _resign_for_withdrawn(self, tournament: Tournament, found: _Matches) -> bool:
        """Resign for those who have withdrawn; at a table the others may play on. Return whether a match changed."""
        changed = False
        for number, place in tournament.open_games:
            game, match = tournament.rounds[number][place], found.get((tournament.started[number, place], place))
            if match is None or match.ended is not None:
                continue
            for seat in [n for n, one in enumerate(game.entrants) if tournament.entrants[one].withdrawn]:
                changed |= await self._command(match.id, Resign(seat=seat), frozenset((seat,)))
        return changed

    async def _pause_and_resume(self, id: str, tournament: Tournament, found: _Matches) -> bool:
        """Pause the matches of entrants on vacation, all during a pause; resume others. Return whether one changed."""
        changed = False
        for number, place in tournament.open_games:
            match = found.get((tournament.started[number, place], place))
            stopped = tournament.is_stopped(number, place)
            if match is not None and match.status == ("running" if stopped else "paused"):
                changed |= await self._command(match.id, Pause() if stopped else Resume())
        if changed:
            self.announce(id, tournament.seq)  # pages show which games are paused
        return changed

    async def _start_matches(self, id: str, tournament: Tournament, found: _Matches) -> tuple[int, bool]:
        """Start the matches of open games that have none; return how many now have one, and whether all could start."""
        started, complete = 0, True
        missing = [
            (number, place, tournament.started[number, place])
            for number, place in tournament.open_games
            if (tournament.started[number, place], place) not in found
        ]
        for number, place, seq in missing:
            try:
                made = Match.new(match_setup(tournament, number, place), self._now)
                storing = self._store.tournaments.add_match(id, seq, place, made, self._now, public=True)
                match = await self._matches.add(made, storing)
                self._announce_pairing(TournamentPaired(id, tournament.seq, match.id), made[0])
                started += 1
            except Conflict:
                log.debug("Tournament %s: another server has started a match first", id)
                started += 1
            except StoreUnavailable:
                raise
            except ParlourError as fault:
                complete = False
                log.error("Tournament %s: game %s of round %s cannot be started: %s", id, place, number + 1, fault)
        if missing:
            self.announce(id, tournament.seq)  # pages now find the matches
        return started, complete

    def _next(self, tournament: Tournament, sweep: bool) -> Sequence[AnyTournamentEvent]:
        """Return what follows when nothing is missing: the next games, or the end."""
        setup, now = tournament.setup, self._now
        if setup.format == "arena":
            ends = arena_ends(tournament)
            if ends is not None and now >= ends:
                return [] if tournament.open_games else tournament.end(now)
            # If only one game's players are free, they would be paired with each other again and again.
            free = tournament.free_entrants()
            seats = tournament.game_of_round(len(tournament.rounds)).seats
            few = len(free) < 2 * seats and bool(tournament.open_games)
            return [] if not free or (few and not sweep) else tournament.pair_round(now, free)
        if tournament.open_games or not setup.automatic or not tournament.rounds:
            return []
        total = tournament.total_rounds
        return (
            tournament.end(now) if total is not None and len(tournament.rounds) >= total else tournament.pair_round(now)
        )

    # ---- Matches --------------------------------------------------------------------------------------------------

    @property
    def _now(self) -> int:
        return self._matches.time.now()

    async def _command(self, match: str, command: AnyCommand, seats: frozenset[int] = frozenset()) -> bool:
        """Send a command to a match; return False if the match refuses it, because it has ended for instance."""
        try:
            await self._matches.do(match, command, lambda _: Sender(seats, host=True))
        except (Refused, NotFound) as refusal:
            log.debug("Match %s refuses a command of its tournament: %s", match, refusal)
            return False
        return True

    def _on_match_changed(self, live: LiveMatch) -> None:
        if live.match.setup.tournament and live.match.status == "over" and not self._stopped:
            self._tasks.run(self._after_match(live.id))

    async def _after_match(self, match: str) -> None:
        id = await self._store.tournaments.of_match(match)
        if id is not None and id not in self._queued:
            self._queued.add(id)
            await self.advance(id)

    async def _sweep(self) -> None:
        while not self._stopped:
            try:
                await self.check_begun()
            except StoreUnavailable as fault:
                log.debug("Tournaments wait for the database: %s", fault)
            except Exception:
                log.exception("All tournaments wait for the next check")
            await asyncio.sleep(SWEEP_SECONDS)

    def _is_idle(self, id: str, mark: TournamentRevision) -> bool:
        """Return whether nothing has changed since the last check, which found nothing to do."""
        idle = self._idle.get(id)
        return idle is not None and idle.mark == mark and (idle.until is None or self._now < idle.until)

    async def _check(self, id: str, mark: TournamentRevision) -> None:
        """Do what is due in one tournament; an error in it does not stop the others."""
        try:
            await self.advance(id, mark=mark)
        except StoreUnavailable:
            raise
        except NotFound:
            log.debug("Tournament %s was deleted", id)
        except Exception:
            log.exception("Tournament %s waits for the next check", id)

    def _lock(self, id: str) -> asyncio.Lock:
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock


def _decided(tournament: Tournament, results: Results, now: int) -> Sequence[AnyTournamentEvent]:
    events: list[AnyTournamentEvent] = []
    for (number, place), (points, forfeit) in results.items():
        events += tournament.after(events).decide_game(number, place, points, now, forfeit=forfeit)
    return events


def _withdrawal(tournament: Tournament, person: str, now: int) -> Sequence[AnyTournamentEvent]:
    """Return the events by which a person leaves, also one with two places; none if the tournament has just ended."""
    if tournament.status == "over":
        return []
    there = (one for one in tournament.entrants.values() if not one.withdrawn)
    events: list[AnyTournamentEvent] = []
    for number in [one.number for one in there if getattr(one.player, "id", "") == person]:
        events += tournament.after(events).withdraw(number, now)
    return events


def arena_ends(tournament: Tournament) -> int | None:
    """Return when an arena starts no more games. A pause makes it last longer."""
    if tournament.setup.format != "arena" or tournament.begun is None:
        return None
    if tournament.closed_at is not None:
        return tournament.closed_at
    return tournament.begun + tournament.setup.minutes * MINUTE_MS + tournament.paused_for


def _next_due(tournament: Tournament) -> int | None:
    """Return when an arena or a vacation ends next, which nobody triggers."""
    ends = [arena_ends(tournament), *map(tournament.vacation_ends, tournament.entrants.values())]
    return min((end for end in ends if end is not None), default=None)


def match_setup(tournament: Tournament, number: int, place: int) -> Setup:
    """Return the set-up of the match of a game."""
    setup, game = tournament.setup, tournament.game_of_round(number)
    entrants = tournament.rounds[number][place].entrants
    players = _distinct([tournament.entrants[entrant].player for entrant in entrants])
    clock = setup.clock
    if clock.kind != "none":
        clock = msgspec.structs.replace(clock, from_start=True)
    only_bots = all(isinstance(player, Bot) for player in players)
    return Setup(
        game=game.game,
        seats=tuple(Seat(player, undo=False, hints=False, analysis=False) for player in players),
        kind="bots" if only_bots else "network",
        options=game.options,
        clock=clock,
        rated=setup.rated and not only_bots and bots_are_measured(game.game, game.options, players),
        tournament=True,
    )


def _distinct(players: list[Player]) -> list[Player]:
    """Return the players of a match with a number after the name of a guest who is called like another player."""
    people = [player for player in players if isinstance(player, Account | Guest)]
    names = iter(distinct_names([(player.name, isinstance(player, Account)) for player in people]))
    return [
        msgspec.structs.replace(player, name=next(names)) if isinstance(player, Account | Guest) else player
        for player in players
    ]
