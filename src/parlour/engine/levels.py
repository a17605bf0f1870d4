"""Bots that people can choose: levels 1 to 8, "perfect" where a game can be solved, baselines, and custom settings.

Levels 1 to 7 are limited by nodes, not by time, and use one thread: with the same seed they play the same game on every
machine. A weaker level searches fewer nodes and plays some moves from a noisy one-ply search, which still finds an
immediate win. Level 8 has a time limit.

A bot is written `LEVEL[:STYLE][,name=value…]`: `3`, `8:blocker,seconds=1`, `perfect`, `custom,method=mcts,nodes=5000`,
the name of one of the game's baselines, or `engine-NAME` for a foreign engine that the host has registered. A
fractional level such as `4.3` plays each move like level 4 or level 5.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from parlour.engine.protocol.errors import EngineFault
from parlour.engine.protocol.registry import PREFIX, usable_engines
from parlour.errors import ParlourError
from parlour.games.contract.argument_checks import instance
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.i18n.catalogue import ENGLISH, format_message, load_catalogue
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.engine.bot import BotPlayer
    from parlour.games.contract.position import Position

LOWEST, HIGHEST = 1, 8
BALANCED, UNPREDICTABLE = "balanced", "unpredictable"
"""The styles that every game has."""

Level = int | float | str
"""The level of a bot in a match, see `Bot.level`."""

_NAMED_LEVEL = re.compile(r"perfect|custom|(classic|engine)(-[a-z0-9]+)+")

Method = Literal["random", "alphabeta", "mcts", "exact", "baseline", "engine"]


class BotError(ParlourError):
    """Raised for a bot that does not exist or has invalid settings."""


class BotSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot chooses its moves."""

    method: Method = "alphabeta"
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1
    blunder_rate: float = 0.0
    """Share of moves chosen by a noisy one-ply search (`exact`: among moves that do not lose immediately)."""
    eval_noise: float = 0.0
    """Standard deviation of that noise, in hundredths of the game's unit (`exact`: percent of careless moves)."""
    margin: int = 0
    """How much worse than the best move an opening move may be, for variety."""
    contempt: int = 0
    """How much a draw counts as worse than an even position, in hundredths; for games that are often drawn."""
    baseline: str = ""


class Bot(msgspec.Struct, frozen=True, tag_field="is", tag="bot", omit_defaults=True):
    """A computer player. A match stores its bots in this form."""

    level: int | float | str = 1
    """1 to 8, or between two of them (4.3 plays 70 % of its moves like 4); "perfect" where a game is solved; "custom";
    the name of a baseline such as "classic-hard", or of a registered engine such as "engine-mine".
    """
    style: str = BALANCED
    """A style of the game, "balanced" or "unpredictable"."""
    seed: int | None = None
    """With a seed, levels 1 to 7 repeat their moves."""
    custom: dict[str, Any] = {}
    """Settings that override those of the level, such as `nodes`, `depth` or `seconds`; see `BotSettings`."""

    def player(self, position: Position) -> BotPlayer:
        """Return a player for the game of a position. Keep it for a whole game: it remembers what it has searched."""
        from parlour.engine.bot import BotPlayer
        from parlour.games.contract.position import Position

        instance(position, Position, "position")
        instance(self.level, int | float | str, "level")
        instance(self.custom, Mapping, "custom")
        return BotPlayer(self, position.game, position.options)

    def choose(self, position: Position) -> int:
        """Return this bot's move, which is not played.

        >>> from parlour import game
        >>> Bot(level=3, seed=1).choose(game("sim").start()) in game("sim").start().moves()
        True
        """
        return self.player(position).choose(position)

    @property
    def name(self) -> str:
        """Return the English display name; it is reserved, so that no person can have it.

        >>> Bot(3).name, Bot(4.3, "bold").name
        ('Level 3', 'Level 4.3, bold')
        """
        level = self.level.replace("-", " ").capitalize() if isinstance(self.level, str) else f"Level {self.level:g}"
        return level if self.style == BALANCED else f"{level}, {self.style}"

    def __str__(self) -> str:
        style = "" if self.style == BALANCED else f":{self.style}"
        seed = {} if self.seed is None else {"seed": self.seed}
        return ",".join(
            [f"{self.level}{style}", *(f"{name}={value}" for name, value in {**self.custom, **seed}.items())]
        )


