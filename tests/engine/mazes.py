"""Small random games for tests of search: a token moves along the arrows of a random maze.

They have turns of several moves, draws, cycles, several seats, and ends in which the seat that just moved has lost, and
are small enough to be solved by brute force, see `Truth`.
"""

from random import Random

from parlour.games import Board, Kind, Options, Piece, PlainGame, Side, square_board

State = int


class Maze(PlainGame):
    """Rooms 0 to `rooms` - 1; some are ends with a result for every seat. A room belongs to the seat that leaves it."""

    key = "maze"
    title = "Maze"
    description = "One token, many rooms."
    kinds = (Kind("token", "token", "disc", "t"),)
    reasons = ("end",)

    def __init__(self, seed: int, rooms: int = 12, seats: int = 2, *, cycles: bool = False, way: str | None = None):
        super().__init__()
        lot = Random(seed)
        self.seats = seats
        self.way = way
        self.owner = [lot.randrange(seats) for _ in range(rooms)]
        self.arrows: list[list[int]] = []
        self.results: list[tuple[float, ...] | None] = []
        for room in range(rooms):
            ahead = range(0 if cycles else room, rooms - 1)
            picked = lot.sample(ahead, min(len(ahead), lot.randint(1, 3)))
            arrows = sorted(to + (to >= room) for to in picked)
            end = room > 0 and (not arrows or lot.random() < 0.2)
            self.arrows.append([] if end else arrows)
            self.results.append(self._result(lot) if end else None)

    def _result(self, lot: Random) -> tuple[float, ...]:
        draw = lot.random() < 0.2
        loser = lot.randrange(self.seats)
        return tuple(0.5 if draw else float(seat != loser) for seat in range(self.seats))

    def exact(self, options: Options) -> str | None:
        return self.way

    def sides(self, options: Options) -> tuple[Side, ...]:
        return tuple(Side(f"Side {n}", "#000000", "black", str(n)) for n in range(self.seats))

    def draw_board(self, options: Options) -> Board:
        return square_board(len(self.arrows), 1)

    def first(self, options: Options) -> State:
        return 0

    def seat(self, state: State) -> int:
        return self.owner[state]

    def moves(self, state: State) -> list[int]:
        return self.arrows[state]

    def play(self, state: State, move: int) -> State:
        return move

    def outcome(self, state: State) -> tuple[tuple[float, ...], str] | None:
        result = self.results[state]
        return None if result is None else (result, "end")

    def pieces(self, state: State) -> list[Piece]:
        return [Piece(0, "token", 0, state)]

    def text(self, state: State) -> str:
        return str(state)

    def read_state(self, text: str, options: Options) -> State:
        if not text.isdigit() or int(text) >= len(self.arrows):
            raise ValueError("Write the number of a room.")
        return int(text)


class Truth:
    """The values of a maze for two seats, found by iterating until nothing changes.

    `value` is 1 or -1 for the owner of the room, 0 for a draw; `length` is (turns, moves) of a win or a loss.
    """

    def __init__(self, maze: Maze) -> None:
        rooms = range(len(maze.arrows))
        self.value = [0] * len(rooms)
        self.length = [(0, 0)] * len(rooms)
        changed = True
        while changed:
            changed = False
            for room in rooms:
                new = self._look(maze, room)
                if new != (self.value[room], self.length[room]):
                    self.value[room], self.length[room] = new
                    changed = True

    def _look(self, maze: Maze, room: int) -> tuple[int, tuple[int, int]]:
        options = []
        for to in maze.arrows[room]:
            result = maze.results[to]
            if result is not None:
                options.append((int(2 * result[maze.owner[room]]) - 1, (1, 1)))
            else:
                same = maze.owner[room] == maze.owner[to]
                turns, moves = self.length[to]
                options.append((self.value[to] if same else -self.value[to], (turns + (not same), moves + 1)))
        wins = [length for value, length in options if value == 1]
        if wins:
            return 1, min(wins)
        if options and all(value == -1 for value, _ in options):
            return -1, max(length for _, length in options)
        return 0, (0, 0)


def sure_payoffs(maze: Maze, room: int = 0) -> tuple[int | None, ...]:
    """Return what each seat is sure to get (0, 1, 2) in a maze without cycles if all seats maximise their result."""
    result = maze.results[room]
    if result is not None:
        return tuple(int(2 * one) for one in result)
    mover = maze.owner[room]
    after = [sure_payoffs(maze, to) for to in maze.arrows[room]]
    known = [payoffs[mover] for payoffs in after]
    if 2 not in known and None in known:
        return (None,) * maze.seats
    best = max(value for value in known if value is not None)
    chosen = [payoffs for payoffs in after if payoffs[mover] in (best, None)]
    sure: list[int | None] = []
    for seat in range(maze.seats):
        values = {payoffs[seat] for payoffs in chosen}
        sure.append(best if seat == mover else values.pop() if len(values) == 1 else None)
    return tuple(sure)
