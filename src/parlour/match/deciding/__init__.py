"""Decide which events a command to a match leads to, or refuse it. Nothing here changes the match.

Every function checks in the order of `commands.REASONS`. In reading order:

- `checks`: conditions that many commands share.
- `moves`: beginning and playing. `take_back`: taking back and redoing. `endings`: how games end.
- `rematch`: the match after this one. `offers`: actions that may need the consent of other players.
- `seats_and_pause`: pause, seats, help, server outages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parlour.match import commands
from parlour.match.clock import MAX_ANIMATION_TIME_MS
from parlour.match.commands import AnyCommand, Sender
from parlour.match.deciding.endings import abort, adjudicate, flag, resign
from parlour.match.deciding.moves import play
from parlour.match.deciding.offers import answer, draw, restart_or_rematch, take_back
from parlour.match.deciding.seats_and_pause import assist, outage, pace, pause, resume, sit, step
from parlour.match.deciding.take_back import redo
from parlour.match.events import AnyEvent

if TYPE_CHECKING:
    from parlour.match.match import Match


def decide(
    match: Match, command: AnyCommand, sender: Sender, now: int, showing: int, charge: int | None
) -> list[AnyEvent]:
    """Return the events that a command leads to; raise `Refused`."""
    showing = max(0, min(showing, MAX_ANIMATION_TIME_MS))
    match command:
        case commands.PlayMove() | commands.PlayTurn():
            return play(match, sender, command, now, showing, charge)
        case commands.TakeBack():
            return take_back(match, sender, command, now)
        case commands.Redo():
            return redo(match, sender, command, now)
        case commands.Draw():
            return draw(match, sender, command, now)
        case commands.AnswerOffer():
            return answer(match, sender, command, now)
        case commands.Resign():
            return resign(match, sender, command, now)
        case commands.Flag():
            return flag(match, command, now)
        case commands.Abort():
            return abort(match, sender, now)
        case commands.Pause():
            return pause(match, sender, now)
        case commands.Resume():
            return resume(match, sender, now)
        case commands.StepTurn():
            return step(match, sender, now)
        case commands.SetPace():
            return pace(match, sender, command, now)
        case commands.Restart():
            return restart_or_rematch(match, sender, "restart", command.seat, now)
        case commands.Rematch():
            return restart_or_rematch(match, sender, "rematch", command.seat, now)
        case commands.Sit():
            return sit(match, sender, command, now)
        case commands.Assist():
            return assist(match, sender, command, now)
        case commands.Adjudicate():
            return adjudicate(match, sender, command, now)
        case commands.Outage():
            return outage(match, sender, command, now)
    raise match.refusal("malformed")
