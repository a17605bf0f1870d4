"""Convert studies into views."""

from __future__ import annotations

import msgspec

from parlour.games import game as find_game
from parlour.games import write_share
from parlour.match.studies.study import Study
from parlour.server.games.views import table_info, turn_text
from parlour.server.localizer import Localizer
from parlour.server.studies.messages import StudyNodeView, StudySummaryView, StudyView
from parlour.store import StoredStudy, StudyTitle
from parlour.store.library.saved_items import SavedItem


def study_view(study: Study, localizer: Localizer) -> StudyView:
    """Return a study with its nodes in notation."""
    nodes: list[StudyNodeView] = []
    for n, position in study.positions():
        if n == 0:
            nodes.append(StudyNodeView(position.seat, True, None))
            continue
        before = position.copy()
        move = before.undo()
        description = localizer.sentence(before.describe(move))
        nodes.append(StudyNodeView(before.seat, before.turn_over(move), description, turn_text(position)))
    table = table_info(localizer.game, localizer.options, localizer.language)
    return StudyView(study, tuple(nodes), table, localizer.game.title, tuple(localizer.names))


def stored_study_view(stored: StoredStudy, language: str) -> StudyView:
    """Return a stored study with its id and name."""
    view = study_view(stored.study, study_localizer(stored.study, language))
    return msgspec.structs.replace(view, id=stored.id, name=stored.name)


def study_summary(stored: StudyTitle) -> StudySummaryView:
    """Return a stored study as a list shows it."""
    game = find_game(stored.game)
    item = {name: getattr(stored, name) for name in (*SavedItem.__struct_fields__, "game", "moves")}
    share = write_share(game.read(stored.start, game.check(stored.options)))
    return StudySummaryView(title=game.title, share=share, **item)


def study_localizer(study: Study, language: str) -> Localizer:
    """Return the localizer of a study, with the names of its players if its tags have them."""
    game = find_game(study.game)
    options = game.check(study.options)
    sides = [side.name for side in game.sides(options)]
    return Localizer(game, options, language, [study.tags.get(f"Seat{n}", side) for n, side in enumerate(sides, 1)])
