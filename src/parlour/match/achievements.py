"""Achievements, computed from the games and puzzles of a player. Pure functions, declared in one table.

Every achievement has a goal and a count. The count yields the times at which it increased: the third is the time at
which three were reached. Progress, the time of success and the order of success all follow from these times, and only
games and puzzles have to be stored. Games with help count only for achievements that do not require a win.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Literal

import msgspec

from parlour.engine.levels import HIGHEST, LOWEST, Level
from parlour.games.contract.game import Game
from parlour.match.achievement_feats import FLAWLESS

TOP_LEVEL = HIGHEST - 1
"""Lowest level that counts as one of the strongest."""
LEVELS = tuple(range(LOWEST, HIGHEST + 1))


class FinishedGame(msgspec.Struct, frozen=True):
    """A finished game that counts, as its player sees it. `level` is that of the bots if all had the same one."""

    game: str
    result: Literal["won", "drawn", "lost"]
    against: str
    level: Level | None
    assisted: bool
    feats: tuple[str, ...]
    ended: int

    @property
    def unassisted_win(self) -> bool:
        """Return whether the game was won without help."""
        return self.result == "won" and not self.assisted


class PuzzleAttempt(msgspec.Struct, frozen=True):
    """A puzzle that a player has attempted; `clean` if the first answer was right and found without help."""

    clean: bool
    begun: int
    solved: int | None


class PlayerHistory(msgspec.Struct, frozen=True):
    """All games of a player, ordered by when they ended, and all puzzles, ordered by when they were begun."""

    games: tuple[FinishedGame, ...] = ()
    puzzles: tuple[PuzzleAttempt, ...] = ()


Count = Callable[[PlayerHistory], Iterable[int]]


class Achievement(msgspec.Struct, frozen=True):
    """An achievement. Its texts are in the catalogue under `achievement.<words>`, with `n` and `level`."""

    key: str
    words: str
    goal: int
    count: Count
    level: int = 0
    game: Game | None = None
    feat: str = ""
    """Required feat, described by the game."""
    finish: str = ""
    """Piece finish that it unlocks. Finishes are decorative; nothing needed to play is ever locked."""


class AchievementProgress(msgspec.Struct, frozen=True):
    """Progress of a player in an achievement, and when it was reached."""

    achievement: Achievement
    value: int
    reached: int | None


def progress(past: PlayerHistory, games: Iterable[Game] = ()) -> tuple[AchievementProgress, ...]:
    """Return the progress in all achievements: the general ones first, then those of each given game."""
    found = []
    for achievement in (*TABLE, *(one for game in games for one in game_achievements(game))):
        moments = list(achievement.count(past))
        reached = moments[achievement.goal - 1] if len(moments) >= achievement.goal else None
        found.append(AchievementProgress(achievement, min(len(moments), achievement.goal), reached))
    return tuple(found)


# ---- Counts ---------------------------------------------------------------------------------------------------------


def each(fits: Callable[[FinishedGame], bool]) -> Count:
    """Return a count of all games that match."""
    return lambda past: (one.ended for one in past.games if fits(one))


def different(what: Callable[[FinishedGame], Hashable], fits: Callable[[FinishedGame], bool]) -> Count:
    """Return a count of the matching games that are the first of their kind."""

    def count(past: PlayerHistory) -> Iterator[int]:
        seen: set[Hashable] = set()
        for one in past.games:
            if fits(one) and (kind := what(one)) not in seen:
                seen.add(kind)
                yield one.ended

    return count


def in_a_row(fits: Callable[[FinishedGame], bool]) -> Count:
    """Return a count of the games that extend the longest streak of matching games."""

    def count(past: PlayerHistory) -> Iterator[int]:
        return _longer((one.ended, fits(one)) for one in past.games)

    return count


def solved(past: PlayerHistory) -> Iterable[int]:
    """Return when each solved puzzle was solved."""
    return sorted(one.solved for one in past.puzzles if one.solved is not None)


def solved_in_a_row(past: PlayerHistory) -> Iterator[int]:
    """Return when the longest streak of puzzles solved at the first attempt became longer."""
    return _longer((one.begun, one.clean) for one in past.puzzles)


def _longer(tries: Iterable[tuple[int, bool]]) -> Iterator[int]:
    """Yield the times at which the longest streak became longer."""
    longest = now = 0
    for at, good in tries:
        now = now + 1 if good else 0
        if now > longest:
            longest = now
            yield at


def _is_played(_: FinishedGame) -> bool:
    return True


def _is_won(one: FinishedGame) -> bool:
    return one.result == "won"


def _is_fair(one: FinishedGame) -> bool:
    return one.unassisted_win


def _beats(level: int) -> Callable[[FinishedGame], bool]:
    """Return a predicate for wins without help against bots of this level or a higher one."""
    return lambda one: (
        one.unassisted_win and (one.level == "perfect" or (isinstance(one.level, int | float) and one.level >= level))
    )


def _holds_perfect(one: FinishedGame) -> bool:
    return one.level == "perfect" and one.result != "lost" and not one.assisted


def _is_flawless(one: FinishedGame) -> bool:
    return FLAWLESS in one.feats


def _with_people(one: FinishedGame) -> bool:
    return one.against == "people"


def _game(one: FinishedGame) -> str:
    return one.game


# ---- The table -------------------------------------------------------------------------------------------------------

TABLE: tuple[Achievement, ...] = (
    Achievement("first-game", "first-game", 1, each(_is_played)),
    Achievement("first-win", "first-win", 1, each(_is_won), finish="lacquer"),
    Achievement("games-5", "all-rounder", 5, different(_game, _is_played), finish="stone"),
    Achievement("wins-5", "master-of-all", 5, different(_game, _is_fair)),
    Achievement("wins-10", "wins", 10, each(_is_won)),
    Achievement("wins-100", "wins", 100, each(_is_won)),
    Achievement("row-3", "row", 3, in_a_row(_is_won)),
    Achievement("row-10", "row", 10, in_a_row(_is_won), finish="chrome"),
    *(
        Achievement(
            f"level-{level}",
            "level",
            1,
            each(_beats(level)),
            level=level,
            finish={5: "metal", 8: "pearl"}.get(level, ""),
        )
        for level in LEVELS
    ),
    Achievement("top-10", "top", 10, each(_beats(TOP_LEVEL)), level=TOP_LEVEL, finish="ember"),
    Achievement("perfect", "perfect", 1, each(_holds_perfect)),
    Achievement("flawless", "flawless", 1, each(_is_flawless), finish="glass"),
    Achievement("flawless-3", "flawless-games", 3, different(_game, _is_flawless)),
    Achievement("people-10", "people", 10, each(_with_people)),
    Achievement("puzzles-10", "puzzles", 10, solved),
    Achievement("puzzles-100", "puzzles", 100, solved),
    Achievement("puzzle-row-5", "puzzle-row", 5, solved_in_a_row),
    Achievement("puzzle-row-20", "puzzle-row", 20, solved_in_a_row),
)


def game_achievements(game: Game) -> Iterator[Achievement]:
    """Yield the achievements of one game: all its levels, and a flawless win if the game defines one."""
    ladder = different(
        lambda one: one.level, lambda one: one.game == game.key and one.unassisted_win and one.level in LEVELS
    )
    yield Achievement(f"ladder-{game.key}", "ladder", len(LEVELS), ladder, game=game)
    if game.flawless is not None:
        flawless = each(lambda one: one.game == game.key and _is_flawless(one))
        yield Achievement(f"flawless-{game.key}", "flawless-game", 1, flawless, game=game, feat=FLAWLESS)
