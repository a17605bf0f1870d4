"""People: accounts and guests, preferences, library, saved positions; and the owner of the server."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from parlour.games.contract.options import Value
from parlour.match.match import Result
from parlour.server.games.messages import PositionRequest
from parlour.server.matches.messages import MatchSummaryView
from parlour.store.notes import Changes, Words


class PersonView(msgspec.Struct, frozen=True):
    """Somebody: an account, or a guest (whose name is empty until they say one)."""

    name: str
    account: bool
    created: int


class MeView(msgspec.Struct, frozen=True):
    """Who the server takes a visitor for; `person` is None for somebody who has not done anything yet."""

    person: PersonView | None
    owner: bool
    """Whether this browser may run the server: quit it, see where the data lies."""
    preferences: dict[str, Any]
    languages: tuple[str, ...]
    release: str
    compiled: bool
    """Without it everything is slow; the page says so."""
    now: int


class CredentialsRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Signing up or logging in. `adopt`: a guest's games become the account's."""

    name: str
    password: str
    adopt: bool = True


class ChangePasswordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another password. All other logins end."""

    old: str
    new: str


class SetPasswordRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner gives somebody a new password who forgot theirs."""

    name: str
    password: str


class RenameRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name."""

    name: str


class DeleteAccountRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Deletes a person with all that is theirs. An account must say its password."""

    password: str = ""


class LoginView(msgspec.Struct, frozen=True):
    """A browser in which one is logged in."""

    id: str
    label: str
    created: int
    used: int
    this: bool


class PreferencesRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to set, by key; null takes a key away."""

    values: dict[str, Any]


# ---- Library ---------------------------------------------------------------------------------------------------------


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


class FilterChoicesView(Words, frozen=True):
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


# ---- Saved positions -------------------------------------------------------------------------------------------------


class SavePositionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position to keep under a name."""

    name: str
    position: PositionRequest


class SavedPositionView(msgspec.Struct, frozen=True):
    """A saved position."""

    id: str
    name: str
    game: str
    options: dict[str, Value]
    text: str
    share: str
    created: int
    updated: int


# ---- The owner -------------------------------------------------------------------------------------------------------


class RestoreRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Brings everything back from a backup on the server's machine. `replace`: in place of what is here now."""

    file: str
    replace: bool = False


class RestoredView(msgspec.Struct, frozen=True):
    """What came back; `before` is where what was here is kept."""

    matches: int
    people: int
    before: str | None


class ServerInfoView(msgspec.Struct, frozen=True):
    """What the owner of the server wants to know."""

    folder: str
    """Where the data lies."""
    database: Literal["SQLite", "PostgreSQL"]
    addresses: tuple[str, ...]
    """Where others find this server."""
    started: int
    pages: int
    searches: int
    can_quit: bool
