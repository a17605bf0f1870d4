"""The error of the conformance checks, and assertions that raise it. Sentences are in the catalogue `conformance`."""

from __future__ import annotations

from collections import Counter

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error


class ConformanceError(ParlourError):
    """Raised if a game breaks the contract; the message explains how."""


def violation(key: str, /, **params: object) -> ConformanceError:
    """Return the error whose sentence has a key, given without the name of the catalogue."""
    shown = {name: value if isinstance(value, int | ParlourError) else str(value) for name, value in params.items()}
    return localized_error(ConformanceError, f"conformance.{key}", **shown)


def need(truth: object, key: str, /, **params: object) -> None:
    """Raise the error whose sentence has a key unless a condition is true."""
    if not truth:
        raise violation(key, **params)


def need_distinct(noun: str, names: list[str]) -> None:
    """Raise `ConformanceError` unless all names are present and distinct."""
    word = f"conformance.noun.{noun}"
    for name, count in Counter(names).items():
        need(count == 1, "same-name", noun_word=word, name=name, count=count)
        need(name, "no-name", noun_word=word)
