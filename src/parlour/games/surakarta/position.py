"""A Surakarta position as the rest of Parlour sees it: pieces, picks, effects and sentences."""

from __future__ import annotations

import msgspec

from parlour.games.contract.display import Effect, Picks, Piece, Score
from parlour.games.contract.draft import Draft
from parlour.games.contract.game import Game
from parlour.games.contract.options import Options
from parlour.games.surakarta import coach, explain, notation
from parlour.games.surakarta.evaluation import SurakartaEvaluation
from parlour.games.surakarta.handicap import piece_count
from parlour.games.surakarta.tables import (
    CAPTURE,
    ENTRIES,
    ENTRY_COUNT,
    ENTRY_POINT,
    LOOP,
    MAX_QUIET_MOVES,
    NEXT,
    POINT_MASK,
    POINTS,
    SIZE,
    label,
    loop_name,
    point,
)
from parlour.i18n.message import Message


class TrackPath(msgspec.Struct, frozen=True):
    """A path along a track: its points and loops, the number of loops, and the pieces that block it."""

    steps: tuple[int | str, ...]
    loops: int
    blockers: tuple[int, ...]

    @property
    def open(self) -> bool:
        """Whether it is a legal capture: round a loop and over empty points."""
        return self.loops > 0 and not self.blockers


class SurakartaPosition(SurakartaEvaluation):
    """A Surakarta position with notation, display and sentences."""

    __slots__ = ()

    text = notation.write_text
    write_move = notation.write_move
    read_move = notation.read_move

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        board = [Piece(0, "disc", owner, site) for site in range(POINTS) if (owner := self.owner(site)) is not None]
        taken = [Piece(0, "disc", seat, f"captured {1 - seat}") for seat in (0, 1) for _ in range(self.lost(seat))]
        return board + taken

    def scores(self) -> list[Score]:
        return [
            Score("captured", seat, self.lost(1 - seat), piece_count(self.options, 1 - seat), f"captured {seat}")
            for seat in (0, 1)
        ]

    def lost(self, seat: int) -> int:
        """Return the number of pieces a seat has lost."""
        return piece_count(self.options, seat) - self.count(seat)

    # ---- Picks and display ----------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        return [(move & POINT_MASK, move >> 6 & POINT_MASK)]

    def effects(self, move: int) -> list[Effect]:
        start, target = move & POINT_MASK, move >> 6 & POINT_MASK
        on = {piece.place: piece for piece in self.pieces()}
        mover = on[start]
        after = msgspec.structs.replace(mover, place=target)
        if not move & CAPTURE:
            return [Effect("slide", mover, after, path=(start, target))]
        path = self._route(start, target)
        victim = on[target]
        taken = msgspec.structs.replace(victim, place=f"captured {self.seat}")
        return [
            Effect("remove", victim, taken, step=len(path) - 1),
            Effect("slide", mover, after, path=path),
        ]

    def _route(self, start: int, target: int) -> tuple[int | str, ...]:
        """Return the shortest path of a legal capture: points, and the loops between them by name."""
        return min((path.steps for path in self.paths_to(start, target) if path.open), key=len)

    def paths_to(self, start: int, target: int) -> list[TrackPath]:
        """Return every path along a track from one point to the first visit of another, blocked or not."""
        paths = []
        for entry in ENTRIES[start][: ENTRY_COUNT[start]]:
            for way in (0, 1):
                steps: list[int | str] = [start]
                blockers: list[int] = []
                loops = 0
                here = entry
                while NEXT[way][here] != entry and steps[-1] != target:
                    if LOOP[way][here]:
                        loops += 1
                        steps.append(loop_name(ENTRY_POINT[here], ENTRY_POINT[NEXT[way][here]]))
                    here = NEXT[way][here]
                    steps.append(ENTRY_POINT[here])
                    if (
                        ENTRY_POINT[here] not in (start, target, *blockers)
                        and self.owner(ENTRY_POINT[here]) is not None
                    ):
                        blockers.append(ENTRY_POINT[here])
                if steps[-1] == target:
                    paths.append(TrackPath(tuple(steps), loops, tuple(blockers)))
        return paths

    aids = coach.aids
    traits = coach.TRAITS

    def diagram(self) -> str:
        symbols = [side.symbol for side in self.game.sides(self.options)]
        rows = ["    0 1 2 3 4 5", "   ------------"]
        for row in range(SIZE):
            owners = [self.owner(point(row, column)) for column in range(SIZE)]
            rows.append(f"{row} | " + " ".join("." if owner is None else symbols[owner] for owner in owners))
        return "\n".join(rows)

    # ---- Messages -------------------------------------------------------------------------------------------------

    prompt = explain.prompt
    explain = explain.explain

    def describe(self, move: int) -> Message:
        start, target = move & POINT_MASK, move >> 6 & POINT_MASK
        params: dict[str, str | int] = {"seat": self.seat, "from": label(start), "to": label(target)}
        if not move & CAPTURE:
            return self.message("step", **params)
        loops = sum(isinstance(part, str) for part in self._route(start, target))
        return self.message("capture", n=loops, **params)

    def notices(self, move: int) -> list[Message]:
        if move & CAPTURE:
            return [self.message("captured", seat=self.seat, n=self.lost(1 - self.seat) + 1)]
        left = MAX_QUIET_MOVES - self.quiet_moves() - 1
        if self.options["ending"] == "standard" and 0 < left <= 10:
            return [self.message("quiet", n=left)]
        return []

    turn_reasons = coach.turn_reasons


def build(game: Game, draft: Draft, options: Options) -> SurakartaPosition:
    """Return the position of a draft without problems."""
    position = SurakartaPosition(game, options)
    for site, owner in draft.placed(int):
        position._place(owner, site)
    position._begin(draft.seat, draft.counters.get("captureless", 0))
    return position
