"""Notify the pages of teachers and pupils that homework or progress has changed."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from litestar.channels import ChannelsPlugin

from parlour.club.homework import PuzzleTask
from parlour.server.homework.notices import HomeworkStored
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.live.live_matches import LiveMatches
from parlour.server.matches.notices import person_channel
from parlour.server.process.detached_tasks import DetachedTasks
from parlour.store import Store
from parlour.store.matches.rows import person_of


class HomeworkUpdates:
    """Notify people about homework. Nothing is stored: pages that were not connected load everything again."""

    def __init__(self, store: Store, channels: ChannelsPlugin, matches: LiveMatches) -> None:
        self._store = store
        self._channels = channels
        self._tasks = DetachedTasks("A change of homework was not announced")
        matches.changed_players.append(self._on_status)

    async def on_class(self, code: str, *more: str) -> None:
        """Notify the teacher and all pupils of a class, and other people."""
        teacher = (await self._store.classrooms.get(code)).teacher
        pupils = [one.person for one in await self._store.classrooms.pupils(code)]
        self._publish(code, {teacher, *pupils, *more})

    async def on_puzzle(self, person: str, game: str, puzzle: str) -> None:
        """Notify the teachers who have assigned a puzzle that a pupil has tried it."""
        for stored in await self._store.homework.of_pupil(person):
            wanted = (task for task in stored.homework.tasks if isinstance(task, PuzzleTask))
            if any((task.game, task.puzzle) == (game, puzzle) for task in wanted):
                self._publish(stored.code, {stored.teacher, person})

    async def finish(self) -> None:
        """Wait for all running tasks."""
        await self._tasks.finish()

    def _on_status(self, live: LiveMatch) -> None:
        if live.match.setup.assignment is not None:
            self._tasks.run(self._on_match(live))

    async def _on_match(self, live: LiveMatch) -> None:
        assigned = live.match.setup.assignment
        assert assigned is not None
        stored = await self._store.homework.get(assigned.homework)
        people = filter(None, map(person_of, live.match.players))
        self._publish(stored.code, {stored.teacher, *people})

    def _publish(self, code: str, people: Iterable[str]) -> None:
        message = msgspec.json.encode(HomeworkStored(code))
        self._channels.publish(message, [person_channel(person) for person in sorted(people)])
