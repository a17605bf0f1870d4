"""Checks of the results and notes that an organiser enters."""

from __future__ import annotations

from parlour.club.tournaments.rounds import Points, RoundGame
from parlour.errors import TournamentError
from parlour.i18n.errors import localized_error

MAX_NOTE_LENGTH = 200
DOUBLE_LOSS: Points = (0.0, 0.0)
"""The result of a game that both entrants have lost; in a knockout both are out."""
_RESULTS = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0), DOUBLE_LOSS)
"""Points of two entrants; those of a table are any of 0, ½ and 1, unless all of them won."""


def check_points(game: RoundGame, points: Points) -> None:
    """Raise `TournamentError` for points that no result of the game gives."""
    if not game.is_table and points not in _RESULTS:
        raise localized_error(TournamentError, "club.points")
    if game.is_table and (len(points) != len(game.entrants) or not _is_table_result(points)):
        raise localized_error(TournamentError, "club.table-points")


def is_draw(points: Points) -> bool:
    """Return whether neither of two entrants has won or lost."""
    return points == (0.5, 0.5)


def checked_note(note: str) -> str:
    """Return a note without surrounding spaces; raise `TournamentError` if it is missing or too long."""
    note = note.strip()
    if not note or len(note) > MAX_NOTE_LENGTH:
        raise localized_error(TournamentError, "club.note", most=MAX_NOTE_LENGTH)
    return note


def _is_table_result(points: Points) -> bool:
    return set(points) <= {0.0, 0.5, 1.0} and set(points) != {1.0}
