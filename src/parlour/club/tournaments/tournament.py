"""`Tournament`: entrants, rounds and results. A pure state machine: no input, output or clock.

    tournament = Tournament(setup, events)           # any process, any time
    events = tournament.pair_round(now)              # changes nothing; raises `TournamentError`
    tournament.apply(events)                         # after they have been stored

Deciding and applying are separate, as in `Match`: what people see has been stored. A tournament survives a restart in
any phase, because its state is a function of its events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import msgspec

from parlour.club.tournaments.entrants import Entrant
from parlour.club.tournaments.events import (
    AnyTournamentEvent,
    ArenaClosed,
    Entered,
    EntrantReturned,
    EntrantsSeeded,
    EntrantWithdrew,
    GameDecided,
    GameReplayed,
    ResultCorrected,
    RoundPaired,
    RoundRestarted,
    TeamAssigned,
    TournamentEnded,
    TournamentGame,
    TournamentPaused,
    TournamentResumed,
    TournamentSetup,
    VacationBegan,
    VacationEnded,
)
from parlour.club.tournaments.knockout import winner
from parlour.club.tournaments.pairing import missing_substitutes, next_round
from parlour.club.tournaments.results import check_points, checked_note, is_draw
from parlour.club.tournaments.round_robin import round_robin
from parlour.club.tournaments.rounds import Points, Round, RoundGame
from parlour.club.tournaments.seeding import seeded
from parlour.club.tournaments.standings import StandingRow, standings
from parlour.club.tournaments.teams import TeamRow, team_standings
from parlour.engine.levels import Bot
from parlour.errors import TournamentError
from parlour.i18n.errors import localized_error
from parlour.match.seats import Account, Guest

TournamentStatus = Literal["open", "running", "paused", "over"]
MIN_ENTRANTS = 2
MAX_ENTRANTS = 500


class Tournament:
    """A tournament: its set-up and the state that its events lead to."""

    def __init__(self, setup: TournamentSetup, events: Iterable[AnyTournamentEvent] = ()) -> None:
        self.setup = setup
        self.seq = 0
        self.status: TournamentStatus = "open"
        self.entrants: dict[int, Entrant] = {}
        self.rounds: list[Round] = []
        self.started: dict[tuple[int, int], int] = {}
        """The event that began each game, by round and place: its own round, or a replay."""
        self.round_of: dict[int, int] = {}
        """The round of the games that an event began, also of drawn games that were played again."""
        self.numbered = 0
        """The event that gave the entrants their numbers."""
        self.begun: int | None = None
        """Time of the first round."""
        self.paused_at: int | None = None
        self.closed_at: int | None = None
        """When the organiser ended the pairing of an arena."""
        self.paused_for = 0
        """Milliseconds of all pauses that have ended."""
        self.apply(events)

    # ---- State ----------------------------------------------------------------------------------------------------

    @property
    def total_rounds(self) -> int | None:
        """Return the number of rounds; None for an arena, which ends when the organiser ends it."""
        match self.setup.format:
            case "swiss":
                return self.setup.rounds
            case "round-robin":
                return len(round_robin(sorted(self.entrants), max(1, self.setup.rounds)))
            case "knockout":
                return max(len(self.entrants) - 1, 0).bit_length()
            case "arena":
                return None

    @property
    def present(self) -> list[int]:
        """Return the entrants who take part in the next round, without substitutes."""
        return [
            number
            for number, entrant in sorted(self.entrants.items())
            if not entrant.withdrawn and entrant.player != self.setup.substitute
        ]

    @property
    def complete(self) -> bool:
        """Return whether no more rounds or games begin."""
        return self.closed_at is not None or (bool(self.rounds) and len(self.rounds) == self.total_rounds)

    @property
    def open_games(self) -> list[tuple[int, int]]:
        """Return the round and place of each game without a result."""
        return [
            (number, place)
            for number, games in enumerate(self.rounds)
            for place, game in enumerate(games)
            if game.points is None
        ]

    def free_entrants(self) -> list[int]:
        """Return the entrants who take part and have no open game."""
        busy = {number for at, place in self.open_games for number in self.rounds[at][place].entrants}
        return [number for number in self.present if number not in busy]

    def game_of_round(self, number: int) -> TournamentGame:
        """Return the game that is played in a round."""
        return self.setup.games[number % len(self.setup.games)]

    def winner(self) -> int | None:
        """Return the entrant who won the tournament; None while it runs, or if several share the first place."""
        if self.status != "over" or not self.rounds:
            return None
        if self.setup.format == "knockout":
            return winner(self.rounds[-1][0])
        first = [row.entrant for row in self.standings() if row.place == 1]
        return first[0] if len(first) == 1 else None

    def standings(self) -> tuple[StandingRow, ...]:
        """Return the standings after all results so far."""
        fixed = self.setup.format == "round-robin"
        return standings(self.entrants, self.rounds, self.setup.tie_breaks, fixed_pairings=fixed)

    def team_standings(self, rows: Sequence[StandingRow]) -> tuple[TeamRow, ...]:
        """Return the standings of the teams, given those of the entrants."""
        teams = {number: one.team for number, one in self.entrants.items()}
        return team_standings(rows, teams, self.setup.team_best)

    def is_stopped(self, number: int, place: int) -> bool:
        """Return whether a running game is paused: with the tournament, or because an entrant is on vacation."""
        entrants = self.rounds[number][place].entrants
        return self.status == "paused" or any(self.entrants[one].away_since is not None for one in entrants)

    # ---- Decisions ------------------------------------------------------------------------------------------------

    def enter(self, player: Account | Guest | Bot, now: int, seed_points: int = 0, team: str = "") -> list[Entered]:
        """Add a player. In a Swiss tournament and an arena this is possible as long as rounds or games begin."""
        self._require_not_over()
        if self.rounds and self.setup.format in ("round-robin", "knockout"):
            raise localized_error(TournamentError, "club.late")
        if self.complete:
            raise localized_error(TournamentError, "club.last-round")
        if player == self.setup.substitute:
            raise localized_error(TournamentError, "club.substitute")
        if len(self.entrants) >= MAX_ENTRANTS:
            raise localized_error(TournamentError, "club.full", most=MAX_ENTRANTS)
        if any(_same_player(one.player, player) for one in self.entrants.values()):
            raise localized_error(TournamentError, "club.entered")
        self._require_team(team)
        entrant = Entrant(max(self.entrants, default=0) + 1, player, seed_points, team)
        return [Entered(seq=self.seq + 1, at=now, entrant=entrant)]

    def withdraw(self, number: int, now: int) -> list[AnyTournamentEvent]:
        """Withdraw an entrant, who has to resign in the match of an open game."""
        self._require_not_over()
        entrant = self._entrant(number)
        if entrant.withdrawn:
            raise localized_error(TournamentError, "club.withdrawn")
        events: list[AnyTournamentEvent] = []
        if entrant.away_since is not None:
            events += self.end_vacation(number, now)
        return [*events, EntrantWithdrew(seq=self.seq + 1 + len(events), at=now, number=number)]

    def come_back(self, number: int, now: int) -> list[EntrantReturned]:
        """Readmit an entrant who withdrew."""
        self._require_not_over()
        if not self._entrant(number).withdrawn or self.setup.format == "knockout":
            raise localized_error(TournamentError, "club.no-return")
        return [EntrantReturned(seq=self.seq + 1, at=now, number=number)]

    def assign_team(self, number: int, team: str, now: int) -> list[TeamAssigned]:
        """Put an entrant into a team, or into none."""
        self._require_not_over()
        self._require_team(team)
        return (
            []
            if self._entrant(number).team == team
            else [TeamAssigned(seq=self.seq + 1, at=now, number=number, team=team)]
        )

    def begin_vacation(self, number: int, now: int) -> list[VacationBegan]:
        """Pause all games of an entrant, as long as there are days of vacation left."""
        self._require_not_over()
        entrant = self._entrant(number)
        if not self.setup.vacation or self.setup.clock.days_per_turn is None:
            raise localized_error(TournamentError, "club.no-vacation")
        if not self.rounds or entrant.withdrawn or entrant.away_since is not None:
            raise localized_error(TournamentError, "club.not-now")
        if not entrant.vacation_left(self.setup.vacation):
            raise localized_error(TournamentError, "club.vacation-used")
        return [VacationBegan(seq=self.seq + 1, at=now, number=number)]

    def end_vacation(self, number: int, now: int) -> list[VacationEnded]:
        """Continue the games of an entrant."""
        entrant = self._entrant(number)
        if entrant.away_since is None:
            raise localized_error(TournamentError, "club.not-away")
        return [VacationEnded(seq=self.seq + 1, at=now, number=number, days=entrant.vacation_cost(now))]

    def end_used_up_vacations(self, now: int) -> list[VacationEnded]:
        """End the vacations of entrants who have no days left."""
        ended = [one.number for one in self.entrants.values() if (self.vacation_ends(one) or now + 1) <= now]
        events: list[VacationEnded] = []
        for number in ended:
            events += self.after(events).end_vacation(number, now)
        return events

    def vacation_ends(self, entrant: Entrant) -> int | None:
        """Return when the running vacation of an entrant has used up all days."""
        return entrant.vacation_ends(self.setup.vacation)

    def pair_round(
        self, now: int, free: Sequence[int] = (), ratings: Mapping[int, int] | None = None
    ) -> list[AnyTournamentEvent]:
        """Begin the next round; in an arena, games for the entrants who are free.

        `ratings` has the present ratings of entrants, for the seeding before the first round.
        """
        self._require_running()
        if self.setup.format != "arena" and self.open_games:
            raise localized_error(TournamentError, "club.open-games", games=len(self.open_games))
        if self.complete:
            raise localized_error(TournamentError, "club.complete")
        events: list[AnyTournamentEvent] = []
        after = self._copy()
        if not self.rounds:
            events.append(EntrantsSeeded(seq=after.seq + 1, at=now, entrants=self._seeded(ratings or {})))
            after.apply(events[-1:])
        for _ in range(missing_substitutes(after, free)):
            assert self.setup.substitute is not None
            entrant = Entrant(max(after.entrants) + 1, self.setup.substitute)
            events.append(Entered(seq=after.seq + 1, at=now, entrant=entrant))
            after.apply(events[-1:])
        games = next_round(after, free)
        return [*events, RoundPaired(seq=after.seq + 1, at=now, games=games)] if games else []

    def decide_game(
        self, number: int, place: int, points: Points, now: int, *, forfeit: bool = False
    ) -> list[AnyTournamentEvent]:
        """Give a game its result. A drawn knockout game is played again; if both have lost, both are out."""
        game = self._game(number, place)
        if game.points is not None:
            raise localized_error(TournamentError, "club.decided")
        check_points(game, points)
        if self.setup.format == "knockout" and is_draw(points):
            return [GameReplayed(seq=self.seq + 1, at=now, round=number, game=place)]
        return [GameDecided(seq=self.seq + 1, at=now, round=number, game=place, points=points, forfeit=forfeit)]

    def correct_result(
        self, number: int, place: int, points: Points, note: str, now: int, *, forfeit: bool = False
    ) -> list[AnyTournamentEvent]:
        """Change a result, even after the end. If another entrant advances in a knockout, withdraw later rounds."""
        game = self._game(number, place, even_over=True)
        if game.points is None or game.second is None:
            raise localized_error(TournamentError, "club.undecided")
        check_points(game, points)
        note = checked_note(note)
        events: list[AnyTournamentEvent] = []
        if self.setup.format == "knockout":
            if is_draw(points):
                raise localized_error(TournamentError, "club.no-draw")
            later = len(self.rounds) - 1 - number
            if later and winner(msgspec.structs.replace(game, points=points)) != winner(game):
                if self.status == "over":
                    raise localized_error(TournamentError, "club.gone-on")
                self._require_running()
                events += [RoundRestarted(seq=self.seq + 1 + n, at=now, note=note) for n in range(later)]
        seq = self.seq + 1 + len(events)
        events.append(
            ResultCorrected(seq=seq, at=now, round=number, game=place, points=points, note=note, forfeit=forfeit)
        )
        return events

    def restart_round(self, note: str, now: int) -> list[RoundRestarted]:
        """Withdraw the last round with its results."""
        self._require_running()
        if not self.rounds or self.setup.format == "arena":
            raise localized_error(TournamentError, "club.no-round")
        return [RoundRestarted(seq=self.seq + 1, at=now, note=checked_note(note))]

    def pause(self, now: int) -> list[TournamentPaused]:
        """Pause the running games, and begin no more rounds or games for now."""
        self._require_running()
        return [TournamentPaused(seq=self.seq + 1, at=now)]

    def resume(self, now: int) -> list[TournamentResumed]:
        """Continue after a pause."""
        if self.status != "paused":
            raise localized_error(TournamentError, "club.not-paused")
        return [TournamentResumed(seq=self.seq + 1, at=now)]

    def end(self, now: int) -> list[ArenaClosed | TournamentEnded]:
        """Make the standings final. An arena starts no more games, and ends after those in progress."""
        self._require_not_over()
        if self.open_games and self.setup.format == "arena" and self.closed_at is None:
            return [ArenaClosed(seq=self.seq + 1, at=now)]
        if self.open_games:
            raise localized_error(TournamentError, "club.open-games", games=len(self.open_games))
        return [TournamentEnded(seq=self.seq + 1, at=now)]

    # ---- Events ---------------------------------------------------------------------------------------------------

    def apply(self, events: Iterable[AnyTournamentEvent]) -> None:
        """Apply events to the state."""
        for event in events:
            if event.seq != self.seq + 1:
                raise ValueError(f"Event {event.seq} follows event {self.seq}.")
            self._apply(event)
            self.seq = event.seq

    def after(self, events: Iterable[AnyTournamentEvent]) -> Tournament:
        """Return the tournament after events; this one does not change."""
        copy = self._copy()
        copy.apply(events)
        return copy

    def _apply(self, event: AnyTournamentEvent) -> None:
        match event:
            case Entered(entrant=entrant):
                self.entrants[entrant.number] = entrant
            case EntrantsSeeded(entrants=entrants):
                self.entrants = {entrant.number: entrant for entrant in entrants}
                self.status = "running"
                self.numbered = event.seq
            case EntrantWithdrew(number=number) | EntrantReturned(number=number):
                self._replace_entrant(number, withdrawn=isinstance(event, EntrantWithdrew))
            case TeamAssigned(number=number, team=team):
                self._replace_entrant(number, team=team)
            case VacationBegan(number=number):
                self._replace_entrant(number, away_since=event.at)
            case VacationEnded(number=number, days=days):
                used = self.entrants[number].vacation_used + days
                self._replace_entrant(number, away_since=None, vacation_used=used)
            case RoundPaired(games=games):
                self.rounds.append(games)
                self.started.update({(len(self.rounds) - 1, place): event.seq for place in range(len(games))})
                self.round_of[event.seq] = len(self.rounds) - 1
                self.begun = event.at if self.begun is None else self.begun
            case GameDecided() | ResultCorrected():
                self._replace_game(event.round, event.game, points=event.points, forfeit=event.forfeit)
            case GameReplayed(round=number, game=place):
                game = self.rounds[number][place]
                self._replace_game(number, place, first=game.second, second=game.first)
                self.started[number, place] = event.seq
                self.round_of[event.seq] = number
            case RoundRestarted():
                for place in range(len(self.rounds.pop())):
                    del self.started[len(self.rounds), place]
                self.round_of = {seq: number for seq, number in self.round_of.items() if number < len(self.rounds)}
            case TournamentPaused():
                self.status, self.paused_at = "paused", event.at
            case TournamentResumed():
                self.status = "running" if self.rounds else "open"
                self.paused_for += max(0, event.at - (self.paused_at or event.at)) if self.rounds else 0
                self.paused_at = None
            case ArenaClosed():
                self.closed_at = event.at
            case TournamentEnded():
                self.status = "over"

    def _replace_entrant(self, number: int, **changes: object) -> None:
        self.entrants[number] = msgspec.structs.replace(self.entrants[number], **changes)

    def _replace_game(self, number: int, place: int, **changes: object) -> None:
        games = list(self.rounds[number])
        games[place] = msgspec.structs.replace(games[place], **changes)
        self.rounds[number] = tuple(games)

    # ---- Checks ---------------------------------------------------------------------------------------------------

    def _require_not_over(self) -> None:
        if self.status == "over":
            raise localized_error(TournamentError, "club.over")

    def _require_running(self) -> None:
        self._require_not_over()
        if self.status == "paused":
            raise localized_error(TournamentError, "club.paused")

    def _require_team(self, team: str) -> None:
        if team and team not in self.setup.teams:
            raise localized_error(TournamentError, "club.no-team")

    def _entrant(self, number: int) -> Entrant:
        if number not in self.entrants:
            raise localized_error(TournamentError, "club.no-entrant")
        return self.entrants[number]

    def _game(self, number: int, place: int, *, even_over: bool = False) -> RoundGame:
        if not even_over:
            self._require_not_over()
        if not 0 <= number < len(self.rounds) or not 0 <= place < len(self.rounds[number]):
            raise localized_error(TournamentError, "club.no-game")
        return self.rounds[number][place]

    def _seeded(self, ratings: Mapping[int, int]) -> tuple[Entrant, ...]:
        """Return the entrants in the order of the seeding; an odd round robin gets a substitute."""
        present = [
            msgspec.structs.replace(entrant, seed_points=ratings.get(entrant.number, entrant.seed_points))
            for entrant in self.entrants.values()
            if not entrant.withdrawn
        ]
        if self.setup.format == "round-robin" and self.setup.substitute is not None and len(present) % 2:
            present.append(Entrant(len(self.entrants) + 1, self.setup.substitute))
        least = self.setup.games[0].seats if self.setup.substitute is None else MIN_ENTRANTS
        if len(present) < least:
            raise localized_error(TournamentError, "club.too-few", least=least)
        return seeded(present, self.setup.seeding, self.setup.lot)

    def _copy(self) -> Tournament:
        copy = Tournament(self.setup)
        copy.seq, copy.status = self.seq, self.status
        copy.entrants, copy.rounds = dict(self.entrants), list(self.rounds)
        copy.started, copy.round_of = dict(self.started), dict(self.round_of)
        copy.begun, copy.numbered = self.begun, self.numbered
        copy.paused_at, copy.paused_for, copy.closed_at = self.paused_at, self.paused_for, self.closed_at
        return copy


def _same_player(one: Account | Guest | Bot, other: Account | Guest | Bot) -> bool:
    if isinstance(one, Bot) or isinstance(other, Bot):
        return False
    return one.id == other.id and (bool(one.id) or one.name == other.name)
