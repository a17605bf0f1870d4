"""Recorded games of Sim replay to their final position and are written back unchanged."""

from pathlib import Path
from random import Random

import pytest

from parlour.games import game
from parlour.games.conformance import option_sets
from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record, write_record

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_the_same_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    position = record.replay()
    assert position.text() == record.tags["Final"]
    assert position.outcome() == record.outcome
    assert write_record(record) == text


def test_records_that_number_the_dots_are_read_and_written_with_letters() -> None:
    older = '[Game "sim"]\n\n1. 0-4 0-1\n2. 2-4 0-2\n3. 3-5 1-2\n'
    record = read_record(older)
    assert [move.text for move in record.moves] == ["A-E", "A-B", "C-E", "A-C", "D-F", "B-C"]
    assert "1. A-E A-B\n2. C-E A-C\n3. D-F B-C" in write_record(record)


def test_there_is_a_recorded_game_for_every_main_rule_set() -> None:
    options = [read_record(path.read_text(encoding="utf-8")).options for path in RECORDS]
    assert {values["players"] for values in options} == {2, 3, 4, 5}
    for key, value in (("goal", "make"), ("clique", 4), ("elimination", True), ("vertices", 10)):
        assert any(values[key] == value for values in options), key


def round_trips(count: int) -> None:
    sim = game("sim")
    sets = option_sets(sim, Random(1))
    for seed in range(count):
        position = sim.start(sets[seed % len(sets)])
        position.play_random(seed, 3 + seed % 50)
        record = Record.of(position)
        again = read_record(write_record(record))
        assert again == record
        assert again.replay().text() == position.text()


def test_records_survive_a_round_trip() -> None:
    round_trips(100)


@pytest.mark.long
def test_ten_thousand_records_survive_a_round_trip() -> None:
    round_trips(10_000)
