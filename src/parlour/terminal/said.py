"""What is said in a terminal, in the player's language: sentences and errors made from `words/`."""

from parlour.games.face import Message
from parlour.games.words import ENGLISH, Faults, prefixed, speak

fault = Faults("parlour.terminal")


def said(key: str, language: str = ENGLISH, **params: str | int) -> str:
    """One of the terminal's own sentences."""
    return speak(Message(f"terminal.{key}", params), prefixed("parlour.terminal", language), ())
