"""The opponents people choose: levels 1 to 8, "perfect" where a game can be solved, and bots with own settings.

Levels 1 to 7 are limited by work, not by time, and use one thread: with the same seed they play the same game on every
machine. A weaker level looks at fewer positions, and decides some moves *at a glance*: by what the board looks like
after each move, a little misjudged. A glance still sees a win on the spot. Level 8 thinks for a given time.

A bot is written `LEVEL[:STYLE][,name=value…]`: `3`, `8:blocker,seconds=1`, `perfect`, `custom,method=mcts,nodes=5000`,
or the name of one of the game's baselines. A level between two, such as `4.3`, plays each move like one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from parlour.errors import ParlourError
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.i18n.errors import localized_error

LOWEST, HIGHEST = 1, 8
BALANCED, UNPREDICTABLE = "balanced", "unpredictable"

Method = Literal["random", "alphabeta", "mcts", "exact", "baseline"]


class BotError(ParlourError):
    """A bot that does not exist, or settings it cannot have."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a bot chooses its moves."""

    method: Method = "alphabeta"
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    threads: int = 1
    glances: float = 0.0
    """The share of moves decided at a glance (exact play: played safely but not perfectly)."""
    misjudged: float = 0.0
    """How far a glance misjudges, in hundredths of the game's unit: the standard deviation."""
    margin: int = 0
    """In the opening a move may be this much worse than the best, for variety."""
    contempt: int = 0
    """How much worse than even it must stand to like a draw, in hundredths; for games that are often drawn."""
    baseline: str = ""


class Bot(msgspec.Struct, frozen=True):
    """Which bot: its level or name, its style, its settings as far as they were chosen, and its seed."""

    level: str
    style: str = BALANCED
    chosen: dict[str, str] = {}
    seed: int | None = None

    def __str__(self) -> str:
        style = "" if self.style == BALANCED else f":{self.style}"
        seed = {} if self.seed is None else {"seed": str(self.seed)}
        return ",".join([self.level + style, *(f"{name}={value}" for name, value in {**self.chosen, **seed}.items())])


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
"""What the levels are called; these names are kept from people."""

# Eight times the work from level to level is worth about 65 to 80 % in the games measured; games correct this by
# `Game.levels` where matches show that it must be.
ALPHABETA: dict[int, Settings] = {
    1: Settings("random"),
    2: Settings(depth=1, nodes=100, glances=1.0, misjudged=150, margin=10),
    3: Settings(nodes=150, glances=0.5, misjudged=60, margin=10),
    4: Settings(nodes=600, glances=0.25, misjudged=40, margin=10),
    5: Settings(nodes=3_000, glances=0.1, misjudged=30, margin=10),
    6: Settings(nodes=20_000, glances=0.03, misjudged=20, margin=8),
    7: Settings(nodes=120_000, margin=6),
    8: Settings(seconds=5.0, threads=2, margin=4),
}
MCTS: dict[int, Settings] = {
    1: Settings("random"),
    2: Settings("mcts", nodes=12),
    3: Settings("mcts", nodes=40),
    4: Settings("mcts", nodes=150),
    5: Settings("mcts", nodes=600),
    6: Settings("mcts", nodes=2_500),
    7: Settings("mcts", nodes=10_000),
    8: Settings("mcts", seconds=5.0),
}
EXACT: dict[int, Settings] = {
    1: Settings("random"),
    2: Settings("exact", glances=1.0, misjudged=50),
    3: Settings("exact", glances=1.0),
    4: Settings("exact", glances=0.89),
    5: Settings("exact", glances=0.62),
    6: Settings("exact", glances=0.39),
    7: Settings("exact", glances=0.22),
    8: Settings("exact"),
}


def between(bot: Bot) -> tuple[Bot, Bot, float] | None:
    """For a level between two: the bots of both, and how often the higher one moves.

    >>> lower, higher, share = between(Bot("4.3"))
    >>> lower.level, higher.level, round(share, 2)
    ('4', '5', 0.3)
    """
    whole, point, part = bot.level.partition(".")
    if not (point and whole.isdigit() and part.isdigit() and LOWEST <= int(whole) < HIGHEST):
        return None
    lower = msgspec.structs.replace(bot, level=whole)
    higher = msgspec.structs.replace(bot, level=str(int(whole) + 1))
    return lower, higher, float(f"0.{part}")


