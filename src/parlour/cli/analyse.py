"""`parlour analyse`: analyse a position."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table

from parlour.cli.shared.game_options import GameChoice, game_app
from parlour.errors import ParlourError

if TYPE_CHECKING:
    from parlour.engine.report import Report


def analyse(
    choice: GameChoice,
    position: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="Position or share string to analyse; default: the start position."),
    ] = None,
    lines: Annotated[int, typer.Option(min=1, max=50, metavar="N", help="Number of lines.")] = 3,
    seconds: Annotated[
        float | None, typer.Option(min=0.01, max=3600, metavar="S", help="Time limit in seconds.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, max=60, metavar="N", help="Depth limit in moves.")] = None,
    nodes: Annotated[int | None, typer.Option(min=1, metavar="N", help="Node limit.")] = None,
    threads: Annotated[int, typer.Option(min=1, max=64, metavar="N", help="Number of threads.")] = 1,
    stats: Annotated[bool, typer.Option("--stats", help="Show search statistics.")] = False,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Append each report as a line of JSON.")] = None,
) -> None:
    """Analyse a position and show the best lines.

    Without a limit the engine thinks for five seconds. Ctrl-C stops it and shows the result so far.
    """
    from parlour.cli.shared.report_view import table_of
    from parlour.engine.analysis import analyse as search
    from parlour.engine.report import Limits, Report, Stop
    from parlour.terminal.thinking import run_in_thread

    start = choice.start(position)
    if start.is_over():
        raise ParlourError(f"The game is over here: {start.game.sentence(start.why_over(), start.options)}.")
    if seconds is None and depth is None and nodes is None:
        seconds = 5.0
    limits = Limits(depth=depth, nodes=nodes, seconds=seconds, threads=threads)
    console = Console()
    console.print(start.diagram(), markup=False, highlight=False)
    stop = Stop()
    with Live(Table(), console=console, refresh_per_second=8, transient=True) as live:

        def show(report: Report) -> None:
            live.update(table_of(start, report, stats=stats))
            if log is not None:
                write_log(log, report)

        report = run_in_thread(lambda: search(start, limits, lines=lines, stop=stop, on_report=show), stop)
    if log is not None:
        write_log(log, report)
    console.print(table_of(start, report, stats=stats))


app = game_app(analyse)


def write_log(path: Path, report: "Report") -> None:
    """Append a report to a file as a line of JSON."""
    import msgspec

    try:
        with path.open("ab") as out:
            out.write(msgspec.json.encode(report) + b"\n")
    except OSError as fault:
        raise ParlourError(f"The log {path} cannot be written: {fault.strerror}.") from fault
