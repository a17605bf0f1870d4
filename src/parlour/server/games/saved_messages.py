"""Messages about saved positions."""

from __future__ import annotations

from parlour.server.games.messages import PositionRequest
from parlour.server.messages import Request
from parlour.store.library.positions import SavedPosition


class SavePositionRequest(Request):
    """A position to save under a name."""

    name: str
    position: PositionRequest


class SavedPositionView(SavedPosition, frozen=True, kw_only=True):
    """A saved position."""

    share: str
