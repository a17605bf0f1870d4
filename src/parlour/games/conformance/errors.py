"""The error of the conformance checks, and assertions that raise it."""

from __future__ import annotations

from collections import Counter


class ConformanceError(Exception):
    """A game breaks the contract; the message explains how and where."""


def need(truth: object, why: str) -> None:
    """Raise `ConformanceError` unless a condition is true."""
    if not truth:
        raise ConformanceError(why)


def need_distinct(what: str, names: list[str]) -> None:
    """Raise `ConformanceError` unless all names are present and distinct."""
    for name, count in Counter(names).items():
        need(count == 1, f"there are {count} times the {what} “{name}”")
        need(name, f"a {what} has no name")
