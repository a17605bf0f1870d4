"""Events of a tournament, which are stored and broadcast. A tournament is its set-up and its events, in order."""

from __future__ import annotations

from typing import Literal

import msgspec

from parlour.club.tournaments.rounds import Points, Round
from parlour.club.tournaments.standings import TIE_BREAKS, TieBreak
from parlour.engine.levels import Bot
from parlour.games.contract.options import Value
from parlour.match.clock import Clock
from parlour.match.seats import Account, Guest

TournamentFormat = Literal["swiss", "round-robin", "knockout", "arena"]


class TournamentGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game that is played in a tournament, with its options."""

    game: str
    options: dict[str, Value] = {}


class TournamentSetup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is fixed when a tournament is announced.

    With several `games` each round has one of them in turn. `rounds` is the number of rounds of a Swiss tournament, and
    of cycles in a round robin; a knockout and an arena need none. `substitute` is a bot that plays when the number of
    entrants is odd, instead of a bye.
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
    """The side of the strongest entrant in the first round, drawn by lot."""


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A participant. Numbers are places in the seeding until the first round; later entrants follow."""

    number: int
    player: Account | Guest | Bot
    seed_points: int = 0
    """Rating by which entrants are seeded."""
    team: str = ""
    withdrawn: bool = False


class TournamentEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """Base class of events; `seq` is the number of the event in its tournament, `at` its time."""

    seq: int
    at: int


class Entered(TournamentEvent, frozen=True, kw_only=True, tag="entered"):
    """A player entered the tournament."""

    entrant: Entrant


class EntrantWithdrew(TournamentEvent, frozen=True, kw_only=True, tag="withdrew"):
    """An entrant takes part in no more rounds; an open game is lost by forfeit."""

    number: int


class EntrantReturned(TournamentEvent, frozen=True, kw_only=True, tag="returned"):
    """An entrant who had withdrawn takes part again."""

    number: int


class EntrantsSeeded(TournamentEvent, frozen=True, kw_only=True, tag="seeded"):
    """The entrants have their final numbers; the tournament begins."""

    entrants: tuple[Entrant, ...]


class RoundPaired(TournamentEvent, frozen=True, kw_only=True, tag="paired"):
    """A round begins, or in an arena a batch of games."""

    games: Round


class GameDecided(TournamentEvent, frozen=True, kw_only=True, omit_defaults=True, tag="decided"):
    """A game has a result. `round` counts from 0; `game` is the place of the game in its round."""

    round: int
    game: int
    points: Points
    forfeit: bool = False


class ResultCorrected(TournamentEvent, frozen=True, kw_only=True, omit_defaults=True, tag="corrected"):
    """The organiser changed a result, and says why."""

    round: int
    game: int
    points: Points
    note: str
    forfeit: bool = False


class GameReplayed(TournamentEvent, frozen=True, kw_only=True, tag="replayed"):
    """A drawn knockout game is played again with sides exchanged."""

    round: int
    game: int


class RoundRestarted(TournamentEvent, frozen=True, kw_only=True, tag="restarted"):
    """The last round is withdrawn with its results, to be paired again."""

    note: str


class TournamentPaused(TournamentEvent, frozen=True, kw_only=True, tag="paused"):
    """No round or game begins until the tournament is resumed."""


class TournamentResumed(TournamentEvent, frozen=True, kw_only=True, tag="resumed"):
    """The tournament goes on."""


class TournamentEnded(TournamentEvent, frozen=True, kw_only=True, tag="ended"):
    """The tournament is over: the standings are final."""


AnyTournamentEvent = (
    Entered
    | EntrantWithdrew
    | EntrantReturned
    | EntrantsSeeded
    | RoundPaired
    | GameDecided
    | ResultCorrected
    | GameReplayed
    | RoundRestarted
    | TournamentPaused
    | TournamentResumed
    | TournamentEnded
)
