"""Routes that create, join and list matches, and that send commands."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from parlour.errors import BrokenMatch, NameRefused, NotFound, Refused, SetupError, UnknownGame
from parlour.i18n.errors import localized_error
from parlour.match.commands import FromClients, Sender, Sit
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.seats import GUEST_NAME, Account, Guest, Vacant
from parlour.server.http.auth import PageRequest, Visitor, now
from parlour.server.http.limits.rate_limits import account_key, client_keys, host_of
from parlour.server.localizer import ReaderLanguage
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live_messages import AcceptedMessage, SnapshotMessage
from parlour.server.matches.match_requests import UNKNOWN_PERSON, make_match, player_for
from parlour.server.matches.messages import (
    CodeTargetView,
    JoinRequest,
    MatchSummaryView,
    NewMatchRequest,
    OwnSeatRequest,
    SeatSignInRequest,
)
from parlour.server.matches.permissions import is_host, seats_of, sender_of
from parlour.server.matches.routes.socket import snapshot_json
from parlour.server.matches.views import open_summary, summary
from parlour.server.services import InjectedServices, Services
from parlour.store import MatchInfo, Person, Query
from parlour.store.matches.public_matches import MAX_LISTED

MAX_WATCHED = 500
"""Matches to watch in one answer; the wall shows all of a large tournament in turn."""
MIN_CHARACTERS_PER_MOVE = 2
"""Estimates the number of moves of a record from above."""


@post("/matches", limit="matches", scope="create")
async def create_match(
    data: JSONBody[NewMatchRequest], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> MatchSummaryView:
    """Create a match; it begins immediately, or when everybody has joined."""
    if request.user.person is None:
        await _make_match(data, UNKNOWN_PERSON, request, services)  # a refused request must not create a guest
    name = next((seat.name for seat in data.seats if isinstance(seat, OwnSeatRequest)), "")
    me = await services.sessions.ensure_person(request, name)
    public = data.public and data.kind == "network"
    made, client = await _make_match(data, me, request, services), host_of(request)
    services.bots.check_new_match(made[0], me.id, client)
    info = await services.matches.create(made, host=me.id, public=public, client_host=client)
    return summary(info, request.user, reader_language)


async def _make_match(
    data: NewMatchRequest, me: Person, request: PageRequest, services: Services
) -> tuple[Match, list[AnyEvent]]:
    """Return the requested match, made in a thread if it may have many moves."""

    def make() -> tuple[Match, list[AnyEvent]]:
        match, events = make_match(data, me, services.time.now())
        match.position.pieces()
        return match, events

    return await services.computations.call(request, make, len(data.record) // MIN_CHARACTERS_PER_MOVE)


@get("/matches", scope="read")
async def list_matches(
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
    which: FromQuery[Literal["mine", "turn", "open", "watch"]] = "mine",
    most: Annotated[int, QueryParameter(description="How many matches to watch.", ge=1, le=MAX_WATCHED)] = MAX_LISTED,
) -> list[MatchSummaryView]:
    """Return matches to continue, those in which it is the visitor's turn, or matches to join or to watch."""
    visitor = request.user
    if which == "open":
        waiting = await services.store.public_matches.waiting()
        return [open_summary(info, clock, visitor, reader_language) for info, clock in waiting]
    if which == "watch":
        found = await services.store.public_matches.running(most)
    else:
        found = await _of_visitor(services, visitor, which)
    return [summary(info, visitor, reader_language) for info in found]


async def _of_visitor(services: Services, visitor: Visitor, which: Literal["mine", "turn"]) -> list[MatchInfo]:
    if visitor.id is None:
        return []
    if which == "turn":
        waiting = await services.store.correspondence.waiting_for(visitor.id)
        return [info for info in waiting if await _is_turn(services, info, visitor)]
    page = await services.store.library.page(visitor.id, Query(finished=False, unplayed=True))
    return [entry.match for entry in page.entries]


async def _is_turn(services: Services, info: MatchInfo, visitor: Visitor) -> bool:
    """Return whether a visitor is to move; only an older match has to be loaded for that."""
    if info.to_move is not None:
        return True
    try:
        match = (await services.matches.get(info.id)).match
    except (BrokenMatch, NotFound, UnknownGame):
        return False
    return match.position.seat in seats_of(info, match.players, visitor)


