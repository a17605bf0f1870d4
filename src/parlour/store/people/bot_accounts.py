"""Bot accounts: accounts for programs, created by people.

A bot account has a name like all accounts, no password, and tokens with which its programs authenticate.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from parlour.errors import BotRefused
from parlour.i18n.errors import localized_error
from parlour.match.clock import DAY_MS
from parlour.match.names import check_name, name_key
from parlour.store.database.database import Database, Repository, new_id, require_row
from parlour.store.people.logins import Login, Logins
from parlour.store.people.people import Person, everybody, insert_person, person_of, taken_error
from parlour.store.tables import accounts, persons

MAX_BOTS = 10
"""Maximum number of bot accounts of one person."""
MAX_TOKENS = 20
"""Maximum number of tokens of one bot account."""
MAX_TOKEN_NAME_LENGTH = 60
NO_PASSWORD = "!"
"""A stored hash that matches no password."""
TOKEN_LIFETIME_MS = 100 * 365 * DAY_MS
"""Tokens are valid until they are revoked."""


class BotAccounts(Repository):
    """The bot accounts of all people."""

    def __init__(self, database: Database, logins: Logins) -> None:
        super().__init__(database)
        self._logins = logins

    async def create(self, operator: str, name: str, now: int) -> Person:
        """Create a bot account; raise `NameRefused`, or `BotRefused` if there are too many."""
        bot = Person(new_id(), check_name(name), True, now, now, operator)
        account = {"person": bot.id, "name_key": name_key(bot.name), "password": NO_PASSWORD, "created": now}
        try:
            async with self._database.write() as connection:
                count = select(func.count()).where(accounts.c.operator == operator)
                if (await connection.scalar(count) or 0) >= MAX_BOTS:
                    raise localized_error(BotRefused, "store.bot.most", most=MAX_BOTS)
                await insert_person(connection, bot)
                await connection.execute(insert(accounts).values(**account, operator=operator))
        except IntegrityError as doubled:
            raise taken_error(bot.name) from doubled
        return bot

    async def of(self, operator: str) -> list[Person]:
        """Return the bot accounts of a person, the oldest first."""
        query = everybody.where(accounts.c.operator == operator).order_by(persons.c.created, persons.c.id)
        async with self._database.read() as connection:
            return [person_of(row) for row in (await connection.execute(query)).mappings()]

    async def find(self, operator: str, bot: str) -> Person:
        """Return a bot account of a person; raise `NotFound`."""
        query = everybody.where(accounts.c.operator == operator, persons.c.id == bot)
        async with self._database.read() as connection:
            return person_of(await require_row(connection, query, "store.none.bot"))

    async def tokens(self, bot: str, now: int) -> list[Login]:
        """Return the tokens of a bot account, the newest first."""
        return sorted(await self._logins.of(bot, now), key=lambda token: (-token.created, token.id))

    async def create_token(self, bot: str, name: str, scopes: Collection[str], now: int) -> tuple[str, Login]:
        """Create a token and return it, for the only time; raise `BotRefused`."""
        name = " ".join(name.split())
        if not name or len(name) > MAX_TOKEN_NAME_LENGTH or not name.isprintable():
            raise localized_error(BotRefused, "store.bot.token-name", most=MAX_TOKEN_NAME_LENGTH)
        if not scopes:
            raise localized_error(BotRefused, "store.bot.no-scope")
        if len(await self._logins.of(bot, now)) >= MAX_TOKENS:
            raise localized_error(BotRefused, "store.bot.most-tokens", most=MAX_TOKENS)
        return await self._logins.create(bot, now, label=name, life=TOKEN_LIFETIME_MS, scopes=scopes)
