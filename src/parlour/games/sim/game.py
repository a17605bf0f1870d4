"""Sim as the rest of Parlour sees it: options, board, text form, notation, clicks, effects and words."""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Mapping, Sequence
from importlib.resources import files

from parlour.errors import TextError
from parlour.games.contract.board import Board, EdgeLabel, Site
from parlour.games.contract.display import Effect, Mark, Picks, Piece, Score
from parlour.games.contract.game import Baseline, Draft, Game, Kind, LegacyGame, Problem, Side, Term
from parlour.games.contract.options import Choice, Option, Options, Preset
from parlour.games.contract.text_legend import Places, Sign, signs_of_kinds
from parlour.games.sim import coach
from parlour.games.sim.baseline import BASELINES
from parlour.games.sim.legacy import read_legacy
from parlour.games.sim.rules import Rules
from parlour.games.sim.setup_check import RESIGNED, faults, figures
from parlour.games.sim.tables import DOTS, ENDS, FEWEST, NAMES, PLAYERS, STROKES, ends, stroke, strokes
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

STANDARD = 6
"""Smaller boards are experimental: two players can draw there."""

OUT = "out"
"""How a seat's giving up is written, where the others play on."""
DOT = r"(?:[a-z]|[0-9]{1,9})"
JOIN = r"(?:\s*[-–,]\s*|\s+)"
"""What a text may have for a dot, and between two dots."""

SIDES = (
    Side("Player 1", "#2f7fd6", "blue", "1"),
    Side("Player 2", "#e8912d", "orange", "2"),
    Side("Player 3", "#2fa36b", "green", "3"),
    Side("Player 4", "#a45fd0", "purple", "4"),
    Side("Player 5", "#e7cf3c", "yellow", "5"),
)
"""Neither red nor black: those are left to warnings and announcements."""


PERFECT_SHARES: Mapping[int, Mapping[str, float | str]] = {
    2: {"eval_noise": 48},
    3: {"eval_noise": 11.5},
    4: {"blunder_rate": 0.787},
    5: {"blunder_rate": 0.509},
    6: {"blunder_rate": 0.287},
    7: {"blunder_rate": 0.122},
}
"""Computed on six dots, so that each level scores 67 % against the one below: see decision 101."""
SEARCHED: Mapping[int, Mapping[str, float | str]] = {
    2: {"method": "alphabeta", "depth": 1, "nodes": 100, "blunder_rate": 1.0, "eval_noise": 700, "margin": 10},
    3: {"method": "alphabeta", "depth": 1, "nodes": 100, "blunder_rate": 1.0, "eval_noise": 200, "margin": 10},
    4: {"method": "alphabeta", "nodes": 150, "blunder_rate": 0.7, "eval_noise": 120, "margin": 10},
    5: {"method": "alphabeta", "nodes": 400, "blunder_rate": 0.45, "eval_noise": 90, "margin": 10},
    6: {"method": "alphabeta", "nodes": 1_500, "blunder_rate": 0.25, "eval_noise": 70, "margin": 10},
    7: {"method": "alphabeta", "nodes": 10_000, "blunder_rate": 0.1, "eval_noise": 50, "margin": 8},
}
"""Levels by error as well: a deeper search alone makes little difference in this game."""


