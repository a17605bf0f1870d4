"""Speech: messages as sentences in a reader's language, with the names of those who play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from litestar.di import NamedDependency

from parlour.errors import ParlourError
from parlour.games.contract.display import Outcome
from parlour.games.contract.game import Game
from parlour.games.contract.localized_game import catalogue_of
from parlour.games.contract.options import Options
from parlour.games.contract.position import Position
from parlour.i18n.catalogue import Catalogue, Template, format_message, load_catalogue
from parlour.i18n.message import Message
from parlour.i18n.translate_error import translate_error
from parlour.server.games.messages import OutcomeView
from parlour.server.messages import SentenceView

Spoken: TypeAlias = NamedDependency[str]
"""How a route gets at the language in which it is to answer."""


@cache
def _catalogue(game: Game, language: str) -> Catalogue:
    """Everything that can be said about a game; what a language lacks is said in English."""
    return {**catalogue_of(game, language), **plain_catalogue(language)}


@cache
def plain_catalogue(language: str) -> dict[str, Template]:
    """Everything that can be said without a game, beside what all games share."""
    merged: dict[str, Template] = {}
    for layer in ("engine", "match", "store", "server"):
        merged.update(load_catalogue(layer, language))
    return merged


def server_text(key: str, language: str, **params: str | int) -> str:
    """One of the server's own sentences that needs no game."""
    return plain_text(f"server.{key}", language, **params)


def plain_text(key: str, language: str, **params: str | int) -> str:
    """A sentence of any layer that needs no game."""
    return format_message(Message(key, params), plain_catalogue(language), ())


def feat_text(game: Game, feat: str, language: str) -> str:
    """What a feat is in a game, in its own words or those of all games."""
    catalogue = _catalogue(game, language)
    own = f"{game.key}.feat.{feat}"
    return format_message(Message(own if own in catalogue else f"shared.feat.{feat}", {}), catalogue, ())


class Speech:
    """Speaks about one game in one language; `names` are those of the seats."""

    def __init__(self, game: Game, options: Options, language: str, names: Sequence[str] | None = None) -> None:
        self.game = game
        self.options = options
        self.language = language
        self.naming = game.naming(language)
        self.names = list(names) if names is not None else [side.name for side in self.naming.sides(options)]
        self._catalogue = _catalogue(game, language)

    def text(self, message: Message) -> str:
        """A message as text."""
        return format_message(message, self._catalogue, self.names)

    def refusal(self, fault: ParlourError) -> str:
        """What an error says, with the names that are used here."""
        return translate_error(fault, self.language, self.names)

    def say(self, message: Message) -> SentenceView:
        """A message as a sentence that keeps its key."""
        return SentenceView(self.text(message), message.key, message.params)

    def tell(self, key: str, **params: str | int) -> SentenceView:
        """One of the server's own sentences."""
        return self.say(Message(f"server.{key}", params))

    def label(self, position: Position, key: str, otherwise: str, **params: str | int) -> str:
        """A name from the game's catalogue, if it has one."""
        message: Message = position.word(key, **params)
        return self.text(message) if message.key in self._catalogue else otherwise

    def why(self, reason: str) -> str:
        """Why a game ended, in a word or two; a code without words is shown as it is."""
        for key in (f"{self.game.key}.why.{reason}", f"server.why.{reason}"):
            if key in self._catalogue:
                return self.text(Message(key))
        return reason.replace("-", " ")

    def keys(self, table: str) -> list[str]:
        """The keys of a table in the game's catalogue, in its order."""
        prefix = f"{self.game.key}.{table}."
        return [key.removeprefix(prefix) for key in self._catalogue if key.startswith(prefix)]

    def joined(self, seats: Sequence[int]) -> str:
        """Names in a row: "Anna, Ben and Cleo"."""
        names = [self.names[seat] for seat in seats]
        if len(names) < 2:
            return "".join(names)
        return self.tell("and", first=", ".join(names[:-1]), last=names[-1]).text

    def outcome(self, outcome: Outcome | None, reason: str, why: Message) -> OutcomeView:
        """The end of a game in a sentence: who won, or with more than two players who lost."""
        cause = self.text(why)
        if outcome is None:
            return OutcomeView((), (), (), False, reason, self.tell("end.none", why=cause).text)
        if outcome.drawn:
            text = self.tell("end.drawn", why=cause).text
        elif len(outcome.results) == 2:
            text = self.tell("end.won", seat=outcome.winners[0], why=cause).text
        else:
            text = self.tell("end.lost", n=len(outcome.losers), who=self.joined(outcome.losers), why=cause).text
        return OutcomeView(outcome.results, outcome.winners, outcome.losers, outcome.drawn, reason, text)
