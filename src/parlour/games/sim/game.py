"""The game Sim: options, levels, board, text form."""

from __future__ import annotations

import math
from collections.abc import Mapping

from parlour.games.contract.board import Appearance, Board, EdgeLabel, Site
from parlour.games.contract.declarations import Baseline, Kind, Side, Term
from parlour.games.contract.game import Game
from parlour.games.contract.options import Choice, Option, Options, Preset
from parlour.games.contract.text_legend import Places, Sign, signs_of_kinds
from parlour.games.sim import encoding, legacy, notation, position, setup_check
from parlour.games.sim.baseline import BASELINES
from parlour.games.sim.tables import MAX_DOTS, MAX_PLAYERS, MIN_DOTS, NAMES, strokes
from parlour.i18n.message import Message

STANDARD = 6
"""The usual number of dots. Fewer are experimental, because games of two players can be drawn."""


SIDES = (
    Side("Player 1", "#2f7fd6", "blue", "1"),
    Side("Player 2", "#e8912d", "orange", "2"),
    Side("Player 3", "#2fa36b", "green", "3"),
    Side("Player 4", "#a45fd0", "purple", "4"),
    Side("Player 5", "#e7cf3c", "yellow", "5"),
)
"""Neither red nor black, which are reserved for warnings and announcements."""

PERFECT_SHARES: Mapping[int, Mapping[str, float | str]] = {
    2: {"eval_noise": 48},
    3: {"eval_noise": 11.5},
    4: {"blunder_rate": 0.787},
    5: {"blunder_rate": 0.509},
    6: {"blunder_rate": 0.287},
    7: {"blunder_rate": 0.122},
}
"""Computed on six dots so that each level scores 67 % against the one below; see NOTES.md."""
SEARCHED: Mapping[int, Mapping[str, float | str]] = {
    2: {"method": "alphabeta", "depth": 1, "nodes": 100, "blunder_rate": 1.0, "eval_noise": 700, "margin": 10},
    3: {"method": "alphabeta", "depth": 1, "nodes": 100, "blunder_rate": 1.0, "eval_noise": 200, "margin": 10},
    4: {"method": "alphabeta", "nodes": 150, "blunder_rate": 0.7, "eval_noise": 120, "margin": 10},
    5: {"method": "alphabeta", "nodes": 400, "blunder_rate": 0.45, "eval_noise": 90, "margin": 10},
    6: {"method": "alphabeta", "nodes": 1_500, "blunder_rate": 0.25, "eval_noise": 70, "margin": 10},
    7: {"method": "alphabeta", "nodes": 10_000, "blunder_rate": 0.1, "eval_noise": 50, "margin": 8},
}
"""These levels also differ by errors, because a deeper search alone makes little difference in this game."""


