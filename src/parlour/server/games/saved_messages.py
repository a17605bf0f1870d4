"""Messages about saved positions."""

from __future__ import annotations

import msgspec

from parlour.games.contract.options import Value
from parlour.server.games.messages import PositionRequest


class SavePositionRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position to save under a name."""

    name: str
    position: PositionRequest


class SavedPositionView(msgspec.Struct, frozen=True):
    """A saved position."""

    id: str
    name: str
    game: str
    options: dict[str, Value]
    text: str
    share: str
    created: int
    updated: int
