"""Report of the engine as a table."""

from rich.console import Group
from rich.table import Table

from parlour.engine.analysis import score_text
from parlour.engine.report import Report
from parlour.games import Position


def table_of(position: Position, report: Report, *, stats: bool = False) -> Group:
    """Return the lines of a report in notation, with the search statistics in the last row."""
    table = Table("score", "line", box=None, padding=(0, 2))
    for line in report.lines:
        table.add_row(score_text(position, line), " ".join(written(position, line.moves)))
    rate = report.nodes / max(report.seconds, 1e-9)
    state = "nothing more to find" if report.finished else f"depth {report.depth}"
    parts = [f"{state}, {report.nodes:,} positions in {report.seconds:.2f} s ({large_number(rate)} per second)"]
    if stats:
        parts += [f"  {name}: {value:,}" for name, value in report.stats.items()]
    return Group(table, *parts)


def large_number(value: float) -> str:
    """Return a number with three significant digits and a word for its magnitude.

    >>> large_number(13_480), large_number(2_600_000), large_number(87)
    ('13.5 thousand', '2.60 million', '87')
    """
    for size, word in ((1e6, "million"), (1e3, "thousand")):
        if value >= size * 0.9995:
            part = value / size
            return f"{part:.{2 if part < 9.995 else 1 if part < 99.95 else 0}f} {word}"
    return f"{value:.0f}"


def written(position: Position, moves: tuple[int, ...]) -> list[str]:
    """Return moves in notation, complete turns as turns."""
    walker = position.copy()
    turns: list[str] = []
    pending: list[int] = []
    start = walker.copy()
    for move in moves:
        if not pending:
            start = walker.copy()
        pending.append(move)
        last = walker.turn_over(move)
        walker.play(move)
        if last:
            turns.append(start.write_turn(pending))
            pending = []
    while pending:
        turns.append(start.write_move(pending[0]) + " …" * (len(pending) == 1))
        start.play(pending.pop(0))
    return turns
