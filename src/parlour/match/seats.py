"""Seats, their players, and the set-up of a match."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from parlour.engine import levels
from parlour.engine.levels import Bot, BotError, Level
from parlour.errors import ClockError, ColourRefused, NameRefused, SetupError
from parlour.games import game as find_game
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options, Value
from parlour.i18n.catalogue import ENGLISH, format_message, load_catalogue
from parlour.i18n.errors import convert_error, localized_error
from parlour.i18n.message import Message
from parlour.match.clock import Clock, check_clock
from parlour.match.colours import check_apart, check_colour
from parlour.match.names import check_name


def read_level(text: str) -> Level:
    """Return the level that a stored text names; raise `SetupError` if it names none.

    >>> read_level("3"), read_level("4.3"), read_level("perfect")
    (3, 4.3, 'perfect')
    """
    level = levels.read_level(text)
    if level is None:
        raise localized_error(SetupError, "engine.bot.level", level=text[:20])
    return level


class Account(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="is", tag="account"):
    """A registered user, or a program that plays with an account of its own."""

    id: str
    name: str
    bot: bool = False


class Guest(msgspec.Struct, frozen=True, tag_field="is", tag="guest"):
    """A user without an account; `id` identifies them on the server, and is empty for a name on a shared screen."""

    name: str
    id: str = ""


GUEST_NAME = "Guest"
"""The stored name of a guest who has not given one; the second in a match has a number."""
_NAMELESS = re.compile(rf"{GUEST_NAME}( \d+| \(\d+\))?")


def is_nameless(player: Guest) -> bool:
    """Return whether a guest has not given a name. Nobody can choose such a name: it is reserved.

    >>> is_nameless(Guest("Guest 2", "1f")), is_nameless(Guest("Anna", "1f"))
    (True, False)
    """
    return player.id != "" and _NAMELESS.fullmatch(player.name) is not None


def person_name(player: Account | Guest, language: str = ENGLISH) -> str:
    """Return the name of a person; "Guest" in the language of the reader for a guest who has not given one."""
    if isinstance(player, Account) or not is_nameless(player):
        return player.name
    word = format_message(Message("match.name.guest"), load_catalogue("match", language), ())
    return word + player.name.removeprefix(GUEST_NAME)


class Vacant(msgspec.Struct, frozen=True, tag_field="is", tag="vacant"):
    """An empty seat that can be taken."""

    @property
    def name(self) -> str:
        return "…"


Player = Account | Guest | Bot | Vacant

Help = Literal["undo", "hints", "analysis"]
Coach = Literal["off", "warn", "show"]
"""`warn` asks for confirmation before a losing blunder; `show` also marks safe and losing moves. Both count as help."""
Assistance = Literal["hints", "analysis", "warn", "show"]
"""A kind of help that a player can request: hints, analysis, or the two steps of the coach."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat in a match, and the help that is allowed there; seats may differ.

    `colour` is the piece colour that the player chose, empty for the default of the side; it is kept in a rematch.
    """

    player: Player = Vacant()
    undo: bool = True
    hints: bool = True
    analysis: bool = True
    coach: Coach = "off"
    colour: str = ""


class Series(msgspec.Struct, frozen=True):
    """Score over rematches: number of counted games before this one, and points of the player in each seat."""

    games: int = 0
    points: tuple[float, ...] = ()


class Assignment(msgspec.Struct, frozen=True):
    """The homework for which a match is played: the code of the class, the homework and the number of its task."""

    classroom: str
    homework: str
    task: int


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that is fixed when a match begins.

    `kind` is who sends commands: one client for all people (`local`), one client per person (`network`), nobody
    (`bots`). An empty `start` is the game's own start position. Rated and tournament matches allow no help.
    """

    game: str
    seats: tuple[Seat, ...]
    kind: Literal["local", "network", "bots"] = "local"
    options: dict[str, Value] = {}
    start: str = ""
    clock: Clock = Clock()
    rated: bool = False
    tournament: bool = False
    series: Series = Series()
    assignment: Assignment | None = None

    def rules(self) -> tuple[Game, Options]:
        """Return the game and the checked options."""
        found = find_game(self.game)
        return found, found.check(self.options)


