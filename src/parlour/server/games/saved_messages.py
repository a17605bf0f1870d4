"""Messages about saved positions."""

from __future__ import annotations

from parlour.games.contract.options import Value
from parlour.server.games.messages import PositionRequest
from parlour.server.messages import Request, View


class SavePositionRequest(Request):
    """A position to save under a name."""

    name: str
    position: PositionRequest


class SavedPositionView(View):
    """A saved position."""

    id: str
    name: str
    game: str
    options: dict[str, Value]
    text: str
    share: str
    created: int
    updated: int