NAMES = {
    1: "Random",
    2: "Beginner",
    3: "Learner",
    4: "Casual",
    5: "Club",
    6: "Strong",
    7: "Expert",
    8: "Master",
}
"""English names of the levels; they are reserved, so that no person can have them."""

# With eight times the nodes a level scores about 65 to 80 % against the one below in the games measured. A game
# overrides this in `Game.levels` where its measurements differ.
ALPHABETA: dict[int, BotSettings] = {
    1: BotSettings("random"),
    2: BotSettings(depth=1, nodes=100, blunder_rate=1.0, eval_noise=150, margin=10),
    3: BotSettings(nodes=150, blunder_rate=0.5, eval_noise=60, margin=10),
    4: BotSettings(nodes=600, blunder_rate=0.25, eval_noise=40, margin=10),
    5: BotSettings(nodes=3_000, blunder_rate=0.1, eval_noise=30, margin=10),
    6: BotSettings(nodes=20_000, blunder_rate=0.03, eval_noise=20, margin=8),
    7: BotSettings(nodes=120_000, margin=6),
    8: BotSettings(seconds=5.0, threads=2, margin=4),
}
MCTS: dict[int, BotSettings] = {
    1: BotSettings("random"),
    2: BotSettings("mcts", nodes=12),
    3: BotSettings("mcts", nodes=40),
    4: BotSettings("mcts", nodes=150),
    5: BotSettings("mcts", nodes=600),
    6: BotSettings("mcts", nodes=2_500),
    7: BotSettings("mcts", nodes=10_000),
    8: BotSettings("mcts", seconds=5.0),
}
EXACT: dict[int, BotSettings] = {
    1: BotSettings("random"),
    2: BotSettings("exact", blunder_rate=1.0, eval_noise=50),
    3: BotSettings("exact", blunder_rate=1.0),
    4: BotSettings("exact", blunder_rate=0.89),
    5: BotSettings("exact", blunder_rate=0.62),
    6: BotSettings("exact", blunder_rate=0.39),
    7: BotSettings("exact", blunder_rate=0.22),
    8: BotSettings("exact"),
}


def between(bot: Bot) -> tuple[Bot, Bot, float] | None:
    """Return, for a fractional level, the bots below and above it and how often the higher one moves.

    >>> lower, higher, share = between(Bot(4.3))
    >>> lower.level, higher.level, share
    (4, 5, 0.3)
    """
    level = bot.level
    if isinstance(level, str) or not LOWEST < level < HIGHEST or level == int(level):
        return None
    # The decimal digits, not the difference of two floats: the same text gives the same moves everywhere.
    share = float(f"0.{str(level).partition('.')[2]}")
    lower, higher = (msgspec.structs.replace(bot, level=int(level) + up) for up in (0, 1))
    return lower, higher, share


def read_level(text: str) -> Level | None:
    """Return the level that a text names, not yet checked, or None if it names none.

    >>> read_level("3"), read_level("4.30"), read_level("perfect"), read_level("nobody")
    (3, 4.3, 'perfect', None)
    """
    if _NAMED_LEVEL.fullmatch(text):
        return text
    if not re.fullmatch(r"[0-9]+(\.[0-9]+)?", text):
        return None
    level = float(text)
    return int(level) if level.is_integer() else level


def check_level(level: int | float | str) -> Level | None:
    """Return a level as it is stored (whole numbers as int, at most two decimals), or None if there is no such level.

    >>> check_level(4.0), check_level(4.304), check_level(8.5), check_level("perfect"), check_level("nobody")
    (4, 4.3, None, 'perfect', None)
    """
    if isinstance(level, str):
        return level if _NAMED_LEVEL.fullmatch(level) else None
    if not LOWEST <= level <= HIGHEST:
        return None
    return int(level) if level == int(level) else round(level, 2)


def named_baseline(bot: Bot) -> Bot:
    """Return a custom bot that is nothing but a baseline or a foreign engine as the bot of that name, which has its own
    statistics.

    >>> named_baseline(Bot("custom", custom={"method": "baseline", "baseline": "classic-hard"})).level
    'classic-hard'
    """
    name = bot.custom.get("baseline")
    plain = bot.level == "custom" and bot.custom == {"method": "baseline", "baseline": name}
    if not plain or check_level(str(name)) is None:
        return bot
    return Bot(str(name), BALANCED, bot.seed)


