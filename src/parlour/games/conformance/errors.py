"""How a check of the conformance suite says that a game breaks the contract."""

from __future__ import annotations

from collections import Counter


class Unfit(Exception):
    """A game breaks the contract; the text says how and where."""


def need(truth: object, why: str) -> None:
    """Raises `Unfit` unless something is true."""
    if not truth:
        raise Unfit(why)


def need_distinct(what: str, names: list[str]) -> None:
    """Raises `Unfit` unless all names are there and none twice."""
    for name, count in Counter(names).items():
        need(count == 1, f"there are {count} times the {what} “{name}”")
        need(name, f"a {what} has no name")
