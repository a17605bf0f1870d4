"""Stored matches: how tests and their processes set them up and play them."""

from collections.abc import Sequence
from typing import Any

from parlour.games.contract.options import Value
from parlour.match.commands import AnyCommand, PlayMove, Sender
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.seats import Account, Guest, Player, Seat, Setup
from parlour.store import MatchInfo, Person, Store, StoredMatch

ALL = Sender(frozenset(range(4)), host=True)
NOW = 1_700_000_000_000


def sitting(person: Person) -> Player:
    """Return a person as a player."""
    return Account(person.id, person.name) if person.account else Guest(person.name, person.id)


def setup_of(*players: Player, size: int = 14, **more: Any) -> Setup:
    """Return a set-up of Heap with a seat for each player."""
    options: dict[str, Value] = {"seats": len(players), "size": size}
    seats = tuple(Seat(player) for player in players)
    return Setup(game="heap", seats=seats, options=options, **more)


async def begin(
    store: Store, *players: Player, now: int = NOW, host: Person | None = None, size: int = 14, **more: Any
) -> MatchInfo:
    """Return a stored match that has just begun."""
    match, events = Match.new(setup_of(*players, size=size, **more), now)
    return await store.matches.create(match, events, now, host=host.id if host else None)


async def append(store: Store, id: str, match: Match, events: Sequence[AnyEvent]) -> Match:
    """Store events, as a server does, and return the match after them."""
    after = match.after(events)
    await store.matches.append(id, match, after, events)
    return after


async def do(store: Store, id: str, command: AnyCommand, now: int, sender: Sender = ALL) -> Match:
    """Carry out a command, as a server does, and return the match after it."""
    match = (await store.matches.load(id)).match()
    return await append(store, id, match, match.decide(command, sender, now))


async def follow(store: Store, id: str, command: AnyCommand, now: int, sender: Sender = ALL) -> StoredMatch:
    """Carry out a command that ends with a restart or rematch, and return the match that follows."""
    match = (await store.matches.load(id)).match()
    events = match.decide(command, sender, now)
    following = await store.matches.append(id, match, match.after(events), events)
    assert following is not None
    return following


async def play(store: Store, id: str, now: int, plies: int | None = None) -> Match:
    """Play the first legal move `plies` times, or to the end."""
    match = (await store.matches.load(id)).match()
    while match.status == "running" and (plies is None or plies > 0):
        events = match.decide(PlayMove(ply=match.ply, index=0), ALL, now)
        match = await append(store, id, match, events)
        plies = None if plies is None else plies - 1
    return match
