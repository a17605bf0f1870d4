"""A match of the toy game in `toy.py` with an automatic clock, for the tests of this folder."""

from typing import Any

import pytest

from parlour.errors import Refused
from parlour.match.commands import (
    AnyCommand,
    PlayTurn,
    Sender,
)
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.seats import Account, Guest, Player, Seat, Setup

ANNA, BEN, CARL = Guest("Anna"), Account("7", "Ben"), Guest("Carl")
HOST = Sender(host=True)


def by(*seats: int) -> Sender:
    return Sender(frozenset(seats))


class Table:
    """A match with a clock that advances by one second per command."""

    def __init__(self, *players: Player, heap: int = 12, **more: Any) -> None:
        kind = more.pop("kind", "local")
        seats = more.pop("seats", None) or tuple(Seat(player) for player in players)
        self.now = 0
        setup = Setup("toy", seats, kind, {"seats": len(seats), "heap": heap}, **more)
        self.match, self.events = Match.new(setup, 0)

    def do(self, command: AnyCommand, sender: Sender, wait: int = 1000, **more: Any) -> list[AnyEvent]:
        self.now += wait
        events = self.match.do(command, sender, self.now, **more)
        self.events += events
        return events

    def turns(self, *texts: str, wait: int = 1000) -> None:
        """Play whole turns for the seat to move."""
        for text in texts:
            self.do(PlayTurn(ply=self.match.ply, text=text), by(self.match.position.seat), wait)

    def refuses(self, command: AnyCommand, sender: Sender, reason: str, wait: int = 0) -> str:
        before = self.match.state
        with pytest.raises(Refused) as refusal:
            self.do(command, sender, wait)
        assert refusal.value.reason == reason, refusal.value
        assert self.match.state == before
        return str(refusal.value)

    def texts(self) -> list[str]:
        return [move.text for move in self.match.state.moves]


def local(**more: Any) -> Table:
    return Table(ANNA, BEN, **more)


def network(**more: Any) -> Table:
    return Table(ANNA, BEN, kind="network", **more)
