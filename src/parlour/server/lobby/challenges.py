"""Challenges: to one person, or to the first who waits for the same game (quick pairing)."""

from __future__ import annotations

import msgspec

from parlour.games.contract.options import Value
from parlour.server.lobby.messages import ChallengeSide
from parlour.server.matches.messages import (
    ClockRequest,
    HelpRulesView,
    NewMatchRequest,
    OpenSeatRequest,
    OwnSeatRequest,
)

NO_ENGINE = HelpRulesView(hints=False, analysis=False)


class Challenge(msgspec.Struct, frozen=True):
    """An open challenge. `server` is where the challenger's page is; that server decides about it."""

    id: str
    server: str
    at: int
    person: str
    """The id of the challenger."""
    to: str | None
    """The id of the person challenged; None for a quick pairing."""
    games: tuple[str, ...]
    options: dict[str, Value] = {}
    clock: ClockRequest = ClockRequest()
    rated: bool = False
    side: ChallengeSide = "lot"

    def common_game(self, other: Challenge) -> str | None:
        """Return the first game that two quick pairings have in common, if they fit."""
        if self.to is not None or other.to is not None or self.person == other.person:
            return None
        if (self.clock, self.rated) != (other.clock, other.rated):
            return None
        return next((game for game in self.games if game in other.games), None)

    def order(self) -> tuple[int, str]:
        """Return a key by which the oldest challenge comes first. All servers agree about the order."""
        return self.at, self.id

    def match_request(self, game: str, name: str) -> NewMatchRequest:
        """Return the request for the match, with the challenger's name and an open seat for the other player."""
        own = OwnSeatRequest(name=name, help=NO_ENGINE)
        other = OpenSeatRequest(help=NO_ENGINE)
        return NewMatchRequest(
            seats=(other, own) if self.side == "second" else (own, other),
            game=game,
            options=self.options,
            kind="network",
            order="lot" if self.side == "lot" else "entered",
            clock=self.clock,
            rated=self.rated,
            public=True,
        )
