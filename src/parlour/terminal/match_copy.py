"""The game in the terminal as a match: for its clocks, and to store it like all other matches."""

from __future__ import annotations

from parlour.errors import ParlourError
from parlour.games.contract.display import Outcome
from parlour.match.clock import Clock
from parlour.match.commands import Adjudicate, AnyCommand, Draw, Flag, Pause, PlayMove, Resign, Sender, TakeBack
from parlour.match.events import AnyEvent
from parlour.match.match import Match
from parlour.match.names import check_name
from parlour.match.seats import Account, Guest, Player, Seat, Setup
from parlour.terminal.game_state import TerminalGame


class MatchCopy:
    """A match that is updated after each change of a game in the terminal."""

    def __init__(
        self, table: TerminalGame, now: int, *, clock: Clock | None = None, owner: Account | Guest | None = None
    ) -> None:
        root = table.position.copy()
        while root.played:
            root.undo()
        finite = root.game.check({**root.options, **root.game.finite})
        only_bots = len(table.bots) == len(table.sides)
        # A match between bots has additional rules against endless games; others are stored as one between people.
        as_bots = only_bots and dict(finite) == dict(root.options)
        players: list[Player] = []
        for seat in range(len(table.sides)):
            if seat in table.bots and (as_bots or not only_bots or seat > 0):
                players.append(table.bots[seat].bot)
            else:
                players.append(Guest(_free_name(table.names[seat], players)))
        people = [(seat, player.name) for seat, player in enumerate(players) if isinstance(player, Guest)]
        if owner is not None and len(people) == 1 and not only_bots:
            [(seat, name)] = people
            players[seat] = owner if isinstance(owner, Account) else Guest(name, owner.id)
        setup = Setup(
            game=root.game.key,
            seats=tuple(Seat(player) for player in players),
            kind="bots" if as_bots else "local",
            options=dict(root.options),
            start=root.text(),
            clock=clock or Clock(),
        )
        self.match, self.first_events = Match.new(setup, now, played_elsewhere=True)
        self._sender = Sender(frozenset(range(len(players))), host=True)

    def follow(self, table: TerminalGame, now: int) -> list[AnyEvent]:
        """Update the match from the game; return the events of the change."""
        events: list[AnyEvent] = []
        played: list[str] = table.moves_as_text()
        stored = [move.text for move in self.match.state.moves]
        equal = next((n for n, (a, b) in enumerate(zip(played, stored, strict=False)) if a != b), None)
        common = min(len(played), len(stored)) if equal is None else equal
        continued = self.match.state.ended is not None and table.outcome() is None
        if continued and common and common == len(stored):
            common -= 1  # the last move is played again, because taking back a result takes back a move
        if common < len(stored):
            events += self._do(TakeBack(ply=self.match.ply, to=common), now)
        while self.match.ply < len(played):
            events += self._do(PlayMove(ply=self.match.ply, text=played[self.match.ply]), now)
        if table.agreed is not None and self.match.state.ended is None and played:
            events += self._do(self._ending(table.agreed), now)
        return events

    def _ending(self, outcome: Outcome) -> AnyCommand:
        if outcome.reason == "agreement":
            return Draw(ply=self.match.ply)
        if outcome.reason == "resign" and len(outcome.results) == 2:
            return Resign(seat=outcome.losers[0])
        if outcome.reason == "time":
            return Flag(ply=self.match.ply)
        return Adjudicate(results=outcome.results)

    def _do(self, command: AnyCommand, now: int) -> list[AnyEvent]:
        return self.match.do(command, self._sender, now)

    def pause(self, now: int) -> list[AnyEvent]:
        """Stop the clocks of a game that is left."""
        return self._do(Pause(), now) if self.match.status == "running" else []

    def out_of_time(self, now: int) -> Outcome | None:
        """Return the outcome if the seat to move has no time left."""
        if self.match.status != "running" or self.match.time_left(self.match.position.seat, now) != 0:
            return None
        loser = self.match.position.seat
        return Outcome(tuple(0.0 if seat == loser else 1.0 for seat in range(len(self.match.players))), "time")


def _free_name(name: str, others: list[Player]) -> str:
    """Return a name that differs from those of the others."""
    taken = [other.name for other in others if isinstance(other, Guest)]
    for candidate in (name, *(f"{name[:30]} ({n})" for n in range(2, 20))):
        try:
            return check_name(candidate, taken, allow_reserved=True)
        except ParlourError:
            continue
    return f"{len(others) + 1}"