class Sim(Game):
    key = "sim"
    title = "Sim"
    description = (
        "A pencil game of triangles. Players take turns joining two dots, each in their own colour. Whoever is the "
        "first to complete a triangle of their own colour loses."
    )
    kinds = (Kind("stroke", "stroke", "stroke", "-"),)
    declared = (
        Option("players", "Players", "How many play, in a fixed order.", 2, low=2, high=PLAYERS),
        Option(
            "vertices",
            "Dots",
            "How many dots there are to join.",
            STANDARD,
            tuple(
                Choice(n, f"{n} dots", f"{strokes(n)} strokes.", experimental=n < STANDARD)
                for n in range(FEWEST, DOTS + 1)
            ),
        ),
        Option(
            "goal",
            "Goal",
            "Whether completing a triangle of one's own colour loses or wins.",
            "avoid",
            (
                Choice("avoid", "Avoid triangles", "Whoever completes one loses."),
                Choice("make", "Make triangles", "Whoever completes one wins."),
            ),
        ),
        Option(
            "clique",
            "Figure",
            "How many dots, all joined in one colour, decide the game.",
            3,
            (
                Choice(3, "Triangle", "Three dots, three strokes."),
                Choice(4, "Four dots", "Four dots, all joined by six strokes of one colour."),
            ),
        ),
        Option(
            "elimination",
            "Elimination",
            "Whoever completes a triangle drops out and the others play on.",
            False,
            when={"players": (3, 4, 5), "goal": ("avoid",)},
        ),
    )
    presets = (
        Preset("standard", "Standard", "Two players, six dots; the first triangle loses."),
        Preset("three", "Three players", "Three players, seven dots; one loses.", {"players": 3, "vertices": 7}),
        Preset(
            "survivor",
            "Last one in",
            "Four players, eight dots; whoever completes a triangle drops out.",
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

    def rules(self, language: str = "en") -> str:
        return files(__package__).joinpath("help", f"{language}.md").read_text(encoding="utf-8")

    def draw_board(self, options: Options) -> Board:
        dots, players = int(options["vertices"]), int(options["players"])
        radius = 0.5 / math.sin(math.pi / dots)

        def at(dot: int, further: float = 0.0) -> tuple[float, float]:
            """Clockwise from the top, like the hours of a clock."""
            angle = 2 * math.pi * dot / dots
            return (radius + further) * math.sin(angle), (radius + further) * math.cos(angle)

        return Board(
            sites=tuple(Site(NAMES[dot], *at(dot)) for dot in range(dots)),
            labels=tuple(EdgeLabel(NAMES[dot], *at(dot, 0.35)) for dot in range(dots)),
            homes=tuple((270.0 - 360.0 * seat / players) % 360 for seat in range(players)),
            turns=tuple(360 * seat // players for seat in range(players)),
            outline="round",
        )

    def exact(self, options: Options) -> str | None:
        """Two players on at most eight dots (for four joined dots: seven); up to six they are solved as a whole."""
        dots = int(options["vertices"])
        if options["players"] != 2 or dots > 8 or (dots == 8 and options["clique"] == 4):
            return None
        return "fixpoint" if dots <= 6 else "proof"

    def levels(self, options: Options) -> Mapping[int, Mapping[str, float | str]]:
        """Found by matches: shares of perfect moves up to seven dots. Eight take seconds to solve: only the highest
        level waits for that."""
        if options["players"] != 2:
            return {}
        return PERFECT_SHARES if int(options["vertices"]) <= 7 else SEARCHED

    def baselines(self) -> Mapping[str, Baseline]:
        return BASELINES

    def symmetries(self, options: Options) -> tuple[tuple[int, ...], ...]:
        """The turns and mirrorings of the board. The rules know many more: see `Rules.canonical_key`."""
        dots = int(options["vertices"])
        turned = [tuple((dot + by) % dots for dot in range(dots)) for by in range(dots)]
        return tuple(turned[1:] + [image[::-1] for image in turned])

    def read_legacy(self, text: str) -> list[LegacyGame]:
        return read_legacy(text)

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

    def parse(self, text: str, options: Options) -> Draft:
        dots, players = int(options["vertices"]), int(options["players"])
        fields = text.strip().split(" ")
        if len(fields) not in (2, 3) or not all(fields) or (len(fields) == 3 and fields[2][0] not in "xX"):
            raise localized_error(TextError, "sim.text.fields")
        rows = fields[0].split("/")
        seats = "".join(str(seat + 1) for seat in range(players))
        pieces = []
        column = 1
        for dot, row in enumerate(rows, 1):
            if dot >= dots:
                raise localized_error(TextError, "sim.text.rows", column, has=len(rows), dots=dots, size=dots - 1)
            for other, sign in enumerate(row):
                if other >= dot:
                    raise localized_error(TextError, "sim.text.row", column + other, row=dot, has=len(row))
                if sign not in "." + seats:
                    raise localized_error(TextError, "sim.text.stroke", column + other, sign=sign, players=players)
                if sign != ".":
                    pieces.append(Piece(0, "stroke", int(sign) - 1, (other, dot)))
            if len(row) < dot:
                raise localized_error(TextError, "sim.text.row", column + len(row), row=dot, has=len(row))
            column += dot + 1
        if len(rows) < dots - 1:
            raise localized_error(TextError, "sim.text.rows", column - 1, has=len(rows), dots=dots, size=dots - 1)
        if len(fields[1]) != 1 or fields[1] not in seats:
            raise localized_error(TextError, "sim.text.seat", column, given=fields[1][:20], players=players)
        resigned = 0
        if len(fields) == 3:
            match = re.fullmatch(rf"x([{seats}]+)", fields[2])
            if match is None or [*match[1]] != sorted(set(match[1])):
                raise localized_error(TextError, "sim.text.resigned", column + 2, given=fields[2][:20])
            resigned = sum(1 << int(seat) - 1 for seat in match[1])
        return Draft(tuple(pieces), int(fields[1]) - 1, counters={RESIGNED: resigned} if resigned else {})

    def problems(self, draft: Draft, options: Options) -> list[Problem]:
        return faults(draft, options)

    def build(self, draft: Draft, options: Options) -> SimPosition:
        position = SimPosition(self, options)
        for piece in draft.pieces:
            assert isinstance(piece.place, tuple)
            assert piece.owner is not None
            position.draw(piece.owner, stroke(*piece.place))
        position.begin(draft.seat, draft.counters.get(RESIGNED, 0))
        return position


class SimPosition(Rules):
    """A Sim position with its words."""

    __slots__ = ()

    def size(self) -> int:
        """How many dots there are."""
        return int(self.options["vertices"])

    def strokes(self) -> dict[int, int]:
        """Who drew which stroke."""
        owners = ((move, self.owner(move)) for move in range(strokes(self.size())))
        return {move: owner for move, owner in owners if owner is not None}

    def text(self) -> str:
        signs = ["." if (owner := self.owner(move)) is None else str(owner + 1) for move in range(strokes(self.size()))]
        rows = ["".join(signs[stroke(0, dot) : stroke(0, dot) + dot]) for dot in range(1, self.size())]
        gone = [str(seat + 1) for seat in range(int(self.options["players"])) if self.has_resigned(seat)]
        return f"{'/'.join(rows)} {self.seat + 1}" + (f" x{''.join(gone)}" if gone else "")

    # ---- Notation: `0-4`; read also as `A-E` ------------------------------------------------------------------------

    def write_move(self, move: int) -> str:
        if move >= STROKES:
            return OUT
        low, high = ENDS[move]
        return f"{low}-{high}"

    def read_move(self, text: str) -> int:
        if self.is_over():
            raise self.refusal(Message("shared.over"))
        if text.strip().lower() == OUT and (gone := self.withdrawal()) is not None:
            return gone
        picks = self._read_dots(text)
        if len(set(picks)) == 2 and max(picks) < self.size() and self.owner(stroke(*picks)) is None:
            return stroke(*picks)
        raise self.refusal(self.explain(picks))

    def _read_dots(self, text: str) -> tuple[int, int]:
        """The two dots a text names, by letters or by numbers from 0; they need not exist or differ."""
        given = text.strip().lower()
        match = re.fullmatch(rf"([0-9]){JOIN}?([0-9])|([0-9]{{1,9}}){JOIN}([0-9]{{1,9}})", given)
        if match is not None:
            one, other = (int(number) for number in match.groups() if number is not None)
            return one, other
        match = re.fullmatch(rf"([a-z]){JOIN}?([a-z])", given)
        if match is not None:
            return ord(match[1]) - ord("a"), ord(match[2]) - ord("a")
        last = self.size() - 1
        example = {"low": NAMES[last - 1], "high": NAMES[last], "lowest": last - 1, "highest": last}
        if not given:
            raise self.refusal(self.word("read.none", **example))
        if re.fullmatch(DOT, given):
            raise self.refusal(self.word("read.one", text=given, **example))
        if re.fullmatch(rf"{DOT}(?:{JOIN}{DOT}){{2,}}", given):
            raise self.refusal(self.word("read.many", text=given[:40], **example))
        raise self.refusal(self.word("read.nonsense", text=given[:40], **example))

    # ---- Pieces ---------------------------------------------------------------------------------------------------

    def placement(self) -> list[Piece]:
        return [Piece(0, "stroke", owner, ENDS[move]) for move, owner in self.strokes().items()]

    def scores(self) -> list[Score]:
        return [Score("strokes", seat, self.count(seat)) for seat in range(int(self.options["players"]))]

    # ---- Clicks and pictures --------------------------------------------------------------------------------------

    def picks(self, move: int) -> list[Picks]:
        low, high = ENDS[move]
        return [(low, high), (high, low)]

    def withdrawal(self) -> int | None:
        """With elimination the others play on, as long as there are two of them."""
        if not self.options["elimination"] or self.is_over() or self.outs() > int(self.options["players"]) - 3:
            return None
        return STROKES + int(self.seat)

    def effects(self, move: int) -> list[Effect]:
        if move >= STROKES:
            return []
        fresh = max((piece.id for piece in self.pieces()), default=0) + 1
        return [Effect("draw", None, Piece(fresh, "stroke", self.seat, ENDS[move]), path=ENDS[move])]

    def completed(self) -> list[tuple[int, tuple[int, ...]]]:
        """Every completed figure: whose it is, and its dots."""
        return figures(self.strokes(), self.size(), int(self.options["clique"]))

    def marks(self) -> list[Mark]:
        kind = "four" if self.options["clique"] == 4 else "triangle"
        found = self.completed()
        return [Mark(kind, corners, seat, n, len(found)) for n, (seat, corners) in enumerate(found, 1)]

    def aids(self) -> list[Mark]:
        return coach.aids(self)

    def diagram(self) -> str:
        drawn = self.strokes()
        rows = ["    " + " ".join(NAMES[: self.size() - 1])]
        for dot in range(1, self.size()):
            signs = [
                "." if (owner := drawn.get(stroke(dot, other))) is None else SIDES[owner].symbol for other in range(dot)
            ]
            rows.append(f"  {NAMES[dot]} " + " ".join(signs))
        free = [f"{NAMES[ENDS[move][0]]}-{NAMES[ENDS[move][1]]}" for move in self.moves()]
        listed = textwrap.wrap(f"  free: {' '.join(free)}", 78, subsequent_indent="        ", break_on_hyphens=False)
        return "\n".join(rows + (listed if free else []))

    # ---- Words ----------------------------------------------------------------------------------------------------

    def prompt(self) -> Message:
        return Message("shared.over") if self.is_over() else self.word("prompt")

    def why_over(self) -> Message:
        outcome = self.outcome()
        if outcome is None:
            raise ValueError("the game is not over")
        if outcome.reason == "full":
            return self.word("reason.full") if outcome.drawn else self.word("reason.survivors", n=len(outcome.winners))
        if self.options["elimination"]:
            return self.word("reason.last", winner_seat=outcome.winners[0])
        closer = outcome.losers[0] if self.options["goal"] == "avoid" else outcome.winners[0]
        return self.word("reason.four" if self.options["clique"] == 4 else "reason.triangle", seat=closer)

    def say(self, move: int) -> Message:
        if move >= STROKES:
            return self.word("gives-up", seat=self.seat)
        return self.word("stroke", seat=self.seat, **ends(move))

    def notices(self, move: int) -> list[Message]:
        if move >= STROKES:
            return [self.word("drops-out", seat=self.seat)]
        after = self.after(move)
        assert isinstance(after, SimPosition)
        found: list[Message] = []
        if after.outs() > self.outs():
            corners = [dots for seat, dots in after.completed() if seat == self.seat]
            figure = "four" if self.options["clique"] == 4 else "triangle"
            names = "; ".join(", ".join(NAMES[dot] for dot in dots) for dots in corners)
            found.append(self.word(f"{figure}-made", seat=self.seat, n=len(corners), figures=names))
            if self.options["goal"] == "make":
                found.append(self.word("wins", seat=self.seat))
            else:
                found.append(self.word("drops-out" if self.options["elimination"] else "loses", seat=self.seat))
        outcome = after.outcome()
        if outcome is not None and outcome.reason == "full" and outcome.drawn:
            found.append(self.word("drawn"))
        elif outcome is not None and outcome.reason == "full":
            found.append(self.word("survivors", n=len(outcome.winners)))
        elif outcome is not None and self.options["elimination"]:
            found.append(self.word("last", winner_seat=outcome.winners[0]))
        return found

    def motives(self, moves: Sequence[int], line: Sequence[int]) -> list[Message]:
        return coach.motives(self, moves, line)

    def explain(self, picks: Picks) -> Message:
        if self.is_over():
            return Message("shared.over")
        if not picks:
            return self.prompt()
        if not all(isinstance(pick, int) and 0 <= pick < self.size() for pick in picks):
            return self.word("explain.no-dot", last=NAMES[self.size() - 1])
        dots = [int(pick) for pick in picks]
        if len(dots) > 2:
            return self.word("explain.too-many")
        if len(dots) == 1:
            others = [other for other in range(self.size()) if other != dots[0]]
            free = [NAMES[other] for other in others if self.owner(stroke(dots[0], other)) is None]
            key = "explain.choose-second" if free else "explain.all-joined"
            return self.word(key, site=NAMES[dots[0]], choices=", ".join(free))
        if dots[0] == dots[1]:
            return self.word("explain.same", site=NAMES[dots[0]])
        move = stroke(*dots)
        owner = self.owner(move)
        if owner is not None:
            return self.word("explain.joined", owner_seat=owner, **ends(move))
        return self.say(move)
