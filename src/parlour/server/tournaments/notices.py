"""Notices between server processes about tournaments."""

from __future__ import annotations

import msgspec

TOURNAMENTS_CHANNEL = "tournaments"
TOURNAMENT_NOTICE_START = b'{"note":"tournament"'


class TournamentStored(msgspec.Struct, frozen=True, tag_field="note", tag="tournament"):
    """A tournament has a new version in the store, or matches that it had not; or it was deleted."""

    tournament: str
    version: int
    deleted: bool = False


tournament_stored_decoder = msgspec.json.Decoder(TournamentStored)
