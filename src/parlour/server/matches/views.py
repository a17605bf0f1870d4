"""How a match stands, as its viewers see it: what does not change, what does, and what a viewer may do."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from parlour.errors import Refused
from parlour.games import Game
from parlour.games import game as find_game
from parlour.games.contract.options import read_options
from parlour.i18n.catalogue import ENGLISH
from parlour.match.clock import fresh, remaining
from parlour.match.commands import (
    Abort,
    AnyCommand,
    Draw,
    Flag,
    Pace,
    Pause,
    Redo,
    Rematch,
    Resign,
    Restart,
    Resume,
    Sender,
    Step,
    TakeBack,
)
from parlour.match.events import Offer
from parlour.match.match import Match
from parlour.match.seats import Account, Bot, Player, Vacant, bot_name, is_person, style_name
from parlour.server.games.messages import OutcomeView
from parlour.server.games.views import position_view, turns
from parlour.server.http.auth import Keys, Visitor
from parlour.server.localizer import Speech
from parlour.server.matches.messages import (
    ClockView,
    HelpRulesView,
    MatchStateView,
    MatchSummaryView,
    MatchView,
    MoveView,
    OfferView,
    PlayerView,
    SeatSummaryView,
    SeatView,
    TurnView,
    ViewerAction,
    ViewerView,
)
from parlour.store import MatchInfo

# ---- Who may do what -------------------------------------------------------------------------------------------------


def seats_of(info: MatchInfo, players: Sequence[Player], visitor: Visitor, keys: Keys) -> frozenset[int]:
    """The seats for which a visitor acts: their own; in a local match those of mere names, if they set it up; and
    those somebody signed in to in this browser."""
    found = set()
    for seat, player in enumerate(players):
        if not is_person(player):
            continue
        id = getattr(player, "id", "")
        if id == "":
            if info.kind == "local" and visitor.id is not None and visitor.id == info.host:
                found.add(seat)
        elif id == visitor.id or id == visitor.seat_right(keys, info.id, seat):
            found.add(seat)
    return frozenset(found)


def sender_of(info: MatchInfo, match: Match, visitor: Visitor, keys: Keys) -> Sender:
    """What a visitor is to a match. Over the network nobody is host once it has begun: all are equal then."""
    host = is_host(info, visitor) and (info.kind != "network" or match.status == "waiting")
    return Sender(seats_of(info, match.players, visitor, keys), host)


def is_host(info: MatchInfo, visitor: Visitor) -> bool:
    """Whether a visitor has set a match up."""
    return visitor.id is not None and visitor.id == info.host


def wishes(match: Match, sender: Sender, now: int) -> tuple[ViewerAction, ...]:
    """What a sender could do now: found by asking the match, which knows best."""
    found: list[ViewerAction] = []
    own = sorted(sender.seats & match.persons)
    if match.status == "running" and match.position.seat in own:
        found.append("move")
    if sender.seats or sender.host:
        found += [wish for wish, command in _thinkable(match) if allowed(match, command, sender, now)]
    if any(allowed(match, Resign(seat=seat), sender, now) for seat in own):
        found.append("resign")
    if match.status in ("running", "paused"):
        if any(match.allows(seat, "hints") for seat in own):
            found.append("hint")
        if any(match.allows(seat, "analysis") for seat in own):
            found.append("analysis")
    if match.status == "waiting" and not own and any(isinstance(player, Vacant) for player in match.players):
        found.append("join")
    if match.thinking_bot is not None and (own or sender.host):
        found.append("move-now")
    return tuple(found)


def _thinkable(match: Match) -> list[tuple[ViewerAction, AnyCommand]]:
    """The commands that somebody might give in this state; whether one may, the match decides."""
    commands: list[tuple[ViewerAction, AnyCommand]] = [("restart", Restart())]
    if match.state.moves:
        commands.append(("take-back", TakeBack(ply=match.ply)))
    if match.state.undone:
        commands.append(("redo", Redo(ply=match.ply)))
    status = match.status
    match status:
        case "running":
            commands += [("draw", Draw(ply=match.ply)), ("abort", Abort()), ("pause", Pause())]
            commands += [("pace", Pace(pause=0))]
        case "paused":
            commands += [("resume", Resume()), ("step", Step()), ("abort", Abort()), ("pace", Pace(pause=0))]
        case "waiting":
            commands += [("abort", Abort())]
        case "over":
            commands += [("rematch", Rematch())]
    return commands


def allowed(match: Match, command: AnyCommand, sender: Sender, now: int) -> bool:
    """Whether a match would take a command; nothing is changed."""
    try:
        match.decide(command, sender, now)
    except Refused:
        return False
    return True


def you(info: MatchInfo, match: Match, sender: Sender, now: int, *, host: bool) -> ViewerView:
    """What a viewer is in a match, and may do now."""
    code = info.code if match.status == "waiting" and (sender.seats or host) else None
    return ViewerView(tuple(sorted(sender.seats)), host, wishes(match, sender, now), code)


def flag_due(match: Match, now: int) -> bool:
    """Whether the time of the seat to move has run out."""
    return allowed(match, Flag(ply=match.ply), Sender(), now)


# ---- Lists -----------------------------------------------------------------------------------------------------------


def player_view(player: Player, game: Game, language: str) -> PlayerView:
    """Who sits in a seat."""
    match player:
        case Bot():
            name, style = bot_name(player, game, language), style_name(player.style, game, language)
            return PlayerView("bot", name, player.level, player.style, style)
        case Vacant():
            return PlayerView("open", "")
    return PlayerView("account" if isinstance(player, Account) else "guest", player.name)


def summary(info: MatchInfo, visitor: Visitor, keys: Keys, language: str = ENGLISH) -> MatchSummaryView:
    """A match as lists show it."""
    game = find_game(info.game)
    options = game.check(read_options(info.options))
    sides = game.naming(language).sides(options)
    own = seats_of(info, [seat.player for seat in info.seats], visitor, keys)
    host = is_host(info, visitor)
    return MatchSummaryView(
        id=info.id,
        game=info.game,
        title=game.title,
        kind=info.kind,
        status=info.status,
        version=info.version,
        plies=info.plies,
        options=dict(options),
        seats=tuple(
            SeatSummaryView(
                player_view(seat.player, game, language), side.name, seat.result, _assisted(seat.helped), n in own
            )
            for n, (seat, side) in enumerate(zip(info.seats, sides, strict=True))
        ),
        created=info.created,
        updated=info.updated,
        ended=info.ended,
        reason=info.reason,
        rated=info.rated,
        public=info.public,
        code=info.code if own or host else None,
        imported=info.origin == "imported",
        followed_by=info.followed_by,
    )


def _assisted(helped: msgspec.Struct) -> bool:
    return any(getattr(helped, name) for name in helped.__struct_fields__)


# ---- A match ---------------------------------------------------------------------------------------------------------


def match_view(info: MatchInfo, match: Match, language: str) -> MatchView:
    """All that does not change in a match."""
    game, options, setup = match.game, match.options, match.setup
    naming = game.naming(language)
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


def speech_of(match: Match, language: str) -> Speech:
    """Speech about a match, with its players' names."""
    return Speech(match.game, match.options, language, match.names(language))


