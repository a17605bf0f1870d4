"""A Sim position as the rest of Parlour sees it: pieces, picks, effects and sentences."""

from __future__ import annotations

import textwrap

from parlour.errors import PositionError
from parlour.games.contract.display import Effect, Mark, Picks, Piece, Score
from parlour.games.contract.draft import Draft
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.sim import coach, explain, notation
from parlour.games.sim.evaluation import SimEvaluation
from parlour.games.sim.setup_check import RESIGNED, figures
from parlour.games.sim.tables import ENDS, NAMES, STROKES, ends, stroke, strokes
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message


class SimPosition(SimEvaluation):
    """A Sim position with notation, display and sentences."""

    __slots__ = ()

    def size(self) -> int:
        """Return the number of dots."""
        return int(self.options["vertices"])

    def strokes(self) -> dict[int, int]:
        """Return the seat of every drawn stroke."""
        owners = ((move, self.owner(move)) for move in range(strokes(self.size())))
        return {move: owner for move, owner in owners if owner is not None}

    text = notation.write_text
    write_move = notation.write_move
    read_move = notation.read_move

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        return [Piece(0, "stroke", owner, ENDS[move]) for move, owner in self.strokes().items()]

    def scores(self) -> list[Score]:
        return [Score("strokes", seat, self.count(seat)) for seat in range(int(self.options["players"]))]

    # ---- Picks and display ----------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        if move >= STROKES:  # a withdrawal has no picks
            return []
        low, high = ENDS[move]
        return [(low, high), (high, low)]

    def withdrawal(self) -> int | None:
        """Return the withdrawal with elimination, as long as two others can play on."""
        if not self.options["elimination"] or self.is_over() or self.outs() > int(self.options["players"]) - 3:
            return None
        return STROKES + int(self.seat)

    def effects(self, move: int) -> list[Effect]:
        if move >= STROKES:
            return []
        fresh = max((piece.id for piece in self.pieces()), default=0) + 1
        return [Effect("draw", None, Piece(fresh, "stroke", self.seat, ENDS[move]), path=ENDS[move])]

    def completed(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return the owner and dots of every completed figure."""
        return figures(self.strokes(), self.size(), int(self.options["clique"]))

    def marks(self) -> list[Mark]:
        kind = "four" if self.options["clique"] == 4 else "triangle"
        found = self.completed()
        return [Mark(kind, corners, seat, n, len(found)) for n, (seat, corners) in enumerate(found, 1)]

    aids = coach.aids

    def diagram(self) -> str:
        drawn = self.strokes()
        symbols = [side.symbol for side in self.game.sides(self.options)]
        rows = ["    " + " ".join(NAMES[: self.size() - 1])]
        for dot in range(1, self.size()):
            signs = [
                "." if (owner := drawn.get(stroke(dot, other))) is None else symbols[owner] for other in range(dot)
            ]
            rows.append(f"  {NAMES[dot]} " + " ".join(signs))
        free = [f"{NAMES[ENDS[move][0]]}-{NAMES[ENDS[move][1]]}" for move in self.moves()]
        listed = textwrap.wrap(f"  free: {' '.join(free)}", 78, subsequent_indent="        ", break_on_hyphens=False)
        return "\n".join(rows + (listed if free else []))

    # ---- Messages -------------------------------------------------------------------------------------------------

    prompt = explain.prompt
    explain = explain.explain

    def why_over(self) -> Message:
        outcome = self.outcome()
        if outcome is None:
            raise localized_error(PositionError, "shared.not-over")
        if outcome.reason == "full":
            return (
                self.message("reason.full")
                if outcome.drawn
                else self.message("reason.survivors", n=len(outcome.winners))
            )
        if self.options["elimination"]:
            return self.message("reason.last", winner_seat=outcome.winners[0])
        closer = outcome.losers[0] if self.options["goal"] == "avoid" else outcome.winners[0]
        return self.message("reason.four" if self.options["clique"] == 4 else "reason.triangle", seat=closer)

    def describe(self, move: int) -> Message:
        if move >= STROKES:
            return self.message("gives-up", seat=self.seat)
        return self.message("stroke", seat=self.seat, **ends(move))

    def notices(self, move: int) -> list[Message]:
        if move >= STROKES:
            return [self.message("drops-out", seat=self.seat)]
        after = self.after(move)
        assert isinstance(after, SimPosition)
        found: list[Message] = []
        if after.outs() > self.outs():
            corners = [dots for seat, dots in after.completed() if seat == self.seat]
            figure = "four" if self.options["clique"] == 4 else "triangle"
            names = "; ".join(", ".join(NAMES[dot] for dot in dots) for dots in corners)
            found.append(self.message(f"{figure}-made", seat=self.seat, n=len(corners), figures=names))
            if self.options["goal"] == "make":
                found.append(self.message("wins", seat=self.seat))
            else:
                found.append(self.message("drops-out" if self.options["elimination"] else "loses", seat=self.seat))
        outcome = after.outcome()
        if outcome is not None and outcome.reason == "full" and outcome.drawn:
            found.append(self.message("drawn"))
        elif outcome is not None and outcome.reason == "full":
            found.append(self.message("survivors", n=len(outcome.winners)))
        elif outcome is not None and self.options["elimination"]:
            found.append(self.message("last", winner_seat=outcome.winners[0]))
        return found

    turn_reasons = coach.turn_reasons


def build(game: Game, draft: Draft, options: Options) -> SimPosition:
    """Return the position of a draft without problems."""
    position = SimPosition(game, options)
    for dots, owner in draft.placed(tuple):
        position._draw(owner, stroke(*dots))
    position._begin(draft.seat, draft.counters.get(RESIGNED, 0))
    return position
