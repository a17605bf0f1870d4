"""`SearchSettings`: the techniques that an alpha-beta search adds to plain minimax."""

from __future__ import annotations

import msgspec


class SearchSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of an alpha-beta search.

    The switches are for tests and comparisons: with `reductions`, `quiescence` and `extensions` off, a search is exact
    minimax to its depth.
    """

    reductions: bool = True
    quiescence: bool = True
    extensions: bool = True
    aspiration: bool = True
    use_table: bool = True
    symmetries: bool = True
    contempt: int = 0
    """How much worse than even a draw counts for the searching seat, in hundredths."""


DEFAULT_SETTINGS = SearchSettings()
