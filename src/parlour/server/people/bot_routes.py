"""Routes of bot accounts: create and delete them, create and revoke their tokens (docs/bot-api.md)."""

from __future__ import annotations

from litestar import delete, get, post
from litestar.params import FromPath, JSONBody

from parlour.server.http.auth import PageRequest, now
from parlour.server.people.bot_messages import (
    BotAccountView,
    NewBotRequest,
    NewTokenRequest,
    NewTokenView,
)
from parlour.server.people.bot_views import bot_account_view, token_view
from parlour.server.people.person_deletion import delete_person
from parlour.server.services import InjectedServices, Services
from parlour.store import Person


async def _with_tokens(services: Services, bot: Person) -> BotAccountView:
    return bot_account_view(bot, await services.store.bot_accounts.tokens(bot.id, now()))


@get("/me/bots")
async def list_bots(request: PageRequest, services: InjectedServices) -> list[BotAccountView]:
    """List the bot accounts of the visitor."""
    person = request.user.require_account()
    return [await _with_tokens(services, bot) for bot in await services.store.bot_accounts.of(person.id)]


@post("/me/bots", limit="sign-ups")
async def create_bot(data: JSONBody[NewBotRequest], request: PageRequest, services: InjectedServices) -> BotAccountView:
    """Create a bot account."""
    person = request.user.require_account()
    return await _with_tokens(services, await services.store.bot_accounts.create(person.id, data.name, now()))


@delete("/me/bots/{bot:str}")
async def delete_bot(bot: FromPath[str], request: PageRequest, services: InjectedServices) -> None:
    """Delete a bot account; games with others stay, under a neutral name."""
    person = request.user.require_account()
    found = await services.store.bot_accounts.find(person.id, bot)
    await delete_person(services, found.id)


@post("/me/bots/{bot:str}/tokens", limit="saves")
async def create_token(
    bot: FromPath[str], data: JSONBody[NewTokenRequest], request: PageRequest, services: InjectedServices
) -> NewTokenView:
    """Create a token, which is shown this once."""
    person = request.user.require_account()
    found = await services.store.bot_accounts.find(person.id, bot)
    token, login = await services.store.bot_accounts.create_token(found.id, data.name, set(data.scopes), now())
    return NewTokenView(token_view(login), services.keys.sign_token(token))


@delete("/me/bots/{bot:str}/tokens/{token:str}")
async def revoke_token(
    bot: FromPath[str], token: FromPath[str], request: PageRequest, services: InjectedServices
) -> None:
    """Revoke a token; its programs are disconnected."""
    person = request.user.require_account()
    found = await services.store.bot_accounts.find(person.id, bot)
    await services.sessions.revoke_one(found.id, token)


HANDLERS = [list_bots, create_bot, delete_bot, create_token, revoke_token]
