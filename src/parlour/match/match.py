"""`Match`: a live game with seats, clocks, offers and take-backs. A pure state machine: no input, output or clock.

    match, events = Match.new(setup, now)             # store the set-up and the events
    match = Match.load(setup, events)                 # any process, any time later
    events = match.decide(command, sender, now)       # changes nothing; raises `Refused`
    match.apply(events)                               # after they have been stored

Deciding and applying are separate so that a move is stored before it is sent to anyone. If storing fails because
another process was faster (the unique key on match and `seq`), load the match again and decide again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Literal

import msgspec

from parlour.engine.levels import Bot, bot_name
from parlour.errors import BrokenMatch, ParlourError, Refused
from parlour.games.contract.display import Outcome
from parlour.games.contract.game import Game
from parlour.games.contract.localized_game import catalogue_of
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.i18n.catalogue import ENGLISH, Catalogue, format_message, load_catalogue
from parlour.i18n.message import Message
from parlour.match.clock import clock_tag, elapsed, fresh, remaining
from parlour.match.commands import AnyCommand, Sender
from parlour.match.deciding import decide
from parlour.match.deciding.moves import begin, replayed
from parlour.match.event_changes import state_changes
from parlour.match.events import AnyEvent, HelpCount, MatchState
from parlour.match.records.record import Record, RecordedMove
from parlour.match.seats import Coach, Help, Player, Setup, Vacant, check_setup, is_person, person_name

Status = Literal["waiting", "running", "paused", "over"]
Result = Literal["won", "drawn", "lost", "unfinished", "none"]
"""Result of a match for one seat; `none` does not count."""


class Match:
    """A match: its set-up, its state, and the resulting position."""

    def __init__(self, setup: Setup) -> None:
        """Create a match without events; use `new`, `load` or `resume` instead."""
        self.setup = setup
        self.game: Game
        self.options: Options
        self.game, self.options = setup.rules()
        self.position: Position = self.game.read(setup.start, self.options)
        seats = len(setup.seats)
        self.state = MatchState(
            seq=0,
            players=tuple(seat.player for seat in setup.seats),
            times=fresh(setup.clock, seats),
            helped=(HelpCount(),) * seats,
            offered_at=(None,) * seats,
        )
        self._known_roster = _Roster(self.state.players)

    # ---- Creation -------------------------------------------------------------------------------------------------

    @staticmethod
    def new(setup: Setup, now: int, *, played_elsewhere: bool = False) -> tuple[Match, list[AnyEvent]]:
        """Return a match and its first events; raise `SetupError` or another `ParlourError`."""
        match = Match(check_setup(setup, played_elsewhere=played_elsewhere))
        events = begin(match, now)
        match.apply(events)
        return match, events

    @staticmethod
    def load(setup: Setup, events: Iterable[AnyEvent]) -> Match:
        """Return a match from stored events; raise `BrokenMatch` if they are inconsistent."""
        match = Match(setup)
        match.apply(events)
        return match

    @staticmethod
    def resume(setup: Setup, state: MatchState) -> Match:
        """Return a match from its set-up and a stored state."""
        match = Match(setup)
        try:
            for move in state.moves:
                match.position.play(match.position.read_move(move.text))
        except ParlourError as fault:
            raise BrokenMatch(f"The stored moves cannot be replayed: {fault}") from fault
        match.state = state
        return match

    @staticmethod
    def from_record(
        setup: Setup, record: Record, now: int, *, to_the_end: bool = False
    ) -> tuple[Match, list[AnyEvent]]:
        """Return a match that continues an unfinished record; game, options and start come from the record.

        With `to_the_end` the record is of a game played elsewhere, and its result is kept.
        """
        setup = msgspec.structs.replace(setup, game=record.game, options=dict(record.options), start=record.start)
        match, events = Match.new(setup, now, played_elsewhere=to_the_end)
        more = replayed(match, record, now, to_the_end=to_the_end)
        match.apply(more)
        return match, events + more

    def copy(self) -> Match:
        """Return an independent match in the same state."""
        other = Match.__new__(Match)
        other.setup, other.game, other.options = self.setup, self.game, self.options
        other.position, other.state = self.position.copy(), self.state
        other._known_roster = self._known_roster
        return other

    # ---- Commands -------------------------------------------------------------------------------------------------

    def decide(
        self, command: AnyCommand, sender: Sender, now: int, *, showing: int = 0, charge: int | None = None
    ) -> list[AnyEvent]:
        """Return the events that a command leads to, without applying them; raise `Refused`.

        `showing` is how long the move is animated before the next clock runs. `charge` is the actual thinking time of a
        bot that was made to wait longer.
        """
        return decide(self, command, sender, now, showing, charge)

    def do(
        self, command: AnyCommand, sender: Sender, now: int, *, showing: int = 0, charge: int | None = None
    ) -> list[AnyEvent]:
        """Decide and apply in one step, where nothing has to be stored."""
        events = self.decide(command, sender, now, showing=showing, charge=charge)
        self.apply(events)
        return events

    def refusal(self, reason: str, message: Message | None = None, **params: str | int) -> Refused:
        """Return the error that refuses a command, with its message."""
        shown, names = message or Message(f"match.{reason}", params), self.names()
        refused = Refused(reason, lambda: format_message(shown, _catalogue(self.game), names), shown)
        refused.catalogue, refused.game, refused.names = "match", self.game, names
        return refused

    def passed_on(self, reason: str, wrong: ParlourError) -> Refused:
        """Return the error that refuses a command because of another error."""
        refused = self.refusal(reason, why=str(wrong))
        refused.quotes = {"why": wrong}
        return refused

    # ---- Queries --------------------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """Return whether the match is waiting, running, paused or over."""
        if self.state.ended is not None:
            return "over"
        if self.state.began is None:
            return "waiting"
        return "paused" if self.state.paused else "running"

    @property
    def ply(self) -> int:
        """Return the number of moves played."""
        return len(self.state.moves)

    def turn_starts(self) -> list[int]:
        """Return the plies (counted from 0) at which turns begin."""
        moves = self.state.moves
        starts = [0, *[ply for ply, move in enumerate(moves, 1) if move.last]]
        return starts if starts[-1] < len(moves) else starts[:-1]

    @property
    def players(self) -> tuple[Player, ...]:
        """Return the players by seat."""
        return self.state.players

    @property
    def _roster(self) -> _Roster:
        if self._known_roster.players is not self.state.players:
            self._known_roster = _Roster(self.state.players)
        return self._known_roster

    @property
    def persons(self) -> frozenset[int]:
        """Return the seats of people."""
        return self._roster.people

    @property
    def bots(self) -> frozenset[int]:
        """Return the seats of bots."""
        return self._roster.bots

    @property
    def between_people(self) -> bool:
        """Return whether people play each other on different clients: then there is no help, and undo needs consent."""
        return self.setup.kind == "network" and len(self.persons) > 1

    @property
    def thinking_bot(self) -> int | None:
        """Return the seat of the bot to move, if any. Cancel searches started for another `seq`."""
        seat: int = self.position.seat
        return seat if self.status == "running" and seat in self.bots else None

    def is_out(self, seat: int) -> bool:
        """Return whether a seat has dropped out while the others continue: by the rules, by resigning, or on time."""
        return bool(self.position.is_out(seat)) or any(one.seat == seat for one in self.state.withdrawn)

    def names(self, language: str = ENGLISH) -> tuple[str, ...]:
        """Return the players' names, with the side where two are equal or the seat is vacant."""
        return self._roster.names(self.game, self.options, language)

    def allows(self, seat: int, help: Help) -> bool:
        """Return whether a seat may use a kind of help now."""
        if self.setup.rated or self.setup.tournament or (help != "undo" and self.between_people):
            return False
        return bool(getattr(self.setup.seats[seat], help))

    def time_left(self, seat: int, now: int) -> int | None:
        """Return the milliseconds a seat has left, including its running turn; None if its time cannot run out."""
        to_move = self.position.seat == seat
        return remaining(self.setup.clock, self.state.times, seat, now, to_move=to_move)

    def time_used(self, seat: int, now: int) -> int:
        """Return the total thinking time of a seat in milliseconds."""
        running = elapsed(self.state.times, now) if self.position.seat == seat else 0
        return self.state.times.used[seat] + running

    def turn_time(self, now: int) -> int:
        """Return the thinking time of the seat to move in this turn, in milliseconds."""
        return self.state.times.thinking + elapsed(self.state.times, now)

    def flag_at(self) -> int | None:
        """Return when the seat to move will run out of time; None if it will not."""
        since = self.state.times.since
        if since is None or self.status != "running":
            return None
        left = self.time_left(self.position.seat, since)
        return None if left is None else since + left

    # ---- Results --------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome, if there is one."""
        return self.state.outcome

    @property
    def counts(self) -> bool:
        """Return whether the match counts: it has a result, and was not left before each side had moved."""
        if self.state.outcome is None:
            return False
        moved = {move.seat for move in self.state.moves}
        return len(moved) == len(self.players) or self.position.is_over()

    def result(self, seat: int) -> Result:
        """Return the result of the match for a seat."""
        if self.state.ended is None:
            return "unfinished"
        if self.state.outcome is None or not self.counts:
            return "none"
        value = self.state.outcome.results[seat]
        return "won" if value == 1 else "lost" if value == 0 else "drawn"

    def assisted(self, seat: int) -> bool:
        """Return whether a seat has had help: such a win is marked, and counts for no achievement or rating."""
        return self.state.helped[seat] != HelpCount() or self.coach(seat) != "off"

    def coach(self, seat: int) -> Coach:
        """Return the coach setting of a seat."""
        return self.setup.seats[seat].coach

    def colours(self) -> tuple[str, ...]:
        """Return the piece colours of all seats: those that players chose, or the defaults of the sides."""
        sides = self.game.sides(self.options)
        return tuple(seat.colour or side.colour for seat, side in zip(self.setup.seats, sides, strict=True))

    def why_over(self) -> Message | None:
        """Return why the game is over, for a sentence after "because" or a colon."""
        return None if self.state.ended is None else self.why_ended(self.state.reason, self.state.loser)

    def why_ended(self, reason: str, loser: int | None) -> Message:
        """Return why a game in this position ended: by the rules, or else for the given reason."""
        if self.position.is_over():
            by_rules: Message = self.position.why_over()
            return by_rules
        params: dict[str, str | int] = {} if loser is None else {"loser_seat": loser}
        prefix = "match" if reason == "abandoned" else "shared"
        return Message(f"{prefix}.reason.{reason}", params)

    def sentence(self, message: Message) -> str:
        """Return a message as a sentence with the players' names."""
        return format_message(message, _catalogue(self.game), self.names())

    def record(self) -> Record:
        """Return the match as a record; tags contain the players, their levels, and the clock."""
        tags: dict[str, str] = {}
        for n, player in enumerate(self.players, 1):
            if not isinstance(player, Vacant):
                tags[f"Seat{n}"] = player.name
            if isinstance(player, Bot):
                tags[f"Bot{n}"] = f"{player.level} {player.style}"
        if self.setup.clock.kind != "none":
            tags["Clock"] = clock_tag(self.setup.clock)
        if self.state.ended is not None and self.state.outcome is None:
            tags["Reason"] = self.state.reason
        moves = tuple(RecordedMove(move.text, move.spent / 1000) for move in self.state.moves)
        return Record(self.game.key, dict(self.options), self.setup.start, moves, self.state.outcome, tags)

    # ---- Applying events ------------------------------------------------------------------------------------------

    def after(self, events: Iterable[AnyEvent]) -> Match:
        """Return a copy of the match with some events applied."""
        match = self.copy()
        match.apply(events)
        return match

    def apply(self, events: Iterable[AnyEvent]) -> None:
        """Apply events that were decided (and stored); raise `BrokenMatch` at one that is inconsistent."""
        for event in events:
            if event.seq != self.state.seq + 1:
                raise BrokenMatch(f"Event {self.state.seq + 1} is missing; the next one is {event.seq}.")
            try:
                changes = state_changes(self.state, self.position, event)
            except (ParlourError, IndexError) as fault:
                raise BrokenMatch(f"Event {event.seq} ({type(event).__name__}) does not fit: {fault}") from fault
            self.state = msgspec.structs.replace(self.state, seq=event.seq, **changes)


