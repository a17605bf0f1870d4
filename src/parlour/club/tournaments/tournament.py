"""`Tournament`: entrants, rounds and results. A pure state machine: no input, output or clock.

    tournament = Tournament(setup, events)           # any process, any time
    events = tournament.pair_round(now)              # changes nothing; raises `TournamentError`
    tournament.apply(events)                         # after they have been stored

Deciding and applying are separate, as in `Match`: what people see has been stored. A tournament survives a restart in
any phase, because its state is a function of its events.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from parlour.club.tournaments.arena import pair_arena_games
from parlour.club.tournaments.events import (
    AnyTournamentEvent,
    Entered,
    Entrant,
    EntrantReturned,
    EntrantsSeeded,
    EntrantWithdrew,
    GameDecided,
    GameReplayed,
    ResultCorrected,
    RoundPaired,
    RoundRestarted,
    TournamentEnded,
    TournamentGame,
    TournamentPaused,
    TournamentResumed,
    TournamentSetup,
)
from parlour.club.tournaments.knockout import pair_knockout_round, winner
from parlour.club.tournaments.round_robin import round_robin
from parlour.club.tournaments.rounds import Points, Round, RoundGame
from parlour.club.tournaments.standings import StandingRow, standings
from parlour.club.tournaments.swiss import pair_swiss_round
from parlour.engine.levels import Bot
from parlour.errors import TournamentError
from parlour.i18n.errors import localized_error
from parlour.match.seats import Account, Guest

TournamentStatus = Literal["open", "running", "paused", "over"]
LEAST_ENTRANTS = 2
MOST_ENTRANTS = 500
LONGEST_NOTE = 200
_RESULTS = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0), (0.0, 0.0))


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
        self.numbered = 0
        """The event that gave the entrants their numbers."""
        self.begun: int | None = None
        """Time of the first round."""
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
        return [number for number in self._present() if number not in busy]

    def game_of_round(self, number: int) -> TournamentGame:
        """Return the game that is played in a round."""
        return self.setup.games[number % len(self.setup.games)]

    def standings(self) -> tuple[StandingRow, ...]:
        """Return the standings after all results so far."""
        return standings(self.entrants, self.rounds, self.setup.tie_breaks)

    # ---- Decisions ------------------------------------------------------------------------------------------------

    def enter(self, player: Account | Guest | Bot, now: int, seed_points: int = 0, team: str = "") -> list[Entered]:
        """Let a player take part. In a Swiss tournament and an arena this is possible until the end."""
        self._require_not_over()
        if self.rounds and self.setup.format in ("round-robin", "knockout"):
            raise localized_error(TournamentError, "club.late")
        if len(self.entrants) >= MOST_ENTRANTS:
            raise localized_error(TournamentError, "club.full", most=MOST_ENTRANTS)
        if any(_same_player(one.player, player) for one in self.entrants.values()):
            raise localized_error(TournamentError, "club.entered")
        entrant = Entrant(max(self.entrants, default=0) + 1, player, seed_points, team)
        return [Entered(seq=self.seq + 1, at=now, entrant=entrant)]

    def withdraw(self, number: int, now: int) -> list[AnyTournamentEvent]:
        """Let an entrant leave; an open game is lost by forfeit."""
        self._require_not_over()
        if self._entrant(number).withdrawn:
            raise localized_error(TournamentError, "club.withdrawn")
        events: list[AnyTournamentEvent] = [EntrantWithdrew(seq=self.seq + 1, at=now, number=number)]
        for at, place in self.open_games:
            game = self.rounds[at][place]
            if number in game.entrants:
                points = (0.0, 1.0) if game.first == number else (1.0, 0.0)
                seq = self.seq + 1 + len(events)
                events.append(GameDecided(seq=seq, at=now, round=at, game=place, points=points, forfeit=True))
        return events

    def come_back(self, number: int, now: int) -> list[EntrantReturned]:
        """Let an entrant who withdrew take part again."""
        self._require_not_over()
        if not self._entrant(number).withdrawn or self.setup.format == "knockout":
            raise localized_error(TournamentError, "club.no-return")
        return [EntrantReturned(seq=self.seq + 1, at=now, number=number)]

    def pair_round(self, now: int, free: Sequence[int] = ()) -> list[AnyTournamentEvent]:
        """Begin the next round; in an arena, games for the entrants who are free."""
        self._require_running()
        if self.setup.format != "arena" and self.open_games:
            raise localized_error(TournamentError, "club.open-games", games=len(self.open_games))
        if self.total_rounds is not None and self.rounds and len(self.rounds) >= self.total_rounds:
            raise localized_error(TournamentError, "club.complete")
        events: list[AnyTournamentEvent] = []
        after = self._copy()
        if not self.rounds:
            events.append(EntrantsSeeded(seq=after.seq + 1, at=now, entrants=self._seeded()))
            after.apply(events[-1:])
        if after._needs_substitute():
            assert self.setup.substitute is not None
            entrant = Entrant(max(after.entrants) + 1, self.setup.substitute)
            events.append(Entered(seq=after.seq + 1, at=now, entrant=entrant))
            after.apply(events[-1:])
        games = after._next_round(free)
        return [*events, RoundPaired(seq=after.seq + 1, at=now, games=games)] if games else []

    def decide_game(
        self, number: int, place: int, points: Points, now: int, *, forfeit: bool = False
    ) -> list[AnyTournamentEvent]:
        """Give a game its result. A drawn knockout game is played again."""
        game = self._game(number, place)
        if game.points is not None:
            raise localized_error(TournamentError, "club.decided")
        _check_points(points)
        if self.setup.format == "knockout" and points[0] == points[1]:
            return [GameReplayed(seq=self.seq + 1, at=now, round=number, game=place)]
        return [GameDecided(seq=self.seq + 1, at=now, round=number, game=place, points=points, forfeit=forfeit)]

    def correct_result(
        self, number: int, place: int, points: Points, note: str, now: int, *, forfeit: bool = False
    ) -> list[ResultCorrected]:
        """Change a result, also after the end. In a knockout only while nobody has gone on from that round."""
        game = self._game(number, place, even_over=True)
        if game.points is None or game.second is None:
            raise localized_error(TournamentError, "club.undecided")
        if self.setup.format == "knockout" and (number < len(self.rounds) - 1 or points[0] == points[1]):
            raise localized_error(TournamentError, "club.gone-on")
        _check_points(points)
        event = ResultCorrected(
            seq=self.seq + 1, at=now, round=number, game=place, points=points, note=_checked_note(note), forfeit=forfeit
        )
        return [event]

    def restart_round(self, note: str, now: int) -> list[RoundRestarted]:
        """Withdraw the last round with its results."""
        self._require_running()
        if not self.rounds or self.setup.format == "arena":
            raise localized_error(TournamentError, "club.no-round")
        return [RoundRestarted(seq=self.seq + 1, at=now, note=_checked_note(note))]

    def pause(self, now: int) -> list[TournamentPaused]:
        """Begin no more rounds or games for now."""
        self._require_running()
        return [TournamentPaused(seq=self.seq + 1, at=now)]

    def resume(self, now: int) -> list[TournamentResumed]:
        """Go on after a pause."""
        if self.status != "paused":
            raise localized_error(TournamentError, "club.not-paused")
        return [TournamentResumed(seq=self.seq + 1, at=now)]

    def end(self, now: int) -> list[TournamentEnded]:
        """Make the standings final."""
        self._require_not_over()
        if self.open_games:
            raise localized_error(TournamentError, "club.open-games", games=len(self.open_games))
        return [TournamentEnded(seq=self.seq + 1, at=now)]

    # ---- Events ---------------------------------------------------------------------------------------------------

    def apply(self, events: Iterable[AnyTournamentEvent]) -> None:
        """Change the state as events say."""
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
                left = isinstance(event, EntrantWithdrew)
                self.entrants[number] = msgspec.structs.replace(self.entrants[number], withdrawn=left)
            case RoundPaired(games=games):
                self.rounds.append(games)
                self.started.update({(len(self.rounds) - 1, place): event.seq for place in range(len(games))})
                self.begun = event.at if self.begun is None else self.begun
            case GameDecided() | ResultCorrected():
                self._replace_game(event.round, event.game, points=event.points, forfeit=event.forfeit)
            case GameReplayed(round=number, game=place):
                game = self.rounds[number][place]
                self._replace_game(number, place, first=game.second, second=game.first)
                self.started[number, place] = event.seq
            case RoundRestarted():
                for place in range(len(self.rounds.pop())):
                    del self.started[len(self.rounds), place]
            case TournamentPaused():
                self.status = "paused"
            case TournamentResumed():
                self.status = "running" if self.rounds else "open"
            case TournamentEnded():
                self.status = "over"

    def _replace_game(self, number: int, place: int, **changes: object) -> None:
        games = list(self.rounds[number])
        games[place] = msgspec.structs.replace(games[place], **changes)
        self.rounds[number] = tuple(games)

    # ---- Checks and pairing ---------------------------------------------------------------------------------------

    def _require_not_over(self) -> None:
        if self.status == "over":
            raise localized_error(TournamentError, "club.over")

    def _require_running(self) -> None:
        self._require_not_over()
        if self.status == "paused":
            raise localized_error(TournamentError, "club.paused")

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

    def _seeded(self) -> tuple[Entrant, ...]:
        """Return the entrants by strength; in a round robin with a substitute if their number is odd."""
        present = [entrant for entrant in self.entrants.values() if not entrant.withdrawn]
        if self.setup.format == "round-robin" and self.setup.substitute is not None and len(present) % 2:
            present.append(Entrant(len(self.entrants) + 1, self.setup.substitute))
        if len(present) < LEAST_ENTRANTS:
            raise localized_error(TournamentError, "club.too-few", least=LEAST_ENTRANTS)
        present.sort(key=lambda entrant: (isinstance(entrant.player, Bot), -entrant.seed_points, entrant.number))
        return tuple(msgspec.structs.replace(entrant, number=number) for number, entrant in enumerate(present, start=1))

    def _copy(self) -> Tournament:
        copy = Tournament(self.setup)
        copy.seq, copy.status = self.seq, self.status
        copy.entrants, copy.rounds = dict(self.entrants), list(self.rounds)
        copy.started, copy.begun, copy.numbered = dict(self.started), self.begun, self.numbered
        return copy

    def _present(self) -> list[int]:
        """Return the entrants who take part in the next round, without the substitute."""
        return [
            number
            for number, entrant in sorted(self.entrants.items())
            if not entrant.withdrawn and entrant.player != self.setup.substitute
        ]

    def _needs_substitute(self) -> bool:
        """Return whether a substitute has to enter for the next round of a Swiss tournament."""
        wanted = self.setup.format == "swiss" and self.setup.substitute is not None and len(self._present()) % 2 == 1
        return wanted and not self._substitutes()

    def _substitutes(self) -> list[int]:
        return [number for number, one in self.entrants.items() if one.player == self.setup.substitute]

    def _next_round(self, free: Sequence[int]) -> Round:
        present = self._present()
        match self.setup.format:
            case "swiss":
                if len(present) % 2:
                    present += self._substitutes()
                return pair_swiss_round(present, self.rounds, self.setup.first_side)
            case "round-robin":
                rounds = round_robin(sorted(self.entrants), max(1, self.setup.rounds))
                return tuple(self._forfeited(game) for game in rounds[len(self.rounds)])
            case "knockout":
                games = pair_knockout_round(sorted(self.entrants), self.rounds)
                return tuple(self._forfeited(game) for game in games)
            case "arena":
                waiting = self.free_entrants()
                return pair_arena_games([one for one in free if one in waiting], self.rounds)

    def _forfeited(self, game: RoundGame) -> RoundGame:
        """Return the game, decided if one of its entrants has withdrawn."""
        if game.second is None:
            return game
        gone = tuple(self.entrants[number].withdrawn for number in game.entrants)
        if not any(gone):
            return game
        points = (float(not gone[0]), float(not gone[1]))
        if self.setup.format == "knockout" and all(gone):
            points = (1.0, 0.0)  # the next round needs an entrant in this place
        return msgspec.structs.replace(game, points=points, forfeit=True)

    def winner(self) -> int | None:
        """Return the entrant who won the tournament; None while it runs, or if several share the first place."""
        if self.status != "over" or not self.rounds:
            return None
        if self.setup.format == "knockout":
            return winner(self.rounds[-1][0])
        first = [row.entrant for row in self.standings() if row.place == 1]
        return first[0] if len(first) == 1 else None


def _same_player(one: Account | Guest | Bot, other: Account | Guest | Bot) -> bool:
    if isinstance(one, Bot) or isinstance(other, Bot):
        return one == other
    return one.id == other.id and (bool(one.id) or one.name == other.name)


def _check_points(points: Points) -> None:
    if points not in _RESULTS:
        raise localized_error(TournamentError, "club.points")


def _checked_note(note: str) -> str:
    note = note.strip()
    if not note or len(note) > LONGEST_NOTE:
        raise localized_error(TournamentError, "club.note", most=LONGEST_NOTE)
    return note
