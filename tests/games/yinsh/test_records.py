"""Recorded games of YINSH replay to their final position and are written back unchanged."""

from pathlib import Path

import pytest

from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record, write_record
from tests.games.yinsh.examples import BLITZ, STANDARD, YINSH

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_the_same_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    position = record.replay()
    assert position.text() == record.tags["Final"]
    assert position.outcome() == record.outcome
    assert write_record(record) == text


def test_recorded_games_show_every_rule_set_and_every_kind_of_turn() -> None:
    texts = [path.read_text(encoding="utf-8") for path in RECORDS]
    records = [read_record(text) for text in texts]
    assert {record.options["rings"] for record in records} == {3, 1}
    assert {record.outcome.reason for record in records if record.outcome} >= {"rings", "pool"}
    assert {record.outcome.results for record in records if record.outcome} == {(1.0, 0.0), (0.0, 1.0), (0.5, 0.5)}
    written = "\n".join(texts)
    for part in (" pass ", "f3-f6;xb4-f4xa2", " xb5-f5xa4;k9-j9"):
        assert part in written


def round_trips(count: int) -> None:
    for seed in range(count):
        position = YINSH.start(BLITZ if seed % 5 == 0 else STANDARD)
        position.play_random(seed, 3 + seed % 90)
        record = Record.of(position)
        again = read_record(write_record(record))
        assert again == record
        assert again.replay().text() == position.text()


def test_records_survive_a_round_trip() -> None:
    round_trips(100)


@pytest.mark.long
def test_ten_thousand_records_survive_a_round_trip() -> None:
    round_trips(10_000)
