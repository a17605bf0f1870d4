"""Connect Four in one plain file, with the evaluation of the compiled one in `connect-four/`, to compare both."""

from collections.abc import Sequence
from typing import ClassVar

from parlour.games import Board, Kind, Options, Piece, PlainGame, Side, square_board

State = tuple[int, int, int]  # the discs of both seats as bits, seven for each column, and the seat to move
LINES = [
    sum(1 << 7 * (x + n * dx) + y + n * dy for n in range(4))
    for x in range(7)
    for y in range(6)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    if x + 3 * dx < 7 and 0 <= y + 3 * dy < 6
]
WORTH = (0, 1, 4, 16, 0)
BITS = [1 << 7 * (site % 7) + site // 7 for site in range(42)]


class ConnectFourPlain(PlainGame):
    key = "connect-four-plain"
    title = "Connect Four (plain)"
    description = "Drop discs into seven columns. The first row of four of one colour wins."
    kinds = (Kind("disc", "disc", "disc", "d"),)
    reasons = ("row", "full")
    showpiece = ".yryyy./..rry../...rr../...y.../......./....... r"
    templates: ClassVar = {"reason.row": "{winner_seat} has four in a row", "reason.full": "the board is full"}

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Side("Yellow", "#e6b422", "yellow", "y"), Side("Red", "#c8452f", "red", "r")

    def draw_board(self, options: Options) -> Board:
        return square_board(7, 6)

    def first(self, options: Options) -> State:
        return 0, 0, 0

    def seat(self, state: State) -> int:
        return state[2]

    def moves(self, state: State) -> Sequence[int]:
        taken = state[0] | state[1]
        return [column for column in range(7) if not taken >> 7 * column + 5 & 1]

    def play(self, state: State, move: int) -> State:
        first, second, seat = state
        new = ((first | second) + (1 << 7 * move)) & 0x7F << 7 * move
        return (first | new, second, 1) if seat == 0 else (first, second | new, 0)

    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        last = 1 - state[2]
        for step in (1, 6, 7, 8):
            pairs = state[last] & state[last] >> step
            if pairs & pairs >> 2 * step:
                return ((1, 0) if last == 0 else (0, 1)), "row"
        return ((0.5, 0.5), "full") if not self.moves(state) else None

    def evaluate(self, state: State, seat: int) -> int:
        mine, theirs, total = state[seat], state[1 - seat], 0
        for line in LINES:
            if not theirs & line:
                total += WORTH[(mine & line).bit_count()]
            elif not mine & line:
                total -= WORTH[(theirs & line).bit_count()]
        return total

    def pieces(self, state: State) -> list[Piece]:
        return [Piece(0, "disc", seat, site) for seat in (0, 1) for site in range(42) if state[seat] & BITS[site]]

    def text(self, state: State) -> str:
        signs = "".join("y" if state[0] & bit else "r" if state[1] & bit else "." for bit in BITS)
        return "/".join(signs[start : start + 7] for start in range(0, 42, 7)) + " " + "yr"[state[2]]

    def key_text(self, state: State) -> str:
        return f"{state[0]:x} {state[1]:x}"  # the seat to move follows from the numbers of discs

    def read_state(self, text: str, options: Options) -> State:
        board, _, seat = text.strip().partition(" ")
        rows = board.split("/")
        if len(rows) != 6 or any(len(row) != 7 or set(row) - set("yr.") for row in rows) or seat not in ("y", "r"):
            raise ValueError("Write six rows of seven signs y, r or . with / between them, a blank, and y or r.")
        signs = "".join(rows)
        first, second = (sum(bit for bit, sign in zip(BITS, signs, strict=True) if sign == own) for own in "yr")
        if any(sign != "." and site >= 7 and signs[site - 7] == "." for site, sign in enumerate(signs)):
            raise ValueError("A disc has nothing below it.")
        if first.bit_count() - second.bit_count() != "yr".index(seat):
            raise ValueError("Yellow has as many discs as Red, or one more if Red is to move.")
        return first, second, "yr".index(seat)

    def notation(self, state: State, move: int) -> str:
        return "abcdefg"[move]
