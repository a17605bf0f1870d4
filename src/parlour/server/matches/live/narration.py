"""Convert match events into messages for viewers: moves with their effects and words, other events in words.

Every function here is pure: it describes an event from the match as it was before, and changes nothing.
`applied_events` applies events.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from parlour.games.contract.display import Effect, reverse
from parlour.i18n.message import Message
from parlour.match import events
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.seats import Vacant
from parlour.server.localizer import Localizer
from parlour.server.matches.live_messages import (
    MatchEventMessage,
    MovedMessage,
    NarratedEvent,
    NarratedMessage,
    TakenBackMessage,
)
from parlour.server.messages import SentenceView


class Narration(NamedTuple):
    """The description of one event, to be made in any language; `ply` is the first move it changes, counted from 0."""

    version: int
    ply: int
    message: Callable[[Localizer, str | None], MatchEventMessage]
    """Make the message; the second argument is the id of the match that follows, if there is one."""


def narrate(before: Match, event: AnyEvent) -> Narration:
    """Describe an event, given the match as it was before the event."""
    if isinstance(event, events.Moved):
        return Narration(event.seq, before.ply, _narrate_move(before, event))
    if isinstance(event, events.TakenBack):
        return Narration(event.seq, event.ply, _narrate_take_back(before, event))
    return Narration(event.seq, before.ply, _narrate_other(before, event))


def _narrate_move(before: Match, event: events.Moved) -> Callable[[Localizer, str | None], MatchEventMessage]:
    position = before.position
    move = position.read_move(event.text)
    effects: tuple[Effect, ...] = tuple(position.effects(move))
    description: Message = position.describe(move)
    notices: list[Message] = position.notices(move)

    def message(localizer: Localizer, _: str | None) -> MatchEventMessage:
        return MovedMessage(
            **_number_and_time(event),
            ply=event.ply,
            seat=event.seat,
            text=event.text,
            effects=effects,
            say=localizer.sentence(description),
            notices=tuple(localizer.sentence(notice) for notice in notices),
            spent=event.spent,
            automatic=event.automatic,
            again=event.again,
        )

    return message


def _narrate_take_back(before: Match, event: events.TakenBack) -> Callable[[Localizer, str | None], MatchEventMessage]:
    walker = before.position.copy()
    walker.pieces()
    undone = before.state.moves[event.ply :]
    turns = sum(move.last for move in undone) + (not undone[-1].last)
    effects = []
    for _ in undone:
        move = walker.undo()
        effects.append(tuple(reverse(walker.effects(move))))

    def message(localizer: Localizer, _: str | None) -> MatchEventMessage:
        return TakenBackMessage(
            **_number_and_time(event),
            ply=event.ply,
            seat=event.seat,
            effects=tuple(effects),
            text=localizer.server_sentence("narration.taken-back", seat=event.seat, n=turns),
        )

    return message


_EVENT_NAMES: dict[type[AnyEvent], NarratedEvent] = {
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


def _narrate_other(before: Match, event: AnyEvent) -> Callable[[Localizer, str | None], MatchEventMessage]:
    sentence = _sentence_for(before, event)

    def message(localizer: Localizer, next_match: str | None) -> MatchEventMessage:
        return NarratedMessage(
            **_number_and_time(event),
            what=_EVENT_NAMES[type(event)],
            text=sentence(localizer),
            seat=getattr(event, "seat", None),
            match=next_match if isinstance(event, events.Followed) else None,
        )

    return message


def _sentence_for(before: Match, event: AnyEvent) -> Callable[[Localizer], SentenceView | None]:
    if isinstance(event, events.Ended):
        reason, outcome, why = event.reason, event.outcome, before.why_ended(event.reason, event.seat)
        return lambda localizer: SentenceView(localizer.outcome_view(outcome, reason, why).text, f"reason.{reason}")
    message = _event_message(before, event)
    return lambda localizer: None if message is None else localizer.sentence(message)


def _event_message(before: Match, event: AnyEvent) -> Message | None:
    """Return what there is to say about an event other than a move, a take-back or the end."""
    match event:
        case events.Began():
            return Message("server.narration.began")
        case events.Seated(player=Vacant()):
            return Message("server.narration.left")
        case events.Seated():
            return Message("server.narration.seated", {"seat": event.seat})
        case events.Offered():
            return Message(f"server.offer.{event.what}", {"seat": event.seat})
        case events.Answered():
            offer = next((offer for offer in before.state.offers if offer.id == event.offer), None)
            own = offer is not None and offer.seat == event.seat
            answer = "yes" if event.yes else "withdrawn" if own else "no"
            return Message(f"server.answer.{answer}", {"seat": event.seat})
        case events.Withdrawn():
            return Message(f"server.narration.{event.reason}", {"seat": event.seat})
        case events.Paused():
            return Message("server.narration.paused")
        case events.Resumed():
            return Message("server.narration.resumed")
        case events.Assisted():
            return Message(f"server.narration.{event.help}", {"seat": event.seat})
        case events.Followed():
            return Message(f"server.narration.{event.what}")
    return None


def _number_and_time(event: AnyEvent) -> dict[str, int]:
    """Return the fields that all messages about events have."""
    return {"version": event.seq, "at": event.at}
