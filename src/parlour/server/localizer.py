"""Convert messages into sentences in the reader's language, with the names of the players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
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
from parlour.match.match import Match
from parlour.server.messages import OutcomeView, SentenceView

ReaderLanguage: TypeAlias = NamedDependency[str]
"""The dependency of a route on the language of the reader."""


@cache
def _catalogue(game: Game, language: str) -> Catalogue:
    """Return all templates for a game; English ones where a language lacks them."""
    return {**catalogue_of(game, language), **plain_catalogue(language)}


@cache
def plain_catalogue(language: str) -> dict[str, Template]:
    """Return the templates that need no game, without those that all games share."""
    merged: dict[str, Template] = {}
    for layer in ("engine", "match", "store", "server"):
        merged.update(load_catalogue(layer, language))
    return merged


def server_text(key: str, language: str, **params: str | int) -> str:
    """Return a sentence of the server that needs no game."""
    return plain_text(f"server.{key}", language, **params)


def plain_text(key: str, language: str, **params: str | int) -> str:
    """Return a sentence of any catalogue that needs no game."""
    return format_message(Message(key, params), plain_catalogue(language), ())


def feat_text(game: Game, feat: str, language: str) -> str:
    """Return the description of a feat, from the game or from what all games share."""
    catalogue = _catalogue(game, language)
    own = f"{game.key}.feat.{feat}"
    return format_message(Message(own if own in catalogue else f"shared.feat.{feat}", {}), catalogue, ())


def match_localizer(match: Match, language: str) -> Localizer:
    """Return the localizer of a match, with the names of its players."""
    return _match_localizer(match.game, match.options, language, match.names(language))


@lru_cache(maxsize=4096)
def _match_localizer(game: Game, options: Options, language: str, names: tuple[str, ...]) -> Localizer:
    return Localizer(game, options, language, names)


class Localizer:
    """Convert messages about one game into one language; `names` are those of the seats."""

    def __init__(self, game: Game, options: Options, language: str, names: Sequence[str] | None = None) -> None:
        self.game = game
        self.options = options
        self.language = language
        self.naming = game.localized(language)
        self.names = list(names) if names is not None else [side.name for side in self.naming.sides(options)]
        self._catalogue = _catalogue(game, language)

    def text(self, message: Message) -> str:
        """Return a message as text."""
        return format_message(message, self._catalogue, self.names)

    def error_text(self, fault: ParlourError) -> str:
        """Return the text of an error, with these names."""
        return translate_error(fault, self.language, self.names)

    def sentence(self, message: Message) -> SentenceView:
        """Return a message as a sentence with its key."""
        return SentenceView(self.text(message), message.key, message.params)

    def server_sentence(self, key: str, **params: str | int) -> SentenceView:
        """Return a sentence of the server's catalogue."""
        return self.sentence(Message(f"server.{key}", params))

    def label(self, position: Position, key: str, otherwise: str, **params: str | int) -> str:
        """Return a label from the game's catalogue, or `otherwise`."""
        message: Message = position.message(key, **params)
        return self.text(message) if message.key in self._catalogue else otherwise

    def reason_text(self, reason: str) -> str:
        """Return the reason for the end of a game, in a word or two; an unknown code is returned as it is."""
        for key in (f"{self.game.key}.why.{reason}", f"server.why.{reason}"):
            if key in self._catalogue:
                return self.text(Message(key))
        return reason.replace("-", " ")

    def catalogue_keys(self, table: str) -> list[str]:
        """Return the keys of a table in the game's catalogue, in its order."""
        prefix = f"{self.game.key}.{table}."
        return [key.removeprefix(prefix) for key in self._catalogue if key.startswith(prefix)]

    def join_names(self, seats: Sequence[int]) -> str:
        """Return the names of seats as a list: "Anna, Ben and Cleo"."""
        names = [self.names[seat] for seat in seats]
        if len(names) < 2:
            return "".join(names)
        return self.server_sentence("and", first=", ".join(names[:-1]), last=names[-1]).text

    def outcome_view(self, outcome: Outcome | None, reason: str, why: Message) -> OutcomeView:
        """Return the end of a game with a sentence: who won, or with more than two players who lost."""
        cause = self.text(why)
        sentence = self._sentence_case(cause)
        if outcome is None:
            return OutcomeView((), (), (), False, reason, self.server_sentence("end.none", why=cause).text, sentence)
        if outcome.drawn:
            text = self.server_sentence("end.drawn", why=cause).text
        elif len(outcome.results) == 2:
            text = self.server_sentence("end.won", seat=outcome.winners[0], why=cause).text
        else:
            text = self.server_sentence(
                "end.lost", n=len(outcome.losers), who=self.join_names(outcome.losers), why=cause
            ).text
        return OutcomeView(outcome.results, outcome.winners, outcome.losers, outcome.drawn, reason, text, sentence)

    def match_outcome(self, match: Match) -> OutcomeView | None:
        """Return how a match ended; None if it has not."""
        why = match.why_over()
        return None if why is None else self.outcome_view(match.outcome, match.state.reason, why)

    def _sentence_case(self, clause: str) -> str:
        """Return a clause as a sentence. A name at its beginning stays as its player writes it."""
        named = any(name and clause.startswith(name) for name in self.names)
        return f"{clause if named else clause[:1].upper() + clause[1:]}."
