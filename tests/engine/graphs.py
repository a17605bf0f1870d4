"""A game on a small random graph, with the difficult cases of search.

A node belongs to a seat, a seat may move several times in a row, there may be cycles, a move may lose immediately, and
ends may be draws. `solve` computes the true results backwards from the ends; an endless game is a draw.
"""

import random
from collections.abc import Sequence

from parlour.games import Board, Kind, Options, Piece, PlainGame, Side, square_board

State = int


class Graph(PlainGame):
    key = "graph"
    title = "Graph"
    description = "Walk until it ends."
    kinds = (Kind("walker", "walker", "disc", "w"),)
    reasons = ("arrived",)

    def __init__(self, roads: list[list[int]], seats: list[int], ends: dict[int, float], values: list[int]) -> None:
        super().__init__()
        self.roads = roads
        self.seats = seats
        self.ends = ends
        self.values = values

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Side("White", "#f4efe6", "white", "W"), Side("Black", "#2b2b2b", "black", "B")

    def draw_board(self, options: Options) -> Board:
        return square_board(len(self.roads), 1)

    def first(self, options: Options) -> State:
        return 0

    def seat(self, state: State) -> int:
        return self.seats[state]

    def moves(self, state: State) -> list[int]:
        return self.roads[state]

    def play(self, state: State, move: int) -> State:
        return move

    def outcome(self, state: State) -> tuple[Sequence[float], str] | None:
        if state not in self.ends:
            return None
        return (self.ends[state], 1 - self.ends[state]), "arrived"

    def pieces(self, state: State) -> list[Piece]:
        return [Piece(0, "walker", 0, state)]

    def text(self, state: State) -> str:
        return str(state)

    def read_state(self, text: str, options: Options) -> State:
        return int(text)

    def evaluate(self, state: State, seat: int) -> int:
        return self.values[state] if seat == 0 else -self.values[state]


def random_graph(seed: int, size: int = 30, ends: int = 6, roads: int = 3) -> Graph:
    """Return a graph whose last nodes are ends, each won, drawn or lost for the first seat."""
    chance = random.Random(seed)
    return Graph(
        [chance.sample(range(size), chance.randint(1, roads)) for _ in range(size - ends)] + [[] for _ in range(ends)],
        [chance.randint(0, 1) for _ in range(size)],
        {node: chance.choice((0, 0, 0.5, 1, 1)) for node in range(size - ends, size)},
        [chance.randint(-300, 300) for _ in range(size)],
    )


def solve(game: Graph) -> list[tuple[int, int]]:
    """Return for every node the result for its seat (1, 0, -1) and, if decided, the number of moves to the end."""
    known: dict[int, tuple[int, int]] = {}
    for node, share in game.ends.items():
        mine = share if game.seats[node] == 0 else 1 - share
        known[node] = (int(2 * mine - 1), 0)
    distance = 0
    while distance < 2 * len(game.roads):
        distance += 1
        found = {}
        for node, targets in enumerate(game.roads):
            if node in known:
                continue
            seen = [
                (known[t][0] if game.seats[t] == game.seats[node] else -known[t][0], known[t][1])
                for t in targets
                if t in known
            ]
            if any(result == 1 and length == distance - 1 for result, length in seen):
                found[node] = (1, distance)
            elif len(seen) == len(targets) and all(result == -1 for result, _ in seen):
                found[node] = (-1, distance)
        known.update(found)
    return [known.get(node, (0, 0)) for node in range(len(game.roads))]
