"""Progress bars."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn


def follow_games(games: Iterable[object], total: int, state: Callable[[], tuple[int, str]]) -> None:
    """Show how many games of a job have ended, with a status text, until all have ended or Ctrl-C interrupts it."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        done, text = state()
        task = progress.add_task(text, total=total, completed=done)
        try:
            for _ in games:
                done, text = state()
                progress.update(task, completed=done, description=text)
        except KeyboardInterrupt:
            progress.console.print("Interrupted. Finished games are kept.")


@contextmanager
def progress_bar() -> Iterator[Callable[[str, int, int], None]]:
    """Show a progress bar; yield its callback for the step, the number done and the total (0 if unknown)."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        tasks: dict[str, TaskID] = {}

        def report_progress(what: str, done: int, of: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what)
            bar.update(tasks[what], completed=done, total=of or None)

        yield report_progress
