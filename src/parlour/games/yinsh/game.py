"""YINSH as the rest of Parlour sees it: options, board and text form. What a position shows stands in `position.py`."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from math import sqrt

from parlour.errors import TextError
from parlour.games.contract.board import Board, EdgeLabel, Line, Site, Tray
from parlour.games.contract.display import Piece
from parlour.games.contract.game import (
    Baseline,
    Draft,
    Flawless,
    Game,
    Kind,
    LegacyGame,
    Problem,
    Side,
    Style,
    Term,
    Verb,
)
from parlour.games.contract.options import Choice, Option, Options, Preset
from parlour.games.contract.text_legend import Places, Sign, signs_of_kinds
from parlour.games.yinsh.baseline import BASELINES
from parlour.games.yinsh.legacy import read_legacy
from parlour.games.yinsh.position import YinshPosition
from parlour.games.yinsh.tables import (
    COORDINATES,
    ENDED,
    LABELS,
    LETTERS,
    LINES,
    MARKERS,
    MOVING,
    ON_LINE,
    PLACING,
    POINTS,
    RANGES,
    RING_AFTER,
    RING_BEFORE,
    RINGS,
    ROW,
    ROW_AFTER,
    ROW_BEFORE,
    ROWS,
    STAGES,
    SYMMETRIES,
)
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

SIGNS = {"W": ("ring", 0), "B": ("ring", 1), "w": ("marker", 0), "b": ("marker", 1)}
SEATS = "wb"
TRAYS = ("pool", "reserve 0", "reserve 1", "removed 0", "removed 1")


class Yinsh(Game):
    key = "yinsh"
    title = "YINSH"
    description = (
        "Rings leave markers behind and turn over the markers they jump. Five markers of your colour in a line come "
        "off the board together with one of your own rings, which makes you weaker each time. Whoever has removed "
        "three rings wins."
    )
    kinds = (Kind("ring", "ring", "ring", "r"), Kind("marker", "marker", "marker", "m"))
    verbs = (Verb("pass", "Pass", "p"),)
    declared = (
        Option(
            "rings",
            "Rings to remove",
            "How many of their own rings somebody must have removed to win.",
            3,
            (
                Choice(3, "Three", "The usual game."),
                Choice(1, "One: blitz", "The first row decides."),
            ),
        ),
        Option(
            "white",
            "Rings White removes",
            "A handicap: with fewer than three, White needs fewer rows to win.",
            3,
            low=1,
            high=3,
            when={"rings": (3,)},
            handicap=True,
        ),
        Option(
            "black",
            "Rings Black removes",
            "A handicap: with fewer than three, Black needs fewer rows to win.",
            3,
            low=1,
            high=3,
            when={"rings": (3,)},
            handicap=True,
        ),
    )
    presets = (
        Preset("standard", "Standard", "Whoever has removed three rings wins."),
        Preset("blitz", "Blitz", "A short game: whoever removes a ring first wins.", {"rings": 1}),
    )
    terms = (
        Term("first", 410),
        Term("second", 630),
        Term("four-ring", 140),
        Term("four-turn", 40),
        Term("four-gap", 25),
        Term("threes", 8),
        Term("twos", 0),
        Term("shut", 0),
        Term("markers", 17),
        Term("mobility", -2),
        Term("turns", 42),
        Term("centre", 24),
        Term("spread", 8),
        Term("tempo", 40),
        Term("late", 3),
    )
    score_scale = 450
    draw_margin = 12
    styles = (
        Style(
            "row-builder",
            "Row-builder",
            "Lays its markers side by side and keeps many rows in the making.",
            {"four-turn": 60, "four-gap": 50, "threes": 24, "twos": 6},
            "threats",
        ),
        Style(
            "blocker",
            "Blocker",
            "Puts its rings where the other side wants to make rows.",
            {"shut": -9},
            "blocked",
        ),
        Style(
            "ring-hoarder",
            "Ring-hoarder",
            "Gathers its rings around the centre of the board and keeps them there.",
            {"centre": 48},
            "middle",
        ),
    )
    reasons = ("rings", "pool", "stuck")
    gains = ("row",)
    flawless = Flawless(others=("row",), own=())
    showpiece = ".bb./..wbB../.BbwwW../.wbbbwwW./.Wwwbwbw../..wbwWw../..BWwBBb../........./......../......./.... b move"

    def sides(self, options: Options) -> tuple[Side, ...]:
        return (Side("White", "#e8e4da", "white", "w"), Side("Black", "#25282d", "black", "b"))

    def forbids(self, options: Options) -> Message | None:
        if int(options["white"]) < 3 and int(options["black"]) < 3:
            return _word("forbids.both")
        return None

    def rules(self, language: str = "en") -> str:
        return files(__package__).joinpath("help", f"{language}.md").read_text(encoding="utf-8")

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        # A lead means less here than in other games until late, so that a beginner has to misjudge more to be one.
        # Four times the work is worth 80 % and more.
        return {2: {"eval_noise": 200}, 3: {"eval_noise": 100}, 6: {"nodes": 12_000}, 7: {"nodes": 45_000}}

    def baselines(self) -> Mapping[str, Baseline]:
        return BASELINES

    def draw_board(self, options: Options) -> Board:
        sites = tuple(Site(LABELS[site], *_at(*COORDINATES[site])) for site in range(POINTS))
        lines = tuple(Line("grid", (_at(*COORDINATES[points[0]]), _at(*COORDINATES[points[-1]]))) for points in ON_LINE)
        labels = []
        for number, (letter, (low, _)) in enumerate(zip(LETTERS, RANGES, strict=True), 1):
            x, y, _z = _at(number, low)
            labels.append(EdgeLabel(letter, x, y - 0.7))
        for points in ON_LINE[LINES // 3 : 2 * LINES // 3]:
            number = COORDINATES[points[0]][1]
            x, y, _z = _at(*COORDINATES[points[0]])
            labels.append(EdgeLabel(str(number), x - 0.6, y + 0.35))
        trays = (
            Tray("pool", None, 6.2, 3.0, 5, 0.7),
            Tray("reserve 0", 0, -2.2, -6.6, 5, 1.1),
            Tray("reserve 1", 1, -2.2, 6.6, 5, 1.1),
            Tray("removed 0", 0, -8.4, -4.0, 3, 1.1),
            Tray("removed 1", 1, -8.4, 4.0, 3, 1.1),
        )
        return Board(
            sites,
            lines,
            trays=trays,
            labels=tuple(labels),
            turns=(0, 60, 120, 180, 240, 300),
            outline="hexagon",
        )

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return SYMMETRIES

    def stages(self, options: Options) -> tuple[str, ...]:
        return STAGES

    def read_legacy(self, text: str) -> list[LegacyGame]:
        return read_legacy(text, lambda options: self.start(self.check(options)))

    # ---- Text form: lines a to k, seat, stage; see docs/positions.md ------------------------------------------------

    def start_text(self, options: Options) -> str:
        return f"{'/'.join('.' * (high - low + 1) for low, high in RANGES)} w place"

    def legend(self, options: Options) -> tuple[Sign, ...]:
        return (
            *signs_of_kinds(self, options, [(letter, *what) for letter, what in SIGNS.items()]),
            Sign("/", _word("sign.line")),
            Sign("w b", Message("shared.sign.seat"), word=True),
            Sign(" ".join(STAGES), _word("sign.stage"), word=True),
        )

    def reading_order(self, options: Options) -> Places:
        return tuple((site,) for site in range(POINTS))

    def parse(self, text: str, options: Options) -> Draft:
        fields = text.strip().split(" ")
        if len(fields) != 3:
            raise localized_error(TextError, "yinsh.text.fields")
        lines = fields[0].split("/")
        column = 1
        pieces = []
        for n, line in enumerate(lines):
            if n >= len(LETTERS):
                raise localized_error(TextError, "yinsh.text.lines", column, has=len(lines), size=len(LETTERS))
            points = ON_LINE[n]
            wanted: dict[str, str | int] = {"letter": LETTERS[n], "size": len(points), "has": len(line)}
            for k, sign in enumerate(line):
                if k >= len(points):
                    raise localized_error(TextError, "yinsh.text.line", column + k, **wanted)
                if sign in SIGNS:
                    pieces.append(Piece(0, *SIGNS[sign], points[k]))
                elif sign != ".":
                    raise localized_error(TextError, "yinsh.text.piece", column + k, sign=sign)
            if len(line) < len(points):
                raise localized_error(TextError, "yinsh.text.line", column + len(line), **wanted)
            column += len(line) + 1
        if len(lines) < len(LETTERS):
            raise localized_error(TextError, "yinsh.text.lines", column - 1, has=len(lines), size=len(LETTERS))
        if fields[1] not in ("w", "b"):
            raise localized_error(TextError, "yinsh.text.seat", column, given=fields[1][:20])
        if fields[2] not in STAGES:
            raise localized_error(
                TextError, "yinsh.text.stage", column + 2, given=fields[2][:20], stages=", ".join(STAGES)
            )
        return Draft(tuple(pieces), SEATS.index(fields[1]), fields[2])

    def problems(self, draft: Draft, options: Options) -> list[Problem]:
        found: list[Problem] = []
        rings: list[set[int]] = [set(), set()]
        markers: list[set[int]] = [set(), set()]
        for piece in draft.pieces:
            if (piece.kind, piece.owner) not in SIGNS.values():
                if piece.place not in TRAYS:
                    found.append(Problem(_word("problem.kind")))
                continue
            assert piece.owner is not None
            if isinstance(piece.place, str) and piece.place in TRAYS:
                continue
            if not isinstance(piece.place, int) or not 0 <= piece.place < POINTS:
                found.append(Problem(_word("problem.off")))
            elif any(piece.place in places for places in (*rings, *markers)):
                found.append(Problem(_word("problem.doubled", site=LABELS[piece.place]), (piece.place,)))
            else:
                (rings if piece.kind == "ring" else markers)[piece.owner].add(piece.place)
        for seat in (0, 1):
            if len(rings[seat]) > RINGS:
                found.append(Problem(_word("problem.rings", seat=seat, n=len(rings[seat])), _in_order(rings[seat])))
        laid = len(markers[0]) + len(markers[1])
        if laid > MARKERS:
            found.append(Problem(_word("problem.markers", n=laid)))
        if draft.seat not in (0, 1):
            found.append(Problem(Message("shared.bad-seat", {"number": draft.seat + 1})))
        elif draft.stage not in STAGES:
            found.append(Problem(_word("problem.stage", stages=", ".join(STAGES))))
        elif draft.stage == STAGES[PLACING]:
            found += _placing_problems(draft.seat, rings, markers)
        else:
            found += _playing_problems(draft.seat, STAGES.index(draft.stage), rings, markers, needed(options))
        return found

    def build(self, draft: Draft, options: Options) -> YinshPosition:
        position = YinshPosition(self, options)
        rings = [0, 0]
        for piece in draft.pieces:
            if isinstance(piece.place, int):
                assert piece.owner is not None
                if piece.kind == "ring":
                    position.put_ring(piece.owner, piece.place)
                    rings[piece.owner] += 1
                else:
                    position.put_marker(piece.owner, piece.place)
        stage = STAGES.index(draft.stage)
        if stage == PLACING:
            position.begin(draft.seat, stage, 2 * RINGS - sum(rings), 0, 0)
        else:
            position.begin(draft.seat, stage, 0, RINGS - rings[0], RINGS - rings[1])
        return position


def needed(options: Options) -> tuple[int, int]:
    """How many removed rings win, for White and for Black."""
    rings = int(options["rings"])
    return min(rings, int(options["white"])), min(rings, int(options["black"]))


def _at(x: int, y: int) -> tuple[float, float, float]:
    """Where a point lies: lines of one letter run upwards, the centre f6 is at 0, 0, and neighbours are 1 apart."""
    return sqrt(3) / 2 * (x - 6), y - 3 - x / 2, 0.0


def _word(key: str, **params: str | int) -> Message:
    return Message(f"yinsh.{key}", params)


def _in_order(sites: set[int]) -> tuple[int, ...]:
    return tuple(sorted(sites))


def _placing_problems(seat: int, rings: list[set[int]], markers: list[set[int]]) -> list[Problem]:
    found = []
    white, black = len(rings[0]), len(rings[1])
    if markers[0] or markers[1]:
        found.append(Problem(_word("problem.too-early"), _in_order(markers[0] | markers[1])))
    if white == black == RINGS:
        found.append(Problem(_word("problem.all-placed")))
    elif white - black != seat:
        found.append(Problem(_word("problem.order", seat=seat, white=white, black=black)))
    return found


def _playing_problems(
    seat: int, stage: int, rings: list[set[int]], markers: list[set[int]], wanted: tuple[int, int]
) -> list[Problem]:
    found = []
    least = (RINGS - wanted[0], RINGS - wanted[1])
    for side in (0, 1):
        if len(rings[side]) < least[side]:
            found.append(Problem(_word("problem.few", seat=side, n=len(rings[side]), least=least[side])))
    for side in (seat, 1 - seat):
        if len(rings[side]) == least[side] and (stage != ENDED or side != seat):
            found.append(Problem(_word("problem.won", seat=side, n=least[side])))
    if stage == ENDED and len(rings[seat]) > least[seat]:
        found.append(Problem(_word("problem.not-won", seat=seat, n=len(rings[seat]), least=least[seat])))
    complete = [[row for row in ROWS if markers[side].issuperset(row)] for side in (0, 1)]
    # Whose rows may lie there: none's before a ring move, and only one's own before one has moved oneself.
    unresolved = {MOVING: (0, 1), ROW_BEFORE: (1 - seat,), RING_BEFORE: (1 - seat,)}
    for side in unresolved.get(stage, ()):
        if complete[side]:
            row = complete[side][0]
            sites = _in_order({site for row in complete[side] for site in row})
            key = "problem.row" if stage == MOVING else "problem.their-row"
            ends: dict[str, str | int] = {"first": LABELS[row[0]], "last": LABELS[row[-1]]}
            found.append(Problem(_word(key, seat=side, **ends), sites))
    if stage in (ROW_BEFORE, ROW_AFTER) and not complete[seat]:
        found.append(Problem(_word("problem.no-row", seat=seat)))
    laid = len(markers[0]) + len(markers[1])
    if stage in (RING_BEFORE, RING_AFTER) and MARKERS - ROW < laid <= MARKERS:
        found.append(Problem(_word("problem.no-room", n=laid, most=MARKERS - ROW)))
    return found
