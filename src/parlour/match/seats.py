"""Who sits where, and what a match is set up with."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from parlour.errors import ClockError, NameRefused, SetupError
from parlour.games import game as find_game
from parlour.games.description import Game
from parlour.games.options import Options, Value
from parlour.match.clock import Clock, check_clock
from parlour.match.names import check_name

BALANCED, UNPREDICTABLE = "balanced", "unpredictable"
"""The styles that exist in every game."""


class Account(msgspec.Struct, frozen=True, tag_field="is", tag="account"):
    """Somebody who signed up."""

    id: str
    name: str


class Guest(msgspec.Struct, frozen=True, tag_field="is", tag="guest"):
    """Somebody who did not; `id` is who the server knows them by, empty for a mere name at this screen."""

    name: str
    id: str = ""


class Bot(msgspec.Struct, frozen=True, tag_field="is", tag="bot", omit_defaults=True):
    """A computer player. `custom` is for the engine alone: method, depth, seconds … for a bot without a level."""

    level: int | Literal["perfect", "custom"] = 1
    style: str = BALANCED
    seed: int | None = None
    custom: dict[str, Any] = {}

    @property
    def name(self) -> str:
        """What it is called; nobody else can be called so.

        >>> Bot(3).name, Bot(8, "bold").name
        ('Bot 3', 'Bot 8 bold')
        """
        word = f"Bot {self.level}" if isinstance(self.level, int) else f"Bot, {self.level}"
        return word if self.style == BALANCED else f"{word} {self.style}"


class Vacant(msgspec.Struct, frozen=True, tag_field="is", tag="vacant"):
    """Nobody yet: somebody may join."""

    @property
    def name(self) -> str:
        return "…"


Player = Account | Guest | Bot | Vacant
Person = Account | Guest

Help = Literal["undo", "hints", "analysis"]


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in a match, and the help that is allowed there (a little sister may undo, her brother not)."""

    player: Player = Vacant()
    undo: bool = True
    hints: bool = True
    analysis: bool = True


class Series(msgspec.Struct, frozen=True):
    """The score over rematches: how many games counted before this one, and the points of who sits in each seat."""

    games: int = 0
    points: tuple[float, ...] = ()


class Setup(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is fixed when a match begins.

    `kind` tells who commands: one client for all persons (`local`), each person their own (`network`), nobody (`bots`).
    An empty `start` is the game's own. In rated and tournament matches there is no help of any kind.
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

    def rules(self) -> tuple[Game, Options]:
        """The game and the checked options."""
        found = find_game(self.game)
        return found, found.check(self.options)


def is_person(player: Player) -> bool:
    """Whether somebody of flesh and blood sits there."""
    return isinstance(player, Account | Guest)


def check_player(player: Player, others: tuple[Player, ...], game: Game) -> Player:
    """The player as it may sit down beside the others; raises `SetupError` with the reason."""
    if isinstance(player, Vacant):
        return player
    if isinstance(player, Bot):
        if isinstance(player.level, int) and not 1 <= player.level <= 8:
            raise SetupError(f"There is no level {player.level}: bots have levels 1 to 8, or “perfect” or “custom”.")
        styles = (BALANCED, UNPREDICTABLE, *(style.key for style in game.styles))
        if player.style not in styles:
            raise SetupError(f"{game.title} has no style “{player.style[:40]}” (there are: {', '.join(styles)}).")
        return player
    try:
        name = check_name(player.name, [other.name for other in others if is_person(other)])
    except NameRefused as fault:
        raise SetupError(str(fault)) from fault
    return msgspec.structs.replace(player, name=name)


def check_setup(setup: Setup) -> Setup:
    """The set-up as it will be played: options and start complete, names in order.

    Raises `SetupError`, or the game's own `OptionError`, `TextError` or `PositionError`, with the reason. Where only
    bots play, the options with which a game surely ends are switched on.
    """
    game, options = setup.rules()
    bots = [isinstance(seat.player, Bot) for seat in setup.seats]
    if setup.kind == "bots" and not all(bots):
        raise SetupError("In a match of bots every seat has a bot.")
    if setup.kind != "bots" and setup.seats and all(bots):
        raise SetupError("Where every seat has a bot, the match is one of bots.")
    if setup.kind == "bots" and game.finite:
        options = game.check({**options, **game.finite})
    seats = len(game.sides(options))
    if len(setup.seats) != seats:
        raise SetupError(f"{game.title} has {seats} seats with these options; {len(setup.seats)} are given.")
    if setup.kind == "local" and any(isinstance(seat.player, Vacant) for seat in setup.seats):
        raise SetupError("In a local match every seat has a player.")
    players: list[Player] = []
    for seat in setup.seats:
        players.append(check_player(seat.player, tuple(players), game))
    try:
        clock = check_clock(setup.clock, seats)
    except ClockError as fault:
        raise SetupError(str(fault)) from fault
    position = game.read(setup.start, options) if setup.start else game.start(options)
    if position.is_over():
        raise SetupError("The game is already over in this position.")
    if setup.series.points and len(setup.series.points) != seats:
        raise SetupError(f"A series has points for each of the {seats} seats.")
    return msgspec.structs.replace(
        setup,
        options=dict(options),
        start=position.text(),
        clock=clock,
        seats=tuple(
            msgspec.structs.replace(seat, player=player) for seat, player in zip(setup.seats, players, strict=True)
        ),
        series=msgspec.structs.replace(setup.series, points=setup.series.points or (0.0,) * seats),
    )
