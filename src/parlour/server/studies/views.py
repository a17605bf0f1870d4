"""Convert studies into views."""

from __future__ import annotations

import msgspec

from parlour.games import game as find_game
from parlour.games import write_share
from parlour.match.studies.study import Study
from parlour.server.games.turn_notation import turn_text
from parlour.server.games.views import table_info
from parlour.server.localizer import Localizer
from parlour.server.studies.messages import StudyNodeView, StudySummaryView, StudyView
from parlour.store import StoredStudy, StudyTitle
from parlour.store.database.time_slices import Steps
from parlour.store.library.saved_items import SavedItem


def study_view(study: Study, localizer: Localizer) -> Steps[StudyView]:
    """Return a study with its nodes in notation, computed node by node."""
    nodes: list[StudyNodeView] = []
    begun: list[list[int]] = []
    """For each node, the moves of the turn that is not complete yet."""
    for n, position in study.positions():
        if n == 0:
            nodes.append(StudyNodeView(position.seat, True, None))
            begun.append([])
            continue
        move, before = position.undo(), begun[study.nodes[n].parent]
        description = localizer.sentence(position.describe(move))
        whole = position.turn_over(move)
        text = turn_text(position, before, move, whole=whole)
        nodes.append(StudyNodeView(position.seat, whole, description, text))
        begun.append([] if whole else [*before, move])
        position.play(move)
        yield
    table = table_info(localizer.game, localizer.options, localizer.language)
    return StudyView(study, tuple(nodes), table, localizer.game.title, tuple(localizer.names))


def stored_study_view(stored: StoredStudy, language: str) -> Steps[StudyView]:
    """Return a stored study with its id and name, computed node by node."""
    view = yield from study_view(stored.study, study_localizer(stored.study, language))
    return msgspec.structs.replace(view, id=stored.id, name=stored.name)


def study_summary(stored: StudyTitle) -> StudySummaryView:
    """Return a stored study as a list shows it."""
    game = find_game(stored.game)
    item = {name: getattr(stored, name) for name in (*SavedItem.__struct_fields__, "game", "moves")}
    share = write_share(game.read(stored.start, game.check(stored.options)))
    course = {} if stored.place is None else msgspec.structs.asdict(stored.place)
    return StudySummaryView(title=game.title, share=share, **item, **course)


def study_localizer(study: Study, language: str) -> Localizer:
    """Return the localizer of a study, with the names of its players if its tags have them."""
    game = find_game(study.game)
    options = game.check(study.options)
    sides = [side.name for side in game.sides(options)]
    return Localizer(game, options, language, [study.tags.get(f"Seat{n}", side) for n, side in enumerate(sides, 1)])
