"""The board as a widget: mouse and arrow keys choose sites."""

from __future__ import annotations

from typing import ClassVar

from rich.console import Group
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from parlour.games.contract.position import Position
from parlour.terminal.fullscreen.board_picture import BoardPicture, Highlights, changed_sites, draw_board


class BoardView(Widget, can_focus=True):
    """A position. A click or Enter posts `Chosen`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1, 0)", show=False),
        Binding("right", "step(1, 0)", show=False),
        Binding("up", "step(0, -1)", show=False),
        Binding("down", "step(0, 1)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    class Chosen(Message):
        """A site was chosen."""

        def __init__(self, site: int) -> None:
            super().__init__()
            self.site = site

    def __init__(self, position: Position, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.position = position
        self.cursor: int | None = None
        self.picked: tuple[int, ...] = ()
        self.possible: frozenset[int] = frozenset()

    def show(self, position: Position, picked: tuple[int, ...] = (), possible: frozenset[int] = frozenset()) -> None:
        """Show a position, the picks so far and the sites that can be picked next."""
        self.position, self.picked, self.possible = position, picked, possible
        self.refresh()

    @property
    def picture(self) -> BoardPicture:
        """Return the board, as large as the widget allows."""
        marked = Highlights(self.cursor, self.picked, self.possible, changed_sites(self.position))
        return draw_board(self.position, max(self.size.width, 12), max(self.size.height, 6), marked)

    def _origin(self, picture: BoardPicture) -> tuple[int, int]:
        return max(0, (self.size.width - picture.columns) // 2), max(0, (self.size.height - picture.rows) // 2)

    def place_of(self, site: int) -> tuple[int, int]:
        """Return where a site is in the widget, for the mouse."""
        picture = self.picture
        left, top = self._origin(picture)
        column, row = picture.places[site]
        return left + column, top + row

    def render(self) -> Group:
        picture = self.picture
        left, top = self._origin(picture)
        lines = picture.lines()
        for line in lines:
            line.pad_left(left)
        return Group(*[""] * top, *lines)

    def on_click(self, event: events.Click) -> None:
        picture = self.picture
        left, top = self._origin(picture)
        site = picture.site_at(event.x - left, event.y - top)
        if site is not None:
            self.cursor = site
            self.post_message(self.Chosen(site))
            self.refresh()

    def action_step(self, dx: int, dy: int) -> None:
        """Move the cursor to the next site in a direction."""
        if self.cursor is None:
            choices = sorted(self.possible) or range(len(self.picture.places))
            self.cursor = choices[0]
        else:
            self.cursor = self.picture.neighbour(self.cursor, dx, dy)
        self.refresh()

    def action_choose(self) -> None:
        """Choose the site under the cursor."""
        if self.cursor is not None:
            self.post_message(self.Chosen(self.cursor))
