"""The error of the conformance checks, and assertions that raise it. Sentences are in the catalogue `conformance`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from parlour.errors import ParlourError
from parlour.i18n.errors import localized_error


class ConformanceError(ParlourError):
    """Raised if a game breaks the contract; the message explains how. `sites` are those of the board it is about."""

    sites: tuple[int, ...] = ()


def violation(key: str, /, sites: Iterable[object] = (), **params: object) -> ConformanceError:
    """Return the error whose sentence has a key, given without the name of the catalogue.

    `sites` may contain verbs and names of arcs, which are left out.
    """
    shown = {name: value if isinstance(value, int | ParlourError) else str(value) for name, value in params.items()}
    error = localized_error(ConformanceError, f"conformance.{key}", **shown)
    error.sites = tuple(dict.fromkeys(site for site in sites if isinstance(site, int)))
    return error


def need(truth: object, key: str, /, sites: Iterable[object] = (), **params: object) -> None:
    """Raise the error whose sentence has a key unless a condition is true."""
    if not truth:
        raise violation(key, sites, **params)


def need_distinct(noun: str, names: list[str]) -> None:
    """Raise `ConformanceError` unless all names are present and distinct."""
    word = f"conformance.noun.{noun}"
    for name, count in Counter(names).items():
        need(count == 1, "same-name", noun_word=word, name=name, count=count)
        need(name, "no-name", noun_word=word)
