"""Run the bots of all matches in this process: search, show the progress, and play the chosen moves.

A bot waits at least `ServerSettings.bot_pause` before it moves; its clock is not charged for that. A take-back, a
pause, the end of the match, or the departure of all viewers cancels its search. The watchdog replaces the move of a
faulty bot. A bot that plays perfectly solves the game while it waits for its turn (`presolver`). Searches are queued
for the address of the client who created the match or plays it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial

from parlour.engine.levels import Bot
from parlour.engine.report import Stop
from parlour.errors import NotFound, ParlourError, Refused, StoreUnavailable
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.commands import AnswerOffer, Outage, PlayMove, Sender
from parlour.match.match import Match
from parlour.match.time_budget import time_budget
from parlour.server.channels.channels import receive_messages
from parlour.server.engine.bot_tasks import BotMoveTask, BotReport, DrawTask, SolveTask, is_quick, make_player
from parlour.server.engine.presolver import Presolver, SolveRequest
from parlour.server.engine.search_runner import SearchRunner
from parlour.server.engine.tasks import Priority
from parlour.server.http.error_responses import Busy
from parlour.server.http.limits.rate_limits import network_of
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import STORE_RETRY_SECONDS, LiveMatches
from parlour.server.matches.live_messages import ThinkingMessage
from parlour.server.matches.notices import (
    BotProgress,
    MoveNowNotice,
    VersionStored,
    decode_match_notice,
    match_channel,
)
from parlour.server.settings import ServerSettings, is_loopback

log = logging.getLogger("parlour.server")

MAX_BOT_MATCHES = 5
"""Matches between bots of one visitor that play at the same time."""
MAX_BOT_MATCHES_PER_ADDRESS = 50
"""The same for an address, which may be that of a school; this machine itself is not limited."""
MAX_TURN_SECONDS = 5.0
"""Pauses between the moves of a turn become shorter, so that searches and pauses together do not exceed this."""


def turn_seconds(match: Match, now: int) -> float | None:
    """Return how long the running turn has taken so far, in seconds; None before its second move."""
    moves = match.state.moves
    if not moves or moves[-1].last:
        return None
    before = next((move for move in reversed(moves) if move.last), None)
    return None if before is None else (now - before.at) / 1000


def pause_within_turn(pause: float, elapsed: float | None) -> float:
    """Return the pause before a move of a turn that has taken some seconds."""
    if elapsed is None:
        return pause
    return max(0.0, min(pause, (max(MAX_TURN_SECONDS, pause) - elapsed) / 2))


class _BotSearch:
    """A bot's search in one position. `since`: when it was stopped, because nobody had the match open."""

    def __init__(self, live: LiveMatch, seat: int, since: int | None) -> None:
        self.live = live
        self.changed = live.match.state.changed
        self.seat = seat
        self.since = since
        self.stop = Stop()
        self.move_now_event = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def fits(self, match: Match) -> bool:
        """Return whether the match still waits for this search."""
        return match.thinking_bot == self.seat and match.state.changed == self.changed

    def move_now(self) -> None:
        """Make the bot play the best move found so far."""
        self.stop.set()
        self.move_now_event.set()

    def cancel(self) -> None:
        """Cancel the search."""
        self.stop.set()
        if self.task is not None:
            self.task.cancel()


