"""A second implementation of Laser Chess by coordinates, written from the rules, to check the fast rules."""

from parlour.games.contract.options import Options

Square = tuple[int, int]
Board = dict[Square, str]  # two letters as in the text form; (file, rank) from (0, 0)

WAYS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
FACING = {"a": "N", "b": "E", "c": "S", "d": "W"}
PYRAMID = {"a": ("N", "E"), "b": ("E", "S"), "c": ("S", "W"), "d": ("W", "N")}
SLASH = {"N": "E", "E": "N", "S": "W", "W": "S"}
BACKSLASH = {"N": "W", "E": "S", "S": "E", "W": "N"}
RED_ONLY = {(0, rank) for rank in range(8)} | {(8, 0), (8, 7)}
BLUE_ONLY = {(9, rank) for rank in range(8)} | {(1, 0), (1, 7)}


def unpack(text: str) -> tuple[Board, str]:
    ranks, side = text.split()[:2]
    board: Board = {}
    for n, row in enumerate(ranks.split("/")):
        signs = row.replace("10", "." * 10)
        for digit in "123456789":
            signs = signs.replace(digit, "." * int(digit))
        file = 0
        while signs:
            if signs[0] == ".":
                signs = signs[1:]
            else:
                board[file, 7 - n], signs = signs[:2], signs[2:]
            file += 1
    return board, side


def pack(board: Board, side: str) -> str:
    rows = []
    for rank in range(7, -1, -1):
        row = ""
        for piece in (board.get((file, rank), ".") for file in range(10)):
            row += piece
        for run in range(10, 0, -1):
            row = row.replace("." * run, str(run))
        rows.append(row)
    return f"{'/'.join(rows)} {side}"


def blue(piece: str) -> bool:
    return piece[0].isupper()


def name(square: Square) -> str:
    return f"{'abcdefghij'[square[0]]}{square[1] + 1}"


def fire(board: Board, side: str) -> Square | None:
    """Return the square of the piece that a side's laser destroys."""
    here, way = next((sq, FACING[p[1]]) for sq, p in board.items() if p[0] == ("S" if side == "b" else "s"))
    for _ in range(160):
        here = (here[0] + WAYS[way][0], here[1] + WAYS[way][1])
        if not (0 <= here[0] < 10 and 0 <= here[1] < 8):
            return None
        if here not in board:
            continue
        kind, facing = board[here][0].upper(), board[here][1]
        face = BACK[way]
        if kind == "S" or (kind == "N" and FACING[facing] == face):
            return None
        if kind == "R":
            way = (SLASH if facing in "ac" else BACKSLASH)[way]
        elif kind == "P" and face in PYRAMID[facing]:
            way = next(side for side in PYRAMID[facing] if side != face)
        else:
            return here
    raise AssertionError("the beam has more than 160 segments")


def turns(text: str, options: Options) -> dict[str, str]:
    """Return every legal turn of a running position, without its hit, and the resulting text."""
    board, side = unpack(text)
    found: dict[str, Board] = {}
    for square, piece in board.items():
        if blue(piece) != (side == "b"):
            continue
        kind = piece[0].upper()
        for sign, order in ((">", "abcda"), ("<", "adcba")):
            facing = order[order.index(piece[1]) + 1]
            if kind == "S":
                ahead = (square[0] + WAYS[FACING[facing]][0], square[1] + WAYS[FACING[facing]][1])
                if options["sphinx"] == "fixed" or not (0 <= ahead[0] < 10 and 0 <= ahead[1] < 8):
                    continue
            if kind == "F" and options["pharaoh"] == "fixed":
                continue
            if kind == "R" and sign == "<" and options["scarab"] == "one":
                continue
            found[f"{kind}{name(square)}{sign}"] = board | {square: piece[0] + facing}
        if kind == "S":
            continue
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                target = (square[0] + dx, square[1] + dy)
                if target == square or not (0 <= target[0] < 10 and 0 <= target[1] < 8):
                    continue
                other = board.get(target)
                if other is not None:
                    swappable = {"off": "", "pyramid+anubis": "PN", "any-but-sphinx": "PNRF"}[str(options["swap"])]
                    if kind != "R" or other[0].upper() not in swappable:
                        continue
                after = {sq: p for sq, p in board.items() if sq not in (square, target)} | {target: piece}
                if other is not None:
                    after[square] = other
                if options["squares"] == "reserved" and any(
                    sq in (RED_ONLY if blue(p) else BLUE_ONLY) for sq, p in after.items()
                ):
                    continue
                found[f"{kind}{name(square)}{'-' if other is None else '='}{name(target)}"] = after
    results = {}
    for turn, after in found.items():
        hit = fire(after, side)
        if hit is not None:
            del after[hit]
        results[turn] = pack(after, "r" if side == "b" else "b")
    return results
