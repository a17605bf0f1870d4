"""Plans: turns that a player enters in advance, and that the match plays when they apply.

A plan belongs to one player and is not part of the match. Its turns are played with the same `PlayTurn` commands that
the player would send. A plan is not changed while it is executed. Which of its turns is next
follows from the moves that were played since it was made.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import msgspec

from parlour.errors import IllegalMove, Refused
from parlour.games.contract.display import Pick
from parlour.games.contract.history import at_ply
from parlour.games.contract.position import Position
from parlour.i18n.message import Message
from parlour.match.commands import MAX_TEXT, PlayTurn, Sender
from parlour.match.events import AnyEvent
from parlour.match.match import Match

MAX_LINES = 50
MAX_TURNS = 30
"""Turns in one line."""
MAX_TRIED_MOVES = 400
"""Moves of opponents that are tried to find possible premoves."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """The turns that a player will play after ply `ply`, at which the running turn of an opponent began.

    Each of the `lines` is a sequence of turns from there: those of the opponents that are expected, and the replies to
    them. Lines that begin with the same turns form a tree. A `premove` is played whatever the opponents play.
    """

    ply: int
    lines: tuple[tuple[str, ...], ...] = ()
    premove: str = ""

    def __bool__(self) -> bool:
        """Return whether anything is planned."""
        return bool(self.lines or self.premove)


def turn_start(match: Match) -> int:
    """Return the ply at which the running turn began."""
    ply = match.ply
    while ply and not match.state.moves[ply - 1].last:
        ply -= 1
    return ply


def check_plan(match: Match, seat: int, plan: Plan, *, seen: int) -> Plan:
    """Return a plan from the running turn on, in the notation of the game; raise `Refused`.

    `seen` is the number of moves that the player had seen. A premove is checked when it is played.
    """
    if match.setup.kind != "network":
        raise match.refusal("illegal", Message("match.plan.network"))
    if match.status not in ("running", "paused"):
        raise match.refusal("waiting" if match.status == "waiting" else "over")
    if seen != match.ply:
        raise match.refusal("stale", ply=match.ply, meant=seen)
    if match.position.seat == seat:
        raise match.refusal("illegal", Message("match.plan.own-turn"))
    if match.is_out(seat):
        raise match.refusal("out", seat=seat)
    turns = [text for line in plan.lines for text in line]
    if len(plan.lines) > MAX_LINES or any(len(line) > MAX_TURNS for line in plan.lines):
        raise match.refusal("illegal", Message("match.plan.too-long", {"lines": MAX_LINES, "turns": MAX_TURNS}))
    if any(not 0 < len(text) <= MAX_TEXT for text in turns) or len(plan.premove) > MAX_TEXT:
        raise match.refusal("malformed")
    start = turn_start(match)
    first = at_ply(match.position, start)
    replies: dict[tuple[str, ...], str] = {}
    lines = dict.fromkeys(_check_line(match, first.copy(), seat, line, replies) for line in plan.lines)
    return Plan(start, tuple(line for line in lines if line), plan.premove.strip())


def _check_line(
    match: Match, position: Position, seat: int, line: tuple[str, ...], replies: dict[tuple[str, ...], str]
) -> tuple[str, ...]:
    """Return a line in the notation of the game, up to its last reply; each position can have one reply only."""
    checked: list[str] = []
    replied = 0
    for text in line:
        own = position.seat == seat
        before = position.copy()
        try:
            written: str = before.write_turn(_play_turn(position, text))
        except IllegalMove as wrong:
            quoted = Message("match.plan.illegal", {"turn": text[:40], "number": len(checked) + 1})
            raise match.refusal("illegal", quoted) from wrong
        if own and replies.setdefault(tuple(checked), written) != written:
            raise match.refusal("illegal", Message("match.plan.two-replies", {"turn": checked[-1]}))
        checked.append(written)
        replied = len(checked) if own else replied
    return tuple(checked[:replied])


def find_planned_turn(match: Match, plan: Plan) -> str | None:
    """Return the turn that a plan of the seat to move has for this position."""
    moves = match.state.moves
    if match.status != "running" or match.ply <= plan.ply or not moves[-1].last:
        return None
    seat = match.position.seat
    played = match.position.played
    first = at_ply(match.position, plan.ply)
    for line in plan.lines:
        walker = first.copy()
        for text, reply in pairwise(line):
            try:
                _play_turn(walker, text)
            except IllegalMove:
                break
            if played[: len(walker.played)] != walker.played:
                break
            if len(walker.played) == len(played):
                return reply
    used = any(move.seat == seat and not move.automatic for move in moves[plan.ply :])
    return None if used else plan.premove or None


def remaining_plan(match: Match, seat: int, plan: Plan) -> Plan:
    """Return the part of a plan that can still be played, from the running turn on; empty during a turn of its seat."""
    start = turn_start(match)
    if match.ply < plan.ply or match.position.seat == seat or match.status not in ("running", "paused"):
        return Plan(start)
    played = match.position.played[:start]
    first = at_ply(match.position, plan.ply)
    lines = []
    for line in plan.lines:
        walker, rest = first.copy(), list(line)
        try:
            while rest and len(walker.played) < len(played):
                _play_turn(walker, rest.pop(0))
        except IllegalMove:
            continue
        if walker.played == played and rest:
            lines.append(tuple(rest))
    used = any(move.seat == seat and not move.automatic for move in match.state.moves[plan.ply :])
    return Plan(start, tuple(lines), "" if used else plan.premove)


def possible_premoves(match: Match, seat: int) -> dict[str, tuple[tuple[Pick, ...], ...]]:
    """Return the moves that a seat could have after the running turn of the opponents, with their paths of picks.

    Only moves that complete a turn are included. Not all turns of the opponents are tried if there are many.
    """
    found: dict[str, dict[tuple[Pick, ...], None]] = {}
    position = match.position.copy()
    budget = MAX_TRIED_MOVES

    def visit() -> None:
        nonlocal budget
        legal: list[int] = position.moves()
        if position.seat == seat:
            for move in legal:
                if position.turn_over(move) and move != position.withdrawal():
                    paths = found.setdefault(position.write_turn([move]), {})
                    paths.update(dict.fromkeys(tuple(path) for path in position.picks(move)))
            return
        for move in legal:
            if budget <= 0:
                return
            budget -= 1
            position.play(move)
            visit()
            position.undo()

    visit()
    return {text: tuple(paths) for text, paths in found.items()}


def planned_events(match: Match, plans: Mapping[int, Plan], now: int, showing: int = 0) -> list[AnyEvent]:
    """Return the events of the planned turns that follow directly; `plans` are by seat. An illegal turn ends them."""
    events: list[AnyEvent] = []
    while (plan := plans.get(match.position.seat)) is not None:
        text = find_planned_turn(match, plan)
        if text is None:
            break
        command, sender = PlayTurn(ply=match.ply, text=text), Sender(frozenset((match.position.seat,)))
        try:
            more = match.decide(command, sender, now, showing=showing)
        except Refused:
            break
        events += more
        match = match.after(more)
    return events


def _play_turn(position: Position, text: str) -> list[int]:
    """Play a turn and the automatic moves after it, as a match does; return the moves of the turn."""
    turn: list[int] = position.read_turn(text)
    for move in turn:
        position.play(move)
    while (forced := position.automatic()) is not None:
        position.play(forced)
    return turn