@get("/matches/{match:str}", scope="read")
async def show_match(
    match: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> Response[SnapshotMessage]:
    """Return a match in its current state."""
    live = await services.matches.get(match)
    await live.render_state(reader_language, services.store.database.time_slices)
    you = live.you_json(_sender(services, request, live), is_host(live.info, request.user))
    return Response(snapshot_json(live, you, reader_language), media_type="application/json")  # type: ignore[arg-type]  # its JSON


@get("/codes/{code:str}", scope="play")
async def find_code(
    code: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> MatchSummaryView:
    """Return the match with a code. Unknown codes are counted."""
    with services.limits.guess("codes", *client_keys(request)):
        found = await services.store.matches.by_code(code[:40])
    return summary(found, request.user, reader_language)


@get("/codes/{code:str}/target")
async def find_code_target(code: FromPath[str], request: PageRequest, services: InjectedServices) -> CodeTargetView:
    """Return whether a match or a class has a code. Unknown codes are counted, as one attempt."""
    typed = "".join(code.split()).upper()[:40]
    with services.limits.guess("codes", *client_keys(request)):
        try:
            await services.store.matches.by_code(typed)
        except NotFound:
            await services.store.classrooms.get(typed)
            return CodeTargetView("class", typed)
        return CodeTargetView("match", typed)


@post("/matches/{match:str}/join", status_code=200, limit="saves", scope="play")
async def join_match(
    match: FromPath[str],
    data: JSONBody[JoinRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> MatchSummaryView:
    """Take an open seat."""
    live = await services.matches.get(match)
    me = await services.sessions.ensure_person(request, data.name)
    if not _sender(services, request, live).seats:
        await _sit(services, live, me, data)
    return summary(await services.store.matches.info(match), request.user, reader_language)


async def _sit(services: Services, live: LiveMatch, me: Person, data: JoinRequest) -> None:
    """Take the requested seat, or any open one."""
    open_seats = [n for n, player in enumerate(live.match.players) if isinstance(player, Vacant)]
    if data.seat is not None:
        open_seats = [data.seat]
    if not open_seats:
        raise live.match.refusal("taken")
    player = player_for(me, data.name)
    if player.name == GUEST_NAME:
        player = _distinct(player, live)
    for n, seat in enumerate(open_seats, 1):
        try:
            await services.matches.do(live.id, Sit(seat=seat, player=player), lambda _: Sender())
        except Refused as refusal:
            if refusal.reason != "taken" or n == len(open_seats):
                raise
        else:
            return


def _distinct(player: Account | Guest, live: LiveMatch) -> Account | Guest:
    """Give a guest without a name a name that nobody else in the match has."""
    names = {other.name for other in live.match.players}
    free = next(name for name in (GUEST_NAME, *(f"{GUEST_NAME} {n}" for n in range(2, 99))) if name not in names)
    return Guest(free, player.id)


@post("/matches/{match:str}/leave", status_code=200, limit="saves", scope="play")
async def leave_match(
    match: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> MatchSummaryView:
    """Leave a seat before the match has begun."""
    live = await services.matches.get(match)
    seats = _sender(services, request, live).seats
    if not seats:
        raise live.match.refusal("not-a-player")
    if live.match.status != "waiting":
        raise live.match.refusal("begun")
    command = Sit(seat=min(seats), player=Vacant())
    await services.matches.do(match, command, lambda now: _sender(services, request, now))
    return summary(await services.store.matches.info(match), request.user, reader_language)


@post("/matches/{match:str}/seats/{seat:int}/sign-in", status_code=200, limit="logins")
async def sign_in_to_seat(
    match: FromPath[str],
    seat: FromPath[int],
    data: JSONBody[SeatSignInRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> MatchSummaryView:
    """Let a second person play one seat of a local match with their own account.

    From then on the result of the seat counts for them, and only this browser acts for it.
    """
    live = await services.matches.get(match)
    if live.info.kind != "local":
        raise localized_error(SetupError, "server.setup.own-screen")
    if seat not in _sender(services, request, live).seats:
        there = 0 <= seat < len(live.match.players)
        raise (
            live.match.refusal("not-yours", seat=seat) if there else live.match.refusal("no-such-seat", number=seat + 1)
        )
    services.limits.count("logins", account_key(data.name))
    person = await services.store.people.log_in(data.name, data.password, now())
    if any(getattr(player, "id", None) == person.id for player in live.match.players):
        raise localized_error(NameRefused, "server.setup.plays-already", name=person.name)
    command = Sit(seat=seat, player=Account(person.id, person.name))
    await services.matches.do(match, command, lambda now: _sender(services, request, now))
    await services.sessions.grant_seat(request, match, seat, person.id)
    return summary(await services.store.matches.info(match), request.user, reader_language)


@post("/matches/{match:str}/commands", status_code=200, scope="play")
async def do_command(
    match: FromPath[str], data: JSONBody[FromClients], request: PageRequest, services: InjectedServices
) -> AcceptedMessage:
    """Execute a command, for programs without a WebSocket."""

    def count_next_match() -> None:
        services.limits.count("matches", *client_keys(request))

    live = await services.matches.do(
        match, data, lambda now: _sender(services, request, now), on_next_match=count_next_match
    )
    return AcceptedMessage(0, live.version, live.match.ply)


def _sender(services: Services, request: PageRequest, live: LiveMatch) -> Sender:
    return sender_of(live.info, live.match, request.user)


HANDLERS = [
    create_match,
    list_matches,
    show_match,
    find_code,
    find_code_target,
    join_match,
    leave_match,
    sign_in_to_seat,
    do_command,
]
