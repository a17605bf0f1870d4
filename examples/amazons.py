"""The Game of the Amazons: move like a queen, shoot an arrow, and keep the last open territory. One plain file.

A turn has two moves of one seat: an amazon moves, then it shoots. A state therefore includes which amazon has to shoot.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
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
caption: First an amazon moves, ...
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
text = "A player who cannot move has lost. Enclose the amazons of your opponent, and keep space for yours."
options = {size = 6}
position = "....../....../....../..w.../x...../bx...w w c4"
task = "The black amazon on a6 has one way out. Close it."
want = ["b5"]
miss = "Black can still move."
done = "Black cannot move and has lost."
"""


class State(NamedTuple):
    size: int
    amazons: tuple[tuple[int, ...], tuple[int, ...]]
    """The squares of the amazons of each seat, in ascending order."""
    taken: int
    """The bits of the squares that are not empty."""
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


@cache
def lines(size: int) -> tuple[int, ...]:
    """Return, for every square, the bits of all squares that a queen reaches on an empty board."""
    return tuple(sum(1 << square for ray in around for square in ray) for around in rays(size))


@lru_cache(1 << 16)
def unblocked(size: int, start: int, blocked: int) -> tuple[tuple[int, ...], int]:
    """Return the squares that a queen reaches, and their bits; `blocked` are the taken squares on its lines.

    Cached, because a search asks for the same few lines again and again.
    """
    squares, bits = [], 0
    for ray in rays(size)[start]:
        for square in ray:
            if blocked >> square & 1:
                break
            squares.append(square)
            bits |= 1 << square
    return tuple(squares), bits


def reach(state: State, start: int) -> tuple[int, ...]:
    """Return the squares that a queen reaches."""
    return unblocked(state.size, start, state.taken & lines(state.size)[start])[0]


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
        white, black = (
            tuple(sorted((int(label[1:]) - 1) * size + FILES.index(label[0]) for label in labels.split()))
            for labels in AMAZONS[size]
        )
        return State(size, (white, black), sum(1 << square for square in white + black), 0, -1)

    def seat(self, state: State) -> int:
        return state.seat

    def moves(self, state: State) -> Sequence[tuple[int, int]]:
        """Return pairs of squares: from and to of an amazon, or the shooter and the target of an arrow."""
        movers = state.amazons[state.seat] if state.shooter < 0 else (state.shooter,)
        return [(start, to) for start in movers for to in reach(state, start)]

    def all_moves(self, options: Options) -> Sequence[tuple[int, int]]:
        return [(start, to) for start, around in enumerate(rays(int(options["size"]))) for ray in around for to in ray]

    def play(self, state: State, move: tuple[int, int]) -> State:
        start, to = move
        size, amazons, taken, seat, shooter = state
        if shooter >= 0:
            return State(size, amazons, taken | 1 << to, 1 - seat, -1)
        own = tuple(sorted([to if square == start else square for square in amazons[seat]]))
        both = (own, amazons[1]) if seat == 0 else (amazons[0], own)
        return State(size, both, taken ^ (1 << start | 1 << to), seat, to)

    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        # An amazon that has to shoot can: the square it came from is empty.
        if state.shooter >= 0 or any(reach(state, start) for start in state.amazons[state.seat]):
            return None
        return ((0, 1) if state.seat == 0 else (1, 0)), "enclosed"

    def evaluate(self, state: State, seat: int) -> int:
        return 10 * (self.mobility(state, seat) - self.mobility(state, 1 - seat))

    def mobility(self, state: State, seat: int) -> int:
        """Return how many squares the amazons of a seat reach."""
        size, taken, around, found = state.size, state.taken, lines(state.size), 0
        for start in state.amazons[seat]:
            found |= unblocked(size, start, taken & around[start])[1]
        return found.bit_count()

    # ---- Display --------------------------------------------------------------------------------------------------

    def pieces(self, state: State) -> list[Piece]:
        kinds = {"w": ("amazon", 0), "b": ("amazon", 1), "x": ("arrow", None)}
        return [Piece(0, *kinds[sign], square) for square, sign in enumerate(self.signs(state)) if sign in kinds]

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

    def signs(self, state: State) -> str:
        """Return a sign for every square."""
        signs = ["x" if state.taken >> square & 1 else "." for square in range(state.size**2)]
        for sign, squares in zip("wb", state.amazons, strict=True):
            for square in squares:
                signs[square] = sign
        return "".join(signs)

    def text(self, state: State) -> str:
        size, signs = state.size, self.signs(state)
        rows = (signs[start : start + size] for start in range(0, size * size, size))
        shooter = "-" if state.shooter < 0 else self.label(state, state.shooter)
        return f"{'/'.join(rows)} {'wb'[state.seat]} {shooter}"

    def key_text(self, state: State) -> str:
        return f"{state.amazons} {state.taken:x} {state.seat} {state.shooter}"

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
        signs = "".join(rows)
        white, black = (tuple(square for square, sign in enumerate(signs) if sign == own) for own in "wb")
        taken = sum(1 << square for square, sign in enumerate(signs) if sign != ".")
        state = State(size, (white, black), taken, "wb".index(words[1]), -1)
        if not white or not black:
            raise ValueError("Each side needs an amazon.")
        if words[2] == "-":
            return state
        shooters = {self.label(state, square): square for square in state.amazons[state.seat]}
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
