"""Apply events to a match and narrate them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.server.matches.live.narration import Narration, narrate
from parlour.store import StoredMatch

MAX_MISSED_EVENTS = 500
"""A client that has missed more events only gets the state they led to."""


class Applied(NamedTuple):
    """A match after some events, a narration of each of them, and when the last one happened."""

    match: Match
    narrations: list[Narration]
    stored_at: int


def apply_events(before: Match, events: Sequence[AnyEvent]) -> Applied:
    """Apply events to a copy of a match and narrate them; the only place where the state of a running match changes."""
    match = before.copy()
    narrations = []
    for event in events:
        match.position.pieces()  # effects follow the identities of pieces from a position where they are known
        narrations.append(narrate(match, event))
        match.apply([event])
    return Applied(match, narrations, events[-1].at)


def apply_without_narration(before: Match, events: Sequence[AnyEvent]) -> Applied:
    """Apply events without narrating them, for viewers who missed too many and get only the new state."""
    match = before.copy()
    for event in events:
        match.position.pieces()
        match.apply([event])
    match.position.pieces()
    return Applied(match, [], events[-1].at)


def narrate_missed(stored: StoredMatch, after: int) -> list[Narration]:
    """Narrate what happened in a stored match after a version; nothing if there are too many events or there is no such
    version.
    """
    missed = [event for event in stored.events if event.seq > after]
    if after < 0 or not missed or len(missed) > MAX_MISSED_EVENTS:
        return []
    match = Match.load(stored.setup, [event for event in stored.events if event.seq <= after])
    return apply_events(match, missed).narrations
