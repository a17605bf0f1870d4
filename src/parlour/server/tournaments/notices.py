"""Notices between server processes about tournaments."""

from __future__ import annotations

import msgspec

TOURNAMENTS_CHANNEL = "tournaments"


class TournamentStored(msgspec.Struct, frozen=True):
    """A tournament was changed, deleted, or has new matches. Empty fields mean that any tournament may be affected."""

    tournament: str = ""
    version: int | None = None
    deleted: bool = False


class TournamentPaired(msgspec.Struct, frozen=True, tag_field="note", tag="paired"):
    """A message to all pages of a person: their next match in a tournament has started."""

    tournament: str
    version: int
    match: str


tournament_stored_decoder = msgspec.json.Decoder(TournamentStored)
