"""Screens over the game: a question, a text, the library and a replay."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, DataTable, Footer, Static

from parlour.games import games
from parlour.match.records.record import Record
from parlour.terminal.fullscreen.board_view import BoardView
from parlour.terminal.text import terminal_text

if TYPE_CHECKING:
    from parlour.store import Entry


class Question(ModalScreen[bool]):
    """Ask a question with the answers yes and no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,j", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
    ]

    def __init__(self, text: str, language: str) -> None:
        super().__init__()
        self._text, self._language = text, language

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._text, markup=False)
            with Horizontal():
                yield Button(terminal_text("screen.yes", self._language), id="yes", variant="warning")
                yield Button(terminal_text("screen.no", self._language), id="no")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")

    def action_answer(self, answer: bool) -> None:
        """Give an answer."""
        self.dismiss(answer)


class TextScreen(ModalScreen[None]):
    """Show a long text, such as the rules."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "dismiss", show=False)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page"):
            yield Static(self._text, markup=False)


class LibraryScreen(Screen[None]):
    """List the games of the library; Enter replays one."""

    def __init__(self, entries: list[Entry], language: str, replay: Callable[[str], None]) -> None:
        super().__init__()
        self._entries, self._language, self._replay = entries, language, replay
        self._bindings.bind("escape", "dismiss", terminal_text("screen.back", language))

    def compose(self) -> ComposeResult:
        yield Static(terminal_text("screen.library", self._language, n=len(self._entries)), classes="title")
        yield DataTable(cursor_type="row")
        yield Footer()

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns(*terminal_text("screen.columns", self._language).split("|"))
        titles = {game.key: game.title for game in games()}
        for entry in self._entries:
            match = entry.match
            date = datetime.fromtimestamp(match.updated / 1000).strftime("%Y-%m-%d %H:%M")
            names = " – ".join(seat.player.name for seat in match.seats)
            status = terminal_text("screen.over" if match.status == "over" else "screen.open", self._language)
            # Names may contain brackets, which Textual reads as markup in a plain string.
            texts = (date, titles.get(match.game, match.game), names, str(match.plies), status)
            table.add_row(*map(Text, texts), key=match.id)
        table.focus()

    def on_data_table_row_selected(self, event: DataTable.RowSelected) -> None:
        self.app.call_later(self._replay, str(event.row_key.value))


class ReplayScreen(Screen[None]):
    """Step through a record."""

    def __init__(self, record: Record, language: str) -> None:
        super().__init__()
        self._record, self._language = record, language
        self.position = record.replay()
        self._moves = self.position.played
        self._texts = [move.text for move in record.moves]
        for key, action, label in (
            ("escape", "dismiss", "back"),
            ("left", "go(-1)", "previous"),
            ("right", "go(1)", "next"),
            ("home", "go(-9999)", "first"),
            ("end", "go(9999)", "last"),
        ):
            self._bindings.bind(key, action, terminal_text(f"screen.{label}", language), priority=key != "escape")

    def compose(self) -> ComposeResult:
        names = " – ".join(
            self._record.tags.get(f"Seat{n}", "?")
            for n in range(1, len(self.position.game.sides(self.position.options)) + 1)
        )
        yield Static(f"{self.position.game.title}: {names}", classes="title", markup=False)
        yield BoardView(self.position, id="replay")
        yield Static(self._ply_text(), id="ply", markup=False)
        yield Footer()

    def _ply_text(self) -> str:
        at = len(self.position.played)
        last = self._texts[at - 1] if at else ""
        return terminal_text("screen.ply", self._language, ply=at, of=len(self._moves), move=last)

    def action_go(self, by: int) -> None:
        """Go forward or back by some moves."""
        target = max(0, min(len(self._moves), len(self.position.played) + by))
        while len(self.position.played) > target:
            self.position.undo()
        while len(self.position.played) < target:
            self.position.play(self._moves[len(self.position.played)])
        self.query_one(BoardView).show(self.position)
        self.query_one("#ply", Static).update(self._ply_text())
