"""Messages of the position editor: drafts, their problems, and the palette."""

from __future__ import annotations

from parlour.games.contract.display import Place
from parlour.games.contract.options import Value
from parlour.games.contract.text_legend import Span
from parlour.server.games.messages import PositionDetailView
from parlour.server.messages import ErrorView, Request, SentenceView, View


class DraftPieceRequest(Request):
    """A piece of a draft."""

    kind: str
    owner: int | None
    place: Place
    facing: int = 0


class DraftRequest(Request):
    """A draft in the editor. Trays whose contents follow from the board may be omitted."""

    game: str
    pieces: tuple[DraftPieceRequest, ...]
    options: dict[str, Value] = {}
    seat: int = 0
    stage: str = ""
    counters: dict[str, int] = {}


class ProblemView(View):
    """A problem of a draft, and the sites to highlight."""

    text: SentenceView
    sites: tuple[int, ...]


class DraftCheckView(View):
    """All problems of a draft; without any, the position it makes."""

    problems: tuple[ProblemView, ...]
    position: PositionDetailView | None
    spans: tuple[Span, ...] = ()
    """Parts of the position text."""
    text: str = ""
    """Share string of a draft that makes no position, to copy and paste it."""


class PaletteKindView(View):
    """A kind of piece that can be placed: its possible owners, its number of orientations, and the number of sites it
    occupies (two for a piece that joins two sites).
    """

    kind: str
    label: str
    owners: tuple[int, ...]
    facings: int
    ends: int


class StageView(View):
    """A stage of a turn."""

    key: str
    label: str


class CounterView(View):
    """A counter, with its minimum and maximum value."""

    key: str
    label: str
    low: int
    high: int


class LegendEntryView(View):
    """A symbol of position texts, and its meaning. A `word` comes after the symbols of the board."""

    written: str
    text: str
    word: bool


class PaletteView(View):
    """Components of drafts of a game. For games that are not `editable`, positions can only be set up as text."""

    editable: bool
    kinds: tuple[PaletteKindView, ...]
    stages: tuple[StageView, ...]
    counters: tuple[CounterView, ...]
    legend: tuple[LegendEntryView, ...]


class EditorView(View):
    """A position opened in the editor."""

    palette: PaletteView
    draft: DraftRequest
    position: PositionDetailView


class PositionTextRequest(Request):
    """A position text as typed; a share string contains its own options."""

    game: str
    text: str
    options: dict[str, Value] = {}


class PositionTextView(View):
    """A parsed position text: its parts as far as they can be read; the draft, or the reason (`fault`) why there is
    none; the problems of the draft; and without any, the position it makes.
    """

    spans: tuple[Span, ...]
    fault: ErrorView | None = None
    draft: DraftRequest | None = None
    problems: tuple[ProblemView, ...] = ()
    position: PositionDetailView | None = None
