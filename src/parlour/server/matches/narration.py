"""What happened in a match, told to its viewers: moves with their effects and words, everything else in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from parlour.games.contract.display import Effect, reverse
from parlour.i18n.message import Message
from parlour.match import events
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.seats import Vacant
from parlour.server.localizer import Speech
from parlour.server.matches.live_messages import (
    MatchEventMessage,
    MovedMessage,
    NarratedEvent,
    NarratedMessage,
    TakenBackMessage,
)
from parlour.server.matches.views import outcome_of
from parlour.server.messages import SentenceView
from parlour.store import StoredMatch

MOST_MISSED = 500
"""Who has missed more sees only where it led."""


class Occasion(NamedTuple):
    """Something that happened, ready to be told in any language; `ply` is the earliest move it touched (from 0)."""

    version: int
    ply: int
    tell: Callable[[Speech], MatchEventMessage]


def follow(match: Match, happened: Iterable[AnyEvent], next_match: str | None = None) -> list[Occasion]:
    """What some events are to viewers; plays them on the match, which must be as it was before them."""
    return [_occasion(match, event, next_match) for event in happened]


def missed(kept: StoredMatch, after: int) -> list[Occasion]:
    """What happened in a stored match after a version; nothing if that is too much, or a version that never was."""
    since = [event for event in kept.events if event.seq > after]
    if after < 0 or not since or len(since) > MOST_MISSED:
        return []
    match = Match.load(kept.setup, [event for event in kept.events if event.seq <= after])
    match.position.pieces()
    return follow(match, since, kept.info.followed_by)


def _occasion(match: Match, event: AnyEvent, next_match: str | None) -> Occasion:
    ply = match.ply
    if isinstance(event, events.Moved):
        return Occasion(event.seq, ply, _moved(match, event))
    if isinstance(event, events.TakenBack):
        return Occasion(event.seq, event.ply, _taken_back(match, event))
    return Occasion(event.seq, ply, _told(match, event, next_match))


_WHAT: dict[type[AnyEvent], NarratedEvent] = {
    events.Began: "began",
    events.Seated: "seated",
    events.Offered: "offered",
    events.Answered: "answered",
    events.Withdrawn: "withdrawn",
    events.Ended: "ended",
    events.Paused: "paused",
    events.Resumed: "resumed",
    events.Paced: "paced",
    events.Assisted: "assisted",
    events.Shifted: "shifted",
    events.Followed: "followed",
}


def _told(match: Match, event: AnyEvent, next_match: str | None) -> Callable[[Speech], MatchEventMessage]:
    message = _message(match, event)
    match.apply([event])
    ended = match.copy() if isinstance(event, events.Ended) else None

    def tell(speech: Speech) -> MatchEventMessage:
        outcome = None if ended is None else outcome_of(ended, speech)
        if outcome is not None:
            text: SentenceView | None = SentenceView(outcome.text, f"reason.{outcome.reason}")
        else:
            text = None if message is None else speech.say(message)
        return NarratedMessage(
            version=event.seq,
            at=event.at,
            what=_WHAT[type(event)],
            text=text,
            seat=getattr(event, "seat", None),
            match=next_match if isinstance(event, events.Followed) else None,
        )

    return tell


def _message(match: Match, event: AnyEvent) -> Message | None:
    """What there is to say about an event that is about to be applied."""
    match event:
        case events.Began():
            return Message("server.told.began")
        case events.Seated(player=Vacant()):
            return Message("server.told.left")
        case events.Seated():
            return Message("server.told.seated", {"seat": event.seat})
        case events.Offered():
            return Message(f"server.offer.{event.what}", {"seat": event.seat})
        case events.Answered():
            offer = next((offer for offer in match.state.offers if offer.id == event.offer), None)
            own = offer is not None and offer.seat == event.seat
            answer = "yes" if event.yes else "withdrawn" if own else "no"
            return Message(f"server.answer.{answer}", {"seat": event.seat})
        case events.Withdrawn():
            return Message(f"server.told.{event.reason}", {"seat": event.seat})
        case events.Paused():
            return Message("server.told.paused")
        case events.Resumed():
            return Message("server.told.resumed")
        case events.Assisted():
            return Message(f"server.told.{event.help}", {"seat": event.seat})
        case events.Followed():
            return Message(f"server.told.{event.what}")
    return None


def _moved(match: Match, event: events.Moved) -> Callable[[Speech], MatchEventMessage]:
    position = match.position
    position.pieces()  # identities are followed from where they are known
    move = position.read_move(event.text)
    effects: tuple[Effect, ...] = tuple(position.effects(move))
    said: Message = position.say(move)
    notices: list[Message] = position.notices(move)
    match.apply([event])

    def tell(speech: Speech) -> MatchEventMessage:
        return MovedMessage(
            version=event.seq,
            at=event.at,
            ply=event.ply,
            seat=event.seat,
            text=event.text,
            effects=effects,
            say=speech.say(said),
            notices=tuple(speech.say(message) for message in notices),
            spent=event.spent,
            automatic=event.automatic,
            again=event.again,
        )

    return tell


def _taken_back(match: Match, event: events.TakenBack) -> Callable[[Speech], MatchEventMessage]:
    walker = match.position.copy()
    walker.pieces()
    count = match.ply - event.ply
    effects = []
    for _ in range(count):
        move = walker.undo()
        effects.append(tuple(reverse(walker.effects(move))))
    match.apply([event])

    def tell(speech: Speech) -> MatchEventMessage:
        return TakenBackMessage(
            version=event.seq,
            at=event.at,
            ply=event.ply,
            seat=event.seat,
            effects=tuple(effects),
            text=speech.tell("told.taken-back", seat=event.seat, n=count),
        )

    return tell