class Bots:
    """The bots of all matches in this process."""

    def __init__(self, matches: LiveMatches, searches: SearchRunner, settings: ServerSettings) -> None:
        self._matches = matches
        self._runner = searches
        self._settings = settings
        self._searches: dict[str, _BotSearch] = {}
        self._answers: set[asyncio.Task[None]] = set()
        self._leave_timers: dict[str, asyncio.TimerHandle] = {}
        self._unattended: dict[str, tuple[int, int]] = {}
        """Matches whose bots stopped because nobody had them open, with the position and the time."""
        self._presolver = Presolver(searches)
        matches.changed.append(self.wake)

    @property
    def busy(self) -> bool:
        """Whether any bot searches."""
        return bool(self._searches)

    def wake(self, live: LiveMatch) -> None:
        """Start the search of the bot to move, cancel an outdated one, and answer offers to bots."""
        match = live.match
        search = self._searches.get(live.id)
        if search is not None and not search.fits(match):
            self._cancel(live.id)
            search = None
        if search is None and match.thinking_bot is not None:
            changed, since = self._unattended.pop(live.id, (None, 0))
            stopped = since if changed == match.state.changed else None
            search = self._searches[live.id] = _BotSearch(live, match.thinking_bot, stopped)
            search.task = asyncio.create_task(self._play(live, search))
            if live.info.kind == "bots" and not _is_attended(live):
                self._begin_leaving(live)
        self._presolve(live)
        for offer in match.state.offers:
            for seat in sorted(match.bots & set(offer.waiting)):
                task = asyncio.create_task(self._answer(live, offer.id, seat))
                self._answers.add(task)
                task.add_done_callback(self._answers.discard)

    def is_searching_or_unattended(self, id: str) -> bool:
        """Return whether a bot searches already, or does not because nobody has the match open."""
        return id in self._unattended or id in self._searches

    def on_presence_changed(self, live: LiveMatch) -> None:
        """React to an opened or closed page: without viewers a bot stops, unless it plays a person on a clock."""
        if _is_attended(live):
            timer = self._leave_timers.pop(live.id, None)
            if timer is not None:
                timer.cancel()
            if live.id in self._unattended:
                self.wake(live)
            elif live.id not in self._presolver:
                self._presolve(live)
        elif live.id in self._presolver:
            self._presolver.drop(live.id)
        elif live.id in self._searches and (live.info.kind == "bots" or live.match.setup.clock.kind != "down"):
            self._begin_leaving(live)

    def _begin_leaving(self, live: LiveMatch) -> None:
        """Stop the bots of a match in a while if nobody opens it until then."""
        if live.id not in self._leave_timers:
            loop = asyncio.get_running_loop()
            self._leave_timers[live.id] = loop.call_later(self._settings.leave, self._stop_unattended, live)

    def _stop_unattended(self, live: LiveMatch) -> None:
        self._leave_timers.pop(live.id, None)
        if live.id in self._searches and not _is_attended(live):
            self._cancel(live.id)
            self._unattended[live.id] = live.match.state.changed, self._matches.time.now()

    def check_new_match(self, match: Match, person: str, host: str) -> None:
        """Raise `Busy` if a match has bots, and a visitor or an address lets too many of them search already."""
        if match.bots and match.persons:
            self._runner.workers.check_new_match(host)
        if match.setup.kind == "bots":
            self._check_bot_matches(person, host)

    def _check_bot_matches(self, person: str, host: str) -> None:
        playing = [one.live for one in self._searches.values() if one.live.info.kind == "bots"]
        at_address = sum(network_of(live.client_host) == network_of(host) for live in playing)
        if sum(live.info.host == person for live in playing) >= MAX_BOT_MATCHES or (
            at_address >= MAX_BOT_MATCHES_PER_ADDRESS and not is_loopback(host)
        ):
            raise localized_error(Busy, "server.refusal.bot-matches")

    def _cancel(self, id: str) -> None:
        self._searches.pop(id).cancel()

    async def close(self) -> None:
        """Cancel all searches."""
        await self._presolver.close()
        tasks = [search.task for search in self._searches.values() if search.task is not None]
        for id in list(self._searches):
            self._cancel(id)
        await asyncio.gather(*tasks, *self._answers, return_exceptions=True)

    # ---- Solving ahead ----------------------------------------------------------------------------------------------

    def _presolve(self, live: LiveMatch) -> None:
        """Let a bot that plays perfectly solve the game while it waits, if the match is open in a page."""
        match = live.match
        self._presolver.drop(live.id)
        if match.status != "running" or match.thinking_bot is not None or not _is_attended(live):
            return
        for seat in sorted(match.bots):
            bot = match.players[seat]
            assert isinstance(bot, Bot)
            name = _bot_name(live, seat)
            if make_player(bot, match.game, match.options, name).can_prepare(match.position):
                task = SolveTask(position=match.position.copy(), bot=bot, name=name)
                on_progress = partial(self._show_presolving, live, seat, match.ply)
                request = SolveRequest(_owner(live), live.client_host, task, on_progress)
                self._presolver.request_solution(live.id, request)
                return

    def _show_presolving(self, live: LiveMatch, seat: int, ply: int, report: BotReport | None) -> None:
        """Show the progress of solving, and its end."""
        if live.match.ply == ply and live.id not in self._searches:
            live.thinking = _solving(seat, ply, report) if report is not None else ThinkingMessage(seat, ply, "done")
            self._matches.publish(live.id, BotProgress(live.thinking))

    # ---- A move ---------------------------------------------------------------------------------------------------

    async def _play(self, live: LiveMatch, search: _BotSearch) -> None:
        began = time.monotonic()
        channels = self._matches.channels
        try:
            async with (
                channels.start_subscription([match_channel(live.id)]) as subscriber,
                receive_messages(subscriber, partial(self._on_notice, live, search)),
            ):
                position = live.match.position.copy()
                move, thought = await self._choose(live, search, position)
                await self._wait(live, search, began)
                command = PlayMove(ply=live.match.ply, seen=live.version, text=move)
                await self._store_move(live, search, command, thought)
        except (Refused, NotFound) as fault:  # NotFound: the match was deleted
            log.info("Match %s: the bot's move came too late: %s", live.id, fault)
        except StoreUnavailable as fault:
            log.info("Match %s: the bot is started again later: %s", live.id, fault)
        except Exception:
            log.exception("Match %s: the bot did not move and is started again later", live.id)
        finally:
            if self._searches.get(live.id) is search:
                del self._searches[live.id]

    async def _store_move(self, live: LiveMatch, search: _BotSearch, command: PlayMove, thought: int) -> None:
        """Play the move of a search, as soon as the store is available, unless the search is cancelled before."""
        while self._searches.get(live.id) is search:
            del self._searches[live.id]  # so that the change of the match does not cancel this task
            try:
                await self._matches.do(live.id, command, lambda _: Sender(frozenset((search.seat,))), charge=thought)
            except StoreUnavailable as fault:
                log.info("Match %s: the bot's move is not stored yet: %s", live.id, fault)
                self._searches.setdefault(live.id, search)
                await asyncio.sleep(STORE_RETRY_SECONDS)

    async def _choose(self, live: LiveMatch, search: _BotSearch, position: Position) -> tuple[str, int]:
        """Return a legal move, and the milliseconds its search took."""
        match, now = live.match, self._matches.time.now
        bot = match.players[search.seat]
        assert isinstance(bot, Bot)
        queued = started = now() if search.since is None else search.since

        def start() -> None:
            nonlocal started
            started = now()
            self._show(live, search, ThinkingMessage(search.seat, match.ply, "thinking"))

        task = BotMoveTask(
            position=position,
            bot=bot,
            name=_bot_name(live, search.seat),
            version=search.changed,
            clock=time_budget(match, search.seat, queued),
            max_seconds=self._settings.bot_ceiling,
            show_line=not match.persons,  # score and line only if no person plays
        )
        move = await self._runner.run(
            _owner(live),
            task,
            stop=search.stop,
            host=live.client_host,
            priority=_priority(match, bot),
            on_wait=partial(self._queued, live, search),
            on_start=start,
            on_report=partial(self._progress, live, search),
            on_crowded=search.stop.set,
        )
        thought = now() - started
        if started > queued and match.setup.clock.kind == "down":
            # The time a bot spends in the queue, or without viewers, is not charged to its clock.
            await self._matches.do(live.id, Outage(begun=queued, ended=started), lambda _: Sender(host=True))
        return move, thought

    async def _wait(self, live: LiveMatch, search: _BotSearch, began: float) -> None:
        """Wait until the shortest time before a move has passed, or the bot has to move now."""
        chosen, now = live.match.state.pause, self._matches.time.now()
        pause = self._settings.bot_pause / 1000 if chosen is None else chosen / 1000
        if chosen is None:
            pause = pause_within_turn(pause, turn_seconds(live.match, now))
        pause -= time.monotonic() - began
        left = live.match.time_left(search.seat, now)
        if left is not None:
            pause = min(pause, left / 5000)  # with little time left it moves immediately
        if pause > 0:
            try:
                await asyncio.wait_for(search.move_now_event.wait(), pause)
            except TimeoutError:
                return

    # ---- Notices, progress and offers -------------------------------------------------------------------------------

    async def _on_notice(self, live: LiveMatch, search: _BotSearch, raw: bytes) -> None:
        note = decode_match_notice(raw)
        if isinstance(note, MoveNowNotice) and note.version >= search.changed:
            search.move_now()
        elif isinstance(note, VersionStored):
            await self._matches.catch_up_when_available(live, note)
            if self._searches.get(live.id) is search and not search.fits(live.match):
                self._cancel(live.id)

    def _queued(self, live: LiveMatch, search: _BotSearch, ahead: int) -> None:
        thinking = ThinkingMessage(search.seat, live.match.ply, "queued", ahead=ahead)
        if _is_attended(live):
            self._show(live, search, thinking)
        elif self._searches.get(live.id) is search:
            live.thinking = thinking

    def _progress(self, live: LiveMatch, search: _BotSearch, report: BotReport) -> None:
        """Show the progress of a search."""
        seat, ply = search.seat, live.match.ply
        if report.solved is not None:
            self._show(live, search, _solving(seat, ply, report))
            return
        seen = ThinkingMessage(
            seat,
            ply,
            "thinking",
            report.depth,
            report.nodes,
            report.seconds,
            score=report.score,
            line=report.line,
        )
        self._show(live, search, seen)

    def _show(self, live: LiveMatch, search: _BotSearch, thinking: ThinkingMessage) -> None:
        if self._searches.get(live.id) is search:
            live.thinking = thinking
            self._matches.publish(live.id, BotProgress(thinking))

    async def _answer(self, live: LiveMatch, offer: int, seat: int) -> None:
        """Accept or decline a draw."""
        match = live.match
        bot, position = match.players[seat], match.position.copy()
        assert isinstance(bot, Bot)
        task = DrawTask(position=position, bot=bot, name=_bot_name(live, seat), seat=seat)
        try:
            priority = _priority(match, bot)
            yes = await self._runner.run(_owner(live), task, stop=Stop(), host=live.client_host, priority=priority)
            answer = AnswerOffer(offer=offer, yes=yes, seat=seat)
            await self._matches.do(live.id, answer, lambda _: Sender(frozenset((seat,))))
        except ParlourError as fault:
            log.info("Match %s: the bot's answer came too late: %s", live.id, fault)


def _owner(live: LiveMatch) -> str:
    """Return for whom the searches of a match are queued."""
    return live.info.host or live.id


def _is_attended(live: LiveMatch) -> bool:
    """Return whether anybody has a match open."""
    return any(live.present()) or live.watching() > 0


def _priority(match: Match, bot: Bot) -> Priority:
    """Return the priority of a bot's search: people come first, and quick answers first among theirs."""
    if not match.persons:
        return "bots"
    return "quick" if is_quick(bot, match.game, match.options) else "play"


def _bot_name(live: LiveMatch, seat: int) -> str:
    return f"{live.id} {seat}"


def _solving(seat: int, ply: int, report: BotReport) -> ThinkingMessage:
    return ThinkingMessage(
        seat, ply, "solving", nodes=report.nodes, seconds=report.seconds, share=min(1.0, report.solved or 0.0)
    )
