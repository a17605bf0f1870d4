"""Pylos as it is set up: options and presets, the board, the text form and what a set-up can have wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from math import sqrt

from parlour.errors import TextError
from parlour.games.contract.board import Board, Cell, EdgeLabel, Site, Tray
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
from parlour.games.pylos.baseline import BASELINES
from parlour.games.pylos.legacy import read_legacy
from parlour.games.pylos.position import PylosPosition
from parlour.games.pylos.tables import (
    FILES,
    LARGEST,
    LIMIT,
    MORE,
    NOWHERE,
    PLAY,
    SMALLEST,
    TAKING,
    Pyramid,
    balls_of,
    images,
    lines,
    pyramid,
)
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

STAGES = {"play": PLAY, "take": TAKING, "more": MORE}
HEIGHT = sqrt(0.5)
"""From the centre of a ball to the level of the balls that rest on it, when neighbours are 1 apart."""

MOST_LEFT_OUT = 6
"""So many balls a side can play without."""

LEVELS: dict[int, dict[str, float | str]] = {
    3: {"nodes": 80, "blunder_rate": 0.6, "eval_noise": 80},
    4: {"nodes": 300, "blunder_rate": 0.3, "eval_noise": 50},
    5: {"nodes": 1_200, "blunder_rate": 0.12},
    6: {"nodes": 6_000},
    7: {"nodes": 35_000},
}
"""What matches corrected in the settings of the levels."""

CLASSIC = {"take": "two", "stuck": "passes"}


def _word(key: str, **params: str | int) -> Message:
    return Message(f"pylos.{key}", params)


class Pylos(Game):
    key = "pylos"
    title = "Pylos"
    description = (
        "Two players build one pyramid of balls. Balls from the reserve go wherever they find support, balls on the "
        "board may climb, and whoever completes a square of their own takes balls back. The one who sets the last ball "
        "on top wins, so the art is to save balls."
    )
    kinds = (Kind("ball", "ball", "ball", "o"),)
    declared = (
        Option(
            "size",
            "Board",
            "Cells along each side of the base. The published game is 4×4.",
            4,
            low=SMALLEST,
            high=LARGEST,
        ),
        Option("square", "Squares", "Completing a 2×2 square of your own colour lets you take balls back.", True),
        Option(
            "line",
            "Lines",
            "Whether completing a line of your own colour lets you take balls back.",
            "off",
            (
                Choice("off", "Off", "Lines count for nothing."),
                Choice("official", "Official", "Full rows and columns of the two lowest levels, of three or more."),
                Choice("four", "Any four", "Four neighbours in a row or column, on any level."),
            ),
        ),
        Option(
            "take",
            "Take back",
            "How many balls a completed square or line lets you take back.",
            "one-or-two",
            (
                Choice("one-or-two", "One or two", "As you like, but at least one."),
                Choice("two", "Exactly two", "House rule: two, unless no second ball is free."),
            ),
        ),
        Option(
            "stuck",
            "No legal turn",
            "What happens to a player with an empty reserve and nothing to raise.",
            "loses",
            (
                Choice("loses", "Loses", "The game is lost at once."),
                Choice("passes", "Passes", "House rule: the opponent goes on."),
            ),
        ),
        Option(
            "light",
            "Light plays without",
            "A handicap: so many balls fewer in Light's reserve.",
            0,
            low=0,
            high=MOST_LEFT_OUT,
            handicap=True,
        ),
        Option(
            "dark",
            "Dark plays without",
            "A handicap: so many balls fewer in Dark's reserve.",
            0,
            low=0,
            high=MOST_LEFT_OUT,
            handicap=True,
        ),
    )
    presets = (
        Preset("standard", "Standard", "The usual rules: squares let you take one or two balls back."),
        Preset("children", "Children", "For beginners: nothing is ever taken back.", {"square": False}),
        Preset("expert", "Expert", "Squares and full lines let you take balls back.", {"line": "official"}),
        Preset(
            "classic", "Classic house rules", "A square takes back exactly two; who cannot play passes.", {**CLASSIC}
        ),
        Preset(
            "classic-lines",
            "Classic house rules with lines",
            "The same, and four in a row count like a square.",
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
            "Keeps balls free that it can raise instead of spending others.",
            {"raises": 60, "climbs": 31, "free": 45},
            "climbing",
        ),
        Style("builder", "Builder", "Begins squares wherever it can.", {"squares": 28}, "building"),
        Style("blocker", "Blocker", "Puts a ball into the squares the other begins.", {"blocks": 17}, "blocking"),
    )
    score_scale = 76
    odds_scale = 88
    draw_margin = 0
    reasons = ("apex", "stuck", "repetition", "turns")
    gains = ("give", "slide")
    patient = True
    flawless = Flawless(others=("slide", "give"), own=())
    showpiece = "12.2/1121/2212/122.|1../112/21.|../..|. 1 play 22"
    verbs = (Verb("done", "Done", "e"), Verb("pass", "Pass", "p"))

    def sides(self, options: Options) -> tuple[Side, ...]:
        return (Side("Light", "#ead9b0", "cream", "o"), Side("Dark", "#5b3a26", "brown", "x"))

    def rules(self, language: str = "en") -> str:
        return files(__package__).joinpath("help", f"{language}.md").read_text(encoding="utf-8")

    def forbids(self, options: Options) -> Message | None:
        if options["line"] == "four" and options["size"] == 3:
            return _word("forbids.four")
        if options["take"] == "two" and not has_bonus(options):
            return _word("forbids.take")
        if options["light"] and options["dark"]:
            return _word("forbids.both")
        return None

    def pyramid(self, options: Options) -> Pyramid:
        """The cells of the board."""
        return pyramid(int(options["size"]))

    def draw_board(self, options: Options) -> Board:
        """Sites are the centres of the balls: neighbours touch, and each level lies in the hollows of the one below."""
        shape = self.pyramid(options)
        size = shape.size
        sites = tuple(
            Site(label, x + level / 2, y + level / 2, level * HEIGHT)
            for label, (level, x, y) in zip(shape.labels, shape.cells, strict=True)
        )
        hollows = tuple(Cell(site, "hollow") for site in range(size * size))
        labels = [EdgeLabel(FILES[i], float(i), -0.8) for i in range(size)]
        labels += [EdgeLabel(str(i + 1), -0.8, float(i)) for i in range(size)]
        columns = -(-shape.balls // size)
        pitch = 0.9
        trays = (
            Tray("reserve 0", 0, size + 0.6, 0.0, columns, pitch),
            Tray("reserve 1", 1, -1.6 - pitch * (columns - 1), float(size - 1), columns, pitch),
        )
        return Board(sites, cells=hollows, trays=trays, labels=tuple(labels), turns=(0, 90, 180, 270))

    def exact(self, options: Options) -> str | None:
        """The smallest pyramid: at most 40,000 positions but for its images, and cycles where balls are taken back."""
        return "fixpoint" if options["size"] == 3 else None

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        return images(int(options["size"]))[1:]

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        # Strong players see much of this game to its end, where more work changes nothing: four to six times as much
        # wins three games of four up to level 7, and must leave something for level 8.
        return {} if self.exact(options) else LEVELS

    def baselines(self) -> Mapping[str, Baseline]:
        return BASELINES

    def stages(self, options: Options) -> tuple[str, ...]:
        """“take” names the ball that was played last: it may not be taken back in every form of the game."""
        return ("play", "more", *(f"take:{label}" for label in self.pyramid(options).labels))

    def counters(self, options: Options) -> Mapping[str, tuple[int, int]]:
        return {"turns": (0, LIMIT)}

    def read_legacy(self, text: str) -> list[LegacyGame]:
        return read_legacy(text, lambda options: self.start(self.check(options)))

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
            Sign("play take:… more", _word("sign.stage"), word=True),
            Sign("0 … 400", _word("sign.turns"), word=True),
        )

    def reading_order(self, options: Options) -> Places:
        cells = self.pyramid(options).cells
        rows_from_afar = sorted(range(len(cells)), key=lambda n: (cells[n][0], -cells[n][2], cells[n][1]))
        return tuple((cell,) for cell in rows_from_afar)

    def parse(self, text: str, options: Options) -> Draft:
        text = text.strip()
        fields = text.split(" ")
        if len(fields) != 4:
            raise localized_error(TextError, "pylos.text.fields")
        pieces = self._parse_levels(fields[0], self.pyramid(options))
        columns = [1 + sum(len(field) + 1 for field in fields[:n]) for n in range(4)]
        if fields[1] not in ("1", "2"):
            raise localized_error(TextError, "pylos.text.seat", columns[1], given=fields[1][:20])
        if not re.fullmatch(r"play|more|take:[0-9a-z]{1,8}", fields[2]):
            raise localized_error(TextError, "pylos.text.stage", columns[2], given=fields[2][:20])
        if fields[2].startswith("take:") and self.pyramid(options).cell(fields[2][5:]) is None:
            raise localized_error(TextError, "pylos.text.no-cell", columns[2] + 5, cell=fields[2][5:])
        if not re.fullmatch(r"0|[1-9][0-9]{0,5}", fields[3]):
            raise localized_error(TextError, "pylos.text.turns", columns[3], given=fields[3][:20])
        return Draft(tuple(pieces), int(fields[1]) - 1, fields[2], {"turns": int(fields[3])})

    def _parse_levels(self, text: str, shape: Pyramid) -> list[Piece]:
        number = {cell: n for n, cell in enumerate(shape.cells)}
        pieces = []
        column = 1
        levels = text.split("|")
        for level, part in enumerate(levels):
            width = shape.size - level
            if width <= 0:
                raise localized_error(TextError, "pylos.text.levels", column, has=len(levels), size=shape.size)
            rows = part.split("/")
            for n, row in enumerate(rows):
                if n >= width:
                    raise localized_error(
                        TextError, "pylos.text.rows", column, level=level + 1, has=len(rows), width=width
                    )
                y = width - 1 - n
                where = {"row": y + 1, "level": level + 1, "width": width}
                for x, sign in enumerate(row):
                    if x >= width:
                        raise localized_error(TextError, "pylos.text.row", column + x, has=len(row), **where)
                    if sign not in ".12":
                        raise localized_error(TextError, "pylos.text.ball", column + x, sign=sign)
                    if sign != ".":
                        pieces.append(Piece(0, "ball", int(sign) - 1, number[level, x, y]))
                if len(row) < width:
                    raise localized_error(TextError, "pylos.text.row", column + len(row), has=len(row), **where)
                column += len(row) + 1
            if len(rows) < width:
                raise localized_error(
                    TextError, "pylos.text.rows", column - 1, level=level + 1, has=len(rows), width=width
                )
        if len(levels) < shape.size:
            raise localized_error(TextError, "pylos.text.levels", column - 1, has=len(levels), size=shape.size)
        return pieces

    # ---- Set-ups --------------------------------------------------------------------------------------------------

    def problems(self, draft: Draft, options: Options) -> list[Problem]:
        shape = self.pyramid(options)
        found: list[Problem] = []
        on: dict[int, int] = {}
        count = [0, 0]
        for piece in draft.pieces:
            if piece.kind != "ball" or piece.owner not in (0, 1):
                found.append(Problem(_word("problem.kind")))
                continue
            count[piece.owner] += 1
            if piece.place == f"reserve {piece.owner}":
                continue
            if not isinstance(piece.place, int) or not 0 <= piece.place < len(shape.cells):
                found.append(Problem(_word("problem.off")))
            elif piece.place in on:
                found.append(Problem(_word("problem.doubled", site=shape.labels[piece.place]), (piece.place,)))
            else:
                on[piece.place] = piece.owner
        for cell in sorted(on):
            missing = [below for below in shape.below[cell] if below not in on]
            if missing:
                names = ", ".join(shape.labels[below] for below in missing)
                floats = _word("problem.floats", site=shape.labels[cell], below=names, n=len(missing))
                found.append(Problem(floats, (cell, *missing)))
        for seat in (0, 1):
            balls = balls_of(options, seat)
            if count[seat] > balls:
                found.append(Problem(_word("problem.count", seat=seat, n=count[seat], most=balls)))
        turns = draft.counters.get("turns", 0)
        if not 0 <= turns <= LIMIT:
            found.append(Problem(_word("problem.turns", n=turns, most=LIMIT)))
        if draft.seat not in (0, 1):
            found.append(Problem(Message("shared.bad-seat", {"number": draft.seat + 1})))
            return found
        if on.get(shape.apex) == draft.seat:
            found.append(Problem(_word("problem.apex", seat=draft.seat, other_seat=1 - draft.seat), (shape.apex,)))
        return found + self._stage_problems(draft, options, on)

    def _stage_problems(self, draft: Draft, options: Options, on: dict[int, int]) -> list[Problem]:
        """What is wrong with the stage of a set-up with balls on these cells."""
        shape = self.pyramid(options)
        stage, _, label = draft.stage.partition(":")
        cell = shape.cell(label)
        if stage == "play" or not draft.stage:
            return []
        if stage not in STAGES or (stage == "take") != (cell is not None):
            return [Problem(_word("problem.stage", stage=draft.stage[:20]))]
        if not has_bonus(options):
            return [Problem(_word("problem.no-bonus"))]
        found = []
        if shape.apex in on:
            found.append(Problem(_word("problem.won"), (shape.apex,)))
        if draft.counters.get("turns", 0) >= LIMIT:
            found.append(Problem(_word("problem.late", most=LIMIT)))
        if cell is not None:
            if on.get(cell) != draft.seat:
                found.append(Problem(_word("problem.latest-missing", seat=draft.seat, site=label), (cell,)))
            elif any(above in on for above in shape.above[cell]):
                found.append(Problem(_word("problem.latest-covered", site=label), (cell,)))
            elif not any(all(on.get(c) == draft.seat for c in pattern) for pattern in patterns(cell, options)):
                found.append(Problem(_word("problem.no-pattern", seat=draft.seat, site=label), (cell,)))
            return found
        own = [cell for cell, owner in on.items() if owner == draft.seat]
        if len(own) >= balls_of(options, draft.seat):
            found.append(Problem(_word("problem.none-taken", seat=draft.seat)))
        if all(any(above in on for above in shape.above[cell]) for cell in own):
            found.append(Problem(_word("problem.none-free", seat=draft.seat)))
        return found

    def build(self, draft: Draft, options: Options) -> PylosPosition:
        position = PylosPosition(self, options)
        on = sorted((piece.place, piece.owner) for piece in draft.pieces if isinstance(piece.place, int))
        for place, owner in on:  # from the base up
            assert owner is not None
            position.place(owner, place)
        stage, _, label = draft.stage.partition(":")
        latest = self.pyramid(options).cell(label)
        position.begin(
            draft.seat, STAGES[stage or "play"], NOWHERE if latest is None else latest, draft.counters.get("turns", 0)
        )
        return position


def has_bonus(options: Options) -> bool:
    """Whether anything lets a player take balls back."""
    return options["square"] is True or options["line"] != "off"


def patterns(cell: int, options: Options) -> list[tuple[int, ...]]:
    """The squares and lines through a cell that count under these options."""
    size = int(options["size"])
    shape = pyramid(size)
    found = [shape.below[above] for above in shape.above[cell]] if options["square"] else []
    if options["line"] != "off":
        found += [line for line in lines(size, str(options["line"])) if cell in line]
    return found
