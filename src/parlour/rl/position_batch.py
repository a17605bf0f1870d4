"""Compiled loops over positions for machine learning: masks of legal actions, observations, and steps of many games.

Arrays are numpy's, or anything else with a buffer of the right type: actions, moves and seats are 32-bit integers,
masks bytes, planes and rewards 32-bit floats.
"""

from __future__ import annotations

from typing import Any

import cython

from parlour.errors import ArgumentError, IllegalMove
from parlour.games.contract.position import Position
from parlour.i18n.errors import localized_error

COMPILED: bool = cython.compiled


@cython.boundscheck(False)
@cython.wraparound(False)
def fill_mask(position: Position, actions: Any, mask: Any) -> cython.int:
    """Set the legal actions of a position in a mask; `actions` has the action of each move, -1 for none."""
    i: cython.int
    move: cython.int
    count: cython.int = position.find_moves()
    for i in range(len(mask)):
        mask[i] = 0
    for i in range(count):
        move = position.scratch.data[i]
        if move < 0 or move >= len(actions) or actions[move] < 0:
            text: str = position.write_move(move)
            raise localized_error(ArgumentError, "shared.actions.missing", game=position.game.title, move=text)
        mask[actions[move]] = 1
    return 0


def write_mask(position: Position, actions: Any, mask: Any) -> None:
    """Set the legal actions of a position in a mask, from Python."""
    fill_mask(position, actions, mask)


def write_observation(position: Position, viewer: int, out: Any) -> None:
    """Write the planes of a position into a flat array, from Python."""
    position.write_planes(out, viewer)


class PositionBatch:
    """Positions that are played together; those that end start again.

    `arrays` has the arrays that are read and written, one row for each position: `masks`, `planes` and `to_move` always
    describe the current positions; `step` reads `chosen` and writes `rewards`, `terminated` and `truncated`; `sample`
    reads `draws` and writes `chosen`.
    """

    def __init__(self, start: Position, seats: int, actions: Any, moves: Any, limit: int, arrays: Any) -> None:
        self.start = start
        self.seats = seats
        self.actions = actions
        self.moves = moves
        self.limit = limit
        self.masks = arrays.masks
        self.planes = arrays.planes
        self.rewards = arrays.rewards
        self.to_move = arrays.to_move
        self.chosen = arrays.chosen
        self.terminated = arrays.terminated
        self.truncated = arrays.truncated
        self.draws = arrays.draws
        self.positions = [start.copy() for _ in range(len(arrays.to_move))]
        self.show_all()

    def show_all(self) -> None:
        """Write masks, planes and seats of all positions."""
        n: cython.int
        for n in range(len(self.positions)):
            self.show(n)

    def show(self, n: cython.int) -> cython.int:
        position: Position = self.positions[n]
        fill_mask(position, self.actions, self.masks[n])
        position.write_planes(self.planes[n], position.seat)
        self.to_move[n] = position.seat
        return 0

    @cython.boundscheck(False)
    @cython.wraparound(False)
    def find(self, n: cython.int, action: cython.int) -> cython.int:
        """Return the legal move of an action in a position; raise `IllegalMove` if there is none."""
        i: cython.int
        move: cython.int
        position: Position = self.positions[n]
        count: cython.int = position.find_moves()
        if 0 <= action < len(self.moves):
            move = self.moves[action]
            for i in range(count):
                if position.scratch.data[i] == move:
                    return move
        raise localized_error(IllegalMove, "shared.actions.illegal", action=action, n=n)

    def sample(self) -> None:
        """Choose a legal action in each position, by random numbers from 0 to 1."""
        n: cython.int
        count: cython.int
        position: Position
        for n in range(len(self.positions)):
            position = self.positions[n]
            count = position.find_moves()
            self.chosen[n] = self.actions[position.scratch.data[cython.cast(cython.int, self.draws[n] * count)]]

    def step(self) -> None:
        """Play the chosen action in each position. If one is illegal, nothing has changed.

        `rewards` has a column for each seat: 1 for a win, -1 for a loss, 0 for a draw and while the game runs.
        """
        n: cython.int
        seat: cython.int
        move: cython.int
        over: cython.bint
        cut: cython.bint
        count: cython.int = len(self.positions)
        position: Position
        for n in range(count):
            self.find(n, self.chosen[n])
        for n in range(count):
            position = self.positions[n]
            move = cython.cast(cython.int, self.moves[self.chosen[n]])  # interpreted, an int of Python too
            position.make(move)
            position.known = -1
            position._played.append(move)
            over = position.over() != 0
            cut = not over and 0 < self.limit <= len(position._played)
            for seat in range(self.seats):
                self.rewards[n, seat] = position.payoff(seat) - 1 if over else 0
            self.terminated[n] = over
            self.truncated[n] = cut
            if over or cut:
                self.positions[n] = self.start.copy()
            self.show(n)
