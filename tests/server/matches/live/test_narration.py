"""Narration describes an event from the match before it, without side effects."""

from typing import cast

from parlour.games.contract.position import Position
from parlour.i18n.catalogue import ENGLISH
from parlour.match.commands import AnyCommand, Pause, PlayMove, Resign, Sender, TakeBack
from parlour.match.match import Match
from parlour.match.seats import Guest, Seat, Setup
from parlour.server.localizer import match_localizer
from parlour.server.matches.live.applied_events import apply_events
from parlour.server.matches.live.narration import narrate

BOTH = Sender(frozenset((0, 1)), host=True)
NOW = 1_700_000_000_000


def new_match() -> Match:
    return Match.new(Setup(game="surakarta", seats=(Seat(Guest("Anna")), Seat(Guest("Ben")))), NOW)[0]


class WatchedPosition:
    """A position that records which of its methods are used."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.used: set[str] = set()

    def __getattr__(self, name: str) -> object:
        self.used.add(name)
        return getattr(self.position, name)


def test_narrating_events_changes_nothing() -> None:
    match = new_match()
    commands: list[AnyCommand] = [PlayMove(ply=0, index=0), PlayMove(ply=1, index=0), TakeBack(ply=2), Pause()]
    for command in commands:
        events = match.decide(command, BOTH, NOW)
        for event in events:
            before, watched = match.copy(), WatchedPosition(match.position)
            match.position = cast(Position, watched)
            narration = narrate(match, event)
            match.position = watched.position
            assert watched.used <= {"copy", "read_move", "effects", "describe", "notices"}
            assert (match.state, match.position.text()) == (before.state, before.position.text())
            assert match.position.pieces() == before.position.pieces()
            assert narration.message(match_localizer(match, ENGLISH), None).version == event.seq
            match.apply([event])


def test_a_take_back_counts_turns_as_lists_do() -> None:
    match = Match.new(Setup(game="pylos", seats=(Seat(Guest("Anna")), Seat(Guest("Ben")))), NOW)[0]
    for text in ("1a1", "1d4", "1a2", "1d1", "1b1", "1a4", "1b2"):
        match.do(PlayMove(ply=match.ply, text=text), BOTH, NOW)
    while match.position.seat == 0:  # Anna has completed a square and removes balls.
        match.do(PlayMove(ply=match.ply, index=0), BOTH, NOW)
    assert match.ply > 7
    (event,) = match.decide(TakeBack(ply=match.ply, to=5), BOTH, NOW)
    message = narrate(match, event).message(match_localizer(match, ENGLISH), None)
    assert "Ben takes back 2 moves." in str(message.text)


def test_applying_events_leaves_the_match_before_them_as_it_was() -> None:
    match = new_match()
    events = match.decide(PlayMove(ply=0, index=0), BOTH, NOW)
    applied = apply_events(match, events)
    assert (match.ply, applied.match.ply) == (0, 1)
    assert applied.match.state == match.after(events).state
    assert [narration.version for narration in applied.narrations] == [event.seq for event in events]


def test_the_end_is_described_from_the_state_before_it() -> None:
    match = new_match()
    match.do(PlayMove(ply=0, index=0), BOTH, NOW)
    match.do(PlayMove(ply=1, index=0), BOTH, NOW)
    applied = apply_events(match, match.decide(Resign(seat=0), BOTH, NOW))
    message = applied.narrations[-1].message(match_localizer(applied.match, ENGLISH), None)
    assert message.text is not None
    assert "Ben" in str(message.text)
    assert "reason.resign" in str(message.text)