def styles(game: Game) -> tuple[str, ...]:
    """Return the keys of the styles that bots can have in a game."""
    return (BALANCED, UNPREDICTABLE, *(style.key for style in game.styles))


def check_style(style: str, game: Game) -> None:
    """Raise `BotError` if a game has no such style."""
    known = styles(game)
    if style not in known:
        raise localized_error(
            BotError, "engine.bot.style", game=game.title, style=str(style)[:40], styles=", ".join(known)
        )


def style_name(style: str, game: Game, language: str = ENGLISH) -> str:
    """Return the name of a style: one of the game, or else one that exists in every game."""
    own = next((one.label for one in game.localized(language).styles if one.key == style), "")
    return own or _text(f"engine.style.{style}", language)


def bot_name(bot: Bot, game: Game, language: str = ENGLISH, *, side: str = "", ranked: bool = False) -> str:
    """Return the name of a bot in a language: level, style, and its side if given; `ranked` adds the name of a numbered
    level.

    >>> from parlour import game
    >>> bot_name(Bot(3), game("sim")), bot_name(Bot(3, "unpredictable"), game("sim"), ranked=True)
    ('Level 3', 'Level 3, Learner, Unpredictable')
    """
    level = str(bot.level)
    classic = f"engine.classic.{level.removeprefix('classic-')}"
    if bot.level in game.baselines() and classic in load_catalogue("engine", language):
        name = _text(classic, language)
    elif level.startswith(PREFIX):
        name = _text("engine.bot-name.engine", language, name=level.removeprefix(PREFIX))
    elif bot.level in ("perfect", "custom"):
        name = _text(f"engine.bot-name.{level}", language)
    else:
        name = _text("engine.bot-name.level", language, level=level)
    rank = _text(f"engine.level.{level}", language) if ranked and bot.level in NAMES else ""
    style = "" if bot.style == BALANCED else style_name(bot.style, game, language)
    return ", ".join(filter(None, (name, rank, style, side)))


def _text(key: str, language: str, **params: str | int) -> str:
    return format_message(Message(key, params), load_catalogue("engine", language), ())


def engine_levels(game: Game) -> list[str]:
    """Return the levels of the foreign engines that are registered here and play a game; none if they are unusable."""
    return [f"{PREFIX}{name}" for name in usable_engines(game.key)]


def named_levels(game: Game) -> list[str]:
    """Return the levels of a game that are not numbers, those of registered engines among them."""
    return ["perfect", "custom", *game.baselines(), *engine_levels(game)]


def check_bot(bot: Bot, game: Game) -> Bot:
    """Return a bot as a match stores it; raise `BotError` if a game has no such level or style."""
    bot = named_baseline(bot)
    level = check_level(bot.level)
    if level is None or (isinstance(level, str) and level not in named_levels(game)):
        shown = bot.level[:20] if isinstance(bot.level, str) else f"{bot.level:g}"
        raise localized_error(BotError, "engine.bot.level", level=shown)
    check_style(bot.style, game)
    return msgspec.structs.replace(bot, level=level)


