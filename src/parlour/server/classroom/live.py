"""Classes with open pages at this server; their boards are read and encoded once for all pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

import msgspec
from litestar.channels import ChannelsPlugin

from parlour.club.classroom import ClassBoard
from parlour.server.classroom.notices import ClassroomNotice, classroom_channel
from parlour.server.classroom.views import board_message
from parlour.server.process.match_time import MatchTime
from parlour.store import Classroom, Store


class LiveClassroom:
    """A class that pages of this server have open."""

    def __init__(self, classroom: Classroom) -> None:
        self.classroom = classroom
        self.lock = asyncio.Lock()
        self._frames: dict[str, bytes] = {}

    @property
    def version(self) -> int:
        """The version of the board."""
        return self.classroom.version

    def take(self, classroom: Classroom) -> None:
        """Replace the state, unless the current one is newer."""
        if classroom.version >= self.version:
            self.classroom = classroom
            self._frames.clear()

    def board_json(self, language: str) -> bytes:
        """Return the board as JSON, made once for each language."""
        if language not in self._frames:
            self._frames[language] = msgspec.json.encode(board_message(self.classroom, language))
        return self._frames[language]


class LiveClassrooms:
    """All classes of this server. Pages share the encoded boards, and other servers are notified of changes."""

    def __init__(self, store: Store, channels: ChannelsPlugin, time: MatchTime) -> None:
        self._store = store
        self._channels = channels
        self._time = time
        self._live: WeakValueDictionary[str, LiveClassroom] = WeakValueDictionary()
        """Classes stay in memory as long as a page has them open."""

    async def open(self, code: str) -> LiveClassroom:
        """Return a class for a page; raise `NotFound`."""
        stored = await self._store.classrooms.get(code)
        live = self._live.get(code)
        if live is None:
            live = self._live[code] = LiveClassroom(stored)
        live.take(stored)
        return live

    async def change(self, code: str, decide: Callable[[ClassBoard], ClassBoard]) -> None:
        """Decide and store a change of the board of a class, and show it on all pages."""
        stored = await self._store.classrooms.change(code, decide, self._time.now())
        if (live := self._live.get(code)) is not None:
            live.take(stored)
        self.publish(code, ClassroomNotice("board", stored.version))

    async def catch_up(self, live: LiveClassroom, version: int | None) -> None:
        """Read a class again if another server has stored a later version; always if the version is None."""
        async with live.lock:
            if version is None or live.version < version:
                live.take(await self._store.classrooms.get(live.classroom.code))

    def publish(self, code: str, notice: ClassroomNotice) -> None:
        """Notify the pages of a class at all servers."""
        self._channels.publish(msgspec.json.encode(notice), classroom_channel(code))
