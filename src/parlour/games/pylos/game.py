"""The game Pylos: options, levels, board, text form."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

from parlour.games.contract.board import Appearance, Board, Cell, EdgeLabel, Site, Tray
from parlour.games.contract.declarations import Baseline, Flawless, Kind, Side, Style, Term, Verb
from parlour.games.contract.game import Game
from parlour.games.contract.options import Option, Options, Preset
from parlour.games.contract.text_legend import Places, Sign, signs_of_kinds
from parlour.games.pylos import encoding, handicap, legacy, notation, position, setup_check
from parlour.games.pylos.baseline import BASELINES
from parlour.games.pylos.setup_check import has_bonus
from parlour.games.pylos.solution.solver import pylos_solver
from parlour.games.pylos.solution.stored import has_stored_solution, stored_solution
from parlour.games.pylos.tables import (
    FILES,
    MAX_SIZE,
    MAX_TURNS,
    MIN_SIZE,
    Pyramid,
    images,
    pyramid,
)
from parlour.i18n.message import Message

HEIGHT = sqrt(0.5)
"""Vertical distance between the centres of two levels if neighbouring balls are 1 apart."""

LEVELS: dict[int, dict[str, float | str]] = {
    3: {"nodes": 80, "blunder_rate": 0.6, "eval_noise": 80},
    4: {"nodes": 300, "blunder_rate": 0.3, "eval_noise": 50},
    5: {"nodes": 1_200, "blunder_rate": 0.12},
    6: {"nodes": 6_000},
    7: {"nodes": 35_000},
}
"""Changes to the level settings, tuned by matches."""

CLASSIC = {"take": "two", "stuck": "passes"}


class Pylos(Game):
    key = "pylos"
    title = "Pylos"
    description = (
        "Two players build one pyramid of balls together. Place balls from your reserve wherever they find support, or "
        "raise balls from the board to a higher level. Completing a square in your own colour lets you take balls "
        "back. The player who places the last ball on top wins, so the art is to save balls."
    )
    kinds = (Kind("ball", "ball", "ball", "o", material="wood"),)
    declared = (
        Option(
            "size",
            "Board",
            "Number of cells along each side of the base. The published game is 4×4.",
            4,
            low=MIN_SIZE,
            high=MAX_SIZE,
        ),
        Option("square", "Squares", "Completing a 2×2 square in your own colour lets you take balls back.", True),
        (
            Option("line", "Lines", "Whether completing a line in your own colour lets you take balls back.", "off")
            .choice("off", "Off", "Lines do not count.")
            .choice("official", "Official", "Full rows and columns of the two lowest levels, of three or more.")
            .choice("four", "Any four", "Four adjacent balls in a row or column, on any level.")
        ),
        (
            Option("take", "Take back", "How many balls a completed square or line lets you take back.", "one-or-two")
            .choice("one-or-two", "One or two", "Your choice, but at least one.")
            .choice("two", "Exactly two", "House rule: two, unless no second ball is free.")
            .choice("optional", "Up to two", "House rule: none, one or two, as you choose.")
        ),
        (
            Option(
                "stuck",
                "No legal move",
                "What happens to a player with an empty reserve and no ball to raise.",
                "loses",
            )
            .choice("loses", "Loses", "The player loses immediately.")
            .choice("passes", "Passes", "House rule: the opponent moves again.")
        ),
        *handicap.OPTIONS,
    )
    presets = (
        Preset("standard", "Standard", "The usual rules: squares let you take one or two balls back."),
        Preset("children", "Children", "For beginners: no balls are taken back.", {"square": False}),
        Preset("expert", "Expert", "Squares and full lines let you take balls back.", {"line": "official"}),
        Preset(
            "classic",
            "Classic house rules",
            "A square takes back exactly two balls; a player who cannot move passes.",
            {**CLASSIC},
        ),
        Preset(
            "classic-lines",
            "Classic house rules with lines",
            "Like Classic, but four in a row count like a square.",
            {"line": "four", **CLASSIC},
        ),
    )
    terms = (
        Term("reserve", 63),
        Term("owed", 95),
        Term("late", 3),
        Term("race", 18),
        Term("tempo", 10),
        Term("gains", 76),
        Term("menaces", 66),
        Term("raises", 37),
        Term("climbs", 15),
        Term("squares", 12),
        Term("blocks", 6),
        Term("free", 38),
        Term("inner", 25),
    )
    styles = (
        Style(
            "hoarder",
            "Hoarder",
            "Keeps balls free to raise later instead of spending new ones.",
            {"raises": 60, "climbs": 31, "free": 45},
            "climbing",
        ),
        Style("builder", "Builder", "Begins squares wherever it can.", {"squares": 28}, "building"),
        Style("blocker", "Blocker", "Puts balls into the squares its opponent begins.", {"blocks": 17}, "blocking"),
    )
    score_scale = 76
    odds_scale = 88
    draw_margin = 0
    level_ratings = (670, 1130, 1500, 1830, 2100, 2340, 2590, 2790)
    reasons = ("apex", "stuck", "repetition", "turns")
    gains = ("give", "slide")
    patient = True
    flawless = Flawless(others=("slide", "give"), own=())
    showpiece = "12.2/1121/2212/122.|1../112/21.|../..|. 1 play 22"
    verbs = (Verb("done", "Done", "e"), Verb("pass", "Pass", "p"))

    def sides(self, options: Options) -> tuple[Side, ...]:
        return (Side("Light", "#ead9b0", "cream", "o"), Side("Dark", "#7c3f27", "brown", "x"))

    def forbids(self, options: Options) -> Message | None:
        if options["line"] == "four" and options["size"] == 3:
            return Message("pylos.forbids.four")
        if options["take"] != "one-or-two" and not has_bonus(options):
            return Message("pylos.forbids.take")
        if options["light"] and options["dark"]:
            return Message("pylos.forbids.both")
        return None

    def pyramid(self, options: Options) -> Pyramid:
        """Return the cells of the board."""
        return pyramid(int(options["size"]))

    def draw_board(self, options: Options) -> Board:
        """Return the board. Sites are the centres of the balls; neighbours touch, and levels rest on each other."""
        shape = self.pyramid(options)
        size = shape.size
        sites = tuple(
            Site(label, x + level / 2, y + level / 2, level * HEIGHT)
            for label, (level, x, y) in zip(shape.labels, shape.cells, strict=True)
        )
        hollows = tuple(Cell(site, "hollow") for site in range(size * size))
        labels = [EdgeLabel(FILES[i], float(i), -0.75) for i in range(size)]
        labels += [EdgeLabel(str(i + 1), -0.75, float(i)) for i in range(size)]
        columns, rows = 2, -(-shape.balls // 2)
        pitch = 0.9
        trays = (
            Tray("reserve 0", 0, size + 0.6, 0.0, columns, pitch, rows),
            Tray("reserve 1", 1, -1.6 - pitch * (columns - 1), float(size - 1), columns, pitch, rows),
        )
        return Board(
            sites,
            cells=hollows,
            trays=trays,
            labels=tuple(labels),
            turns=(0, 90, 180, 270),
            appearance=Appearance(slab="walnut", tilt=(24.0, 20.0)),
        )

    def exact(self, options: Options) -> str | None:
        """Return "fixpoint" for the smallest pyramid, 40,000 positions up to symmetry, with cycles; "table" for 4×4
        where the solution is stored.
        """
        if options["size"] == 3:
            return "fixpoint"
        return "table" if has_stored_solution(options) else None

    solution = staticmethod(stored_solution)
    solver = staticmethod(pylos_solver)

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return images(int(options["size"]))[1:]

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        # Strong players search much of this game to its end, where more nodes change nothing: four to six times as many
        # win three games of four up to level 7, and must leave room for level 8.
        return {} if options["size"] == 3 else LEVELS

    def baselines(self) -> Mapping[str, Baseline]:
        return BASELINES

    def stages(self, options: Options) -> tuple[str, ...]:
        """Return the stages. “take” names the ball played last, which cannot be taken back in some variants."""
        return ("play", "more", *(f"take:{label}" for label in self.pyramid(options).labels))

    def counters(self, options: Options) -> Mapping[str, tuple[int, int]]:
        return {"turns": (0, MAX_TURNS)}

    read_legacy = legacy.read_legacy

    # ---- Text form: `..../..../..../....|.../.../...|../..|. 1 play 0` ----------------------------------------------

    def start_text(self, options: Options) -> str:
        size = self.pyramid(options).size
        return "|".join("/".join(["." * width] * width) for width in range(size, 0, -1)) + " 1 play 0"

    def legend(self, options: Options) -> tuple[Sign, ...]:
        return (
            *signs_of_kinds(self, options, [("1", "ball", 0), ("2", "ball", 1)]),
            Sign("/", Message("shared.sign.row")),
            Sign("|", Message("shared.sign.level")),
            Sign("1 2", Message("shared.sign.seat"), word=True),
            Sign("play take:… more", Message("pylos.sign.stage"), word=True),
            Sign("0 … 400", Message("pylos.sign.turns"), word=True),
        )

    def reading_order(self, options: Options) -> Places:
        cells = self.pyramid(options).cells
        rows_from_afar = sorted(range(len(cells)), key=lambda n: (cells[n][0], -cells[n][2], cells[n][1]))
        return tuple((cell,) for cell in rows_from_afar)

    action_moves = staticmethod(encoding.action_moves)
    planes = staticmethod(encoding.planes)
    parse = staticmethod(notation.parse)
    problems = staticmethod(setup_check.problems)
    build = position.build
