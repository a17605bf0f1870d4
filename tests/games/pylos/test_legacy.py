"""The legacy game file of Pylos."""

import pytest

from parlour.errors import RecordError
from parlour.games import game
from parlour.games.contract.display import Outcome
from parlour.games.contract.position import Position
from parlour.match.records.imports import read_any

HEADINGS = "No|Time|Result|Size|Square|Alignment|Moves|List|Colours|Background|Names"
COLOURS = "(255, 0, 0, 255)+(0, 0, 255, 255)+(9, 9, 9, 99)|(50, 60, 70)"


def old_line(
    inputs: list[str], size: int = 4, square: bool = True, line: bool = False, names: tuple[str, str] = ("Anna", "Ben")
) -> str:
    yes = {True: "Yes", False: "No"}
    return (
        f"7|03:41|{names[0]}/{names[1]}|{size}x{size}|{yes[square]}|{yes[line]}|{len(inputs)}|{'+'.join(inputs)}|{COLOURS}|"
        f"{names[0]}-_-*-_-{names[1]}"
    )


def inputs_of(position: Position) -> list[str]:
    """Return the moves of a game as the earlier program counted them."""
    size = int(position.options["size"])
    walker = game("pylos").start(position.options)
    written = []
    for move in position.played:
        text = walker.write_move(move)
        for cell in text.lstrip("-").split(">"):
            if text not in ("pass", "="):
                level, column, row = int(cell[0]), "abcdefg".index(cell[1]), int(cell[2]) - 1
                written.append(f"{size - level},{row},{column}")
        walker.play(move)
    return written


def old_rules(size: int, square: bool, line: bool) -> dict[str, object]:
    rules: dict[str, object] = {"size": size, "square": square, "line": "four" if line else "off", "stuck": "passes"}
    return {**rules, "take": "two"} if square or line else rules


@pytest.mark.parametrize(
    ("size", "square", "line"),
    [(3, True, False), (4, True, False), (4, True, True), (4, False, False), (5, True, True), (7, False, True)],
)
def test_whole_games_are_read_with_the_old_rules(size: int, square: bool, line: bool) -> None:
    raised = taken = 0
    for seed in range(12):
        position = game("pylos").start(game("pylos").check(old_rules(size, square, line)))
        position.play_random(seed, 300)
        written = inputs_of(position)
        (record,) = read_any(f"{HEADINGS}\n{old_line(written, size, square, line)}\n")
        replayed = record.replay()
        # A pass that is forced at the very end was no input.
        assert replayed.played == position.played[: len(replayed.played)]
        assert {record_text(position, move) for move in range(len(replayed.played), len(position.played))} <= {"pass"}
        raised += sum(">" in move.text for move in record.moves)
        taken += sum(move.text.startswith("-") for move in record.moves)
        assert record.tags["Seat1"] == "Anna"
    assert raised
    assert bool(taken) == (square or line)


def record_text(position: Position, ply: int) -> str:
    walker = game("pylos").start(position.options)
    for move in position.played[:ply]:
        walker.play(move)
    return walker.write_move(position.played[ply])


def test_names_may_contain_the_field_separator() -> None:
    (record,) = read_any(old_line(["3,0,0"], names=("An|na", "B|en")))
    assert record.tags == {"Seat1": "An|na", "Seat2": "B|en", "Round": "7", "Duration": "03:41"}
    assert [move.text for move in record.moves] == ["1a1"]
    assert record.outcome == Outcome((1.0, 0.0), "adjudication")


def test_a_file_holds_several_games_under_its_headings() -> None:
    records = read_any("\n".join([HEADINGS, old_line(["3,0,0"]), old_line(["2,0,1", "2,1,1"], 3)]))
    assert [(record.options["size"], len(record.moves)) for record in records] == [(4, 1), (3, 2)]
    assert records[0].options["take"] == "two"


def test_a_ball_lifted_and_placed_back_is_not_a_move() -> None:
    (record,) = read_any(old_line(["3,0,0", "3,3,3", "3,0,0", "3,0,0", "3,0,1"]))
    assert [move.text for move in record.moves] == ["1a1", "1d4", "1b1"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (old_line(["3,0,0", "3,0,0"]), "Line 1: Input 2, “3,0,0” (1a1): "),
        (old_line(["3,0,4"]), "Line 1: Input 1, “3,0,4”, is not a cell of a 4×4 board"),
        (old_line(["4,0,0"]), "Line 1: Input 1, “4,0,0”, is not a cell of a 4×4 board"),
        (old_line(["x"]), "Line 1: Input 1, “x”, is not a cell"),
        (old_line(["2,0,0"]), "Line 1: Input 1, “2,0,0” (2a1): "),
        (old_line(["3,0,0"]).replace("4x4", "9x9"), "Line 1: There is no 9×9 board"),
        (old_line(["3,0,0"]).replace("|1|", "|5|"), "Line 1: There are 1 inputs, but the line says 5."),
        (old_line(["3,0,0"]) + "\nhello", "Line 2: This line does not have the eleven fields of a game."),
    ],
)
def test_a_broken_line_is_refused_with_its_number_and_the_reason(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as fault:
        read_any(text)
    assert str(fault.value).startswith(sentence)
