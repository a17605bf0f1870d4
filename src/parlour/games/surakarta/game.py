"""The game Surakarta: options, levels, board, text form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from parlour.games.contract.board import Appearance, Arc, Board, EdgeLabel, Line, Site, Tray
from parlour.games.contract.declarations import Baseline, Kind, Side, Style, Term
from parlour.games.contract.game import Game
from parlour.games.contract.options import Option, Options, Preset
from parlour.games.contract.text_legend import Sign, signs_of_kinds
from parlour.games.surakarta import encoding, handicap, legacy, legacy_database, notation, position, setup_check
from parlour.games.surakarta.baseline import BASELINES
from parlour.games.surakarta.tables import (
    POINTS,
    SIZE,
    TRACKS,
    label,
    loop_name,
    point,
)
from parlour.i18n.message import Message


class Surakarta(Game):
    key = "surakarta"
    title = "Surakarta"
    description = (
        "A traditional game from Java. Pieces step one point in any direction, but capture only by sliding along a "
        "track and round at least one of the loops at the corners. Capture all enemy pieces to win."
    )
    kinds = (Kind("disc", "disc", "stone", "o", material="gemstone"),)
    declared = (
        (
            Option("ending", "Ending", "How a game ends when neither side makes progress.", "standard")
            .choice("standard", "Standard", "After 50 moves without a capture or a third repetition, more pieces win.")
            .choice("endless", "Classic, endless", "The game ends only when a side has no pieces or no move left.")
        ),
        *handicap.OPTIONS,
    )
    presets = (
        Preset("standard", "Standard", "Ends after 50 moves without a capture or at the third repetition."),
        Preset(
            "endless",
            "Classic, endless",
            "The traditional rules: the game goes on until one side has no pieces left.",
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
    level_ratings = (730, 1230, 1500, 1820, 2270, 2530, 2680, 3040)
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
        """Return the settings of the levels. Four times the nodes win three games of four. Level 2 is a greedy beginner
        only if it rarely misses a capture."""
        return {
            2: {"eval_noise": 55},
            3: {"eval_noise": 45},
            4: {"blunder_rate": 0.32},
            6: {"nodes": 7_000},
            7: {"nodes": 40_000},
        }

    def baselines(self) -> Mapping[str, Baseline]:
        return BASELINES

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
        # Outside of the loops, which leave the board on the lines between the coordinates.
        labels = [EdgeLabel(str(i), float(i), 7.3) for i in range(SIZE)]
        labels += [EdgeLabel(str(i), -2.3, float(SIZE - 1 - i)) for i in range(SIZE)]
        trays = (Tray("captured 0", 0, 8.2, 0.0, 2, 0.66, 6), Tray("captured 1", 1, -4.0, 5.0, 2, 0.66, 6))
        return Board(
            sites,
            tuple(lines),
            tuple(arcs),
            trays=trays,
            labels=tuple(labels),
            turns=(0, 90, 180, 270),
            appearance=Appearance(slab="indigo ash", frame="teak", tracks=("#249b91", "#cc6a40"), sites="stud"),
        )

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

    counters = staticmethod(setup_check.counters)
    read_legacy = legacy.read_legacy
    read_legacy_database = legacy_database.read_legacy_database

    # ---- Text form: `222222/222222/....../....../111111/111111 1 0` -------------------------------------------------

    def start_text(self, options: Options) -> str:
        south, north = (handicap.back_row(options, seat) for seat in (0, 1))
        return f"{north}/222222/....../....../111111/{south} 1 0"

    def legend(self, options: Options) -> tuple[Sign, ...]:
        return (
            *signs_of_kinds(self, options, [("1", "disc", 0), ("2", "disc", 1)]),
            Sign("/", Message("shared.sign.row")),
            Sign("1 2", Message("shared.sign.seat"), word=True),
            Sign("0 … 50", Message("surakarta.sign.quiet"), word=True),
        )

    action_moves = staticmethod(encoding.action_moves)
    planes = staticmethod(encoding.planes)
    parse = staticmethod(notation.parse)
    problems = staticmethod(setup_check.problems)
    build = position.build
