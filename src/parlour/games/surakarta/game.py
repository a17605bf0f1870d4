"""Surakarta as the rest of Parlour sees it: options, board, text form, notation, clicks, effects and words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import ClassVar

import msgspec

from parlour.errors import TextError
from parlour.games.contract.board import Arc, Board, EdgeLabel, Line, Site, Tray
from parlour.games.contract.display import Effect, Mark, Picks, Piece, Score, sites_of
from parlour.games.contract.game import UNLIMITED, Baseline, Draft, Game, Kind, LegacyGame, Problem, Side, Style, Term
from parlour.games.contract.options import Choice, Option, Options, Preset
from parlour.games.contract.text_legend import Places, Sign, signs_of_kinds
from parlour.games.surakarta import coach
from parlour.games.surakarta.baseline import BASELINES
from parlour.games.surakarta.legacy import read_legacy
from parlour.games.surakarta.rules import Rules
from parlour.games.surakarta.tables import (
    CAPTURE,
    ENTRIES,
    ENTRY,
    LIMIT,
    LOOP,
    NEXT,
    ON,
    POINT_MASK,
    POINTS,
    SIZE,
    TRACKS,
    label,
    loop_name,
    point,
)
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

MEN = 12
MOVE = re.compile(r"\s*([0-9])\s*,?\s*([0-9])\s*[-x]?\s*([0-9])\s*,?\s*([0-9])\s*")
"""Two points with or without commas, blanks and a sign; which sign it is does not matter."""

GIVEN = (0, 5, 1, 4, 2, 3)
"""The columns of the back row in the order in which a side that gives odds does without them."""

CORNERS = {point(0, 0), point(0, 5), point(5, 0), point(5, 5)}


class Surakarta(Game):
    key = "surakarta"
    title = "Surakarta"
    description = (
        "An old game from Java. Pieces step one point in any direction, but capture only by skating along a track and "
        "round at least one of the loops at the corners. Whoever takes all the enemy's pieces wins."
    )
    kinds = (Kind("disc", "disc", "disc", "o"),)
    declared = (
        Option(
            "ending",
            "Ending",
            "How a game ends in which nobody can make progress.",
            "standard",
            (
                Choice("standard", "Standard", "50 moves without a capture or a third repetition: more pieces win."),
                Choice("endless", "Classic, endless", "Only capturing everything, or having no move, ends the game."),
            ),
        ),
        Option(
            "south",
            "South's pieces",
            "How many pieces South begins with; a stronger player does without some of the back row.",
            MEN,
            low=MEN - SIZE,
            high=MEN,
            handicap=True,
        ),
        Option(
            "north",
            "North's pieces",
            "How many pieces North begins with; a stronger player does without some of the back row.",
            MEN,
            low=MEN - SIZE,
            high=MEN,
            handicap=True,
        ),
    )
    presets = (
        Preset("standard", "Standard", "Ends after 50 moves without a capture or at the third repetition."),
        Preset(
            "endless",
            "Classic, endless",
            "The old way: the game goes on until one side is gone.",
            {"ending": "endless"},
        ),
    )
    terms = (
        Term("material", 100),
        Term("corner", -16),
        Term("inner end", -5),
        Term("outer end", -3),
        Term("inner cross", 3),
        Term("centre", 4),
        Term("mobility", 2),
        Term("access", 8),
        Term("patience", 3),
    )
    score_scale = 60
    odds_scale = 30
    draw_margin = 32
    styles = (
        Style("central", "Central", "Gathers in the middle of the board.", {"centre": 14}, "centre"),
        Style(
            "lurker", "Lurker", "Waits at the edge, where the loops begin.", {"inner end": -1, "outer end": 2}, "edge"
        ),
    )
    finite: ClassVar = {"ending": "standard"}
    reasons = ("captured", "stuck", "no-progress", "repetition")
    showpiece = ".2.2.2/.2222./2212.2/..1.11/11.11./.111.. 2 4"

    def sides(self, options: Options) -> tuple[Side, ...]:
        return (Side("South", "#e3b423", "yellow", "y"), Side("North", "#3f9b4f", "green", "g"))

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        """Work counts much in this game: four times as much wins three games of four. So does seeing every capture:
        level 2 is a greedy beginner only if it rarely misses one."""
        return {
            2: {"eval_noise": 55},
            3: {"eval_noise": 45},
            4: {"blunder_rate": 0.32},
            6: {"nodes": 7_000},
            7: {"nodes": 40_000},
        }

    def baselines(self) -> Mapping[str, Baseline]:
        return BASELINES

    def rules(self, language: str = "en") -> str:
        return files(__package__).joinpath("help", f"{language}.md").read_text(encoding="utf-8")

    def draw_board(self, options: Options) -> Board:
        def at(site: int) -> tuple[float, float, float]:
            return float(site % SIZE), float(SIZE - 1 - site // SIZE), 0.0

        sites = tuple(Site(label(site), *at(site)) for site in range(POINTS))
        lines = []
        for i in range(SIZE):
            style = "grid" if i in (0, 5) else f"track {'inner' if i in (1, 4) else 'outer'}"
            lines.append(Line(style, (at(point(i, 0)), at(point(i, 5)))))
            lines.append(Line(style, (at(point(0, i)), at(point(5, i)))))
        arcs = []
        for track, cycle in TRACKS.items():
            for one, other in zip(cycle[5::6], cycle[6::6] + cycle[:1], strict=True):
                name = loop_name(one, other)
                # Three quarters of a circle round the corner, away from the board.
                vertical, horizontal = name.split()[1].split("-")
                centre = (0.0 if horizontal == "left" else 5.0, 5.0 if vertical == "top" else 0.0, 0.0)
                start = {"top-left": 0, "top-right": 270, "bottom-right": 180, "bottom-left": 90}[
                    f"{vertical}-{horizontal}"
                ]
                arcs.append(Arc(name, f"track {track}", centre, 1.0 if track == "inner" else 2.0, start, 270.0))
        labels = [EdgeLabel(str(i), float(i), 5.55) for i in range(SIZE)]
        labels += [EdgeLabel(str(i), -0.55, float(SIZE - 1 - i)) for i in range(SIZE)]
        trays = (Tray("captured 0", 0, 8.2, 0.0, 3, 0.8), Tray("captured 1", 1, -4.8, 5.0, 3, 0.8))
        return Board(sites, tuple(lines), tuple(arcs), (), trays, tuple(labels), (270.0, 90.0), (0, 90, 180, 270))

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        def turn(site: int) -> int:
            return point(site % SIZE, SIZE - 1 - site // SIZE)

        def mirror(site: int) -> int:
            return point(site // SIZE, SIZE - 1 - site % SIZE)

        images = [tuple(range(POINTS))]
        for _ in range(3):
            images.append(tuple(turn(site) for site in images[-1]))
        images += [tuple(mirror(site) for site in image) for image in images]
        return tuple(images[1:])

    def counters(self, options: Options) -> Mapping[str, tuple[int, int]]:
        return {"captureless": (0, LIMIT if options["ending"] == "standard" else UNLIMITED)}

    def read_legacy(self, text: str) -> list[LegacyGame]:
        return read_legacy(text)

    # ---- Text form: `222222/222222/....../....../111111/111111 1 0` -------------------------------------------------

    def start_text(self, options: Options) -> str:
        south, north = ("".join(_back_row(options, seat)) for seat in (0, 1))
        return f"{north}/222222/....../....../111111/{south} 1 0"

    def legend(self, options: Options) -> tuple[Sign, ...]:
        return (
            *signs_of_kinds(self, options, [("1", "disc", 0), ("2", "disc", 1)]),
            Sign("/", Message("shared.sign.row")),
            Sign("1 2", Message("shared.sign.seat"), word=True),
            Sign("0 … 50", _word("sign.quiet"), word=True),
        )

    def reading_order(self, options: Options) -> Places:
        return tuple((site,) for site in range(POINTS))

    def parse(self, text: str, options: Options) -> Draft:
        column = len(text) - len(text.lstrip()) + 1
        fields = text.strip().split(" ")
        if len(fields) != 3:
            raise localized_error(TextError, "surakarta.text.fields")
        rows = fields[0].split("/")
        pieces = []
        for n, row in enumerate(rows):
            if n >= SIZE:
                raise localized_error(TextError, "surakarta.text.rows", column, has=len(rows), size=SIZE)
            for k, sign in enumerate(row):
                if k >= SIZE:
                    raise localized_error(TextError, "surakarta.text.row", column + k, row=n, has=len(row), size=SIZE)
                if sign not in ".12":
                    raise localized_error(TextError, "surakarta.text.piece", column + k, sign=sign)
                if sign != ".":
                    pieces.append(Piece(0, "disc", int(sign) - 1, point(n, k)))
            if len(row) < SIZE:
                raise localized_error(
                    TextError, "surakarta.text.row", column + len(row), row=n, has=len(row), size=SIZE
                )
            column += len(row) + 1
        if len(rows) < SIZE:
            raise localized_error(TextError, "surakarta.text.rows", column - 1, has=len(rows), size=SIZE)
        if fields[1] not in ("1", "2"):
            raise localized_error(TextError, "surakarta.text.seat", column, given=fields[1][:20])
        if not re.fullmatch(r"0|[1-9][0-9]{0,5}", fields[2]):
            raise localized_error(TextError, "surakarta.text.quiet", column + 2, given=fields[2][:20])
        return Draft(tuple(pieces), int(fields[1]) - 1, counters={"captureless": int(fields[2])})

    def problems(self, draft: Draft, options: Options) -> list[Problem]:
        found: list[Problem] = []
        seen: set[int] = set()
        for piece in draft.pieces:
            if piece.kind != "disc" or piece.owner not in (0, 1):
                found.append(Problem(_word("problem.kind"), sites_of(piece.place)))
            elif not isinstance(piece.place, int) or not 0 <= piece.place < POINTS:
                found.append(Problem(_word("problem.off")))
            elif piece.place in seen:
                found.append(Problem(_word("problem.doubled", site=label(piece.place)), (piece.place,)))
            else:
                seen.add(piece.place)
        for seat in (0, 1):
            places = [piece.place for piece in draft.pieces if piece.owner == seat]
            most = men_of(options, seat)
            if len(places) > most:
                sites = tuple(place for place in places if isinstance(place, int))
                found.append(Problem(_word("problem.count", seat=seat, n=len(places), most=most), sites))
        if not draft.pieces:
            found += [Problem(_word("problem.none", seat=seat)) for seat in (0, 1)]
        captureless = draft.counters.get("captureless", 0)
        _, most = self.counters(options)["captureless"]
        if not 0 <= captureless <= most:
            found.append(Problem(_word("problem.captureless", n=captureless, most=most)))
        if draft.seat not in (0, 1):
            found.append(Problem(Message("shared.bad-seat", {"number": draft.seat + 1})))
        return found

    def build(self, draft: Draft, options: Options) -> SurakartaPosition:
        position = SurakartaPosition(self, options)
        for piece in draft.pieces:
            assert isinstance(piece.place, int)
            assert piece.owner is not None
            position.place(piece.owner, piece.place)
        position.begin(draft.seat, draft.counters.get("captureless", 0))
        return position


def men_of(options: Options, seat: int) -> int:
    """How many pieces a seat begins with."""
    return int(options["north" if seat else "south"])


def _back_row(options: Options, seat: int) -> list[str]:
    given = GIVEN[: MEN - men_of(options, seat)]
    return ["." if column in given else str(seat + 1) for column in range(SIZE)]


def _word(key: str, **params: str | int) -> Message:
    return Message(f"surakarta.{key}", params)


class SurakartaPosition(Rules):
    """A Surakarta position with its words."""

    __slots__ = ()

    def text(self) -> str:
        signs = ["." if (owner := self.owner(site)) is None else str(owner + 1) for site in range(POINTS)]
        rows = ["".join(signs[SIZE * row : SIZE * row + SIZE]) for row in range(SIZE)]
        return f"{'/'.join(rows)} {self.seat + 1} {self.quiet_moves()}"

    # ---- Notation: step `4,0-3,0`, capture `4,1x1,1` --------------------------------------------------------------

    def write_move(self, move: int) -> str:
        return f"{label(move & POINT_MASK)}{'x' if move & CAPTURE else '-'}{label(move >> 6 & POINT_MASK)}"

    def read_move(self, text: str) -> int:
        match = MOVE.fullmatch(text.lower())
        if match is None:
            raise self.refusal(self.word("read.no-move", text=text.strip()[:40]))
        numbers = [int(digit) for digit in match.groups()]
        if max(numbers) >= SIZE:
            raise self.refusal(self.word("read.no-point"))
        start, target = point(numbers[0], numbers[1]), point(numbers[2], numbers[3])
        for move in self.moves():
            if (move & POINT_MASK, move >> 6 & POINT_MASK) == (start, target):
                return move
        raise self.refusal(self.explain((start, target)))

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        board = [Piece(0, "disc", owner, site) for site in range(POINTS) if (owner := self.owner(site)) is not None]
        taken = [Piece(0, "disc", seat, f"captured {1 - seat}") for seat in (0, 1) for _ in range(self.lost(seat))]
        return board + taken

    def scores(self) -> list[Score]:
        return [
            Score("captured", seat, self.lost(1 - seat), men_of(self.options, 1 - seat), f"captured {seat}")
            for seat in (0, 1)
        ]

    def lost(self, seat: int) -> int:
        """How many pieces a seat has lost since the start."""
        return men_of(self.options, seat) - self.count(seat)

    # ---- Clicks and pictures --------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        return [(move & POINT_MASK, move >> 6 & POINT_MASK)]

    def effects(self, move: int) -> list[Effect]:
        start, target = move & POINT_MASK, move >> 6 & POINT_MASK
        on = {piece.place: piece for piece in self.pieces()}
        mover = on[start]
        after = msgspec.structs.replace(mover, place=target)
        if not move & CAPTURE:
            return [Effect("slide", mover, after, path=(start, target))]
        path = self.route(start, target)
        victim = on[target]
        taken = msgspec.structs.replace(victim, place=f"captured {self.seat}")
        return [
            Effect("remove", victim, taken, step=len(path) - 1),
            Effect("slide", mover, after, path=path),
        ]

    def route(self, start: int, target: int) -> tuple[int | str, ...]:
        """The shortest way of a legal capture: points, and the loops between them by name."""
        return min((way.path for way in self._ways(start, target) if way.open), key=len)

    def _ways(self, start: int, target: int) -> list[_Way]:
        """Every way along a track from one point to where it first comes to another, whatever stands in it."""
        ways = []
        for entry in ENTRY[start][: ENTRIES[start]]:
            for way in (0, 1):
                path: list[int | str] = [start]
                blockers: list[int] = []
                loops = 0
                here = entry
                while NEXT[way][here] != entry and path[-1] != target:
                    if LOOP[way][here]:
                        loops += 1
                        path.append(loop_name(ON[here], ON[NEXT[way][here]]))
                    here = NEXT[way][here]
                    path.append(ON[here])
                    if ON[here] not in (start, target, *blockers) and self.owner(ON[here]) is not None:
                        blockers.append(ON[here])
                if path[-1] == target:
                    ways.append(_Way(tuple(path), loops, tuple(blockers)))
        return ways

    def aids(self) -> list[Mark]:
        return coach.aids(self)

    def trait(self, name: str, seat: int) -> float:
        return coach.TRAITS[name](self, seat)

    def diagram(self) -> str:
        symbols = [side.symbol for side in self.game.sides(self.options)]
        rows = ["    0 1 2 3 4 5", "   ------------"]
        for row in range(SIZE):
            owners = [self.owner(point(row, column)) for column in range(SIZE)]
            rows.append(f"{row} | " + " ".join("." if owner is None else symbols[owner] for owner in owners))
        return "\n".join(rows)

    # ---- Words ----------------------------------------------------------------------------------------------------

    def prompt(self) -> Message:
        return Message("shared.over") if self.is_over() else self.word("prompt", seat=self.seat)

    def say(self, move: int) -> Message:
        start, target = move & POINT_MASK, move >> 6 & POINT_MASK
        params: dict[str, str | int] = {"seat": self.seat, "from": label(start), "to": label(target)}
        if not move & CAPTURE:
            return self.word("step", **params)
        loops = sum(isinstance(part, str) for part in self.route(start, target))
        return self.word("capture", n=loops, **params)

    def notices(self, move: int) -> list[Message]:
        if move & CAPTURE:
            return [self.word("captured", seat=self.seat, n=self.lost(1 - self.seat) + 1)]
        left = LIMIT - self.quiet_moves() - 1
        if self.options["ending"] == "standard" and 0 < left <= 10:
            return [self.word("quiet", n=left)]
        return []

    def motives(self, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
        return coach.motives(self, moves, line)

    def explain(self, picks: Picks) -> Message:
        if self.is_over():
            return Message("shared.over")
        if not picks:
            return self.prompt()
        if len(picks) > 2:
            return self.word("explain.too-many")
        if not all(isinstance(pick, int) and 0 <= pick < POINTS for pick in picks):
            return Message("shared.no-such-site")
        start = int(picks[0])
        owner = self.owner(start)
        if owner is None:
            return self.word("explain.pick-own", site=label(start))
        if owner != self.seat:
            return self.word("explain.pick-theirs", site=label(start), owner_seat=owner)
        if len(picks) == 1:
            choices = [label(move >> 6 & POINT_MASK) for move in self.moves() if move & POINT_MASK == start]
            if not choices:
                return self.word("explain.stuck-piece", **{"from": label(start)})
            return self.word("explain.choose-target", **{"from": label(start), "choices": ", ".join(choices)})
        return self._explain_target(start, int(picks[1]))

    def _explain_target(self, start: int, target: int) -> Message:
        ends: dict[str, str | int] = {"from": label(start), "to": label(target)}
        adjacent = max(abs(start // SIZE - target // SIZE), abs(start % SIZE - target % SIZE)) == 1
        if start == target:
            return self.word("explain.same")
        owner = self.owner(target)
        if owner == self.seat:
            return self.word("explain.own-target", **ends)
        if owner is None:
            return self.say(start | target << 6) if adjacent else self.word("explain.far", **ends)
        if start in CORNERS:
            return self.word("explain.no-track-from", **ends)
        if target in CORNERS:
            return self.word("explain.no-track-to", **ends)
        ways = self._ways(start, target)
        if not ways:
            inner = start in TRACKS["inner"]
            return self.word("explain.inner-only" if inner else "explain.outer-only", **ends)
        if any(way.open for way in ways):
            return self.say(start | target << 6 | CAPTURE)
        # A track is a ring: the other way about always runs round loops, so there is always a piece to name. Best named
        # is the only one in the way, one's own, on the shortest way.
        looped = [way for way in ways if way.loops]
        best = min(looped, key=lambda way: (len(way.blockers), self.owner(way.blockers[0]) != self.seat, len(way.path)))
        blocker = best.blockers[0]
        whose = "own" if self.owner(blocker) == self.seat else "enemy"
        if len(looped) < len(ways):
            why = "straight"
        elif all(blocker in way.blockers for way in looped):
            why = "everywhere"
        else:
            why = "blocked"
        return self.word(f"explain.{why}-{whose}", blocker=label(blocker), **ends)


class _Way(msgspec.Struct, frozen=True):
    """A way along a track: points and loops, how many loops, and the pieces that stand in it."""

    path: tuple[int | str, ...]
    loops: int
    blockers: tuple[int, ...]

    @property
    def open(self) -> bool:
        """Whether it is a legal capture: round a loop and over empty points."""
        return self.loops > 0 and not self.blockers
