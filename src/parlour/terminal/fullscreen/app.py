"""The full-screen game: board, players with clocks, moves, and a line for typed moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Event, Key
from textual.widgets import Button, Footer, Input, Static

from parlour.engine import watchdog
from parlour.engine.hint import hint
from parlour.engine.report import Limits, Stop
from parlour.errors import ClockError, ParlourError
from parlour.games.contract.display import Pick
from parlour.games.contract.position import Position
from parlour.games.learning.rule_diagrams import rules_text
from parlour.i18n.errors import localized_error
from parlour.i18n.translate_error import translate_error
from parlour.match.clock import Clock, Limit, check_clock, read_time, write_time
from parlour.match.time_budget import time_budget
from parlour.terminal.fullscreen.board_view import BoardView
from parlour.terminal.fullscreen.dialogs import LibraryScreen, Question, ReplayScreen, TextScreen
from parlour.terminal.game_state import TerminalGame
from parlour.terminal.library import KeptGame, TerminalLibrary, now_ms, opened_library
from parlour.terminal.thinking import BackgroundSolver

HINT_LIMITS = Limits(nodes=200_000, seconds=2.0)
CLOCK_INTERVAL_SECONDS = 0.2


class FullScreenGame(App[None]):
    """One game on the whole screen."""

    ENABLE_COMMAND_PALETTE = False
    CSS: ClassVar[str] = """
    #main { height: 1fr; }
    BoardView { width: 1fr; height: 1fr; }
    #panel { width: 38; padding: 0 1; }
    #players { height: auto; }
    #message { height: auto; min-height: 2; margin: 1 0; color: $text-accent; }
    #moves { height: 1fr; border: round $surface-lighten-2; padding: 0 1; }
    #verbs { height: auto; }
    #verbs Button { margin: 0 1 0 0; min-width: 8; }
    .title { padding: 0 1; background: $primary; color: $text; }
    #ply { padding: 0 1; }
    Question, TextScreen { align: center middle; }
    .dialog { width: 60; height: auto; padding: 1 2; border: thick $warning; background: $surface; }
    .dialog Horizontal { height: auto; margin-top: 1; }
    .dialog Button { margin-right: 2; }
    .page { width: 90%; height: 90%; padding: 1 2; border: thick $primary; background: $surface; }
    """

    def __init__(
        self, table: TerminalGame, *, library: TerminalLibrary | None = None, clock: Clock | None = None
    ) -> None:
        super().__init__()
        self.table = table
        self.library = library
        self.clock = clock
        self.kept = KeptGame(table, library, clock=clock)
        self.message = ""
        self._stop = Stop()
        self._solver = BackgroundSolver()
        self._reported_fault = False
        for key, action in (
            ("ctrl+z", "undo"),
            ("ctrl+y", "redo"),
            ("f2", "hint"),
            ("f3", "show_library"),
            ("f4", "rules"),
            ("f5", "new"),
            ("f6", "draw"),
            ("f8", "resign"),
            ("ctrl+q", "quit"),
        ):
            self.bind(key, action, description=table.text(f"screen.{action.replace('_', '-')}"))

    # ---- Layout ---------------------------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        with Horizontal(id="main"):
            yield BoardView(self.table.position, id="board")
            with Vertical(id="panel"):
                yield Static(id="players", markup=False)
                yield Static(id="message", markup=False)
                yield Horizontal(id="verbs")
                with VerticalScroll(id="moves", can_focus=False):
                    yield Static(id="turns", markup=False)
                example = self.table.position.write_move(self.table.position.moves()[0]) if self.playing else ""
                yield Input(
                    placeholder=self.table.text("screen.type-move", move=example), select_on_focus=False, id="typed"
                )
        yield Footer()

    @property
    def playing(self) -> bool:
        """Return whether the game is not over."""
        return self.table.outcome() is None

    def on_mount(self) -> None:
        self.title = self.table.position.game.title
        self.query_one(BoardView).focus()
        self.set_interval(CLOCK_INTERVAL_SECONDS, self._tick)
        self._solver.begin(self.table.bots.values(), self.table.position)
        self.table.play_automatic()
        self._changed()

    def on_unmount(self) -> None:
        self._stop.set()
        self._solver.end()

    # ---- What is shown --------------------------------------------------------------------------------------------

    def _changed(self, message: str | None = None) -> None:
        """Store and show the game after a change, and let a bot move."""
        self.kept.follow()
        if self.kept.fault is not None and not self._reported_fault:
            self._reported_fault = True
            why = translate_error(self.kept.fault, self.table.language)
            self.notify(self.table.text("not-kept", why=why), severity="warning", timeout=10, markup=False)
        self._show(message)
        self._let_bot_move()

    def _show(self, message: str | None = None) -> None:
        table, position = self.table, self.table.position
        if not self.playing:
            self.message = table.result()
        elif message is not None:
            self.message = message
        else:
            self.message = table.sentence(position.explain(table.picks) if table.picks else position.prompt())
        possible = self._next_picks()
        picked = tuple(pick for pick in table.picks if isinstance(pick, int))
        sites = frozenset(pick for pick in possible if isinstance(pick, int))
        self.query_one(BoardView).show(position, picked, sites)
        self.query_one("#message", Static).update(self.message)
        turns, seats = table.turns(), len(table.sides)
        numbered = [f"{n // seats + 1:>3}. {'  '.join(turns[n : n + seats])}" for n in range(0, len(turns), seats)]
        self.query_one("#turns", Static).update("\n".join(numbered) or table.text("no-turns"))
        self.query_one("#moves", VerticalScroll).scroll_end(animate=False)
        self._show_players()
        self._show_verbs([pick for pick in possible if isinstance(pick, str)])

    def _show_players(self) -> None:
        table, position, rows = self.table, self.table.position, []
        scores = position.scores()
        for seat in range(len(table.sides)):
            mark = "▶" if seat == position.seat and self.playing else " "
            left = None if self.kept.copy is None else self.kept.copy.match.time_left(seat, now_ms())
            rows.append(
                f"{mark} {table.player(seat)}" + ("" if left is None else f"  {write_time(left // 1000 * 1000)}")
            )
            for score in scores:
                if score.seat == seat:
                    what = table.sentence(position.message(f"score.{score.key}"))
                    rows.append(f"    {what}: {score.value}" + ("" if score.of is None else f"/{score.of}"))
        self.query_one("#players", Static).update("\n".join(rows))

    def _show_verbs(self, names: list[str]) -> None:
        verbs = self.query_one("#verbs", Horizontal)
        labels = {verb.name: verb.label for verb in self.table.position.game.localized(self.table.language).verbs}
        if [button.name for button in verbs.query(Button)] != names:
            verbs.remove_children()
            verbs.mount_all([Button(Content(labels.get(name, name)), name=name, compact=True) for name in names])

    def _next_picks(self) -> list[Pick]:
        """Return the sites and verbs that continue the picks so far."""
        table = self.table
        if not self.playing or table.bot_to_move() is not None:
            return []
        ways = [way for move in table.position.moves() for way in table.position.picks(move)]
        done = len(table.picks)
        return list(dict.fromkeys(way[done] for way in ways if len(way) > done and way[:done] == table.picks))

    # ---- Playing --------------------------------------------------------------------------------------------------

    def on_board_view_chosen(self, event: BoardView.Chosen) -> None:
        self._pick(event.site)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.name:
            self._pick(event.button.name)

    def _pick(self, pick: Pick) -> None:
        if self.table.bot_to_move() is None:
            try:
                self.table.pick(pick)
            except ParlourError as wrong:
                self._show(translate_error(wrong, self.table.language))
                return
            self._played()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.table.bot_to_move() is not None:
            return
        try:
            self.table.enter(event.value)
        except ParlourError as wrong:
            self._show(translate_error(wrong, self.table.language))
            return
        event.input.clear()
        self.query_one(BoardView).focus()
        self._played()

    async def on_event(self, event: Event) -> None:
        """Start typing a move, regardless of the focus.

        Not in `on_key`, which receives a key only after the focused widget, when it may already have more of them.
        """
        if isinstance(event, Key) and not event.is_forwarded and event.is_printable and event.character != " ":
            typed = self.screen_stack[0].query_one(Input)
            if len(self.screen_stack) == 1 and not typed.has_focus:
                self.screen.set_focus(typed)
        await super().on_event(event)

    def _played(self) -> None:
        if not self.table.picks:
            self.table.play_automatic()
        self._changed()

    def _let_bot_move(self) -> None:
        player = self.table.bot_to_move()
        if player is None:
            return
        position, stop = self.table.position.copy(), Stop()
        copy = self.kept.copy
        clock = None if copy is None else time_budget(copy.match, position.seat, now_ms())
        self._stop.set()
        self._stop = stop
        self._show(self.table.text("screen.thinking", name=self.table.called()[position.seat]))

        def search() -> None:
            move = watchdog.choose(player, position, clock=clock, stop=stop)
            if self.is_running:
                self.call_from_thread(self._bot_moved, position.text(), len(position.played), move)

        self.run_worker(search, thread=True, group="bot")

    def _bot_moved(self, text: str, ply: int, move: int) -> None:
        """Play the move of a bot, unless the game has changed in the meantime."""
        now = self.table.position
        if self.is_running and self.table.bot_to_move() is not None and len(now.played) == ply and now.text() == text:
            self.table.enter_move(move)
            self._played()

    def _tick(self) -> None:
        copy = self.kept.copy
        # While the app closes, its timers still run, but its widgets are already gone.
        if not self.is_running or copy is None or self.clock is None or not self.playing:
            return
        outcome = copy.out_of_time(now_ms())
        if outcome is not None:
            self.table.end_on_time(outcome)
            self._changed()
        else:
            self._show_players()

    # ---- Commands -------------------------------------------------------------------------------------------------

    def action_undo(self) -> None:
        """Take back."""
        self._try(self.table.undo)

    def action_redo(self) -> None:
        """Play again what was taken back."""
        self._try(self.table.redo)

    def _try(self, step: Callable[[], str]) -> None:
        self._stop.set()
        try:
            text = step()
        except ParlourError as wrong:
            self._show(translate_error(wrong, self.table.language))
            return
        self._changed(text)

    def action_hint(self) -> None:
        """Show a good move."""
        if not self.playing or self.table.bot_to_move() is not None:
            return
        position = self.table.position.copy()

        def search() -> None:
            found = hint(position, HINT_LIMITS)
            text = " ".join([f"{found.turn}.", *(self.table.sentence(reason) for reason in found.reasons)])
            if self.is_running:
                self.call_from_thread(self._show_hint, position, text)

        self.run_worker(search, thread=True, group="hint", exclusive=True)

    def _show_hint(self, position: Position, text: str) -> None:
        """Show the hint for a position, unless the game has changed in the meantime."""
        if self.is_running and self.table.position == position:
            self._show(text)

    def action_rules(self) -> None:
        """Show the rules."""
        self.push_screen(TextScreen(rules_text(self.table.position.game, self.table.language)))

    def action_new(self) -> None:
        """Begin a new game with the same players."""

        def answered(yes: bool | None) -> None:
            if yes:
                self._begin()

        self.push_screen(Question(self.table.text("screen.restart-ask"), self.table.language), answered)

    def _begin(self) -> None:
        self._stop.set()
        self.kept.leave()
        old = self.table
        start = old.position.game.start(old.position.options)
        self.table = TerminalGame(start, old.names, old.bots, old.language)
        self.kept = KeptGame(self.table, self.library, clock=self.clock)
        self.table.play_automatic()
        self._changed()

    def action_draw(self) -> None:
        """Offer a draw: bots decide for themselves, people are asked."""
        table = self.table
        if not self.playing or table.bot_to_move() is not None:
            return
        if not table.bots_accept_draw():
            self._show(table.text("draw-declined"))
            return
        others = [
            table.called()[n] for n in range(len(table.sides)) if n not in table.bots and n != table.position.seat
        ]
        if not others:
            table.agree_draw()
            self._changed()
            return

        def answered(yes: bool | None) -> None:
            if yes and self.playing:
                table.agree_draw()
                self._changed()

        self.push_screen(Question(table.text("draw-ask", names=table.joined(others)), table.language), answered)

    def action_resign(self) -> None:
        """Resign for the person to move, or for the first person."""
        table = self.table
        people = [seat for seat in range(len(table.sides)) if seat not in table.bots]
        if not self.playing or not people:
            return
        seat = table.position.seat if table.position.seat in people else people[0]

        def answered(yes: bool | None) -> None:
            if yes and self.playing:
                self._stop.set()
                table.resign(seat)
                self._changed()

        self.push_screen(Question(table.text("resign-ask", player=table.player(seat)), table.language), answered)

    def action_show_library(self) -> None:
        """List the games of the library."""
        if self.library is None:
            self.notify(self.table.text("screen.no-library"))
            return
        try:
            entries = self.library.games()
        except ParlourError as wrong:
            self.notify(translate_error(wrong, self.table.language), severity="warning", markup=False)
            return
        self.push_screen(LibraryScreen(entries, self.table.language, self.replay))

    def replay(self, match: str) -> None:
        """Replay a game of the library."""
        assert self.library is not None
        try:
            screen = ReplayScreen(self.library.record(match), self.table.language)
        except ParlourError as wrong:
            self.notify(translate_error(wrong, self.table.language), severity="warning", markup=False)
            return
        self.push_screen(screen)


def read_clock_text(text: str) -> Clock:
    """Return the clock of a text such as `5:00+3`: the time of each side, and seconds added for each turn.

    >>> read_clock_text("5:00+3").limits[0]
    Limit(base=300000, increment=3000, per_turn=None)
    """
    base, plus, increment = text.partition("+")
    if plus and not (increment.isascii() and increment.isdecimal() and len(increment) < 4):
        raise localized_error(ClockError, "match.clock.unreadable", entry=text[:20])
    return Clock(kind="down", limits=(Limit(base=read_time(base), increment=int(increment or 0) * 1000),))


def run_full_screen(table: TerminalGame, *, clock: str | None = None, keep: bool = True) -> int:
    """Play a game on the whole screen of this terminal; return the exit status."""
    import sys

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise localized_error(ParlourError, "terminal.refusal.no-screen")
    chosen = None if clock is None else check_clock(read_clock_text(clock), len(table.sides))
    with opened_library(keep=keep) as library:
        app = FullScreenGame(table, library=library, clock=chosen)
        app.run()
        app.kept.leave()
    return 0
