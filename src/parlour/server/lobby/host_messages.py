"""Messages of the host's page, and of handing a person over to another device."""

from __future__ import annotations

from parlour.server.chat.messages import ChatMode
from parlour.server.lobby.messages import LobbyPersonView
from parlour.server.matches.messages import MatchSummaryView
from parlour.server.messages import Request, View


class HostView(View):
    """Host settings, people present, and public games, longest idle first."""

    locked: bool
    """Whether new guests are refused."""
    chat: ChatMode
    people: tuple[LobbyPersonView, ...]
    muted: tuple[str, ...]
    """The keys of the people whose chat messages are refused; some may have left."""
    games: tuple[MatchSummaryView, ...]


class HostRequest(Request):
    """What the host decides; omitted fields are not changed."""

    locked: bool | None = None
    """Whether new guests are refused."""
    chat: ChatMode | None = None


class AbsentGuestView(View):
    """A guest who has left."""

    key: str
    """Identifies the guest as in `LobbyPersonView`."""
    name: str
    seen: int
    """When the guest was last here, to the hour."""


class MuteRequest(Request):
    """Whether the chat messages of a person are refused."""

    muted: bool


class EndMatchRequest(Request):
    """The result of a game for each seat: 1, 0.5 or 0."""

    results: tuple[float, ...]


class HandOverView(View):
    """A code of four words that works once."""

    code: str
    expires: int


class TakeOverRequest(Request):
    """The code of a person, to continue as them on this device. With `adopt`, they get this device's guest's games."""

    code: str
    adopt: bool = False
