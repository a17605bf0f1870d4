"""Convert library entries into views."""

from __future__ import annotations

from parlour.games import game as find_game
from parlour.games.contract.options import read_options
from parlour.server.http.auth import Visitor
from parlour.server.library.messages import LibraryEntryView
from parlour.server.localizer import Localizer
from parlour.server.matches.views import summary
from parlour.server.services import Services
from parlour.store import Entry
from parlour.store.library.library import EntryColumns


def entry_view(services: Services, visitor: Visitor, entry: Entry, language: str) -> LibraryEntryView:
    """Return a game as its owner's library lists it."""
    info = entry.match
    game = find_game(info.game)
    localizer = Localizer(game, game.check(read_options(info.options)), language)
    return LibraryEntryView(
        match=summary(info, visitor, language),
        why="" if info.ended is None else localizer.reason_text(info.reason),
        **{name: getattr(entry, name) for name in EntryColumns.__struct_fields__},
    )
