"""Events of a tournament, which are stored and broadcast. A tournament is its set-up and its events, in order."""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.club.tournaments.entrants import Entrant
from parlour.club.tournaments.rounds import Points, Round
from parlour.club.tournaments.seeding import Seeding
from parlour.club.tournaments.standings import TIE_BREAKS, TieBreak
from parlour.engine.levels import Bot
from parlour.games.contract.options import Value
from parlour.match.clock import Clock
from parlour.match.events import Event

TournamentFormat = Literal["swiss", "round-robin", "knockout", "arena"]


class TournamentGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that is played in a tournament, with its options."""

    game: str
    options: dict[str, Value] = {}
    seats: int = 2
    """Number of seats with these options."""


class TournamentSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is fixed when a tournament is announced.

    With several `games` each round has one of them in turn. `rounds` is the number of rounds of a Swiss tournament, and
    of cycles in a round robin; a knockout and an arena need none. `substitute` is a bot that takes the seats that are
    left over in a round, instead of byes.
    """

    name: str
    format: TournamentFormat
    games: tuple[TournamentGame, ...]
    rounds: int = 0
    clock: Clock = Clock()
    rated: bool = False
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    substitute: Bot | None = None
    automatic: bool = False
    """Whether each round begins as soon as the last one is complete."""
    minutes: int = 60
    """Duration of an arena."""
    first_side: int = 0
    """The side of the strongest entrant in the first round, drawn at random."""
    seeding: Seeding = "entry"
    lot: int = 0
    """Number that decides a random order, drawn at random."""
    teams: tuple[str, ...] = ()
    """Teams that entrants can join."""
    team_best: int = 0
    """Number of members whose points count for a team; 0 for all."""
    separate_teams: bool = False
    """Whether members of a team do not meet if that can be avoided; in a round robin, never."""
    vacation: int = 0
    """Days of vacation that each entrant has in a tournament with days per turn."""


class TournamentEvent(Event, frozen=True, kw_only=True):
    """Base class of the events of a tournament."""


class EntrantEvent(TournamentEvent, frozen=True, kw_only=True):
    """Base class of the events about one entrant."""

    number: int


class GameEvent(TournamentEvent, frozen=True, kw_only=True):
    """Base class of the events about one game. `round` counts from 0; `game` is the place of the game in its round."""

    round: int
    game: int


class ResultEvent(GameEvent, frozen=True, kw_only=True, omit_defaults=True):
    """Base class of the events that set a result."""

    points: Points
    forfeit: bool = False


class Entered(TournamentEvent, frozen=True, kw_only=True, tag="entered"):
    """A player entered the tournament."""

    entrant: Entrant


class EntrantWithdrew(EntrantEvent, frozen=True, kw_only=True, tag="withdrew"):
    """An entrant takes part in no more rounds, and resigns an open game."""


class EntrantReturned(EntrantEvent, frozen=True, kw_only=True, tag="returned"):
    """An entrant who had withdrawn takes part again."""


class EntrantsSeeded(TournamentEvent, frozen=True, kw_only=True, tag="seeded"):
    """The entrants have their final numbers; the tournament begins."""

    entrants: tuple[Entrant, ...]


class TeamAssigned(EntrantEvent, frozen=True, kw_only=True, tag="team"):
    """An entrant belongs to a team; to none if it is empty."""

    team: str


class VacationBegan(EntrantEvent, frozen=True, kw_only=True, tag="away"):
    """An entrant is on vacation: their games are paused."""


class VacationEnded(EntrantEvent, frozen=True, kw_only=True, tag="back"):
    """A vacation ended after some days, of which each that had begun counts."""

    days: int


class RoundPaired(TournamentEvent, frozen=True, kw_only=True, tag="paired"):
    """A round begins, or in an arena a batch of games."""

    games: Round


class GameDecided(ResultEvent, frozen=True, kw_only=True, omit_defaults=True, tag="decided"):
    """A game has a result."""


class ResultCorrected(ResultEvent, frozen=True, kw_only=True, omit_defaults=True, tag="corrected"):
    """The organiser changed a result; `note` is the reason."""

    note: str


class GameReplayed(GameEvent, frozen=True, kw_only=True, tag="replayed"):
    """A drawn knockout game is played again with sides exchanged."""


class RoundRestarted(TournamentEvent, frozen=True, kw_only=True, tag="restarted"):
    """The last round is withdrawn with its results, to be paired again."""

    note: str


class TournamentPaused(TournamentEvent, frozen=True, kw_only=True, tag="paused"):
    """Running games are paused, and no round or game begins, until the tournament is resumed."""


class TournamentResumed(TournamentEvent, frozen=True, kw_only=True, tag="resumed"):
    """The tournament continues."""


class ArenaClosed(TournamentEvent, frozen=True, kw_only=True, tag="closed"):
    """An arena begins no more games, and ends when the open ones have ended."""


class TournamentEnded(TournamentEvent, frozen=True, kw_only=True, tag="ended"):
    """The tournament is over: the standings are final."""


AnyTournamentEvent = (
    Entered
    | EntrantWithdrew
    | EntrantReturned
    | EntrantsSeeded
    | TeamAssigned
    | VacationBegan
    | VacationEnded
    | RoundPaired
    | GameDecided
    | ResultCorrected
    | GameReplayed
    | RoundRestarted
    | TournamentPaused
    | TournamentResumed
    | ArenaClosed
    | TournamentEnded
)
