"""Heap, a game for stored matches: short, for two to four seats, with turns of two decisions.

Seats take matches from a heap in turn: first the hand, then the number, one to three. The seat that takes the last one
loses, and the others share the win. The dumps in this folder contain games of it, so its rules must not change.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from parlour.games import Board, Kind, Option, Options, Piece, PlainGame, Side, square_board
from parlour.games.contract.declarations import Baseline

State = tuple[int, int, str, int]  # heap, seat to move, hand chosen, number of seats


class Heap(PlainGame):
    key = "heap"
    title = "Heap"
    description = "Do not take the last match."
    kinds = (Kind("match", "match", "stick", "m"),)
    declared = (
        Option("seats", "Seats", "How many play.", 2, low=2, high=4),
        Option("size", "Size", "How many matches.", 12, low=1, high=2000),
        Option("noble", "Noble", "Winners bow.", False),
    )
    reasons = ("last",)
    templates: ClassVar = {"reason.last": "{loser_seat} took the last match"}

    def sides(self, options: Options) -> tuple[Side, ...]:
        names = ("Ash", "Birch", "Cedar", "Date")
        return tuple(Side(name, "#888888", "grey", name[0]) for name in names)[: int(options["seats"])]

    def baselines(self) -> Mapping[str, Baseline]:
        return dict.fromkeys(("classic-easy", "classic-hard"), lambda seed: lambda position: position.moves()[0])

    def draw_board(self, options: Options) -> Board:
        return square_board(3, 2)

    def first(self, options: Options) -> State:
        return int(options["size"]), 0, "-", int(options["seats"])

    def seat(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> list[str]:
        heap, _, hand, _ = state
        if heap == 0:
            return []
        return ["left", "right"] if hand == "-" else [f"{hand}{n}" for n in range(1, min(3, heap) + 1)]

    def play(self, state: State, move: str) -> State:
        heap, seat, _, seats = state
        if move in ("left", "right"):
            return heap, seat, move[0], seats
        return heap - int(move[1:]), (seat + 1) % seats, "-", seats

    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        heap, seat, _, seats = state
        return ([0 if n == (seat - 1) % seats else 1 for n in range(seats)], "last") if heap == 0 else None

    def pieces(self, state: State) -> list[Piece]:
        return [Piece(0, "match", None, 4)] if state[0] else []

    def text(self, state: State) -> str:
        return f"{state[0]} {state[1] + 1} {state[2]}"

    def read_state(self, text: str, options: Options) -> State:
        heap, seat, hand = text.split()
        if not 1 <= int(seat) <= int(options["seats"]) or hand not in ("-", "l", "r") or int(heap) < 0:
            raise ValueError("Write the matches, the seat and the hand.")
        return int(heap), int(seat) - 1, hand, int(options["seats"])
