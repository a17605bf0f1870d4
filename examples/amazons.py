"""The Game of the Amazons: move like a queen, shoot an arrow, and keep the last open territory. One plain file.

A turn has two moves of one seat: an amazon goes, then it shoots. A state therefore says which amazon has to shoot.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from parlour.games import (
    Board,
    Kind,
    Mark,
    Message,
    Option,
    Options,
    Piece,
    PlainGame,
    Preset,
    Score,
    Side,
    square_board,
)

FILES = "abcdefghij"
AMAZONS = {
    6: ("b1 e1", "b6 e6"),
    8: ("c1 f1 a3 h3", "c8 f8 a6 h6"),
    10: ("d1 g1 a4 j4", "d10 g10 a7 j7"),
}

RULES = """
A turn has two parts. First you move one of your amazons like a queen in chess: any number of empty squares straight or
diagonally. Then this amazon shoots an arrow, which flies like a queen from the new square and blocks the square where
it lands for the rest of the game. Neither amazons nor arrows pass over an amazon or an arrow. Nothing is captured.

```diagram
options: size=6
position: .w..w./....../....../....../....../.b..b. w -
legal: b1-b4
caption: An amazon goes first, ...
```

```diagram
options: size=6
position: ....w./....../....../.w..../....../.b..b. w b4
legal: e4
caption: ... then it shoots from its new square.
```

## Who wins

If you cannot move an amazon when it is your turn, you have lost. There is no draw.
"""

LESSON = """
[[step]]
key = "go"
title = "Moving an amazon"
text = "An amazon moves like a queen in chess: straight or diagonally over empty squares."
options = {size = 6}
task = "Move the amazon from b1 to b4."
want = ["b1-b4"]
miss = "That is a legal move, but not the one asked for."
done = "The turn is not over: now this amazon has to shoot."

[[step]]
key = "shoot"
title = "Shooting an arrow"
text = "The arrow flies like a queen as well. Its square is blocked for the rest of the game."
options = {size = 6}
position = "....w./....../....../.w..../....../.b..b. w b4"
task = "Shoot next to the black amazon on b6."
want = ["b5"]
miss = "Shoot straight ahead, to b5."
done = "Each arrow makes the board smaller."

