"""The game Laser Chess: options, levels, board, text form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec

from parlour.games.contract.board import Appearance, Board, Cell, Tray, square_board
from parlour.games.contract.declarations import Baseline, Kind, Side, Style, Term, Verb
from parlour.games.contract.game import Game
from parlour.games.contract.localized_game import kind_word
from parlour.games.contract.options import Option, Options, Preset
from parlour.games.contract.text_legend import Sign, Span
from parlour.games.laserchess import encoding, handicap, legacy, legacy_database, notation, position, setup_check
from parlour.games.laserchess.baseline import BASELINES
from parlour.games.laserchess.notation import LAYOUTS, LETTERS, code_of_piece, legend, text_spans, write_ranks
from parlour.games.laserchess.tables import FILES, FORBIDDEN_SITES, MAX_QUIET_TURNS, RANKS, SITES


class LaserChess(Game):
    key = "laserchess"
    title = "Laser Chess"
    description = (
        "A game of mirrors and two lasers. Each turn you move or rotate one piece, and then your laser fires: the beam "
        "travels from mirror to mirror and destroys what it hits on an unprotected side, even your own pieces. "
        "Destroy your opponent’s Pharaoh to win."
    )
    kinds = (
        Kind("pharaoh", "Pharaoh", "pharaoh", LETTERS["pharaoh"], 4, material="enamel"),
        Kind("scarab", "Scarab", "double mirror", LETTERS["scarab"], 4, material="enamel"),
        Kind("pyramid", "Pyramid", "mirror", LETTERS["pyramid"], 4, material="enamel"),
        Kind("anubis", "Anubis", "shield", LETTERS["anubis"], 4, material="enamel"),
        Kind("sphinx", "Sphinx", "laser", LETTERS["sphinx"], 4, material="enamel"),
    )
    verbs = (
        Verb("rotate left", "Rotate left", "q", usual=True),
        Verb("rotate right", "Rotate right", "e", usual=True),
    )
    declared = (
        (
            Option("layout", "Layout", "The arrangement of the pieces at the start.", "classic")
            .choice("classic", "Classic", "Open lines in the middle; the usual layout.")
            .choice("dynasty", "Dynasty", "The pieces are close together; fights begin early.")
            .choice("imhotep", "Imhotep", "The Scarabs are far apart; attack and defence are balanced.")
        ),
        (
            Option("swap", "Scarab swap", "Which adjacent pieces a Scarab may swap places with.", "pyramid+anubis")
            .choice("off", "Off", "A Scarab moves like any other piece.")
            .choice("pyramid+anubis", "Pyramid and Anubis", "With Pyramids and Anubises of either side.")
            .choice("any-but-sphinx", "Any but the Sphinx", "With any piece of either side except a Sphinx.")
        ),
        Option(
            "limit",
            "100 turns without a capture",
            f"{MAX_QUIET_TURNS} turns in a row without a capture are a draw. Useful for games between computers.",
            False,
        ),
        (
            Option("sphinx", "Sphinx", "Whether a Sphinx may rotate.", "fixed")
            .choice("fixed", "Fixed", "A Sphinx neither moves nor rotates.")
            .choice("turns", "May rotate", "A Sphinx may rotate, but never to face off the board.")
        ),
        (
            Option(
                "squares",
                "Reserved squares",
                "Whether some squares are reserved for one side, which prevents fortresses.",
                "free",
            )
            .choice("free", "None", "Any piece may be on any square.")
            .choice("reserved", "Reserved", "File a, i1 and i8 are reserved for Red; file j, b1 and b8 for Blue.")
        ),
        (
            Option(
                "pharaoh",
                "Pharaoh",
                "Whether a Pharaoh may rotate, which has no effect and so amounts to passing.",
                "turns",
            )
            .choice("turns", "May rotate", "Rotating the Pharaoh amounts to passing.")
            .choice("fixed", "Only moves", "Passing is not possible.")
        ),
        (
            Option(
                "scarab",
                "Scarab rotation",
                "Whether a Scarab may rotate both ways, although both have the same result.",
                "both",
            )
            .choice("both", "Both ways", "Right and left, like any other piece.")
            .choice("one", "One way", "Only to the right: one turn instead of two equivalent ones.")
        ),
        *handicap.OPTIONS,
    )
    presets = (
        Preset("standard", "Standard", "Scarabs swap with Pyramids and Anubises; the Sphinx is fixed."),
        Preset(
            "strict",
            "Strict",
            "As in the boxed game: the Sphinx may rotate, some squares are reserved, and passing is not possible.",
            {"sphinx": "turns", "squares": "reserved", "pharaoh": "fixed", "scarab": "one"},
        ),
        Preset("plain", "Without swaps", "Only moves and rotations: the simplest rules.", {"swap": "off"}),
    )
    terms = (
        Term("pyramid", 100),
        Term("anubis", 90),
        Term("scarab", 200),
        Term("mobility", 2),
        Term("cover", 3),
        Term("escapes", 10),
        Term("lines", 1),
        Term("reach", 9),
        Term("aim", 6),
        Term("crossings", 10),
        Term("mounts", 8),
        Term("near", 3),
        Term("check", 80),
        Term("target", 60),
        Term("backfire", 10),
    )
    styles = (
        Style(
            "attacker",
            "Attacker",
            "Brings its mirrors close to its opponent’s Pharaoh.",
            {"near": 14, "mounts": 14, "aim": 10, "cover": 0},
            "near",
        ),
        Style("guardian", "Guardian", "Keeps its own pieces around its Pharaoh.", {"cover": 16, "near": 0}, "cover"),
        Style("optician", "Optician", "Builds long beam paths with many mirrors.", {"reach": 30}, "reach"),
    )
    reasons = ("pharaoh", "own-pharaoh", "repetition", "no-progress")
    showpiece = "sc3ncfcncpb2/2pc7/pa1Pd7/1Pd1rb1ra3Pd/pa1Pc1RaRb2pb1/6pbPa1Pc/10/2PdNaFaNa3Sa r"
    finite: ClassVar = {"limit": True}
    score_scale = 300
    odds_scale = 415
    draw_margin = 560
    level_ratings = (640, 1270, 1500, 1700, 1830, 1980, 2120, 2260)
    opening_moves = 10
    first_can_be_chosen = True

    def sides(self, options: Options) -> tuple[Side, ...]:
        return (Side("Blue", "#2c68d2", "blue", "B"), Side("Red", "#d0303a", "red", "R"))

    def draw_board(self, options: Options) -> Board:
        trays = (
            Tray("captured 0", 0, FILES + 0.2, 0.0, 2, 0.7, 6),
            Tray("captured 1", 1, -2.0, RANKS - 1.0, 2, 0.7, 6),
        )
        board = square_board(FILES, RANKS, trays=trays, appearance=Appearance(slab="basalt", tilt=(40.0, 26.0)))
        if options["squares"] != "reserved":
            return board
        shades = {site: f"reserved {1 - seat}" for seat in (0, 1) for site in FORBIDDEN_SITES[seat]}
        cells = tuple(Cell(cell.site, shades.get(cell.site, cell.shade)) for cell in board.cells)
        return msgspec.structs.replace(board, cells=cells)

    read_legacy = legacy.read_legacy
    read_legacy_database = legacy_database.read_legacy_database

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        # Most games between equals are drawn, and more nodes alone win few of them: see NOTES.md.
        return {
            2: {"eval_noise": 300},
            3: {"nodes": 100, "blunder_rate": 0.8, "eval_noise": 180},
            4: {"nodes": 400, "blunder_rate": 0.45, "eval_noise": 120},
            5: {"nodes": 1_200, "blunder_rate": 0.27, "eval_noise": 100},
            6: {"nodes": 4_500, "blunder_rate": 0.14, "eval_noise": 100},
            7: {"nodes": 20_000, "blunder_rate": 0.05, "eval_noise": 80},
            8: {"contempt": 250},
        }

    def baselines(self) -> Mapping[str, Baseline]:
        return BASELINES

    # ---- Text form: see docs/positions.md -------------------------------------------------------------------------

    def start_text(self, options: Options) -> str:
        ranks = LAYOUTS[str(options["layout"])]
        if options["odds"] != "none":
            empty = [site for seat in (0, 1) for site in handicap.empty_sites(options, seat)]
            placed = {piece.place: code_of_piece(piece) for piece in notation.parse(f"{ranks} b", options).pieces}
            ranks = write_ranks([0 if site in empty else placed.get(site, 0) for site in range(SITES)])
        return f"{ranks} b{' 0' if options['limit'] else ''}"

    def legend(self, options: Options) -> tuple[Sign, ...]:
        return legend({kind.name: kind_word(self, kind.name) for kind in self.kinds})

    def text_spans(self, text: str, options: Options) -> tuple[Span, ...]:
        return text_spans(text, self.legend(options))

    action_moves = staticmethod(encoding.action_moves)
    planes = staticmethod(encoding.planes)
    parse = staticmethod(notation.parse)
    counters = staticmethod(setup_check.counters)
    problems = staticmethod(setup_check.problems)
    build = position.build
