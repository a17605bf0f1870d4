"""Tables for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
"""Spreadsheets read cells that start with one of these characters as formulas."""
_BYTE_ORDER_MARK = "\ufeff"
"""Without it, some spreadsheets read letters such as ü in another encoding."""
_COMMA_DECIMALS = ("de",)
"""Languages whose spreadsheets expect commas in numbers, and therefore semicolons between cells."""


def write_csv(rows: Iterable[Sequence[str | float]], language: str) -> str:
    """Return a table as spreadsheets in a language read it. No text becomes a formula.

    >>> write_csv([["=1+1", 2.5]], "en"), write_csv([["Anna", 2.5]], "de")
    ("\\ufeff'=1+1,2.5\\r\\n", '\\ufeffAnna;2,5\\r\\n')
    """
    text = io.StringIO()
    table = csv.writer(text, delimiter=";" if language in _COMMA_DECIMALS else ",")
    for row in rows:
        table.writerow([_safe_text(cell) if isinstance(cell, str) else number_text(cell, language) for cell in row])
    return _BYTE_ORDER_MARK + text.getvalue()


def number_text(value: float, language: str) -> str:
    """Return a number as it is written in a language.

    >>> number_text(2.5, "de"), number_text(3.0, "de")
    ('2,5', '3')
    """
    text = f"{value:.12g}"
    return text.replace(".", ",") if language in _COMMA_DECIMALS else text


def _safe_text(given: str) -> str:
    return f"'{given}" if given.startswith(_FORMULA_STARTS) else given
