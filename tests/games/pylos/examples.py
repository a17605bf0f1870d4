"""Pylos positions that several tests use: the worked examples by number."""

from __future__ import annotations

from parlour.games import Draft, Options, Piece, game
from parlour.games.pylos.position import PylosPosition

PYLOS = game("pylos")

STANDARD = PYLOS.check()
CHILDREN = PYLOS.check(preset="children")
EXPERT = PYLOS.check(preset="expert")
CLASSIC = PYLOS.check(preset="classic")
CLASSIC_LINES = PYLOS.check(preset="classic-lines")
PROFILES = {
    "children": CHILDREN,
    "standard": STANDARD,
    "expert": EXPERT,
    "classic": CLASSIC,
    "classic-lines": CLASSIC_LINES,
}

SETS = {
    **PROFILES,
    "small": PYLOS.check({"size": 3}),
    "optional": PYLOS.check({"line": "official", "take": "optional"}),
    "five": PYLOS.check({"size": 5, "line": "four"}),
    "seven": PYLOS.check({"size": 7, "line": "official"}),
    "handicap": PYLOS.check({"dark": 3}),
}
"""Profiles, sizes and a handicap."""

# Light's and Dark's cells.
EXAMPLES = {
    1: ("", ""),
    2: ("1a1 1b2", "1b1 1a2"),
    3: ("1a1 1b2 1d4", "1b1 1a2 1c4"),
    4: ("1a1 1b1 1a2", "1d1 1d4 1c4"),
    5: ("1b1 1b2 1c1", "1a1 1a2 2a1"),
    6: ("1a1 2a1 1c3 1d3 1c4", "1b1 1a2 1b2 1d1 1a4"),
    7: ("1a1 1a2 1b1 1c1 1c2", "1d1 1d3 1d4 1a4 1b4"),
    8: ("1a1 1c1 1a3 1c3 2a1 2b1 2a2 1d4", "1b1 1a2 1b2 1c2 1b3 1d1 1d3 1a4"),
    9: ("1a1 1b1 1c1", "1a4 1b3 1c4"),
    10: ("1a1 1c1 1b2 1d2 2a1 2b1", "1b1 1d1 1a2 1c2 1a4 1c4"),
    11: ("1a1 1b2 1c3", "1a4 1b1 1d1"),
    12: ("1a1 1b1 1a2 1b2", "1d1 1c4 1a4 1d3"),
    14: ("1a1 1a3 1c1 1c3 1b2 2a1 2b2", "1b1 1a2 1c2 1b3"),
    15: ("1a1 1a3 1b3 1c3 2a1 2a2 2b2", "1a2 1b1 1b2 1c2"),
    16: ("1d4 2a1 2b2 1a1 1b2 1c3 1c1 1d2", "2b1 2a2 1b1 1a2 1c2 1b3 1a3 1d1"),
    17: ("1a1 1b1 1c1", "1a4 1b3 1c5"),
}


def draft(light: str, dark: str, options: Options, seat: int = 0, stage: str = "play", turns: int = 0) -> Draft:
    """Return a set-up with balls on these cells."""
    board = PYLOS.board(options)
    pieces = []
    for owner, labels in enumerate((light, dark)):
        for label in labels.split():
            site = board.site(label)
            assert site is not None, label
            pieces.append(Piece(0, "ball", owner, site))
    return Draft(tuple(pieces), seat, stage, {"turns": turns})


def position(
    light: str, dark: str, options: Options = STANDARD, seat: int = 0, stage: str = "play", turns: int = 0
) -> PylosPosition:
    """Return the position with balls on these cells, by default with Light to move."""
    found = PYLOS.set_up(draft(light, dark, options, seat, stage, turns), options)
    assert isinstance(found, PylosPosition)
    return found


def example(number: int, options: Options = STANDARD) -> PylosPosition:
    """Return a worked example under some options."""
    return position(*EXAMPLES[number], options)


def start(options: Options = STANDARD) -> PylosPosition:
    """Return the start position under some options."""
    found = PYLOS.start(options)
    assert isinstance(found, PylosPosition)
    return found


def turns(here: PylosPosition) -> list[str]:
    """Return all distinct turns in notation, with pairs in the order of the candidates."""
    found: list[str] = []

    def walk(walker: PylosPosition, moves: list[int]) -> None:
        for move in walker.candidate_moves():
            last = walker.turn_over(move)
            walker.play(move)
            if last:
                found.append(here.write_turn([*moves, move]))
            else:
                walk(walker, [*moves, move])
            walker.undo()

    copy = here.copy()
    assert isinstance(copy, PylosPosition)
    if not copy.is_over():
        walk(copy, [])
    return found


def ways(here: PylosPosition, first: str) -> list[str]:
    """Return what the turns that begin with a move take back, e.g. `-1a1-1b1`, or an empty text."""
    return [turn[len(first) :] for turn in turns(here) if turn == first or turn.startswith(f"{first}-")]


def play(here: PylosPosition, *texts: str) -> PylosPosition:
    """Return the position after some turns, including forced passes."""
    for text in texts:
        for move in here.read_turn(text):
            here.play(move)
    return here


def reserves(here: PylosPosition) -> tuple[int, int]:
    """Return the number of balls in reserve for both sides."""
    return here.in_reserve(0), here.in_reserve(1)


def sampled(options: Options = STANDARD, count: int = 40) -> list[PylosPosition]:
    """Return running positions of random games, from early to late and at all stages of a turn."""
    found = []
    for seed in range(count):
        here = start(options)
        here.play_random(seed, 1 + seed * 37 % 45)
        while here.is_over():
            here.undo()
        found.append(here)
    return found


def mapped(here: PylosPosition, image: tuple[int, ...], swap: bool = False) -> PylosPosition:
    """Return a position at the start of a turn, rotated or reflected, or with the colours swapped."""
    labels = here.shape_of_board.labels
    cells: list[list[str]] = [[], []]
    for cell, target in enumerate(image):
        owner = here.owner(cell)
        if owner is not None:
            cells[owner != swap].append(labels[target])
    return position(" ".join(cells[0]), " ".join(cells[1]), here.options, seat=int(here.seat != swap))
