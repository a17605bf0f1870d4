"""What a visitor may do in a match: which seats they act for, and which actions the match would accept from them."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.errors import Refused
from parlour.match.commands import (
    Abort,
    AnyCommand,
    Draw,
    Pause,
    Redo,
    Rematch,
    Resign,
    Restart,
    Resume,
    Sender,
    SetPace,
    StepTurn,
    TakeBack,
)
from parlour.match.match import Match
from parlour.match.seats import Account, Guest, Player, Vacant, is_person
from parlour.server.http.auth import Visitor
from parlour.server.matches.messages import ViewerAction
from parlour.store import MatchInfo


def seats_of(info: MatchInfo, players: Sequence[Player], visitor: Visitor) -> frozenset[int]:
    """Return the seats for which a visitor acts.

    These are their own; in a local match that they host, those of players without an account or guest id; and those to
    which a person has signed in from this browser.
    """
    found = set()
    for seat, player in enumerate(players):
        if not is_person(player):
            continue
        id = getattr(player, "id", "")
        if id == "":
            if info.kind == "local" and visitor.id is not None and visitor.id == info.host:
                found.add(seat)
        elif id == visitor.id or id == visitor.seat_right(info.id, seat):
            found.add(seat)
    return frozenset(found)


def person_to_move(info: MatchInfo, match: Match) -> str | None:
    """Return the id of the person to move in a network match."""
    if info.kind != "network" or match.status != "running":
        return None
    player = match.players[match.position.seat]
    return player.id or None if isinstance(player, Account | Guest) else None


def is_host(info: MatchInfo, visitor: Visitor) -> bool:
    """Return whether a visitor has set up a match."""
    return visitor.id is not None and visitor.id == info.host


def sender_of(info: MatchInfo, match: Match, visitor: Visitor) -> Sender:
    """Return a visitor as the sender of commands. A network match has no host once it has begun."""
    if not visitor.permits("play"):
        return Sender()
    host = is_host(info, visitor) and (info.kind != "network" or match.status == "waiting")
    return Sender(seats_of(info, match.players, visitor), host)


def routine_situation(match: Match, now: int) -> tuple[int, ...] | None:
    """Return what permissions depend on if everybody has moved and no offer or pause is pending; otherwise None.

    Then they are the same whenever the same seats have moved and the same seat is to move, which saves asking the match
    after most moves.
    """
    state, seats = match.state, len(match.players)
    if match.status != "running" or state.offers or state.undone or state.withdrawn or state.once or state.followed:
        return None
    latest = state.moves[-seats - 1 :]
    turns = tuple(move.seat for move in latest if move.last and not move.automatic)
    if len(turns) <= seats or len(set(turns[1:])) < seats or any(match.position.is_out(seat) for seat in turns[1:]):
        return None
    if any(ply is not None and ply > match.ply - seats for ply in state.offered_at):
        return None
    return None if match.time_left(match.position.seat, now) == 0 else (*turns, match.position.seat)


def allowed_actions(match: Match, sender: Sender, now: int) -> tuple[ViewerAction, ...]:
    """Return what a sender may do now, by asking the match for each action."""
    found: list[ViewerAction] = []
    own = sorted(sender.seats & match.persons)
    if match.status == "running" and match.position.seat in own:
        found.append("move")
    if sender.seats or sender.host:
        found += [action for action, command in _candidates(match) if _accepts(match, command, sender, now)]
    if any(_accepts(match, Resign(seat=seat), sender, now) for seat in own):
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


def _candidates(match: Match) -> list[tuple[ViewerAction, AnyCommand]]:
    """Return the commands that make sense in this state; the match decides who may send them."""
    commands: list[tuple[ViewerAction, AnyCommand]] = [("restart", Restart())]
    if match.state.moves:
        commands.append(("take-back", TakeBack(ply=match.ply)))
    if match.state.undone:
        commands.append(("redo", Redo(ply=match.ply)))
    status = match.status
    match status:
        case "running":
            commands += [("draw", Draw(ply=match.ply)), ("abort", Abort()), ("pause", Pause())]
            commands += [("pace", SetPace(pause=0))]
        case "paused":
            commands += [("resume", Resume()), ("step", StepTurn()), ("abort", Abort()), ("pace", SetPace(pause=0))]
        case "waiting":
            commands += [("abort", Abort())]
        case "over":
            commands += [("rematch", Rematch())]
    return commands


def _accepts(match: Match, command: AnyCommand, sender: Sender, now: int) -> bool:
    """Return whether a match would accept a command; nothing is changed."""
    try:
        match.decide(command, sender, now)
    except Refused:
        return False
    return True
