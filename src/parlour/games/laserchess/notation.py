"""Text forms of Laser Chess: positions in a FEN-like form, and moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from parlour.errors import TextError
from parlour.games.contract.display import Picks, Piece
from parlour.games.contract.draft import Draft
from parlour.games.contract.localized_game import kind_word
from parlour.games.contract.options import Options
from parlour.games.contract.text_legend import Sign, Span, word_spans, words_of
from parlour.games.laserchess.tables import (
    ACTION_SHIFT,
    CELL_MASK,
    CODES,
    FILES,
    KIND_NAMES,
    KINDS,
    LEFT,
    PHARAOH,
    RANKS,
    RIGHT,
    SITE,
    SITES,
    SWAP,
    TARGET_SHIFT,
    label,
)
from parlour.i18n.errors import localized_error
from parlour.i18n.message import Message

if TYPE_CHECKING:
    from parlour.games.laserchess.position import LaserChessPosition

LETTERS = {"pharaoh": "F", "scarab": "R", "pyramid": "P", "anubis": "N", "sphinx": "S"}
KIND_OF = {letter: kind for kind, letter in LETTERS.items()}
FACINGS = "abcd"
SIDES = "br"

LAYOUTS = {
    "classic": "sc3ncfcncpb2/2pc7/3Pd6/pa1Pc1rbra1pb1Pd/pb1Pd1RaRb1pa1Pc/6pb3/7Pa2/2PdNaFaNa3Sa",
    "dynasty": "sc3pcncpb3/5fc4/pa3pcncra3/pb1rb1Pd1Pb3/3pd1pb1Rb1Pd/3RaNaPa3Pc/4Fa5/3PdNaPa3Sa",
    "imhotep": "sc3ncfcncra2/10/3Pd2pa3/paPc2Pbra2pbPd/pbPd2Rapd2paPc/3Pc2pb3/10/2RaNaFaNa3Sa",
}


def letter(kind: int, owner: int) -> str:
    """Return the letter of a kind of piece: upper case for Blue, lower case for Red."""
    sign = LETTERS[KIND_NAMES[kind]]
    return sign if owner == 0 else sign.lower()


SIGNS = [
    letter(code >> 2 & 7, code >> 5) + FACINGS[code & 3] if code >> 2 & 7 in KIND_NAMES else "" for code in range(CODES)
]
"""The text of each code."""


def write_ranks(codes: list[int]) -> str:
    """Return the ranks of a text, from the codes of all sites; runs are as long as possible."""
    ranks = []
    for first in range(SITES - FILES, -1, -FILES):
        parts: list[str] = []
        run = 0
        for code in codes[first : first + FILES]:
            if code == 0:
                run += 1
                continue
            if run:
                parts.append(str(run))
            run = 0
            parts.append(SIGNS[code])
        ranks.append("".join(parts) + (str(run) if run else ""))
    return "/".join(ranks)


def write_text(position: LaserChessPosition) -> str:
    """Return the position in one line."""
    quiet = f" {position.quiet_turns()}" if position.options["limit"] else ""
    return f"{write_ranks(position.codes())} {SIDES[position.seat]}{quiet}"


def parse(text: str, options: Options) -> Draft:
    """Return the draft that a text describes; raise `TextError` with the column of an error."""
    fields = [(match[0], match.start() + 1) for match in re.finditer(r"[^ ]+", text)]
    if not fields:
        raise localized_error(TextError, "laserchess.text.empty")
    ranks, column = fields[0]
    pieces = _read_ranks(ranks, column)
    if len(fields) == 1:
        raise localized_error(TextError, "laserchess.text.no-side", column + len(ranks))
    side, column = fields[1]
    if side not in tuple(SIDES):
        raise localized_error(TextError, "laserchess.text.side", column, given=side[:20])
    quiet = "0"
    if len(fields) > 2:
        quiet, column = fields[2]
        if not re.fullmatch(r"0|[1-9][0-9]{0,5}", quiet, re.ASCII):
            raise localized_error(TextError, "laserchess.text.quiet", column, given=quiet[:20])
    if len(fields) > 3:
        extra, column = fields[3]
        raise localized_error(TextError, "laserchess.text.too-much", column, given=extra[:20])
    return Draft(tuple(pieces), SIDES.index(side), counters={"captureless": int(quiet)})


def _read_ranks(ranks: str, column: int) -> list[Piece]:
    pieces: list[Piece] = []
    rows = ranks.split("/")
    for n, row in enumerate(rows):
        if n == RANKS:
            raise localized_error(TextError, "laserchess.text.ranks", column, has=len(rows), ranks=RANKS)
        rank = RANKS - n
        file = 0
        at = 0
        while at < len(row):
            sign = row[at]
            if sign in "0123456789":
                run = re.match(r"[0-9]+", row[at:], re.ASCII)
                assert run is not None
                wide, length = int(run[0][:9]), len(run[0])
                if sign == "0" or wide > FILES:
                    raise localized_error(TextError, "laserchess.text.run", column + at, given=run[0][:20], files=FILES)
            else:
                wide, length = 1, 2
                kind = KIND_OF.get(sign.upper()) if sign.isascii() else None
                if kind is None:
                    raise localized_error(TextError, "laserchess.text.piece", column + at, sign=sign)
                facing = row[at + 1 : at + 2]
                if not facing or facing not in FACINGS:
                    key = "laserchess.text.facing" if facing else "laserchess.text.no-facing"
                    raise localized_error(TextError, key, column + at + 1, facing=facing, sign=sign)
                if file < FILES:
                    owner = 0 if sign.isupper() else 1
                    place = FILES * (rank - 1) + file
                    pieces.append(Piece(0, kind, owner, place, FACINGS.index(facing)))
            file += wide
            if file > FILES:
                raise localized_error(TextError, "laserchess.text.long", column + at, rank=rank, files=FILES)
            at += length
        if file < FILES:
            raise localized_error(
                TextError, "laserchess.text.short", column + len(row), rank=rank, has=file, files=FILES
            )
        column += len(row) + 1
    if len(rows) < RANKS:
        raise localized_error(TextError, "laserchess.text.ranks", column - 1, has=len(rows), ranks=RANKS)
    return pieces


def code_of_piece(piece: Piece) -> int:
    """Return the code of a piece of a draft without problems."""
    assert piece.owner is not None
    return piece.facing | KINDS[piece.kind] << 2 | piece.owner << 5


def legend(words: dict[str, str]) -> tuple[Sign, ...]:
    """Return the signs: pieces of Blue and of Red with any facing, runs, ranks, and the words after them."""
    pieces = [
        Sign(letter(KINDS[kind], seat), Message("shared.sign.piece", {"kind_word": words[kind], "seat": seat}))
        for seat in (0, 1)
        for kind in LETTERS
    ]
    return (
        *pieces,
        Sign("a b c d", Message("laserchess.sign.facing")),
        Sign("1 … 10", Message("laserchess.sign.run")),
        Sign("/", Message("laserchess.sign.rank")),
        Sign("b r", Message("shared.sign.seat"), word=True),
        Sign("0 … 100", Message("laserchess.sign.quiet"), word=True),
    )


def text_spans(text: str, signs: tuple[Sign, ...]) -> tuple[Span, ...]:
    """Return the parts of a text: pieces, facings and runs with the squares they represent."""
    numbers = {sign.written: n for n, sign in enumerate(signs) if not sign.word}
    words = words_of(text)
    found: list[Span] = []
    square = SITES - FILES
    for part in re.finditer(r"[0-9]+|/|[A-Za-z]", words[0][0] if words else ""):
        start, end = words[0][1] + part.start(), words[0][1] + part.end()
        if part[0] == "/":
            found.append(Span(start, end, numbers["/"]))
            square = (square - 1) // FILES * FILES - FILES
        elif part[0].isdecimal():
            run = range(square, min(square + int(part[0][:2]), SITES)) if 0 <= square < SITES else range(0)
            found.append(Span(start, end, numbers["1 … 10"], tuple(run)))
            square += len(run)
        elif part[0] in FACINGS and found and found[-1].end == start and text[start - 1] not in FACINGS + "/":
            # A facing belongs to the piece before it.
            found.append(Span(start, end, numbers["a b c d"], found[-1].sites))
        else:
            found.append(Span(start, end, numbers.get(part[0]), (square,) if 0 <= square < SITES else ()))
            square += 1
    return (*found, *word_spans(words, signs))


# ---- Moves: `Pj4-j3xph4`, `Rg5=h5`, `Pj4>`, `Rj3-i2xfi4#` ------------------------------------------------------------

VERBS = {"rotate right": RIGHT, "rotate left": LEFT}

VERB_OF = {action: verb for verb, action in VERBS.items()}

TURN_WORDS = {">": RIGHT, "cw": RIGHT, "right": RIGHT, "<": LEFT, "acw": LEFT, "ccw": LEFT, "left": LEFT}

MOVE_PATTERN = re.compile(
    r"(?P<piece>[frpns])?(?P<start>[a-j][1-8])"
    r"(?:(?P<sign>[-=:])?(?P<target>[a-j][1-8])|(?:rotate|turn)?(?P<turn>>|<|cw|acw|ccw|right|left))"
    r"(?:x(?P<victim>[frpns])?(?P<hit>[a-j][1-8]))?(?P<end>#)?"
)


def site_named(square: str) -> int:
    """Return the site of a square such as `e4`."""
    return FILES * (int(square[1]) - 1) + ord(square[0]) - ord("a")


def parts(move: int) -> tuple[int, int, int]:
    """Return the site a move starts from, the site it goes to, and its action."""
    return SITE[move & CELL_MASK], SITE[move >> TARGET_SHIFT & CELL_MASK], move >> ACTION_SHIFT


def write_move(position: LaserChessPosition, move: int) -> str:
    """Return a legal move in notation."""
    start, target, action = parts(move)
    name = LETTERS[KIND_NAMES[position.code(start) >> 2 & 7]]
    if action >= RIGHT:
        text = f"{name}{label(start)}{'>' if action == RIGHT else '<'}"
    else:
        text = f"{name}{label(start)}{'=' if action == SWAP else '-'}{label(target)}"
    hit = position.victim(move)
    if hit < 0:
        return text
    code = position.code_after(move, hit)
    kind = code >> 2 & 7
    return f"{text}x{letter(kind, code >> 5)}{label(hit)}{'#' if kind == PHARAOH else ''}"


def read_move(position: LaserChessPosition, text: str) -> int:
    """Return the legal move that a text means."""
    match = MOVE_PATTERN.fullmatch("".join(text.split()).lower())
    if match is None:
        raise position.refusal(position.message("read.no-turn", text=text.strip()[:40]))
    start = site_named(match["start"])
    picks: Picks = (start, VERB_OF[TURN_WORDS[match["turn"]]] if match["turn"] else site_named(match["target"]))
    move = position.move_of(picks)
    if move is None:
        raise position.refusal(position.explain(picks))
    _check_claims(position, move, match)
    return move


def _check_claims(position: LaserChessPosition, move: int, match: re.Match[str]) -> None:
    """Raise `IllegalMove` if a written move states something that is not true."""
    start = SITE[move & CELL_MASK]
    kind = KIND_NAMES[position.code(start) >> 2 & 7]
    if match["piece"] and KIND_OF[match["piece"].upper()] != kind:
        wrong = kind_word(position.game, KIND_OF[match["piece"].upper()])
        raise position.refusal(
            position.message(
                "claim.piece", site=label(start), wrong_word=wrong, piece_word=kind_word(position.game, kind)
            )
        )
    if match["sign"] == "=" and move >> ACTION_SHIFT != SWAP:
        raise position.refusal(position.message("claim.no-swap", site=match["target"]))
    hit = position.victim(move)
    code = position.code_after(move, hit) if hit >= 0 else 0
    name = KIND_NAMES.get(code >> 2 & 7, "")
    if match["hit"] and (
        site_named(match["hit"]) != hit or (match["victim"] and KIND_OF[match["victim"].upper()] != name)
    ):
        if hit < 0:
            raise position.refusal(position.message("claim.no-hit"))
        raise position.refusal(
            position.message("claim.other-hit", site=label(hit), victim_word=kind_word(position.game, name))
        )
    if match["end"] and name != "pharaoh":
        raise position.refusal(position.message("claim.no-end"))
