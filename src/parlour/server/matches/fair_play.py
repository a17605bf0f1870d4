"""Fair play: while people play each other over the network, the engine helps none of them.

That holds for the match and for its positions by text: the present one, and those a move away, which one would look at
to decide on a move.
"""

from __future__ import annotations

from typing import Literal

from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error
from parlour.match.commands import Assist
from parlour.server.http.auth import Visitor
from parlour.server.http.error_responses import Forbidden
from parlour.server.matches.live import Live
from parlour.server.matches.permissions import sender_of
from parlour.server.services import Parts
from parlour.store import Query

MOST_MATCHES = 50
"""So many running matches of a person are looked at."""


async def must_not_be_in_play(parts: Parts, visitor: Visitor, *positions: Position) -> None:
    """Raises `Forbidden` if somebody plays one of these positions, which are of one game, against people now."""
    if visitor.id is None:
        return
    game, options = positions[0].game, positions[0].options
    running = Query(game=game.key, finished=False, unplayed=True, limit=MOST_MATCHES)
    for entry in (await parts.store.library.page(visitor.id, running)).entries:
        info = entry.match
        if info.kind != "network" or info.status == "waiting" or entry.seat is None:
            continue
        live = await parts.matches.get(info.id)
        if not live.match.between_people or live.match.state.ended is not None:
            continue
        played = live.match.position
        if played.options == options:
            near = [_standing(played), *(_standing(played.after(move)) for move in played.moves())]
            if any(_standing(asked) in near for asked in positions):
                raise localized_error(Forbidden, "server.refusal.help-people")


def _standing(position: Position) -> list[tuple[str, str, str, int]]:
    """What stands where, whatever counters and identities say."""
    pieces = ((piece.kind, str(piece.owner), str(piece.place), piece.facing) for piece in position.placement())
    return sorted(pieces)


Assistance = Literal["hints", "analysis", "warn", "show"]
"""What somebody asks for: hints, analysis, or what the coach does at its two steps."""


async def ask_for_help(parts: Parts, visitor: Visitor, live: Live, help: Assistance) -> None:
    """Counts help in a match that runs, for the seat that asks; raises `Refused` or `Forbidden` where there is none.

    A seat that plays with the coach need not ask for the coach's help: it is marked from the beginning. Without one
    it is a hint.
    """
    if live.match.state.ended is not None or live.match.status == "waiting":
        return
    sender = sender_of(live.info, live.match, visitor, parts.keys)
    own = sorted(sender.seats & live.match.persons)
    if not own:
        if live.match.persons:
            raise localized_error(Forbidden, "server.refusal.help-own")
        return
    to_move = live.match.position.seat
    if to_move in own and help in ("warn", "show") and live.match.coach(to_move) in (help, "show"):
        return
    command = Assist(seat=to_move if to_move in own else own[0], help="analysis" if help == "analysis" else "hints")
    await parts.matches.do(live.id, command, lambda now: sender_of(now.info, now.match, visitor, parts.keys))
