"""Which fields of a match's state each event changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from parlour.errors import BrokenMatch
from parlour.games.contract.position import Position
from parlour.match.events import (
    Answered,
    AnyEvent,
    Assisted,
    Began,
    Ended,
    Followed,
    MatchState,
    Moved,
    Offer,
    Offered,
    Paced,
    Paused,
    PlayedMove,
    Resumed,
    Seated,
    Shifted,
    TakenBack,
    Withdrawn,
)

T = TypeVar("T")


def state_changes(state: MatchState, position: Position, event: AnyEvent) -> dict[str, object]:
    """Return the fields of the state that an event changes; plays or takes back on the position."""
    match event:
        case Began():
            return {"began": event.at, "times": event.times}
        case Seated():
            players = _with(state.players, event.seat, event.player)
            return {"players": players}
        case Moved():
            return _moved(state, position, event)
        case TakenBack():
            return _taken_back(state, position, event)
        case Offered():
            offer = Offer(event.seq, event.what, event.seat, event.waiting, event.to)
            changes: dict[str, object] = {"offers": (*state.offers, offer)}
            if event.what == "draw":
                changes["offered_at"] = _with(state.offered_at, event.seat, event.ply)
            return changes
        case Answered():
            offers = [
                msgspec.structs.replace(offer, waiting=tuple(seat for seat in offer.waiting if seat != event.seat))
                if offer.id == event.offer
                else offer
                for offer in state.offers
            ]
            return {"offers": tuple(o for o in offers if o.id != event.offer or (event.yes and o.waiting))}
        case Withdrawn():
            # Moves that were taken back can no longer be replayed.
            return {"withdrawn": (*state.withdrawn, event), "times": event.times, "undone": ()}
        case Ended():
            return {
                "ended": event.at,
                "reason": event.reason,
                "outcome": event.outcome,
                "loser": event.seat,
                "times": event.times,
                "offers": (),
                "paused": False,
            }
        case Paused():
            return {"paused": True, "once": False, "times": event.times}
        case Resumed():
            return {"paused": False, "once": event.once, "times": event.times}
        case Paced():
            return {"pause": event.pause}
        case Assisted():
            had = state.helped[event.seat]
            more = msgspec.structs.replace(had, **{event.help: getattr(had, event.help) + 1})
            return {"helped": _with(state.helped, event.seat, more)}
        case Shifted():
            return {"times": event.times}
        case Followed():
            return {"followed": True, "offers": ()}


def _taken_back(state: MatchState, position: Position, event: TakenBack) -> dict[str, object]:
    taken = state.moves[event.ply :]
    for _ in taken:
        position.undo()
    helped = state.helped[event.seat]
    return {
        "moves": state.moves[: event.ply],
        "undone": (*state.undone, taken),
        "times": event.times,
        "changed": event.seq,
        "offers": (),
        "offered_at": (None,) * len(state.players),
        "helped": _with(state.helped, event.seat, msgspec.structs.replace(helped, undo=helped.undo + 1)),
        "paused": False,
        "ended": None,
        "reason": "",
        "outcome": None,
        "loser": None,
        # Resignations after the restored position are undone, too.
        "withdrawn": tuple(one for one in state.withdrawn if one.ply < event.ply),
    }


def _moved(state: MatchState, position: Position, event: Moved) -> dict[str, object]:
    if event.ply != len(state.moves) + 1 or event.seat != position.seat:
        raise BrokenMatch(f"it is move {len(state.moves) + 1}, seat {position.seat + 1} to move.")
    position.play(position.read_move(event.text))
    played = PlayedMove(event.text, event.seat, event.at, event.last, event.spent, event.times, event.automatic)
    undone: tuple[tuple[PlayedMove, ...], ...] = ()
    if event.again and state.undone:
        rest = state.undone[-1][1:]
        undone = (*state.undone[:-1], rest) if rest else state.undone[:-1]
    # A move declines the open offers to its seat, and makes a take-back offer obsolete.
    offers = tuple(
        offer
        for offer in state.offers
        if offer.what not in ("draw", "take-back") or (offer.what == "draw" and event.seat not in offer.waiting)
    )
    return {
        "moves": (*state.moves, played),
        "undone": undone,
        "times": event.times,
        "changed": event.seq,
        "offers": offers,
    }


def _with(row: Sequence[T], n: int, value: T) -> tuple[T, ...]:
    """Return a sequence with one value replaced."""
    return (*row[:n], value, *row[n + 1 :])
