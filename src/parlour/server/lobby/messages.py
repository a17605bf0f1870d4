"""Messages of the lobby on the WebSocket of a page: who is here, challenges, quick pairing."""

from __future__ import annotations

from typing import Literal

from parlour.games.contract.options import Value
from parlour.match.clock import Clock
from parlour.server.matches.messages import ClockRequest
from parlour.server.messages import SocketMessage, SocketRequest, View

ChallengeSide = Literal["first", "second", "lot"]
"""Which side the challenger plays."""
ChallengeEnd = Literal["accepted", "declined", "cancelled", "expired", "failed"]
"""How a challenge has ended. It expires when one of the two leaves or plays; it fails if no match can be started."""

# ---- From a page -----------------------------------------------------------------------------------------------------


class WatchLobbyRequest(SocketRequest, tag="watch-lobby"):
    """Start or stop receiving `lobby` messages. Stopping ends quick pairing."""

    on: bool = True


class ChallengeRequest(SocketRequest, tag="challenge"):
    """A challenge to a person in the lobby. A refusal repeats `id`."""

    to: str
    """The key of the person."""
    game: str
    options: dict[str, Value] = {}
    clock: ClockRequest = ClockRequest()
    rated: bool = False
    side: ChallengeSide = "lot"
    id: int = 0


class PairingRequest(SocketRequest, tag="pair"):
    """A request to be paired with the first other person who waits for one of these games with the same clock."""

    games: tuple[str, ...]
    clock: ClockRequest = ClockRequest()
    rated: bool = False
    id: int = 0


class AnswerChallengeRequest(SocketRequest, tag="answer-challenge"):
    """Accept or decline a challenge."""

    challenge: str
    yes: bool
    id: int = 0


class CancelChallengeRequest(SocketRequest, tag="cancel-challenge"):
    """Cancel one's own challenge or quick pairing."""

    challenge: str
    id: int = 0


ChallengeSocketRequest = ChallengeRequest | PairingRequest | AnswerChallengeRequest | CancelChallengeRequest
LobbyRequest = WatchLobbyRequest | ChallengeSocketRequest

# ---- To a page -------------------------------------------------------------------------------------------------------


class LobbyPersonView(View):
    """A person who has a page open. Guests with the same name have a number after it."""

    key: str
    """Identifies the person as long as they are here."""
    name: str
    account: bool
    bot: bool
    """Whether a program acts for this account."""
    busy: bool
    """Whether the person has a running network match open."""


class LobbyMessage(SocketMessage, tag="lobby"):
    """Who is here; and a number that changes when the list of open or running games does."""

    people: tuple[LobbyPersonView, ...]
    total: int
    """How many are here; the list has the first of them."""
    games: int


class ChallengeMessage(SocketMessage, tag="challenge"):
    """A challenge from or to this person, or their quick pairing (without `other`), when it opens and ends."""

    id: str
    incoming: bool
    other: LobbyPersonView | None
    games: tuple[str, ...]
    titles: tuple[str, ...]
    options: dict[str, Value]
    variant: str
    """The name of the preset with these options, or those that differ from the defaults."""
    clock: Clock
    rated: bool
    side: str
    """The side that the reader would play; empty if it is random."""
    end: ChallengeEnd | None = None
    match: str | None = None
    """The match that has started."""


class YouChangedMessage(SocketMessage, tag="you-changed"):
    """The visitor now has another name, or an account: load it again."""


class PageRefusedMessage(SocketMessage, tag="refused"):
    """A request of the page was refused, and nothing has changed."""

    id: int
    reason: str
    text: str


LobbySocketMessage = LobbyMessage | ChallengeMessage | YouChangedMessage | PageRefusedMessage
