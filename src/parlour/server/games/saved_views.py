"""Convert saved positions into views."""

from __future__ import annotations

import msgspec

from parlour.games import game as find_game
from parlour.games import write_share
from parlour.server.games.saved_messages import SavedPositionView
from parlour.store import SavedPosition


def saved_position_view(saved: SavedPosition) -> SavedPositionView:
    """Return a saved position."""
    game = find_game(saved.game)
    share = write_share(game.read(saved.text, game.check(saved.options)))
    return SavedPositionView(share=share, **msgspec.structs.asdict(saved))
