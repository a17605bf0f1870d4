"""Answer the commands of a front end: `parlour engine`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib.metadata import version
from threading import Lock, Thread

from parlour.engine.analysis import Search, analyse, search_for
from parlour.engine.bot import TimeBudget
from parlour.engine.levels import Bot, read_bot
from parlour.engine.protocol.errors import ProtocolError
from parlour.engine.report import Limits, PrincipalVariation, Report, Stop
from parlour.errors import ParlourError
from parlour.games import Position, keys, read_share
from parlour.games.contract.argument_checks import function, instance
from parlour.games.contract.defaults import write_moves
from parlour.i18n.errors import localized_error

VERSION = 1
GO_WORDS = ("movetime", "left", "increment", "depth", "nodes", "lines")
DEFAULT_MS = 1000


class ProtocolServer:
    """One session with a front end. A search runs in its own thread, so that `stop` is read meanwhile."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = function(write, "write")
        self._writing = Lock()
        self._position: Position | None = None
        self._bot: Bot | None = None
        self._memory: Search | None = None
        self._stop = Stop()
        self._search: Thread | None = None
        self._searching = False
        """Whether the last `go` is still unanswered; its thread ends shortly after the answer."""

    def serve(self, lines: Iterable[str]) -> None:
        """Answer all commands until `quit` or the end of the input."""
        for line in instance(lines, Iterable, "lines"):
            if not self.handle(line):
                break
        self._stop.set()
        self.wait()

    def wait(self) -> None:
        """Wait until the search has ended."""
        if self._search is not None:
            self._search.join()

    def handle(self, line: str) -> bool:
        """Answer one command; return False after `quit`. An invalid command gets an `error` and changes nothing."""
        command, _, rest = instance(line, str, "line").strip().partition(" ")
        if command == "quit":
            return False
        try:
            self._answer(command, rest.strip())
        except ParlourError as wrong:
            self._say(f"error {' '.join(str(wrong).split())}")
        return True

    def _answer(self, command: str, rest: str) -> None:
        match command:
            case "":
                return
            case "parlour":
                self._say(f"id name Parlour {version('parlour')}")
                self._say(f"protocol {VERSION}")
                self._say(f"games {' '.join(keys())}")
                self._say("option name Bot default none")
                self._say("parlourok")
            case "isready":
                self._say("readyok")
            case "stop":
                self._stop.set()
                self.wait()
            case "setoption" | "newgame" | "position" | "go":
                if self._searching:
                    raise localized_error(ProtocolError, "engine.protocol.busy")
                {"setoption": self._set, "newgame": self._new, "position": self._place, "go": self._go}[command](rest)
            case _:
                raise localized_error(ProtocolError, "engine.protocol.unknown", command=command[:40])

    def _say(self, line: str) -> None:
        with self._writing:
            self._write(line)

    def _set(self, rest: str) -> None:
        name, _, value = rest.removeprefix("name ").partition(" value ")
        if name.strip().lower() != "bot":
            raise localized_error(ProtocolError, "engine.protocol.option", name=name[:40])
        self._bot = None if value.strip() in ("", "none") else read_bot(value)

    def _new(self, rest: str) -> None:
        self._position = self._memory = None

    def _place(self, rest: str) -> None:
        share, _, moves = rest.partition(" moves ")
        position = read_share(share)
        for move in moves.split():
            position.play(move)
        if self._position is None or self._position.game is not position.game:
            self._memory = None
        self._position = position

    def _go(self, rest: str) -> None:
        position, given = self._position, _numbers(rest)
        if position is None:
            raise localized_error(ProtocolError, "engine.protocol.no-position")
        if position.is_over():
            raise localized_error(ProtocolError, "engine.protocol.over")
        if self._bot is not None:
            self._bot.player(position)  # raises an error if the bot cannot play this game
        self.wait()
        self._stop, self._searching = Stop(), True
        self._search = Thread(target=self._think, args=(position.copy(), given, self._stop), daemon=True)
        self._search.start()

    def _think(self, position: Position, given: dict[str, int], stop: Stop) -> None:
        try:
            move = self._ask_bot(position, given, stop) if self._bot else self._analyse(position, given, stop)
            answer = _word(position.write_move(move))
            self._searching = False
            self._say(f"bestmove {answer}")
        except Exception as wrong:
            self._searching = False
            self._say(f"error {type(wrong).__name__}: {' '.join(str(wrong).split())}")
            if not isinstance(wrong, ParlourError):
                raise

    def _ask_bot(self, position: Position, given: dict[str, int], stop: Stop) -> int:
        assert self._bot is not None
        left, per_move = given.get("left"), given.get("movetime")
        clock = TimeBudget(
            None if left is None else left / 1000,
            given.get("increment", 0) / 1000,
            None if per_move is None else per_move / 1000,
        )
        return self._bot.player(position).choose(
            position, clock=clock, stop=stop, on_report=lambda report: self._tell(position, report)
        )

    def _analyse(self, position: Position, given: dict[str, int], stop: Stop) -> int:
        milliseconds = given.get("movetime", None if given.keys() & {"depth", "nodes", "left"} else DEFAULT_MS)
        seconds = None if milliseconds is None else milliseconds / 1000
        if "left" in given:
            seconds = TimeBudget(given["left"] / 1000, given.get("increment", 0) / 1000, seconds).budget()
        limits = Limits(given.get("depth"), given.get("nodes"), seconds)
        if self._memory is None:
            self._memory = search_for(position)
        lines = given.get("lines", 1)
        report = analyse(position, limits, lines, stop, lambda part: self._tell(position, part), self._memory)
        return report.lines[0].moves[0]

    def _tell(self, position: Position, report: Report) -> None:
        for n, line in enumerate(report.lines, 1):
            moves = " ".join(_word(text) for text in write_moves(position, line.moves))
            time = f"nodes {report.nodes} time {round(1000 * report.seconds)}"
            self._say(f"info depth {report.depth} {time} line {n} score {_score(line)} pv {moves}")


def _score(line: PrincipalVariation) -> str:
    if line.proven is None:
        return str(line.score)
    return {1: "win", 0: "draw", -1: "loss"}[line.proven]


def _word(text: str) -> str:
    """Return a move without blanks, which separate moves."""
    return "".join(text.split())


def _numbers(rest: str) -> dict[str, int]:
    """Return the limits of `go`."""
    words = rest.split()
    found: dict[str, int] = {}
    for name, value in zip(words[::2], [*words[1::2], ""], strict=False):
        if name not in GO_WORDS or not value.isdecimal() or len(value) > 12:
            raise localized_error(ProtocolError, "engine.protocol.go", word=f"{name} {value}".strip()[:40])
        found[name] = max(1, int(value))
    return found
