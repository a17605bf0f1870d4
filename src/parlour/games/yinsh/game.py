"""The game YINSH: options, levels, board, text form."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from parlour.games.contract.board import Appearance, Board, EdgeLabel, Line, Site, Tray
from parlour.games.contract.declarations import Baseline, Flawless, Kind, Side, Style, Term, Verb
from parlour.games.contract.game import Game
from parlour.games.contract.options import Option, Options, Preset
from parlour.games.contract.text_legend import Sign, signs_of_kinds
from parlour.games.yinsh import encoding, handicap, legacy, notation, position, setup_check
from parlour.games.yinsh.baseline import BASELINES
from parlour.games.yinsh.tables import (
    COORDINATES,
    LABELS,
    LETTERS,
    LINES,
    ON_LINE,
    POINTS,
    RANGES,
    STAGES,
    SYMMETRIES,
)
from parlour.i18n.message import Message


class Yinsh(Game):
    key = "yinsh"
    title = "YINSH"
    description = (
        "Rings leave markers behind and flip the markers they jump over. Make rows of five markers in your colour: "
        "each is removed together with one of your own rings, which makes you weaker. The first player to remove "
        "three rings wins."
    )
    kinds = (
        Kind("ring", "ring", "ring", "r", material="ivory"),
        Kind("marker", "marker", "marker", "m", material="ivory"),
    )
    verbs = (Verb("pass", "Pass", "p"),)
    declared = (
        (
            Option("rings", "Rings to remove", "How many of their own rings a player must remove to win.", 3)
            .choice(3, "Three", "The usual length.")
            .choice(1, "One (blitz)", "The first row decides.")
        ),
        *handicap.OPTIONS,
    )
    presets = (
        Preset("standard", "Standard", "The first player to remove three rings wins."),
        Preset("blitz", "Blitz", "A short game: the first player to remove a ring wins.", {"rings": 1}),
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
    level_ratings = (670, 1300, 1500, 1870, 2110, 2440, 3070, 3440)
    styles = (
        Style(
            "row-builder",
            "Row-builder",
            "Places its markers side by side and prepares many rows.",
            {"four-turn": 60, "four-gap": 50, "threes": 24, "twos": 6},
            "threats",
        ),
        Style("blocker", "Blocker", "Puts its rings where its opponent wants to make rows.", {"shut": -9}, "blocked"),
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
        return (Side("White", "#e4dac8", "white", "w"), Side("Black", "#25282d", "black", "b"))

    def forbids(self, options: Options) -> Message | None:
        if int(options["white"]) < 3 and int(options["black"]) < 3:
            return Message("yinsh.forbids.both")
        return None

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        # An advantage means less than in other games until late, so beginner levels need more evaluation noise.
        # Four times the nodes score 80 % and more.
        return {2: {"eval_noise": 200}, 3: {"eval_noise": 100}, 6: {"nodes": 12_000}, 7: {"nodes": 45_000}}

    def baselines(self) -> Mapping[str, Baseline]:
        return BASELINES

    def draw_board(self, options: Options) -> Board:
        sites = tuple(Site(LABELS[site], *_at(*COORDINATES[site])) for site in range(POINTS))
        lines = tuple(Line("grid", (_at(*COORDINATES[points[0]]), _at(*COORDINATES[points[-1]]))) for points in ON_LINE)
        labels = []
        for number, (letter, (low, _)) in enumerate(zip(LETTERS, RANGES, strict=True), 1):
            x, y, _z = _at(number, low)
            labels.append(EdgeLabel(letter, x, y - 0.58))
        for points in ON_LINE[LINES // 3 : 2 * LINES // 3]:
            number = COORDINATES[points[0]][1]
            x, y, _z = _at(*COORDINATES[points[0]])
            labels.append(EdgeLabel(str(number), x - 0.5, y + 0.29))
        trays = (
            Tray("pool", None, -7.0, -3.4, 1, 0.62, 51, "bowl"),
            Tray("reserve 0", 0, 6.6, -4.4, 1, 1.15, 5),
            Tray("removed 0", 0, 6.6, 1.75, 1, 1.15, 3),
            Tray("reserve 1", 1, -6.6, 4.4, 1, 1.15, 5),
            Tray("removed 1", 1, -6.6, -1.75, 1, 1.15, 3),
        )
        return Board(
            sites,
            lines,
            trays=trays,
            labels=tuple(labels),
            turns=(0, 60, 120, 180, 240, 300),
            outline="hexagon",
            appearance=Appearance(slab="slate", inlay="silver", tilt=(32.0, 18.0)),
        )

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return SYMMETRIES

    def stages(self, options: Options) -> tuple[str, ...]:
        return STAGES

    read_legacy = legacy.read_legacy

    # ---- Text form: lines a to k, seat, stage; see docs/positions.md ------------------------------------------------

    def start_text(self, options: Options) -> str:
        return f"{'/'.join('.' * (high - low + 1) for low, high in RANGES)} w place"

    def legend(self, options: Options) -> tuple[Sign, ...]:
        return (
            *signs_of_kinds(self, options, [(letter, *what) for letter, what in notation.SIGNS.items()]),
            Sign("/", Message("yinsh.sign.line")),
            Sign("w b", Message("shared.sign.seat"), word=True),
            Sign(" ".join(STAGES), Message("yinsh.sign.stage"), word=True),
        )

    action_moves = staticmethod(encoding.action_moves)
    planes = staticmethod(encoding.planes)
    parse = staticmethod(notation.parse)
    problems = staticmethod(setup_check.problems)
    build = position.build


def _at(x: int, y: int) -> tuple[float, float, float]:
    """Return the coordinates of a point: letter lines run upwards, f6 is at (0, 0), neighbours are 1 apart."""
    return sqrt(3) / 2 * (x - 6), y - 3 - x / 2, 0.0
