"""Rounds of a tournament: their games, and the history of each entrant that the pairing of the next round needs.

Entrants have numbers: their places in the seeding, 1 for the strongest. Side 0 moves first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

Points = tuple[float, float]

WIN = 1.0
BYE_POINTS = WIN
"""Points for a round without an opponent."""


MUST_CHANGE = 3
"""The urgency of a side that an entrant must get."""


class RoundGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of a round. `second` is None for a bye; `points` is None until the game is over."""

    first: int
    second: int | None
    points: Points | None = None
    forfeit: bool = False
    """Whether the result was given without play."""

    @property
    def entrants(self) -> tuple[int, ...]:
        """Return the entrants of the game, the one who moves first at the head."""
        return (self.first,) if self.second is None else (self.first, self.second)

    @property
    def was_played(self) -> bool:
        """Return whether both entrants played, so that the opponents count as met."""
        return self.second is not None and not self.forfeit

    def points_of(self, entrant: int) -> float:
        """Return the points of an entrant; none while the game is running."""
        if self.points is None:
            return 0.0
        return self.points[self.entrants.index(entrant)]

    def opponent_of(self, entrant: int) -> int | None:
        """Return the opponent of an entrant; None in a bye."""
        return self.second if entrant == self.first else self.first


Round = tuple[RoundGame, ...]


def bye(entrant: int, points: float = BYE_POINTS) -> RoundGame:
    """Return a round without an opponent."""
    return RoundGame(entrant, None, (points, 0.0))


class EntrantHistory(msgspec.Struct, frozen=True):
    """The results of one entrant so far."""

    number: int
    points: float = 0.0
    opponents: tuple[int, ...] = ()
    """Entrants met over the board, in order."""
    sides: tuple[int, ...] = ()
    """Sides of the games played, in order."""
    unopposed: bool = False
    """Whether the entrant had a bye or won by forfeit: nobody gets points twice without play."""
    last_float: int = 0
    """1 if the last opponent had more points before the game, -1 if fewer."""

    @property
    def surplus(self) -> int:
        """Return how many more games the entrant began than not."""
        return self.sides.count(0) - self.sides.count(1)

    @property
    def wanted_side(self) -> int | None:
        """Return the side that the entrant should get next; None before the first game."""
        if not self.sides:
            return None
        if self.surplus:
            return 1 if self.surplus > 0 else 0
        return 1 - self.sides[-1]

    @property
    def urgency(self) -> int:
        """Return how much the entrant needs the wanted side: 3 must have it, 2 one game behind, 1 alternation, 0 none.

        A surplus never exceeds two, and nobody has the same side three times in a row.
        """
        if not self.sides:
            return 0
        if abs(self.surplus) >= 2 or self.sides[-2:] in ((0, 0), (1, 1)):
            return MUST_CHANGE
        return 2 if self.surplus else 1


def histories(entrants: Iterable[int], rounds: Sequence[Round]) -> dict[int, EntrantHistory]:
    """Return the history of each entrant after the given rounds."""
    found = {number: EntrantHistory(number) for number in entrants}
    for games in rounds:
        before = found.copy()
        for number in found:
            found[number] = msgspec.structs.replace(found[number], last_float=0)
        for game in games:
            for side, number in enumerate(game.entrants):
                if number in found:
                    found[number] = _after(found[number], game, side, before)
    return found


def _after(history: EntrantHistory, game: RoundGame, side: int, before: dict[int, EntrantHistory]) -> EntrantHistory:
    points = game.points_of(history.number)
    opponent = game.opponent_of(history.number)
    if opponent is None or not game.was_played:
        unopposed = history.unopposed or points >= WIN
        return msgspec.structs.replace(history, points=history.points + points, unopposed=unopposed, last_float=-1)
    theirs = before[opponent].points if opponent in before else history.points
    own = before[history.number].points
    return msgspec.structs.replace(
        history,
        points=history.points + points,
        opponents=(*history.opponents, opponent),
        sides=(*history.sides, side),
        last_float=(theirs > own) - (theirs < own),
    )
