"""The languages Parlour is translated into, and the choice of one."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from parlour.i18n.catalogue import ENGLISH


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages that have catalogues."""
    return tuple(sorted(folder.name for folder in files("parlour.i18n").joinpath("catalogues").iterdir()))


def choose_language(*preferences: str | None) -> str:
    """Return the first available language of a code, a browser's Accept-Language list, or a locale.

    >>> choose_language("xx", "xx-YY, en-GB;q=0.8"), choose_language("de_AT.UTF-8")
    ('en', 'de')
    """
    for preference in preferences:
        for part in (preference or "").split(","):
            code = part.partition(";")[0].strip().lower().replace("_", "-").partition("-")[0]
            if code in languages():
                return code
    return ENGLISH
