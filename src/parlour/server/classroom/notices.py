"""Notices between server processes about classes."""

from __future__ import annotations

from typing import Literal

import msgspec

_PREFIX = "classroom_"


class ClassroomNotice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What has changed in a class: the board (to a version), its pupils or their answers, or possibly everything.

    `answers` names the pupil who has answered. `gone` closes the class on the pages of one pupil, or of everybody.
    """

    what: Literal["board", "answers", "all", "gone"]
    version: int = 0
    person: str = ""


classroom_notice_decoder = msgspec.json.Decoder(ClassroomNotice)


def classroom_channel(code: str) -> str:
    """Return the name of the channel of a class."""
    return f"{_PREFIX}{code}"


def classroom_notice_after_gap(channel: str) -> bytes | None:
    """Return the notice for the subscribers of a channel on which notices may have been lost, if it is a class."""
    return msgspec.json.encode(ClassroomNotice("all")) if channel.startswith(_PREFIX) else None
