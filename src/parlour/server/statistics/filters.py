"""Query parameters that select games of the club."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from litestar.params import FromQuery, QueryParameter

from parlour.club.ratings import TimeClass
from parlour.errors import NotFound
from parlour.i18n.errors import localized_error
from parlour.match.clock import DAY_MS
from parlour.server.services import Services
from parlour.server.statistics.messages import Period
from parlour.store.club.club_games import ClubFilter, ClubOpponents

PERIOD_DAYS: dict[Period, int] = {"week": 7, "month": 30, "year": 365}
MAX_MOVES = 64
"""Moves that lead to a position; more than the tree has."""
MAX_PLAYERS = 8
"""Names by which games are selected."""

RatingLimit = Annotated[
    int | None, QueryParameter(ge=0, le=10_000, description="A limit of the mean rating of the players, in points.")
]


@dataclass(frozen=True)
class ClubFilters:
    """Filters that the openings tree and the list of games have in common."""

    start: FromQuery[str | None] = None
    move: FromQuery[list[str] | None] = None
    period: FromQuery[Period] = "all"
    against: FromQuery[ClubOpponents | None] = None
    level: FromQuery[str | None] = None
    time_class: FromQuery[TimeClass | None] = None
    rated: FromQuery[bool] = False
    rating_from: RatingLimit = None
    rating_to: RatingLimit = None

    @property
    def moves(self) -> list[str]:
        """Return the moves that lead to a position; raise `NotFound` if they are more than the tree has."""
        if self.move is not None and len(self.move) > MAX_MOVES:
            raise localized_error(NotFound, "server.statistics.too-deep")
        return self.move or []

    def which(self, services: Services) -> ClubFilter:
        """Return the filter for the store."""
        return ClubFilter(
            since(services, self.period),
            self.against,
            self.level,
            self.time_class,
            self.rated,
            self.rating_from,
            self.rating_to,
        )


@dataclass(frozen=True)
class ArchiveFilters(ClubFilters):
    """Filters and page of the list of games. A position of the openings tree needs `game` and `start`."""

    game: FromQuery[str | None] = None
    player: Annotated[
        list[str] | None, QueryParameter(max_items=MAX_PLAYERS, description="Names of people who all played.")
    ] = None
    offset: FromQuery[int] = 0
    limit: FromQuery[int] = 50


def since(services: Services, period: Period) -> int:
    """Return the time at which a period began; 0 for all time."""
    days = PERIOD_DAYS.get(period)
    return 0 if days is None else services.time.now() - days * DAY_MS