@cache
def _catalogue(game: Game) -> Catalogue:
    return {**catalogue_of(game), **load_catalogue("match")}


class _Roster:
    """Values derived from the players of a match, kept because every move needs them many times."""

    def __init__(self, players: tuple[Player, ...]) -> None:
        self.players = players
        self.people = frozenset(seat for seat, player in enumerate(players) if is_person(player))
        self.bots = frozenset(seat for seat, player in enumerate(players) if isinstance(player, Bot))
        self._names: dict[str, tuple[str, ...]] = {}

    def names(self, game: Game, options: Options, language: str) -> tuple[str, ...]:
        if language not in self._names:
            self._names[language] = self._unique_names(game, options, language)
        return self._names[language]

    def _unique_names(self, game: Game, options: Options, language: str) -> tuple[str, ...]:
        sides = game.localized(language).sides(options)
        names = [self._name(player, game, language) for player in self.players]
        unique = []
        for player, name, side in zip(self.players, names, sides, strict=True):
            if isinstance(player, Vacant):
                unique.append(side.name)
            elif names.count(name) == 1:
                unique.append(name)
            elif isinstance(player, Bot):
                unique.append(bot_name(player, game, language, side=side.name))
            else:
                unique.append(f"{name} ({side.name})")
        return tuple(unique)

    @staticmethod
    def _name(player: Player, game: Game, language: str) -> str:
        if isinstance(player, Bot):
            return bot_name(player, game, language)
        return player.name if isinstance(player, Vacant) else person_name(player, language)
