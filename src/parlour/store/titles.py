"""Titles that people give to their games and positions."""

from __future__ import annotations

import unicodedata

from parlour.errors import NameRefused
from parlour.store.said import fault

MAX_TITLE = 120


def check_title(title: str) -> str:
    """A title as it is kept, on one line; raises `NameRefused`.

    >>> check_title("  the long\\nendgame ")
    'the long endgame'
    """
    if len(title) > 8 * MAX_TITLE:
        raise fault(NameRefused, "title.long", most=MAX_TITLE)
    line = " ".join(unicodedata.normalize("NFC", title).split())
    hidden = next((sign for sign in line if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Cn")), None)
    # Emoji are joined by one of the invisible characters: it may stay.
    if hidden is not None and hidden != "\N{ZERO WIDTH JOINER}":
        raise fault(NameRefused, "title.invisible", code=f"{ord(hidden):04X}")
    if len(line) > MAX_TITLE:
        raise fault(NameRefused, "title.longer", most=MAX_TITLE, has=len(line))
    return line
