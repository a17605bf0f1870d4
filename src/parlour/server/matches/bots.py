"""The bots of all matches this process looks after: lets them think, shows that they do, and plays what they choose.

A bot's move never comes faster than a pleasant minimum, which its clock is not charged for. A take-back, a pause, an
end, or everybody's leaving cancels its search. A bot that does not answer is made to: nothing ever hangs on one. One
that plays perfectly solves the game while it waits for its turn (`preparing`).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections import OrderedDict
from functools import partial

from parlour.engine import levels, watchdog
from parlour.engine.analysis import score_text
from parlour.engine.bot import BotPlayer
from parlour.engine.bot import TimeBudget as BotClock
from parlour.engine.levels import Bot
from parlour.engine.report import Report, Stop
from parlour.errors import ParlourError, Refused
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.commands import AnswerOffer, Outage, PlayMove, Sender
from parlour.match.match import Match
from parlour.match.seats import Setup
from parlour.server.engine.presolving import REPORTS, Preparations, Wish
from parlour.server.engine.workers import Workers
from parlour.server.games.views import written_turns
from parlour.server.http.auth import now
from parlour.server.matches.live import Hurry, Live, LiveMatches, Progress, Stored, channel_of, notes
from parlour.server.matches.live_messages import ThinkingMessage
from parlour.server.settings import MAX_SEARCH_SECONDS, MAX_SEARCH_THREADS, Settings

log = logging.getLogger("parlour.server")

REMEMBERED = 6
"""So many bots keep their memory between moves; it may take some dozen megabytes each."""


def check_bots(setup: Setup) -> None:
    """Raises `BotError` for a bot that does not exist, or would take more than its share of the machine."""
    game, options = setup.rules()
    for seat in setup.seats:
        if isinstance(seat.player, Bot):
            bot = seat.player
            mixed = levels.between(bot)
            found = levels.settings(bot if mixed is None else mixed[1], game, options)
            if (found.seconds or 0) > MAX_SEARCH_SECONDS:
                raise localized_error(levels.BotError, "server.setup.bot-seconds", most=f"{MAX_SEARCH_SECONDS:g}")
            if found.threads > MAX_SEARCH_THREADS:
                raise localized_error(levels.BotError, "server.setup.bot-threads", most=MAX_SEARCH_THREADS)


class _Job:
    """A bot thinking about one position."""

    def __init__(self, match: Match, seat: int) -> None:
        self.changed = match.state.changed
        self.seat = seat
        self.stop = Stop()
        self.hurry = asyncio.Event()
        self.shown = 0.0
        """When its thinking was last shown."""
        self.task: asyncio.Task[None] | None = None

    def fits(self, match: Match) -> bool:
        """Whether this is still what is to be thought about."""
        return match.thinking_bot == self.seat and match.state.changed == self.changed

    def move_now(self) -> None:
        """Makes the bot play the best it has found."""
        self.stop.set()
        self.hurry.set()

    def cancel(self) -> None:
        """Gives the search up."""
        self.stop.set()
        if self.task is not None:
            self.task.cancel()


class Bots:
    """All bots."""

    def __init__(self, matches: LiveMatches, workers: Workers, settings: Settings) -> None:
        self._matches = matches
        self._workers = workers
        self._settings = settings
        self._jobs: dict[str, _Job] = {}
        self._answers: set[asyncio.Task[None]] = set()
        self._players: OrderedDict[tuple[str, int], BotPlayer] = OrderedDict()
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._left: set[str] = set()
        self._preparations = Preparations(workers)
        matches.changed.append(self.wake)

    @property
    def busy(self) -> bool:
        """Whether any bot thinks."""
        return bool(self._jobs)

    def wake(self, live: Live) -> None:
        """Sees to it that the bot to move thinks, and no other."""
        match = live.match
        job = self._jobs.get(live.id)
        if job is not None and not job.fits(match):
            self._cancel(live.id)
            job = None
        if job is None and match.thinking_bot is not None:
            self._left.discard(live.id)
            job = self._jobs[live.id] = _Job(match, match.thinking_bot)
            job.task = asyncio.create_task(self._play(live, job))
        self._prepare(live)
        for offer in match.state.offers:
            for seat in sorted(match.bots & set(offer.waiting)):
                task = asyncio.create_task(self._answer(live, offer.id, seat))
                self._answers.add(task)
                task.add_done_callback(self._answers.discard)

    def is_left_alone(self, id: str) -> bool:
        """Whether a bot waits because everybody is away, or thinks already."""
        return id in self._left or id in self._jobs

    def attended(self, live: Live) -> None:
        """Somebody came or went: a bot does not think for nobody, unless its clock runs or only bots play."""
        if any(live.present()) or live.watching():
            timer = self._leaving.pop(live.id, None)
            if timer is not None:
                timer.cancel()
            if live.id in self._left:
                self.wake(live)
            elif live.id not in self._preparations:
                self._prepare(live)
        elif live.id in self._preparations:
            self._preparations.drop(live.id)
        elif live.id in self._jobs and live.info.kind != "bots" and live.match.setup.clock.kind != "down":
            loop = asyncio.get_running_loop()
            self._leaving[live.id] = loop.call_later(self._settings.leave, self._leave, live)

    def _leave(self, live: Live) -> None:
        self._leaving.pop(live.id, None)
        if live.id in self._jobs:
            self._cancel(live.id)
            self._left.add(live.id)

    def _cancel(self, id: str) -> None:
        job = self._jobs.pop(id)
        job.cancel()
        # Its thread may still be at work: the next search gets a memory of its own.
        self._players.pop((id, job.seat), None)

    async def close(self) -> None:
        """Ends all searches."""
        await self._preparations.close()
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for id in list(self._jobs):
            self._cancel(id)
        await asyncio.gather(*tasks, *self._answers, return_exceptions=True)

    # ---- While people think -----------------------------------------------------------------------------------------

    def _prepare(self, live: Live) -> None:
        """Lets a bot that plays perfectly solve the game while it waits and somebody is there."""
        match = live.match
        self._preparations.drop(live.id)
        if match.status != "running" or match.thinking_bot is not None or not (any(live.present()) or live.watching()):
            return
        for seat in sorted(match.bots):
            bot = match.players[seat]
            assert isinstance(bot, Bot)
            player = make_player(bot, match.game, match.options, f"{live.id} {seat}")
            if player.can_prepare(match.position):
                hear = partial(self._prepared, live, seat, match.ply)
                self._preparations.want(live.id, Wish(_owner(live), player, match.position.copy(), hear))
                return

    def _prepared(self, live: Live, seat: int, ply: int, report: Report | None) -> None:
        """Shows how far the solving is, and that it has ended."""
        if live.match.ply == ply and live.id not in self._jobs:
            live.thinking = _solving(seat, ply, report) if report is not None else ThinkingMessage(seat, ply, "done")
            self._matches.publish(live.id, Progress(live.thinking))

    # ---- A move ---------------------------------------------------------------------------------------------------

    async def _play(self, live: Live, job: _Job) -> None:
        began = time.monotonic()
        channels = self._matches.channels
        try:
            async with (
                channels.start_subscription([channel_of(live.id)]) as subscriber,
                subscriber.run_in_background(partial(self._hear, live, job), join=False),
            ):
                position = live.match.position.copy()
                move, thought = await self._choose(live, job, position)
                await self._wait(live, job, began)
                command = PlayMove(ply=live.match.ply, seen=live.version, text=position.write_move(move))
                if self._jobs.get(live.id) is job:
                    del self._jobs[live.id]
                    await self._matches.do(live.id, command, lambda _: Sender(frozenset((job.seat,))), charge=thought)
        except Refused as refusal:
            log.info("match %s: the bot's move came too late: %s", live.id, refusal)
        finally:
            if self._jobs.get(live.id) is job:
                del self._jobs[live.id]

    async def _choose(self, live: Live, job: _Job, position: Position) -> tuple[int, int]:
        """Return a legal move, and the milliseconds its search took."""
        match = live.match
        loop = asyncio.get_running_loop()
        player = self._player(live, job.seat)
        queued = started = now()

        def start() -> None:
            nonlocal started
            started = now()
            self._show(live, job, ThinkingMessage(job.seat, match.ply, "thinking"))

        def report(found: Report) -> None:
            loop.call_soon_threadsafe(self._progress, live, job, position, found)

        def think() -> int:
            return watchdog.choose(
                player,
                position,
                clock=_clock(match, job.seat),
                stop=job.stop,
                on_report=report,
                max_seconds=self._settings.bot_ceiling,
            )

        waits = partial(self._queued, live, job)
        move = await self._workers.run(_owner(live), think, on_wait=waits, on_start=start)
        thought = now() - started
        if started > queued and match.setup.clock.kind == "down":
            # The time a bot spends in the queue is not charged to its clock.
            await self._matches.do(live.id, Outage(begun=queued, ended=started), lambda _: Sender(host=True))
        return move, thought

    async def _wait(self, live: Live, job: _Job, began: float) -> None:
        """Until the pleasant minimum has passed, or somebody is in a hurry."""
        chosen = live.match.state.pause
        pause = (self._settings.bot_pause if chosen is None else chosen) / 1000 - (time.monotonic() - began)
        left = live.match.time_left(job.seat, now())
        if left is not None:
            pause = min(pause, left / 5000)  # on a clock that is nearly down it moves at once
        if pause > 0:
            try:
                await asyncio.wait_for(job.hurry.wait(), pause)
            except TimeoutError:
                return

    def _player(self, live: Live, seat: int) -> BotPlayer:
        player = self._players.get((live.id, seat))
        if player is None:
            match = live.match
            bot = match.players[seat]
            assert isinstance(bot, Bot)
            player = make_player(bot, match.game, match.options, f"{live.id} {seat}")
            self._players[live.id, seat] = player
        self._players.move_to_end((live.id, seat))
        if len(self._players) > REMEMBERED:
            self._players.popitem(last=False)
        return player

    # ---- What others hear, and say ----------------------------------------------------------------------------------

    async def _hear(self, live: Live, job: _Job, raw: bytes) -> None:
        note = notes.decode(raw)
        if isinstance(note, Hurry) and note.version >= job.changed:
            job.move_now()
        elif isinstance(note, Stored):
            await self._matches.catch_up(live, note.version)
            if self._jobs.get(live.id) is job and not job.fits(live.match):
                self._cancel(live.id)

    def _queued(self, live: Live, job: _Job, ahead: int) -> None:
        self._show(live, job, ThinkingMessage(job.seat, live.match.ply, "queued", ahead=ahead))

    def _progress(self, live: Live, job: _Job, position: Position, report: Report) -> None:
        """Shows how far a search is; what it thinks only where nobody plays who could use it."""
        if time.monotonic() - job.shown < REPORTS:
            return
        job.shown = time.monotonic()
        if report.solved is not None:
            self._show(live, job, _solving(job.seat, live.match.ply, report))
            return
        score: str | None = None
        line: tuple[str, ...] = ()
        if not live.match.persons and report.lines:
            best = report.lines[0]
            score, line = score_text(position, best), written_turns(position, best.moves)
        seen = ThinkingMessage(
            job.seat, live.match.ply, "thinking", report.depth, report.nodes, report.seconds, score=score, line=line
        )
        self._show(live, job, seen)

    def _show(self, live: Live, job: _Job, thinking: ThinkingMessage) -> None:
        if self._jobs.get(live.id) is job:
            live.thinking = thinking
            self._matches.publish(live.id, Progress(thinking))

    async def _answer(self, live: Live, offer: int, seat: int) -> None:
        """Says yes or no to a draw."""
        match = live.match
        bot, position = match.players[seat], match.position.copy()
        assert isinstance(bot, Bot)
        player = make_player(bot, match.game, match.options, f"{live.id} {seat}")  # its own may be at work
        try:
            yes = await self._workers.run(_owner(live), lambda: player.accepts_draw(position, seat))
            answer = AnswerOffer(offer=offer, yes=yes, seat=seat)
            await self._matches.do(live.id, answer, lambda _: Sender(frozenset((seat,))))
        except ParlourError as fault:
            log.info("match %s: the bot's answer came too late: %s", live.id, fault)


def make_player(bot: Bot, game: Game, options: Options, name: str) -> BotPlayer:
    """Return the player of a bot; without a seed it gets one from its match, so that a restart does not change it."""
    seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")
    try:
        return BotPlayer(bot, game, options, seed)
    except levels.BotError:
        # A stored match may name a baseline or a style that its game no longer has.
        log.exception("Bot %s does not exist in %s: random moves are played", bot, game.key)
        return BotPlayer(Bot(levels.LOWEST), game, options, seed)


def _owner(live: Live) -> str:
    """Who stands in line for the searches of a match."""
    return live.info.host or live.id


def _solving(seat: int, ply: int, report: Report) -> ThinkingMessage:
    return ThinkingMessage(
        seat, ply, "solving", nodes=report.nodes, seconds=report.seconds, share=min(1.0, report.solved or 0.0)
    )


def _clock(match: Match, seat: int) -> BotClock | None:
    left = match.time_left(seat, now())
    if left is None:
        return None
    limit = match.setup.clock.limit(seat)
    per_turn = None if limit.per_turn is None else limit.per_turn / 1000
    return BotClock(left / 1000, limit.increment / 1000, per_turn)
