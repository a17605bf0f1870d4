"""Messages about the library: entries, notes, filters, import."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from parlour.games.contract.options import Value
from parlour.server.matches.messages import MatchSummaryView
from parlour.server.messages import ErrorView, Request, View
from parlour.store.library.library import EntryColumns
from parlour.store.library.notes import Changes, FilterValues

MAX_SELECTED = 1000
"""Games that are deleted, restored or labelled by one request."""
SelectedMatches: TypeAlias = Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_SELECTED)]


class LibraryEntryView(EntryColumns, frozen=True, kw_only=True):
    """A game in a library. `why` is a short reason for the end; empty for an unfinished game."""

    match: MatchSummaryView
    why: str


class LibraryPageView(View):
    """A page of the library, and the total number of matching games."""

    entries: tuple[LibraryEntryView, ...]
    total: int


class NotesRequest(Changes, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Changes to the notes on a game; fields that are left out stay unchanged."""


class FilterChoicesView(FilterValues, frozen=True):
    """Tags and players in a library, most frequent first, and the number of matches per game."""


class LibraryEntryDetailView(View):
    """A game in a library with the remarks on its moves, by ply; 0 is the start."""

    entry: LibraryEntryView
    remarks: dict[int, str]


class RemarkRequest(Request):
    """A remark on a move; an empty text removes it."""

    text: str


class SelectionRequest(Request):
    """A selection of games."""

    matches: SelectedMatches


class LabelsRequest(Request):
    """Tags to add to a selection of games, and whether to set or remove their star."""

    matches: SelectedMatches
    add: tuple[str, ...] = ()
    star: bool | None = None


class ImportRequest(Request):
    """Games to import as text: records, files of older programs, or (with `game`) a list of turns."""

    text: str
    game: str | None = None
    options: dict[str, Value] = {}


class ImportResultView(View):
    """The imported games."""

    matches: tuple[MatchSummaryView, ...]


class ImportProgressView(View):
    """How many games of an import have been checked and stored so far; `total` is 0 until it is known.

    The last message is `done`: it has the ids of all stored games, and an error if it stopped before the last one.
    """

    total: int
    checked: int
    stored: int
    done: bool = False
    matches: tuple[str, ...] = ()
    error: ErrorView | None = None


class CountView(View):
    """Number of games that were changed."""

    count: int