def is_person(player: Player) -> bool:
    """Return whether a player is a person."""
    return isinstance(player, (Account, Guest))  # faster than with `|`, and called many times for every move


def check_player(player: Player, others: tuple[Player, ...], game: Game, *, allow_reserved: bool = False) -> Player:
    """Return the player with a valid name beside the others; raise `SetupError` with the reason."""
    if isinstance(player, Vacant):
        return player
    try:
        if isinstance(player, Bot):
            return levels.check_bot(player, game)
        taken = [other.name for other in others if is_person(other)]
        nameless = isinstance(player, Guest) and is_nameless(player)
        name = check_name(player.name, taken, allow_reserved=allow_reserved or nameless)
    except (BotError, NameRefused) as refused:
        raise convert_error(SetupError, refused) from refused
    return msgspec.structs.replace(player, name=name)


def check_setup(setup: Setup, *, played_elsewhere: bool = False) -> Setup:
    """Return the set-up with complete options and start, and with valid names.

    Games played elsewhere keep names that are reserved here, such as "Player 1".

    Raise `SetupError`, or the game's own `OptionError`, `TextError` or `PositionError`, with the reason. In matches
    between bots, the options that guarantee an end of the game are switched on.
    """
    game, options = setup.rules()
    bots = [isinstance(seat.player, Bot) for seat in setup.seats]
    if setup.kind == "bots" and not all(bots):
        raise localized_error(SetupError, "match.setup.not-bots")
    if setup.kind != "bots" and setup.seats and all(bots):
        raise localized_error(SetupError, "match.setup.only-bots")
    if setup.kind == "bots" and game.finite:
        options = game.check({**options, **game.finite})
    seats = len(game.sides(options))
    if len(setup.seats) != seats:
        raise localized_error(SetupError, "match.setup.seats", game=game.title, seats=seats, given=len(setup.seats))
    if setup.kind == "local" and any(isinstance(seat.player, Vacant) for seat in setup.seats):
        raise localized_error(SetupError, "match.setup.vacant")
    players: list[Player] = []
    for seat in setup.seats:
        players.append(check_player(seat.player, tuple(players), game, allow_reserved=played_elsewhere))
    try:
        clock = check_clock(setup.clock, seats)
        colours = _check_colours(setup.seats, game, options)
    except (ClockError, ColourRefused) as refused:
        raise convert_error(SetupError, refused) from refused
    _check_coach(setup)
    position = game.read(setup.start, options) if setup.start else game.start(options)
    if position.is_over():
        raise localized_error(SetupError, "match.setup.over")
    if setup.series.points and len(setup.series.points) != seats:
        raise localized_error(SetupError, "match.setup.points", seats=seats)
    return msgspec.structs.replace(
        setup,
        options=dict(options),
        start=position.text(),
        clock=clock,
        seats=tuple(
            msgspec.structs.replace(seat, player=player, colour=colour)
            for seat, player, colour in zip(setup.seats, players, colours, strict=True)
        ),
        series=msgspec.structs.replace(setup.series, points=setup.series.points or (0.0,) * seats),
    )


def _check_colours(seats: tuple[Seat, ...], game: Game, options: Options) -> list[str]:
    """Return the chosen colours; raise `ColourRefused`."""
    chosen = [check_colour(seat.colour) if seat.colour else "" for seat in seats]
    sides = game.sides(options)
    shown = [colour or side.colour for colour, side in zip(chosen, sides, strict=True)]
    check_apart([side.name for side in sides], shown, [bool(colour) for colour in chosen])
    return chosen


def _check_coach(setup: Setup) -> None:
    people = setup.kind == "network" and sum(not isinstance(seat.player, Bot) for seat in setup.seats) > 1
    if any(seat.coach != "off" for seat in setup.seats) and (setup.rated or setup.tournament or people):
        raise localized_error(SetupError, "match.setup.coach")
