"""Hex with the swap rule: join your two edges of a rhombus of hexagons. A game in one plain file.

A state holds the stones of each seat as the bits of one number, with one unused column at the right of every row, so
that a step over the edge never reaches the next row.
"""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from parlour.games import (
    Board,
    Kind,
    Mark,
    Message,
    Option,
    Options,
    Picks,
    Piece,
    PlainGame,
    Preset,
    Side,
    Verb,
    hexagon_board,
)

SWAP = -1
"""The move of the second player that takes over the first stone."""

RULES = """
Red joins the two red edges, Blue the two blue edges. The players place one stone of their colour in turn on any empty
cell. Stones never move and are never captured.

```diagram
options: size=5
position: ...../...../..r../...../..... b
legal: b2
caption: A stone may be placed on every empty cell.
```

## Who wins

The first unbroken chain of neighbouring stones between both edges of one colour wins. There is no draw: on a full board
exactly one player is connected.

```diagram
options: size=5
position: ..r../.br../.r.b./.rb../..b.. r
legal: a1
caption: Red joins the two red edges with a1.
```

## The swap rule

The first stone is an advantage. Therefore the second player may, instead of placing a stone, take over the first one:
it becomes blue and is mirrored at the long diagonal, so that it is as good for Blue as it was for Red. Then Red is to
move.
"""

LESSON = """
[[step]]
key = "place"
title = "Placing stones"
text = "Red joins the two red edges. Every turn places one stone on an empty cell; it stays there for the whole game."
options = {size = 5}
task = "Place a stone in the middle, on c3."
want = ["c3"]
miss = "The middle is the strongest place of an empty board."
done = "From the middle you are on the way to every edge."

[[step]]
key = "bridge"
title = "Bridges"
text = "Two stones with two common empty neighbours form a bridge. If Blue takes one of the cells, Red takes the other."
options = {size = 5}
position = "...b./..r../..b../.r.../...b. r"
task = "Blue attacked the bridge between b2 and c4. Connect both stones."
want = ["b3"]
miss = "These two stones are still apart."
done = "A bridge cannot be cut."

[[step]]
key = "swap"
title = "The swap rule"
text = "After the first stone the second player may take it over: it changes colour and is mirrored."
options = {size = 5}
position = "...../...../..r../...../..... b"
task = "The first stone is in the middle. Take it over."
want = ["swap"]
miss = "You may do that, but a stone in the middle is better than any that is left."
done = "Therefore a good first stone is neither too strong nor too weak."
"""


class State(NamedTuple):
    size: int
    swap: bool
    stones: tuple[int, int]
    seat: int


@cache
def edge(size: int, seat: int, far: bool) -> int:
    """Return the cells of an edge: near and far of Red, left and right of Blue."""
    row, column = (size - 1) * (size + 1), sum(1 << y * (size + 1) for y in range(size))
    return ((1 << size) - 1) << (row if far else 0) if seat == 0 else column << (size - 1 if far else 0)


def spread(cells: int, size: int) -> int:
    """Return the cells and their neighbours. The cell beside x, y in the next row is x - 1, y + 1."""
    wide = size + 1
    return cells | cells << 1 | cells >> 1 | cells << wide | cells >> wide | cells << (wide - 1) | cells >> (wide - 1)


@cache
def cell_bits(size: int) -> tuple[int, ...]:
    """Return the bit of every site."""
    return tuple(1 << (y * (size + 1) + x) for y in range(size) for x in range(size))


@cache
def board_bits(size: int) -> int:
    """Return all cells."""
    return sum(cell_bits(size))


def chain(state: State, seat: int) -> int:
    """Return the stones of a seat that are joined to its first edge."""
    mine = state.stones[seat]
    joined, reached = 0, mine & edge(state.size, seat, False)
    while reached != joined:
        joined, reached = reached, spread(reached, state.size) & mine
    return joined


