"""Recorded games of Pylos: a change of the rules shows as a difference in these files."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record, write_record
from tests.games.pylos.examples import PROFILES, start

RECORDED = sorted((Path(__file__).parent / "records").glob("*.txt"))


def test_every_profile_has_a_recorded_game() -> None:
    assert {f"{profile}.txt" for profile in PROFILES} <= {path.name for path in RECORDED}


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_final_position(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    last = record.replay()
    assert last.text() == record.tags["Final"]
    assert last.outcome() == record.outcome
    assert write_record(record) == text


def test_turns_are_numbered_and_done_is_not_written() -> None:
    here = start()
    for text in ("1a1", "1d4", "1b1", "1c4", "1a2", "1d3", "1b2-1a1", "1c3-1d4-1d3"):
        for move in here.read_turn(text):
            here.play(move)
    assert write_record(Record.of(here)).splitlines()[2:] == [
        "1. 1a1 1d4",
        "2. 1b1 1c4",
        "3. 1a2 1d3",
        "4. 1b2-1a1 1c3-1d4-1d3",
        "*",
    ]


def test_a_game_aborted_inside_a_turn_is_kept() -> None:
    here = start()
    for text in ("1a1", "1d4", "1b1", "1c4", "1a2", "1d3"):
        here.play(here.read_move(text))
    for text in ("1b2", "-1a1"):
        here.play(here.read_move(text))
    again = read_record(write_record(Record.of(here))).replay()
    assert again.text() == here.text()
