"""All sentences for people are in the catalogues: errors are created from keys."""

import ast
import builtins
from collections.abc import Iterator
from pathlib import Path

import pytest

import parlour

SOURCE = Path(parlour.__file__).parent

FOR_AUTHORS = {"LessonError", "PuzzleError", "MiningError", "ArenaError", "JobLogError"}
"""Errors about games, lessons, puzzles and measurements: they are read by those who write or measure them."""
FOR_OPERATORS = {"ArchiveError", "BrokenMatch", "ClusterError", "SettingError", "SolverError", "TableFileError"}
"""Errors about backups, stored events, solutions, clusters and the environment, for operators of a server."""
INSIDE = {"SolverMemoryError"}
"""Errors that the engine catches itself."""
LEFT_OUT = {
    "cli": "commands for authors and operators; what `parlour play` says comes from catalogues",
    "games/learning/rule_diagrams.py": "the diagrams of a page of rules, for its author",
    "games/registry.py": "the data folder, for the operator",
}
PLAYING = ("cli/play.py", "cli/shared/game_options.py", "cli/shared/language.py")


def spoken(source: str) -> Iterator[tuple[str, str]]:
    """Return the errors that are raised with a literal sentence: the name of the error and the sentence."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
            continue
        kind = node.exc.func
        if not isinstance(kind, ast.Name) or hasattr(builtins, kind.id) or kind.id == "localized_error":
            continue
        for argument in node.exc.args:
            for part in ast.walk(argument):
                if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value.strip():
                    yield kind.id, part.value


def is_left_out(file: str) -> bool:
    return file not in PLAYING and any(file == name or file.startswith(f"{name}/") for name in LEFT_OUT)


def test_refusals_come_from_a_catalogue() -> None:
    known = FOR_AUTHORS | FOR_OPERATORS | INSIDE
    outside = [
        f"{file}: {kind}: {sentence}"
        for path in sorted(SOURCE.rglob("*.py"))
        if not is_left_out(file := path.relative_to(SOURCE).as_posix())
        for kind, sentence in spoken(path.read_text(encoding="utf-8"))
        if kind not in known
    ]
    assert outside == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('raise TextError("This is no text.")', ["This is no text."]),
        ('raise TextError(f"{n} is not a number.", 3)', [" is not a number."]),
        ('raise TextError("a" if x else "Nothing is there.")', ["Nothing is there."]),
        ('raise localized_error(TextError, "text.long", n=3)', []),
        ('raise ValueError("for developers only")', []),
        ("raise TextError(str(wrong))", []),
    ],
)
def test_a_sentence_in_the_code_would_be_found(source: str, found: list[str]) -> None:
    assert [sentence for _, sentence in spoken(source)] == found
