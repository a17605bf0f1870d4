"""Messages of the host's page, and of handing a person over to another device."""

from __future__ import annotations

from parlour.server.lobby.messages import ChatMode, LobbyPersonView
from parlour.server.matches.messages import MatchSummaryView
from parlour.server.messages import Request, View


class HostPersonView(View):
    """A person who is here, as the host sees them."""

    person: LobbyPersonView
    muted: bool


class HostView(View):
    """What the host decides, who is here, and the public games that are being played."""

    locked: bool
    """Whether new guests are refused."""
    chat: ChatMode
    people: tuple[HostPersonView, ...]
    games: tuple[MatchSummaryView, ...]


class HostRequest(Request):
    """Decisions of the host; what is left out stays as it is."""

    locked: bool | None = None
    chat: ChatMode | None = None


class MuteRequest(Request):
    """Whether a person may not speak."""

    on: bool = True


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
