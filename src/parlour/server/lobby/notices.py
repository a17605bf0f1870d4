"""Notices between server processes about the lobby. Nothing is stored."""

from __future__ import annotations

import msgspec

from parlour.match.match import Status
from parlour.server.lobby.challenges import Challenge
from parlour.server.lobby.hand_over import HandOver
from parlour.server.lobby.messages import ChallengeEnd
from parlour.server.lobby.presence import Presence

LOBBY_CHANNEL = "lobby"


class LobbyNotice(msgspec.Struct, frozen=True, tag_field="note"):
    """A message from one process to all processes, itself included."""


class PersonHere(LobbyNotice, frozen=True, tag="here"):
    """A person has a page open at a server, or something about them has changed."""

    server: str
    presence: Presence


class PersonGone(LobbyNotice, frozen=True, tag="gone"):
    """A person has closed all pages at a server."""

    server: str
    person: str


class PersonChanged(LobbyNotice, frozen=True, tag="changed"):
    """A person now has another name, or an account."""

    person: str
    name: str
    account: bool


class LobbyQuery(LobbyNotice, frozen=True, tag="who"):
    """A server asks all others for their people and challenges."""


class ChallengeOpened(LobbyNotice, frozen=True, tag="challenge"):
    """A challenge or a quick pairing is open."""

    challenge: Challenge


class ChallengeNotice(LobbyNotice, frozen=True):
    """A notice about an open challenge, by its id."""

    challenge: str


class ChallengeAnswered(ChallengeNotice, frozen=True, tag="answer"):
    """A person accepts or declines a challenge; `by` is their own quick pairing that fits. Its server decides."""

    person: str
    yes: bool
    by: str | None = None


class PairingRefused(ChallengeNotice, frozen=True, tag="refused"):
    """A quick pairing cannot be joined now: it is joining another one itself."""

    by: str


class ChallengeClosed(ChallengeNotice, frozen=True, tag="closed"):
    """A challenge has ended."""

    end: ChallengeEnd
    match: str | None = None


class MatchChanged(LobbyNotice, frozen=True, tag="match"):
    """A match has begun, ended, or got other players."""

    match: str
    status: Status


class HostDecided(LobbyNotice, frozen=True, tag="host"):
    """The host has locked or unlocked the lobby; the latest decision counts."""

    at: int
    locked: bool = False


class HandOverOpened(LobbyNotice, frozen=True, tag="code"):
    """A code was shown with which another device takes over a person."""

    opened: HandOver


class HandOverUsed(LobbyNotice, frozen=True, tag="code-used"):
    """A code was used."""

    hash: str


AnyLobbyNotice = (
    PersonHere
    | PersonGone
    | PersonChanged
    | LobbyQuery
    | ChallengeOpened
    | ChallengeAnswered
    | PairingRefused
    | ChallengeClosed
    | MatchChanged
    | HostDecided
    | HandOverOpened
    | HandOverUsed
)
lobby_notice_decoder = msgspec.json.Decoder(AnyLobbyNotice)
