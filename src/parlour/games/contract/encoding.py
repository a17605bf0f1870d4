"""Positions and moves as numbers for machine learning: the defaults of `Game.action_moves` and `Game.planes`.

An *action* is the index of a move in `Game.action_moves`. A *plane* is a grid of numbers for one feature of a
position, such as where a player's pieces are; `Position.write_planes` fills them for a player, whose pieces come first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from parlour.errors import ArgumentError
from parlour.games.contract.display import sites_of
from parlour.i18n.errors import localized_error

if TYPE_CHECKING:
    from parlour.games.contract.game import Game
    from parlour.games.contract.options import Options
    from parlour.games.contract.position import Position

MAX_EXPLORED = 20_000
"""Maximum number of positions visited to list the moves of a game that does not list them itself."""


FULL_TRAY = 32
"""Number of pieces in a tray for which its plane has the value 1."""


class Planes(msgspec.Struct, frozen=True):
    """The planes of a position: their names, and the height and width of each."""

    names: tuple[str, ...]
    height: int
    width: int

    @property
    def size(self) -> int:
        """Total number of values in all planes."""
        return len(self.names) * self.height * self.width


def reachable_moves(start: Position) -> list[int]:
    """Return every move of every position that can be reached, in ascending order.

    Raise `ArgumentError` if there are too many positions to visit.
    """
    found: set[int] = set()
    seen = {start.key}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for move in position.moves():
            found.add(move)
            following = position.after(move)
            if following.key not in seen:
                if len(seen) == MAX_EXPLORED:
                    raise localized_error(
                        ArgumentError, "shared.actions.unlisted", game=start.game.title, most=MAX_EXPLORED
                    )
                seen.add(following.key)
                waiting.append(following)
    return sorted(found)


def board_planes(game: Game, options: Options) -> Planes:
    """Return planes for the pieces of any game: by player, kind and facing, then the trays, then whose turn it is.

    The grid is that of the board if its sites form a rectangle, otherwise one row with all sites.
    """
    board = game.board(options)
    seats = range(len(game.sides(options)))
    places = ["own"] + [f"other {n}" for n in seats[1:]] + ["neutral"]
    kinds = [(kind.name, facing) for kind in game.kinds for facing in range(max(kind.facings, 1))]
    names = [f"{place} {kind} {facing}" for place in places for kind, facing in kinds]
    names += [f"tray {tray.name} / {FULL_TRAY}" for tray in board.trays]
    names += [f"{place} turn" for place in places[:-1]]
    columns, rows = len({site.x for site in board.sites}), len({site.y for site in board.sites})
    regular = columns * rows == len(board.sites) and len({(site.x, site.y) for site in board.sites}) == columns * rows
    return Planes(tuple(names), rows if regular else 1, columns if regular else len(board.sites))


def write_board_planes(position: Position, out: Any, viewer: int) -> None:
    """Write the planes of `board_planes` into a flat array of numbers."""
    game, options = position.game, position.options
    planes, board = game.planes(options), game.board(options)
    area = planes.height * planes.width
    for n in range(planes.size):
        out[n] = 0.0
    cells = list(range(len(board.sites)))
    if planes.height > 1:
        ys, xs = sorted({site.y for site in board.sites}), sorted({site.x for site in board.sites})
        cells = [ys.index(site.y) * planes.width + xs.index(site.x) for site in board.sites]
    first = {}
    count = 0
    for kind in game.kinds:
        first[kind.name] = count
        count += max(kind.facings, 1)
    seats = len(game.sides(options))
    trays = {tray.name: n for n, tray in enumerate(board.trays)}
    for piece in position.placement():
        owner = seats if piece.owner is None else (piece.owner - viewer) % seats
        if isinstance(piece.place, str):
            start = ((seats + 1) * count + trays[piece.place]) * area
            for n in range(start, start + area):
                out[n] = min(1.0, out[n] + 1.0 / FULL_TRAY)
        for site in sites_of(piece.place):
            out[(owner * count + first[piece.kind] + piece.facing) * area + cells[site]] = 1.0
    start = ((seats + 1) * count + len(trays) + (position.seat - viewer) % seats) * area
    for n in range(start, start + area):
        out[n] = 1.0
