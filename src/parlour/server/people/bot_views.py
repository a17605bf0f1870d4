"""Convert bot accounts and their tokens into views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from parlour.server.messages import TokenScope
from parlour.server.people.bot_messages import BotAccountView, TokenView
from parlour.store import Login, Person

SCOPES: tuple[TokenScope, ...] = get_args(TokenScope)


def token_view(token: Login) -> TokenView:
    """Return a token as its owner sees it."""
    scopes = tuple(scope for scope in SCOPES if scope in (token.scopes or ()))
    return TokenView(token.id, token.label, scopes, token.created, token.used if token.used != token.created else None)


def bot_account_view(bot: Person, tokens: Iterable[Login]) -> BotAccountView:
    """Return a bot account with its tokens."""
    return BotAccountView(bot.id, bot.name, bot.created, tuple(map(token_view, tokens)))