def settings(bot: Bot, game: Game, options: Options) -> Settings:
    """The whole settings of a bot for a game; raises `BotError` with the reason if there is no such bot."""
    styles = [BALANCED, UNPREDICTABLE, *(style.key for style in game.styles)]
    if bot.style not in styles:
        raise localized_error(
            BotError, "engine.bot.style", game=game.title, style=bot.style[:40], styles=", ".join(styles)
        )
    exact = game.exact(options)
    seats = len(game.sides(options))
    if bot.level == "custom":
        found = Settings("alphabeta" if seats == 2 else "mcts", seconds=None if _limited(bot.chosen) else 1.0)
    elif bot.level == "perfect":
        if exact is None:
            raise localized_error(BotError, "engine.bot.not-perfect", game=game.title)
        found = Settings("exact")
    elif bot.level in game.baselines():
        found = Settings("baseline", baseline=bot.level)
    elif bot.level.isdigit() and LOWEST <= int(bot.level) <= HIGHEST:
        level = int(bot.level)
        table = EXACT if exact is not None else ALPHABETA if seats == 2 else MCTS
        found = _changed(table[level], game.levels(options).get(level, {}))
    else:
        names = ", ".join(["1 to 8", "perfect", "custom", *game.baselines()])
        raise localized_error(BotError, "engine.bot.unknown", bot=bot.level[:40], names=names)
    found = _changed(found, bot.chosen)
    if found.method == "alphabeta" and seats != 2:
        raise localized_error(BotError, "engine.bot.two-seats")
    if found.method == "exact" and exact is None:
        raise localized_error(BotError, "engine.bot.not-perfect", game=game.title)
    if (found.method == "baseline" or found.baseline) and found.baseline not in game.baselines():
        names = ", ".join(game.baselines()) or "–"
        raise localized_error(BotError, "engine.bot.baseline", game=game.title, name=found.baseline[:40], names=names)
    _check_ranges(found)
    return found


def _limited(chosen: Mapping[str, str]) -> bool:
    return any(name in chosen for name in ("depth", "nodes", "seconds"))


def _changed(found: Settings, changes: Mapping[str, object]) -> Settings:
    values = msgspec.to_builtins(found) | dict(changes)
    try:
        return msgspec.convert(values, Settings, strict=False)
    except msgspec.ValidationError as wrong:
        raise localized_error(BotError, "engine.bot.settings", why=str(wrong)) from wrong


RANGES: dict[str, tuple[float, float]] = {
    "depth": (1, 60),
    "nodes": (1, 10**10),
    "seconds": (0.01, 600),
    "threads": (1, 64),
    "glances": (0, 1),
    "misjudged": (0, 10_000),
    "margin": (0, 10_000),
    "contempt": (0, 10_000),
}
"""The least and the greatest value of each setting that is a number."""


def methods(game: Game, options: Options) -> tuple[Method, ...]:
    """How a bot with settings of its own can choose its moves in a game."""
    found: list[Method] = ["random", "mcts"]
    if len(game.sides(options)) == 2:
        found.insert(1, "alphabeta")
    if game.exact(options) is not None:
        found.append("exact")
    if game.baselines():
        found.append("baseline")
    return tuple(found)


def _check_ranges(found: Settings) -> None:
    for name, (low, high) in RANGES.items():
        value = getattr(found, name)
        if value is not None and not low <= value <= high:
            raise localized_error(
                BotError, "engine.bot.range", name=name, low=f"{low:g}", high=f"{high:g}", value=f"{value:g}"
            )


def read_bot(text: str) -> Bot:
    """The bot that a text names.

    >>> read_bot("8:blocker,seconds=1,seed=7")
    Bot(level='8', style='blocker', chosen={'seconds': '1'}, seed=7)
    """
    head, *pairs = [part.strip() for part in text.strip().split(",")]
    level, colon, style = head.partition(":")
    if not level or (colon and not style):
        raise localized_error(BotError, "engine.bot.unreadable", text=text[:40])
    chosen: dict[str, str] = {}
    seed: int | None = None
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or name in chosen:
            raise localized_error(BotError, "engine.bot.setting", pair=pair[:40])
        if name == "seed":
            if not value.isdigit():
                raise localized_error(BotError, "engine.bot.seed", value=value[:40])
            seed = int(value)
        else:
            chosen[name] = value
    return Bot(level.lower(), style.lower() or BALANCED, chosen, seed)
