"""Vacations and pauses stop the matches of a tournament, and nothing else does."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from parlour.club.tournaments.events import TournamentGame, TournamentSetup
from parlour.errors import Refused
from parlour.match.clock import DAY_MS, Clock, Limit
from parlour.match.commands import AnyCommand, Resign, Resume, Sender, StepTurn
from parlour.match.seats import Guest
from parlour.server.channels.channels import make_channels
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.process.match_time import MatchTime
from parlour.server.tournaments.progress import TournamentProgress, arena_ends
from parlour.store import MatchInfo, Store

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
START = 1_000_000
DAYS = Clock("down", (Limit(per_turn=3 * DAY_MS),), from_start=True)


class HeldTime(MatchTime):
    """A match time that only the test changes."""

    def __init__(self) -> None:
        self.moment = START
        super().__init__(system=lambda: self.moment, steady=lambda: 0)

    def now(self) -> int:
        return self.moment

    def tick(self) -> int:
        return self.moment


class Club:
    """A tournament of four people with three days per turn, and the server that runs it."""

    def __init__(self, store: Store, time: HeldTime, progress: TournamentProgress, matches: LiveMatches) -> None:
        self.store, self.time, self.progress, self.matches = store, time, progress, matches
        self.id = ""
        self.people: list[str] = []

    async def begin(self, setup: TournamentSetup) -> None:
        people = [await self.store.people.create_guest(1, name) for name in ("Anna", "Ben", "Carl", "Dora")]
        self.people = [person.id for person in people]
        self.id = (await self.store.tournaments.create(setup, START, organiser=people[0].id)).id
        for person in people:
            await self.progress.do(self.id, lambda state, one=person: state.enter(Guest(one.name, one.id), START))  # type: ignore[misc]
        await self.progress.do(self.id, lambda state: state.pair_round(START, state.free_entrants()))

    async def games(self) -> dict[frozenset[int], MatchInfo]:
        """Return the matches by their entrants."""
        tournament = (await self.store.tournaments.load(self.id)).tournament()
        last = len(tournament.rounds) - 1
        return {
            frozenset(tournament.rounds[last][one.game].entrants): (await self.store.matches.load(one.id)).info
            for one in await self.store.tournaments.matches(self.id)
            if one.started == tournament.started[last, one.game]
        }

    async def statuses(self, number: int) -> tuple[str, set[str]]:
        """Return the status of the match of an entrant, and those of the others."""
        games = await self.games()
        return (
            next(match.status for entrants, match in games.items() if number in entrants),
            {match.status for entrants, match in games.items() if number not in entrants},
        )


@pytest.fixture
async def club(tmp_path: Path) -> AsyncIterator[Club]:
    async with await Store.open(folder=tmp_path) as store:
        channels = make_channels(None, lambda _: None)
        await channels._on_startup()
        time = HeldTime()
        matches = LiveMatches(store, channels, "here", time)
        progress = TournamentProgress(store, matches, channels)
        yield Club(store, time, progress, matches)
        await progress.stop()


def cup(**more: object) -> TournamentSetup:
    return TournamentSetup("Cup", "swiss", (TournamentGame("sim"),), rounds=2, clock=DAYS, vacation=5, **more)  # type: ignore[arg-type]


async def test_a_vacation_stops_the_deadlines_of_the_entrants_games_only(club: Club) -> None:
    await club.begin(cup())
    deadline = next(match.flag_at for entrants, match in (await club.games()).items() if 1 in entrants)
    assert deadline == START + 3 * DAY_MS
    club.time.moment += DAY_MS
    await club.progress.do(club.id, lambda state: state.begin_vacation(1, club.time.moment))
    assert await club.statuses(1) == ("paused", {"running"})
    waiting = [info.id for person in club.people for info in await club.store.correspondence.waiting_for(person)]
    mine = next(match for entrants, match in (await club.games()).items() if 1 in entrants)
    assert mine.flag_at is None
    assert mine.id not in waiting, "nobody is reminded of a paused game"
    club.time.moment += 2 * DAY_MS
    await club.progress.do(club.id, lambda state: state.end_vacation(1, club.time.moment))
    resumed = next(match for entrants, match in (await club.games()).items() if 1 in entrants)
    assert resumed.flag_at == club.time.moment + 2 * DAY_MS, "the rest of the turn is left"


async def test_a_vacation_ends_when_its_days_are_used(club: Club) -> None:
    await club.begin(cup())
    await club.progress.do(club.id, lambda state: state.begin_vacation(2, club.time.moment))
    await club.progress.check_begun()
    club.time.moment += 5 * DAY_MS - 1
    await club.progress.check_begun()
    assert (await club.statuses(2))[0] == "paused"
    club.time.moment += 1
    await club.progress.check_begun()
    assert (await club.statuses(2))[0] == "running"


async def test_games_of_entrants_on_vacation_begin_paused(club: Club) -> None:
    await club.begin(cup(automatic=True))
    games = await club.games()
    await club.progress.do(club.id, lambda state: state.begin_vacation(1, club.time.moment))
    for place in range(len(games)):
        await club.progress.do(club.id, lambda state, at=place: state.decide_game(0, at, (1.0, 0.0), 2))  # type: ignore[misc]
    assert len((await club.store.tournaments.load(club.id)).tournament().rounds) == 2
    assert await club.statuses(1) == ("paused", {"running"})


async def test_a_pause_of_the_tournament_stops_all_games_until_it_continues(club: Club) -> None:
    await club.begin(cup())
    await club.progress.do(club.id, lambda state: state.begin_vacation(1, club.time.moment))
    await club.progress.do(club.id, lambda state: state.pause(club.time.moment))
    assert {match.status for match in (await club.games()).values()} == {"paused"}
    club.time.moment += 30 * DAY_MS
    await club.progress.do(club.id, lambda state: state.end_vacation(1, club.time.moment))
    assert {match.status for match in (await club.games()).values()} == {"paused"}
    await club.progress.do(club.id, lambda state: state.resume(club.time.moment))
    assert {match.status for match in (await club.games()).values()} == {"running"}
    assert {match.flag_at for match in (await club.games()).values()} == {club.time.moment + 3 * DAY_MS}


async def test_a_server_pauses_and_resumes_what_a_crash_has_prevented(club: Club) -> None:
    await club.begin(cup())
    tournament = (await club.store.tournaments.load(club.id)).tournament()
    await club.store.tournaments.append(club.id, tournament, tournament.pause(club.time.moment))
    await club.progress.check_begun()
    assert {match.status for match in (await club.games()).values()} == {"paused"}
    tournament = (await club.store.tournaments.load(club.id)).tournament()
    await club.store.tournaments.append(club.id, tournament, tournament.resume(club.time.moment))
    await club.progress.check_begun()
    assert {match.status for match in (await club.games()).values()} == {"running"}


async def test_a_pause_that_ends_while_another_server_pauses_leaves_nothing_paused(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.begin(cup())
    tournament = (await club.store.tournaments.load(club.id)).tournament()
    paused = tournament.pause(club.time.moment)
    await club.store.tournaments.append(club.id, tournament, paused)
    original, resumed = club.matches.do, False

    async def do(match: str, command: AnyCommand, sender: Callable[[LiveMatch], Sender]) -> LiveMatch:
        """Before the first match is paused here, resume the tournament elsewhere."""
        nonlocal resumed
        if not resumed:
            resumed, after = True, tournament.after(paused)
            await club.store.tournaments.append(club.id, after, after.resume(club.time.moment))
        return await original(match, command, sender)

    monkeypatch.setattr(club.matches, "do", do)
    await club.progress.advance(club.id)
    assert resumed
    assert {match.status for match in (await club.games()).values()} == {"running"}


async def test_players_can_resign_but_not_resume_a_paused_game(club: Club) -> None:
    await club.begin(cup())
    await club.progress.do(club.id, lambda state: state.pause(club.time.moment))
    match = next(iter((await club.games()).values()))
    for command in (Resume(), StepTurn()):
        with pytest.raises(Refused) as refusal:
            await club.matches.do(match.id, command, lambda _: Sender(frozenset((0,))))
        assert refusal.value.reason == "organiser-only"
    await club.matches.do(match.id, Resign(seat=0), lambda _: Sender(frozenset((0,))))
    await club.progress.advance(club.id)
    assert len((await club.store.tournaments.load(club.id)).tournament().open_games) == 1


async def test_a_pause_makes_an_arena_last_longer(club: Club) -> None:
    await club.begin(TournamentSetup("Cup", "arena", (TournamentGame("sim"),), minutes=10))
    before = arena_ends((await club.store.tournaments.load(club.id)).tournament())
    assert before is not None
    await club.progress.do(club.id, lambda state: state.pause(START + 10))
    await club.progress.do(club.id, lambda state: state.resume(START + 510))
    assert arena_ends((await club.store.tournaments.load(club.id)).tournament()) == before + 500
