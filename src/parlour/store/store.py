"""`Store`: the parts together, over one database."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from parlour.store.analyses import Analyses
from parlour.store.database import Database
from parlour.store.learning_progress import Learning
from parlour.store.library import Library
from parlour.store.logins import Logins
from parlour.store.matches import Matches
from parlour.store.notes import Notebook
from parlour.store.openings import Openings
from parlour.store.people import People
from parlour.store.positions import Positions
from parlour.store.preferences import Preferences
from parlour.store.server_watch import Watch
from parlour.store.statistics import Statistics
from parlour.store.studies import Studies


class Store:
    """All that is kept. One for a process; every method may be called by many tasks at once."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = People(database)
        self.logins = Logins(database)
        self.matches = Matches(database)
        self.library = Library(database)
        self.notes = Notebook(database)
        self.statistics = Statistics(database)
        self.openings = Openings(database)
        self.preferences = Preferences(database)
        self.positions = Positions(database)
        self.studies = Studies(database)
        self.analyses = Analyses(database)
        self.learning = Learning(database)
        self.watch = Watch(database)

    @classmethod
    async def open(cls, url: str | None = None, *, folder: Path | None = None) -> Self:
        """The store at an address; without one at `PARLOUR_DATABASE_URL`, or else in the data folder.

        Brings the tables up to date first. Raises `StoreError` where that is not possible.
        """
        return cls(await Database.open(url, folder=folder))

    async def close(self) -> None:
        """Lets go of all connections."""
        await self.database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()
