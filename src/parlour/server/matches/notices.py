"""Notices between server processes about matches, and the channels on which they are published."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from parlour.match.events import Moved
from parlour.server.matches.live_messages import ThinkingMessage


class MatchNotice(msgspec.Struct, frozen=True, tag_field="note"):
    """A message from one process to all processes, itself included, about one match."""


class VersionStored(MatchNotice, frozen=True, tag="stored"):
    """The match has a new version in the store; without a number, it may have one.

    `moves` are the events that led to it if they are a few moves, so that other servers need not read them. PostgreSQL
    transports at most 8,000 bytes.
    """

    version: int | None = None
    moves: tuple[Moved, ...] = ()


class OpenPages(MatchNotice, frozen=True, tag="pages"):
    """The pages that have the match open at one server: their seats, and how many have no seat."""

    server: str
    seats: tuple[int, ...]
    watching: int


class OpenPagesQuery(MatchNotice, frozen=True, tag="who"):
    """A server asks the others for their `OpenPages`."""

    server: str


class BotProgress(MatchNotice, frozen=True, tag="progress"):
    """The progress of a bot's search."""

    thinking: ThinkingMessage


class MoveNowNotice(MatchNotice, frozen=True, tag="hurry"):
    """The bot to move has to move now."""

    version: int


class TurnStarted(msgspec.Struct, frozen=True, tag_field="note", tag="turn-started"):
    """A message to all pages of a person: it is their turn in a match."""

    match: str
    game: str


class TurnEnded(msgspec.Struct, frozen=True, tag_field="note", tag="turn-ended"):
    """A message to all pages of a person: it is no longer their turn in a match."""

    match: str


class PlanStored(msgspec.Struct, frozen=True, tag_field="note", tag="plan"):
    """A message to all pages of a person: they have planned something else in a match."""

    match: str


AnyMatchNotice = VersionStored | OpenPages | OpenPagesQuery | BotProgress | MoveNowNotice
_match_notice_decoder = msgspec.json.Decoder(AnyMatchNotice)


@lru_cache(maxsize=64)
def decode_match_notice(raw: bytes) -> AnyMatchNotice:
    """Return a notice; all pages of a match at this server get the same one, which is decoded once."""
    notice: AnyMatchNotice = _match_notice_decoder.decode(raw)
    return notice


_MATCH_PREFIX = "match_"


def match_channel(match: str) -> str:
    """Return the name of the channel of a match."""
    return f"{_MATCH_PREFIX}{match}"


def person_channel(person: str) -> str:
    """Return the name of the channel to all pages of a person."""
    return f"person_{person}"


def notice_after_gap(channel: str) -> bytes | None:
    """Return the notice for the subscribers of a channel on which notices may have been lost, if they need one."""
    return msgspec.json.encode(VersionStored()) if channel.startswith(_MATCH_PREFIX) else None
