"""Finding games, and the errors when none is found."""

import ast
import logging
import re
from functools import cache
from importlib.metadata import EntryPoint
from pathlib import Path

import platformdirs
import pytest
from platformdirs.windows import Windows

import parlour.games
from parlour.errors import ParlourError, UnknownGame
from parlour.games import Game, registry
from tests.games.hexapawn import Hexapawn
from tests.games.known import HEXAPAWN

SOURCE = Path(parlour.games.__file__).parent.parent


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Return a registry that has loaded nothing yet, and an empty data folder."""
    monkeypatch.setattr(registry, "_loaded", {})
    monkeypatch.setattr(registry, "_reported", set())
    monkeypatch.setattr(platformdirs, "user_data_path", lambda name, appauthor: tmp_path / "data" / name)


@pytest.fixture
def data_folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data" / "parlour" / "games"
    folder.mkdir(parents=True)
    return folder


def known() -> set[str]:
    return set(registry.keys())


def write(folder: Path, text: str, name: str = "trial.py") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# ---- Parlour's own -------------------------------------------------------------------------------------------------


def test_every_game_folder_offers_a_game_of_its_name() -> None:
    assert "surakarta" in registry.own_keys()
    for key in registry.own_keys():
        assert registry.game(key).key == key
        assert registry.game(key) is registry.game(key)
    assert {found.key for found in registry.games()} == set(registry.own_keys())


def test_an_unknown_key_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownGame, match=r"There is no game “chess”\. Available: .*surakarta"):
        registry.game("chess")


@cache
def code_of(path: Path) -> str:
    """Return the code of a Python file without comments and docstrings, whose examples may name a game."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
    return ast.unparse(tree)


@pytest.mark.parametrize("key", registry.own_keys())
def test_no_game_is_known_by_name_outside_its_folder(key: str) -> None:
    """A migration changes data that a game has stored in an earlier version, and has to name it."""
    word = re.compile(rf"\b{key}\b", re.IGNORECASE)
    found = []
    for path in sorted(SOURCE.rglob("*")):
        inside = any(path.is_relative_to(SOURCE / folder) for folder in (f"games/{key}", "store/migrations/versions"))
        if path.suffix in (".py", ".pxd", ".toml", ".md", ".json", ".txt") and not inside:
            lines = code_of(path).splitlines()
            found += [f"{path.relative_to(SOURCE)}: {line.strip()}" for line in lines if word.search(line)]
    assert found == []


def test_a_game_known_by_name_is_noticed(tmp_path: Path) -> None:
    path = write(tmp_path, '"""Like chess."""\n# chess\nif key == "chess":\n    pass\n')
    assert code_of(path).count("chess") == 1


# ---- Files ---------------------------------------------------------------------------------------------------------


def test_a_file_is_loaded_and_found_under_its_key_from_then_on() -> None:
    assert "hexapawn" not in known()
    loaded = registry.load(HEXAPAWN)
    assert isinstance(loaded, Game)
    assert registry.keys()[-1] == "hexapawn"
    assert registry.game("hexapawn") is loaded
    assert registry.read_share("hexapawn;;WWW...BBB w").text() == "WWW...BBB w"


def test_a_file_may_be_loaded_again_after_a_change(tmp_path: Path) -> None:
    path = write(tmp_path, HEXAPAWN.read_text(encoding="utf-8"), "hexapawn.py")
    assert registry.load(path).title == "Hexapawn"
    path.write_text(path.read_text(encoding="utf-8").replace('title = "Hexapawn"', 'title = "Hexapawn two"'))
    assert registry.load(path).title == "Hexapawn two"
    assert registry.game("hexapawn").title == "Hexapawn two"


IMPORT = "from tests.games.hexapawn import Hexapawn\n"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("def (", "cannot be run: SyntaxError: "),
        ("1 / 0", "cannot be run: ZeroDivisionError: division by zero"),
        ("import no_such_module", "cannot be run: ModuleNotFoundError: No module named 'no_such_module'"),
        ("x = 1", "contains no game: define a class derived from parlour.games.PlainGame."),
        (IMPORT, "contains no game: define a class derived from parlour.games.PlainGame."),
        (
            IMPORT + "class A(Hexapawn): pass\nclass B(Hexapawn): pass\n",
            "contains 2 games: assign",
        ),
        ("GAME = 3", "does not provide a game: it must be derived from parlour.games.Game."),
        ("GAME = int", "does not provide a game"),
        (
            IMPORT + "class Odd(Hexapawn):\n    def __init__(self, size):\n        pass\n",
            "cannot be created: Odd.__init__() missing 1 required positional argument: 'size'",
        ),
        (
            "from parlour.games import PlainGame\nclass Half(PlainGame):\n    def seat(self, state): return 0\n",
            "Half in {path} is incomplete: it does not implement "
            "draw_board, first, moves, outcome, pieces, play, read_state, sides, text.",
        ),
        (
            "from parlour.games import Game\nclass Half(Game):\n    def sides(self, options): return ()\n",
            "is incomplete: it does not implement build, draw_board, parse, problems, start_text.",
        ),
        (
            IMPORT + "class A(Hexapawn):\n    key = 'surakarta'\n",
            "“surakarta”, but a game with that name already exists.",
        ),
    ],
)
def test_a_file_without_a_good_game_is_refused_with_the_reason(tmp_path: Path, text: str, sentence: str) -> None:
    path = write(tmp_path, text)
    with pytest.raises(UnknownGame) as caught:
        registry.load(path)
    assert sentence.format(path=path) in str(caught.value)
    assert str(path) in str(caught.value)
    assert "trial" not in known()


