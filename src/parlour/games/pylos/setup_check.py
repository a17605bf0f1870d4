"""Which set-ups of Pylos can be played."""

from __future__ import annotations

from parlour.games.contract.draft import Draft, Problem, problem
from parlour.games.contract.options import Options
from parlour.games.pylos.handicap import balls_of
from parlour.games.pylos.tables import MAX_TURNS, MORE, PLAY, TAKING, lines, pyramid

STAGES = {"play": PLAY, "take": TAKING, "more": MORE}


def problems(draft: Draft, options: Options) -> list[Problem]:
    """Return every reason why a set-up cannot be played."""
    shape = pyramid(int(options["size"]))
    found: list[Problem] = []
    on: dict[int, int] = {}
    count = [0, 0]
    for piece in draft.pieces:
        if piece.kind != "ball" or piece.owner not in (0, 1):
            found.append(problem("pylos.problem.kind"))
            continue
        count[piece.owner] += 1
        if piece.place == f"reserve {piece.owner}":
            continue
        if not isinstance(piece.place, int) or not 0 <= piece.place < len(shape.cells):
            found.append(problem("pylos.problem.off"))
        elif piece.place in on:
            found.append(problem("pylos.problem.doubled", (piece.place,), site=shape.labels[piece.place]))
        else:
            on[piece.place] = piece.owner
    for cell in sorted(on):
        missing = [below for below in shape.below[cell] if below not in on]
        if missing:
            names = ", ".join(shape.labels[below] for below in missing)
            params: dict[str, str | int] = {"site": shape.labels[cell], "below": names, "n": len(missing)}
            found.append(problem("pylos.problem.floats", (cell, *missing), **params))
    for seat in (0, 1):
        balls = balls_of(options, seat)
        if count[seat] > balls:
            found.append(problem("pylos.problem.count", seat=seat, n=count[seat], most=balls))
    turns = draft.counters.get("turns", 0)
    if not 0 <= turns <= MAX_TURNS:
        found.append(problem("pylos.problem.turns", n=turns, most=MAX_TURNS))
    if draft.seat not in (0, 1):
        found.append(problem("shared.bad-seat", number=draft.seat + 1))
        return found
    if on.get(shape.apex) == draft.seat:
        found.append(problem("pylos.problem.apex", (shape.apex,), seat=draft.seat, other_seat=1 - draft.seat))
    return found + _stage_problems(draft, options, on)


def _stage_problems(draft: Draft, options: Options, on: dict[int, int]) -> list[Problem]:
    """Return the problems with the stage of a set-up with balls on these cells."""
    shape = pyramid(int(options["size"]))
    stage, _, label = draft.stage.partition(":")
    cell = shape.cell(label)
    if stage == "play" or not draft.stage:
        return []
    if stage not in STAGES or (stage == "take") != (cell is not None):
        return [problem("pylos.problem.stage", stage=draft.stage[:20])]
    if not has_bonus(options):
        return [problem("pylos.problem.no-bonus")]
    found = []
    if shape.apex in on:
        found.append(problem("pylos.problem.won", (shape.apex,)))
    if draft.counters.get("turns", 0) >= MAX_TURNS:
        found.append(problem("pylos.problem.late", most=MAX_TURNS))
    if cell is not None:
        if on.get(cell) != draft.seat:
            found.append(problem("pylos.problem.latest-missing", (cell,), seat=draft.seat, site=label))
        elif any(above in on for above in shape.above[cell]):
            found.append(problem("pylos.problem.latest-covered", (cell,), site=label))
        elif not any(all(on.get(c) == draft.seat for c in pattern) for pattern in patterns(cell, options)):
            found.append(problem("pylos.problem.no-pattern", (cell,), seat=draft.seat, site=label))
        return found
    own = [cell for cell, owner in on.items() if owner == draft.seat]
    if len(own) >= balls_of(options, draft.seat):
        found.append(problem("pylos.problem.none-taken", seat=draft.seat))
    if all(any(above in on for above in shape.above[cell]) for cell in own):
        found.append(problem("pylos.problem.none-free", seat=draft.seat))
    return found


def has_bonus(options: Options) -> bool:
    """Return whether the options let a player take balls back."""
    return options["square"] is True or options["line"] != "off"


def patterns(cell: int, options: Options) -> list[tuple[int, ...]]:
    """Return the squares and lines through a cell that count under these options."""
    size = int(options["size"])
    shape = pyramid(size)
    found = [shape.below[above] for above in shape.above[cell]] if options["square"] else []
    if options["line"] != "off":
        found += [line for line in lines(size, str(options["line"])) if cell in line]
    return found
