"""The language of the command line: the one that was asked for, or else the machine's (`LANG` and its relatives)."""

import os

from parlour.errors import OptionError
from parlour.i18n.errors import localized_error
from parlour.i18n.languages import choose_language, languages

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_chosen = ""


def speaking(wish: str | None = None) -> str:
    """The language to speak from now on; raises `OptionError` for a wish that cannot be granted."""
    global _chosen
    if wish is not None:
        if wish.lower() not in languages():
            raise localized_error(OptionError, "shared.no-language", wish=wish[:40], known=", ".join(languages()))
        _chosen = wish.lower()
    first = next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    return _chosen or choose_language(first.replace(":", ","))
