"""Notices between server processes about homework. They are sent to people, whatever page they have open."""

from __future__ import annotations

import msgspec


class HomeworkStored(msgspec.Struct, frozen=True, tag_field="note", tag="homework"):
    """The homework of a class, or the progress of its pupils, has changed."""

    classroom: str