class Sim(Game):
    key = "sim"
    title = "Sim"
    description = (
        "A pencil-and-paper game of triangles. Players take turns joining two dots, each in their own colour. The "
        "first to complete a triangle in their own colour loses."
    )
    kinds = (Kind("stroke", "stroke", "cord", "-"),)
    declared = (
        Option("players", "Players", "Number of players; they move in a fixed order.", 2, low=2, high=MAX_PLAYERS),
        Option(
            "vertices",
            "Dots",
            "Number of dots on the board.",
            STANDARD,
            tuple(
                Choice(n, f"{n} dots", f"{strokes(n)} strokes.", experimental=n < STANDARD)
                for n in range(MIN_DOTS, MAX_DOTS + 1)
            ),
        ),
        (
            Option("goal", "Goal", "Whether a triangle in your own colour loses or wins.", "avoid")
            .choice("avoid", "Avoid triangles", "The player who completes one loses.")
            .choice("make", "Make triangles", "The player who completes one wins.")
        ),
        (
            Option("clique", "Figure", "How many dots must all be joined in one colour to decide the game.", 3)
            .choice(3, "Triangle", "Three dots, three strokes.")
            .choice(4, "Four dots", "Four dots, all joined to each other: six strokes.")
        ),
        Option(
            "elimination",
            "Elimination",
            "A player who completes a triangle drops out, and the others play on.",
            False,
            when={"players": (3, 4, 5), "goal": ("avoid",)},
        ),
    )
    presets = (
        Preset("standard", "Standard", "Two players, six dots; the first triangle loses."),
        Preset(
            "three",
            "Three players",
            "Three players, seven dots; the first triangle loses.",
            {"players": 3, "vertices": 7},
        ),
        Preset(
            "survivor",
            "Last one in",
            "Four players, eight dots; a player who completes a triangle drops out.",
            {"players": 4, "vertices": 8, "elimination": True},
        ),
        Preset("make", "Triangle wins", "Two players, six dots; the first triangle wins.", {"goal": "make"}),
    )
    terms = (Term("safe", 100), Term("threats", 100))
    reasons = ("triangle", "full")
    patient = True
    flawless = None
    showpiece = "2/11/12./..12/.2..1 2"
    draw_margin = 0
    level_ratings = (1080, 1210, 1500, 1680, 1780, 1870, 2040, 2140)
    opening_moves = 0

    def forbids(self, options: Options) -> Message | None:
        dots, players = int(options["vertices"]), int(options["players"])
        total = strokes(dots)
        if players > total:
            return Message("sim.forbids.strokes", {"dots": dots, "total": total, "players": players})
        each = -(-total // players)
        if options["clique"] == 4 and each < strokes(4):
            needed: dict[str, str | int] = {"dots": dots, "players": players, "each": each, "four": strokes(4)}
            return Message("sim.forbids.four", needed)
        return None

    def sides(self, options: Options) -> tuple[Side, ...]:
        return SIDES[: int(options["players"])]

    def draw_board(self, options: Options) -> Board:
        dots, players = int(options["vertices"]), int(options["players"])
        radius = 0.5 / math.sin(math.pi / dots)

        def at(dot: int, further: float = 0.0) -> tuple[float, float]:
            """Return a point on the circle, clockwise from the top."""
            angle = 2 * math.pi * dot / dots
            return (radius + further) * math.sin(angle), (radius + further) * math.cos(angle)

        def beside(dot: int) -> tuple[float, float]:
            """Return the place of a label, clear of its peg and of the shadow at its right."""
            x, y = at(dot)
            if abs(x) < 0.3:
                return x - 0.34, at(dot, 0.28)[1]
            return (x + 0.38, y + 0.1) if x > 0 and y < -0.3 else at(dot, 0.36)

        return Board(
            sites=tuple(Site(NAMES[dot], *at(dot)) for dot in range(dots)),
            labels=tuple(EdgeLabel(NAMES[dot], *beside(dot)) for dot in range(dots)),
            homes=tuple((270.0 - 360.0 * seat / players) % 360 for seat in range(players)),
            turns=tuple(360 * seat // players for seat in range(players)),
            outline="round",
            appearance=Appearance(
                slab="blackboard",
                frame="ash",
                inlay="chalk",
                border=False,
                sites="peg",
                # With many dots, many cords run one above the other: from above they hide each other less.
                tilt=(26.0, 18.0) if dots <= STANDARD else (18.0, 12.0),
            ),
        )

    def exact(self, options: Options) -> str | None:
        """Return the solver for two players on at most eight dots (seven with four joined dots)."""
        dots = int(options["vertices"])
        if options["players"] != 2 or dots > 8 or (dots == 8 and options["clique"] == 4):
            return None
        return "fixpoint" if dots <= 6 else "proof"

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        """Return shares of perfect moves, tuned by matches, up to seven dots. Eight take seconds to solve, which only
        the highest level does."""
        if options["players"] != 2:
            return {}
        return PERFECT_SHARES if int(options["vertices"]) <= 7 else SEARCHED

    def baselines(self) -> Mapping[str, Baseline]:
        return BASELINES

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        """Return the rotations and reflections of the board. See `SimRules.canonical_key` for more symmetries."""
        dots = int(options["vertices"])
        turned = [tuple((dot + by) % dots for dot in range(dots)) for by in range(dots)]
        return tuple(turned[1:] + [image[::-1] for image in turned])

    read_legacy = legacy.read_legacy

    # ---- Text form: `1/../.2./..../..... 1` -------------------------------------------------------------------------

    def start_text(self, options: Options) -> str:
        return "/".join("." * dot for dot in range(1, int(options["vertices"]))) + " 1"

    def legend(self, options: Options) -> tuple[Sign, ...]:
        seats = range(int(options["players"]))
        out = [Sign("x1 …", Message("sim.sign.out"), word=True)] if options["elimination"] else []
        return (
            *signs_of_kinds(self, options, [(str(seat + 1), "stroke", seat) for seat in seats]),
            Sign("/", Message("sim.sign.dot")),
            Sign(" ".join(str(seat + 1) for seat in seats), Message("shared.sign.seat"), word=True),
            *out,
        )

    def reading_order(self, options: Options) -> Places:
        return tuple((other, dot) for dot in range(1, int(options["vertices"])) for other in range(dot))

    action_moves = staticmethod(encoding.action_moves)
    planes = staticmethod(encoding.planes)
    parse = staticmethod(notation.parse)
    problems = staticmethod(setup_check.problems)
    build = position.build
