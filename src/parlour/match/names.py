"""Validation of names of accounts, guests and seats.

A name has 1 to 40 visible characters of any script. It is stored in the composed Unicode form (NFC) with single blanks.
Control, bidirectional, zero-width and other invisible characters are refused, because they can make different names
look alike or reverse the text of a line. Names are compared without case and compatibility forms (`Ａnna` is `anna`).
Names of official roles and of bots are reserved.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain, count

from parlour.errors import NameRefused
from parlour.i18n.errors import localized_error

MAX_VISIBLE = 40
_MAX_UNMARKED = MAX_VISIBLE - len(" (999)")
"""Characters of a name that are kept before a number."""
MAX_MARKS = 3
"""Maximum number of accents on one character; more would overlap the line above."""

# fmt: off
RESERVED = frozenset(
    {
        "admin", "administrator", "all", "anonymous", "anybody", "anyone", "benutzerdefiniert", "black", "blue", "bot",
        "bots", "computer", "cpu", "custom", "dark", "deleted", "draw", "empty", "engine", "everybody", "everyone",
        "guest", "guests", "host", "light", "me", "mod", "moderator", "nobody", "none", "null", "observer", "open",
        "operator", "owner", "parlour", "perfect", "perfekt", "player", "players", "red", "root", "seat", "server",
        "silver", "spectator", "staff", "system", "unknown", "white", "you",
    }
)
# fmt: on
"""Names that could be mistaken for the program, an official role, a side or an empty seat."""

_BOT = re.compile(
    r"(bot|computer|cpu|engine|level|stufe|player|seat|guest)[\s#.:-]*\d+.*"
    r"|(computer \(|custom,|benutzerdefiniert,|perfect,|perfekt,).*"
    r"|(classic|klassisch)(,.*|[\s-]+(easy|medium|hard|leicht|mittel|schwer)\b.*)?"
)
"""Names of bots in any language."""
# Letters and marks that are invisible, although Unicode does not classify them as format characters.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def check_name(name: str, taken: Iterable[str] = (), *, allow_reserved: bool = False) -> str:
    """Return the name as it is stored; raise `NameRefused` with the reason.

    `allow_reserved` is for games played elsewhere, where the name identifies nobody here.

    >>> check_name("  Anna   Lena ")
    'Anna Lena'
    """
    if len(name) > 8 * MAX_VISIBLE:
        raise localized_error(NameRefused, "match.name.long", most=MAX_VISIBLE)
    spaced = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in unicodedata.normalize("NFC", name))
    name = " ".join(filter(None, spaced.split(" ")))
    if not name:
        raise localized_error(NameRefused, "match.name.empty")
    visible = 0
    marks = 0
    for sign in name:
        category = unicodedata.category(sign)
        if is_invisible(sign):
            raise localized_error(NameRefused, "match.name.invisible", code=f"{ord(sign):04X}")
        marks = marks + 1 if category.startswith("M") else 0
        if marks > MAX_MARKS:
            raise localized_error(NameRefused, "match.name.accents", most=MAX_MARKS)
        visible += not category.startswith("M")
    if unicodedata.category(name[0]).startswith("M"):
        raise localized_error(NameRefused, "match.name.accent-first")
    if visible > MAX_VISIBLE:
        raise localized_error(NameRefused, "match.name.longer", most=MAX_VISIBLE, has=visible)
    key = name_key(name)
    if not allow_reserved and (key in RESERVED or _BOT.fullmatch(key)):
        raise localized_error(NameRefused, "match.name.reserved", name=name)
    if key in {name_key(other) for other in taken}:
        raise localized_error(NameRefused, "match.name.taken", name=name)
    return name


def is_invisible(sign: str) -> bool:
    """Return whether a character cannot be seen or changes the direction of others. Blanks count as visible."""
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or _BLANK.match(sign) is not None


def name_key(name: str) -> str:
    """Return a key that is equal for names that count as the same.

    >>> name_key("ANNA Straße") == name_key("anna  strasse")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())


def distinct_names(named: Sequence[tuple[str, bool]]) -> list[str]:
    """Return names with a number after each that counts as the same as an earlier one. Fixed names do not change.

    >>> distinct_names([("Anna", False), ("anna", False), ("Ben", False), ("Ben", True)])
    ['Anna', 'anna (2)', 'Ben (2)', 'Ben']
    """
    taken = {name_key(name) for name, fixed in named if fixed}
    found = []
    for name, fixed in named:
        marked = (f"{name[:_MAX_UNMARKED]} ({n})" for n in count(2))
        free = name if fixed else next(one for one in chain([name], marked) if name_key(one) not in taken)
        taken.add(name_key(free))
        found.append(free)
    return found
