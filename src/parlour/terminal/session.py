"""The terminal session: read moves and commands, print the board after each turn, report errors.

In an interactive session the user is asked again after bad input. In a script (file or pipe) the first bad line
ends the game with its number and the reason.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import KW_ONLY, dataclass
from pathlib import Path
from typing import TextIO

from parlour.engine.hint import hint
from parlour.engine.report import Limits
from parlour.errors import ParlourError
from parlour.games.contract.position import Position
from parlour.games.learning.rule_diagrams import rules_text
from parlour.i18n.catalogue import ENGLISH
from parlour.i18n.errors import localized_error
from parlour.i18n.translate_error import translate_error
from parlour.match.names import check_name
from parlour.terminal.game_state import TerminalGame, report_unreadable
from parlour.terminal.library import KeptGame, TerminalLibrary, opened_library
from parlour.terminal.thinking import BackgroundSolver, think, thinking_output


class BadLine(ParlourError):
    """A line of a script that cannot be played."""


class Quit(Exception):
    """Raised when a player quits."""


@dataclass
class TerminalSession:
    """Play one game between people at one terminal, or from a script."""

    table: TerminalGame
    source: TextIO
    out: TextIO
    _: KW_ONLY
    interactive: bool
    saved: bool = True
    warned: bool = False
    library: TerminalLibrary | None = None
    reported_fault: bool = False

    def __post_init__(self) -> None:
        self.background_solver = BackgroundSolver()
        self.kept = KeptGame(self.table, self.library)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "?": self.help,
            "moves": self.moves,
            "undo": self.undo,
            "redo": self.redo,
            "board": lambda _: self.show(),
            "turns": self.turns,
            "text": lambda _: self.print(self.table.position.text()),
            "rules": lambda _: self.print(self.rules()),
            "save": self.save,
            "load": self.load,
            "hint": self.hint,
            "draw": self.draw,
            "resign": self.resign,
            "quit": self.quit,
            "exit": self.quit,
        }

    # ---- The loop -------------------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Play until the game is over, a player quits or the input ends; return whether the game is over."""
        self.show()
        self.play_automatic()
        self.background_solver.begin(self.table.bots.values(), self.table.position)
        try:
            for number, line in enumerate(self.lines(), 1):
                try:
                    self.take(line.strip())
                except ParlourError as wrong:
                    if not self.interactive:
                        raise localized_error(BadLine, "terminal.refusal.line", number=number, why=wrong) from wrong
                    self.print(translate_error(wrong, self.table.language))
        except Quit:
            return True
        finally:
            self.background_solver.end()
            self.kept.leave()
        return self.table.outcome() is not None

    def lines(self) -> Iterator[str]:
        """Yield the lines of input, with a prompt before each, until the input or the game ends."""
        while True:
            self.play_bots()
            self.keep()
            if self.interactive:
                self.out.write(self.prompt())
                self.out.flush()
            if not self.interactive and self.table.outcome() is not None:
                return
            line = self.source.readline()
            if not line:
                if self.interactive:
                    self.print("")
                return
            if self.interactive and self.table.outcome() is not None and not line.strip():
                return
            yield line

    def keep(self) -> None:
        """Store the game; say once why it cannot be stored."""
        had_fault = self.reported_fault
        self.kept.follow()
        if self.kept.fault is not None and not had_fault:
            self.reported_fault = True
            self.print(self.table.text("not-kept", why=translate_error(self.kept.fault, self.table.language)))

    def play_bots(self) -> None:
        """Let bots move until a person is to move."""
        while (player := self.table.bot_to_move()) is not None:
            before = self.table.position.copy()
            alone = len(self.table.bots) == len(self.table.sides)
            move = think(
                player,
                before,
                thinking_output() if self.interactive else None,
                interruptible=not alone,
                language=self.table.language,
            )
            self.table.enter_move(move)
            self.saved = False
            self.describe_moves(before, [move])
            self.show()
            self.play_automatic()
            self.keep()

    def prompt(self) -> str:
        if self.table.outcome() is not None:
            return self.table.text("after")
        sites = self.table.position.game.board(self.table.position.options).sites
        picked = " ".join(pick if isinstance(pick, str) else sites[pick].label for pick in self.table.picks)
        return f"{self.table.called()[self.table.position.seat]}{f' [{picked}]' if picked else ''}> "

    def take(self, line: str) -> None:
        """Handle one line: a command or a move."""
        if not line or line.startswith("#"):
            return
        word, _, rest = line.partition(" ")
        command = self.commands.get(word.lower())
        if command is not None:
            if word.lower() not in ("quit", "exit"):
                self.warned = False
            command(rest.strip())
            return
        position = self.table.position
        before = position.copy()
        moves = self.table.enter(line)
        if not moves:
            self.print(self.table.sentence(position.explain(self.table.picks)))
            return
        self.saved = self.warned = False
        self.describe_moves(before, moves)
        self.show()
        self.play_automatic()

    def describe_moves(self, before: Position, moves: list[int]) -> None:
        """Print what some moves did."""
        walker = before.copy()
        for move in moves:
            for message in (walker.describe(move), *walker.notices(move)):
                self.print(self.table.sentence(message))
            walker.play(move)

    def play_automatic(self) -> None:
        before = self.table.position.copy()
        moves = self.table.play_automatic()
        if moves:
            self.describe_moves(before, moves)
            self.show()

    # ---- What is printed ------------------------------------------------------------------------------------------

    def print(self, text: str) -> None:
        print(text, file=self.out)

    def show(self) -> None:
        """Print the board, the scores, and whose turn it is or how the game ended."""
        table, position = self.table, self.table.position
        self.print("")
        self.print(position.diagram())
        scores = []
        for score in position.scores():
            who = table.called()[score.seat] if score.seat is not None else table.text("both")
            what = table.sentence(position.message(f"score.{score.key}"))
            what = what.lower() if table.language == ENGLISH else what
            key = "score" if score.of is None else "score-of"
            scores.append(table.text(key, who=who, what=what, value=score.value, of=score.of or 0))
        if scores:
            self.print(" · ".join(scores))
        if table.outcome() is not None:
            self.print(table.result())
        else:
            prompt = table.sentence(position.prompt())
            self.print(table.text("turn", player=table.player(position.seat), prompt=prompt))

    # ---- Commands -------------------------------------------------------------------------------------------------

    def help(self, _: str) -> None:
        self.print(self.table.text("help"))

    def rules(self) -> str:
        """Return the rules, in English if there is no translation."""
        return rules_text(self.table.position.game, self.table.language)

    def moves(self, _: str) -> None:
        position = self.table.position
        written = [position.write_move(move) for move in position.moves()]
        width = max(map(len, written), default=1) + 2
        per_line = max(1, 78 // width)
        for n in range(0, len(written), per_line):
            self.print("".join(f"{text:<{width}}" for text in written[n : n + per_line]).rstrip())
        self.print(self.table.text("moves", n=len(written)))

    def undo(self, _: str) -> None:
        self.print(self.table.undo())
        self.saved = False
        self.show()

    def redo(self, _: str) -> None:
        self.print(self.table.redo())
        self.saved = False
        self.show()

    def turns(self, _: str) -> None:
        turns = self.table.turns()
        seats = len(self.table.sides)
        for n in range(0, len(turns), seats):
            self.print(f"{n // seats + 1:>3}. {'  '.join(turns[n : n + seats])}")
        if not turns:
            self.print(self.table.text("no-turns"))

    def save(self, name: str) -> None:
        if not name:
            raise localized_error(ParlourError, "terminal.refusal.save-where")
        path = Path(name).expanduser()
        if path.exists() and not (self.interactive and self.agree(self.table.text("replace", path=str(path)))):
            raise localized_error(ParlourError, "terminal.refusal.untouched", path=str(path))
        self.table.save(path)
        self.saved = True
        self.print(self.table.text("saved", path=str(path)))

    def load(self, name: str) -> None:
        if not name:
            raise localized_error(ParlourError, "terminal.refusal.load-what")
        loaded = TerminalGame.load(Path(name).expanduser(), self.table.language)
        stored = self.library is not None and self.kept.fault is None
        if not stored and not self.saved and self.interactive and not self.agree(self.table.text("unsaved-load")):
            raise localized_error(ParlourError, "terminal.refusal.goes-on")
        self.kept.leave()
        self.table = loaded
        self.kept = KeptGame(loaded, self.library)
        self.background_solver.begin(loaded.bots.values(), loaded.position)
        self.saved = True
        self.show()

    def hint(self, _: str) -> None:
        if self.table.outcome() is not None:
            raise localized_error(ParlourError, "terminal.refusal.over")
        found = hint(self.table.position, Limits(nodes=200_000, seconds=2.0))
        self.print(" ".join([f"{found.turn}.", *(self.table.sentence(reason) for reason in found.reasons)]))

    def draw(self, _: str) -> None:
        if not self.table.bots_accept_draw():
            self.print(self.table.text("draw-declined"))
            return
        asked = [n for n in range(len(self.table.sides)) if n != self.table.position.seat and n not in self.table.bots]
        others = [self.table.called()[seat] for seat in asked]
        if others and self.interactive and not self.agree(self.table.text("draw-ask", names=self.table.joined(others))):
            self.print(self.table.text("draw-declined"))
            return
        self.table.agree_draw()
        self.show()

    def resign(self, name: str) -> None:
        seat = self.table.position.seat
        if name:
            known = [
                n
                for n, side in enumerate(self.table.sides)
                if name.casefold() in (side.name.casefold(), self.table.names[n].casefold(), str(n + 1))
            ]
            if len(known) != 1:
                raise localized_error(ParlourError, "terminal.refusal.nobody", name=name[:40])
            seat = known[0]
        if self.interactive and not self.agree(self.table.text("resign-ask", player=self.table.player(seat))):
            return
        self.table.resign(seat)
        self.show()

    def quit(self, _: str) -> None:
        stored = self.library is not None and self.kept.fault is None
        if self.interactive and not stored and not self.saved and not self.warned and self.table.outcome() is None:
            self.warned = True
            self.print(self.table.text("unsaved-quit"))
            return
        raise Quit

    def agree(self, question: str) -> bool:
        """Ask a question until the answer is yes or no; the end of input is no."""
        while True:
            self.out.write(self.table.text("yes-or-no", question=question))
            self.out.flush()
            answer = self.source.readline()
            if not answer:
                return False
            if answer.strip().lower() in self.table.text("yes").split():
                return True
            if answer.strip().lower() in self.table.text("no").split():
                return False


def ask_names(table: TerminalGame, source: TextIO, out: TextIO) -> bool:
    """Ask for the name of each side; return False if the input ended."""
    for seat, side in enumerate(table.sides):
        while seat not in table.bots:
            asked = {"side": side.name, "colour": side.colour_name, "symbol": side.symbol, "name": table.names[seat]}
            out.write(table.text("who", **asked))
            out.flush()
            line = source.readline()
            if not line:
                out.write("\n")
                return False
            if not line.strip():
                break
            try:
                table.names[seat] = check_name(line.rstrip("\r\n"), table.names[:seat])
            except ParlourError as wrong:
                print(translate_error(wrong, table.language), file=out)
                continue
            break
    return True


def run_session(
    table: TerminalGame, *, moves: Path | None = None, named: bool = False, keep: bool | None = None
) -> int:
    """Play a game on standard input and output; return the exit status.

    With `keep` the game is stored in the library of the owner; by default if people play, and not a script.

    0: the game is over, or a player quit. 1: a script ended before the game did. Bad input in a script raises.
    """
    interactive = moves is None and sys.stdin.isatty()
    with opened_library(keep=interactive if keep is None else keep) as library:
        return _run_session(table, moves, named, interactive, library)


def _run_session(
    table: TerminalGame, moves: Path | None, named: bool, interactive: bool, library: TerminalLibrary | None
) -> int:
    if moves is not None:
        with report_unreadable(moves), moves.open(encoding="utf-8") as source:
            return 0 if TerminalSession(table, source, sys.stdout, interactive=False, library=library).run() else 1
    if interactive:
        print(table.text("welcome", game=table.position.game.title))
        if not named and not ask_names(table, sys.stdin, sys.stdout):
            return 0
    over = TerminalSession(table, sys.stdin, sys.stdout, interactive=interactive, library=library).run()
    return 0 if over or interactive else 1
