"""Parlour's own errors. Each one's text is a sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = [
    "ArchiveError",
    "BrokenMatch",
    "ClockError",
    "ColourRefused",
    "Conflict",
    "IllegalMove",
    "NameRefused",
    "NotFound",
    "NothingToUndo",
    "OptionError",
    "ParlourError",
    "PasswordRefused",
    "PositionError",
    "QueryError",
    "RecordError",
    "Refused",
    "SetupError",
    "StoreError",
    "TextError",
    "TooMuch",
    "UnknownGame",
    "WrongPassword",
]


class ParlourError(Exception):
    """Something the person at the keyboard can put right: its text is a sentence for people.

    The command line prints that sentence and exits with status 2, the server answers with it. Anything else that is
    raised is a defect and shows a traceback.

    An error made from a catalogue keeps what `i18n.translate_error` needs: `message`, one or several
    `i18n.message.Message`; the name of its catalogue; the game, with its options where the sides are named, or the
    names of the seats; and the errors it quotes, by parameter name.
    """

    message: object | None = None
    catalogue: str = ""
    game: object | None = None
    options: object | None = None
    names: tuple[str, ...] = ()
    quotes: Mapping[str, ParlourError] = MappingProxyType({})

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the game: a game holds locks and caches, and worker processes send errors back."""
        kept = {name: value for name, value in vars(self).items() if name != "game"}
        return (type(self), self.args, kept)


class UnknownGame(ParlourError):
    """No game has that key, or a file holds none."""


class OptionError(ParlourError):
    """An option that does not exist, a value it cannot have, or values that do not go together."""


class IllegalMove(ParlourError):
    """A text, a number or a row of clicks that is no legal move here. Nothing was changed.

    `message` is what a game has to say about it, for those who want to say it with the players' names or in another
    language.
    """

    def __init__(self, sentence: str, message: object | None = None) -> None:
        super().__init__(sentence)
        self.message = message


class NothingToUndo(ParlourError):
    """There is no move to take back."""


class TextError(ParlourError):
    """A position text that cannot be read. `column` counts from 1."""

    def __init__(self, sentence: str, column: int | None = None) -> None:
        super().__init__(sentence if column is None else f"Column {column}: {sentence}")
        self.column = column


class PositionError(ParlourError):
    """A set-up that can be read but cannot be played."""


class RecordError(ParlourError):
    """A record that cannot be read or replayed. `line` and `column` count from 1."""

    def __init__(self, sentence: str, line: int | None = None, column: int | None = None) -> None:
        where = "" if line is None else f"Line {line}: " if column is None else f"Line {line}, column {column}: "
        super().__init__(where + sentence)
        self.line = line
        self.column = column


class NameRefused(ParlourError):
    """A name that nobody can have here."""


class ClockError(ParlourError):
    """A time that cannot be read, or that no clock can be set to."""


class ColourRefused(ParlourError):
    """A colour that cannot be read, or that looks too much like another player's."""


class SetupError(ParlourError):
    """A match that cannot be set up like this."""


class Refused(ParlourError):
    """A command to a match that was refused; nothing was changed.

    `reason` is one of `match.commands.REASONS`; `message` is the sentence before it became text.
    """

    def __init__(self, reason: str, sentence: str, message: object | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.message = message


class BrokenMatch(ParlourError):
    """Stored events that do not make a match."""


class StoreError(ParlourError):
    """The database cannot be opened or used."""


class Conflict(ParlourError):
    """Another process was faster: the match has gone on since it was loaded. Nothing was stored."""


class NotFound(ParlourError):
    """There is no such person, match or position, or it is not this person's."""


class QueryError(ParlourError):
    """Something a library cannot be asked."""


class TooMuch(ParlourError):
    """More than one person can have kept here."""


class PasswordRefused(ParlourError):
    """A password that nobody can have here."""


class WrongPassword(ParlourError):
    """No account has this name and this password."""


class ArchiveError(ParlourError):
    """A backup that cannot be read, or that cannot be restored here. Nothing was changed."""
