"""Recorded games of Laser Chess detect changes of rules or notation."""

from pathlib import Path
from random import Random

import pytest

from parlour.games.laserchess import GAME
from parlour.match.records.record import Record
from parlour.match.records.text_format import read_record, write_record
from tests.games.laserchess.boards import any_options

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


def test_there_are_recorded_games() -> None:
    assert len(RECORDS) >= 6


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_end(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    record = read_record(text)
    end = record.replay()
    assert end.text() == record.tags["Final"]
    assert end.outcome() == record.outcome
    assert write_record(record) == text


def check_round_trips(games: int, seed: int) -> None:
    random = Random(seed)
    for _ in range(games):
        options = any_options(random)
        position = GAME.start(options)
        position.play_random(random.randrange(1 << 30), random.choice((20, 200)))
        text = write_record(Record.of(position))
        record = read_record(text)
        assert write_record(record) == text
        assert record.replay().text() == position.text()


def test_random_games_survive_their_records() -> None:
    check_round_trips(15, 1)


@pytest.mark.long
def test_ten_thousand_random_games_survive_their_records() -> None:
    check_round_trips(10_000, 2)
