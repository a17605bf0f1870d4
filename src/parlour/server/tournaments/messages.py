"""Messages about tournaments."""

from __future__ import annotations

from typing import Annotated

import msgspec

from parlour.club.tournaments.events import TournamentFormat
from parlour.club.tournaments.rounds import Points
from parlour.club.tournaments.seeding import Seeding
from parlour.club.tournaments.standings import StandingRow, TieBreak
from parlour.club.tournaments.teams import TeamRow
from parlour.club.tournaments.tournament import TournamentStatus
from parlour.engine.levels import Level
from parlour.games.contract.options import Value
from parlour.match.clock import Clock
from parlour.match.match import Status
from parlour.server.matches.messages import ClockRequest, PlayerView
from parlour.server.messages import Request, SocketMessage, SocketRequest, View


class TournamentGameRequest(Request):
    """A game that is played in a tournament."""

    game: str
    options: dict[str, Value] = {}


class NewTournamentRequest(Request):
    """A tournament to announce. With several games, the rounds alternate between them.

    `rounds` is the number of rounds of a Swiss tournament and of cycles in a round robin; `minutes` is the duration of
    an arena. A bot of level `substitute` takes the seats that are left over in a round. Games with more than two seats
    are played in Swiss tournaments and arenas. `team_best` is the number of members whose points count for a team, 0
    for all. `vacation` is the number of days for which each entrant may pause their games, with days per turn.
    """

    name: str
    format: TournamentFormat
    games: tuple[TournamentGameRequest, ...]
    rounds: int = 1
    minutes: int = 60
    clock: ClockRequest = ClockRequest()
    rated: bool = False
    substitute: Level | None = None
    automatic: bool = True
    """Whether each round begins as soon as the last one is complete."""
    seeding: Seeding = "entry"
    teams: tuple[str, ...] = ()
    team_best: int = 0
    separate_teams: bool = False
    vacation: int = 0


class JoinTournamentRequest(Request):
    """Enter a tournament; a guest may give a name. `team` is one of the tournament's teams."""

    name: str = ""
    team: str = ""


class VacationRequest(Request):
    """Begin or end a vacation: the games of the sender are paused meanwhile."""

    away: bool


class OrganiserRequest(Request, kw_only=True, tag_field="do"):
    """A command of the organiser.

    `version` is that of the tournament that the organiser saw. The command is refused if its numbers have been
    reassigned since: entrants are renumbered at the start, and games when a round is paired again.
    """

    version: int | None = None


class StartRoundRequest(OrganiserRequest, kw_only=True, tag="start"):
    """Begin the tournament or the next round."""


class PauseRequest(OrganiserRequest, kw_only=True, tag="pause"):
    """Pause running games, and begin no more, until the tournament is resumed."""


class ResumeRequest(OrganiserRequest, kw_only=True, tag="resume"):
    """Continue after a pause."""


class EndRequest(OrganiserRequest, kw_only=True, tag="end"):
    """Make the standings final. An arena begins no more games, and ends after the open ones."""


class RestartRoundRequest(OrganiserRequest, kw_only=True, tag="restart-round"):
    """Withdraw the last round and pair it again."""

    note: str


class ResultRequest(OrganiserRequest, kw_only=True, tag="result"):
    """Decide a game, or correct its result with a note. `round` and `game` count from 0."""

    round: int
    game: int
    points: Points
    note: str = ""
    forfeit: bool = False


class AddBotRequest(OrganiserRequest, kw_only=True, tag="add-bot"):
    """Let a bot take part."""

    level: Level


class EntrantRequest(OrganiserRequest, kw_only=True):
    """A command about an entrant, by number."""

    number: int


class WithdrawRequest(EntrantRequest, kw_only=True, tag="withdraw"):
    """Withdraw an entrant, who loses an open game."""


class ReturnRequest(EntrantRequest, kw_only=True, tag="return"):
    """Let an entrant who withdrew take part again."""


class AssignTeamRequest(EntrantRequest, kw_only=True, tag="team"):
    """Put an entrant into a team, or into none."""

    team: str


AnyOrganiserRequest = (
    StartRoundRequest
    | PauseRequest
    | ResumeRequest
    | EndRequest
    | RestartRoundRequest
    | ResultRequest
    | AddBotRequest
    | WithdrawRequest
    | ReturnRequest
    | AssignTeamRequest
)


class TournamentSummaryView(View):
    """A tournament as lists show it."""

    id: str
    name: str
    format: TournamentFormat
    status: TournamentStatus
    entrants: int
    created: int
    organiser: bool
    """Whether the visitor organises it."""


class EntrantView(View):
    """A participant."""

    number: int
    player: PlayerView
    team: str
    withdrawn: bool
    rating: int | None
    """Rating by which the entrant is seeded, if any."""
    away: bool
    """Whether the entrant is on vacation."""


class PairingView(View):
    """A game of a round: its entrants in the order in which they move, one for a bye, and their points, if known."""

    entrants: tuple[int, ...]
    points: Points | None
    forfeit: bool
    match: str | None
    status: Status | None
    """The status of the match."""
    note: str
    """Why the organiser changed the result."""


class RoundView(View):
    """A round, or in an arena games that began together."""

    title: str
    """The game that is played."""
    sides: tuple[str, ...]
    """The names of its sides, in the order in which they move."""
    games: tuple[PairingView, ...]
    note: str
    """Why the organiser restarted the round."""


class MatchTournamentView(View):
    """The tournament of a match."""

    id: str
    name: str
    round: int | None
    """The number of its round, from 1; None in an arena, and if the round was restarted."""
    note: str
    """Why its round was restarted."""
    my_match: str | None
    """The visitor's running game in the tournament."""


class TournamentVisitorView(View):
    """The visitor's role in a tournament."""

    organiser: bool
    """Whether the visitor organises it."""
    you: int | None
    """The visitor's number."""
    vacation_left: int
    """Days of vacation that the visitor has left."""
    my_match: str | None
    """The visitor's running game."""


class TournamentView(TournamentVisitorView):
    """A tournament as its page shows it."""

    id: str
    name: str
    format: TournamentFormat
    status: TournamentStatus
    version: int
    games: tuple[str, ...]
    tables: bool
    """Whether there are games for more than two players."""
    seeding: Seeding
    teams: tuple[str, ...]
    total_rounds: int | None
    automatic: bool
    clock: Clock
    rated: bool
    minutes: int
    """How long an arena lasts."""
    ends: int | None
    """When an arena starts no more games."""
    closed: bool
    """Whether the organiser has ended an arena, which waits for its last games."""
    entrants: tuple[EntrantView, ...]
    rounds: tuple[RoundView, ...]
    tie_breaks: tuple[TieBreak, ...]
    standings: tuple[StandingRow, ...]
    team_standings: tuple[TeamRow, ...]
    vacation: int
    """Days of vacation that each entrant has."""


# ---- On the WebSocket of a page --------------------------------------------------------------------------------------


class WatchTournamentsRequest(SocketRequest, tag="watch-tournaments"):
    """Send changes of these tournaments, or of all, instead of those requested before."""

    tournaments: Annotated[tuple[str, ...], msgspec.Meta(max_length=20)] = ()
    all: bool = False


class TournamentChangedMessage(SocketMessage, tag="tournament"):
    """A tournament has changed, or was deleted. Without a version it may have changed; without an id, any may have."""

    tournament: str
    version: int | None = None
    deleted: bool = False


class TournamentPairedMessage(SocketMessage, tag="paired"):
    """The person's next match in a tournament has started; the tournament lists it from this version on."""

    tournament: str
    version: int
    match: str
