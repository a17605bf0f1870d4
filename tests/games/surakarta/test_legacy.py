"""The legacy `$` strings of Surakarta."""

import pytest

from parlour.errors import RecordError
from parlour.games import game
from parlour.match.records.imports import read_any

ROWS = {".": ["."] * 6, "g": ["green"] * 6, "y": ["yellow"] * 6, "r": ["red"] * 6}


def board(rows: str) -> str:
    return "$".join("$".join(ROWS[row]) for row in rows)


def start(text: str) -> str:
    (record,) = read_any(text)
    assert record.game == "surakarta"
    return record.start


def test_a_dollar_string_is_a_position() -> None:
    assert start(board("gg..yy")) == game("surakarta").start().text()
    assert start(board("yy..gg")) == game("surakarta").start().text()
    assert start(board("rr..gg")) == "111111/111111/....../....../222222/222222 1 0"


def test_a_row_of_the_old_table_also_says_whose_turn_it_is_and_who_is_who() -> None:
    row = f'3|1|2021-03-04|{board("gg..yy")}|Bob | the "Builder"|1|12|12|yellow'
    (record,) = read_any(row)
    assert record.start == "222222/222222/....../....../111111/111111 2 0"
    assert record.tags == {"Date": "2021-03-04", "Opponent": 'Bob|the "Builder"', "Colour1": "yellow"}
    assert start(row.replace("|yellow", "|green")) == "111111/111111/....../....../222222/222222 2 0"


def test_several_saved_games_are_several_records() -> None:
    records = read_any(f"{board('gg..yy')}\n\n{board('g....y')}\n")
    assert [record.start for record in records] == [
        "222222/222222/....../....../111111/111111 1 0",
        "222222/....../....../....../....../111111 1 0",
    ]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (board("gg..y"), "Line 1: A board has 36 characters joined by $; this one has 30."),
        (board("gg.ryy"), "Line 1: There are 3 colours on the board; there must be two."),
        (board("......"), "Line 1: There are 0 colours on the board; there must be two."),
        (board("gg..yy").replace("green", "gr33n"), "Line 1: Character 1, “gr33n”, is neither a dot nor a colour."),
        (board("gg..yy") + "\nhello", "Line 2: This line has no board"),
        (board("ggg.yy"), "North has 18 pieces"),
        (f"3|1|x|{board('gg..yy')}|Bob|1|12|12|blue", "Line 1: Player 1 is blue, but the board has green, yellow."),
    ],
)
def test_broken_saved_games_are_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as fault:
        read_any(text)
    assert sentence in str(fault.value)
