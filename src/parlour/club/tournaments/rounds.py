"""Rounds of a tournament: their games, and the history of each entrant that the pairing of the next round needs.

Entrants have numbers: their places in the seeding, 1 for the strongest. Side 0 moves first. A game has two entrants, a
table more, a bye one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

Points = tuple[float, ...]
"""Points of the entrants of a game, in the order of their seats."""

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
    others: tuple[int, ...] = ()
    """The entrants who follow the second at a table of more than two."""

    @property
    def entrants(self) -> tuple[int, ...]:
        """Return the entrants of the game in the order in which they move."""
        return (self.first,) if self.second is None else (self.first, self.second, *self.others)

    @property
    def is_table(self) -> bool:
        """Return whether the game has more than two entrants."""
        return bool(self.others)

    @property
    def was_played(self) -> bool:
        """Return whether the entrants played, so that the opponents count as met."""
        return self.second is not None and not self.forfeit

    def points_of(self, entrant: int) -> float:
        """Return the points of an entrant; 0 while the game is running."""
        if self.points is None:
            return 0.0
        return self.points[self.entrants.index(entrant)]

    def opponents_of(self, entrant: int) -> tuple[int, ...]:
        """Return the opponents of an entrant: one, several at a table, none in a bye."""
        return tuple(other for other in self.entrants if other != entrant)

    def score_against(self, entrant: int, opponent: int) -> float:
        """Return the points of an entrant against one opponent: at a table 1 for a better result, ½ for the same."""
        own = self.points_of(entrant)
        if not self.is_table or self.points is None:
            return own
        theirs = self.points_of(opponent)
        return 0.5 if own == theirs else float(own > theirs)


Round = tuple[RoundGame, ...]


def table(entrants: Sequence[int]) -> RoundGame:
    """Return a game of two or more entrants, in the order in which they move."""
    return RoundGame(entrants[0], entrants[1], others=tuple(entrants[2:]))


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
    """Sides of the games of two played, in order."""
    seats: tuple[int, ...] = ()
    """Seats at the tables of more than two, in order."""
    unplayed: int = 0
    """Number of byes and of wins by forfeit."""
    last_float: int = 0
    """1 if the last opponent had more points before the game, -1 if fewer."""

    @property
    def unopposed(self) -> bool:
        """Return whether the entrant has received points without play; a second time is avoided if possible."""
        return self.unplayed > 0

    @property
    def surplus(self) -> int:
        """Return the number of games that the entrant began minus the number of others."""
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
    gained = game.points_of(history.number)
    points, opponents = history.points + gained, game.opponents_of(history.number)
    if not game.was_played:
        unplayed = history.unplayed + (gained >= WIN)
        return msgspec.structs.replace(history, points=points, unplayed=unplayed, last_float=-1)
    after = msgspec.structs.replace(history, points=points, opponents=(*history.opponents, *opponents))
    if game.is_table:
        return msgspec.structs.replace(after, seats=(*history.seats, side))
    [opponent] = opponents
    theirs = before[opponent].points if opponent in before else history.points
    own = before[history.number].points
    last_float = (theirs > own) - (theirs < own)
    return msgspec.structs.replace(after, sides=(*history.sides, side), last_float=last_float)
