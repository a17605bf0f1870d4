"""`Store`: all repositories over one database."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from parlour.store.club.classrooms import Classrooms
from parlour.store.club.club_archive import ClubArchive
from parlour.store.club.club_games import ClubGames
from parlour.store.club.homework import HomeworkBook
from parlour.store.club.ratings import Ratings
from parlour.store.club.tournaments import Tournaments
from parlour.store.database.database import Database
from parlour.store.library.library import Library
from parlour.store.library.notes import GameNotes
from parlour.store.library.positions import Positions
from parlour.store.library.studies import Studies
from parlour.store.matches.analyses import Analyses
from parlour.store.matches.correspondence import Correspondence
from parlour.store.matches.matches import Matches
from parlour.store.matches.public_matches import PublicMatches
from parlour.store.matches.server_watch import ServerWatch
from parlour.store.people.bot_accounts import BotAccounts
from parlour.store.people.learning_progress import Learning
from parlour.store.people.logins import Logins, OwnerLogins
from parlour.store.people.openings import Openings
from parlour.store.people.people import People
from parlour.store.people.preferences import Preferences
from parlour.store.people.statistics import Statistics


class Store:
    """All stored data. One per process; methods may be called concurrently."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = People(database)
        self.logins = Logins(database)
        self.bot_accounts = BotAccounts(database, self.logins)
        self.owner_logins = OwnerLogins(database)
        self.matches = Matches(database)
        self.public_matches = PublicMatches(database)
        self.correspondence = Correspondence(database)
        self.library = Library(database)
        self.notes = GameNotes(database)
        self.statistics = Statistics(database)
        self.openings = Openings(database)
        self.ratings = Ratings(database)
        self.club = ClubGames(database)
        self.club_archive = ClubArchive(database)
        self.preferences = Preferences(database)
        self.positions = Positions(database)
        self.studies = Studies(database)
        self.analyses = Analyses(database)
        self.learning = Learning(database)
        self.tournaments = Tournaments(database)
        self.classrooms = Classrooms(database)
        self.homework = HomeworkBook(database)
        self.watch = ServerWatch(database)

    @classmethod
    async def open(cls, url: str | None = None, *, folder: Path | None = None) -> Self:
        """Open the store at a URL, by default at `PARLOUR_DATABASE_URL` or in the data folder.

        Migrate the tables first. Raise `StoreError` if that is not possible.
        """
        return cls(await Database.open(url, folder=folder))

    async def close(self) -> None:
        """Close all connections."""
        await self.database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
