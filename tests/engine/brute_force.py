"""Brute-force solver for positions of two-seat games without cycles."""

from parlour.games import Position


def value(position: Position) -> int:
    """Return 1, 0 or -1 for the seat to move, or for the seat that would move if the game is over."""
    outcome = position.outcome()
    if outcome is not None:
        return int(2 * outcome.results[position.seat]) - 1
    best = -1
    for move in position.moves():
        after = position.after(move)
        best = max(best, value(after) if after.seat == position.seat else -value(after))
        if best == 1:
            break
    return best


def reachable(position: Position) -> list[Position]:
    """Return every reachable position that is not over, once each."""
    found = {position.text(): position}
    todo = [position]
    while todo:
        here = todo.pop()
        for move in here.moves():
            after = here.after(move)
            if not after.is_over() and after.text() not in found:
                found[after.text()] = after
                todo.append(after)
    return list(found.values())
