"""The top level of the package: its names, their types for users' type checkers, and what they do."""

import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, assert_type

import msgspec
import pytest

import parlour
import parlour.games
from parlour.engine.protocol import client
from parlour.errors import ArgumentError, IllegalMove, ParlourError
from tests.games.contract.hostile_calls import HOSTILE

ROOT = Path(__file__).resolve().parents[1]


def test_dir_lists_the_public_names_and_all_of_them_exist() -> None:
    assert dir(parlour) == sorted(parlour.__all__)
    for name in parlour.__all__:
        assert getattr(parlour, name) is not None
    with pytest.raises(AttributeError):
        _ = parlour.nonsense


@pytest.mark.parametrize("name", ["games.PlainGame", "rl.Encoder", "records.read", "errors.IllegalMove"])
def test_modules_of_the_package_need_no_import_of_their_own(name: str) -> None:
    code = f"import parlour; print(parlour.{name}.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() in (name.partition(".")[2], "read_any"), done.stderr


def types_that_users_see() -> None:
    """Never called: mypy and pyright check it."""
    position = parlour.game("surakarta").start({"repetition": "off"})
    assert_type(position.moves(), list[int])
    assert_type(position.move_texts(), list[str])
    assert_type(position.undo(), int)
    assert_type(position.is_legal("4,0-3,0"), bool)
    assert_type(position.copy(), parlour.Position)
    assert_type(position.outcome(), parlour.Outcome | None)
    assert_type(position.perft(2), int)
    assert_type(position.seat, int)
    assert_type(parlour.keys(), list[str])
    assert_type(parlour.Bot(level=3, style="central").choose(position), int)
    assert_type(parlour.analyse(position)[0].texts, tuple[str, ...])
    assert_type(parlour.records.write(parlour.records.read("")), str)
    assert_type(parlour.rl.Encoder("sim").num_actions, int)
    if TYPE_CHECKING:
        position.play(1.5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_pyright_knows_the_types_of_the_library() -> None:
    """Mypy checks the same function with all of the source, see `make lint`."""
    answer = subprocess.run(
        [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable, __file__],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    report = json.loads(answer.stdout)
    assert report["summary"]["filesAnalyzed"] == 1
    assert [one for one in report["generalDiagnostics"] if one["severity"] == "error"] == []


SIM = parlour.game("sim").start()
CALLS: dict[str, dict[str, Any]] = {
    "analyse": {"position": SIM, "seconds": 0.01, "lines": 2, "depth": 2, "nodes": 100, "threads": 1},
    "animation": {"position": SIM, "size": 100},
    "arena": {"game": "sim", "first": 1, "second": 1, "games": 1, "options": {}, "seed": 1, "processes": 1},
    "game": {"key": "sim"},
    "keys": {},
    "load": {"path": "nowhere.py"},
    "read_share": {"text": "sim;;./../.../..../..... 1"},
    "svg": {
        "position": SIM,
        "size": 100,
        "theme": parlour.pictures.DARK,
        "marks": (),
        "arrows": (),
        "effects": (),
        "colours": {0: "#123456"},
        "turned": 0,
        "coordinates": True,
        "trays": True,
        "title": "",
        "language": "en",
    },
    "write_share": {"position": SIM},
    "Bot": {"level": 2, "style": "balanced", "seed": 1, "custom": {}},
    "protocol.EngineProcess": {"command": "engine-that-is-missing", "start_seconds": 0.01},
    "protocol.registered_engines": {"game": "sim"},
    "records.Record.of": {"position": SIM, "tags": {}, "seconds": [], "outcome": None},
    "records.read": {"text": "A-B", "game": "sim", "options": {}},
    "records.read_any": {"text": "A-B", "game": "sim", "options": {}},
    "records.read_json": {"text": "{}"},
    "records.read_json_records": {"text": "{}"},
    "records.read_record": {"text": "A-B"},
    "records.read_records": {"text": "A-B"},
    "records.write": {"records": []},
    "records.write_json": {"records": parlour.records.Record.of(SIM), "indent": 2},
    "records.write_record": {"record": parlour.records.Record.of(SIM)},
    "records.write_records": {"records": []},
}
"""Valid arguments of every public function; `Bot` is the choice of a bot with these values."""
LARGE = {"seconds", "games", "threads", "processes"}
"""Arguments that take long if they are large."""


def called(name: str) -> Callable[..., Any]:
    if name == "Bot":
        return lambda **values: parlour.Bot(**values).choose(SIM)
    function: Callable[..., Any] = attrgetter(name)(parlour)
    return function


def test_every_public_function_is_called_with_all_its_parameters() -> None:
    modules = {"": parlour, "protocol.": parlour.protocol, "records.": parlour.records}
    functions = {
        prefix + name
        for prefix, module in modules.items()
        for name in module.__all__
        if isinstance(getattr(module, name), FunctionType)
    }
    assert functions <= CALLS.keys()
    for name, values in CALLS.items():
        assert set(inspect.signature(attrgetter(name)(parlour)).parameters) == set(values), name


@pytest.mark.parametrize(("name", "parameter"), [(name, one) for name, values in CALLS.items() for one in values])
def test_a_hostile_argument_is_answered_or_refused_by_a_sentence(name: str, parameter: str) -> None:
    for value in HOSTILE:
        if parameter in LARGE and isinstance(value, int) and 3 < value < 2**31:
            continue
        try:
            called(name)(**{**CALLS[name], parameter: value})
        except ParlourError:
            continue
    assert parlour.game("sim").start() == SIM


SURAKARTA = parlour.game("surakarta").start()
DISC = parlour.games.Piece(1, "disc", 0, 3)
BEAM = parlour.games.Beam(0, (1, 2), (1,), "stopped")
RECORD = parlour.records.Record.of(SURAKARTA.after(SURAKARTA.moves()[0]))


def replayed(move: parlour.records.RecordedMove) -> parlour.Position:
    """Return the position after a game of one move, whose record is also written."""
    record = msgspec.structs.replace(RECORD, moves=(move,))
    parlour.records.write(record)
    return record.replay()


STRUCTS: dict[str, tuple[msgspec.Struct, Callable[[Any], object]]] = {
    "Mark": (
        parlour.games.Mark("capture", (1, 2), 0, 1, 2, BEAM),
        lambda mark: parlour.svg(SURAKARTA, marks=[mark]),
    ),
    "Beam": (BEAM, lambda beam: parlour.svg(SURAKARTA, marks=[parlour.games.Mark("beam", (), beam=beam)])),
    "Arrow": (parlour.pictures.Arrow(1, 2, "#123456"), lambda arrow: parlour.svg(SURAKARTA, arrows=[arrow])),
    "Effect": (
        parlour.games.Effect("slide", DISC, DISC, path=(3, 9), beam=BEAM),
        lambda effect: parlour.svg(SURAKARTA, effects=[effect]),
    ),
    "Piece": (DISC, lambda piece: parlour.svg(SURAKARTA, effects=[parlour.games.Effect("place", None, piece)])),
    "Theme": (parlour.pictures.DARK, lambda theme: parlour.svg(SURAKARTA, theme=theme)),
    "Record": (
        RECORD,
        lambda record: (
            record.replay(),
            parlour.records.write(record),
            parlour.records.write_json(record),
            list(record.positions()),
        ),
    ),
    "RecordedMove": (
        RECORD.moves[0],
        replayed,
    ),
}
"""A valid value of each record type that callers make, and a function that uses it."""


@pytest.mark.parametrize("name", STRUCTS)
def test_a_record_with_a_hostile_field_is_used_or_refused_by_a_sentence(name: str) -> None:
    valid, use = STRUCTS[name]
    use(valid)
    for field in type(valid).__struct_fields__:
        for value in HOSTILE:
            try:
                use(msgspec.structs.replace(valid, **{field: value}))
            except ParlourError:
                continue


def test_sites_and_colours_that_a_board_does_not_have_are_refused() -> None:
    for site in (-1, 36):
        drawn: list[dict[str, Any]] = [
            {"arrows": [parlour.pictures.Arrow(site, 0)]},
            {"marks": [parlour.games.Mark("x", (site,))]},
            {"effects": [parlour.games.Effect("slide", path=(0, site))]},
        ]
        for overlay in drawn:
            with pytest.raises(ArgumentError, match="site cannot be"):
                parlour.svg(SURAKARTA, **overlay)
    colours: list[Any] = ['"/><script>', 5]
    for colour in colours:
        with pytest.raises(ArgumentError, match="is not a colour"):
            parlour.svg(SURAKARTA, colours={0: colour})


OVER = parlour.game("surakarta").start()
OVER.play_random(1)
POSITIONS = (OVER, SIM, parlour.game("surakarta").start({"ending": "endless"}))
"""Positions that a bot which plays Surakarta cannot play."""
PLAYER = parlour.Bot(1, seed=1).player(SURAKARTA)
METHODS: dict[str, tuple[object, dict[str, Any]]] = {
    "Bot": (parlour.Bot(1), {"position": SURAKARTA}),
    "BotPlayer": (PLAYER, {"position": SURAKARTA, "seat": 0, "clock": None, "stop": None, "on_report": None}),
    "Record": (RECORD, {"position": SURAKARTA, "tags": {}, "seconds": [], "outcome": None}),
}
"""Objects that public functions return, with valid arguments of their methods."""


@pytest.mark.parametrize(
    ("name", "method"),
    [
        (name, method)
        for name, (found, _) in METHODS.items()
        for method in dir(type(found))
        if not method.startswith("_") and inspect.isroutine(getattr(type(found), method))
    ],
)
def test_methods_of_returned_objects_answer_or_refuse_hostile_arguments(name: str, method: str) -> None:
    found, valid = METHODS[name]
    call = getattr(found, method)
    parameters = inspect.signature(call).parameters
    given = {parameter: valid[parameter] for parameter in parameters}
    call(**given)
    for parameter in parameters:
        for value in [*HOSTILE, *POSITIONS]:
            try:
                call(**{**given, parameter: value})
            except ParlourError:
                continue
    assert parlour.game("surakarta").start() == SURAKARTA


def test_a_bot_refuses_a_finished_position_and_one_of_another_game() -> None:
    with pytest.raises(ArgumentError, match=r"^The game is over\.$"):
        parlour.Bot(3).choose(OVER)
    for position in POSITIONS[1:]:
        with pytest.raises(ArgumentError, match="not a position of Surakarta"):
            PLAYER.choose(position)


def test_analysis_is_best_first_and_ends_with_the_game() -> None:
    position = parlour.game("pylos").start()
    lines = parlour.analyse(position, seconds=None, nodes=5000, lines=4)
    assert [line.score for line in lines] == sorted((line.score for line in lines), reverse=True)
    assert [position.read_move(line.texts[0]) for line in lines] == [line.moves[0] for line in lines]
    with pytest.raises(ArgumentError, match="limit"):
        parlour.analyse(position, seconds=None)
    with pytest.raises(ArgumentError):
        parlour.analyse(position, lines=0)
    position.play_random(1)
    assert parlour.analyse(position) == []


def test_the_arena_plays_bots_and_functions() -> None:
    result = parlour.arena("surakarta", 3, lambda position: position.move_texts()[-1], games=4)
    assert result.tally.games == 4
    assert [game.seat for game in result.games] == [0, 1, 0, 1]
    assert result.elo_range[0] <= result.elo <= result.elo_range[1]
    assert parlour.records.read(result.games[0].record)[0].game == "surakarta"
    again = parlour.arena("surakarta", parlour.Bot(3), lambda position: position.move_texts()[-1], games=4)
    assert [game.result for game in again.games] == [game.result for game in result.games]
    with pytest.raises(IllegalMove):
        parlour.arena("sim", "1", lambda position: "nonsense", games=2)


def test_notebooks_show_positions_and_games() -> None:
    position = parlour.game("pylos").start()
    position.play_random(1, 5)
    assert position._repr_svg_().startswith("<svg")
    assert parlour.svg(position, size=100)._repr_svg_().startswith("<svg")
    animated = parlour.animation(position)
    assert animated._repr_svg_().startswith("<svg")
    assert "<animate" in animated
    assert len(position.played) == 5


def test_an_engine_and_a_front_end_check_what_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "STOP_SECONDS", 100.0)  # the engine may take long, on a busy machine
    with parlour.protocol.EngineProcess(f"{sys.executable} -m parlour engine", 100) as engine:
        for value in HOSTILE:
            with pytest.raises(ParlourError):
                engine.choose(value)
            for parameter in ("stop", "on_info"):
                if value is not None:
                    with pytest.raises(ArgumentError):
                        engine.choose(SIM, **{parameter: value})
        assert engine.choose(SIM, seconds=0.01) in SIM.moves()
    server = parlour.protocol.ProtocolServer(lambda line: None)
    for value in HOSTILE:
        with pytest.raises(ArgumentError):
            parlour.protocol.ProtocolServer(value)
        for method in (server.handle, server.serve):
            try:
                method(value)
            except ArgumentError:
                continue


def test_all_errors_are_listed() -> None:
    defined = [
        name for name, one in vars(parlour.errors).items() if isinstance(one, type) and issubclass(one, Exception)
    ]
    assert sorted(defined) == sorted(parlour.errors.__all__)
