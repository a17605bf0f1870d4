"""Imported games in any format, recognised by their content."""

import base64
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import ParlourError, RecordError
from parlour.games import games
from parlour.match.records.imports import DATABASE_PREFIX, read_any
from parlour.match.records.json_format import write_json
from parlour.match.records.text_format import read_record, write_records

OPENING = read_record('[Game "surakarta"]\n4,0-3,0 1,1-2,1')


@pytest.mark.parametrize(
    "text",
    [
        write_records([OPENING]),
        "\ufeff\n\n" + write_records([OPENING]),
        write_json(OPENING),
        write_json([OPENING]),
        write_json([OPENING], indent=0),
    ],
)
def test_parlour_records_are_recognised_by_content(text: str) -> None:
    assert read_any(text) == [OPENING]


@pytest.mark.parametrize(
    "text", ["4,0-3,0 1,1-2,1", "1. 40-30 11-21\n", "4,0-3,0\n1,1-2,1 *", "1. 4,0-3,0\n2. 1,1-2,1"]
)
def test_a_plain_list_of_turns_needs_only_the_name_of_the_game(text: str) -> None:
    assert read_any(text, "surakarta") == [OPENING]


def test_a_plain_list_can_have_options_and_errors_name_their_place() -> None:
    (record,) = read_any("4,0-3,0", "surakarta", {"ending": "endless"})
    assert record.options["ending"] == "endless"
    with pytest.raises(RecordError) as fault:
        read_any("4,0-3,0\n  4,0-3,0", "surakarta")
    assert str(fault.value).startswith("Line 2, column 3: ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty."),
        (" \n\ufeff", "The file is empty."),
        ("once upon a time", "Unrecognised game. If this is a plain list of moves, choose its game."),
        ("{", "Line 1, column 2: Invalid JSON"),
        ('{"chess": 1}', "Unrecognised game"),
    ],
)
def test_anything_else_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(RecordError) as fault:
        read_any(text)
    assert str(fault.value).startswith(sentence)


WORDS = "$ . green$ | n=6 k=2 : 0-1 + { } [ ] 3,0,0+ 4x4| Yes| No| b r / 10 a1 sfpn x white , moves"
PARTS = st.sampled_from(WORDS.split())


@given(
    st.lists(PARTS | st.sampled_from(' \n"') | st.text(max_size=3), max_size=30).map("".join),
    st.sampled_from([None, *(g.key for g in games())]),
)
def test_any_text_is_imported_or_refused_with_a_sentence(text: str, key: str | None) -> None:
    try:
        records = read_any(text, key)
    except ParlourError:
        return
    assert all(record.replay() for record in records)


def test_a_database_of_an_older_program_is_read_from_its_encoded_bytes(tmp_path: Path) -> None:
    board = "$".join(["green"] * 12 + ["."] * 12 + ["yellow"] * 12)
    with closing(sqlite3.connect(tmp_path / "old.db")) as connection:
        connection.executescript(
            "CREATE TABLE Users (user_id, username);"
            "CREATE TABLE SavedGames (user_id, date_saved, game_state_string, opponent_name, player2_starts,"
            " player1_colour);"
            "INSERT INTO Users VALUES (1, 'Wilma');"
            f"INSERT INTO SavedGames VALUES (1, '2023-06-01', '{board}', 'CPU', 1, 'yellow');"
        )
    encoded = base64.b64encode((tmp_path / "old.db").read_bytes()).decode()
    (record,) = read_any(DATABASE_PREFIX + encoded)
    assert (record.game, record.tags["Seat2"], record.start.split()[1]) == ("surakarta", "CPU", "2")
    damaged = base64.b64encode(b"SQLite format 3\0 and nothing else").decode()
    for wrong in ("", "????", damaged, encoded[: len(encoded) // 8 * 4]):
        with pytest.raises(RecordError):
            read_any(DATABASE_PREFIX + wrong)
