"""Convert requests into set-ups and decisions of tournaments."""

from __future__ import annotations

import random
from collections.abc import Mapping

from parlour.club.tournaments.events import AnyTournamentEvent, TournamentFormat, TournamentGame, TournamentSetup
from parlour.club.tournaments.standings import TIE_BREAKS, TieBreak
from parlour.club.tournaments.tournament import Tournament
from parlour.engine.levels import Bot
from parlour.errors import SetupError, TournamentError
from parlour.games import game as find_game
from parlour.i18n.errors import localized_error
from parlour.match.match import Match
from parlour.match.names import check_name, distinct_names, name_key
from parlour.match.seats import Account, Guest, Seat, Setup, is_nameless
from parlour.server.matches.match_requests import check_bots, player_for, read_clock
from parlour.server.tournaments.messages import (
    AddBotRequest,
    AnyOrganiserRequest,
    AssignTeamRequest,
    EndRequest,
    EntrantRequest,
    JoinTournamentRequest,
    NewTournamentRequest,
    PauseRequest,
    RestartRoundRequest,
    ResultRequest,
    ResumeRequest,
    ReturnRequest,
    StartRoundRequest,
    TournamentGameRequest,
    WithdrawRequest,
)
from parlour.store import Person

MAX_ROUNDS = 30
MAX_GAMES = 10
MAX_MINUTES = 1_440
MAX_NAME_CHARACTERS = 80
MAX_TEAM_CHARACTERS = 40
MAX_TEAMS = 50
MAX_VACATION_DAYS = 30
_TIE_BREAKS: dict[TournamentFormat, tuple[TieBreak, ...]] = {
    "arena": ("wins", "head-to-head"),
    "round-robin": ("head-to-head", "wins", "sonneborn-berger"),
    "knockout": (),
}
"""In an arena people play different numbers of games, in a round robin everybody has the same opponents: the sum of the
opponents' points says nothing. In a knockout those who lose in the same round share a place. A Swiss tournament has the
default order.
"""


def make_setup(request: NewTournamentRequest, now: int) -> TournamentSetup:
    """Return the requested set-up; raise `ParlourError` with the reason if it is not possible."""
    name = " ".join(request.name.split())
    if not name or len(name) > MAX_NAME_CHARACTERS or not name.isprintable():
        raise localized_error(SetupError, "server.tournament.name", most=MAX_NAME_CHARACTERS)
    if not 1 <= len(request.games) <= MAX_GAMES:
        raise localized_error(SetupError, "server.tournament.games", most=MAX_GAMES)
    if not 1 <= request.rounds <= MAX_ROUNDS:
        raise localized_error(SetupError, "server.tournament.rounds", most=MAX_ROUNDS)
    if not 1 <= request.minutes <= MAX_MINUTES:
        raise localized_error(SetupError, "server.tournament.minutes", most=MAX_MINUTES)
    games = tuple(map(_game, request.games))
    _check_tables(request.format, games)
    clock = read_clock(request.clock)
    if not 0 <= request.vacation <= (MAX_VACATION_DAYS if clock.days_per_turn else 0):
        raise localized_error(SetupError, "server.tournament.vacation", most=MAX_VACATION_DAYS)
    lots = random.SystemRandom()
    substitute = None if request.substitute is None else Bot(request.substitute)
    setup = TournamentSetup(
        name=name,
        format=request.format,
        games=games,
        rounds=request.rounds,
        clock=clock,
        rated=request.rated,
        tie_breaks=_TIE_BREAKS.get(request.format, TIE_BREAKS),
        substitute=substitute,
        automatic=request.automatic,
        minutes=request.minutes,
        first_side=lots.randrange(2),
        seeding=request.seeding,
        lot=lots.randrange(2**31),
        teams=_teams(request),
        team_best=request.team_best,
        separate_teams=request.separate_teams,
        vacation=request.vacation,
    )
    _check_players(setup, substitute, now)
    return setup


def _game(request: TournamentGameRequest) -> TournamentGame:
    game = find_game(request.game)
    options = game.check(request.options)
    seats = len(game.sides(options))
    if seats < 2:
        raise localized_error(SetupError, "server.tournament.one-seat", game=game.title)
    return TournamentGame(game.key, dict(options), seats)


