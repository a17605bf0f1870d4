"""The full-screen terminal client, driven by Textual's pilot."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from rich.text import Text
from textual.events import Event, Key
from textual.pilot import Pilot
from textual.widgets import Button, DataTable, Input, Static

import parlour
from parlour.cli import run
from parlour.cli.play import seat_bots
from parlour.engine import watchdog
from parlour.engine.bot import BotPlayer, TimeBudget
from parlour.engine.report import Stop
from parlour.games.contract.display import Picks
from parlour.games.contract.position import Position
from parlour.terminal.fullscreen.app import FullScreenGame, read_clock_text
from parlour.terminal.fullscreen.board_view import BoardView
from parlour.terminal.fullscreen.dialogs import LibraryScreen, ReplayScreen
from parlour.terminal.game_state import TerminalGame
from parlour.terminal.library import TerminalLibrary, opened_library

GAMES = ("surakarta", "yinsh", "sim", "pylos", "laserchess")
EXAMPLES = ("examples/hex.py", "examples/amazons.py")
SIZE = (110, 40)

pytestmark = pytest.mark.anyio


@pytest.fixture
def library(tmp_path: Path) -> Iterator[TerminalLibrary]:
    found = TerminalLibrary(tmp_path)
    yield found
    found.close()


def table_of(name: str, bots: tuple[str, ...] = (), language: str = "en") -> TerminalGame:
    game = parlour.load(Path(name)) if name.endswith(".py") else parlour.game(name)
    table = TerminalGame(game.start(), ("Anna", "" if bots else "Ben"), language=language)
    seat_bots(table, list(bots), True, 1)
    return table


async def all_is_handled(*_: float) -> None:
    """Return when the event loop waits for nothing but time, threads and input."""
    loop = asyncio.get_running_loop()
    while True:
        await asyncio.sleep(0)
        if not loop._ready:  # type: ignore[attr-defined]  # asyncio has no public way to ask
            return


@pytest.fixture(autouse=True)
def _pilots_wait_until_all_is_handled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's pilot waits until the process uses little processor time, which on a busy machine is true too early."""
    for module in ("pilot", "app"):
        monkeypatch.setattr(f"textual.{module}.wait_for_idle", all_is_handled)


async def until(pilot: Pilot[None], condition: Callable[[], bool]) -> None:
    """Let the app run until something holds; the time limit of the test ends a wait in vain."""
    while not condition():
        assert pilot.app.is_running
        await pilot.pause(0.01)


async def click(pilot: Pilot[None], site: int) -> None:
    await pilot.click("#board", offset=pilot.app.query_one("#board", BoardView).place_of(site))
    await pilot.pause()


def a_way_of_sites(table: TerminalGame) -> Picks:
    """Return the picks of a move that needs only sites."""
    position = table.position
    ways = [way for move in position.moves() for way in position.picks(move)]
    return next(way for way in ways if all(isinstance(pick, int) for pick in way))


@pytest.mark.parametrize("name", [*GAMES, *EXAMPLES])
async def test_a_move_is_clicked_in_every_game_and_taken_back(name: str) -> None:
    app = FullScreenGame(table_of(name))
    async with app.run_test(size=SIZE) as pilot:
        before = app.table.position.text()
        for pick in a_way_of_sites(app.table):
            assert isinstance(pick, int)
            await click(pilot, pick)
        assert len(app.table.position.played) >= 1
        assert str(app.query_one("#turns", Static).content).strip().startswith("1.")
        after = app.table.position.text()
        await pilot.press("ctrl+z")
        assert app.table.position.text() == before
        await pilot.press("ctrl+y")
        assert app.table.position.text() == after


@pytest.mark.parametrize(
    ("name", "typed", "site", "verb", "move"),
    [(EXAMPLES[0], "c2", None, "swap", "swap"), ("laserchess", "", "d1", "rotate left", "Nd1<")],
)
async def test_a_button_below_the_message_completes_a_move(
    name: str, typed: str, site: str | None, verb: str, move: str
) -> None:
    app = FullScreenGame(table_of(name))
    async with app.run_test(size=SIZE) as pilot:
        if typed:
            await pilot.press(*typed, "enter")
        if site is not None:
            place = app.table.position.game.board(app.table.position.options).site(site)
            assert place is not None
            await click(pilot, place)
        [button] = [one for one in app.query(Button) if one.name == verb]
        await until(pilot, lambda: button.region.area > 0)  # a new button gets its place only with the next frame
        assert await pilot.click(button)
        await until(pilot, lambda: app.table.moves_as_text()[-1] == move)
        assert not app.table.in_turn()
        await until(pilot, lambda: verb not in [one.name for one in app.query(Button)])


