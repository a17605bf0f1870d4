"""Texts of the terminal in the player's language."""

from parlour.i18n.catalogue import ENGLISH, format_message, load_catalogue
from parlour.i18n.message import Message


def terminal_text(key: str, language: str = ENGLISH, **params: str | int) -> str:
    """Return a text of the terminal's own catalogue."""
    return format_message(Message(f"terminal.{key}", params), load_catalogue("terminal", language), ())
