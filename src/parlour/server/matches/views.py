"""What a viewer sees of a match: in a list, its fixed part, and its current state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from parlour.engine.levels import Bot, bot_name, check_level, style_name
from parlour.games import Game
from parlour.games import game as find_game
from parlour.games.contract.display import Pick
from parlour.games.contract.options import read_options
from parlour.i18n.catalogue import ENGLISH
from parlour.match.clock import Clock, fresh, remaining
from parlour.match.commands import Sender
from parlour.match.events import Offer
from parlour.match.match import Match
from parlour.match.plans import Plan
from parlour.match.seats import Account, Player, Vacant, person_name
from parlour.server.games.turn_notation import turns
from parlour.server.games.views import position_view
from parlour.server.http.auth import Visitor
from parlour.server.localizer import Localizer
from parlour.server.matches.messages import (
    ClockView,
    HelpRulesView,
    MatchStateView,
    MatchSummaryView,
    MatchTermsView,
    MatchView,
    MoveView,
    OfferView,
    PlanView,
    PlayerView,
    SeatSummaryView,
    SeatView,
    TurnView,
    ViewerView,
)
from parlour.server.matches.permissions import allowed_actions, is_host, seats_of
from parlour.store import MatchInfo
from parlour.store.matches.matches import MatchHeader

# ---- Lists -----------------------------------------------------------------------------------------------------------


def player_view(player: Player, game: Game, language: str) -> PlayerView:
    """Return the player of a seat."""
    match player:
        case Bot():
            name, style = bot_name(player, game, language), style_name(player.style, game, language)
            return PlayerView("bot", name, check_level(player.level), player.style, style)
        case Vacant():
            return PlayerView("open", "")
    if isinstance(player, Account):
        return PlayerView("account", player.name, program=player.bot)
    return PlayerView("guest", person_name(player, language))


def summary(info: MatchInfo, visitor: Visitor, language: str = ENGLISH) -> MatchSummaryView:
    """Return a match as lists show it."""
    game = find_game(info.game)
    options = game.check(read_options(info.options))
    sides = game.localized(language).sides(options)
    own = seats_of(info, [seat.player for seat in info.seats], visitor)
    host = is_host(info, visitor)
    return MatchSummaryView(
        title=game.title,
        options=dict(options),
        seats=tuple(
            SeatSummaryView(
                player_view(seat.player, game, language), side.name, seat.result, _assisted(seat.helped), n in own
            )
            for n, (seat, side) in enumerate(zip(info.seats, sides, strict=True))
        ),
        code=info.code if own or host else None,
        imported=info.origin == "imported",
        **{name: getattr(info, name) for name in MatchHeader.__struct_fields__},
    )


def open_summary(info: MatchInfo, clock: Clock, visitor: Visitor, language: str) -> MatchSummaryView:
    """Return a match as the list of matches to join shows it."""
    game = find_game(info.game)
    variant = game.localized(language).variant(game.check(read_options(info.options)))
    return msgspec.structs.replace(summary(info, visitor, language), terms=MatchTermsView(variant, clock))


def _assisted(helped: msgspec.Struct) -> bool:
    return any(getattr(helped, name) for name in helped.__struct_fields__)


# ---- A match ---------------------------------------------------------------------------------------------------------


def match_view(info: MatchInfo, match: Match, language: str) -> MatchView:
    """Return what does not change in a match."""
    game, options, setup = match.game, match.options, match.setup
    naming = game.localized(language)
    preset = game.preset_of(options)
    return MatchView(
        id=info.id,
        game=game.key,
        title=game.title,
        options=dict(options),
        preset=None if preset is None else preset.key,
        kind=setup.kind,
        sides=naming.sides(options),
        board=game.board(options),
        kinds=naming.kinds,
        verbs=naming.verbs,
        start=setup.start,
        clock=setup.clock,
        rated=setup.rated,
        tournament=setup.tournament,
        public=info.public,
        created=info.created,
        series=setup.series,
        follows=info.follows,
    )


def match_state(
    info: MatchInfo, match: Match, localizer: Localizer, present: Sequence[bool], saved_at: int, turns_from: int = 0
) -> MatchStateView:
    """Return what changes in a match; the move list from one turn on."""
    state, colours = match.state, match.colours()
    return MatchStateView(
        version=state.seq,
        ply=match.ply,
        status=match.status,
        seats=tuple(
            SeatView(
                player=player_view(player, match.game, localizer.language),
                name=name,
                colour=colours[n],
                present=here,
                help=HelpRulesView(
                    match.allows(n, "undo"), match.allows(n, "hints"), match.allows(n, "analysis"), match.coach(n)
                ),
                helped=state.helped[n],
                result=match.result(n),
            )
            for n, (player, name, here) in enumerate(zip(match.players, localizer.names, present, strict=True))
        ),
        position=position_view(match.position, localizer),
        clock=clock_view(match),
        offers=tuple(offer_view(offer, localizer) for offer in state.offers),
        turns_from=turns_from,
        turns=turn_views(match, turns_from),
        redo=len(state.undone),
        thinking=match.thinking_bot,
        pause=state.pause,
        outcome=localizer.match_outcome(match),
        saved_at=saved_at,
        followed_by=info.followed_by,
    )


def viewer_view(info: MatchInfo, match: Match, sender: Sender, now: int, *, host: bool) -> ViewerView:
    """Return the seats of a viewer, and what they may do now."""
    code = info.code if match.status == "waiting" and (sender.seats or host) else None
    assigned = match.setup.assignment if sender.seats else None
    classroom = None if assigned is None else assigned.classroom
    return ViewerView(tuple(sorted(sender.seats)), host, allowed_actions(match, sender, now), code, classroom)


def clock_view(match: Match) -> ClockView:
    """Return the clocks, at the moment from which one of them runs."""
    times = match.state.times
    running = match.status == "running"
    moment = times.since if running and times.since is not None else 0
    return ClockView(
        left=tuple(match.time_left(seat, moment) for seat in range(len(match.players))),
        used=times.used,
        turn=times.thinking,
        since=times.since if running else None,
    )


def clocks_by_ply(match: Match) -> tuple[ClockView, ...]:
    """Return the stopped clocks at the start and after every move."""
    clock, seats = match.setup.clock, range(len(match.players))
    times_by_ply = [fresh(clock, len(seats)), *(move.times for move in match.state.moves)]
    return tuple(
        ClockView(
            tuple(remaining(clock, times, seat, 0, to_move=False) for seat in seats), times.used, times.thinking, None
        )
        for times in times_by_ply
    )


def offer_view(offer: Offer, localizer: Localizer) -> OfferView:
    """Return an open offer."""
    text = localizer.server_sentence(f"offer.{offer.what}", seat=offer.seat).text
    return OfferView(offer.id, offer.what, offer.seat, offer.waiting, offer.to, text)


def turn_views(match: Match, turns_from: int = 0) -> tuple[TurnView, ...]:
    """Return the move list, from one turn on."""
    starts = match.turn_starts()
    if turns_from >= len(starts):
        return ()
    ply = starts[turns_from]
    views = []
    for seat, text, count, complete in turns(match.position, ply):
        moves = tuple(
            MoveView(n + 1, move.text, move.spent, move.at, move.automatic)
            for n, move in enumerate(match.state.moves[ply : ply + count], ply)
        )
        views.append(TurnView(seat, text, moves, complete))
        ply += count
    return tuple(views)


def plan_view(plan: Plan, premoves: Mapping[str, Sequence[tuple[Pick, ...]]]) -> PlanView:
    """Return what a player has planned; `premoves` are the pick paths of possible moves by their text."""
    paths = premoves.get(plan.premove, ())
    return PlanView(plan.ply, plan.lines, plan.premove, paths[0] if paths else ())
