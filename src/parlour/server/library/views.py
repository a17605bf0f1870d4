"""Convert library entries into views."""

from __future__ import annotations

from parlour.games import game as find_game
from parlour.games.contract.options import read_options
from parlour.server.http.auth import Visitor
from parlour.server.library.messages import LibraryEntryView
from parlour.server.localizer import Speech
from parlour.server.matches.views import summary
from parlour.server.services import Parts
from parlour.store import Entry


def entry_view(parts: Parts, visitor: Visitor, entry: Entry, language: str) -> LibraryEntryView:
    """Return a game as its owner's library lists it."""
    info = entry.match
    game = find_game(info.game)
    speech = Speech(game, game.check(read_options(info.options)), language)
    return LibraryEntryView(
        summary(info, visitor, parts.keys, language),
        entry.title,
        entry.seat,
        entry.result,
        entry.opponent,
        entry.assisted,
        entry.deleted,
        "" if info.ended is None else speech.why(info.reason),
        entry.turns,
        entry.duration,
        entry.star,
        entry.tags,
        entry.comment,
        entry.remarks,
    )
