"""Messages about bot accounts and their tokens."""

from __future__ import annotations

from parlour.server.messages import Request, TokenScope, View


class TokenView(View):
    """A token of a bot account, without its secret."""

    id: str
    name: str
    scopes: tuple[TokenScope, ...]
    created: int
    used: int | None
    """When it was last used, to the hour; None if it never was."""


class BotAccountView(View):
    """A bot account of the visitor."""

    id: str
    name: str
    created: int
    tokens: tuple[TokenView, ...]


class NewBotRequest(Request):
    """A bot account to create."""

    name: str


class NewTokenRequest(Request):
    """A token to create."""

    name: str
    scopes: tuple[TokenScope, ...] = ("read", "play", "create")


class NewTokenView(View):
    """A new token. `secret` is what its program sends; it is never shown again."""

    token: TokenView
    secret: str
