"""`Message`: a catalogue key with parameters, translated where it is shown."""

from __future__ import annotations

import msgspec


class Message(msgspec.Struct, frozen=True):
    """A sentence: the key of its template and the values to fill in.

    The parameter `seat`, and any whose name ends in `_seat`, is a seat and becomes the name of who sits there. One
    whose name ends in `_word` is a key of a catalogue and becomes what stands there. `n` decides between
    singular and plural.
    """

    key: str
    params: dict[str, str | int] = {}
