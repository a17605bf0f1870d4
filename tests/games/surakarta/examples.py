"""The worked examples of the spec, and an independent implementation of captures."""

from parlour.games import Position, game
from parlour.games.surakarta.position import SurakartaPosition

SURAKARTA = game("surakarta")
OPTIONS = SURAKARTA.check()
BOARD = SURAKARTA.board(OPTIONS)

Point = tuple[int, int]

# Six rows from the top; X is to move. Then the number of steps, and all captures.
EXAMPLES: dict[str, tuple[str, int, set[str]]] = {
    "W1": ("OOOOOO/OOOOOO/....../....../XXXXXX/XXXXXX", 16, set()),
    "W2": ("....../.O..O./....../...X../.X..../......", 16, {"4,1x1,1", "4,1x1,4"}),
    "W3": ("....../.X..X./....../...O../.O..../......", 16, {"1,1x4,1", "1,4x4,1"}),
    "W4": ("....../.O..O./....../....../.X..../.X....", 11, {"4,1x1,4"}),
    "W5": ("..X.../....../O...../....../....../......", 5, {"0,2x2,0"}),
    "W6": ("....../....../....../....../O..X../......", 8, {"4,3x4,0"}),
    "W7": ("....../..O.../....../....../.XXX../..X...", 19, {"4,1x1,2", "4,3x1,2"}),
    "W8": (".O..../....../....../....../O..O../.X....", 4, {"5,1x4,0"}),
    "W9": (".X..../.X..O./....../....../....../......", 11, {"1,1x1,4"}),
    "W10": (".X..../....O./....../....../....../......", 5, {"0,1x1,4"}),
    "W11": (".X..../.O..O./....../....../....../......", 4, {"0,1x1,1"}),
    "W12": (".XO.../....../....../....../....../......", 4, set()),
    "W13": ("X...../....../.X..../....../....../O....O", 11, set()),
    "W14": ("....../....../..XO../....../....../......", 7, {"2,2x2,3"}),
    "W15": ("..X.../.XX.../.O..../....../....../......", 13, {"0,2x2,1", "1,1x2,1", "1,2x2,1"}),
    "W16": ("....../....../....../.X..O./....../......", 8, {"3,1x3,4"}),
    "W17": ("XO..../OO..../....../....../....../......", 0, set()),
    "W18": (
        ".O..X./O..X../.XO..X/..X..O/..O.X./..O..X",
        32,
        {"1,3x3,5", "2,1x2,2", "2,1x4,2", "3,2x5,2", "4,4x4,2"},
    ),
}

# Both tracks as the specification lists them, `~` between the end of one line and the beginning of the next.
TRACKS = {
    "inner": "40 41 42 43 44 45 ~ 54 44 34 24 14 04 ~ 15 14 13 12 11 10 ~ 01 11 21 31 41 51 ~",
    "outer": "52 42 32 22 12 02 ~ 20 21 22 23 24 25 ~ 03 13 23 33 43 53 ~ 35 34 33 32 31 30 ~",
}
CYCLES: list[list[Point]] = [[(int(p[0]), int(p[1])) for p in track.split() if p != "~"] for track in TRACKS.values()]

LOOPS = {
    "inner top-left": ("1,0", "0,1"),
    "inner top-right": ("0,4", "1,5"),
    "inner bottom-right": ("4,5", "5,4"),
    "inner bottom-left": ("5,1", "4,0"),
    "outer top-left": ("2,0", "0,2"),
    "outer top-right": ("0,3", "2,5"),
    "outer bottom-right": ("3,5", "5,3"),
    "outer bottom-left": ("5,2", "3,0"),
}


def read(diagram: str, seat: int = 0, quiet: int = 0, ending: str = "standard") -> SurakartaPosition:
    """Return the position of a diagram in which X is seat 0, with either side to move."""
    surakarta = game("surakarta")
    text = f"{diagram.replace('X', '1').replace('O', '2')} {seat + 1} {quiet}"
    position = surakarta.read(text, surakarta.check({"ending": ending}))
    assert isinstance(position, SurakartaPosition)
    return position


def example(name: str, seat: int = 0, quiet: int = 0) -> SurakartaPosition:
    return read(EXAMPLES[name][0], seat, quiet)


def steps(position: Position) -> set[str]:
    return {text for text in map(position.write_move, position.moves()) if "-" in text}


def captures(position: Position) -> set[str]:
    return {text for text in map(position.write_move, position.moves()) if "x" in text}


def routes(board: dict[Point, int], start: Point, me: int) -> dict[Point, list[tuple[int, int]]]:
    """Return the captures of a piece by the written rules: for each target the steps and loops of every route."""
    found: dict[Point, list[tuple[int, int]]] = {}
    for cycle in CYCLES:
        for first in (n for n, point in enumerate(cycle) if point == start):
            for way in (1, -1):
                loops = 0
                for walked in range(1, 24):
                    last, here = cycle[(first + way * (walked - 1)) % 24], cycle[(first + way * walked) % 24]
                    loops += last[0] != here[0] and last[1] != here[1]
                    if here == start or here not in board:
                        continue
                    if board[here] != me and loops:
                        found.setdefault(here, []).append((walked, loops))
                    break
    return found


def all_captures(board: dict[Point, int], me: int) -> set[str]:
    return {
        f"{row},{column}x{target[0]},{target[1]}"
        for (row, column), owner in board.items()
        if owner == me
        for target in routes(board, (row, column), me)
    }


def board_of(position: Position) -> dict[Point, int]:
    return {
        (piece.place // 6, piece.place % 6): piece.owner
        for piece in position.placement()
        if isinstance(piece.place, int) and piece.owner is not None
    }


def sampled(count: int = 60) -> list[SurakartaPosition]:
    """Return running positions of random games, from early to late."""
    found = []
    for seed in range(count):
        position = SURAKARTA.start()
        position.play_random(seed, 3 + seed * 37 % 150)
        while position.is_over():
            position.undo()
        assert isinstance(position, SurakartaPosition)
        found.append(position)
    return found


def site(label: str) -> int:
    number = BOARD.site(label)
    assert number is not None
    return number
