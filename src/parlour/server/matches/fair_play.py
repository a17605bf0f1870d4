"""Fair play: while people play each other over the network, or play homework without help, the engine does not help
them.

That applies to the match, and also to requests about its current position and the positions one move ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.commands import Assist
from parlour.match.seats import Assistance
from parlour.server.http.auth import Visitor
from parlour.server.http.error_responses import Forbidden
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.matches.permissions import sender_of
from parlour.store import Query, Store

MAX_CHECKED_MATCHES = 50
"""Number of running matches of a person that are checked."""


class FairPlay:
    """Check whether the engine may help a visitor, and count its help in matches."""

    def __init__(self, store: Store, matches: LiveMatches) -> None:
        self._store = store
        self._matches = matches

    async def forbid_position_in_play(self, visitor: Visitor, *positions: Position) -> None:
        """Raise `Forbidden` if a visitor now plays one of these positions of one game, and may have no help."""
        if visitor.id is None:
            return
        running = Query(game=positions[0].game.key, finished=False, unplayed=True, limit=MAX_CHECKED_MATCHES)
        for entry in (await self._store.library.page(visitor.id, running)).entries:
            info = entry.match
            if info.kind != "network" or info.status == "waiting" or entry.seat is None:
                continue
            live = await self._matches.get(info.id)
            if live.match.between_people and _plays(live, positions):
                raise localized_error(Forbidden, "server.refusal.help-people")
        for id in await self._store.homework.running_without_help(visitor.id):
            if _plays(await self._matches.get(id), positions):
                raise localized_error(Forbidden, "server.refusal.help-homework")

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


def _plays(live: LiveMatch, positions: Sequence[Position]) -> bool:
    """Return whether one of the positions is that of a running match, or one move ahead."""
    here = live.match.position
    if live.match.state.ended is not None or (here.game, here.options) != (positions[0].game, positions[0].options):
        return False
    near = [_placement(here), *(_placement(here.after(move)) for move in here.moves())]
    return any(_placement(asked) in near for asked in positions)


def _placement(position: Position) -> list[tuple[str, str, str, int]]:
    """Return the pieces and their places, without counters and identities."""
    pieces = ((piece.kind, str(piece.owner), str(piece.place), piece.facing) for piece in position.placement())
    return sorted(pieces)
