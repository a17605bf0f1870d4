"""Query parameters that select games of a library."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from litestar.params import FromQuery, QueryParameter

from parlour.games.contract.options import read_options
from parlour.match.match import Result
from parlour.match.seats import read_level
from parlour.store import Query
from parlour.store.library.library import MAX_PAGE_SIZE, Sort

MAX_TURNS = 2**31 - 1
"""Largest number of turns that can be stored."""


@dataclass(frozen=True)
class LibraryFilters:
    """Filters, order and page of a library, bound from the query string. `Query` validates their combination."""

    game: FromQuery[str | None] = None
    matches: Annotated[list[str] | None, QueryParameter(max_items=MAX_PAGE_SIZE)] = None
    options: Annotated[str | None, QueryParameter(description="Values such as size=4,line=on; needs game.")] = None
    opponent: FromQuery[str | None] = None
    against: FromQuery[Literal["people", "bots"] | None] = None
    level: Annotated[str | None, QueryParameter(description="1 to 8, perfect or custom.")] = None
    results: FromQuery[list[Result] | None] = None
    finished: FromQuery[bool | None] = None
    since: FromQuery[int | None] = None
    until: FromQuery[int | None] = None
    shortest: Annotated[int | None, QueryParameter(description="Minimum number of turns.", ge=0, le=MAX_TURNS)] = None
    longest: Annotated[int | None, QueryParameter(description="Maximum number of turns.", ge=0, le=MAX_TURNS)] = None
    text: FromQuery[str] = ""
    assisted: FromQuery[bool | None] = None
    star: FromQuery[bool | None] = None
    tag: FromQuery[str | None] = None
    commented: FromQuery[bool | None] = None
    deleted: FromQuery[bool] = False
    unplayed: FromQuery[bool] = False
    sort: FromQuery[Sort] = "updated"
    descending: FromQuery[bool] = True
    offset: FromQuery[int] = 0
    limit: FromQuery[int] = 50

    def query(self) -> Query:
        """Return the query for the store, with texts parsed."""
        parsed: dict[str, Any] = {
            "matches": tuple(self.matches or ()),
            "options": read_options(self.options) if self.options else {},
            "level": None if self.level is None else read_level(self.level),
            "results": tuple(self.results or ()),
        }
        return Query(**{**vars(self), **parsed})
