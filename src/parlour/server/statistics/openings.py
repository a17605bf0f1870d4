"""Positions of the openings tree: the chosen start, and the moves that lead from it."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.errors import NotFound
from parlour.games import Game, Position
from parlour.i18n.errors import localized_error
from parlour.match.seats import Setup
from parlour.server.services import Services
from parlour.server.statistics.filters import ClubFilters
from parlour.server.statistics.messages import OpeningStartView
from parlour.server.statistics.views import start_view


async def opening_line(
    services: Services, game: Game, filters: ClubFilters, language: str
) -> tuple[tuple[OpeningStartView, ...], str, OpeningLine]:
    """Return the variants of a game that were played, the chosen or most frequent one, and the moves from it."""
    moves = filters.moves
    starts, setup = await _starts(services, game, filters.start, language)
    start = game.start() if setup is None else game.read(setup.start, game.check(setup.options))
    return starts, filters.start or (starts[0].key if starts else ""), OpeningLine(start, moves)


class OpeningLine:
    """The moves of an opening from its start: complete turns, and an incomplete one."""

    def __init__(self, start: Position, moves: Sequence[str]) -> None:
        self.position = start
        self.turn_start = start.copy()
        """The position in which the last turn began."""
        self.turns: list[tuple[str, ...]] = []
        self.texts: list[str] = []
        self.partial: tuple[str, ...] = ()
        begun: list[int] = []
        for text in moves:
            begun.append(start.read_move(text))
            last = start.turn_over(begun[-1])
            start.play(begun[-1])
            self.partial = (*self.partial, text)
            if last:
                self.texts.append(self.turn_start.write_turn(begun))
                self.turns.append(self.partial)
                self.turn_start, self.partial, begun = start.copy(), (), []


async def _starts(
    services: Services, game: Game, start: str | None, language: str
) -> tuple[tuple[OpeningStartView, ...], Setup | None]:
    """Return the variants of a game that were played, and the set-up of the chosen or most frequent one."""
    starts = await services.store.club.starts(game.key)
    setups = {one.key: await services.store.club.setup_of(one.match) for one in starts}
    if start is not None and start not in setups:
        raise localized_error(NotFound, "server.statistics.no-start")
    views = tuple(start_view(game, one, setups[one.key], language) for one in starts)
    return views, setups[start or starts[0].key] if starts else None