@pytest.mark.parametrize("name", [*GAMES, *EXAMPLES])
async def test_every_site_has_its_own_place_on_the_screen(name: str) -> None:
    app = FullScreenGame(table_of(name))
    async with app.run_test(size=(80, 30)):
        picture = app.query_one(BoardView).picture
        assert len(set(picture.places)) == len(picture.places)
        for site, place in enumerate(picture.places):
            assert picture.site_at(*place) == site
            assert 0 <= place[0] < picture.columns
            assert 0 <= place[1] < picture.rows


async def test_the_keyboard_moves_a_cursor_and_plays() -> None:
    app = FullScreenGame(table_of("surakarta"))
    async with app.run_test(size=SIZE) as pilot:
        board = app.query_one(BoardView)
        board.cursor = app.table.position.game.board(app.table.position.options).site("4,0")
        await pilot.press("enter", "up", "enter")
        assert app.table.moves_as_text() == ["4,0-3,0"]
        await pilot.press("enter")
        assert app.message, "a piece of the other side is refused with a reason"


async def test_no_key_is_lost_while_the_focus_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine the board may still have keys to handle when Enter goes to the line for typed moves."""
    app, sent, handle = FullScreenGame(table_of("surakarta")), asyncio.Event(), BoardView.on_event

    async def handle_slowly(board: BoardView, event: Event) -> None:
        if isinstance(event, Key) and event.character == ",":
            await sent.wait()
        await handle(board, event)

    monkeypatch.setattr(BoardView, "on_event", handle_slowly)
    async with app.run_test(size=SIZE) as pilot:
        for character in "4,0-3,0":
            app.post_message(Key(character, character))
        while not app.query_one(Input).has_focus:
            await asyncio.sleep(0)
        app.post_message(Key("enter", "\r"))
        app.call_later(sent.set)
        await pilot.pause()
        assert app.table.moves_as_text() == ["4,0-3,0"]


async def test_typed_moves_are_played_and_wrong_ones_explained() -> None:
    app = FullScreenGame(table_of("surakarta"))
    async with app.run_test(size=SIZE) as pilot:
        app.query_one(Input).focus()
        await pilot.press(*"9,9-8,8", "enter")
        assert app.table.moves_as_text() == []
        assert app.message
        app.query_one(Input).clear()
        app.query_one(BoardView).focus()
        await pilot.press(*"4,0-3,0", "enter")
        assert app.table.moves_as_text() == ["4,0-3,0"]


@pytest.mark.parametrize("name", [*GAMES, EXAMPLES[0]])
async def test_a_bot_answers_and_undo_goes_back_to_the_person(name: str) -> None:
    app = FullScreenGame(table_of(name, ("1",)))
    async with app.run_test(size=SIZE) as pilot:
        while not (turns := app.table.turns()) or turns[0].endswith("…"):
            app.query_one(Input).value = app.table.position.write_move(app.table.position.moves()[0])
            app.query_one(Input).focus()
            await pilot.press("enter")
        await until(pilot, lambda: app.table.position.seat == 0 or not app.playing)
        assert len(app.table.turns()) >= 2
        while app.table.position.played:
            await pilot.press("ctrl+z")
        assert app.table.position.seat == 0


async def test_resigning_asks_and_the_game_is_in_the_library_and_replayed(library: TerminalLibrary) -> None:
    table = table_of("surakarta")
    table.names = ["Anna [club]", "Ben [/x]"]  # not to be read as markup
    app = FullScreenGame(table, library=library)
    async with app.run_test(size=SIZE) as pilot:
        app.query_one(Input).value = "4,0-3,0"
        app.query_one(Input).focus()
        await pilot.press("enter")
        await pilot.press("f8", "n")
        assert app.playing
        await pilot.press("f8", "y")
        await until(pilot, lambda: not app.playing)
        assert "Anna" in app.message
        app.kept.leave()
        await pilot.press("f3")
        await until(pilot, lambda: isinstance(app.screen, LibraryScreen))
        rows = app.screen.query_one(DataTable)
        assert rows.row_count == 1
        assert "Anna [club] – Ben [/x]" in [str(cell) for cell in rows.get_row_at(0) if isinstance(cell, Text)]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert len(screen.position.played) == 1
        await pilot.press("left")
        assert len(screen.position.played) == 0
        await pilot.press("right")
        assert len(screen.position.played) == 1
        await pilot.press("escape", "escape")
        await until(pilot, lambda: len(app.screen_stack) == 1)


async def test_a_hint_names_a_move_and_rules_can_be_read() -> None:
    app = FullScreenGame(table_of("sim"))
    async with app.run_test(size=SIZE) as pilot:
        before = app.message
        await pilot.press("f2")
        await until(pilot, lambda: app.message != before)
        await pilot.press("f4")
        await until(pilot, lambda: len(app.screen_stack) == 2)
        await pilot.press("escape")
        await until(pilot, lambda: len(app.screen_stack) == 1)


async def test_a_hint_that_comes_after_the_move_is_not_shown() -> None:
    app = FullScreenGame(table_of("surakarta"))
    async with app.run_test(size=SIZE) as pilot:
        before = app.table.position.copy()
        app._show_hint(before, "4,0-3,0. A good move.")
        assert app.message == "4,0-3,0. A good move."
        await pilot.press(*"4,1-3,1", "enter")
        prompt = app.message
        app._show_hint(before, "4,0-3,0. A good move.")
        assert app.message == prompt


async def test_a_player_without_time_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = [1_000_000]
    monkeypatch.setattr("parlour.terminal.library.now_ms", lambda: moment[0])
    monkeypatch.setattr("parlour.terminal.fullscreen.app.now_ms", lambda: moment[0])
    app = FullScreenGame(table_of("surakarta"), clock=read_clock_text("1:00+2"))
    async with app.run_test(size=SIZE) as pilot:
        for text in ("4,0-3,0", "1,3-2,3"):
            app.query_one(Input).value = text
            app.query_one(Input).focus()
            await pilot.press("enter")
        assert "1:0" in str(app.query_one("#players", Static).content)
        moment[0] += 63_000
        await until(pilot, lambda: not app.playing)
        outcome = app.table.outcome()
        assert outcome is not None
        assert (outcome.reason, outcome.winner) == ("time", 1)


async def test_a_bot_receives_its_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks: list[TimeBudget | None] = []

    def choose(player: BotPlayer, position: Position, *, clock: TimeBudget | None, stop: Stop) -> int:
        clocks.append(clock)
        move: int = position.moves()[0]
        return move

    monkeypatch.setattr(watchdog, "choose", choose)
    monkeypatch.setattr("parlour.terminal.library.now_ms", lambda: 0)
    monkeypatch.setattr("parlour.terminal.fullscreen.app.now_ms", lambda: 0)
    app = FullScreenGame(table_of("surakarta", ("8",)), clock=read_clock_text("0:10+2"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*"4,0-3,0", "enter")
        await until(pilot, lambda: len(app.table.position.played) == 2)
    assert clocks == [TimeBudget(left=10.0, increment=2.0)]


async def test_the_screen_is_translated_into_german() -> None:
    app = FullScreenGame(table_of("surakarta", language="de"))
    async with app.run_test(size=SIZE) as pilot:
        assert "Zug eingeben" in app.query_one(Input).placeholder
        await pilot.press("ctrl+z")
        assert app.message == app.table.text("refusal.no-undo")


async def test_a_new_game_begins_with_the_same_players(library: TerminalLibrary) -> None:
    app = FullScreenGame(table_of("sim"), library=library)
    async with app.run_test(size=SIZE) as pilot:
        for pick in a_way_of_sites(app.table):
            assert isinstance(pick, int)
            await click(pilot, pick)
        await pilot.press("f5", "y")
        await until(pilot, lambda: not app.table.position.played)
        assert app.table.names == ["Anna", "Ben"]
    assert [entry.match.plies for entry in library.games()] == [1]


def test_a_game_on_the_whole_screen_is_stored_unless_it_is_not_to_be_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PARLOUR_FOLDER", str(tmp_path))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)

    async def play_a_move(app: FullScreenGame) -> None:
        async with app.run_test(size=SIZE) as pilot:
            await pilot.press(*"A-B", "enter")
            assert len(app.table.position.played) == 1

    monkeypatch.setattr(FullScreenGame, "run", lambda app: asyncio.run(play_a_move(app)))
    assert run(["play", "sim", "--full-screen", "--no-keep"]) == 0
    assert list(tmp_path.iterdir()) == []
    assert run(["play", "sim", "--full-screen"]) == 0
    with opened_library(keep=True) as library:
        assert library is not None
        assert [entry.match.plies for entry in library.games()] == [1]


async def test_a_game_against_a_bot_with_a_clock_is_paused_in_the_library_when_it_is_left(
    library: TerminalLibrary,
) -> None:
    app = FullScreenGame(table_of("surakarta", ("1",)), library=library, clock=read_clock_text("5:00+3"))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press(*"4,0-3,0", "enter")
        await until(pilot, lambda: len(app.table.position.played) == 2)
    app.kept.leave()
    assert app.kept.fault is None
    [entry] = library.games()
    assert (entry.match.plies, entry.match.status, entry.seat) == (2, "paused", 0)


async def test_nothing_is_shown_or_played_once_the_app_has_closed(library: TerminalLibrary) -> None:
    app = FullScreenGame(table_of("surakarta", ("8",)), clock=read_clock_text("0:10+2"), library=library)
    async with app.run_test(size=SIZE):
        position = app.table.position
        move = position.moves()[0]
    app._tick()
    app._show_hint(position, "4,0-3,0")
    app.table.enter("4,0-3,0")
    app._bot_moved(position.text(), 1, move)
    assert len(position.played) == 1
