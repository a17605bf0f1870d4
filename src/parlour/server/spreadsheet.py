"""Text in files for spreadsheets."""

from __future__ import annotations

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets read cells that start with one of these characters as formulas."""


def safe_text(given: str) -> str:
    """Return a text that spreadsheets do not read as a formula.

    >>> safe_text("=1+1"), safe_text("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{given}" if given.startswith(_FORMULA_STARTS) else given
