"""A tournament whose server is killed after every write ends like an uninterrupted one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.club.tournaments.events import (
    AnyTournamentEvent,
    GameReplayed,
    RoundRestarted,
    TournamentFormat,
    TournamentGame,
    TournamentSetup,
    VacationBegan,
)
from parlour.club.tournaments.rounds import Points, Round
from parlour.club.tournaments.tournament import Tournament
from parlour.match.clock import DAY_MS, MINUTE_MS
from parlour.match.commands import Adjudicate, Sender
from parlour.match.seats import Guest
from parlour.server.channels.channels import make_channels
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.tournaments.progress import TournamentProgress
from parlour.store import Store
from tests.server.tournaments.test_vacation import DAYS, START, HeldTime

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
MAX_STEPS = 500


class Crash(Exception):
    """The server has died."""


class Power:
    """Lets servers die after each write to the store, if wanted."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails, self.on, self.crashes = False, True, 0
        for repository, name in (
            (store.tournaments, "append"),
            (store.tournaments, "add_match"),
            (store.matches, "append"),
        ):
            monkeypatch.setattr(repository, name, partial(self._write, getattr(repository, name)))

    async def _write(self, write: Callable[..., Awaitable[Any]], *given: Any, **named: Any) -> Any:
        if not self.on:
            raise Crash
        written = await write(*given, **named)
        if self.fails:
            self.on = False
            self.crashes += 1
            raise Crash
        return written


class Play:
    """A tournament of guests who play, one result at a time, on a server that may have to be started again."""

    def __init__(self, store: Store, power: Power, setup: TournamentSetup) -> None:
        self.store, self.power, self.setup = store, power, setup
        self.time = HeldTime()
        self.channels = make_channels(None, lambda _: None)
        self.id = ""

    async def run(self, entrants: int, *, fails: bool) -> Tournament:
        """Return the tournament at its end, if wanted of servers that fail."""
        await self.channels._on_startup()
        people = [await self.store.people.create_guest(1, f"Person {n}") for n in range(entrants)]
        self.id = (await self.store.tournaments.create(self.setup, START, organiser=people[0].id)).id
        for person in people:
            open_for = (await self.store.tournaments.load(self.id)).tournament()
            entry = open_for.enter(Guest(person.name, person.id), START)
            await self.store.tournaments.append(self.id, open_for, entry)
        self.power.fails = fails
        for _ in range(MAX_STEPS):
            stored = await self.store.tournaments.load(self.id)
            tournament = stored.tournament()
            if tournament.status == "over":
                await self.channels._on_shutdown()
                return tournament
            await self._serve(stored.events, tournament)
        raise AssertionError(f"The tournament does not end: {stored.events}")

    async def _serve(self, events: tuple[AnyTournamentEvent, ...], tournament: Tournament) -> None:
        """Start a server, and let it do what is due, and the next thing that people do."""
        matches = LiveMatches(self.store, self.channels, "here", self.time)
        progress = TournamentProgress(self.store, matches, self.channels)
        try:
            await progress.check_begun()
            if not tournament.rounds:
                await progress.do(self.id, lambda state: state.pair_round(START, state.free_entrants()))
            elif (decide := self._organiser(events, tournament)) is not None:
                await progress.do(self.id, decide)
            else:
                await self._play(progress, matches)
        except Crash:
            pass
        finally:
            await progress.stop()
            self.power.on = True

    def _organiser(
        self, events: tuple[AnyTournamentEvent, ...], tournament: Tournament
    ) -> Callable[[Tournament], list[Any]] | None:
        """Return what the organiser decides once: a vacation, or to restart the first round."""
        done = {type(event) for event in events}
        if self.setup.vacation and VacationBegan not in done:
            return lambda state: state.begin_vacation(1, self.time.now())
        if self.setup.name == "restarted" and RoundRestarted not in done and len(tournament.open_games) == 1:
            return lambda state: state.restart_round("Wrong pairing", self.time.now())
        return None

    async def _play(self, progress: TournamentProgress, matches: LiveMatches) -> None:
        """End one running match; without any, let the time pass."""
        tournament = (await self.store.tournaments.load(self.id)).tournament()
        running = sorted(
            (one.game, one.id) for one in await self.store.tournaments.matches(self.id) if one.status == "running"
        )
        if len(tournament.rounds) >= 3 and self.setup.format == "arena":
            self.time.moment += self.setup.minutes * MINUTE_MS
        elif not running:
            self.time.moment += DAY_MS
        if running:
            game, match = running[0]
            entrants = next(
                tournament.rounds[number][place].entrants for number, place in tournament.open_games if place == game
            )
            results = self._points(entrants, tournament.seq)
            await matches.do(match, Adjudicate(results=results), lambda _: Sender(host=True))
        await progress.check_begun()

    def _points(self, entrants: tuple[int, ...], seq: int) -> Points:
        """Return a result: the last entrant loses; the first game of a knockout is drawn."""
        if self.setup.format == "knockout" and set(entrants) == {1, 4} and entrants[0] == 1:
            return (0.5, 0.5)
        return tuple(float(one != max(entrants)) for one in entrants)


CUPS: dict[str, tuple[TournamentFormat, int, dict[str, Any]]] = {
    "swiss": ("swiss", 3, {"rounds": 2}),
    "tables of three": ("swiss", 4, {"rounds": 2, "games": (TournamentGame("sim", {"players": 3}, 3),)}),
    "vacation": ("swiss", 4, {"rounds": 2, "clock": DAYS, "vacation": 2}),
    "restarted": ("swiss", 4, {"rounds": 1}),
    "round robin": ("round-robin", 3, {"rounds": 1}),
    "knockout": ("knockout", 4, {}),
    "arena": ("arena", 4, {"minutes": 10}),
}


async def outcome(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, *, fails: bool
) -> tuple[list[Round], list[str], int]:
    """Play a tournament; return its rounds, the kinds of its events, and how often the server died."""
    format, entrants, more = CUPS[name]
    setup = TournamentSetup(name, format, (TournamentGame("sim"),), automatic=True, rounds=1)
    async with await Store.open(folder=folder) as store:
        power = Power(store, monkeypatch)
        play = Play(store, power, msgspec.structs.replace(setup, **more))
        tournament = await play.run(entrants, fails=fails)
        assert tournament.open_games == []
        games = sum(game.second is not None for games in tournament.rounds for game in games)
        events = (await store.tournaments.load(play.id)).events
        begun = games + sum(isinstance(event, GameReplayed) for event in events)
        matches = await store.tournaments.matches(play.id)
        assert all(match.ended is not None for match in matches), "no match is left behind"
        keys = {(started, place) for (_, place), started in tournament.started.items()}
        current = [match for match in matches if (match.started, match.game) in keys]
        assert len(matches) >= begun >= len(current) == games, "each game has one match"
        return tournament.rounds, [type(event).__name__ for event in events], power.crashes


@pytest.mark.parametrize("name", CUPS)
async def test_a_tournament_survives_a_crash_after_each_write(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds, kinds, _ = await outcome(tmp_path / "sound", monkeypatch, name, fails=False)
    again, found, crashes = await outcome(tmp_path / "faulty", monkeypatch, name, fails=True)
    assert crashes >= 9
    assert ("VacationEnded" in found, "RoundRestarted" in found, "GameReplayed" in found) == (
        name == "vacation",
        name == "restarted",
        name == "knockout",
    )
    if name != "arena":  # who is paired there depends on who is free at a moment
        assert (again, sorted(found)) == (rounds, sorted(kinds))
