"""Names: the one rule for accounts, guests and seats.

A name has 1 to 40 visible characters of any script. It is kept in Unicode's composed form (NFC) with single blanks;
control, bidirectional, zero-width and other invisible characters are refused, for they make two names look alike or
turn a line of text round. Names are compared without case and compatibility forms (`Ａnna` is `anna`). Names of
offices and of bots are nobody's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from parlour.errors import NameRefused
from parlour.i18n.errors import localized_error

MAX_VISIBLE = 40
MAX_MARKS = 3
"""So many accents may sit on one character; more would climb over the lines above."""

# fmt: off
RESERVED = frozenset(
    {
        "admin", "administrator", "all", "anonymous", "anybody", "anyone", "black", "blue", "bot", "bots",
        "computer", "cpu", "dark", "deleted", "draw", "empty", "engine", "everybody", "everyone", "guest", "guests",
        "host", "light", "me", "mod", "moderator", "nobody", "none", "null", "observer", "open", "operator", "owner",
        "parlour", "perfect", "player", "players", "red", "root", "seat", "server", "silver", "spectator", "staff",
        "system", "unknown", "white", "you",
    }
)
# fmt: on
"""Names that would be taken for the program, an office, a side or nobody at all."""

_BOT = re.compile(r"(bot|computer|cpu|engine|level|player|seat|guest)[\s#.:-]*\d+.*|computer \(.*")
# Letters and marks that print nothing, although Unicode does not call them format characters.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")


def check_name(name: str, taken: Iterable[str] = ()) -> str:
    """The name as it is kept; raises `NameRefused` with the reason.

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
        if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") or _BLANK.match(sign):
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
    if key in RESERVED or _BOT.fullmatch(key):
        raise localized_error(NameRefused, "match.name.reserved", name=name)
    if key in {name_key(other) for other in taken}:
        raise localized_error(NameRefused, "match.name.taken", name=name)
    return name


def name_key(name: str) -> str:
    """Equal for names that count as the same.

    >>> name_key("ANNA Straße") == name_key("anna  strasse")
    True
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join(folded.split())
