"""A Laser Chess position as the rest of Parlour sees it: pieces, picks, effects, marks and sentences."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import msgspec

from parlour.games.contract.display import Beam, Effect, Mark, Picks, Piece, Score
from parlour.games.contract.draft import Draft
from parlour.games.contract.game import Game
from parlour.games.contract.localized_game import kind_word
from parlour.games.contract.options import Options
from parlour.games.laserchess import coach, explain, notation
from parlour.games.laserchess.evaluation import LaserChessEvaluation
from parlour.games.laserchess.handicap import given_odds
from parlour.games.laserchess.notation import SIGNS, VERB_OF, VERBS, code_of_piece, parts
from parlour.games.laserchess.tables import (
    ACTION_SHIFT,
    ANUBIS,
    CELL,
    FILES,
    KILLS,
    KIND_NAMES,
    LEAVES,
    MAX_QUIET_TURNS,
    MOVE,
    PHARAOH,
    PYRAMID,
    RANKS,
    RIGHT,
    SITES,
    STOPS,
    SWAP,
    TARGET_SHIFT,
    label,
)
from parlour.i18n.message import Message

PIECES_AT_START = {PHARAOH: 1, PYRAMID: 7, ANUBIS: 2}
"""Number of each destructible kind per side. Those missing on the board are captured."""

WAYS: tuple[Literal["N", "E", "S", "W"], ...] = ("N", "E", "S", "W")


class LaserChessPosition(LaserChessEvaluation):
    """A Laser Chess position with notation, display and sentences."""

    __slots__ = ()

    def codes(self) -> list[int]:
        """Return the codes of the pieces on all sites."""
        return [self.code(site) for site in range(SITES)]

    text = notation.write_text
    write_move = notation.write_move
    read_move = notation.read_move

    def code_after(self, move: int, site: int) -> int:
        """Return the piece on a site after the action of a move, before the laser fires."""
        start, target, action = parts(move)
        if action >= RIGHT:
            code = self.code(site)
            return code & ~3 | (code + (1 if action == RIGHT else 3)) % 4 if site == start else code
        return self.code({start: target, target: start}.get(site, site))

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        board = [
            Piece(0, KIND_NAMES[code >> 2 & 7], code >> 5, site, code & 3)
            for site, code in enumerate(self.codes())
            if code
        ]
        taken = [
            Piece(0, KIND_NAMES[kind], seat, f"captured {1 - seat}")
            for seat in (0, 1)
            for kind, number in self.pieces_at_start(seat).items()
            for _ in range(number - self.count(seat, kind))
        ]
        return board + taken

    def pieces_at_start(self, seat: int) -> dict[int, int]:
        """Return how many destructible pieces of each kind a seat began with, without handicap pieces."""
        given = given_odds(self.options, seat)
        return {kind: number - sum(code == kind for code in given) for kind, number in PIECES_AT_START.items()}

    def scores(self) -> list[Score]:
        return [
            Score(
                "captured",
                seat,
                sum(
                    max(number - self.count(1 - seat, kind), 0)
                    for kind, number in self.pieces_at_start(1 - seat).items()
                ),
                sum(self.pieces_at_start(1 - seat).values()),
                f"captured {seat}",
            )
            for seat in (0, 1)
        ]

    # ---- Picks and display ----------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        start, target, action = parts(move)
        return [(start, VERB_OF[action] if action >= RIGHT else target)]

    def move_of(self, picks: Picks) -> int | None:
        """Return the legal move that a square and a second pick mean, if there is one."""
        start, second = picks if len(picks) == 2 else (None, None)
        if not isinstance(start, int) or not 0 <= start < SITES:
            return None
        if isinstance(second, str) and second in VERBS:
            target, action = start, VERBS[second]
        elif isinstance(second, int) and 0 <= second < SITES:
            target, action = second, SWAP if self.code(second) else MOVE
        else:
            return None
        move = CELL[start] | CELL[target] << TARGET_SHIFT | action << ACTION_SHIFT
        return move if self.is_legal(move) else None

    def effects(self, move: int) -> list[Effect]:
        start, target, action = parts(move)
        on = {piece.place: piece for piece in self.pieces() if isinstance(piece.place, int)}
        mover = on.pop(start)
        found: list[Effect] = []
        if action >= RIGHT:
            turned = msgspec.structs.replace(mover, facing=(mover.facing + (1 if action == RIGHT else 3)) % 4)
            found.append(Effect("turn", mover, turned))
            on[start] = turned
        else:
            after = msgspec.structs.replace(mover, place=target)
            found.append(Effect("swap" if action == SWAP else "slide", mover, after, path=(start, target)))
            if action == SWAP:
                other = on.pop(target)
                moved = msgspec.structs.replace(other, place=start)
                found.append(Effect("swap", other, moved, path=(target, start)))
                on[start] = moved
            on[target] = after
        beam = self._beam(self.seat, on, move)
        found.append(Effect("beam", phase=1, beam=beam))
        if beam.end == "destroyed":
            victim = on[beam.path[-1]]
            assert victim.owner is not None
            found.append(Effect("remove", victim, self._captured(victim), phase=2))
        return found

    def _captured(self, piece: Piece) -> Piece | None:
        """Return a destroyed piece in the tray of its owner's opponent, or in no tray if the board had extra pieces."""
        assert piece.owner is not None
        kind = next(kind for kind, name in KIND_NAMES.items() if name == piece.kind)
        if self.count(piece.owner, kind) > self.pieces_at_start(piece.owner)[kind]:
            return None
        return msgspec.structs.replace(piece, place=f"captured {1 - piece.owner}", facing=0)

    def _beam(self, seat: int, on: dict[int, Piece], move: int = 0) -> Beam:
        """Return a seat's beam over the pieces given, as it is or after a move's action."""
        way = self.beam(seat, move)
        path = tuple(site for site, _ in way)
        # The beam meets a piece where its direction changes or where it ends.
        met = [on[site].id for (_, came), (site, leaves) in pairwise(way) if leaves != came]
        last = way[-1][1]
        if last < LEAVES:
            return Beam(seat, path, tuple(met), "left", WAYS[last])
        return Beam(seat, path, tuple(met), "stopped" if last == STOPS else "destroyed")

    def marks(self) -> list[Mark]:
        """Return the laser that will fire next; after the end, the one that fired last."""
        return [self.beam_mark(1 - self.seat if self.is_over() else self.seat)]

    aids = coach.aids

    def target_of(self, seat: int) -> int:
        """Return the site of the piece that a seat's laser would destroy if it fired now, -1 for none."""
        site, end = self.beam(seat)[-1]
        return site if end == KILLS else -1

    def beam_mark(self, seat: int) -> Mark:
        """Return the mark for the path of a seat's beam."""
        beam = self._beam(seat, {piece.place: piece for piece in self.pieces() if isinstance(piece.place, int)})
        return Mark("beam", beam.path, seat, beam=beam)

    def diagram(self) -> str:
        codes = self.codes()
        rows = [
            f"{rank + 1}  " + " ".join(SIGNS[code] or ". " for code in codes[FILES * rank : FILES * rank + FILES])
            for rank in range(RANKS - 1, -1, -1)
        ]
        return "\n".join(row.rstrip() for row in [*rows, "   " + "  ".join("abcdefghij")])

    # ---- Messages -------------------------------------------------------------------------------------------------

    def describe(self, move: int) -> Message:
        start, target, action = parts(move)
        params: dict[str, str | int] = {
            "seat": self.seat,
            "piece_word": self._name_of(self.code(start)),
            "from": label(start),
        }
        key = ("move", "swap", "right", "left")[action]
        if action < RIGHT:
            params["to"] = label(target)
        if action == SWAP:
            params["other_word"] = self._name_of(self.code(target))
        hit = self.victim(move)
        if hit >= 0:
            code = self.code_after(move, hit)
            params |= {"victim_word": self._name_of(code), "victim_seat": code >> 5, "hit": label(hit)}
        return self.message(f"say.{key}{'-hit' if hit >= 0 else ''}", **params)

    def _name_of(self, code: int) -> str:
        """Return the key of what a piece is called."""
        return kind_word(self.game, KIND_NAMES[code >> 2 & 7])

    def notices(self, move: int) -> list[Message]:
        hit = self.victim(move)
        if hit >= 0:
            code = self.code_after(move, hit)
            if code >> 5 == self.seat:
                return [self.message("own-hit", seat=self.seat, piece_word=self._name_of(code), site=label(hit))]
            return []
        found = []
        after = self.after(move)
        assert isinstance(after, LaserChessPosition)
        if after.repetition_count() == 2:
            found.append(self.message("again"))
        left = MAX_QUIET_TURNS - after.quiet_turns()
        if self.options["limit"] and 0 < left <= 10:
            found.append(self.message("quiet", n=left))
        return found

    prompt = explain.prompt
    explain = explain.explain
    turn_reasons = coach.turn_reasons
    traits = coach.TRAITS


def build(game: Game, draft: Draft, options: Options) -> LaserChessPosition:
    """Return the position of a draft without problems."""
    position = LaserChessPosition(game, options)
    for piece in draft.pieces:
        if isinstance(piece.place, int):
            position._place(code_of_piece(piece), CELL[piece.place])
    position._begin(draft.seat, draft.counters.get("captureless", 0) if options["limit"] else 0)
    return position