class Hex(PlainGame):
    key = "hex"
    title = "Hex"
    description = "Place stones on a rhombus of hexagons and join your two edges. One of the players always does."
    kinds = (Kind("stone", "stone", "stone", "s"),)
    declared = (
        Option("size", "Size", "Number of cells along an edge.", 11, low=4, high=13),
        Option("swap", "Swap rule", "The second player may take over the first stone.", True),
    )
    presets = (
        Preset("standard", "Standard", "11 × 11 with the swap rule."),
        Preset("small", "Small", "A short game on 7 × 7.", {"size": 7}),
    )
    verbs = (Verb("swap", "Swap", "s"),)
    reasons = ("connected",)
    opening_moves = 2
    draw_margin = 0
    showpiece = (
        "..........." + "/..........." * 2 + "/...b......./....rb...../...rbr...../....b....../...r......./..b........"
        "/.........../........... r"
    )
    templates: ClassVar = {
        "reason.connected": "{winner_seat} has joined both edges",
        "prompt.place": "{seat} places a stone",
        "prompt.swap": "{seat} places a stone or takes over the first one",
        "describe.swap": "{seat} takes over the first stone",
        "mark.won": "Joins both edges",
        "notice.swap": "The stone is mirrored and changes its colour",
    }

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Side("Red", "#c8452f", "red", "r"), Side("Blue", "#3d6fb4", "blue", "b")

    def draw_board(self, options: Options) -> Board:
        size = int(options["size"])
        return hexagon_board(size, size, edges=(0, 1))

    # ---- Rules ----------------------------------------------------------------------------------------------------

    def first(self, options: Options) -> State:
        return State(int(options["size"]), bool(options["swap"]), (0, 0), 0)

    def seat(self, state: State) -> int:
        return state.seat

    def moves(self, state: State) -> Sequence[int]:
        red, blue = state.stones
        found = [site for site, bit in enumerate(cell_bits(state.size)) if not (red | blue) & bit]
        if state.swap and state.seat == 1 and red.bit_count() == 1 and not blue:
            found.append(SWAP)
        return found

    def all_moves(self, options: Options) -> Sequence[int]:
        return [*range(int(options["size"]) ** 2), SWAP]

    def play(self, state: State, move: int) -> State:
        size, swap, (red, blue), seat = state
        bits = cell_bits(size)
        if move == SWAP:
            column, row = divmod(bits.index(red), size)
            return State(size, swap, (0, bits[row * size + column]), 0)
        return State(size, swap, (red | bits[move], blue) if seat == 0 else (red, blue | bits[move]), 1 - seat)

    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        # Only the player who has just moved can have joined the edges.
        last = 1 - state.seat
        if chain(state, last) & edge(state.size, last, True):
            return ((1, 0) if last == 0 else (0, 1)), "connected"
        return None

    def evaluate(self, state: State, seat: int) -> int:
        return 25 * (self.distance(state, 1 - seat) - self.distance(state, seat))

    def distance(self, state: State, seat: int) -> int:
        """Return how many more stones a seat needs if the other one passes."""
        size, mine, theirs = state.size, state.stones[seat], state.stones[1 - seat]
        wide, start, goal = size + 1, edge(size, seat, False), edge(size, seat, True)
        free = board_bits(size) & ~theirs
        reached, needed = start & mine, 0
        border, near = start & free, 0
        while True:
            joined = 0
            while reached != joined:
                joined = reached
                # `spread`, written out: searches spend most of their time here.
                near = reached | reached << 1 | reached >> 1 | reached << wide | reached >> wide
                near |= reached << size | reached >> size
                reached |= near & mine
            if reached & goal or needed > size:
                return needed
            border, needed = (border | near) & free, needed + 1
            reached |= border

    # ---- Display --------------------------------------------------------------------------------------------------

    def pieces(self, state: State) -> list[Piece]:
        bits = cell_bits(state.size)
        return [
            Piece(0, "stone", seat, site)
            for seat in (0, 1)
            for site, bit in enumerate(bits)
            if state.stones[seat] & bit
        ]

    def picks(self, state: State, move: int) -> list[Picks]:
        return [("swap",)] if move == SWAP else [(move,)]

    def marks(self, state: State) -> list[Mark]:
        if self.outcome(state) is None:
            return []
        won = chain(state, 1 - state.seat)
        return [Mark("won", tuple(site for site, bit in enumerate(cell_bits(state.size)) if won & bit), 1 - state.seat)]

    def prompt(self, state: State) -> Message | None:
        if self.outcome(state) is not None:
            return None
        return self.message("prompt.swap" if SWAP in self.moves(state) else "prompt.place", seat=state.seat)

    def describe(self, state: State, move: int) -> Message | None:
        return self.message("describe.swap", seat=state.seat) if move == SWAP else None

    def notices(self, state: State, move: int) -> list[Message]:
        return [self.message("notice.swap")] if move == SWAP else []

    def rules(self, language: str = "en") -> str:
        return RULES

    def lesson(self, language: str = "en") -> str:
        return LESSON

    # ---- Text -----------------------------------------------------------------------------------------------------

    def text(self, state: State) -> str:
        red, blue = state.stones
        signs = "".join("r" if red & bit else "b" if blue & bit else "." for bit in cell_bits(state.size))
        rows = (signs[start : start + state.size] for start in range(0, len(signs), state.size))
        return f"{'/'.join(rows)} {'rb'[state.seat]}"

    def key_text(self, state: State) -> str:
        return f"{state.stones[0]:x} {state.stones[1]:x} {state.seat}"

    def read_state(self, text: str, options: Options) -> State:
        size = int(options["size"])
        board, _, seat = text.strip().partition(" ")
        rows = board.split("/")
        if (
            len(rows) != size
            or any(len(row) != size or set(row) - set("rb.") for row in rows)
            or seat not in ("r", "b")
        ):
            raise ValueError(f"Write {size} rows of {size} signs r, b or . with / between them, a blank, and r or b.")
        signs = "".join(rows)
        red, blue = (sum(bit for bit, at in zip(cell_bits(size), signs, strict=True) if at == sign) for sign in "rb")
        state = State(size, bool(options["swap"]), (red, blue), "rb".index(seat))
        if chain(state, state.seat) & edge(size, state.seat, True):
            raise ValueError("The game was over before the last move.")
        return state

    def notation(self, state: State, move: int) -> str:
        if move == SWAP:
            return "swap"
        row, column = divmod(move, state.size)
        return f"{'abcdefghijklm'[column]}{row + 1}"
