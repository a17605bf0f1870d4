"""`Match`: a live game with seats, clocks, offers and take-backs. A pure state machine: no input, output or clock.

    match, events = Match.new(setup, now)             # store the set-up and the events
    match = Match.load(setup, events)                 # any process, any time later
    events = match.decide(command, sender, now)       # changes nothing; raises `Refused`
    match.apply(events)                               # after they have been stored

Deciding and applying are apart so that a move can be stored before anybody hears of it. If storing fails because
another process was faster (the unique key on match and `seq`), load the match again and decide again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Literal, TypeVar

import msgspec

from parlour.engine.levels import Bot
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
from parlour.match.events import (
    Answered,
    AnyEvent,
    Assisted,
    Began,
    Ended,
    Followed,
    HelpCount,
    MatchState,
    Moved,
    Offer,
    Offered,
    Paced,
    Paused,
    PlayedMove,
    Resumed,
    Seated,
    Shifted,
    TakenBack,
    Withdrawn,
)
from parlour.match.records.record import Record, RecordedMove
from parlour.match.seats import Coach, Help, Player, Setup, Vacant, bot_name, check_setup, is_person

T = TypeVar("T")

Status = Literal["waiting", "running", "paused", "over"]
Result = Literal["won", "drawn", "lost", "unfinished", "none"]
"""What a match is for one seat; `none` counts for nobody."""


class Match:
    """A match: its set-up, its state, and the position the two lead to."""

    def __init__(self, setup: Setup) -> None:
        """A match in which nothing has happened; use `new`, `load` or `resume`."""
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

    # ---- Beginning and going on -----------------------------------------------------------------------------------

    @staticmethod
    def new(setup: Setup, now: int) -> tuple[Match, list[AnyEvent]]:
        """A match and its first events; raises `SetupError` or another `ParlourError` with what is wrong."""
        match = Match(check_setup(setup))
        events = begin(match, now)
        match.apply(events)
        return match, events

    @staticmethod
    def load(setup: Setup, events: Iterable[AnyEvent]) -> Match:
        """A match from what was stored; raises `BrokenMatch` where that does not fit together."""
        match = Match(setup)
        match.apply(events)
        return match

    @staticmethod
    def resume(setup: Setup, state: MatchState) -> Match:
        """A match from its set-up and a stored state."""
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
        match, events = Match.new(setup, now)
        more = replayed(match, record, now, to_the_end=to_the_end)
        match.apply(more)
        return match, events + more

    def copy(self) -> Match:
        """An independent match in the same state."""
        other = Match.__new__(Match)
        other.setup, other.game, other.options = self.setup, self.game, self.options
        other.position, other.state = self.position.copy(), self.state
        return other

    # ---- Commands -------------------------------------------------------------------------------------------------

    def decide(
        self, command: AnyCommand, sender: Sender, now: int, *, showing: int = 0, charge: int | None = None
    ) -> list[AnyEvent]:
        """What a command leads to; raises `Refused`. Nothing is changed.

        `showing` is for how long the move will be shown before the next clock runs. `charge` is what a bot has really
        thought, where it was made to wait longer.
        """
        return decide(self, command, sender, now, showing, charge)

    def do(
        self, command: AnyCommand, sender: Sender, now: int, *, showing: int = 0, charge: int | None = None
    ) -> list[AnyEvent]:
        """Decides and applies at once, where nothing need be stored."""
        events = self.decide(command, sender, now, showing=showing, charge=charge)
        self.apply(events)
        return events

    def refusal(self, reason: str, message: Message | None = None, **params: str | int) -> Refused:
        """The error that refuses a command, in words."""
        message = message or Message(f"match.{reason}", params)
        sentence = format_message(message, _catalogue(self.game), self.names())
        refused = Refused(reason, sentence, message)
        refused.catalogue, refused.game, refused.names = "match", self.game, tuple(self.names())
        return refused

    def passed_on(self, reason: str, wrong: ParlourError) -> Refused:
        """The error that refuses a command for the reason of another one."""
        refused = self.refusal(reason, why=str(wrong))
        refused.quotes = {"why": wrong}
        return refused

    # ---- What can be seen -----------------------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        """Whether one can play now."""
        if self.state.ended is not None:
            return "over"
        if self.state.began is None:
            return "waiting"
        return "paused" if self.state.paused else "running"

    @property
    def ply(self) -> int:
        """How many moves stand."""
        return len(self.state.moves)

    @property
    def players(self) -> tuple[Player, ...]:
        """Who sits where."""
        return self.state.players

    @property
    def persons(self) -> frozenset[int]:
        """The seats where people sit."""
        return frozenset(seat for seat, player in enumerate(self.players) if is_person(player))

    @property
    def bots(self) -> frozenset[int]:
        """The seats where bots sit."""
        return frozenset(seat for seat, player in enumerate(self.players) if isinstance(player, Bot))

    @property
    def between_people(self) -> bool:
        """Whether people play each other from different places: then nobody gets help, and undo is by agreement."""
        return self.setup.kind == "network" and len(self.persons) > 1

    @property
    def thinking_bot(self) -> int | None:
        """The seat of the bot that has to move now. A search that was begun for another `seq` is to be given up."""
        seat: int = self.position.seat
        return seat if self.status == "running" and seat in self.bots else None

    def is_out(self, seat: int) -> bool:
        """Whether a seat has dropped out while the others play on: by the rules, by resigning, or on time."""
        return bool(self.position.is_out(seat)) or any(one.seat == seat for one in self.state.withdrawn)

    def names(self, language: str = ENGLISH) -> list[str]:
        """The players' names, each with its side where two are the same or nobody sits."""
        sides = self.game.localized(language).sides(self.options)
        names = [
            bot_name(player, self.game, language) if isinstance(player, Bot) else player.name for player in self.players
        ]
        unique = []
        for player, name, side in zip(self.players, names, sides, strict=True):
            if isinstance(player, Vacant):
                unique.append(side.name)
            elif names.count(name) == 1:
                unique.append(name)
            elif isinstance(player, Bot):
                unique.append(bot_name(player, self.game, language, side.name))
            else:
                unique.append(f"{name} ({side.name})")
        return unique

    def allows(self, seat: int, help: Help) -> bool:
        """Whether a seat may have some help now."""
        if self.setup.rated or self.setup.tournament or (help != "undo" and self.between_people):
            return False
        return bool(getattr(self.setup.seats[seat], help))

    def time_left(self, seat: int, now: int) -> int | None:
        """The milliseconds a seat has left, its running turn included; None if its time cannot run out."""
        to_move = self.position.seat == seat
        return remaining(self.setup.clock, self.state.times, seat, now, to_move=to_move)

    def time_used(self, seat: int, now: int) -> int:
        """The milliseconds a seat has thought in all."""
        running = elapsed(self.state.times, now) if self.position.seat == seat else 0
        return self.state.times.used[seat] + running

    def turn_time(self, now: int) -> int:
        """The milliseconds the seat to move has thought in this turn."""
        return self.state.times.thinking + elapsed(self.state.times, now)

    def flag_at(self) -> int | None:
        """When the seat to move will run out of time; None if it will not. For whoever watches the clocks."""
        since = self.state.times.since
        if since is None or self.status != "running":
            return None
        left = self.time_left(self.position.seat, since)
        return None if left is None else since + left

    # ---- Results --------------------------------------------------------------------------------------------------

    @property
    def outcome(self) -> Outcome | None:
        """The result, if there is one."""
        return self.state.outcome

    @property
    def counts(self) -> bool:
        """Whether the match counts: it has a result, and was not left before each side had moved."""
        if self.state.outcome is None:
            return False
        moved = {move.seat for move in self.state.moves}
        return len(moved) == len(self.players) or self.position.is_over()

    def result(self, seat: int) -> Result:
        """What the match is for a seat."""
        if self.state.ended is None:
            return "unfinished"
        if self.state.outcome is None or not self.counts:
            return "none"
        value = self.state.outcome.results[seat]
        return "won" if value == 1 else "lost" if value == 0 else "drawn"

    def assisted(self, seat: int) -> bool:
        """Whether a seat has had help: such a win is marked, and no achievement or rating counts it."""
        return self.state.helped[seat] != HelpCount() or self.coach(seat) != "off"

    def coach(self, seat: int) -> Coach:
        """How the coach helps a seat."""
        return self.setup.seats[seat].coach

    def colours(self) -> tuple[str, ...]:
        """The colours of all seats' pieces: those that players chose, or the sides' own."""
        sides = self.game.sides(self.options)
        return tuple(seat.colour or side.colour for seat, side in zip(self.setup.seats, sides, strict=True))

    def why_over(self) -> Message | None:
        """Why the game is over, for a sentence after "because" or a colon."""
        return None if self.state.ended is None else self.why_ended(self.state.reason, self.state.loser)

    def why_ended(self, reason: str, loser: int | None) -> Message:
        """Return why a game in this position ended: by the rules, or else for the given reason."""
        if self.position.is_over():
            by_rules: Message = self.position.why_over()
            return by_rules
        params: dict[str, str | int] = {} if loser is None else {"loser_seat": loser}
        prefix = "match" if reason == "abandoned" else "shared"
        return Message(f"{prefix}.reason.{reason}", params)

    def speak(self, message: Message) -> str:
        """A message as a sentence with the players' names."""
        return format_message(message, _catalogue(self.game), self.names())

    def record(self) -> Record:
        """The match as a record; tags name the players, their levels, and the clock."""
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
        """Return the match as it is after some events; this one stays as it is."""
        match = self.copy()
        match.apply(events)
        return match

    def apply(self, events: Iterable[AnyEvent]) -> None:
        """Goes on by events that were decided (and stored); raises `BrokenMatch` at one that does not fit."""
        for event in events:
            if event.seq != self.state.seq + 1:
                raise BrokenMatch(f"Event {self.state.seq + 1} is missing; the next one there is {event.seq}.")
            try:
                changes = self._changes(event)
            except (ParlourError, IndexError) as fault:
                raise BrokenMatch(f"Event {event.seq} ({type(event).__name__}) does not fit: {fault}") from fault
            self.state = msgspec.structs.replace(self.state, seq=event.seq, **changes)

    def _changes(self, event: AnyEvent) -> dict[str, object]:
        """The fields of the state that an event changes; plays or takes back on the position."""
        state = self.state
        match event:
            case Began():
                return {"began": event.at, "times": event.times}
            case Seated():
                players = _with(state.players, event.seat, event.player)
                return {"players": players}
            case Moved():
                return self._moved(event)
            case TakenBack():
                return self._taken_back(event)
            case Offered():
                offer = Offer(event.seq, event.what, event.seat, event.waiting, event.to)
                changes: dict[str, object] = {"offers": (*state.offers, offer)}
                if event.what == "draw":
                    changes["offered_at"] = _with(state.offered_at, event.seat, event.ply)
                return changes
            case Answered():
                offers = [
                    msgspec.structs.replace(offer, waiting=tuple(seat for seat in offer.waiting if seat != event.seat))
                    if offer.id == event.offer
                    else offer
                    for offer in state.offers
                ]
                return {"offers": tuple(o for o in offers if o.id != event.offer or (event.yes and o.waiting))}
            case Withdrawn():
                # What was taken back cannot be played again as if nothing had happened.
                return {"withdrawn": (*state.withdrawn, event), "times": event.times, "undone": ()}
            case Ended():
                return {
                    "ended": event.at,
                    "reason": event.reason,
                    "outcome": event.outcome,
                    "loser": event.seat,
                    "times": event.times,
                    "offers": (),
                    "paused": False,
                }
            case Paused():
                return {"paused": True, "once": False, "times": event.times}
            case Resumed():
                return {"paused": False, "once": event.once, "times": event.times}
            case Paced():
                return {"pause": event.pause}
            case Assisted():
                had = state.helped[event.seat]
                more = msgspec.structs.replace(had, **{event.help: getattr(had, event.help) + 1})
                return {"helped": _with(state.helped, event.seat, more)}
            case Shifted():
                return {"times": event.times}
            case Followed():
                return {"followed": True, "offers": ()}

    def _taken_back(self, event: TakenBack) -> dict[str, object]:
        state = self.state
        taken = state.moves[event.ply :]
        for _ in taken:
            self.position.undo()
        helped = state.helped[event.seat]
        return {
            "moves": state.moves[: event.ply],
            "undone": (*state.undone, taken),
            "times": event.times,
            "changed": event.seq,
            "offers": (),
            "offered_at": (None,) * len(state.players),
            "helped": _with(state.helped, event.seat, msgspec.structs.replace(helped, undo=helped.undo + 1)),
            "paused": False,
            "ended": None,
            "reason": "",
            "outcome": None,
            "loser": None,
            # What was given up after the position that stands again was not given up.
            "withdrawn": tuple(one for one in state.withdrawn if one.ply < event.ply),
        }

    def _moved(self, event: Moved) -> dict[str, object]:
        state = self.state
        if event.ply != len(state.moves) + 1 or event.seat != self.position.seat:
            raise BrokenMatch(f"it is move {len(state.moves) + 1}, seat {self.position.seat + 1} to move.")
        self.position.play(self.position.read_move(event.text))
        played = PlayedMove(event.text, event.seat, event.at, event.last, event.spent, event.times, event.automatic)
        undone: tuple[tuple[PlayedMove, ...], ...] = ()
        if event.again and state.undone:
            rest = state.undone[-1][1:]
            undone = (*state.undone[:-1], rest) if rest else state.undone[:-1]
        # A move answers the offers its seat was asked about with no, and makes a take-back out of date.
        offers = tuple(
            offer
            for offer in state.offers
            if offer.what not in ("draw", "take-back") or (offer.what == "draw" and event.seat not in offer.waiting)
        )
        return {
            "moves": (*state.moves, played),
            "undone": undone,
            "times": event.times,
            "changed": event.seq,
            "offers": offers,
        }


def _with(row: Sequence[T], n: int, value: T) -> tuple[T, ...]:
    """A row with another value in one place."""
    return (*row[:n], value, *row[n + 1 :])


@cache
def _catalogue(game: Game) -> Catalogue:
    return {**catalogue_of(game), **load_catalogue("match")}
