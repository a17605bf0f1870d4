"""What a YINSH position shows and says: text, notation, pieces, clicks, effects, marks and words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from parlour.games.contract.display import Effect, Mark, Picks, Piece, Score
from parlour.games.yinsh import coach, explain, notation
from parlour.games.yinsh.evaluation import Valued
from parlour.games.yinsh.tables import (
    COORDINATES,
    ENDED,
    KIND,
    LABELS,
    LETTERS,
    MARKERS,
    MASK,
    MOVE,
    MOVING,
    ON_LINE,
    PASS,
    PLACE,
    PLACING,
    POINTS,
    RANGES,
    RING_AFTER,
    RING_BEFORE,
    RINGS,
    ROW_AFTER,
    ROW_BEFORE,
    ROWS,
    STAGES,
    TAKE_RING,
    TAKE_ROW,
    TO,
    between,
)
from parlour.i18n.message import Message

LOW_POOL = 5
"""From so many markers in the pool on, every move says how many are left."""


class YinshPosition(Valued):
    """A YINSH position with its words."""

    __slots__ = ()

    def text(self) -> str:
        lines = ("".join(self.sign(site) for site in ON_LINE[line]) for line in range(len(LETTERS)))
        return f"{'/'.join(lines)} {'wb'[self.seat]} {STAGES[self.stage_now()]}"

    def sign(self, site: int) -> str:
        """What stands on a point, in the letters of the text form."""
        ring, marker = self.ring_on(site), self.marker_on(site)
        return "WB"[ring] if ring is not None else "wb"[marker] if marker is not None else "."

    # ---- Notation -------------------------------------------------------------------------------------------------

    def write_move(self, move: int) -> str:
        return notation.write_move(move)

    def read_move(self, text: str) -> int:
        return notation.read_move(self, text)

    def write_turn(self, moves: Sequence[int]) -> str:
        return notation.write_turn(moves)

    def read_turn(self, text: str) -> list[int]:
        return notation.read_turn(self, text)

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        pieces = []
        for site in range(POINTS):
            ring, marker = self.ring_on(site), self.marker_on(site)
            if ring is not None:
                pieces.append(Piece(0, "ring", ring, site))
            elif marker is not None:
                pieces.append(Piece(0, "marker", marker, site))
        for seat in (0, 1):
            pieces += [Piece(0, "ring", seat, f"reserve {seat}")] * self.rings_in_reserve(seat)
            pieces += [Piece(0, "ring", seat, f"removed {seat}")] * self.rings_removed(seat)
        return pieces + [Piece(0, "marker", None, "pool")] * self.in_pool()

    def rings_in_reserve(self, seat: int) -> int:
        """How many rings a seat has still to place."""
        return RINGS - self.rings_on_board(seat) if self.stage_now() == PLACING else 0

    def scores(self) -> list[Score]:
        found = []
        for seat in (0, 1):
            found.append(Score("removed", seat, self.rings_removed(seat), self.rings_needed(seat), f"removed {seat}"))
            found.append(Score("rings", seat, self.rings_on_board(seat), RINGS))
        return [*found, Score("pool", None, self.in_pool(), MARKERS, "pool")]

    # ---- Clicks ---------------------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        kind = move >> KIND
        if kind == PASS:
            return [("pass",)]
        if kind == MOVE:
            return [(move & MASK, move >> TO & MASK)]
        if kind == TAKE_ROW:
            return list(self._row_picks(move & MASK))
        return [(move & MASK,)]

    def _row_picks(self, row: int) -> Iterator[Picks]:
        """Any marker that belongs to this row alone; from any other a second marker that decides."""
        for first in ROWS[row]:
            if self.row_meant(first) == row:
                yield (first,)
            else:
                yield from ((first, second) for second in ROWS[row] if self.row_meant(first, second) == row)

    def row_meant(self, first: int, second: int | None = None) -> int | None:
        """The one row of the seat that a marker, or a marker and then another, means.

        Where both lie in several rows, these are parts of one long line, and the second marker means the row that ends
        with it.
        """
        rows = [row for row in self.rows(self.seat) if first in ROWS[row]]
        if second is not None:
            rows = [row for row in rows if second in ROWS[row] and second != first]
            if len(rows) > 1:
                rows = [row for row in rows if second in (ROWS[row][0], ROWS[row][-1])]
        return rows[0] if len(rows) == 1 else None

    # ---- Effects --------------------------------------------------------------------------------------------------

    def effects(self, move: int) -> list[Effect]:
        kind, site = move >> KIND, move & MASK
        pieces = self.pieces()
        on = {piece.place: piece for piece in pieces if isinstance(piece.place, int)}
        if kind == PASS:
            return []
        if kind == PLACE:
            ring = next(piece for piece in pieces if piece.place == f"reserve {self.seat}")
            return [Effect("place", ring, msgspec.structs.replace(ring, place=site))]
        if kind == TAKE_ROW:
            return [
                Effect("remove", on[taken], msgspec.structs.replace(on[taken], owner=None, place="pool"))
                for taken in ROWS[site]
            ]
        if kind != MOVE:
            return [Effect("remove", on[site], msgspec.structs.replace(on[site], place=f"removed {self.seat}"))]
        path = between(site, move >> TO & MASK)
        marker = next(piece for piece in pieces if piece.place == "pool")
        laid = msgspec.structs.replace(marker, owner=self.seat, place=site)
        ring = on[site]
        effects = [
            Effect("place", marker, laid),
            Effect("slide", ring, msgspec.structs.replace(ring, place=path[-1]), 1, path),
        ]
        for step, passed in enumerate(path):
            if 0 < step < len(path) - 1 and passed in on:
                turned = on[passed]
                assert turned.owner is not None
                after = msgspec.structs.replace(turned, owner=1 - turned.owner)
                effects.append(Effect("flip", turned, after, 1, step=step))
        return effects

    # ---- Marks ----------------------------------------------------------------------------------------------------

    def runs(self, seat: int) -> list[tuple[int, ...]]:
        """The lines of five and more adjacent markers of a seat, each in full length."""
        found: list[tuple[int, ...]] = []
        for row in self.rows(seat):
            # Rows of one line follow each other, each one point further on.
            if found and found[-1][-4:] == ROWS[row][:4]:
                found[-1] += ROWS[row][-1:]
            else:
                found.append(ROWS[row])
        return found

    def marks(self) -> list[Mark]:
        if self.stage_now() == ENDED:
            return []
        found = []
        for seat in (self.seat, 1 - self.seat):
            runs = self.runs(seat)
            found += [Mark("row", run, seat, n, len(runs)) for n, run in enumerate(runs, 1)]
        return found

    def aids(self) -> list[Mark]:
        """Every five points that need one marker more: by turning it over, or where it is vacant or one's own ring.

        Also, for either side as if it were to move, the ring moves that make a row, and the rings that cannot move.
        """
        found = []
        for row in ROWS:
            for seat in (0, 1):
                missing = [site for site in row if self.marker_on(site) != seat]
                if len(missing) == 1 and self.ring_on(missing[0]) in (None, seat):
                    found.append(Mark("one-short", row, seat))
        if self.stage_now() == MOVING and not self.is_over():
            for seat in (0, 1):
                moves = [move for move in self.as_if(seat).moves() if move >> KIND == MOVE]
                for move in coach.row_moves(self, seat):
                    found.append(Mark("row-move", (move & MASK, move >> TO & MASK), seat))
                free = {move & MASK for move in moves}
                for site in range(POINTS):
                    if self.ring_on(site) == seat and site not in free:
                        found.append(Mark("stuck", (site,), seat))
        return found

    def as_if(self, seat: int) -> YinshPosition:
        """The same board with a seat to move a ring, for looking at what it could do."""
        other = self.copy()
        assert isinstance(other, YinshPosition)
        other.begin(seat, MOVING, 0, self.rings_removed(0), self.rings_removed(1))
        return other

    def diagram(self) -> str:
        """The board with White's pieces O and o, Black's X and x."""
        cells: dict[tuple[int, int], str] = {}
        for site, (x, y) in enumerate(COORDINATES):
            cells[x, 2 * y - x] = {"W": "O", "B": "X", "w": "o", "b": "x", ".": "."}[self.sign(site)]
        for x, (low, _) in enumerate(RANGES, 1):
            cells[x, 2 * low - x - 1] = LETTERS[x - 1]
        for points in ON_LINE[len(LETTERS) : 2 * len(LETTERS)]:
            x, y = COORDINATES[points[0]]
            cells[x - 1, 2 * y - x + 1] = str(y)
        rows = []
        for height in range(max(h for _, h in cells), min(h for _, h in cells) - 1, -1):
            rows.append("".join(f"{cells.get((x, height), ''):>3}" for x in range(len(LETTERS) + 1)).rstrip())
        return "\n".join(rows)

    # ---- Words ----------------------------------------------------------------------------------------------------

    def automatic(self) -> int | None:
        forced = PASS << KIND
        return forced if self.stage_now() == MOVING and self.is_legal(forced) else None

    def prompt(self) -> Message:
        stage = self.stage_now()
        if self.is_over():
            return Message("shared.over")
        if stage == PLACING:
            return self.word("prompt.place", seat=self.seat, n=self.rings_in_reserve(self.seat))
        if stage in (ROW_BEFORE, ROW_AFTER):
            key = "prompt.row-given" if stage == ROW_BEFORE else "prompt.row"
            return self.word(key, seat=self.seat, other_seat=1 - self.seat, n=len(self.runs(self.seat)))
        if stage in (RING_BEFORE, RING_AFTER):
            return self.word("prompt.ring", seat=self.seat)
        if self.automatic() is not None:
            return self.word("prompt.pass", seat=self.seat)
        return self.word("prompt.move", seat=self.seat)

    def say(self, move: int) -> Message:
        kind, site = move >> KIND, move & MASK
        if kind == PASS:
            return Message("shared.pass", {"seat": self.seat})
        if kind == MOVE:
            target = move >> TO & MASK
            turned = sum(self.marker_on(passed) is not None for passed in between(site, target)[1:-1])
            ends: dict[str, str | int] = {"from": LABELS[site], "to": LABELS[target]}
            if turned == 0:
                return self.word("say.move", seat=self.seat, **ends)
            return self.word("say.jump", seat=self.seat, n=turned, **ends)
        if kind == TAKE_ROW:
            return self.word("say.row", seat=self.seat, first=LABELS[ROWS[site][0]], last=LABELS[ROWS[site][-1]])
        return self.word("say.place" if kind == PLACE else "say.ring", seat=self.seat, site=LABELS[site])

    def notices(self, move: int) -> list[Message]:
        kind, me = move >> KIND, self.seat
        after = self.after(move)
        assert isinstance(after, YinshPosition)
        found = []
        if kind == PLACE and after.stage_now() == MOVING:
            found.append(self.word("notice.placed", seat=after.seat))
        elif kind == MOVE:
            for key, seat in (("notice.row", me), ("notice.row-given", 1 - me)):
                made = len(after.runs(seat))
                if made:
                    found.append(self.word(key, seat=seat, other_seat=1 - seat, n=made))
            left = after.in_pool()
            if left <= LOW_POOL:
                found.append(self.word("notice.pool", n=left))
        elif kind not in (PLACE, TAKE_ROW, PASS):
            removed = after.rings_removed(me)
            found.append(self.word("notice.removed", seat=me, n=removed, needed=self.rings_needed(me)))
            rows = len(after.runs(me))
            if rows and not after.is_over():
                found.append(self.word("notice.another", seat=me, n=rows))
        if after.automatic() is not None:
            found.append(self.word("notice.blocked", seat=after.seat))
        return found

    def why_over(self) -> Message:
        message = super().why_over()
        counts = {"white": self.rings_removed(0), "black": self.rings_removed(1)}
        params = {**message.params, **counts, "n": self.rings_removed(self.seat)}
        if "winner_seat" not in params:
            return Message(f"{message.key}-draw", params)
        return Message(message.key, params)

    def deeds(self, move: int) -> dict[str, int]:
        kind = move >> KIND
        if kind in (TAKE_ROW, TAKE_RING):
            return {"row": 1} if kind == TAKE_ROW else {"ring": 1}
        return super().deeds(move)

    def motives(self, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
        return coach.motives(self, moves)

    def trait(self, name: str, seat: int) -> float:
        if name == "threats":
            return coach.threats(self, seat)
        if name == "blocked":
            return coach.blocked(self, seat)
        if name == "middle":
            return coach.middle(self, seat)
        return super().trait(name, seat)

    def explain(self, picks: Picks) -> Message:
        return explain.explain(self, picks)
