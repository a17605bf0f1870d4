"""Messages about studies: trees of variations with names and comments."""

from __future__ import annotations

from parlour.match.studies.study import Study
from parlour.server.games.messages import VariantView
from parlour.server.messages import Request, SentenceView, View
from parlour.store.library.saved_items import SavedItem

MIN_CHARACTERS_PER_MOVE = 2
"""Estimates the number of moves in a text from above."""


class SaveStudyRequest(Request):
    """A study to save under a name."""

    name: str
    study: Study


class StudyTextRequest(Request):
    """The text of a study file or a record."""

    text: str


class ArrangeCourseRequest(Request):
    """A course and the studies that become its first chapters, in order. Without a course, they leave theirs."""

    course: str
    studies: tuple[str, ...]


class StudyFilesView(View):
    """A study or a course as text and as JSON."""

    text: str
    json: str


class StudySummaryView(SavedItem, frozen=True, kw_only=True):
    """A stored study as a list shows it, with the game's title and the share string of the start position. A chapter
    has a course and a number that orders the chapters.
    """

    game: str
    title: str
    share: str
    moves: int
    course: str = ""
    chapter: int = 0


class StudyNodeView(View):
    """A node of a study: who played the move, whether it ended the turn, its description, and the notation of the turn
    up to this move."""

    seat: int
    turn_over: bool
    says: SentenceView | None
    turn: str = ""


class StudyView(View):
    """A study; `nodes` describes each of its nodes, starting with the root. A stored study has an id."""

    study: Study
    nodes: tuple[StudyNodeView, ...]
    table: VariantView
    title: str
    names: tuple[str, ...]
    """Names of the players, or else of the sides."""
    id: str | None = None
    name: str = ""
