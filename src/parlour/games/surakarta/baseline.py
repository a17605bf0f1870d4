"""The computer players of the program that Parlour replaces, rebuilt from their description, errors included.

*Easy* captures if it can, else moves a man out of a corner, else moves at random. *Medium* and *hard* are one Monte
Carlo tree search of 15 and 30 seconds a move, which grew trees of about 350 and 700 positions; here the tree is limited
by its size. Its weaknesses are kept: positions with the opponent to move are selected by what is good for the computer,
the final choice is by the highest sum of results instead of by visits, and no tree is reused. Cases in which it crashed
are fixed: a side without a move has lost, and random games end by piece count after 500 moves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, log, sqrt
from random import Random

from parlour.games.contract.declarations import Baseline
from parlour.games.contract.position import Position
from parlour.games.contract.xorshift import Random as Chance
from parlour.games.surakarta.baseline_search import rollout
from parlour.games.surakarta.rules import SurakartaRules
from parlour.games.surakarta.tables import CAPTURE, CORNER, POINT_MASK

EXPLORATION = 2.0
"""The constant of UCB1."""
MAX_PLAYOUT_MOVES = 500
"""Maximum number of moves in a random game; then the pieces are counted."""


def easy(seed: int) -> Callable[[Position], int]:
    """Return the greedy player."""
    chance = Random(seed)

    def choose(position: Position) -> int:
        moves = position.moves()
        men = list(dict.fromkeys(move & POINT_MASK for move in moves))
        chance.shuffle(men)
        for man in men:
            captures = [move for move in moves if move & POINT_MASK == man and move & CAPTURE]
            if captures:
                return captures[0]
        out: dict[int, int] = {}
        for move in moves:
            if 1 << (move & POINT_MASK) & CORNER:
                out.setdefault(move & POINT_MASK, move)  # only the first free neighbour of each corner
        return chance.choice(list(out.values()) or moves)

    return choose


def classic(nodes: int) -> Baseline:
    """Return the old player that searches a tree of `nodes` positions."""

    def make(seed: int) -> Callable[[Position], int]:
        chance = Chance(seed)

        def choose(position: Position) -> int:
            # The old program had neither repetition nor a move limit: games ended when one side was captured.
            game = position.game
            root = game.read(position.text(), game.check({**position.options, "ending": "endless"}))
            assert isinstance(root, SurakartaRules)
            return BaselineTree(root, chance).grow(nodes).choice()

        return choose

    return make


class BaselineNode:
    """A position in the tree, by the move that leads to it: visits, and the sum of the computer's results."""

    __slots__ = ("children", "move", "value", "visits")

    def __init__(self, move: int) -> None:
        self.move = move
        self.visits = 0
        self.value = 0
        self.children: list[BaselineNode] = []

    def ucb(self, parent_visits: int) -> float:
        """Return UCB1. The sign is always the computer's: this search assumes a helpful opponent."""
        if not self.visits:
            return inf
        return self.value / self.visits + EXPLORATION * sqrt(log(parent_visits) / self.visits)


class BaselineTree:
    """A search from one position."""

    def __init__(self, root: SurakartaRules, chance: Chance) -> None:
        self.position = root
        self.chance = chance
        self.seat = root.seat
        self.root = BaselineNode(-1)
        self.size = 1
        self.expand(self.root)

    def expand(self, node: BaselineNode) -> None:
        """Add every legal move of the current position."""
        node.children = [BaselineNode(move) for move in self.position.moves()]
        self.size += len(node.children)

    def grow(self, nodes: int) -> BaselineTree:
        """Grow the tree to `nodes` nodes, with at most as many walks."""
        walks = 0
        while walks < len(self.root.children) or (self.size < nodes and walks < nodes):
            self.walk()
            walks += 1
        return self

    def walk(self) -> None:
        path = [self.root]
        while path[-1].children:
            visits = path[-1].visits
            path.append(max(path[-1].children, key=lambda child: child.ucb(visits)))
            self.position.play(path[-1].move)
        if path[-1].visits:
            self.expand(path[-1])
            if path[-1].children:
                path.append(path[-1].children[0])
                self.position.play(path[-1].move)
        result = rollout(self.position, self.chance, self.seat, MAX_PLAYOUT_MOVES)
        for node in path:
            node.visits += 1
            node.value += result
        for _ in path[1:]:
            self.position.undo()

    def choice(self) -> int:
        """Return the move with the highest sum of results, the first of equals."""
        return max(self.root.children, key=lambda child: child.value).move


BASELINES: Mapping[str, Baseline] = {
    "classic-easy": easy,
    "classic-medium": classic(350),
    "classic-hard": classic(700),
}
