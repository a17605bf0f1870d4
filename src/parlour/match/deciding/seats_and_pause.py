"""Pause, seats, help, and server outages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from parlour.engine.levels import Bot
from parlour.errors import ParlourError
from parlour.i18n.message import Message
from parlour.match.clock import stop
from parlour.match.commands import MAX_BOT_PAUSE_MS, Assist, Outage, Sender, SetPace, Sit
from parlour.match.deciding import checks
from parlour.match.deciding.moves import began
from parlour.match.events import AnyEvent, Assisted, Paced, Paused, Resumed, Seated, Shifted
from parlour.match.seats import Account, Guest, Player, Vacant, check_player

if TYPE_CHECKING:
    from parlour.match.match import Match


def pause(match: Match, sender: Sender, now: int) -> list[AnyEvent]:
    _must_be_at_the_table(match, sender)
    checks.must_run(match)
    checks.must_not_be_paused(match)
    checks.must_have_time(match, now)
    if not sender.host and checks.must_be_asked(match, sender):
        raise match.refusal("people")
    times = stop(match.state.times, match.position.seat, now)
    return [Paused(seq=match.state.seq + 1, at=now, times=times)]


def resume(match: Match, sender: Sender, now: int) -> list[AnyEvent]:
    _must_be_at_the_table(match, sender)
    checks.must_run(match)
    if match.status != "paused":
        raise match.refusal("not-paused")
    return [_resumed(match, now)]


def _resumed(match: Match, now: int, *, once: bool = False) -> Resumed:
    times = match.state.times
    if match.ply or match.setup.clock.from_start:
        times = msgspec.structs.replace(times, since=now)
    return Resumed(seq=match.state.seq + 1, at=now, times=times, once=once)


def step(match: Match, sender: Sender, now: int) -> list[AnyEvent]:
    """Return the events of resuming for one turn of a bot; the match then pauses automatically."""
    _must_be_at_the_table(match, sender)
    checks.must_run(match)
    if match.status != "paused":
        raise match.refusal("not-paused")
    if match.position.seat not in match.bots:
        raise match.refusal("no-bot")
    return [_resumed(match, now, once=True)]


def pace(match: Match, sender: Sender, command: SetPace, now: int) -> list[AnyEvent]:
    if not 0 <= command.pause <= MAX_BOT_PAUSE_MS:
        raise match.refusal("malformed")
    _must_be_at_the_table(match, sender)
    checks.must_run(match)
    if match.setup.kind != "bots":
        raise match.refusal("not-bots")
    if command.pause == match.state.pause:
        return []
    return [Paced(seq=match.state.seq + 1, at=now, pause=command.pause)]


def _must_be_at_the_table(match: Match, sender: Sender) -> None:
    if not sender.host and not sender.seats & match.persons:
        raise match.refusal("not-a-player")
    if match.setup.tournament and not sender.host:
        raise match.refusal("organiser-only")


def sit(match: Match, sender: Sender, command: Sit, now: int) -> list[AnyEvent]:
    if not 0 <= command.seat < len(match.players):
        raise match.refusal("no-such-seat", number=command.seat + 1)
    sitting = match.players[command.seat]
    waiting = match.status == "waiting"
    if isinstance(command.player, Bot) and not sender.host and not sender.seats & match.persons:
        raise match.refusal("not-a-player")
    if not waiting and (isinstance(command.player, Bot | Vacant) or isinstance(sitting, Bot)):
        raise match.refusal("begun")
    if match.status == "over" and not _claims_result(match, sitting, command):
        raise match.refusal("over")
    if not sender.host and not isinstance(sitting, Vacant) and command.seat not in sender.seats:
        raise match.refusal("taken")
    others = (*match.players[: command.seat], *match.players[command.seat + 1 :])
    try:
        player = check_player(command.player, others, match.game)
    except ParlourError as refused:
        raise match.passed_on("refused-player", refused) from refused
    if isinstance(player, Bot) and all(isinstance(other, Bot) for other in others):
        raise match.refusal("refused-player", Message("match.setup.nobody"))
    events: list[AnyEvent] = [Seated(seq=match.state.seq + 1, at=now, seat=command.seat, player=player)]
    if waiting and not any(isinstance(one, Vacant) for one in (*others, player)):
        events += began(match, match.state.seq + 1, now)
    return events


def _claims_result(match: Match, sitting: Player, command: Sit) -> bool:
    """Return whether a player without an account on a shared screen logs in after the game to keep the result."""
    named = isinstance(sitting, Guest) and not sitting.id
    return match.setup.kind == "local" and named and isinstance(command.player, Account)


def assist(match: Match, sender: Sender, command: Assist, now: int) -> list[AnyEvent]:
    checks.must_play(match, sender, command.seat)
    checks.must_run(match)
    seat = checks.acting_seat(match, sender, command.seat)
    if match.setup.rated or match.setup.tournament:
        raise match.refusal("rated")
    if not match.allows(seat, command.help):
        if match.between_people:
            raise match.refusal("people")
        raise match.refusal("forbidden", seat=seat)
    return [Assisted(seq=match.state.seq + 1, at=now, seat=seat, help=command.help)]


def outage(match: Match, sender: Sender, command: Outage, now: int) -> list[AnyEvent]:
    if not sender.host:
        raise match.refusal("host-only")
    times = match.state.times
    ended = min(command.ended, now)
    if match.status != "running" or times.since is None or ended <= max(times.since, command.begun):
        return []
    # Time before the outage is charged, and the clock runs from its end: reporting an outage twice changes nothing.
    times = msgspec.structs.replace(stop(times, match.position.seat, command.begun), since=ended)
    return [Shifted(seq=match.state.seq + 1, at=now, times=times)]
