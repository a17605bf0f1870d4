"""A Laser Chess position as the rest of Parlour sees it: notation, pieces, clicks, effects and words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from parlour.games.contract.display import Beam, Effect, Mark, Picks, Piece, Score
from parlour.games.contract.localized_game import kind_word
from parlour.games.laserchess import coach, explain
from parlour.games.laserchess.evaluation import Valued
from parlour.games.laserchess.fen import KIND_OF, LETTERS, SIDES, SIGNS, letter, write_ranks
from parlour.games.laserchess.handicap import given_odds
from parlour.games.laserchess.tables import (
    ACTION,
    ANUBIS,
    CELL,
    CELL_MASK,
    FILES,
    KILLS,
    LEAVES,
    LEFT,
    LIMIT,
    MOVE,
    NAMES,
    PHARAOH,
    PYRAMID,
    RANKS,
    RIGHT,
    SITE,
    SITES,
    STOPS,
    SWAP,
    TARGET,
    label,
)
from parlour.i18n.message import Message

BOX = {PHARAOH: 1, PYRAMID: 7, ANUBIS: 2}
"""How many of each kind that can be destroyed a side has in the box. Those missing on the board are captured."""

WAYS: tuple[Literal["N", "E", "S", "W"], ...] = ("N", "E", "S", "W")
VERBS = {"rotate right": RIGHT, "rotate left": LEFT}
VERB_OF = {action: verb for verb, action in VERBS.items()}

TURN_WORDS = {">": RIGHT, "cw": RIGHT, "right": RIGHT, "<": LEFT, "acw": LEFT, "ccw": LEFT, "left": LEFT}
NOTATION = re.compile(
    r"(?P<piece>[frpns])?(?P<start>[a-j][1-8])"
    r"(?:(?P<sign>[-=:])?(?P<target>[a-j][1-8])|(?:rotate|turn)?(?P<turn>>|<|cw|acw|ccw|right|left))"
    r"(?:x(?P<victim>[frpns])?(?P<hit>[a-j][1-8]))?(?P<end>#)?"
)


def site_of(square: str) -> int:
    """The site of a square as people write it."""
    return FILES * (int(square[1]) - 1) + ord(square[0]) - ord("a")


class LaserChessPosition(Valued):
    """A Laser Chess position with its words."""

    __slots__ = ()

    def codes(self) -> list[int]:
        """What stands on every site, as codes."""
        return [self.code(site) for site in range(SITES)]

    def text(self) -> str:
        quiet = f" {self.quiet_turns()}" if self.options["limit"] else ""
        return f"{write_ranks(self.codes())} {SIDES[self.seat]}{quiet}"

    # ---- Notation: `Pj4-j3xph4`, `Rg5=h5`, `Pj4>`, `Rj3-i2xfi4#` ----------------------------------------------------

    def write_move(self, move: int) -> str:
        start, target, action = parts(move)
        name = LETTERS[NAMES[self.code(start) >> 2 & 7]]
        if action >= RIGHT:
            text = f"{name}{label(start)}{'>' if action == RIGHT else '<'}"
        else:
            text = f"{name}{label(start)}{'=' if action == SWAP else '-'}{label(target)}"
        hit = self.victim(move)
        if hit < 0:
            return text
        code = self.code_after(move, hit)
        kind = code >> 2 & 7
        return f"{text}x{letter(kind, code >> 5)}{label(hit)}{'#' if kind == PHARAOH else ''}"

    def code_after(self, move: int, site: int) -> int:
        """What stands on a site after the action of a move, before the laser fires."""
        start, target, action = parts(move)
        if action >= RIGHT:
            code = self.code(site)
            return code & ~3 | (code + (1 if action == RIGHT else 3)) % 4 if site == start else code
        return self.code({start: target, target: start}.get(site, site))

    def read_move(self, text: str) -> int:
        match = NOTATION.fullmatch("".join(text.split()).lower())
        if match is None:
            raise self.refusal(self.word("read.no-turn", text=text.strip()[:40]))
        start = site_of(match["start"])
        picks: Picks = (start, VERB_OF[TURN_WORDS[match["turn"]]] if match["turn"] else site_of(match["target"]))
        move = self.move_of(picks)
        if move is None:
            raise self.refusal(self.explain(picks))
        self._check_claims(move, match)
        return move

    def _check_claims(self, move: int, match: re.Match[str]) -> None:
        """Raises `IllegalMove` if a text says of a move what is not so."""
        start = SITE[move & CELL_MASK]
        kind = NAMES[self.code(start) >> 2 & 7]
        if match["piece"] and KIND_OF[match["piece"].upper()] != kind:
            wrong = kind_word(self.game, KIND_OF[match["piece"].upper()])
            raise self.refusal(
                self.word("claim.piece", site=label(start), wrong_word=wrong, piece_word=kind_word(self.game, kind))
            )
        if match["sign"] == "=" and move >> ACTION != SWAP:
            raise self.refusal(self.word("claim.no-swap", site=match["target"]))
        hit = self.victim(move)
        code = self.code_after(move, hit) if hit >= 0 else 0
        name = NAMES.get(code >> 2 & 7, "")
        if match["hit"] and (
            site_of(match["hit"]) != hit or (match["victim"] and KIND_OF[match["victim"].upper()] != name)
        ):
            if hit < 0:
                raise self.refusal(self.word("claim.no-hit"))
            raise self.refusal(self.word("claim.other-hit", site=label(hit), victim_word=kind_word(self.game, name)))
        if match["end"] and name != "pharaoh":
            raise self.refusal(self.word("claim.no-end"))

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        board = [
            Piece(0, NAMES[code >> 2 & 7], code >> 5, site, code & 3) for site, code in enumerate(self.codes()) if code
        ]
        taken = [
            Piece(0, NAMES[kind], seat, f"captured {1 - seat}")
            for seat in (0, 1)
            for kind, number in self.box(seat).items()
            for _ in range(number - self.count(seat, kind))
        ]
        return board + taken

    def box(self, seat: int) -> dict[int, int]:
        """How many of each kind that can be destroyed a seat began with, less what it gave as odds."""
        given = given_odds(self.options, seat)
        return {kind: number - sum(code == kind for code in given) for kind, number in BOX.items()}

    def scores(self) -> list[Score]:
        return [
            Score(
                "captured",
                seat,
                sum(max(number - self.count(1 - seat, kind), 0) for kind, number in self.box(1 - seat).items()),
                sum(self.box(1 - seat).values()),
                f"captured {seat}",
            )
            for seat in (0, 1)
        ]

    # ---- Clicks and pictures --------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        start, target, action = parts(move)
        return [(start, VERB_OF[action] if action >= RIGHT else target)]

    def move_of(self, picks: Picks) -> int | None:
        """The legal move that a square and a second pick mean, if there is one."""
        start, second = picks
        assert isinstance(start, int)
        if isinstance(second, str):
            target, action = start, VERBS[second]
        else:
            target, action = second, SWAP if self.code(second) else MOVE
        move = CELL[start] | CELL[target] << TARGET | action << ACTION
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
        """A destroyed piece in the tray of its owner's opponent; nowhere if the board held more than the box."""
        assert piece.owner is not None
        kind = next(kind for kind, name in NAMES.items() if name == piece.kind)
        if self.count(piece.owner, kind) > self.box(piece.owner)[kind]:
            return None
        return msgspec.structs.replace(piece, place=f"captured {1 - piece.owner}", facing=0)

    def _beam(self, seat: int, on: dict[int, Piece], move: int = 0) -> Beam:
        """A seat's beam over the pieces given, as it is or after a move's action."""
        way = self.beam(seat, move)
        path = tuple(site for site, _ in way)
        # A piece was met where the beam does not go on as it came: at each bend, and where it is stopped or destroys.
        met = [on[site].id for (_, came), (site, leaves) in pairwise(way) if leaves != came]
        last = way[-1][1]
        if last < LEAVES:
            return Beam(seat, path, tuple(met), "left", WAYS[last])
        return Beam(seat, path, tuple(met), "stopped" if last == STOPS else "destroyed")

    def marks(self) -> list[Mark]:
        """The laser that will fire next; after the end, the one that fired last."""
        return [self._beam_mark(1 - self.seat if self.is_over() else self.seat)]

    def aids(self) -> list[Mark]:
        """Where both lasers go, the piece each would destroy now, and where a mirror would bend it onto a Pharaoh."""
        found: list[Mark] = []
        for seat in (0, 1):
            found.append(self._beam_mark(seat))
            target = self.standing(seat)
            if target >= 0:
                found.append(Mark("target", (target,), seat))
            crossings = tuple(site for site in self.crossings(seat) if not self.code(site))
            if crossings:
                found.append(Mark("crossing", crossings, seat))
        return found

    def standing(self, seat: int) -> int:
        """The site of the piece that a seat's laser would destroy if it fired now, -1 for none."""
        site, end = self.beam(seat)[-1]
        return site if end == KILLS else -1

    def _beam_mark(self, seat: int) -> Mark:
        beam = self._beam(seat, {piece.place: piece for piece in self.pieces() if isinstance(piece.place, int)})
        return Mark("beam", beam.path, seat, beam=beam)

    def diagram(self) -> str:
        codes = self.codes()
        rows = [
            f"{rank + 1}  " + " ".join(SIGNS[code] or ". " for code in codes[FILES * rank : FILES * rank + FILES])
            for rank in range(RANKS - 1, -1, -1)
        ]
        return "\n".join(row.rstrip() for row in [*rows, "   " + "  ".join("abcdefghij")])

    # ---- Words ----------------------------------------------------------------------------------------------------

    def prompt(self) -> Message:
        return Message("shared.over") if self.is_over() else self.word("prompt")

    def say(self, move: int) -> Message:
        start, target, action = parts(move)
        params: dict[str, str | int] = {
            "seat": self.seat,
            "piece_word": self.name_of(self.code(start)),
            "from": label(start),
        }
        key = ("move", "swap", "right", "left")[action]
        if action < RIGHT:
            params["to"] = label(target)
        if action == SWAP:
            params["other_word"] = self.name_of(self.code(target))
        hit = self.victim(move)
        if hit >= 0:
            code = self.code_after(move, hit)
            params |= {"victim_word": self.name_of(code), "victim_seat": code >> 5, "hit": label(hit)}
        return self.word(f"say.{key}{'-hit' if hit >= 0 else ''}", **params)

    def name_of(self, code: int) -> str:
        """The key of what a piece is called."""
        return kind_word(self.game, NAMES[code >> 2 & 7])

    def notices(self, move: int) -> list[Message]:
        hit = self.victim(move)
        if hit >= 0:
            code = self.code_after(move, hit)
            if code >> 5 == self.seat:
                return [self.word("own-hit", seat=self.seat, piece_word=self.name_of(code), site=label(hit))]
            return []
        found = []
        after = self.after(move)
        assert isinstance(after, LaserChessPosition)
        if after.times_stood() == 2:
            found.append(self.word("again"))
        left = LIMIT - after.quiet_turns()
        if self.options["limit"] and 0 < left <= 10:
            found.append(self.word("quiet", n=left))
        return found

    def explain(self, picks: Picks) -> Message:
        return explain.explain(self, picks)

    def motives(self, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
        return coach.motives(self, moves[0], line)

    # ---- Styles ---------------------------------------------------------------------------------------------------

    def trait(self, name: str, seat: int) -> float:
        """How much a term of the evaluation finds at a seat."""
        if name not in [term.name for term in self.game.terms]:
            raise KeyError(f"{self.game.key} has no trait {name}")
        alone = self.copy()
        alone.weigh({term.name: int(term.name == name) for term in self.game.terms})
        assert isinstance(alone, LaserChessPosition)
        return alone.share(seat)


def parts(move: int) -> tuple[int, int, int]:
    """The site a move starts from, the site it goes to, and its action."""
    return SITE[move & CELL_MASK], SITE[move >> TARGET & CELL_MASK], move >> ACTION
