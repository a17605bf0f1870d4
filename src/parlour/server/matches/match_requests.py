"""Make matches from requests and from records."""

from __future__ import annotations

import random

from parlour.club.bot_ratings import bots_are_measured
from parlour.engine import levels
from parlour.engine.levels import Bot
from parlour.errors import ClockError, NameRefused, RecordError, SetupError
from parlour.games import Game, Options
from parlour.games import game as find_game
from parlour.i18n.errors import localized_error
from parlour.match.clock import Clock, Limit, read_time
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.names import check_name
from parlour.match.records.imports import read_any
from parlour.match.records.record import Record
from parlour.match.seats import GUEST_NAME, Account, Guest, Player, Seat, Setup, Vacant, read_level
from parlour.server.matches.messages import (
    AnySeatRequest,
    BotSeatRequest,
    ClockRequest,
    GuestSeatRequest,
    NewMatchRequest,
    OwnSeatRequest,
    TimeLimitRequest,
)
from parlour.server.process.match_time import system_clock
from parlour.server.settings import MAX_SEARCH_SECONDS, MAX_SEARCH_THREADS
from parlour.store import Person

MAX_SEATS = 8
UNKNOWN_PERSON = Person("unknown", "", False, 0, 0)
"""A visitor for whom nothing has been stored yet."""


def make_match(
    request: NewMatchRequest, me: Person, now: int, opponent: Account | Guest | None = None
) -> tuple[Match, list[AnyEvent]]:
    """Return the requested match, with an opponent in its open seats; raise `ParlourError` if it is not possible."""
    if len(request.seats) > MAX_SEATS:
        raise localized_error(SetupError, "server.setup.most-seats", most=MAX_SEATS)
    if sum(isinstance(seat, OwnSeatRequest) for seat in request.seats) > 1:
        raise localized_error(SetupError, "server.setup.one-seat")
    if request.rated and request.kind != "network":
        raise localized_error(SetupError, "server.setup.rated")
    if request.kind == "network" and any(isinstance(seat, GuestSeatRequest) for seat in request.seats):
        raise localized_error(SetupError, "server.setup.leave-open")
    record = _record(request)
    game = find_game(record.game if record is not None else request.game)
    options = game.check(record.options if record is not None else request.options, None if record else request.preset)
    setup = Setup(
        game=game.key,
        seats=_ordered(tuple(_seat(seat, me, opponent) for seat in request.seats), request.order),
        kind=request.kind,
        options=dict(options),
        start=_start(request, game, options),
        clock=read_clock(request.clock),
        rated=request.rated,
    )
    check_bots(setup)
    if request.rated:
        _check_rated(request, setup)
    if record is not None:
        return Match.from_record(setup, record, now)
    return Match.new(setup, now)


def _check_rated(request: NewMatchRequest, setup: Setup) -> None:
    """Raise `SetupError` if the result of a match could not be compared with others."""
    if request.start or request.record:
        raise localized_error(SetupError, "server.setup.rated-start")
    if not bots_are_measured(setup.game, setup.options, (seat.player for seat in setup.seats)):
        raise localized_error(SetupError, "server.setup.rated-bot")


def _record(request: NewMatchRequest) -> Record | None:
    if not request.record:
        return None
    if request.game or request.options or request.start or request.preset:
        raise localized_error(SetupError, "server.setup.record-alone")
    found = read_any(request.record)
    if len(found) != 1:
        raise localized_error(RecordError, "server.setup.one-record", found=len(found))
    return found[0]


def _start(request: NewMatchRequest, game: Game, options: Options) -> str:
    if request.first is None:
        return request.start
    if not game.first_can_be_chosen:
        raise localized_error(SetupError, "server.setup.first", game=game.title)
    if not 0 <= request.first < len(game.sides(options)):
        raise localized_error(SetupError, "server.setup.no-seat", number=request.first + 1)
    return game.with_first(request.start or game.start_text(options), request.first, options)