def _check_tables(format: TournamentFormat, games: tuple[TournamentGame, ...]) -> None:
    seats = {game.seats for game in games}
    if max(seats) > 2 and format in ("round-robin", "knockout"):
        raise localized_error(SetupError, "server.tournament.tables")
    if len(seats) > 1 and format == "arena":
        raise localized_error(SetupError, "server.tournament.same-seats")


def _teams(request: NewTournamentRequest) -> tuple[str, ...]:
    """Return the names of the teams as they are shown; raise `SetupError`."""
    teams = tuple(" ".join(team.split()) for team in request.teams)
    valid = all(team and len(team) <= MAX_TEAM_CHARACTERS and team.isprintable() for team in teams)
    if not valid or len(teams) > MAX_TEAMS or len({name_key(team) for team in teams}) < len(teams):
        raise localized_error(SetupError, "server.tournament.teams", most=MAX_TEAMS, length=MAX_TEAM_CHARACTERS)
    if not 0 <= request.team_best <= MAX_TEAMS:
        raise localized_error(SetupError, "server.tournament.team-best", most=MAX_TEAMS)
    return teams


def _check_players(setup: TournamentSetup, bot: Bot | None, now: int) -> None:
    """Set up a match of each game without playing it, so that clocks and bots are checked when they are entered."""
    for game in setup.games:
        players = [Guest("A"), bot or Guest("B"), *(Guest(f"C{n}") for n in range(2, game.seats))]
        seats = tuple(map(Seat, players))
        trial = Setup(game.game, seats, kind="local", options=game.options, clock=setup.clock)
        check_bots(trial)
        Match.new(trial, now)


def entering_player(tournament: Tournament, me: Person, request: JoinTournamentRequest) -> Account | Guest:
    """Return a person as an entrant. A guest whose name is taken gets a mark; raise `NameRefused`."""
    player = player_for(me, request.name)
    if isinstance(player, Account):
        return player
    name = check_name(player.name, allow_reserved=is_nameless(player))
    others = [(one.player.name, True) for one in tournament.entrants.values() if not isinstance(one.player, Bot)]
    return Guest(distinct_names([*others, (name, False)])[-1], me.id)


def decide_request(
    tournament: Tournament, request: AnyOrganiserRequest, now: int, ratings: Mapping[int, int]
) -> list[AnyTournamentEvent]:
    """Return the events of an organiser's command; raise `TournamentError`.

    `ratings` has those of the entrants, and under 0 that of a bot to be added, if they are needed.
    """
    if request.version is not None and request.version < _renumbered_at(tournament, request):
        raise localized_error(TournamentError, "club.renumbered")
    match request:
        case StartRoundRequest():
            return tournament.pair_round(now, tournament.free_entrants(), ratings)
        case PauseRequest():
            return [*tournament.pause(now)]
        case ResumeRequest():
            return [*tournament.resume(now)]
        case EndRequest():
            return [*tournament.end(now)]
        case RestartRoundRequest(note=note):
            restarted = tournament.restart_round(note, now)
            after = tournament.after(restarted)
            return [*restarted, *after.pair_round(now, after.free_entrants(), ratings)]
        case ResultRequest(round=number, game=place, points=points):
            is_open = (number, place) in tournament.open_games
            if is_open:
                return tournament.decide_game(number, place, points, now, forfeit=request.forfeit)
            return tournament.correct_result(number, place, points, request.note, now, forfeit=request.forfeit)
        case AddBotRequest(level=level):
            bot = Bot(level)
            _check_players(tournament.setup, bot, now)
            return [*tournament.enter(bot, now, seed_points=ratings.get(0, 0))]
        case WithdrawRequest(number=number):
            return tournament.withdraw(number, now)
        case ReturnRequest(number=number):
            return [*tournament.come_back(number, now)]
        case AssignTeamRequest(number=number, team=team):
            return [*tournament.assign_team(number, team, now)]


def _renumbered_at(tournament: Tournament, request: AnyOrganiserRequest) -> int:
    """Return the version in which the numbers in a command last changed their meaning."""
    match request:
        case EntrantRequest():
            return tournament.numbered
        case ResultRequest(round=number, game=place):
            return tournament.started.get((number, place), 0)
        case StartRoundRequest() | RestartRoundRequest():
            return tournament.started.get((len(tournament.rounds) - 1, 0), 0)
        case _:
            return 0
