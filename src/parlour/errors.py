"""Errors of Parlour. The text of each is a sentence for users."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

__all__ = [
    "ArchiveError",
    "ArgumentError",
    "BotRefused",
    "BrokenMatch",
    "ClassroomError",
    "ClockError",
    "ClusterError",
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
    "StoreUnavailable",
    "TextError",
    "TooMuch",
    "TournamentError",
    "UnknownGame",
    "WrongPassword",
]


class ParlourError(Exception):
    """An error that the user can correct. Its text is a sentence for people.

    The command line prints it and exits with status 2; the server sends it as the response. Any other exception is a
    defect and shows a traceback.

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
    """No game has this key, or a file contains no game."""


class OptionError(ParlourError):
    """An unknown option, an invalid value, or values that exclude each other."""


class IllegalMove(ParlourError):
    """Text, a number or picks that are not a legal move here. Nothing was changed.

    `message` is the reason before it became text, for other names and languages.
    """

    def __init__(self, sentence: str, message: object | None = None) -> None:
        super().__init__(sentence)
        self.message = message


class ArgumentError(ParlourError):
    """A value that a method cannot take: a seat, a site or a number out of range, or of the wrong type."""


class NothingToUndo(ParlourError):
    """There is no move to take back."""


class TextError(ParlourError):
    """An invalid position text. `column` counts from 1."""

    def __init__(self, sentence: str, column: int | None = None) -> None:
        super().__init__(sentence if column is None else f"Column {column}: {sentence}")
        self.column = column


class PositionError(ParlourError):
    """A set-up that can be read but not played."""


class RecordError(ParlourError):
    """A record that cannot be read or replayed. `line` and `column` count from 1."""

    def __init__(self, sentence: str, line: int | None = None, column: int | None = None) -> None:
        where = "" if line is None else f"Line {line}: " if column is None else f"Line {line}, column {column}: "
        super().__init__(where + sentence)
        self.line = line
        self.column = column


class BotRefused(ParlourError):
    """A bot account or token that cannot be made."""


class NameRefused(ParlourError):
    """An invalid or reserved name."""


class ClockError(ParlourError):
    """A time that cannot be read, or that is out of range."""


class ColourRefused(ParlourError):
    """A colour that cannot be read, or that is too similar to another player's."""


class SetupError(ParlourError):
    """An invalid set-up of a match."""


class Refused(ParlourError):
    """A command to a match was refused. Nothing was changed.

    `reason` is one of `match.commands.REASONS`; `message` is the sentence before it became text. The text is made when
    it is read: permissions are found by trying commands, and most refusals are never shown.
    """

    def __init__(self, reason: str, sentence: str | Callable[[], str], message: object | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.message = message
        self._sentence = sentence

    def __str__(self) -> str:
        if not isinstance(self._sentence, str):
            self._sentence = self._sentence()
        return self._sentence

    def __reduce__(self) -> tuple[object, ...]:
        state = {name: value for name, value in vars(self).items() if name not in ("game", "_sentence")}
        return (type(self), (self.reason, str(self)), state)


class TournamentError(ParlourError):
    """A change that a tournament does not allow. Nothing was changed."""


class ClassroomError(ParlourError):
    """A change that a class does not allow. Nothing was changed."""


class BrokenMatch(ParlourError):
    """Stored events are inconsistent."""


class StoreError(ParlourError):
    """The database cannot be opened or used."""


class StoreUnavailable(StoreError):
    """The database fails at the moment: disk full, read-only, connection lost. It may work again later."""


class Conflict(ParlourError):
    """Another process has stored newer events of this match. Nothing was stored."""


class NotFound(ParlourError):
    """There is no such person, match or position, or it belongs to another person."""


class QueryError(ParlourError):
    """An invalid library query."""


class TooMuch(ParlourError):
    """A limit per person is exceeded."""


class PasswordRefused(ParlourError):
    """An unacceptable new password."""


class WrongPassword(ParlourError):
    """No account has this name and password."""


class ArchiveError(ParlourError):
    """A backup that cannot be read or restored. Nothing was changed."""


class ClusterError(ParlourError):
    """A cluster that cannot be used."""