def test_a_file_that_is_not_there_or_is_no_python_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownGame, match=r"File not found: .*nothing\.py"):
        registry.load(tmp_path / "nothing.py")
    with pytest.raises(UnknownGame, match="File not found"):
        registry.load(tmp_path)
    with pytest.raises(UnknownGame, match="is not a Python file"):
        registry.load(write(tmp_path, "", "notes.txt"))


def test_a_file_may_offer_a_class_or_an_object_among_several(tmp_path: Path) -> None:
    text = IMPORT + "class A(Hexapawn):\n    key = 'a'\nclass B(Hexapawn):\n    key = 'b'\n"
    assert registry.load(write(tmp_path, text + "GAME = B", "one.py")).key == "b"
    assert registry.load(write(tmp_path, text + "GAME = A()", "two.py")).key == "a"


def test_two_files_cannot_offer_the_same_key(tmp_path: Path) -> None:
    text = IMPORT + "class A(Hexapawn):\n    key = 'a'\n"
    registry.load(write(tmp_path, text, "one.py"))
    with pytest.raises(UnknownGame, match=r"two\.py names its game “a”, but a game with that name already exists"):
        registry.load(write(tmp_path, text, "two.py"))


# ---- The data folder -----------------------------------------------------------------------------------------------


def test_games_in_the_data_folder_are_found_but_only_run_when_asked_for(data_folder: Path) -> None:
    write(data_folder, HEXAPAWN.read_text(encoding="utf-8"), "hexapawn.py")
    write(data_folder, "raise SystemError('must not run')", "trap.py")
    write(data_folder, "", "_hidden.py")
    assert known() == {*registry.own_keys(), "hexapawn", "trap"}
    assert registry.game("hexapawn").title == "Hexapawn"
    with pytest.raises(UnknownGame, match=r"trap\.py cannot be run: SystemError: must not run"):
        registry.game("trap")


def test_a_file_in_the_data_folder_must_be_called_like_its_game(data_folder: Path) -> None:
    write(data_folder, HEXAPAWN.read_text(encoding="utf-8"), "pawns.py")
    with pytest.raises(UnknownGame, match="is registered as “pawns”, but its game is named “hexapawn”"):
        registry.game("pawns")


def test_a_game_that_cannot_be_loaded_is_left_out_and_logged_once(
    data_folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    write(data_folder, HEXAPAWN.read_text(encoding="utf-8"), "hexapawn.py")
    write(data_folder, "1 / 0", "broken.py")
    write(data_folder, "raise SystemExit('a program')", "program.py")
    write(data_folder, IMPORT + "class Late(Hexapawn):\n    def __init__(self): raise OSError('late')\n", "late.py")
    write(data_folder, "assert not 'a test, which is no game'", "test_hexapawn.py")
    offer(monkeypatch, "stale", "no_such_package:GAME")
    with caplog.at_level(logging.WARNING, logger="parlour.games"):
        for _ in range(2):
            assert {found.key for found in registry.games()} == {*registry.own_keys(), "hexapawn"}
    logged = [record.getMessage() for record in caplog.records]
    assert [line.split("”")[0] for line in logged] == [
        f"The game “{key}" for key in ("stale", "broken", "late", "program")
    ]
    assert "ZeroDivisionError" in logged[1]


def test_an_unreadable_data_folder_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str, appauthor: bool) -> Path:
        raise PermissionError("not yours")

    monkeypatch.setattr(platformdirs, "user_data_path", fail)
    with pytest.raises(ParlourError, match="The data folder cannot be read: not yours"):
        registry.keys()


def test_the_data_folder_of_windows_has_no_second_folder_for_a_company(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARLOUR_FOLDER", raising=False)
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda name: "/local")
    monkeypatch.setattr(platformdirs, "user_data_path", lambda *names, **more: Windows(*names, **more).user_data_path)
    assert registry.data_path() == Path("/local/parlour")


# ---- Entry points --------------------------------------------------------------------------------------------------


def offer(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    entry = EntryPoint(name, value, registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [entry] if group == registry.GROUP else [])


def test_a_game_of_another_package_is_found_by_its_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    offer(monkeypatch, "hexapawn", "tests.games.hexapawn:Hexapawn")
    assert "hexapawn" in known()
    found = registry.game("hexapawn")
    assert isinstance(found, Hexapawn)
    assert registry.game("hexapawn") is found


def test_a_package_that_was_built_with_another_version_is_to_be_installed_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    size = "Position size changed, may indicate binary incompatibility. Expected 144 from C header, got 152"
    write(tmp_path, f"raise ValueError({size!r})", "stale_package.py")
    monkeypatch.syspath_prepend(tmp_path)
    offer(monkeypatch, "stale", "stale_package:GAME")
    with pytest.raises(UnknownGame, match="stale_package:GAME was built with another version of Parlour: install it"):
        registry.game("stale")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("a", "no_such_package:GAME", "no_such_package:GAME cannot be loaded: ModuleNotFoundError"),
        ("a", "tests.games.hexapawn:GAME", "cannot be loaded: AttributeError"),
        ("a", "tests.games.hexapawn:Hexapawn", "is registered as “a”, but its game is named “hexapawn”"),
        ("a", "tests.games.hexapawn:Step", "does not provide a game: it must be derived from parlour.games.Game"),
        ("a", "parlour.games:PlainGame", "cannot be created: Can't instantiate abstract class PlainGame"),
    ],
)
def test_a_package_without_a_valid_game_is_reported(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    offer(monkeypatch, name, value)
    with pytest.raises(UnknownGame, match=re.escape(sentence)):
        registry.game(name)
