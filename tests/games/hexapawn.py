"""Hexapawn as an external author would write it: one plain file that uses only `parlour.games`."""

from collections.abc import Sequence
from typing import ClassVar

from parlour.games import Board, Kind, Options, Piece, PlainGame, Side, square_board

State = tuple[str, int]  # nine signs from a1 to c3 ("W", "B", "."), and the seat to move
Step = tuple[int, int]


class Hexapawn(PlainGame):
    key = "hexapawn"
    title = "Hexapawn"
    description = "Three pawns a side on nine squares. Reach the far side, or leave the other without a move."
    kinds = (Kind("pawn", "pawn", "pawn", "p"),)
    reasons = ("across", "blocked")
    templates: ClassVar = {
        "reason.across": "{winner_seat} has crossed the board",
        "reason.blocked": "{loser_seat} cannot move",
    }

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Side("White", "#f4efe6", "white", "W"), Side("Black", "#2b2b2b", "black", "B")

    def draw_board(self, options: Options) -> Board:
        return square_board(3, 3)

    def first(self, options: Options) -> State:
        return "WWW...BBB", 0

    def seat(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> list[Step]:
        squares, seat = state
        mine, theirs = ("W", "B") if seat == 0 else ("B", "W")
        found = []
        for start in range(9):
            ahead = start + (3 if seat == 0 else -3)
            if squares[start] != mine or not 0 <= ahead < 9:
                continue
            if squares[ahead] == ".":
                found.append((start, ahead))
            for target in (ahead - 1, ahead + 1):
                if target // 3 == ahead // 3 and 0 <= target < 9 and squares[target] == theirs:
                    found.append((start, target))
        return found

    def play(self, state: State, move: Step) -> State:
        squares, seat = list(state[0]), state[1]
        squares[move[1]], squares[move[0]] = squares[move[0]], "."
        return "".join(squares), 1 - seat

    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        squares, seat = state
        if "W" in squares[6:]:
            return (1, 0), "across"
        if "B" in squares[:3]:
            return (0, 1), "across"
        if not self.moves(state):
            return ((0, 1) if seat == 0 else (1, 0)), "blocked"
        return None

    def pieces(self, state: State) -> list[Piece]:
        return [Piece(0, "pawn", "WB".index(sign), n) for n, sign in enumerate(state[0]) if sign != "."]

    def text(self, state: State) -> str:
        return f"{state[0]} {'wb'[state[1]]}"

    def read_state(self, text: str, options: Options) -> State:
        squares, _, seat = text.strip().partition(" ")
        if len(squares) != 9 or set(squares) - set("WB.") or seat not in ("w", "b"):
            raise ValueError("Write nine signs W, B or . from a1 to c3, a blank, and w or b.")
        return squares, "wb".index(seat)

    def notation(self, state: State, move: Step) -> str:
        return "".join(f"{'abc'[site % 3]}{site // 3 + 1}" for site in move)
