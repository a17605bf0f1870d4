"""Live table of a match between bots, with a clean stop by Ctrl-C."""

import time

from rich.console import Console
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from parlour.lab.arena import Arena
from parlour.lab.elo import Sprt, elo, elo_range


def follow(
    arena: Arena, games: int, sprt: Sprt | None, processes: int | None, ray: str | None, console: Console
) -> None:
    """Play a match and show its progress."""
    began, before = time.perf_counter(), len(arena.played)
    bar = Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    task = bar.add_task("games", total=games, completed=before)

    def view() -> Table:
        grid = Table.grid()
        grid.add_row(result_table(arena, sprt, time.perf_counter() - began, len(arena.played) - before))
        grid.add_row(bar)
        return grid

    with Live(view(), console=console, refresh_per_second=4, transient=True) as live:
        try:
            for _ in arena.run(games, sprt=sprt, processes=processes, ray=ray):
                bar.update(task, completed=len(arena.played))
                live.update(view())
        except KeyboardInterrupt:
            console.print("Interrupted. Finished games are kept.")
    console.print(result_table(arena, sprt, time.perf_counter() - began, len(arena.played) - before))


def result_table(arena: Arena, sprt: Sprt | None, seconds: float, fresh: int) -> Table:
    """Return the current result as a table."""
    tally = arena.tally
    low, high = elo_range(tally)
    played = list(arena.played.values())
    times = [sum(g.seconds[k] for g in played) / max(sum(g.moves[k] for g in played), 1) for k in (0, 1)]
    table = Table(box=None, show_header=False, padding=(0, 2))
    table.add_row("match", f"[bold]{arena.pairing.first}[/bold] against [bold]{arena.pairing.second}[/bold]")
    table.add_row("result", f"{tally.wins} won, {tally.draws} drawn, {tally.losses} lost")
    table.add_row("points", f"{100 * tally.share:.1f} % ± {196 * tally.error:.1f}")
    table.add_row("Elo", f"{elo(tally.share):+.0f} ({low:+.0f} … {high:+.0f})")
    table.add_row("time per move", f"{times[0]:.3f} s against {times[1]:.3f} s")
    table.add_row("speed", f"{60 * fresh / max(seconds, 1e-9):.0f} games per minute")
    if sprt is not None:
        lower, upper = sprt.bounds
        decided = sprt.decided(tally)
        verdict = {True: f"{sprt.high:.0%} or more", False: f"{sprt.low:.0%} or less", None: "not yet certain"}[decided]
        state = f"{sprt.ratio(tally):+.2f} in {lower:.2f} … {upper:.2f}, {verdict}"
        table.add_row("test", f"{sprt.low:.0%} against {sprt.high:.0%}: {state}")
    return table
