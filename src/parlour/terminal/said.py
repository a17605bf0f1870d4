"""What is said in a terminal, in the player's language: sentences and errors made from `words/`."""

from parlour.i18n.catalogue import ENGLISH, Faults, prefixed, speak
from parlour.i18n.message import Message

fault = Faults("parlour.terminal")


def said(key: str, language: str = ENGLISH, **params: str | int) -> str:
    """One of the terminal's own sentences."""
    return speak(Message(f"terminal.{key}", params), prefixed("parlour.terminal", language), ())