def match_state(
    info: MatchInfo, match: Match, speech: Speech, present: Sequence[bool], kept: int, turns_from: int = 0
) -> MatchStateView:
    """All that changes in a match; the move list from one turn on."""
    state, colours = match.state, match.colours()
    return MatchStateView(
        version=state.seq,
        ply=match.ply,
        status=match.status,
        seats=tuple(
            SeatView(
                player=player_view(player, match.game, speech.language),
                name=name,
                colour=colours[n],
                present=here,
                help=HelpRulesView(
                    match.allows(n, "undo"), match.allows(n, "hints"), match.allows(n, "analysis"), match.coach(n)
                ),
                helped=state.helped[n],
                result=match.result(n),
            )
            for n, (player, name, here) in enumerate(zip(match.players, speech.names, present, strict=True))
        ),
        position=position_view(match.position, speech),
        clock=clock_view(match),
        offers=tuple(offer_view(offer, speech) for offer in state.offers),
        turns_from=turns_from,
        turns=turn_views(match, turns_from),
        redo=len(state.undone),
        thinking=match.thinking_bot,
        pause=state.pause,
        outcome=outcome_of(match, speech),
        kept=kept,
        followed_by=info.followed_by,
    )


def outcome_of(match: Match, speech: Speech) -> OutcomeView | None:
    """How a match ended."""
    why = match.why_over()
    return None if why is None else speech.outcome(match.outcome, match.state.reason, why)


def clock_view(match: Match) -> ClockView:
    """The clocks, at the moment from which one of them runs."""
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
    """How the clocks stood, standing: at the start and after every move."""
    clock, seats = match.setup.clock, range(len(match.players))
    stood = [fresh(clock, len(seats)), *(move.times for move in match.state.moves)]
    return tuple(
        ClockView(
            tuple(remaining(clock, times, seat, 0, to_move=False) for seat in seats), times.used, times.thinking, None
        )
        for times in stood
    )


def offer_view(offer: Offer, speech: Speech) -> OfferView:
    """A question that is open."""
    text = speech.tell(f"offer.{offer.what}", seat=offer.seat).text
    return OfferView(offer.id, offer.what, offer.seat, offer.waiting, offer.to, text)


def turn_starts(match: Match) -> list[int]:
    """The plies (counted from 0) at which turns begin."""
    starts = []
    begins = True
    for ply, move in enumerate(match.state.moves):
        if begins:
            starts.append(ply)
        begins = move.last
    return starts


def turn_views(match: Match, turns_from: int = 0) -> tuple[TurnView, ...]:
    """The move list, from one turn on."""
    starts = turn_starts(match)
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
