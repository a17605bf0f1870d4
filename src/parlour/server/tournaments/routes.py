"""Routes that announce, join, organise, show and export tournaments."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeAlias, cast

import msgspec
from litestar import MediaType, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from parlour.club.tournaments.events import AnyTournamentEvent
from parlour.club.tournaments.tournament import Tournament
from parlour.engine.levels import Bot
from parlour.errors import NotFound, TournamentError
from parlour.i18n.errors import localized_error
from parlour.match.records.record import Record
from parlour.match.records.text_format import write_record
from parlour.server.http.auth import PageRequest
from parlour.server.http.error_responses import Forbidden
from parlour.server.http.limits.exports import EXPORT_LIMIT
from parlour.server.http.limits.rate_limits import client_keys
from parlour.server.http.limits.storage_limits import count_games
from parlour.server.http.record_files import record_stream
from parlour.server.http.route_groups import route_group
from parlour.server.localizer import ReaderLanguage
from parlour.server.matches.match_requests import player_for
from parlour.server.services import InjectedServices, Services
from parlour.server.tournaments.messages import (
    AddBotRequest,
    AnyOrganiserRequest,
    JoinTournamentRequest,
    MatchTournamentView,
    NewTournamentRequest,
    RestartRoundRequest,
    StartRoundRequest,
    TournamentSummaryView,
    TournamentView,
    VacationRequest,
)
from parlour.server.tournaments.requests import decide_request, entering_player, make_setup
from parlour.server.tournaments.seed_ratings import seed_ratings
from parlour.server.tournaments.views import (
    entrant_of,
    is_organiser,
    standings_csv,
    tournament_summary,
)
from parlour.store import Person


async def _show(services: Services, request: PageRequest, id: str, language: str) -> Response[TournamentView]:
    encoded = await services.tournament_views.show(id, request.user, language)
    return cast("Response[TournamentView]", Response(encoded, media_type=MediaType.JSON))


@get("/tournaments", scope="read")
async def list_tournaments(request: PageRequest, services: InjectedServices) -> list[TournamentSummaryView]:
    """List tournaments, those that are not over first."""
    return [tournament_summary(info, request.user) for info in await services.store.tournaments.latest()]


@post("/tournaments", limit="matches")
async def create_tournament(
    data: JSONBody[NewTournamentRequest],
    request: PageRequest,
    services: InjectedServices,
    reader_language: ReaderLanguage,
) -> Response[TournamentView]:
    """Announce a tournament; the sender organises it."""
    setup = make_setup(data, services.time.now())
    me = await services.sessions.ensure_person(request)
    info = await services.store.tournaments.create(setup, services.time.now(), organiser=me.id)
    services.tournaments.announce(info.id, info.version)
    return await _show(services, request, info.id, reader_language)


class TournamentSession:
    """A tournament together with the visitor who looks at it or changes it."""

    def __init__(self, id: str, request: PageRequest, services: Services, language: str) -> None:
        self.id, self.request, self.services = id, request, services
        self._language = language

    async def show(self) -> Response[TournamentView]:
        """Return the tournament with its rounds and standings."""
        return await _show(self.services, self.request, self.id, self._language)

    async def do(self, decide: Callable[[Tournament], Sequence[AnyTournamentEvent]]) -> Response[TournamentView]:
        """Decide and store a change, and return the tournament after it."""
        await self.services.tournaments.do(self.id, decide)
        return await self.show()

    async def require_entrant(self) -> Person:
        """Return the visitor; raise `TournamentError` if they have not entered."""
        me = self.request.user.require_person()
        if entrant_of((await self.services.store.tournaments.load(self.id)).tournament(), me.id) is None:
            raise localized_error(TournamentError, "club.no-entrant")
        return me


def provide_tournament_session(
    tournament: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> TournamentSession:
    """Provide the tournament of a path for its visitor."""
    return TournamentSession(tournament, request, services, reader_language)


TournamentDependency: TypeAlias = NamedDependency[TournamentSession]


@get("/tournaments/{tournament:str}", scope="read")
async def show_tournament(session: TournamentDependency) -> Response[TournamentView]:
    """Return a tournament with its rounds and standings."""
    return await session.show()


@get("/matches/{match:str}/tournament")
async def show_tournament_of_match(
    match: FromPath[str], request: PageRequest, services: InjectedServices, reader_language: ReaderLanguage
) -> MatchTournamentView:
    """Return the tournament of a match with the match's round and the visitor's running game."""
    id = await services.store.tournaments.of_match(match)
    if id is None:
        raise localized_error(NotFound, "server.tournament.no-match")
    return (await services.tournament_views.newest(id, reader_language)).of_match(match, request.user)


@post("/tournaments/{tournament:str}/join", status_code=200, limit="saves", scope="play")
async def join_tournament(
    data: JSONBody[JoinTournamentRequest], session: TournamentDependency
) -> Response[TournamentView]:
    """Enter a tournament, or return after having withdrawn."""
    services = session.services
    setup = (await services.store.tournaments.load(session.id)).setup
    me = await services.sessions.ensure_person(session.request, data.name)
    now = services.time.now()
    ratings = await seed_ratings(services.store, setup, {0: player_for(me, data.name)})
    return await session.do(
        lambda state: (
            state.enter(entering_player(state, me, data), now, ratings.get(0, 0), data.team)
            if (number := entrant_of(state, me.id)) is None
            else state.come_back(number, now)
        )
    )


@post("/tournaments/{tournament:str}/leave", status_code=200, limit="saves", scope="play")
async def leave_tournament(session: TournamentDependency) -> Response[TournamentView]:
    """Withdraw from a tournament; an open game is resigned."""
    now = session.services.time.now()
    me = await session.require_entrant()
    return await session.do(lambda state: state.withdraw(entrant_of(state, me.id) or 0, now))


@post("/tournaments/{tournament:str}/vacation", status_code=200, limit="saves")
async def take_vacation(data: JSONBody[VacationRequest], session: TournamentDependency) -> Response[TournamentView]:
    """Begin or end a vacation of the visitor, during which their games in this tournament are paused."""
    now = session.services.time.now()
    me = await session.require_entrant()

    def decide(state: Tournament) -> Sequence[AnyTournamentEvent]:
        number = entrant_of(state, me.id) or 0
        return state.begin_vacation(number, now) if data.away else state.end_vacation(number, now)

    return await session.do(decide)


@post("/tournaments/{tournament:str}/commands", status_code=200, limit="saves")
async def organise_tournament(
    data: JSONBody[AnyOrganiserRequest], session: TournamentDependency
) -> Response[TournamentView]:
    """Execute a command of the organiser."""
    await _require_organiser(session.services, session.request, session.id)
    now = session.services.time.now()
    tournament = (await session.services.store.tournaments.load(session.id)).tournament()
    if isinstance(data, StartRoundRequest | RestartRoundRequest):
        _count_games_of_round(session, tournament)
    ratings = await _ratings_for(session.services, data, tournament)
    return await session.do(lambda state: decide_request(state, data, now, ratings))


@delete("/tournaments/{tournament:str}")
async def delete_tournament(tournament: FromPath[str], request: PageRequest, services: InjectedServices) -> None:
    """Delete a tournament of which no game is running. Its games stay in the libraries of the players."""
    await _require_organiser(services, request, tournament)
    stored = await services.store.tournaments.load(tournament)
    if games := stored.tournament().open_games:
        raise localized_error(TournamentError, "club.open-games", games=len(games))
    await services.store.tournaments.delete(tournament, stored.info.version)
    services.tournaments.announce(tournament, stored.info.version, deleted=True)


@get("/tournaments/{tournament:str}/standings.csv")
async def export_standings(
    tournament: FromPath[str], services: InjectedServices, reader_language: ReaderLanguage
) -> Response[str]:
    """Return standings and results as a table for spreadsheets."""
    stored = await services.store.tournaments.load(tournament)
    text = await asyncio.to_thread(standings_csv, stored, reader_language)
    headers = {"content-disposition": 'attachment; filename="parlour-tournament.csv"'}
    return Response(text, media_type="text/csv", headers=headers)


@get("/tournaments/{tournament:str}/records", middleware=[EXPORT_LIMIT])
async def export_tournament_records(tournament: FromPath[str], services: InjectedServices) -> Stream:
    """Return the records of all finished games of a tournament."""
    stored = await services.store.tournaments.load(tournament)
    played = await services.store.tournaments.matches(tournament)
    rounds = stored.tournament().round_of
    finished = sorted(one for one in played if one.ended is not None and one.started in rounds)
    number_of = {one.id: str(rounds[one.started] + 1) for one in finished}

    def write(match: str, record: Record) -> str:
        tags = {"Event": stored.setup.name, "Round": number_of[match], **record.tags}
        return write_record(msgspec.structs.replace(record, tags=tags))

    return record_stream(services.store.tournaments.written_records(finished, write), "text", "parlour-tournament")


def _count_games_of_round(session: TournamentSession, tournament: Tournament) -> None:
    """Count the games of the next round, before it takes long to pair them; raise `TooOften`."""
    games = max(1, len(tournament.present) // 2)
    session.services.limits.count("tournament-games", *client_keys(session.request), amount=games)
    count_games(session.request, games)


async def _ratings_for(services: Services, request: AnyOrganiserRequest, tournament: Tournament) -> dict[int, int]:
    """Return the ratings that a command of the organiser needs: of all entrants, or of a bot to be added."""
    match request:
        case StartRoundRequest() | RestartRoundRequest():
            players = {number: one.player for number, one in tournament.entrants.items()}
        case AddBotRequest(level=level):
            players = {0: Bot(level)}
        case _:
            return {}
    return await seed_ratings(services.store, tournament.setup, players)


async def _require_organiser(services: Services, request: PageRequest, id: str) -> None:
    if not is_organiser(await services.store.tournaments.info(id), request.user):
        raise localized_error(Forbidden, "server.tournament.organiser")


SESSION_ROUTER = route_group(
    [show_tournament, join_tournament, leave_tournament, take_vacation, organise_tournament],
    session=provide_tournament_session,
)
HANDLERS: list[ControllerRouterHandler] = [
    list_tournaments,
    create_tournament,
    SESSION_ROUTER,
    show_tournament_of_match,
    delete_tournament,
    export_standings,
    export_tournament_records,
]
