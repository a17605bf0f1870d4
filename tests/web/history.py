"""Finished games of one person over the last months, written directly to a server's store."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import select

from parlour.engine.levels import Bot
from parlour.games import keys
from parlour.match.commands import PlayMove, Resign, Sender
from parlour.match.match import Match
from parlour.match.seats import Guest, Player, Seat, Setup
from parlour.server.http.auth import now
from parlour.store import Person, Store
from parlour.store.tables import persons
from tests.server.served import Served

DAY = 86_400_000
OPENING = 6
ALL = Sender(frozenset((0, 1)), host=True)


def live_through(server: Served, name: str, games: int = 60, days: int = 120, plies: int = OPENING) -> None:
    """Games against bots of rising levels, of which the player wins more and more."""
    address = server.app.address.render_as_string(hide_password=False)
    # In a thread of its own: an event loop of the browser's runs in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _live_through(address, name, games, days, plies)).result()


async def _live_through(address: str, name: str, games: int, days: int, plies: int) -> None:
    chance = random.Random(4)
    async with await Store.open(address) as store:
        person = await _find(store, name)
        for n in range(games):
            at = now() - DAY * (days - n * days // games)
            level = 1 + n * 6 // games + chance.randrange(2)
            opponent: Player = Bot(level) if n % 5 else Guest("Ben")
            won = chance.random() < 0.35 + n / games / 2
            await _play(store, person, opponent, chance.choice(keys()), plies, won=won, at=at, chance=chance)


async def _find(store: Store, name: str) -> Person:
    async with store.database.read() as connection:
        id = await connection.scalar(select(persons.c.id).where(persons.c.name == name))
    assert id is not None
    return await store.people.find(id)


async def _play(
    store: Store, person: Person, opponent: Player, game: str, plies: int, *, won: bool, at: int, chance: random.Random
) -> None:
    """Return some moves, the first as in other games; then one side resigns."""
    me = Guest(person.name, person.id)
    match, events = Match.new(Setup(game, (Seat(me), Seat(opponent))), at)
    for ply in range(plies):
        if match.status != "running":
            break
        moves = len(match.position.moves())
        best = min(2, moves) if ply < OPENING else moves
        spent = chance.randrange(2_000, 90_000)
        at += spent
        events += match.do(PlayMove(ply=match.ply, index=chance.randrange(best)), ALL, at)
    if match.status == "running":
        loser = 1 if won else 0
        events += match.do(Resign(seat=loser), Sender(frozenset((loser,))), at)
    await store.matches.create(match, events, at, host=person.id)
