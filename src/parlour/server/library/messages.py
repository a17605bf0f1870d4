"""Messages about the library: entries, notes, filters, import."""

from __future__ import annotations

import msgspec

from parlour.games.contract.options import Value
from parlour.match.match import Result
from parlour.server.matches.messages import MatchSummaryView
from parlour.store.notes import Changes, FilterValues


class LibraryEntryView(msgspec.Struct, frozen=True):
    """A game in one's library."""

    match: MatchSummaryView
    title: str
    seat: int | None
    result: Result
    opponent: str
    assisted: bool
    deleted: int | None
    why: str
    """Why it ended, in a word or two; empty for a game that has not."""
    turns: int
    duration: int
    """How long everybody has thought, in milliseconds."""
    star: bool
    tags: tuple[str, ...]
    comment: str
    remarks: int
    """How many moves have a remark."""


class LibraryPageView(msgspec.Struct, frozen=True):
    """A part of the library, and how many games there are in all."""

    entries: tuple[LibraryEntryView, ...]
    total: int


class NotesRequest(Changes, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is to change about the notes on a game; what is not given stays."""


class FilterChoicesView(FilterValues, frozen=True):
    """The tags and the players in one's library, the most frequent first, and how often each game was played."""


class LibraryEntryDetailView(msgspec.Struct, frozen=True):
    """A game in one's library, with what one wrote about its moves, by ply; 0 is the start."""

    entry: LibraryEntryView
    remarks: dict[int, str]


class RemarkRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to write about a move; an empty text takes it away."""

    text: str


class SelectionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Some games of the library."""

    matches: tuple[str, ...]


class LabelsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Tags that some games of the library get, and whether they get a star or lose it."""

    matches: tuple[str, ...]
    add: tuple[str, ...] = ()
    star: bool | None = None


class ImportRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games from elsewhere, as text: records, files of older programs, or (with `game`) a plain list of turns."""

    text: str
    game: str | None = None
    options: dict[str, Value] = {}


class ImportResultView(msgspec.Struct, frozen=True):
    """The games that came in."""

    matches: tuple[MatchSummaryView, ...]


class CountView(msgspec.Struct, frozen=True):
    """How many games something was done to."""

    count: int