def settings(bot: Bot, game: Game, options: Options, *, check_engine: bool = True) -> BotSettings:
    """Return the complete settings of a bot for a game; raise `BotError` if there is no such bot.

    Without `check_engine`, an engine that is not registered any more is accepted: a running match continues without it.
    """
    check_style(bot.style, game)
    bot = named_baseline(bot)
    exact = game.exact(options)
    seats = len(game.sides(options))
    level = bot.level
    if level == "custom":
        found = BotSettings("alphabeta" if seats == 2 else "mcts", seconds=None if _has_limit(bot.custom) else 1.0)
    elif level == "perfect":
        if exact is None:
            raise localized_error(BotError, "engine.bot.not-perfect", game=game.title)
        found = BotSettings("exact")
    elif level in game.baselines():
        found = BotSettings("baseline", baseline=str(level))
    elif str(level).startswith(PREFIX) and (not check_engine or level in engine_levels(game)):
        found = BotSettings("engine", seconds=1.0)
    elif isinstance(level, int) and LOWEST <= level <= HIGHEST:
        # Where a solution is stored, perfect play is no heavier than a search, and weak levels should look like people.
        solved = exact not in (None, "table")
        table = EXACT if solved else ALPHABETA if seats == 2 else MCTS
        found = _override(table[level], game.levels(options).get(level, {}))
    else:
        names = ", ".join([f"{LOWEST} to {HIGHEST}", *named_levels(game)])
        raise localized_error(BotError, "engine.bot.unknown", bot=str(level)[:40], names=names)
    found = _override(found, bot.custom)
    if found.method == "engine" and not str(level).startswith(PREFIX):
        raise localized_error(EngineFault, "engine.protocol.not-registered", name=str(level)[:40])
    if found.method == "alphabeta" and seats != 2:
        raise localized_error(BotError, "engine.bot.two-seats")
    if found.method == "exact" and exact is None:
        raise localized_error(BotError, "engine.bot.not-perfect", game=game.title)
    if (found.method == "baseline" or found.baseline) and found.baseline not in game.baselines():
        names = ", ".join(game.baselines()) or "–"
        raise localized_error(BotError, "engine.bot.baseline", game=game.title, name=found.baseline[:40], names=names)
    _check_ranges(found)
    return found


def _has_limit(custom: Mapping[str, object]) -> bool:
    return any(name in custom for name in ("depth", "nodes", "seconds"))


def _override(found: BotSettings, changes: Mapping[str, object]) -> BotSettings:
    """Return settings with some values replaced; values may be text, as on the command line."""
    values = msgspec.to_builtins(found) | {FORMER_NAMES.get(name, name): str(value) for name, value in changes.items()}
    try:
        return msgspec.convert(values, BotSettings, strict=False)
    except msgspec.ValidationError as wrong:
        raise localized_error(BotError, "engine.bot.settings", why=str(wrong)) from wrong


MAX_SEED_DIGITS = 18
"""A seed fits into 64 bits."""

FORMER_NAMES = {"glances": "blunder_rate", "misjudged": "eval_noise"}
"""Settings that stored bots and older programs name differently."""

RANGES: dict[str, tuple[float, float]] = {
    "depth": (1, 60),
    "nodes": (1, 10**10),
    "seconds": (0.01, 600),
    "threads": (1, 64),
    "blunder_rate": (0, 1),
    "eval_noise": (0, 10_000),
    "margin": (0, 10_000),
    "contempt": (0, 10_000),
}
"""Lowest and highest value of each numeric setting."""


def methods(game: Game, options: Options) -> tuple[Method, ...]:
    """Return the methods that a custom bot can use in a game."""
    found: list[Method] = ["random", "mcts"]
    if len(game.sides(options)) == 2:
        found.insert(1, "alphabeta")
    if game.exact(options) is not None:
        found.append("exact")
    if game.baselines():
        found.append("baseline")
    return tuple(found)


def _check_ranges(found: BotSettings) -> None:
    values = msgspec.to_builtins(found)
    for name, (low, high) in RANGES.items():
        value = values[name]
        if value is not None and not low <= value <= high:
            raise localized_error(
                BotError, "engine.bot.range", name=name, low=f"{low:g}", high=f"{high:g}", value=f"{value:g}"
            )


def read_bot(text: str) -> Bot:
    """Return the bot that a text names; raise `BotError` if it cannot be read.

    >>> read_bot("8:blocker,seconds=1,seed=7")
    Bot(level=8, style='blocker', seed=7, custom={'seconds': '1'})
    """
    head, *pairs = [part.strip() for part in text.strip().split(",")]
    level, colon, style = head.lower().partition(":")
    if not level or (colon and not style):
        raise localized_error(BotError, "engine.bot.unreadable", text=text[:40])
    custom: dict[str, Any] = {}
    seed: int | None = None
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name in custom:
            raise localized_error(BotError, "engine.bot.setting", pair=pair[:40])
        if name == "seed":
            if not value.isdecimal() or len(value) > MAX_SEED_DIGITS:
                raise localized_error(BotError, "engine.bot.seed", value=value[:40])
            seed = int(value)
        else:
            custom[name] = value
    return Bot(read_level(level) or level, style or BALANCED, seed, custom)