def _seat(request: AnySeatRequest, me: Person, opponent: Account | Guest | None) -> Seat:
    player: Player
    match request:
        case OwnSeatRequest():
            player = player_for(me, request.name)
        case GuestSeatRequest():
            player = Guest(request.name)
        case BotSeatRequest():
            player = Bot(request.level, request.style, request.seed, request.custom)
        case _:
            player = opponent or Vacant()
    help = request.help
    return Seat(player, help.undo, help.hints, help.analysis, help.coach, request.colour)


def player_for(me: Person, name: str = "") -> Account | Guest:
    """Return a person as a player; a guest may choose a name for this match."""
    if me.account:
        return Account(me.id, me.name, bot=me.bot)
    return Guest(name or me.name or GUEST_NAME, me.id)


def _ordered(seats: tuple[Seat, ...], order: str) -> tuple[Seat, ...]:
    if order == "swapped":
        return (*seats[1:], *seats[:1])
    if order == "lot":
        return tuple(random.SystemRandom().sample(seats, len(seats)))
    return seats


def read_clock(request: ClockRequest) -> Clock:
    """Return the requested clock; raise `ClockError`."""
    return Clock(request.kind, tuple(map(_limit, request.limits)), request.from_start, request.restore)


def _limit(request: TimeLimitRequest) -> Limit:
    if not 0 <= request.increment <= 600:
        raise localized_error(ClockError, "server.setup.increment")
    return Limit(_time(request.base), round(1000 * request.increment), _time(request.per_turn))


def _time(given: str | int | None) -> int | None:
    return read_time(given) if isinstance(given, str) else given


# ---- Imported games --------------------------------------------------------------------------------------------------


def match_from_record(record: Record, owner: Account | None = None) -> tuple[Match, list[AnyEvent]]:
    """Return a game that was played elsewhere as a match to store; replace names that cannot be shown.

    An owner played the first seat.
    """
    game, options = record.rules()
    taken: list[str] = []
    seats = []
    for n, _ in enumerate(game.sides(options), 1):
        player: Player = _bot(record.tags.get(f"Bot{n}", "")) or Guest(_name(record.tags.get(f"Seat{n}", ""), taken))
        if owner is not None and n == 1:
            player = owner
        taken.append(player.name)
        seats.append(Seat(player))
    if all(isinstance(seat.player, Bot) for seat in seats):
        # A match between bots has additional rules against endless games; this game may have been played without them.
        seats[0] = Seat(Guest(_name("", taken)))
    return Match.from_record(Setup(game=game.key, seats=tuple(seats)), record, system_clock(), to_the_end=True)


def _name(given: str, taken: list[str]) -> str:
    """Return the given name if it can be shown, with a number if it is already taken."""
    try:
        name = check_name(given, allow_reserved=True)
    except NameRefused:
        name = "Player"
    for mark in ("", *(f" ({n})" for n in range(2, MAX_SEATS + 2))):
        try:
            return check_name(name[:36] + mark, taken, allow_reserved=True)
        except NameRefused:
            continue
    raise localized_error(SetupError, "server.setup.nobody-called", name=given[:40])


def _bot(tag: str) -> Bot | None:
    """Return the bot of a tag such as `3 balanced`."""
    level, _, style = tag.partition(" ")
    try:
        return Bot(read_level(level), style) if style else None
    except SetupError:
        return None


def check_bots(setup: Setup) -> None:
    """Raise `BotError` for a bot that does not exist, or that would use too much of the machine."""
    game, options = setup.rules()
    for seat in setup.seats:
        if isinstance(seat.player, Bot):
            bot = seat.player
            mixed = levels.between(bot)
            found = levels.settings(bot if mixed is None else mixed[1], game, options)
            if (found.seconds or 0) > MAX_SEARCH_SECONDS:
                raise localized_error(levels.BotError, "server.setup.bot-seconds", most=f"{MAX_SEARCH_SECONDS:g}")
            if found.threads > MAX_SEARCH_THREADS:
                raise localized_error(levels.BotError, "server.setup.bot-threads", most=MAX_SEARCH_THREADS)
