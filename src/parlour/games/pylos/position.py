"""A Pylos position as the rest of Parlour sees it: pieces, picks, effects, marks and sentences."""

from __future__ import annotations

import msgspec

from parlour.games.contract.display import Effect, Mark, Picks, Piece, Score
from parlour.games.contract.draft import Draft
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.pylos import coach, explain, notation
from parlour.games.pylos.evaluation import PylosEvaluation
from parlour.games.pylos.handicap import balls_of
from parlour.games.pylos.setup_check import STAGES
from parlour.games.pylos.tables import (
    CELL,
    DONE,
    FILES,
    FROM_SHIFT,
    KEEP,
    KIND_SHIFT,
    LINE,
    MAX_TURNS,
    NOWHERE,
    PASS,
    PLACE,
    PLAY,
    RAISE,
    SQUARE,
    TAKE,
    TAKING,
    Pyramid,
    lines,
    pyramid,
)
from parlour.i18n.message import Message

LOW_RESERVE = 3
"""A reserve this small is announced."""
LAST_TURNS = 10
"""The number of turns before the turn limit in which each turn announces how many are left."""


class PylosPosition(PylosEvaluation):
    """A Pylos position with notation, display and sentences."""

    __slots__ = ()

    @property
    def shape_of_board(self) -> Pyramid:
        """The cells of the board."""
        return pyramid(int(self.options["size"]))

    text = notation.write_text
    write_move = notation.write_move
    read_move = notation.read_move
    write_turn = notation.write_turn
    read_turn = notation.read_turn

    def automatic(self) -> int | None:
        moves = self.moves()
        return PASS << KIND_SHIFT if moves == [PASS << KIND_SHIFT] else None

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        cells = range(len(self.shape_of_board.cells))
        board = [Piece(0, "ball", owner, cell) for cell in cells if (owner := self.owner(cell)) is not None]
        return board + [
            Piece(0, "ball", seat, f"reserve {seat}") for seat in (0, 1) for _ in range(self.in_reserve(seat))
        ]

    def scores(self) -> list[Score]:
        return [
            Score("reserve", seat, self.in_reserve(seat), balls_of(self.options, seat), f"reserve {seat}")
            for seat in (0, 1)
        ]

    # ---- Picks and display ----------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        kind = move >> KIND_SHIFT
        if kind in (DONE, KEEP):
            return [("done",)]
        if kind == PASS:
            return [("pass",)]
        if kind == RAISE:
            return [(move >> FROM_SHIFT & CELL, move & CELL)]
        return [(move & CELL,)]

    def effects(self, move: int) -> list[Effect]:
        kind = move >> KIND_SHIFT
        cell = move & CELL
        if kind in (DONE, KEEP, PASS):
            return []
        reserve = f"reserve {self.seat}"
        if kind == PLACE:
            # Take the last ball of the tray, so that the others keep their places.
            ball = max((p for p in self.pieces() if p.place == reserve), key=lambda piece: piece.id)
            return [Effect("place", ball, msgspec.structs.replace(ball, place=cell))]
        start = move >> FROM_SHIFT & CELL if kind == RAISE else cell
        ball = next(piece for piece in self.pieces() if piece.place == start)
        if kind == RAISE:
            return [Effect("slide", ball, msgspec.structs.replace(ball, place=cell), path=(start, cell))]
        return [Effect("remove", ball, msgspec.structs.replace(ball, place=reserve))]

    def marks(self) -> list[Mark]:
        """Return the squares and lines that wait for balls to be taken back, and the ball that won."""
        found: list[Mark] = []
        if self.stage == TAKING:
            for kind in ("square", "line"):
                made = [cells for cells in self._patterns(kind, self.latest) if self._all_own(cells)]
                found += [Mark(kind, cells, self.seat, n, len(made)) for n, cells in enumerate(made, 1)]
        apex = self.shape_of_board.apex
        if (winner := self.owner(apex)) is not None:
            found.append(Mark("apex", (apex,), winner))
        return found

    def _patterns(self, kind: str, cell: int) -> list[tuple[int, ...]]:
        shape = self.shape_of_board
        if kind == "square":
            return [shape.below[above] for above in shape.above[cell]] if self.options["square"] else []
        line = str(self.options["line"])
        return [] if line == "off" else [cells for cells in lines(shape.size, line) if cell in cells]

    def _all_own(self, cells: tuple[int, ...]) -> bool:
        return all(self.owner(cell) == self.seat for cell in cells)

    aids = coach.aids

    def is_free(self, cell: int) -> bool:
        """Return whether nothing rests on a cell."""
        return all(self.owner(above) is None for above in self.shape_of_board.above[cell])

    def is_open(self, cell: int) -> bool:
        """Return whether a cell is empty and on the base or on four balls."""
        return self.owner(cell) is None and not explain.missing_below(self, cell)

    def diagram(self) -> str:
        """Return the levels side by side from the base up, row 1 of each at the bottom."""
        shape = self.shape_of_board
        symbols = [side.symbol for side in self.game.sides(self.options)]
        blocks: list[list[str]] = []
        start = 0
        for level in range(shape.size):
            width = shape.size - level
            block = [f"{level + 1}:".ljust(2 * width + 1)]
            for y in range(width - 1, -1, -1):
                owners = [self.owner(start + width * y + x) for x in range(width)]
                block.append(f"{y + 1} " + " ".join("." if owner is None else symbols[owner] for owner in owners))
            block.append("  " + " ".join(FILES[:width]))
            blocks.append([" " * (2 * width + 1)] * level + block)
            start += width * width
        return "\n".join("  ".join(parts).rstrip() for parts in zip(*blocks, strict=True))

    # ---- Messages -------------------------------------------------------------------------------------------------

    prompt = explain.prompt
    explain = explain.explain

    def describe(self, move: int) -> Message:
        labels = self.shape_of_board.labels
        kind = move >> KIND_SHIFT
        if kind == PASS:
            return Message("shared.pass", {"seat": self.seat})
        if kind in (DONE, KEEP):
            return self.message("done" if kind == DONE else "keep", seat=self.seat)
        target = labels[move & CELL]
        if kind == RAISE:
            return self.message("raise", seat=self.seat, to=target, **{"from": labels[move >> FROM_SHIFT & CELL]})
        return self.message("place" if kind == PLACE else "take", seat=self.seat, to=target)

    def notices(self, move: int) -> list[Message]:
        kind = move >> KIND_SHIFT
        seat = self.seat
        after = self.after(move)
        assert isinstance(after, PylosPosition)
        found: list[Message] = []
        if kind == PASS:
            found.append(Message("shared.pass", {"seat": seat}))
        if kind in (PLACE, RAISE):
            made = self.completes(seat, move & CELL)
            marks = after.marks()
            if made & SQUARE:
                found.append(self.message("square", seat=seat, n=sum(mark.kind == "square" for mark in marks)))
            if made & LINE:
                found.append(self.message("line", seat=seat, n=sum(mark.kind == "line" for mark in marks)))
        if kind == PLACE and after.in_reserve(seat) <= LOW_RESERVE and not after.is_over():
            found.append(
                self.message("low" if after.in_reserve(seat) else "empty", seat=seat, n=after.in_reserve(seat))
            )
        if kind == TAKE and after.stage == PLAY:
            found.append(self.message("none-free", seat=seat))
        if after.stage == PLAY and not after.is_over():
            left = MAX_TURNS - after.turns
            if left <= LAST_TURNS:
                found.append(self.message("turns-left", n=left))
            if after.occurrences() == 2:
                found.append(self.message("repeated"))
        return found

    turn_reasons = coach.turn_reasons
    traits = coach.TRAITS


def build(game: Game, draft: Draft, options: Options) -> PylosPosition:
    """Return the position of a draft without problems."""
    position = PylosPosition(game, options)
    for cell, owner in sorted(draft.placed(int)):  # from the base up
        position._place(owner, cell)
    stage, _, label = draft.stage.partition(":")
    latest = position.shape_of_board.cell(label)
    position._begin(
        draft.seat, STAGES[stage or "play"], NOWHERE if latest is None else latest, draft.counters.get("turns", 0)
    )
    return position
