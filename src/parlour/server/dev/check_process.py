"""Check a game file in a process of its own: the code of an author may never end."""

from __future__ import annotations

import faulthandler
import multiprocessing
import re
import signal
import tempfile
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from parlour.errors import ParlourError
from parlour.games.conformance import Failure, conform_to, find_warnings, plan
from parlour.games.conformance.errors import ConformanceError, violation
from parlour.games.contract.display import Mark
from parlour.games.registry import load, read_share
from parlour.i18n.message import Message
from parlour.pictures import svg

COMBINATIONS = 5
"""Number of random option sets that are checked after each save."""
STEP_SECONDS = 60.0
"""Longest time for one set of options with its up to six games, which is several times that of a slow game."""
POLL_SECONDS = 0.1
PICTURE_SIZE = 150


class CheckProgress(msgspec.Struct, frozen=True):
    """What the checks have found so far. `pictures` are those of failures at sites, by their check and sentence."""

    failures: tuple[Failure, ...] = ()
    warnings: tuple[Message, ...] = ()
    pictures: dict[tuple[str, str], str] = {}
    fault: ParlourError | None = None
    """Why the file could not be loaded."""
    done: bool = False
    playable: bool = False
    """Whether a game with the default options has been played."""


def check_file(path: Path, outdated: Callable[[], bool]) -> Iterator[CheckProgress]:
    """Check a game step by step, the first time after its declarations and its default options; stop when outdated.

    Code that does not end, or that ends the process, is the last failure.
    """
    context = multiprocessing.get_context("spawn")  # the server has threads, which must not be forked
    receiver, sender = context.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder, receiver:
        trace = Path(folder) / "trace"
        process = context.Process(target=_check, args=(path, STEP_SECONDS, trace, sender), daemon=True)
        process.start()
        sender.close()
        last = CheckProgress()
        try:
            while not last.done:
                while not receiver.poll(POLL_SECONDS):
                    if outdated():
                        return
                last = receiver.recv()
                yield last
        except EOFError:
            failures = (*last.failures, Failure("play", "", _unfinished(path, trace)))
            yield msgspec.structs.replace(last, failures=failures, done=True)
        finally:
            process.kill()
            process.join()


def _unfinished(path: Path, trace: Path) -> ConformanceError:
    """Return why a process has ended: the innermost function of the file that did not."""
    text = trace.read_text(encoding="utf-8", errors="replace")
    found = re.search(rf'File "{re.escape(str(path))}", line (\d+) in (\S+)', text)
    if found is None:
        return violation("hangs" if text else "process-ended", seconds=f"{STEP_SECONDS:g}")
    return violation("hangs-in", method=found[2], line=int(found[1]), seconds=f"{STEP_SECONDS:g}")


def _check(path: Path, seconds: float, trace: Path, sender: Connection) -> None:
    """Send the progress of the checks. When a step takes too long, write where it is, and exit."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with trace.open("w") as file:

        def begin_step() -> None:
            faulthandler.dump_traceback_later(seconds, exit=True, file=file)

        begin_step()
        try:
            game = load(path)
        except ParlourError as fault:
            sender.send(CheckProgress(fault=fault, done=True))
            return
        found = dict[tuple[str, str], Failure]()
        pictures: dict[tuple[str, str], str] = {}

        def add(failures: list[Failure]) -> None:
            for failure in failures:
                # The same fault shows under many option sets: one example is enough.
                if found.setdefault(failure.fault, failure) is failure and failure.error.sites:
                    pictures[failure.fault] = _picture(failure)

        for number, (options, seeds) in enumerate(plan(game, combinations=COMBINATIONS)):
            begin_step()
            add(conform_to(game, (options, seeds), samples=2))
            if number:
                sender.send(CheckProgress(tuple(found.values()), (), pictures, playable=True))
        begin_step()
        warnings, failures = find_warnings(game, list(found.values()))
        add(failures)
        sender.send(CheckProgress(tuple(found.values()), tuple(warnings), pictures, done=True, playable=True))
        faulthandler.cancel_dump_traceback_later()


def _picture(failure: Failure) -> str:
    """Return a picture of the position of a failure with its sites marked; empty if the position cannot be drawn."""
    try:
        position = read_share(failure.share)
        return str(svg(position, PICTURE_SIZE, marks=[Mark("failure", failure.error.sites)]))
    except Exception:  # noqa: BLE001 - any exception of a third-party game; the failure itself is shown as text
        return ""
