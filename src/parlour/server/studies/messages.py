"""Studies: trees of variations with names and comments."""

from __future__ import annotations

import msgspec

from parlour.match.studies.study import Study
from parlour.server.games.messages import VariantView
from parlour.server.messages import SentenceView


class SaveStudyRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A study to keep under a name."""

    name: str
    study: Study


class StudyTextRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A study or a game as text, from a file."""

    text: str


class StudyFilesView(msgspec.Struct, frozen=True):
    """A study in both of its written forms."""

    text: str
    json: str


class StudySummaryView(msgspec.Struct, frozen=True):
    """A kept study as a list shows it."""

    id: str
    name: str
    game: str
    title: str
    """The game's title."""
    share: str
    """Where it starts."""
    moves: int
    created: int
    updated: int


class StudyNodeView(msgspec.Struct, frozen=True):
    """What a node of a study is in its game: who played the move, whether that ended the turn, its words, and the turn
    that it belongs to, in notation, as far as it goes."""

    seat: int
    turn_over: bool
    says: SentenceView | None
    turn: str = ""


class StudyView(msgspec.Struct, frozen=True):
    """A study to look at; `nodes` tells of each of its nodes, the start's first. A kept one has an id."""

    study: Study
    nodes: tuple[StudyNodeView, ...]
    table: VariantView
    title: str
    names: tuple[str, ...]
    """Of those who play, or of the sides."""
    id: str | None = None
    name: str = ""
