"""Validation of titles, tags and comments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from parlour.errors import NameRefused
from parlour.i18n.errors import localized_error
from parlour.match.names import name_key

MAX_TITLE_CHARACTERS = 120
MAX_TAG_CHARACTERS = 40
MAX_TAGS = 20
MAX_TAGS_WITH_DUPLICATES = 8 * MAX_TAGS
MAX_COMMENT_CHARACTERS = 4_000


def check_title(title: str) -> str:
    """Return a title on one line; raise `NameRefused`.

    >>> check_title("  the long\\nendgame ")
    'the long endgame'
    """
    return _line(title, "title", MAX_TITLE_CHARACTERS)


def check_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """Return normalized tags without duplicates and empty ones; raise `NameRefused`.

    >>> check_tags(["opening ", "", "Opening", "to  show"])
    ('opening', 'to show')
    """
    if len(tags) > MAX_TAGS_WITH_DUPLICATES:
        raise localized_error(NameRefused, "store.tag.many", most=MAX_TAGS)
    found: dict[str, str] = {}
    for tag in tags:
        line = _line(tag, "tag", MAX_TAG_CHARACTERS)
        if "," in line:
            raise localized_error(NameRefused, "store.tag.comma")
        if line:
            found.setdefault(name_key(line), line)
        if len(found) > MAX_TAGS:
            raise localized_error(NameRefused, "store.tag.many", most=MAX_TAGS)
    return tuple(found.values())


def check_comment(comment: str) -> str:
    """Return a normalized comment, which may have several lines; raise `NameRefused`.

    >>> check_comment(" a quiet move \\n\\n\\n but a good one ")
    'a quiet move\\n\\nbut a good one'
    """
    if len(comment) > 8 * MAX_COMMENT_CHARACTERS:
        raise localized_error(NameRefused, "store.comment.long", most=MAX_COMMENT_CHARACTERS)
    lines = [" ".join(line.split()) for line in unicodedata.normalize("NFC", comment).splitlines()]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    _require_visible(text.replace("\n", " "), "comment")
    if len(text) > MAX_COMMENT_CHARACTERS:
        raise localized_error(NameRefused, "store.comment.longer", most=MAX_COMMENT_CHARACTERS, has=len(text))
    return text


def _line(text: str, what: str, most: int) -> str:
    """Return text on one line; refuse text that is too long or has invisible characters."""
    if len(text) > 8 * most:
        raise localized_error(NameRefused, f"store.{what}.long", most=most)
    line = " ".join(unicodedata.normalize("NFC", text).split())
    _require_visible(line, what)
    if len(line) > most:
        raise localized_error(NameRefused, f"store.{what}.longer", most=most, has=len(line))
    return line


def _require_visible(line: str, what: str) -> None:
    hidden = next((sign for sign in line if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Cn")), None)
    # The zero-width joiner is allowed: emoji sequences use it.
    if hidden is not None and hidden != "\N{ZERO WIDTH JOINER}":
        raise localized_error(NameRefused, f"store.{what}.invisible", code=f"{ord(hidden):04X}")
