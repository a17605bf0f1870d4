"""Last Match, a toy game with the difficult cases of a match: turns of two decisions, forced passes, two to four seats.

Seats take matches from a heap in turn: first a hand, then one to three matches. The seat that takes the last one loses
and the others share the win. If the size of the heap is divisible by five, the seat must pass.
"""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from parlour.games import (
    Board,
    Choice,
    Kind,
    Option,
    Options,
    Piece,
    PlainGame,
    PlainPosition,
    Position,
    Side,
    square_board,
)

HEAPS = (3, 4, 5, 7, 10, 12, 19, 30, 2000)
State = tuple[int, int, str, int, bool]  # heap, seat to move, hand chosen, number of seats, passed just now


class LastMatch(PlainGame):
    key = "toy"
    title = "Last Match"
    description = "Do not take the last match."
    kinds = (Kind("match", "match", "stick", "m"),)
    declared = (
        Option("seats", "Seats", "How many play.", 2, low=2, high=4),
        Option("heap", "Heap", "How many matches.", 12, tuple(Choice(n, str(n)) for n in HEAPS)),
        Option("endless", "Endless", "A pass puts matches back.", False),
    )
    finite: ClassVar = {"endless": False}
    reasons = ("last",)
    templates: ClassVar = {"reason.last": "{loser_seat} took the last match"}

    def sides(self, options: Options) -> tuple[Side, ...]:
        return tuple(
            Side(name, f"#{n}8{n}8{n}8", f"grey {n}", name[0])
            for n, name in enumerate(("Ash", "Birch", "Cedar", "Date"), 4)
        )[: int(options["seats"])]

    def draw_board(self, options: Options) -> Board:
        homes = (270.0, 90.0, 0.0, 180.0)[: int(options["seats"])]
        return msgspec.structs.replace(square_board(3, 2), homes=homes)

    def first(self, options: Options) -> State:
        return int(options["heap"]), 0, "-", int(options["seats"]), False

    def seat(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> list[str]:
        heap, _, hand, _, passed = state
        if heap == 0:
            return []
        if hand == "-":
            return ["pass"] if heap % 5 == 0 and not passed else ["left", "right"]
        return [f"{hand}{n}" for n in range(1, min(3, heap) + 1)]

    def play(self, state: State, move: str) -> State:
        heap, seat, _, seats, _ = state
        if move == "pass":
            return heap, (seat + 1) % seats, "-", seats, True
        if move in ("left", "right"):
            return heap, seat, move[0], seats, False
        return heap - int(move[1:]), (seat + 1) % seats, "-", seats, False

    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        heap, seat, _, seats, _ = state
        return ([0 if n == (seat - 1) % seats else 1 for n in range(seats)], "last") if heap == 0 else None

    def pieces(self, state: State) -> list[Piece]:
        return [Piece(0, "match", None, 4)] if state[0] else []

    def text(self, state: State) -> str:
        return f"{state[0]} {state[1] + 1} {state[2]}{' passed' if state[4] else ''}"

    def read_state(self, text: str, options: Options) -> State:
        heap, seat, hand, *passed = text.split()
        if not 1 <= int(seat) <= int(options["seats"]) or hand not in ("-", "l", "r") or int(heap) < 0:
            raise ValueError("Write the matches, the seat and the hand.")
        return int(heap), int(seat) - 1, hand, int(options["seats"]), bool(passed)

    def build(self, draft: Any, options: Options) -> Position:
        return LastMatchPosition(self, options, self._state(draft.stage, options))

    def read(self, text: str, options: Mapping[str, object] | None = None) -> Position:
        checked = self.checked_options(options)
        return LastMatchPosition(self, checked, self._state(text, checked))


class LastMatchPosition(PlainPosition):
    def automatic(self) -> int | None:
        forced = [move for move in self.moves() if self.write_move(move) == "pass"]
        return forced[0] if forced else None
