"""Chat as pages use it: which rooms a visitor reads, and under which name they write."""

from __future__ import annotations

from parlour.server.chat.chat import Author, Chat, ChatPage, Reader
from parlour.server.chat.messages import SayRequest
from parlour.server.chat.notices import LOBBY_ROOM, Room
from parlour.server.http.auth import Visitor
from parlour.server.lobby.presence import PresentPeople
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.permissions import seats_of
from parlour.store import Person


class ChatRooms:
    """The chat of the lobby and of matches for the pages of this server process."""

    def __init__(self, chat: Chat, people: PresentPeople) -> None:
        self._chat = chat
        self._people = people

    def watch_lobby(self, page: ChatPage, visitor: Visitor) -> None:
        """Send a page the chat of the lobby from now on."""
        self._chat.watch(page, Reader(visitor.id, (LOBBY_ROOM,)))

    def watch_match(self, page: ChatPage, visitor: Visitor, live: LiveMatch) -> None:
        """Send a page the chat of a match from now on."""
        self._chat.watch(page, _match_reader(live, visitor))

    def update_match(self, page: ChatPage, visitor: Visitor, live: LiveMatch) -> None:
        """Send a page that watches a match the rooms that its visitor may read now."""
        self._chat.update_reader(page, _match_reader(live, visitor))

    def unwatch(self, page: ChatPage) -> None:
        """Send a page no more chat."""
        self._chat.unwatch(page)

    def rename_author(self, person: Person) -> None:
        """Show the messages of a person who was renamed under the new name."""
        self._chat.rename_author(person.id, self._people.seen_name(person))

    def say_in_lobby(self, visitor: Visitor, request: SayRequest, address: str) -> None:
        """Send a visitor's message from an address to the lobby; raise `ParlourError` if it is refused."""
        self._chat.say((LOBBY_ROOM,), _lobby_author(self._people, visitor), request, address)

    def say_in_match(self, visitor: Visitor, live: LiveMatch, request: SayRequest, address: str) -> None:
        """Send a visitor's message from an address to a room of a match; raise `ParlourError` if it is refused."""
        author = _match_author(live, self._people, visitor)
        self._chat.say(_match_reader(live, visitor).rooms, author, request, address)


def _match_reader(live: LiveMatch, visitor: Visitor) -> Reader:
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


def _lobby_author(people: PresentPeople, visitor: Visitor) -> Author | None:
    """Return a visitor with the name that others see in the lobby; None if they have no name."""
    if visitor.person is None:
        return None
    here = next((one.person for one in people.all() if one.person.id == visitor.id), visitor.person)
    return Author(here.id, here.name) if here.name else None


def _match_author(live: LiveMatch, people: PresentPeople, visitor: Visitor) -> Author | None:
    """Return a visitor with the name and the seat in a match, or as in the lobby if they watch it."""
    seats = seats_of(live.info, live.match.players, visitor)
    if not seats or visitor.id is None:
        return _lobby_author(people, visitor)
    return Author(visitor.id, live.match.players[min(seats)].name, min(seats))
