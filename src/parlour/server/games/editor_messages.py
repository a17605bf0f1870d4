"""The editor: drafts, what is wrong with them, and what they can be put together from."""

from __future__ import annotations

import msgspec

from parlour.games.contract.display import Place
from parlour.games.contract.options import Value
from parlour.games.contract.text_legend import Span
from parlour.server.games.messages import PositionDetailView
from parlour.server.messages import ErrorView, SentenceView


class DraftPieceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of a draft."""

    kind: str
    owner: int | None
    place: Place
    facing: int = 0


class DraftRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draft as it stands in the editor. Trays whose contents follow from the board need not be given."""

    game: str
    pieces: tuple[DraftPieceRequest, ...]
    options: dict[str, Value] = {}
    seat: int = 0
    stage: str = ""
    counters: dict[str, int] = {}


class ProblemView(msgspec.Struct, frozen=True):
    """A fault of a draft, and the sites where it is to be seen."""

    text: SentenceView
    sites: tuple[int, ...]


class DraftCheckView(msgspec.Struct, frozen=True):
    """All that is wrong with a draft; if nothing is, the position it makes."""

    problems: tuple[ProblemView, ...]
    position: PositionDetailView | None
    spans: tuple[Span, ...] = ()
    """Of the position's text."""
    text: str = ""
    """Of a draft that makes no position: what it can be copied and brought back as."""


class PaletteKindView(msgspec.Struct, frozen=True):
    """A kind of piece that can be put down, by whom it can be owned, how many ways it can face, and how many sites it
    lies on: one, or the two that it joins."""

    kind: str
    label: str
    owners: tuple[int, ...]
    facings: int
    ends: int


class StageView(msgspec.Struct, frozen=True):
    """A stage of a turn."""

    key: str
    label: str


class CounterView(msgspec.Struct, frozen=True):
    """A counter, from its least to its greatest value."""

    key: str
    label: str
    low: int
    high: int


class LegendEntryView(msgspec.Struct, frozen=True):
    """A sign of position texts, and what it means. A `word` stands after the board's own signs."""

    written: str
    text: str
    word: bool


class PaletteView(msgspec.Struct, frozen=True):
    """What drafts of a game are put together from. Games that are not `editable` have set-ups as texts only."""

    editable: bool
    kinds: tuple[PaletteKindView, ...]
    stages: tuple[StageView, ...]
    counters: tuple[CounterView, ...]
    legend: tuple[LegendEntryView, ...]


class EditorView(msgspec.Struct, frozen=True):
    """A position, opened in the editor."""

    palette: PaletteView
    draft: DraftRequest
    position: PositionDetailView


class PositionTextRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position text as somebody types it; a share string brings its own options."""

    game: str
    text: str
    options: dict[str, Value] = {}


class PositionTextView(msgspec.Struct, frozen=True):
    """What a text says: its parts, as far as they can be read; the draft, unless `fault` says why there is none; what
    is wrong with that; and without any problem the position it makes."""

    spans: tuple[Span, ...]
    fault: ErrorView | None = None
    draft: DraftRequest | None = None
    problems: tuple[ProblemView, ...] = ()
    position: PositionDetailView | None = None
