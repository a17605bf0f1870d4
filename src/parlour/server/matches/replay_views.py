"""Convert whole games into views to step through."""

from __future__ import annotations

from parlour.games.contract.display import Effect
from parlour.server.games.views import effects_view, position_view
from parlour.server.localizer import match_localizer
from parlour.server.matches.live.live_match import LiveMatch
from parlour.server.matches.messages import ReplayView
from parlour.server.matches.views import clocks_by_ply, match_state, match_view
from parlour.server.messages import SentenceView
from parlour.store.database.time_slices import Steps


def replay_view(live: LiveMatch, language: str) -> Steps[ReplayView]:
    """Return a whole game, computed move by move: its first position, and the effects of every move."""
    info, match, localizer = live.info, live.match, match_localizer(live.match, language)
    walker = live.position_at(0)
    start = position_view(walker, localizer)
    effects: list[tuple[Effect, ...]] = []
    sentences: list[SentenceView] = []
    notices: list[tuple[SentenceView, ...]] = []
    begun: list[int] = []
    for move in match.position.played:
        view = effects_view(walker, move, localizer, begun)
        begun = [] if view.turn_over else [*begun, move]
        effects.append(view.effects)
        sentences.append(view.say)
        notices.append(view.notices)
        walker.play(move)
        yield
    return ReplayView(
        match_view(info, match, language),
        start,
        match_state(info, match, localizer, live.present(), live.saved_at),
        tuple(effects),
        tuple(sentences),
        tuple(notices),
        clocks_by_ply(match),
    )
