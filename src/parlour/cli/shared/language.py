"""Language of the command line: the one asked for, or that of the environment (`LANG` and others)."""

import os

from parlour.errors import OptionError
from parlour.i18n.errors import localized_error
from parlour.i18n.languages import choose_language, languages

_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
_chosen = ""


def choose_cli_language(wish: str | None = None) -> str:
    """Return the language to use; raise `OptionError` for an unknown one."""
    global _chosen
    if wish is not None:
        if wish.lower() not in languages():
            raise localized_error(OptionError, "shared.no-language", wish=wish[:40], known=", ".join(languages()))
        _chosen = wish.lower()
    first = next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    return _chosen or choose_language(first.replace(":", ","))
