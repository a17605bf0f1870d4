"""Interface of an open page for the lobby."""

from __future__ import annotations

from typing import Protocol

import msgspec

from parlour.store import Person


class LobbyPage(Protocol):
    """An open page."""

    language: str
    watches_lobby: bool

    @property
    def person(self) -> Person | None:
        """The visitor, if something is stored about them."""

    @property
    def address(self) -> str:
        """The key of the address of the page, for rate limits."""

    @property
    def is_behind(self) -> bool:
        """Whether the page has to read before it gets more."""

    def post(self, message: msgspec.Struct) -> None:
        """Send a message, without waiting."""

    def post_encoded(self, message: bytes) -> None:
        """Send an encoded message, without waiting."""
