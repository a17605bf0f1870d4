"""Which languages are spoken, and which of them somebody wants."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from parlour.i18n.catalogue import ENGLISH, SHARED


@cache
def languages() -> tuple[str, ...]:
    """The languages that are spoken: those of the catalogue that all games share."""
    folder = files(SHARED).joinpath("words")
    return tuple(sorted(file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")))


def choose_language(*wishes: str | None) -> str:
    """The first language asked for that is spoken: a code, a browser's list, or a machine's setting.

    >>> choose_language("xx", "xx-YY, en-GB;q=0.8"), choose_language("de_AT.UTF-8")
    ('en', 'de')
    """
    for wish in wishes:
        for part in (wish or "").split(","):
            code = part.partition(";")[0].strip().lower().replace("_", "-").partition("-")[0]
            if code in languages():
                return code
    return ENGLISH
