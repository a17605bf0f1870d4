"""Clean free text before it is shown to others: one line without invisible characters."""

from __future__ import annotations

import unicodedata

from parlour.match.names import MAX_MARKS, is_invisible

MAX_LENGTH = 200
"""Longest message, in characters."""


def clean_text(text: str) -> str:
    """Return a text without control, bidirectional and other invisible characters, and without stacked accents.

    >>> clean_text(" a\\u202e \\n b\\u200b")
    'a b'
    """
    found: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFC", text):
        category = unicodedata.category(sign)
        marks = marks + 1 if category.startswith("M") else 0
        if sign.isspace():
            found.append(" ")
        elif not is_invisible(sign) and marks <= MAX_MARKS:
            found.append(sign)
    return " ".join("".join(found).split())
