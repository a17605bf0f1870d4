"""The declarations of Connect Four, and its positions as text and pieces."""

from __future__ import annotations

from parlour.errors import TextError
from parlour.games import Board, Draft, Game, Kind, Message, Options, Piece, Position, Problem, Side, square_board
from parlour.i18n.catalogue import Catalogue
from parlour_connect_four.rules import ConnectFourRules

WIDTH, HEIGHT = 7, 6
SIGNS = "yr"


def bit_of(site: int) -> int:
    """Return the bit of a site of the board, which counts along rows."""
    return 1 << 7 * (site % WIDTH) + site // WIDTH


class ConnectFourPosition(ConnectFourRules):
    """A position with text and pieces; everything else has a default."""

    def reason(self) -> str:
        return "row" if self._is_won() else "full"

    def text(self) -> str:
        signs = ["."] * (WIDTH * HEIGHT)
        for piece in self.placement():
            assert isinstance(piece.place, int)
            signs[piece.place] = SIGNS[piece.owner or 0]
        rows = ("".join(signs[start : start + WIDTH]) for start in range(0, len(signs), WIDTH))
        return f"{'/'.join(rows)} {SIGNS[self.seat]}"

    def placement(self) -> list[Piece]:
        return [
            Piece(0, "disc", seat, site)
            for seat, discs in enumerate(self._discs())
            for site in range(WIDTH * HEIGHT)
            if discs & bit_of(site)
        ]

    def write_move(self, move: int) -> str:
        return "abcdefg"[move]


class ConnectFour(Game):
    """The game."""

    key = "connect-four"
    title = "Connect Four"
    description = "Drop discs into seven columns. The first row of four of one colour wins."
    kinds = (Kind("disc", "disc", "disc", "d"),)
    reasons = ("row", "full")
    showpiece = ".yryyy./..rry../...rr../...y.../......./....... r"

    def catalogue(self, language: str = "en") -> Catalogue:
        return {
            "reason.row": "{winner_seat} has four in a row",
            "reason.full": "the board is full",
            "problem.floating": "A disc has nothing below it.",
            "problem.twice": "Two discs are in one place.",
            "problem.count": "Yellow has as many discs as Red, or one more if Red is to move.",
        }

    def sides(self, options: Options) -> tuple[Side, ...]:
        return Side("Yellow", "#e6b422", "yellow", "y"), Side("Red", "#c8452f", "red", "r")

    def draw_board(self, options: Options) -> Board:
        return square_board(WIDTH, HEIGHT)

    def start_text(self, options: Options) -> str:
        return "/".join(["." * WIDTH] * HEIGHT) + " y"

    def parse(self, text: str, options: Options) -> Draft:
        board, _, seat = text.strip().partition(" ")
        rows = board.split("/")
        if (
            len(rows) != HEIGHT
            or any(len(row) != WIDTH or set(row) - set("yr.") for row in rows)
            or seat not in ("y", "r")
        ):
            raise TextError("Write six rows of seven signs y, r or . with / between them, a blank, and y or r.")
        signs = "".join(rows)
        pieces = (Piece(0, "disc", SIGNS.index(sign), site) for site, sign in enumerate(signs) if sign != ".")
        return Draft(tuple(pieces), SIGNS.index(seat))

    def problems(self, draft: Draft, options: Options) -> list[Problem]:
        places = [piece.place for piece in draft.pieces if isinstance(piece.place, int)]
        floating = tuple(place for place in places if place >= WIDTH and place - WIDTH not in places)
        twice = tuple(sorted({place for place in places if places.count(place) > 1}))
        first, second = (sum(piece.owner == seat for piece in draft.pieces) for seat in (0, 1))
        found = []
        if floating:
            found.append(Problem(Message("connect-four.problem.floating"), floating))
        if twice:
            found.append(Problem(Message("connect-four.problem.twice"), twice))
        if draft.seat not in (0, 1) or first - second != draft.seat:
            found.append(Problem(Message("connect-four.problem.count")))
        return found

    def build(self, draft: Draft, options: Options) -> Position:
        discs = [0, 0]
        for piece in draft.pieces:
            assert isinstance(piece.place, int)
            discs[piece.owner or 0] |= bit_of(piece.place)
        position = ConnectFourPosition(self, options)
        position._set_up(discs[0], discs[1], draft.seat)
        return position
