"""`Message`: a catalogue key with parameters, translated where it is shown."""

from __future__ import annotations

import msgspec


class Message(msgspec.Struct, frozen=True):
    """A sentence: the key of its template and the values to fill in.

    The parameter `seat`, and any whose name ends in `_seat`, is replaced by the name of the player in that seat. One
    whose name ends in `_word` is a key of a catalogue and is replaced by its text, or by a form of it with the article
    (`WORD_FORMS`). `n` selects singular or plural.
    """

    key: str
    params: dict[str, str | int] = {}
