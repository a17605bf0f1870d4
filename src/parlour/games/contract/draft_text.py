"""Texts of drafts, so that invalid or unfinished set-ups can be copied, shared and restored.

Each game has its own text for *positions*, which describes only valid ones. The text of a draft is the same for all
games: `draft`, the number of the seat to move, the stage and counters if any, and the pieces by kind, owner and facing,
each with their places.

    draft 1 captureless=3 disc:1@0,0+0,1 disc:2@5,5
    draft 2 pharaoh:1:0@e1 pyramid:2:3@c4+d4
    draft 1 stroke:1@A~B

A stroke has two places, a tray is written in brackets, and neutral pieces have the owner 0.
"""

from __future__ import annotations

import re
from itertools import groupby

from parlour.errors import TextError
from parlour.games.contract.board import Board
from parlour.games.contract.display import Piece, Place
from parlour.games.contract.draft import Draft
from parlour.games.contract.game import MAX_TEXT, Game, check_length
from parlour.games.contract.options import Options, write_options
from parlour.i18n.errors import localized_error

WORD = "draft"
_PIECES = re.compile(r"([^\s:@]+):(\d+)(?::(\d+))?@(\S+)")


def is_draft(text: str) -> bool:
    """Return whether a text describes a draft instead of a position."""
    return text.split(maxsplit=1)[:1] == [WORD]


def write_draft(game: Game, draft: Draft, options: Options) -> str:
    """Return a draft as a share string; "" if it would be longer than `MAX_TEXT`."""
    board = game.board(options)
    words = [WORD, str(draft.seat + 1)]
    words += [f"stage={draft.stage}"] if draft.stage else []
    words += [f"{key}={value}" for key, value in draft.counters.items() if value]
    pieces = sorted(draft.pieces, key=_sort)
    words += [
        f"{group[0].kind}:{_owner(group[0])}:{group[0].facing}@" + "+".join(_place(board, one) for one in group)
        for group in (list(group) for _, group in groupby(pieces, _sort))
    ]
    values = {o.key: options[o.key] for o in game.declared if options[o.key] != o.default}
    text = f"{game.key};{write_options(values)};{' '.join(words)}"
    return text if len(text) <= MAX_TEXT else ""


def read_draft(game: Game, text: str, options: Options) -> Draft:
    """Return the draft that a text (without game and options) describes; raise `TextError` with the column."""
    check_length(text)
    board = game.board(options)
    places = {site.label: n for n, site in enumerate(board.sites)}
    words = [(match[0], match.start() + 1) for match in re.finditer(r"\S+", text)]
    if len(words) < 2 or words[0][0] != WORD or not re.fullmatch(r"[1-9]\d?", words[1][0]):
        raise localized_error(TextError, "shared.draft.begins", words[1][1] if len(words) > 1 else len(text) + 1)
    pieces: list[Piece] = []
    stage, counters = "", {}
    for word, column in words[2:]:
        found = _PIECES.fullmatch(word)
        key, equals, value = word.partition("=")
        if found is not None:
            kind, owner, facing, where = found.groups()
            start = column + found.start(4)
            pieces += _pieces(kind, int(owner) - 1, int(facing or 0), where, places, board, start)
        elif equals and key == "stage":
            stage = value
        elif equals and re.fullmatch(r"\d{1,6}", value):
            counters[key] = int(value)
        else:
            raise localized_error(TextError, "shared.draft.word", column, word=word[:40])
    return Draft(tuple(pieces), int(words[1][0]) - 1, stage, counters)


def _pieces(
    kind: str, owner: int, facing: int, where: str, places: dict[str, int], board: Board, column: int
) -> list[Piece]:
    found = []
    for name in where.split("+"):
        place = _read_place(name, places, board)
        if place is None:
            raise localized_error(TextError, "shared.draft.place", column, place=name[:40])
        found.append(Piece(0, kind, None if owner < 0 else owner, place, facing))
        column += len(name) + 1
    return found


def _read_place(name: str, places: dict[str, int], board: Board) -> Place | None:
    if name.startswith("(") and name.endswith(")"):
        tray = name[1:-1].replace("_", " ")
        return tray if tray in {one.name for one in board.trays} else None
    ends = [places.get(end) for end in name.split("~")]
    match ends:
        case [int(site)]:
            return site
        case [int(one), int(other)] if one != other:
            return min(one, other), max(one, other)
        case _:
            return None


def _place(board: Board, piece: Piece) -> str:
    if isinstance(piece.place, str):
        return f"({piece.place.replace(' ', '_')})"
    sites = (piece.place,) if isinstance(piece.place, int) else piece.place
    return "~".join(board.sites[site].label for site in sites)


def _owner(piece: Piece) -> int:
    return 0 if piece.owner is None else piece.owner + 1


def _sort(piece: Piece) -> tuple[str, int, int]:
    return piece.kind, _owner(piece), piece.facing
