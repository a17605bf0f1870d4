"""Titles that people give to their games and positions."""

from __future__ import annotations

import unicodedata

from parlour.errors import NameRefused

MAX_TITLE = 120


def check_title(title: str) -> str:
    """A title as it is kept, on one line; raises `NameRefused`.

    >>> check_title("  the long\\nendgame ")
    'the long endgame'
    """
    if len(title) > 8 * MAX_TITLE:
        raise NameRefused(f"A title has at most {MAX_TITLE} characters.")
    line = " ".join(unicodedata.normalize("NFC", title).split())
    hidden = next((sign for sign in line if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Cn")), None)
    # Emoji are joined by one of the invisible characters: it may stay.
    if hidden is not None and hidden != "\N{ZERO WIDTH JOINER}":
        raise NameRefused(f"A title cannot hold the invisible character U+{ord(hidden):04X}.")
    if len(line) > MAX_TITLE:
        raise NameRefused(f"A title has at most {MAX_TITLE} characters; this one has {len(line)}.")
    return line
