"""Text in files for spreadsheets."""

from __future__ import annotations

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets take cells that begin so for formulas."""


def safe_text(given: str) -> str:
    """Return a text that a spreadsheet does not take for a formula.

    >>> safe_text("=1+1"), safe_text("Anna")
    ("'=1+1", 'Anna')
    """
    return f"'{given}" if given.startswith(_FORMULA_STARTS) else given
