"""A Pylos position as people see it: text, notation, clicks, effects, marks, a diagram, and what it says."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from parlour.games.contract.display import Effect, Mark, Picks, Piece, Score
from parlour.games.pylos import explain, motives, sight
from parlour.games.pylos.evaluation import Valued
from parlour.games.pylos.tables import (
    CELL,
    DONE,
    FILES,
    FROM_SHIFT,
    KIND_SHIFT,
    LIMIT,
    LINE,
    MORE,
    PASS,
    PLACE,
    PLAY,
    RAISE,
    SQUARE,
    TAKE,
    TAKING,
    Pyramid,
    balls_of,
    lines,
    pyramid,
)
from parlour.i18n.message import Message

LOW_RESERVE = 3
"""So few balls left are worth a word."""
LAST_TURNS = 10
"""From so many turns before the end of the game each turn says how many are left."""


class PylosPosition(Valued):
    """A Pylos position with its words."""

    __slots__ = ()

    @property
    def shape_of_board(self) -> Pyramid:
        """The cells of the board."""
        return pyramid(int(self.options["size"]))

    def text(self) -> str:
        shape = self.shape_of_board
        number = {cell: n for n, cell in enumerate(shape.cells)}
        levels = []
        for level in range(shape.size):
            width = shape.size - level
            rows = [
                "".join(
                    "." if (owner := self.owner(number[level, x, y])) is None else str(owner + 1) for x in range(width)
                )
                for y in range(width - 1, -1, -1)
            ]
            levels.append("/".join(rows))
        stage = {PLAY: "play", TAKING: "take", MORE: "more"}[self.stage]
        if self.stage == TAKING:
            stage += f":{shape.labels[self.latest]}"
        return f"{'|'.join(levels)} {self.seat + 1} {stage} {self.turns}"

    def automatic(self) -> int | None:
        moves = self.moves()
        return PASS << KIND_SHIFT if moves == [PASS << KIND_SHIFT] else None

    # ---- Notation: `1b2`, `1d4>2a1`, `-1a1`, `=`, `pass`; a turn `1d4>2a1-1a1-1b1` ----------------------------------

    def write_move(self, move: int) -> str:
        labels = self.shape_of_board.labels
        kind = move >> KIND_SHIFT
        if kind == DONE:
            return "="
        if kind == PASS:
            return "pass"
        target = labels[move & CELL]
        if kind == RAISE:
            return f"{labels[move >> FROM_SHIFT & CELL]}>{target}"
        return target if kind == PLACE else f"-{target}"

    def read_move(self, text: str) -> int:
        parts = self._parts(text)
        if len(parts) != 1:
            raise self.refusal(self.word("read.several", text=text.strip()[:40]))
        return self._legal(parts[0])

    def write_turn(self, moves: Sequence[int]) -> str:
        return "".join(self.write_move(move) for move in moves if move >> KIND_SHIFT != DONE) or "="

    def read_turn(self, text: str) -> list[int]:
        walker = self.copy()
        assert isinstance(walker, PylosPosition)
        moves: list[int] = []
        last = False
        for part in self._parts(text):
            if last:
                raise self.refusal(self.word("read.too-much", part=part))
            moves.append(walker._legal(part))
            last = walker.turn_over(moves[-1])
            walker.play(moves[-1])
        if not last and DONE << KIND_SHIFT in walker.moves():
            moves.append(DONE << KIND_SHIFT)
            last = True
        if not last:
            raise self.refusal(Message("shared.move.unfinished"), walker.prompt())
        return moves

    def _parts(self, text: str) -> list[str]:
        """The moves in a text, each as it is written."""
        plain = "".join(text.lower().split()).replace("–", "-").replace("−", "-")
        plain = re.sub("done$", "=", plain)
        match = re.fullmatch(r"pass|([0-9]+[a-z][0-9]+(?:>[0-9]+[a-z][0-9]+)?)?((?:-[0-9]+[a-z][0-9]+)*)(=?)", plain)
        if match is None or not plain:
            raise self.refusal(self.word("read.no-turn", text=text.strip()[:40]))
        if plain == "pass":
            return [plain]
        taken = [f"-{cell}" for cell in match[2].split("-")[1:]]
        return [part for part in (match[1], *taken, match[3]) if part]

    def _legal(self, part: str) -> int:
        """The legal move that a part of a turn means."""
        picks = self._picks_of(part)
        for move in self.moves():
            if self.picks(move) == [picks] and self.write_move(move) == part:
                return move
        if part.startswith("-") and self.stage == PLAY and not self.is_over():
            raise self.refusal(self.word("explain.no-bonus-now"))
        if part[0].isdigit() and self.stage != PLAY:
            raise self.refusal(self.word("explain.bonus-first"))
        raise self.refusal(self.explain(picks))

    def _picks_of(self, part: str) -> Picks:
        if part in ("=", "pass"):
            return ("done" if part == "=" else part,)
        shape = self.shape_of_board
        picks = []
        for label in part.removeprefix("-").split(">"):
            cell = shape.cell(label)
            if cell is None:
                raise self.refusal(explain.no_such_cell(self, label))
            picks.append(cell)
        return tuple(picks)

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

    # ---- Clicks and pictures --------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        kind = move >> KIND_SHIFT
        if kind == DONE:
            return [("done",)]
        if kind == PASS:
            return [("pass",)]
        if kind == RAISE:
            return [(move >> FROM_SHIFT & CELL, move & CELL)]
        return [(move & CELL,)]

    def effects(self, move: int) -> list[Effect]:
        kind = move >> KIND_SHIFT
        cell = move & CELL
        if kind in (DONE, PASS):
            return []
        reserve = f"reserve {self.seat}"
        if kind == PLACE:
            # The last ball of the tray goes first, so that the others stay where they are.
            ball = max((p for p in self.pieces() if p.place == reserve), key=lambda piece: piece.id)
            return [Effect("place", ball, msgspec.structs.replace(ball, place=cell))]
        start = move >> FROM_SHIFT & CELL if kind == RAISE else cell
        ball = next(piece for piece in self.pieces() if piece.place == start)
        if kind == RAISE:
            return [Effect("slide", ball, msgspec.structs.replace(ball, place=cell), path=(start, cell))]
        return [Effect("remove", ball, msgspec.structs.replace(ball, place=reserve))]

    def marks(self) -> list[Mark]:
        """The squares and lines that wait for balls to be taken back, and the ball that won."""
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

    def aids(self) -> list[Mark]:
        return sight.aids(self)

    def is_free(self, cell: int) -> bool:
        """Whether nothing rests on a cell."""
        return all(self.owner(above) is None for above in self.shape_of_board.above[cell])

    def is_open(self, cell: int) -> bool:
        """Whether a cell is empty and on the base or on four balls."""
        return self.owner(cell) is None and not explain.missing_below(self, cell)

    def diagram(self) -> str:
        """The levels side by side from the base up, row 1 of each at the bottom."""
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

    # ---- Words ----------------------------------------------------------------------------------------------------

    def prompt(self) -> Message:
        return explain.prompt(self)

    def explain(self, picks: Picks) -> Message:
        return explain.explain(self, picks)

    def say(self, move: int) -> Message:
        labels = self.shape_of_board.labels
        kind = move >> KIND_SHIFT
        if kind == PASS:
            return Message("shared.pass", {"seat": self.seat})
        if kind == DONE:
            return self.word("done", seat=self.seat)
        target = labels[move & CELL]
        if kind == RAISE:
            return self.word("raise", seat=self.seat, to=target, **{"from": labels[move >> FROM_SHIFT & CELL]})
        return self.word("place" if kind == PLACE else "take", seat=self.seat, to=target)

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
                found.append(self.word("square", seat=seat, n=sum(mark.kind == "square" for mark in marks)))
            if made & LINE:
                found.append(self.word("line", seat=seat, n=sum(mark.kind == "line" for mark in marks)))
        if kind == PLACE and after.in_reserve(seat) <= LOW_RESERVE and not after.is_over():
            found.append(self.word("low" if after.in_reserve(seat) else "empty", seat=seat, n=after.in_reserve(seat)))
        if kind == TAKE and after.stage == PLAY:
            found.append(self.word("none-free", seat=seat))
        if after.stage == PLAY and not after.is_over():
            left = LIMIT - after.turns
            if left <= LAST_TURNS:
                found.append(self.word("turns-left", n=left))
            if after.occurrences() == 2:
                found.append(self.word("repeated"))
        return found

    def motives(self, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
        return motives.motives(self, moves, line)

    def trait(self, name: str, seat: int) -> float:
        return sight.TRAITS[name](self, seat) if name in sight.TRAITS else super().trait(name, seat)
