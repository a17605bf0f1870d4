"""Fair play: while people play each other over the network, or play homework without help, the engine does not help
them.

That applies to the match, and also to requests about its current position and the positions one move ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.games import Game
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.commands import Assist
from parlour.match.match import Match
from parlour.match.seats import Assistance
from parlour.server.http.auth import Visitor
from parlour.server.http.error_responses import Forbidden
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.matches.permissions import sender_of
from parlour.store import Query, Store
from parlour.store.database.time_slices import Steps

MAX_CHECKED_MATCHES = 50
"""Number of running matches of a person that are checked."""


class FairPlay:
    """Check whether the engine may help a visitor, and count its help in matches."""

    def __init__(self, store: Store, matches: LiveMatches) -> None:
        self._store = store
        self._matches = matches

    async def forbid_position_in_play(self, visitor: Visitor, position: Position) -> None:
        """Raise `Forbidden` if a visitor now plays this position, and may have no help."""
        await self.forbid_positions_in_play(visitor, position.game, iter([position]), 1)

    async def forbid_positions_in_play(
        self, visitor: Visitor, game: Game, positions: Iterator[Position], count: int
    ) -> None:
        """Raise `Forbidden` if one of these positions is on the board of a running game in which the visitor may not
        use help.
        """
        if running := await self._matches_without_help(visitor, game):
            refusal = await self._store.database.time_slices.compute(_find_refusal(running, positions), count)
            if refusal is not None:
                raise localized_error(Forbidden, refusal)

    async def _matches_without_help(self, visitor: Visitor, game: Game) -> list[tuple[Match, str]]:
        """Return the matches in which a visitor now plays without help, each with the message key of the refusal."""
        if visitor.id is None:
            return []
        found: list[tuple[Match, str]] = []
        running = Query(game=game.key, finished=False, unplayed=True, limit=MAX_CHECKED_MATCHES)
        for entry in (await self._store.library.page(visitor.id, running)).entries:
            info = entry.match
            if info.kind != "network" or info.status == "waiting" or entry.seat is None:
                continue
            match = (await self._matches.get(info.id)).match
            if match.between_people:
                found.append((match, "server.refusal.help-people"))
        for id in await self._store.homework.running_without_help(visitor.id):
            found.append(((await self._matches.get(id)).match, "server.refusal.help-homework"))
        return found

    async def register_help(self, visitor: Visitor, live: LiveMatch, help: Assistance) -> None:
        """Count help for the seat that asks in a running match; raise `Refused` or `Forbidden` if it is not allowed.

        Help of the coach is not counted for a seat that plays with the coach, because such a seat counts as assisted
        from the beginning. For other seats it counts as a hint.
        """
        if live.match.state.ended is not None or live.match.status == "waiting":
            return
        sender = sender_of(live.info, live.match, visitor)
        own = sorted(sender.seats & live.match.persons)
        if not own:
            if live.match.persons:
                raise localized_error(Forbidden, "server.refusal.help-own")
            return
        to_move = live.match.position.seat
        if to_move in own and help in ("warn", "show") and live.match.coach(to_move) in (help, "show"):
            return
        command = Assist(seat=to_move if to_move in own else own[0], help="analysis" if help == "analysis" else "hints")
        await self._matches.do(live.id, command, lambda now: sender_of(now.info, now.match, visitor))


def _find_refusal(running: Sequence[tuple[Match, str]], positions: Iterator[Position]) -> Steps[str | None]:
    """Return the refusal of a match whose position, or one that is a move ahead, is one of the given ones."""
    near = []
    for match, refusal in running:
        here = match.position
        if match.state.ended is None:
            placements = [_placement(here), *(_placement(here.after(move)) for move in here.moves())]
            near.append(((here.game, here.options), placements, refusal))
    for asked in positions:
        yield
        placement, rules = _placement(asked), (asked.game, asked.options)
        for rules_here, placements, refusal in near:
            if rules == rules_here and placement in placements:
                return refusal
    return None


def _placement(position: Position) -> list[tuple[str, str, str, int]]:
    """Return the pieces and their places, without counters and identities."""
    pieces = ((piece.kind, str(piece.owner), str(piece.place), piece.facing) for piece in position.placement())
    return sorted(pieces)
