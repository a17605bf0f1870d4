"""Determine which rooms a visitor reads, and under which name they write."""

from __future__ import annotations

from parlour.server.chat.chat import Author, Reader
from parlour.server.chat.notices import LOBBY_ROOM, Room
from parlour.server.http.auth import Visitor
from parlour.server.lobby.presence import PresentPeople
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.permissions import seats_of


def lobby_reader(visitor: Visitor) -> Reader:
    """Return what a visitor reads in the lobby."""
    return Reader(visitor.id, (LOBBY_ROOM,))


def match_reader(live: LiveMatch, visitor: Visitor) -> Reader:
    """Return what a visitor reads in a match, the room that they write in first.

    Players and spectators do not read each other, because spectators could advise. Once the game is over, players read
    both.
    """
    if live.info.kind != "network":
        return Reader(visitor.id, ())
    players, spectators = Room("players", live.id), Room("spectators", live.id)
    if not seats_of(live.info, live.match.players, visitor):
        return Reader(visitor.id, (spectators,))
    return Reader(visitor.id, (players, spectators) if live.match.status == "over" else (players,))


def lobby_author(people: PresentPeople, visitor: Visitor) -> Author | None:
    """Return a visitor with the name that others see in the lobby; None if they have no name."""
    if visitor.person is None:
        return None
    here = next((one.person for one in people.all() if one.person.id == visitor.id), visitor.person)
    return Author(here.id, here.name) if here.name else None


def match_author(live: LiveMatch, people: PresentPeople, visitor: Visitor) -> Author | None:
    """Return a visitor with the name and the seat in a match, or as in the lobby if they watch it."""
    seats = seats_of(live.info, live.match.players, visitor)
    if not seats or visitor.id is None:
        return lobby_author(people, visitor)
    return Author(visitor.id, live.match.players[min(seats)].name, min(seats))
