"""A YINSH position as the rest of Parlour sees it: pieces, picks, effects, marks and sentences."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from parlour.games.contract.display import Effect, Mark, Picks, Piece, Score
from parlour.games.contract.draft import Draft
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.yinsh import coach, explain, notation
from parlour.games.yinsh.evaluation import YinshEvaluation
from parlour.games.yinsh.tables import (
    COORDINATES,
    ENDED,
    KIND_SHIFT,
    LABELS,
    LETTERS,
    MARKERS,
    MOVE,
    MOVING,
    ON_LINE,
    PASS,
    PLACE,
    PLACING,
    POINTS,
    RANGES,
    RINGS,
    ROWS,
    SITE_MASK,
    STAGES,
    TAKE_RING,
    TAKE_ROW,
    TARGET_SHIFT,
    between,
)
from parlour.i18n.message import Message

LOW_POOL = 5
"""A pool this small is announced after every move."""


class YinshPosition(YinshEvaluation):
    """A YINSH position with notation, display and sentences."""

    __slots__ = ()

    text = notation.write_text

    # ---- Notation -------------------------------------------------------------------------------------------------

    write_move = notation.write_move
    read_move = notation.read_move
    write_turn = notation.write_turn
    read_turn = notation.read_turn

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
        """Return how many rings a seat has still to place."""
        return RINGS - self.rings_on_board(seat) if self.stage_now() == PLACING else 0

    def scores(self) -> list[Score]:
        found = []
        for seat in (0, 1):
            found.append(Score("removed", seat, self.rings_removed(seat), self.rings_needed(seat), f"removed {seat}"))
            found.append(Score("rings", seat, self.rings_on_board(seat), RINGS))
        return [*found, Score("pool", None, self.in_pool(), MARKERS, "pool")]

    # ---- Clicks ---------------------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        kind = move >> KIND_SHIFT
        if kind == PASS:
            return [("pass",)]
        if kind == MOVE:
            return [(move & SITE_MASK, move >> TARGET_SHIFT & SITE_MASK)]
        if kind == TAKE_ROW:
            return list(self._row_picks(move & SITE_MASK))
        return [(move & SITE_MASK,)]

    def _row_picks(self, row: int) -> Iterator[Picks]:
        """Yield each marker that is only in this row, and pairs of markers that identify it otherwise."""
        for first in ROWS[row]:
            if self.row_meant(first) == row:
                yield (first,)
            else:
                yield from ((first, second) for second in ROWS[row] if self.row_meant(first, second) == row)

    def row_meant(self, first: int, second: int | None = None) -> int | None:
        """Return the row that one marker, or two markers, identify; None if there is none or several.

        If both are in several rows of one long line, the second marker is the end of the row.
        """
        rows = [row for row in self.rows(self.seat) if first in ROWS[row]]
        if second is not None:
            rows = [row for row in rows if second in ROWS[row] and second != first]
            if len(rows) > 1:
                rows = [row for row in rows if second in (ROWS[row][0], ROWS[row][-1])]
        return rows[0] if len(rows) == 1 else None

    # ---- Effects --------------------------------------------------------------------------------------------------

    def effects(self, move: int) -> list[Effect]:
        kind, site = move >> KIND_SHIFT, move & SITE_MASK
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
        path = between(site, move >> TARGET_SHIFT & SITE_MASK)
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
        """Return the lines of five and more adjacent markers of a seat, each in full length."""
        found: list[tuple[int, ...]] = []
        for row in self.rows(seat):
            # Rows on one line are adjacent in the list, each shifted by one point.
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

    aids = coach.aids

    def as_if(self, seat: int) -> YinshPosition:
        """Return the same board with a seat to move a ring, to see what it could do."""
        other = self.copy()
        assert isinstance(other, YinshPosition)
        other._begin(seat, MOVING, 0, self.rings_removed(0), self.rings_removed(1))
        return other

    def diagram(self) -> str:
        """Return the board with White's pieces O and o, Black's X and x."""
        cells: dict[tuple[int, int], str] = {}
        for site, (x, y) in enumerate(COORDINATES):
            cells[x, 2 * y - x] = {"W": "O", "B": "X", "w": "o", "b": "x", ".": "."}[notation.sign(self, site)]
        for x, (low, _) in enumerate(RANGES, 1):
            cells[x, 2 * low - x - 1] = LETTERS[x - 1]
        for points in ON_LINE[len(LETTERS) : 2 * len(LETTERS)]:
            x, y = COORDINATES[points[0]]
            cells[x - 1, 2 * y - x + 1] = str(y)
        rows = []
        for height in range(max(h for _, h in cells), min(h for _, h in cells) - 1, -1):
            rows.append("".join(f"{cells.get((x, height), ''):>3}" for x in range(len(LETTERS) + 1)).rstrip())
        return "\n".join(rows)

    # ---- Messages -------------------------------------------------------------------------------------------------

    def automatic(self) -> int | None:
        forced = PASS << KIND_SHIFT
        return forced if self.stage_now() == MOVING and self.is_legal(forced) else None

    prompt = explain.prompt
    explain = explain.explain

    def describe(self, move: int) -> Message:
        kind, site = move >> KIND_SHIFT, move & SITE_MASK
        if kind == PASS:
            return Message("shared.pass", {"seat": self.seat})
        if kind == MOVE:
            target = move >> TARGET_SHIFT & SITE_MASK
            turned = sum(self.marker_on(passed) is not None for passed in between(site, target)[1:-1])
            ends: dict[str, str | int] = {"from": LABELS[site], "to": LABELS[target]}
            if turned == 0:
                return self.message("say.move", seat=self.seat, **ends)
            return self.message("say.jump", seat=self.seat, n=turned, **ends)
        if kind == TAKE_ROW:
            return self.message("say.row", seat=self.seat, first=LABELS[ROWS[site][0]], last=LABELS[ROWS[site][-1]])
        return self.message("say.place" if kind == PLACE else "say.ring", seat=self.seat, site=LABELS[site])

    def notices(self, move: int) -> list[Message]:
        kind, me = move >> KIND_SHIFT, self.seat
        after = self.after(move)
        assert isinstance(after, YinshPosition)
        found = []
        if kind == PLACE and after.stage_now() == MOVING:
            found.append(self.message("notice.placed", seat=after.seat))
        elif kind == MOVE:
            for key, seat in (("notice.row", me), ("notice.row-given", 1 - me)):
                made = len(after.runs(seat))
                if made:
                    found.append(self.message(key, seat=seat, other_seat=1 - seat, n=made))
            left = after.in_pool()
            if left <= LOW_POOL:
                found.append(self.message("notice.pool", n=left))
        elif kind not in (PLACE, TAKE_ROW, PASS):
            removed = after.rings_removed(me)
            found.append(self.message("notice.removed", seat=me, n=removed, needed=self.rings_needed(me)))
            rows = len(after.runs(me))
            if rows and not after.is_over():
                found.append(self.message("notice.another", seat=me, n=rows))
        if after.automatic() is not None:
            found.append(self.message("notice.blocked", seat=after.seat))
        return found

    def why_over(self) -> Message:
        message = super().why_over()
        counts = {"white": self.rings_removed(0), "black": self.rings_removed(1)}
        params = {**message.params, **counts, "n": self.rings_removed(self.seat)}
        if "winner_seat" not in params:
            return Message(f"{message.key}-draw", params)
        return Message(message.key, params)

    def move_counts(self, move: int) -> dict[str, int]:
        kind = move >> KIND_SHIFT
        if kind in (TAKE_ROW, TAKE_RING):
            return {"row": 1} if kind == TAKE_ROW else {"ring": 1}
        return super().move_counts(move)

    turn_reasons = coach.turn_reasons
    traits = coach.TRAITS


def build(game: Game, draft: Draft, options: Options) -> YinshPosition:
    """Return the position of a draft without problems."""
    position = YinshPosition(game, options)
    rings = [0, 0]
    for piece in draft.pieces:
        if isinstance(piece.place, int):
            assert piece.owner is not None
            if piece.kind == "ring":
                position._put_ring(piece.owner, piece.place)
                rings[piece.owner] += 1
            else:
                position._put_marker(piece.owner, piece.place)
    stage = STAGES.index(draft.stage)
    if stage == PLACING:
        position._begin(draft.seat, stage, 2 * RINGS - sum(rings), 0, 0)
    else:
        position._begin(draft.seat, stage, 0, RINGS - rings[0], RINGS - rings[1])
    return position
