"""Matches: setting up, joining, lists. `review.py` has what one can look at in one."""

from __future__ import annotations

from typing import Literal

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from parlour.errors import NameRefused, Refused, SetupError
from parlour.i18n.errors import localized_error
from parlour.match.commands import FromClients, Sender, Sit
from parlour.match.seats import Account, Guest, Vacant
from parlour.server.http.auth import PageRequest, Visitor, now
from parlour.server.localizer import Spoken
from parlour.server.matches.live import Live
from parlour.server.matches.live_messages import AcceptedMessage, SnapshotMessage
from parlour.server.matches.match_requests import STRANGER, VISITOR, make_match, player_of
from parlour.server.matches.messages import (
    JoinRequest,
    MatchSummaryView,
    NewMatchRequest,
    OwnSeatRequest,
    SeatSignInRequest,
)
from parlour.server.matches.permissions import sender_of
from parlour.server.matches.socket import snapshot_json
from parlour.server.matches.views import summary
from parlour.server.services import Parts, TheParts
from parlour.store import MatchInfo, Person, Query


def summaries(parts: Parts, visitor: Visitor, infos: list[MatchInfo], language: str) -> list[MatchSummaryView]:
    """Matches as a list shows them."""
    return [summary(info, visitor, parts.keys, language) for info in infos]


@post("/matches")
async def create_match(
    data: JSONBody[NewMatchRequest], request: PageRequest, parts: TheParts, spoken: Spoken
) -> MatchSummaryView:
    """Sets a match up; it begins at once, or when everybody has joined."""
    if request.user.person is None:
        make_match(data, STRANGER)  # nobody becomes a guest by what is refused anyway
    name = next((seat.name for seat in data.seats if isinstance(seat, OwnSeatRequest)), "")
    me = await parts.door.somebody(request, name)
    public = data.public and data.kind == "network"
    info = await parts.matches.create(make_match(data, me), host=me.id, public=public)
    return summary(info, request.user, parts.keys, spoken)


@get("/matches")
async def list_matches(
    request: PageRequest, parts: TheParts, spoken: Spoken, which: FromQuery[Literal["mine", "open", "watch"]] = "mine"
) -> list[MatchSummaryView]:
    """Matches to go on with, to join, or to watch."""
    visitor = request.user
    if which != "mine":
        return summaries(parts, visitor, await parts.store.matches.lobby(waiting=which == "open"), spoken)
    if visitor.id is None:
        return []
    page = await parts.store.library.page(visitor.id, Query(finished=False, unplayed=True))
    return summaries(parts, visitor, [entry.match for entry in page.entries], spoken)


@get("/matches/{match:str}")
async def show_match(
    match: FromPath[str], request: PageRequest, parts: TheParts, spoken: Spoken
) -> Response[SnapshotMessage]:
    """A match as it stands."""
    live = await parts.matches.get(match)
    you = live.you_json(request.user, parts.keys)
    return Response(snapshot_json(live, you, spoken), media_type="application/json")  # type: ignore[arg-type]  # its JSON


@get("/codes/{code:str}")
async def find_code(code: FromPath[str], request: PageRequest, parts: TheParts, spoken: Spoken) -> MatchSummaryView:
    """The match that one joins with a code."""
    return summary(await parts.store.matches.by_code(code[:40]), request.user, parts.keys, spoken)


@post("/matches/{match:str}/join", status_code=200)
async def join_match(
    match: FromPath[str], data: JSONBody[JoinRequest], request: PageRequest, parts: TheParts, spoken: Spoken
) -> MatchSummaryView:
    """Takes an open seat."""
    live = await parts.matches.get(match)
    me = await parts.door.somebody(request, data.name)
    if not _sender(parts, request, live).seats:
        await _sit(parts, live, me, data)
    return summary(await parts.store.matches.info(match), request.user, parts.keys, spoken)


async def _sit(parts: Parts, live: Live, me: Person, data: JoinRequest) -> None:
    """Sits down in the seat asked for, or in any that is open."""
    open_seats = [n for n, player in enumerate(live.match.players) if isinstance(player, Vacant)]
    if data.seat is not None:
        open_seats = [data.seat]
    if not open_seats:
        raise live.match.refusal("taken")
    player = player_of(me, data.name)
    if player.name == VISITOR:
        player = _distinct(player, live)
    for n, seat in enumerate(open_seats, 1):
        try:
            await parts.matches.do(live.id, Sit(seat=seat, player=player), lambda _: Sender())
        except Refused as refusal:
            if refusal.reason != "taken" or n == len(open_seats):
                raise
        else:
            return


def _distinct(player: Account | Guest, live: Live) -> Account | Guest:
    """A visitor without a name among others."""
    names = {other.name for other in live.match.players}
    free = next(name for name in (VISITOR, *(f"{VISITOR} {n}" for n in range(2, 99))) if name not in names)
    return Guest(free, player.id)


@post("/matches/{match:str}/leave", status_code=200)
async def leave_match(match: FromPath[str], request: PageRequest, parts: TheParts, spoken: Spoken) -> MatchSummaryView:
    """Gives one's seat up before the match has begun."""
    live = await parts.matches.get(match)
    seats = _sender(parts, request, live).seats
    if not seats:
        raise live.match.refusal("not-a-player")
    if live.match.status != "waiting":
        raise live.match.refusal("begun")
    command = Sit(seat=min(seats), player=Vacant())
    await parts.matches.do(match, command, lambda now: _sender(parts, request, now))
    return summary(await parts.store.matches.info(match), request.user, parts.keys, spoken)


@post("/matches/{match:str}/seats/{seat:int}/sign-in", status_code=200)
async def sign_in_to_seat(
    match: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[SeatSignInRequest],
    request: PageRequest,
    parts: TheParts,
    spoken: Spoken,
) -> MatchSummaryView:
    """Lets a second person play one seat of a local match under their own account.

    From then on that seat's result is theirs, and only this browser acts for it.
    """
    live = await parts.matches.get(match)
    if live.info.kind != "local":
        raise localized_error(SetupError, "server.setup.own-screen")
    if seat not in _sender(parts, request, live).seats:
        there = 0 <= seat < len(live.match.players)
        raise (
            live.match.refusal("not-yours", seat=seat) if there else live.match.refusal("no-such-seat", number=seat + 1)
        )
    person = await parts.store.people.log_in(data.name, data.password, now())
    if any(getattr(player, "id", None) == person.id for player in live.match.players):
        raise localized_error(NameRefused, "server.setup.plays-already", name=person.name)
    command = Sit(seat=seat, player=Account(person.id, person.name))
    await parts.matches.do(match, command, lambda now: _sender(parts, request, now))
    parts.door.give_seat(request, match, seat, person.id)
    return summary(await parts.store.matches.info(match), request.user, parts.keys, spoken)


@post("/matches/{match:str}/commands", status_code=200)
async def do_command(
    match: FromPath[str], data: JSONBody[FromClients], request: PageRequest, parts: TheParts
) -> AcceptedMessage:
    """Carries a command out, for programs without a WebSocket."""
    live = await parts.matches.do(match, data, lambda now: _sender(parts, request, now))
    return AcceptedMessage(0, live.version, live.match.ply)


def _sender(parts: Parts, request: PageRequest, live: Live) -> Sender:
    return sender_of(live.info, live.match, request.user, parts.keys)


HANDLERS = [list_matches, show_match, find_code, join_match, leave_match, do_command]
CREATE, SIGN_IN = create_match, sign_in_to_seat
"""What one may do so often only."""