[[step]]
key = "enclose"
title = "Enclosing"
text = "Who cannot move has lost. Enclose the amazons of your opponent, and keep space for yours."
options = {size = 6}
position = "....../....../....../..w.../x...../bx...w w c4"
task = "The black amazon on a6 has one way out. Close it."
want = ["b5"]
miss = "Black can still move."
done = "Black cannot move and has lost."
"""


class State(NamedTuple):
    size: int
    squares: str
    seat: int
    shooter: int
    """The square of the amazon that has to shoot; -1 if one has to move."""


@cache
def rays(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return, for every square, the squares in each of the eight directions, nearest first."""
    ways = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]

    def ray(x: int, y: int, dx: int, dy: int) -> Iterator[int]:
        while 0 <= (x := x + dx) < size and 0 <= (y := y + dy) < size:
            yield y * size + x

    squares = [(n % size, n // size) for n in range(size * size)]
    return tuple(tuple(filter(None, (tuple(ray(*square, *way)) for way in ways))) for square in squares)


def reach(state: State, start: int) -> list[int]:
    """Return the squares that a queen reaches."""
    squares, found = state.squares, []
    for ray in rays(state.size)[start]:
        for square in ray:
            if squares[square] != ".":
                break
            found.append(square)
    return found


class Amazons(PlainGame):
    key = "amazons"
    title = "Amazons"
    description = "Amazons move like queens and shoot arrows that block squares. The last player who can move wins."
    kinds = (Kind("amazon", "amazon", "pawn", "a", material="ivory"), Kind("arrow", "arrow", "stone", "x"))
    declared = (
        Option("size", "Board", "Number of squares along an edge.", 10)
        .choice(6, "6 × 6", "Two amazons each, for a short game.")
        .choice(8, "8 × 8", "Four amazons each.")
        .choice(10, "10 × 10", "The usual board, with four amazons each."),
    )
    presets = (
        Preset("standard", "Standard", "10 × 10 with four amazons each."),
        Preset("small", "Small", "6 × 6 with two amazons each.", {"size": 6}),
    )
    reasons = ("enclosed",)
    draw_margin = 0
    showpiece = (
        "...w....../......w.../....x...../w..x...x../......x..w"
        "/..x......./b......x.b/...x....../....x.b.../...b...... w -"
    )
    templates: ClassVar = {
        "reason.enclosed": "{loser_seat} cannot move",
        "prompt.go": "{seat} moves an amazon",
        "prompt.shoot": "{seat} shoots an arrow",
        "score.squares": "Squares within reach",
        "mark.shooter": "Has to shoot",
        "notice.last": "{loser_seat} cannot move any more",
    }

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Side("White", "#f4efe6", "white", "w"), Side("Black", "#2b2b2b", "black", "b")

    def draw_board(self, options: Options) -> Board:
        return square_board(int(options["size"]), int(options["size"]))

    # ---- Rules ----------------------------------------------------------------------------------------------------

    def first(self, options: Options) -> State:
        size = int(options["size"])
        squares = ["."] * (size * size)
        for sign, labels in zip("wb", AMAZONS[size], strict=True):
            for label in labels.split():
                squares[(int(label[1:]) - 1) * size + FILES.index(label[0])] = sign
        return State(size, "".join(squares), 0, -1)

    def seat(self, state: State) -> int:
        return state.seat

    def moves(self, state: State) -> Sequence[tuple[int, int]]:
        """Return pairs of squares: from and to of an amazon, or the shooter and the target of an arrow."""
        if state.shooter >= 0:
            return [(state.shooter, target) for target in reach(state, state.shooter)]
        return [(start, to) for start in self.amazons(state, state.seat) for to in reach(state, start)]

    def all_moves(self, options: Options) -> Sequence[tuple[int, int]]:
        lines = rays(int(options["size"]))
        return [(start, to) for start, around in enumerate(lines) for ray in around for to in ray]

    def amazons(self, state: State, seat: int) -> list[int]:
        return [square for square, sign in enumerate(state.squares) if sign == "wb"[seat]]

    def play(self, state: State, move: tuple[int, int]) -> State:
        start, to = move
        size, squares, seat, shooter = state
        if shooter >= 0:
            return State(size, squares[:to] + "x" + squares[to + 1 :], 1 - seat, -1)
        without = squares[:start] + "." + squares[start + 1 :]
        return State(size, without[:to] + squares[start] + without[to + 1 :], seat, to)

    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        if state.shooter >= 0:  # the square it came from is empty
            return None
        for start in self.amazons(state, state.seat):
            if any(state.squares[ray[0]] == "." for ray in rays(state.size)[start]):
                return None
        return ((0, 1) if state.seat == 0 else (1, 0)), "enclosed"

    def evaluate(self, state: State, seat: int) -> int:
        return 10 * (self.mobility(state, seat) - self.mobility(state, 1 - seat))

    def mobility(self, state: State, seat: int) -> int:
        """Return how many squares the amazons of a seat reach."""
        return len({to for start in self.amazons(state, seat) for to in reach(state, start)})

    # ---- Display --------------------------------------------------------------------------------------------------

    def pieces(self, state: State) -> list[Piece]:
        kinds = {"w": ("amazon", 0), "b": ("amazon", 1), "x": ("arrow", None)}
        return [Piece(0, *kinds[sign], square) for square, sign in enumerate(state.squares) if sign in kinds]

    def picks(self, state: State, move: tuple[int, int]) -> list[tuple[int, ...]]:
        return [(move[1],)] if state.shooter >= 0 else [move]

    def marks(self, state: State) -> list[Mark]:
        return [Mark("shooter", (state.shooter,), state.seat)] if state.shooter >= 0 else []

    def scores(self, state: State) -> list[Score]:
        return [Score("squares", seat, self.mobility(state, seat)) for seat in (0, 1)]

    def prompt(self, state: State) -> Message | None:
        if self.outcome(state) is not None:
            return None
        return self.message("prompt.shoot" if state.shooter >= 0 else "prompt.go", seat=state.seat)

    def notices(self, state: State, move: tuple[int, int]) -> list[Message]:
        after = self.play(state, move)
        return [] if self.outcome(after) is None else [self.message("notice.last", loser_seat=after.seat)]

    def rules(self, language: str = "en") -> str:
        return RULES

    def lesson(self, language: str = "en") -> str:
        return LESSON

    # ---- Text -----------------------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        size = state.size
        rows = (state.squares[start : start + size] for start in range(0, size * size, size))
        shooter = "-" if state.shooter < 0 else self.label(state, state.shooter)
        return f"{'/'.join(rows)} {'wb'[state.seat]} {shooter}"

    def read_state(self, text: str, options: Options) -> State:
        size = int(options["size"])
        words = text.split()
        rows = words[0].split("/") if len(words) == 3 else []
        if len(rows) != size or any(len(row) != size or set(row) - set("wbx.") for row in rows):
            raise ValueError(
                f"Write {size} rows of {size} signs w, b, x or ., then w or b, and - or the shooter's square."
            )
        if words[1] not in ("w", "b"):
            raise ValueError("The second word must be w or b.")
        state = State(size, "".join(rows), "wb".index(words[1]), -1)
        if not all(self.amazons(state, seat) for seat in (0, 1)):
            raise ValueError("Each side needs an amazon.")
        if words[2] == "-":
            return state
        shooters = {self.label(state, square): square for square in self.amazons(state, state.seat)}
        shooter = shooters.get(words[2], -1)
        if shooter < 0 or not reach(state, shooter):
            raise ValueError(f"No amazon of the side to move can shoot from {words[2][:10]}.")
        return state._replace(shooter=shooter)

    def label(self, state: State, square: int) -> str:
        row, column = divmod(square, state.size)
        return f"{FILES[column]}{row + 1}"

    def notation(self, state: State, move: tuple[int, int]) -> str:
        start, to = (self.label(state, square) for square in move)
        return to if state.shooter >= 0 else f"{start}-{to}"
